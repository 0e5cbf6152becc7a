"""The published list of what masking must leave alone, and forms it must not miss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from chat.agent.understanding import find_pii, mask_pii
from chat.evals.guardrail import is_left
from chat.tests.understanding.helpers import full_width

CASES = Path(__file__).parents[2] / "evals" / "cases"


def listed(name: str) -> list[Any]:
    """All entries of a list of cases, whatever their kind."""
    kinds = yaml.safe_load((CASES / name).read_text(encoding="utf-8"))
    return [one for entries in kinds.values() for one in entries]


TRAPS = listed("number_traps.yaml")
WAYS = listed("personal_numbers.yaml")


@pytest.mark.parametrize("text", TRAPS)
def test_what_tells_nothing_of_a_person_stays(text: str) -> None:
    assert mask_pii(text) == text


@pytest.mark.parametrize("way", WAYS, ids=[way[0] for way in WAYS])
def test_no_way_of_writing_personal_data_is_left(way: list[str]) -> None:
    text, *secrets = way
    masked = mask_pii(text)
    assert [secret for secret in secrets if is_left(secret, masked)] == []


@pytest.mark.parametrize(
    "ending", ["", "로 주세요", "이에요", "은요", "인데요", "번으로", "입니다"]
)
@pytest.mark.parametrize(
    ("secret", "kind"),
    [
        ("900101-5123456", "rrn"),
        ("201105-3000000", "rrn"),
        ("21 05 17 - 4 1 2 3 4 5 6", "rrn"),
        ("010_1234_5678", "mobile"),
        ("010 12 34 56 78", "mobile"),
        ("O1O-1234-5678", "mobile"),
        ("+82-10-1234-5678", "mobile"),
        (full_width("010-1234-5678"), "mobile"),
        ("064)712-3456", "landline"),
        ("3782 822463 10005", "card"),
        ("4111-1111-1111-1111", "card"),
        ("kim77골뱅이example.com", "email"),
        ("M123A4567", "passport"),
        ("11-05-334455-60", "licence"),
    ],
)
def test_forms_with_and_without_particles(secret: str, kind: str, ending: str) -> None:
    text = f"제 것은 {secret}{ending}"
    assert [(text[one.start : one.end], one.kind) for one in find_pii(text)] == [(secret, kind)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("제 이름은 박순자이고 일흔다섯이에요", "박순자"),
        ("어머니 성함은 이말순입니다", "이말순"),
        ("저는 정다은이라고 하는데요", "정다은"),
        ("예금주 김철수", "김철수"),
    ],
)
def test_a_name_said_to_be_one_is_masked(text: str, name: str) -> None:
    assert mask_pii(text) == text.replace(name, "[이름]")
