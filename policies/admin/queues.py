"""What waits for a caseworker: a filter of the rule list, and links with counts above it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from policies.models import EligibilityRule
from policies.rule_querysets import RuleQuerySet

PARAMETER = "queue"
ASKED = "asked"


@dataclass(frozen=True)
class Queue:
    label: str
    help: str
    rules: Callable[[RuleQuerySet], RuleQuerySet]


QUEUES = {
    "new": Queue("새 자동 분석", "아직 아무도 확인하지 않은 규칙", RuleQuerySet.pending),
    "changed": Queue(
        "원문이 바뀜", "확인한 뒤에 원문이 바뀐 규칙. 그대로 적용 중입니다.", RuleQuerySet.outdated
    ),
    "unsure": Queue("확신 낮음", "확신도가 낮거나 읽지 못한 문장이 있는 규칙", RuleQuerySet.unsure),
    ASKED: Queue("많이 물은 정책", "확인이 필요한 규칙을 많이 물은 순서로", RuleQuerySet.asked),
}


@dataclass(frozen=True)
class QueueLink:
    label: str
    help: str
    count: int
    url: str
    active: bool


class QueueFilter(admin.SimpleListFilter):
    title = "할 일"
    parameter_name = PARAMETER

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, queue.label) for key, queue in QUEUES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        queue = QUEUES.get(self.value() or "")
        if queue is None:
            return queryset
        chosen = queue.rules(EligibilityRule.objects.all())
        return queryset.filter(pk__in=chosen.values("pk"))


def queue_links(request: HttpRequest) -> list[QueueLink]:
    """Every queue with how many rules wait in it, in one query."""
    rules = EligibilityRule.objects.all()
    counts = rules.aggregate(
        **{
            key: Count("pk", filter=Q(pk__in=queue.rules(rules).values("pk")))
            for key, queue in QUEUES.items()
        }
    )
    base = reverse("admin:policies_eligibilityrule_changelist")
    return [
        QueueLink(
            queue.label,
            queue.help,
            counts[key],
            f"{base}?{PARAMETER}={key}",
            request.GET.get(PARAMETER) == key,
        )
        for key, queue in QUEUES.items()
    ]
