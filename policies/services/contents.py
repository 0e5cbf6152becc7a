"""What a record must have to be stored, and what of it people can see."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from pydantic import ValidationError as RuleValidationError

from policies.eligibility.rule import rule_from_data
from policies.errors import RecordInvalid
from policies.records import PolicyRecord, RecordRegion


def sections_of(record: PolicyRecord) -> dict[str, str]:
    """The sections of a record that have text, as a version stores them."""
    return {section.value: text for section, text in record.sections.items() if text.strip()}


def content_hash(record: PolicyRecord) -> str:
    """SHA-256 over everything people or rules can see of a record."""
    visible = {
        key: value
        for key, value in vars(record).items()
        if key not in {"raw", "collected_on", "source_updated_at", "attachments", "listing"}
    }
    if record.attachments:
        visible["attachments"] = [[file.name, file.url, file.digest] for file in record.attachments]
    text = json.dumps(visible, ensure_ascii=False, sort_keys=True, default=_jsonable)
    return hashlib.sha256(text.encode()).hexdigest()


def _jsonable(value: Any) -> Any:
    return (
        vars(value) if isinstance(value, RecordRegion) or hasattr(value, "__dict__") else str(value)
    )


def record_check(*, record: PolicyRecord) -> None:
    """Raises RecordInvalid for what `policy_load` would refuse."""
    if not record.name.strip():
        raise RecordInvalid("정책명이 없습니다")
    if not any(text.strip() for text in record.sections.values()):
        raise RecordInvalid("본문이 없습니다")
    for url in (record.apply_url, record.detail_url):
        if url:
            try:
                URLValidator(schemes=["http", "https"])(url)
            except ValidationError:
                raise RecordInvalid(f"주소가 올바르지 않습니다: {url[:100]}") from None
    if record.rule is not None:
        try:
            rule_from_data(record.rule)
        except RuleValidationError as error:
            raise RecordInvalid(
                f"규칙 형식이 올바르지 않습니다: {error.errors()[0]['msg']}"
            ) from None
