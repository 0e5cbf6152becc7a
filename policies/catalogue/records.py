"""Catalogue entry → PolicyRecord."""

from __future__ import annotations

from typing import Any

from policies.catalogue.schema import CatalogueEntry
from policies.eligibility.rule import rule_to_data
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import Section

SOURCE = "catalogue"


def entry_record(entry: CatalogueEntry) -> PolicyRecord:
    """Record of an entry; a local entry's rule binds its region first."""
    regions = [RecordRegion(entry.region.sido, entry.region.sigungu)] if entry.region else []
    newest = max(entry.sources, key=lambda source: source.checked)
    sections = {section: entry.section_text(section) for section in Section}
    bound = _bound_rule(entry)
    return PolicyRecord(
        source=SOURCE,
        external_id=entry.id,
        name=entry.name,
        agency=entry.agency,
        sections={section: text for section, text in sections.items() if text.strip()},
        aliases=entry.aliases,
        keywords=entry.keywords,
        regions=regions,
        life_stages=[str(item) for item in entry.life_stages],
        target_groups=[str(item) for item in entry.target_groups],
        themes=[str(item) for item in entry.themes],
        contacts=[RecordContact(item.name, item.phone) for item in entry.contact],
        legal_basis=entry.legal_basis,
        status=entry.status,
        year=entry.year,
        period_kind=entry.period.kind,
        period_text=entry.period.text,
        period_start=entry.period.start,
        period_end=entry.period.end,
        apply_url=str(entry.apply_url or ""),
        detail_url=str(entry.detail_url or newest.url),
        source_title=newest.title,
        collected_on=newest.checked,
        related=entry.related,
        exclusive_with=entry.exclusive_with,
        rule=bound,
        rule_note=entry.rule_note,
        # Without any rule, that is what the entry says for certain.
        rule_certain=entry.rule is not None or bound is None,
        raw={"sources": [source.model_dump(mode="json") for source in entry.sources]},
    )


def _bound_rule(entry: CatalogueEntry) -> dict[str, Any] | None:
    """The entry's rule with the region of a local agency as its first criterion.

    A local entry without a rule of its own still binds its region; the rest stays unclear.
    """
    own = rule_to_data(entry.rule) if entry.rule is not None else None
    if entry.region is None:
        return own
    region = {"criterion": "region", "sido": entry.region.sido, "section": "summary"}
    if entry.region.sigungu:
        region["sigungu"] = entry.region.sigungu
    if own is None:
        unclear = {"criterion": "other", "key": "세부조건", "unclear": True}
        return {"all_of": [region, unclear]}
    branches = own["all_of"] if set(own) == {"all_of"} else [own]
    return {"all_of": [region, *branches]}
