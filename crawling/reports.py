"""What is held of each source, in lines for operators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q
from django.utils import timezone

from crawling.models import Source
from policies.coverage import data_coverage
from policies.models import Policy, RuleStatus

_REVIEWED = (RuleStatus.APPROVED, RuleStatus.CORRECTED, RuleStatus.CATALOGUED)


@dataclass(frozen=True)
class Share:
    """Published policies of a source: all of them, those with a rule in force, and those with
    a rule that a person answers for."""

    policies: int
    read: int
    reviewed: int

    @property
    def read_percent(self) -> int:
        return round(100 * self.read / self.policies) if self.policies else 0

    @property
    def reviewed_percent(self) -> int:
        return round(100 * self.reviewed / self.policies) if self.policies else 0


def coverage_text(today: date) -> str:
    """Records, freshness, share with a rule and share reviewed, by source; then by region."""
    coverage = data_coverage(today)
    shares = source_shares()
    runs = {row.pk: row for row in Source.objects.all()}
    lines = [f"{today:%Y-%m-%d} 기준 정책 {coverage.total:,}건, 전국 {coverage.nationwide:,}건"]
    for each in coverage.sources:
        share = shares[each.source]
        line = (
            f"- {each.source}: {each.policies:,}건, 규칙 {share.read_percent}%, "
            f"확인한 규칙 {share.reviewed_percent}%, 자료 {each.newest or '날짜 모름'}"
        )
        row = runs.get(each.source)
        if row is not None and row.last_good_at is not None:
            line += f", 마지막 정상 수집 {timezone.localtime(row.last_good_at):%m-%d %H:%M}"
        if row is not None and row.failures_in_row:
            line += f", 연달아 실패 {row.failures_in_row}번"
        lines.append(line)
    lines.append("지역: " + ", ".join(f"{name} {n:,}" for name, n in coverage.regions.items()))
    return "\n".join(lines)


def source_shares() -> dict[str, Share]:
    """How many policies each source has, and how well they are read."""
    in_force = Q(rules__in_force=True)
    rows = (
        Policy.objects.published()
        .order_by()
        .values_list("source")
        .annotate(
            number=Count("pk", distinct=True),
            read=Count("pk", filter=in_force, distinct=True),
            reviewed=Count("pk", filter=in_force & Q(rules__status__in=_REVIEWED), distinct=True),
        )
    )
    return {source: Share(number, read, reviewed) for source, number, read, reviewed in rows}
