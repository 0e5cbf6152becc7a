"""Querysets of rules: what waits for a caseworker, and why. Audit rows that stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q

if TYPE_CHECKING:
    from policies.models.rule import EligibilityRule, RuleRevision  # noqa: F401 - in strings

DRAFT, CATALOGUED = "draft", "catalogued"
# Confidence of the parser below which a rule is looked at first.
LOW_CONFIDENCE = 0.7


class AuditKept(RuntimeError):
    """The audit was about to be rewritten."""


class RuleQuerySet(models.QuerySet["EligibilityRule"]):
    def reviewed(self) -> RuleQuerySet:
        """Rules a caseworker decided on."""
        return self.filter(reviewed_at__isnull=False)

    def outdated(self) -> RuleQuerySet:
        """Reviewed rules in force whose source has changed since."""
        return self.reviewed().filter(in_force=True).exclude(version=F("policy__current_version"))

    def with_outdated(self) -> RuleQuerySet:
        """Each rule with `outdated`: whether it is one of `outdated()`, for lists of values."""
        held = Q(in_force=True, reviewed_at__isnull=False)
        changed = held & ~Q(version=F("policy__current_version"))
        return self.annotate(outdated=ExpressionWrapper(changed, BooleanField()))

    def pending(self) -> RuleQuerySet:
        """Rules nobody decided on: drafts in force, and what was read from a changed source and
        stands beside a reviewed rule until a caseworker decides again."""
        others = self.model._default_manager.filter(policy=OuterRef("policy"))
        newer = others.filter(pk__gt=OuterRef("pk"))
        decided = others.filter(in_force=True, reviewed_at__gt=OuterRef("created_at"))
        beside = Q(
            in_force=False,
            status__in=[DRAFT, CATALOGUED],
            version=F("policy__current_version"),
        )
        waiting = Q(in_force=True, status=DRAFT) | (beside & ~Exists(newer) & ~Exists(decided))
        return self.filter(waiting, reviewed_at__isnull=True)

    def unsure(self) -> RuleQuerySet:
        """Rules that wait and were read with little confidence or not to the end."""
        low = getattr(settings, "RULE_LOW_CONFIDENCE", LOW_CONFIDENCE)
        return self.pending().filter(Q(confidence__lt=low) | ~Q(unparsed=[]))

    def asked(self) -> RuleQuerySet:
        """Rules that wait for a caseworker, of policies that conversations showed."""
        waiting = Q(pk__in=self.pending().values("pk")) | Q(pk__in=self.outdated().values("pk"))
        return self.filter(waiting, policy__asked_count__gt=0)


class RevisionQuerySet(models.QuerySet["RuleRevision"]):
    """Rows are added and read; deleting a policy takes its rows along, nothing else does."""

    def update(self, **values: object) -> NoReturn:
        raise AuditKept("규칙 이력은 고칠 수 없습니다.")

    def delete(self) -> NoReturn:
        raise AuditKept("규칙 이력은 지울 수 없습니다.")
