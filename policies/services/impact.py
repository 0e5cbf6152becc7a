"""What a change of a rule does to the saved test people, told before it is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from policies.eligibility.evaluate import evaluate, reasons
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import Rule, rule_from_data
from policies.models import SavedCase
from policies.services.cases import CaseInvalid, case_facts, cases_for
from policies.vocabulary import VERDICT_LABELS

NO_RULE, BROKEN_RULE = "none", "broken"
LABELS = {
    **{verdict.value: label for verdict, label in VERDICT_LABELS.items()},
    NO_RULE: "판정 없음",
    BROKEN_RULE: "규칙 오류",
}


@dataclass(frozen=True)
class CaseImpact:
    """One person: verdicts (`LABELS`) under both rules and the sentences that decide them.

    `expected` is the verdict that was noted for this policy, "" for none.
    """

    case: int
    name: str
    before: str
    after: str
    before_reasons: list[str]
    after_reasons: list[str]
    expected: str = ""

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def off(self) -> bool:
        """Whether the new verdict is not the expected one."""
        return bool(self.expected) and self.after != self.expected


@dataclass(frozen=True)
class Impact:
    """`people` in the order of the cases; `unread`: names of those whose facts are unreadable."""

    people: list[CaseImpact]
    unread: list[str]

    @property
    def total(self) -> int:
        return len(self.people)

    @property
    def changed(self) -> list[CaseImpact]:
        return [each for each in self.people if each.changed]

    @property
    def off(self) -> list[CaseImpact]:
        return [each for each in self.people if each.off]

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """(verdict before, verdict after, people), most first."""
        found = Counter((each.before, each.after) for each in self.changed)
        return [(before, after, count) for (before, after), count in found.most_common()]

    def to_data(self) -> dict[str, Any]:
        """For the audit: how many were tried, who changed, who is off what was expected."""
        return {
            "total": self.total,
            "changed": [asdict(each) for each in self.changed],
            "off": [each.name for each in self.off],
            "unread": self.unread,
        }


def rule_impact(
    *, policy_id: UUID, before: Any, after: Any, cases: Iterable[SavedCase] | None = None
) -> Impact:
    """Verdicts of every saved case under two trees of one policy; None is no rule at all.

    `cases` may hold those of other policies too: they are passed over.
    """
    if cases is None:
        cases = cases_for([policy_id])
    old, new = _Judge(before), _Judge(after)
    people: list[CaseImpact] = []
    unread: list[str] = []
    for case in cases:
        if case.policy_id not in (None, policy_id):
            continue
        try:
            facts = case_facts(case.facts)
        except CaseInvalid:
            unread.append(str(case))
            continue
        was, was_reasons = old.verdict(facts)
        now, now_reasons = new.verdict(facts)
        expected = case.expected.get(str(policy_id), "")
        people.append(CaseImpact(case.pk, str(case), was, now, was_reasons, now_reasons, expected))
    return Impact(people, unread)


class _Judge:
    """Verdicts by one stored tree, which may be missing or malformed."""

    def __init__(self, tree: Any) -> None:
        self.rule: Rule | None = None
        self.instead = NO_RULE
        if tree is not None:
            try:
                self.rule = rule_from_data(tree)
            except ValidationError:
                self.instead = BROKEN_RULE

    def verdict(self, facts: Any) -> tuple[str, list[str]]:
        if self.rule is None:
            return self.instead, []
        decision = evaluate(self.rule, facts, bundled_tables())
        return decision.verdict.value, list(reasons(decision))
