"""Deciding on rules as they are: one by one, many at once, and those that ask the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse

from policies.admin.impact import ImpactView, impact_view
from policies.admin.rule_pages import CHANGE, CHANGELIST, RulePages
from policies.admin.tree import RuleView, rule_view
from policies.eligibility.digest import rule_digest
from policies.models import EligibilityRule
from policies.services.cases import cases_for
from policies.services.impact import rule_impact
from policies.services.rules import (
    ReviewRefused,
    rule_approve,
    rule_reject,
    rule_tokens,
    rules_approve,
)

APPROVE, REJECT, IDENTICAL = "approve", "reject", "identical"
_DONE = {APPROVE: "승인했습니다", REJECT: "반려했습니다"}
_TITLES = {APPROVE: "승인", REJECT: "반려", IDENTICAL: "한꺼번에 승인"}


@dataclass(frozen=True)
class Proposal:
    """A rule on a page that asks for confirmation. `token`: what the page was made from."""

    rule: EligibilityRule
    token: str
    impact: ImpactView | None


@dataclass(frozen=True)
class Alike:
    """Rules that ask the same, with their common tree."""

    view: RuleView
    proposals: list[Proposal]


class ReviewViews(RulePages):
    def rule_urls(self) -> list[URLPattern]:
        return [
            self.rule_path("review", self.review_view),
            self.rule_path(IDENTICAL, self.identical_view),
            *super().rule_urls(),
        ]

    def review_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Approve or reject one rule."""
        rule = self.rule_decided(request, object_id)
        decision = request.POST.get("decision", "")
        if request.method != "POST" or decision not in _DONE:
            raise PermissionDenied
        self._decide(request, [rule], decision, {rule.pk: request.POST.get("token", "")})
        return redirect(CHANGE, object_id)

    def identical_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The rule with all that wait and ask the same, to be approved together."""
        rule = self.rule_decided(request, object_id)
        rules = [rule, *self.get_queryset(request).filter(pk__in=alike_waiting(rule))]
        return self._confirm(request, rules, IDENTICAL)

    @admin.action(description="승인", permissions=["change"])
    def approve_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule]
    ) -> HttpResponse | None:
        return self._selected(request, queryset, APPROVE)

    @admin.action(description="같은 조건의 규칙 한꺼번에 승인", permissions=["change"])
    def identical_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule]
    ) -> HttpResponse | None:
        return self._selected(request, queryset, IDENTICAL)

    @admin.action(description="반려", permissions=["change"])
    def reject_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule]
    ) -> HttpResponse | None:
        return self._selected(request, queryset, REJECT)

    def _selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule], decision: str
    ) -> HttpResponse | None:
        """Asks for the reason first; decides when the page comes back."""
        rules = list(queryset)
        if "confirmed" not in request.POST:
            return self._confirm(request, rules, decision)
        tokens = {rule.pk: request.POST.get(f"token-{rule.pk}", "") for rule in rules}
        if decision == IDENTICAL:
            return self._approve_alike(request, rules, tokens)
        self._decide(request, rules, decision, tokens)
        return None

    def _confirm(
        self, request: HttpRequest, rules: list[EligibilityRule], decision: str
    ) -> HttpResponse:
        proposals = _proposals(rules, decision)
        context = self.framed(
            request,
            f"규칙 {len(rules)}개 {_TITLES[decision]}",
            groups=_alike(proposals) if decision == IDENTICAL else [],
            proposals=proposals,
            action=f"{decision}_selected",
            button=_TITLES[decision],
            needs_reason=decision != APPROVE,
            reason=request.POST.get("reason", ""),
            changelist=reverse(CHANGELIST),
        )
        return TemplateResponse(
            request, "admin/policies/eligibilityrule/review_selected.html", context
        )

    def _decide(
        self,
        request: HttpRequest,
        rules: Iterable[EligibilityRule],
        decision: str,
        tokens: dict[int, str],
    ) -> None:
        """One decision for each rule, logged; what was refused is said."""
        reason = request.POST.get("reason", "")
        service = rule_approve if decision == APPROVE else rule_reject
        done = 0
        for rule in rules:
            decide = partial(service, rule=rule, user=self.caseworker(request), reason=reason)
            try:
                decided = decide(token=tokens[rule.pk])
            except ReviewRefused as error:
                self.message_user(request, f"{rule.policy.name}: {error}", messages.ERROR)
                continue
            self.log_decision(request, decided, f"규칙을 {_DONE[decision]}.", reason)
            done += 1
        if done:
            self.message_user(request, f"규칙 {done}개를 {_DONE[decision]}.", messages.SUCCESS)

    def _approve_alike(
        self, request: HttpRequest, rules: list[EligibilityRule], tokens: dict[int, str]
    ) -> HttpResponse | None:
        """Each group of rules that ask the same, all or none of it; a refusal shows the page
        again with the reason kept."""
        reason = request.POST.get("reason", "")
        left: list[EligibilityRule] = []
        for group in _by_digest(rules).values():
            try:
                done = rules_approve(
                    rules=group, user=self.caseworker(request), reason=reason, tokens=tokens
                )
            except ReviewRefused as error:
                self.message_user(request, str(error), messages.ERROR)
                left += group
                continue
            for rule in done:
                self.log_decision(request, rule, "규칙을 한꺼번에 승인했습니다.", reason)
            said = f"같은 조건의 규칙 {len(done)}개를 승인했습니다."
            self.message_user(request, said, messages.SUCCESS)
        return self._confirm(request, left, IDENTICAL) if left else None

    def log_decision(
        self, request: HttpRequest, rule: EligibilityRule, done: str, reason: str
    ) -> None:
        said = f" 사유: {reason.strip()}" if reason.strip() else ""
        self.log_change(request, rule, f"{done}{said}")


def alike_waiting(rule: EligibilityRule) -> QuerySet[EligibilityRule, int]:
    """Ids of the other rules that wait for a caseworker and ask the same."""
    waiting = EligibilityRule.objects.pending().exclude(policy_id=rule.policy_id)
    digest = rule.digest or rule_digest(rule.tree)
    return waiting.filter(digest=digest).values_list("pk", flat=True)


def rule_change_impact(rule: EligibilityRule) -> ImpactView | None:
    """What approving the rule would do."""
    return _proposals([rule], APPROVE)[0].impact


def _proposals(rules: list[EligibilityRule], decision: str) -> list[Proposal]:
    """Each rule with the impact of the decision, in a fixed number of queries."""
    policies = {rule.policy_id for rule in rules}
    cases = cases_for(policies)
    current = EligibilityRule.objects.filter(policy_id__in=policies, in_force=True)
    before = dict(current.values_list("policy_id", "tree"))
    tokens = rule_tokens([rule.pk for rule in rules])
    proposals = []
    for rule in rules:
        after: Any = rule.tree
        if decision == REJECT:
            after = None if rule.in_force else before.get(rule.policy_id)
        impact = rule_impact(
            policy_id=rule.policy_id, before=before.get(rule.policy_id), after=after, cases=cases
        )
        proposals.append(Proposal(rule, tokens[rule.pk], impact_view(impact.to_data())))
    return proposals


def _by_digest(rules: Iterable[EligibilityRule]) -> dict[str, list[EligibilityRule]]:
    groups: dict[str, list[EligibilityRule]] = {}
    for rule in rules:
        groups.setdefault(rule_digest(rule.tree), []).append(rule)
    return groups


def _alike(proposals: list[Proposal]) -> list[Alike]:
    """Groups of rules that ask the same, the largest first."""
    by_pk = {each.rule.pk: each for each in proposals}
    groups = _by_digest(each.rule for each in proposals).values()
    return [
        Alike(
            rule_view(rules[0].tree, rules[0].version.sections),
            [by_pk[rule.pk] for rule in rules],
        )
        for rules in sorted(groups, key=len, reverse=True)
    ]
