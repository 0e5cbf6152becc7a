"""Records and catalogue entries for the tests of loading and searching."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from policies.catalogue.load import DATA_DIR, load_catalogue
from policies.catalogue.records import entry_record
from policies.models import Policy
from policies.records import PolicyRecord
from policies.services import policy_load
from policies.services.embed import SHIPPED, vectors_use
from policies.vocabulary import Section

AGE_RULE: dict[str, Any] = {"criterion": "age", "min": 60, "quote": "만 60세 이상"}


def make_record(external_id: str = "dementia", **changes: Any) -> PolicyRecord:
    """A record of the source "test"; the named fields are replaced."""
    fields: dict[str, Any] = {
        "source": "test",
        "external_id": external_id,
        "name": "치매치료관리비 지원",
        "agency": "보건복지부",
        "sections": {
            Section.SUMMARY: "치매 약값과 진료비를 돌려드립니다.",
            Section.TARGET: "만 60세 이상 치매환자",
            Section.BENEFIT: "월 3만 원까지 드립니다.",
            Section.APPLICATION: "보건소에 신청합니다.",
        },
    }
    return PolicyRecord(**{**fields, **changes})


def load(external_id: str = "dementia", **changes: Any) -> Policy:
    """The policy of a loaded record."""
    return policy_load(record=make_record(external_id, **changes)).policy


def load_texts(texts: dict[str, str]) -> dict[str, Policy]:
    """One policy a text, named as its key."""
    return {
        name: load(name, name=name, sections={Section.SUMMARY: text})
        for name, text in texts.items()
    }


def load_entries(*ids: str) -> dict[str, Policy]:
    """Entries of the catalogue with their shipped vectors."""
    files = [path for path in DATA_DIR.rglob("*.yaml") if path.stem in ids]
    entries = load_catalogue(files).entries
    assert set(entries) == set(ids)
    policies = {key: policy_load(record=entry_record(e)).policy for key, e in entries.items()}
    vectors_use(path=SHIPPED)
    return policies


def sample_data(path: str) -> Path:
    """A file or folder of the published data beside the project (`SHARED_DIR`, else ../shared);
    tests skip where it is absent."""
    shared = Path(os.environ.get("SHARED_DIR") or Path(__file__).parents[3] / "shared")
    return shared / "data" / path
