"""A rule beside its counterpart: the one in force, and what was read from a changed source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from policies.admin.tree import RuleView, rule_view
from policies.models import EligibilityRule, PolicyVersion
from policies.version_diff import SectionDiff, version_diff


@dataclass(frozen=True)
class Side:
    """One of two rules; `here` is the one whose page is shown."""

    title: str
    rule: EligibilityRule
    view: RuleView
    here: bool


@dataclass(frozen=True)
class Comparison:
    """`sides`: the rule in force first; just one where nothing new was read. `diffs`: what the
    source of the first had and has no more, or has now."""

    sides: list[Side]
    old: PolicyVersion
    new: PolicyVersion
    diffs: list[SectionDiff]


def comparison(rule: EligibilityRule) -> Comparison | None:
    """None for a rule in force whose source did not change, and where no rule is in force."""
    rules = EligibilityRule.objects.filter(policy_id=rule.policy_id).select_related(
        "version", "policy"
    )
    present = rule.policy.current_version
    if present is None:
        return None
    if rule.in_force:
        if rule.version_id == present.pk:
            return None
        beside = rules.pending().filter(in_force=False).first()
        pair = [rule, beside] if beside is not None else [rule]
    else:
        current = rules.filter(in_force=True).first()
        if current is None:
            return None
        pair = [current, rule]
    old, new = pair[0].version, pair[-1].version if len(pair) > 1 else present
    diffs = version_diff(old, new) if old.pk != new.pk else []
    return Comparison(_sides(pair, rule), old, new, diffs)


def _sides(pair: list[EligibilityRule], here: EligibilityRule) -> list[Side]:
    trees: list[Any] = [each.tree for each in pair]
    sides = []
    for index, each in enumerate(pair):
        against = trees[1 - index] if len(pair) > 1 else None
        view = rule_view(each.tree, each.version.sections, against=against)
        name = "적용 중인 규칙" if each.in_force else str(each.get_status_display())
        title = f"{name} · 버전 {each.version.number}"
        sides.append(Side(title, each, view, each.pk == here.pk))
    return sides
