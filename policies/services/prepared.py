"""What takes long to find out of a record: its words and its rule. Nothing here asks the
database, so it is done before anything is locked, and may be kept with the record until then."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from policies.errors import ReadingFailed
from policies.models import PolicyAttachment
from policies.records import PolicyRecord
from policies.services.contents import sections_of
from policies.services.index import Words, words_of
from policies.services.rule_text import ReadRule, RuleText, text_read
from policies.services.taxonomy import agency_name

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Prepared:
    """`reading` None: the text of the record is not asked for a rule."""

    words: Words
    reading: ReadRule | None


def record_prepare(*, record: PolicyRecord, files: Sequence[PolicyAttachment]) -> Prepared:
    """`files`: what `attachments_read` gave for the attachments of `record`."""
    words = words_of(
        name=record.name,
        everyday=[*record.aliases, *record.keywords],
        sections=sections_of(record),
        files=files,
    )
    # Who wrote the record may have decided that no rule can say it.
    asked = record.rule is None and record.for_persons and not record.rule_certain
    return Prepared(words, _reading(record) if asked else None)


def prepared_to_data(prepared: Prepared) -> dict[str, Any]:
    """JSON for `prepared_from_data`."""
    words = {"counts": dict(prepared.words.counts), "of_files": list(prepared.words.of_files)}
    return {"words": words, "reading": prepared.reading and asdict(prepared.reading)}


def prepared_from_data(data: dict[str, Any]) -> Prepared:
    reading = data["reading"]
    return Prepared(Words(**data["words"]), ReadRule(**reading) if reading else None)


def _reading(record: PolicyRecord) -> ReadRule:
    """An unreadable text must not keep the policy itself away."""
    label = f"{record.source} {record.external_id}"
    text = RuleText(
        label=label,
        name=record.name,
        agency=agency_name(record.agency),
        sections=sections_of(record),
        regions=record.regions,
        year=record.year,
        collected_on=record.collected_on,
    )
    try:
        return text_read(text)
    except ReadingFailed:
        logger.exception("policy %s: no rule read", label)
        return ReadRule(None)
