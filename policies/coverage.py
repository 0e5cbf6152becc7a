"""What data is held: how many policies by source, region and theme, and of which day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from policies.freshness import Freshness, freshness
from policies.models import Policy
from policies.same import sources_seen
from policies.screening.rules import JUDGED_BY


@dataclass(frozen=True)
class SourceCoverage:
    """Published policies of one source. `newest`: the last day on which any was collected."""

    source: str
    policies: int
    newest: date | None
    freshness: Freshness


@dataclass(frozen=True)
class Coverage:
    """Counts of published policies; one in several regions or themes counts in each."""

    total: int
    with_rule: int
    nationwide: int
    sources: tuple[SourceCoverage, ...]
    regions: Mapping[str, int]
    themes: Mapping[str, int]


def data_coverage(today: date) -> Coverage:
    """Coverage of what people may see, in a fixed number of queries."""
    published = Policy.objects.published().order_by()
    rule = Q(rules__in_force=True, rules__status__in=JUDGED_BY)
    totals = published.aggregate(
        total=Count("pk", distinct=True),
        with_rule=Count("pk", filter=rule, distinct=True),
        nationwide=Count("pk", filter=Q(nationwide=True), distinct=True),
    )
    return Coverage(
        sources=tuple(source_coverage(today)),
        regions=_counted("regions__sido", Q(nationwide=False)),
        themes=_counted("themes__name", Q()),
        **totals,
    )


def source_coverage(today: date) -> list[SourceCoverage]:
    """Each source with its newest day, the largest first."""
    seen = sources_seen()
    rows = Policy.objects.published().order_by().values_list("source").annotate(Count("pk"))
    found = [
        SourceCoverage(
            source,
            count,
            seen.get(source),
            freshness(source, collected_on=seen.get(source), today=today),
        )
        for source, count in rows
    ]
    return sorted(found, key=lambda each: (-each.policies, each.source))


def _counted(field: str, which: Q) -> dict[str, int]:
    rows = (
        Policy.objects.published()
        .filter(which, **{f"{field}__isnull": False})
        .order_by()
        .values_list(field)
        .annotate(number=Count("pk", distinct=True))
    )
    return dict(sorted(rows, key=lambda row: (-row[1], row[0])))
