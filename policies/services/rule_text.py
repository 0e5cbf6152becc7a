"""A rule out of the text of a policy, stored or not yet: nothing here asks the database."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from policies.eligibility.parsing.found import PolicyText, Region
from policies.eligibility.parsing.parse import Span, parse_policy
from policies.eligibility.parsing.places import gazetteer, regions_near_agency, regions_of_agency
from policies.eligibility.rule import rule_from_data, rule_to_data
from policies.errors import ReadingFailed
from policies.vocabulary import Section

logger = logging.getLogger(__name__)
_NOTE = "원문을 자동으로 읽은 규칙입니다."


@dataclass(frozen=True)
class RuleText:
    """What a rule is read from. `label` names the policy in the log; `agency` is its name as
    stored, `regions` those of the policy (none: the nation)."""

    label: str
    name: str
    agency: str
    sections: Mapping[str, str]
    regions: Iterable[Region]
    year: int | None
    collected_on: date | None


@dataclass(frozen=True)
class ReadRule:
    """What a text gives. `tree` None: it states no condition. `unparsed`: [{"section",
    "start", "end", "text"}] as stored with a rule; `confidence` 0 to 1."""

    tree: dict[str, Any] | None
    unparsed: list[dict[str, Any]] = field(default_factory=list)
    confidence: float | None = None
    note: str = ""


def text_read(text: RuleText) -> ReadRule:
    """Rule of the 지원대상 and 선정기준 of `text`.

    Quotes and spans are exact stretches of the sections. Raises ReadingFailed.
    """
    target = text.sections.get(Section.TARGET, "")
    criteria = text.sections.get(Section.CRITERIA, "")
    if not f"{target}{criteria}".strip():
        return ReadRule(None)
    year = text.year or (text.collected_on.year if text.collected_on else None)
    # In one order, so that the same text gives the same tree whenever it is read.
    own = tuple(sorted(set(text.regions), key=lambda each: (each.sido, each.sigungu or "")))
    regions = bound_regions(own, text.agency)
    try:
        parsed = parse_policy(PolicyText(text.name, text.agency, target, criteria, year, regions))
        tree = rule_to_data(parsed.rule) if parsed.rule is not None else None
        if tree is not None:
            rule_from_data(tree)
    except Exception as error:
        # Whatever a text does to the parser, the policy itself must not be lost by it.
        raise ReadingFailed(f"{type(error).__name__}: {error}") from error
    if tree is None:
        return ReadRule(None)
    _drop_lost_quotes(tree, text)
    unparsed = [_span_data(span) for span in parsed.unparsed if _stands(span, text)]
    return ReadRule(tree, unparsed, parsed.confidence, _NOTE)


def bound_regions(own: tuple[Region, ...], agency: str) -> tuple[Region, ...]:
    """Regions whose residents a policy is for: its own; empty leaves it to the agency's name.

    A corporation's region only says where it stands, so there the text decides. Where the
    agency's name means the same places it is taken: it covers 시군구 that were divided since,
    and one 시도 reads better than the list of its parts.
    """
    named = regions_of_agency(agency)
    if not named:
        return () if regions_near_agency(agency) else own
    divided = all(region.sigungu for region in named) and set(own) <= set(named)
    parts = {part for region in named for part in _parts(region)}
    return named if own and (divided or parts <= set(own)) else own


def _parts(region: Region) -> set[Region]:
    """The 시군구 of a whole 시도; else the region itself."""
    if region.sigungu:
        return {region}
    return {part for parts in gazetteer().parts[region.sido].values() for part in parts}


def _drop_lost_quotes(node: Any, text: RuleText) -> None:
    """A quote that does not stand in its section would be no evidence."""
    if isinstance(node, list):
        for each in node:
            _drop_lost_quotes(each, text)
    elif isinstance(node, dict) and "criterion" not in node:
        for each in node.values():
            _drop_lost_quotes(each, text)
    elif isinstance(node, dict) and node.get("quote"):
        section = node.get("section", Section.TARGET)
        if node["quote"] not in text.sections.get(section, ""):
            logger.error("policy %s: quote not in %s: %r", text.label, section, node)
            del node["quote"]


def _stands(span: Span, text: RuleText) -> bool:
    """Whether an unread stretch is where it says it is."""
    found = text.sections.get(span.section, "")[span.start : span.end]
    if found != span.text:
        logger.error("policy %s: span not in %s: %r", text.label, span.section, span)
    return bool(found) and found == span.text


def _span_data(span: Span) -> dict[str, Any]:
    return {
        "section": span.section.value,
        "start": span.start,
        "end": span.end,
        "text": span.text,
    }
