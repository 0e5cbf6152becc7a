"""What data is held: how many policies by source, region and theme, and of which day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q

from policies.cache import cached
from policies.freshness import Freshness, freshness
from policies.models import Policy
from policies.same import sources_seen
from policies.screening.rules import JUDGED_BY
from policies.selectors import PolicyFilter, policies_matching


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


@dataclass(frozen=True)
class Meter:
    """How many policies are in force, those of several sources once. `local`: of a province and
    its districts, without the nation's, 0 where no province is asked for. `newest`: the last
    day on which any was collected; `stale`: a source is older than it promises to be."""

    nationwide: int
    local: int
    newest: date | None
    stale: bool


def coverage_meter(sido: str, today: date) -> Meter:
    """The meter for a province ("" for none), out of the shared cache while no data changed."""
    kept, _ = cached("coverage", [today.isoformat(), sido], None, lambda: _metered(sido, today))
    newest = date.fromisoformat(kept["newest"]) if kept["newest"] else None
    return Meter(kept["nationwide"], kept["local"], newest, kept["stale"])


def _metered(sido: str, today: date) -> dict[str, Any]:
    open_now = policies_matching(PolicyFilter(sido=sido)).once_each()
    counts = open_now.aggregate(
        nation=Count("pk", filter=Q(nationwide=True)),
        local=Count("pk", filter=Q(nationwide=False)),
    )
    sources = source_coverage(today)
    newest = max((each.newest for each in sources if each.newest), default=None)
    return {
        "nationwide": counts["nation"],
        "local": counts["local"] if sido else 0,
        "newest": newest.isoformat() if newest else "",
        "stale": any(each.freshness.stale for each in sources),
    }


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
