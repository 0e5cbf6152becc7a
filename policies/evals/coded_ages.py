"""Ages the agencies ticked (gov24 JA0110 from, JA0111 to) beside those the parser read.

The codes are noisy: 0..120 stands for "no limit" as well as for "not filled in", and 18 for
"adult" where the text says 19. They are reported, never fitted to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.rule import AgeCriterion, AllOf, AnyOf, AtLeast, Rule
from policies.evals.coverage import Reading
from policies.evals.snapshots import Ages

EXAMPLES = 10
_HIGHEST = 120
_MONTHS = 12
_SAYS_AGE = re.compile(r"(?<![\d.])\d{1,3}\s*세(?![대트])")
_COMPARED = ("exact", "within_one", "differs")


def rule_ages(rule: Rule) -> Ages | None:
    """Ages in full years, from and to (both inclusive, None = open), that a rule asks for.

    Conditions that must all hold narrow each other; of alternatives the widest counts, those
    without an age left aside. None where no age is asked.
    """
    if isinstance(rule, AgeCriterion):
        return _leaf_ages(rule)
    if isinstance(rule, AllOf):
        found = [ages for branch in rule.all_of if (ages := rule_ages(branch))]
        return _joined(found, narrow=True)
    if isinstance(rule, AnyOf | AtLeast):
        branches = rule.any_of if isinstance(rule, AnyOf) else rule.of
        found = [ages for branch in branches if (ages := rule_ages(branch))]
        return _joined(found, narrow=False)
    return None


def _leaf_ages(leaf: AgeCriterion) -> Ages:
    low = leaf.min if leaf.min is not None else None if leaf.above is None else leaf.above + 1
    high = leaf.max if leaf.max is not None else None if leaf.below is None else leaf.below - 1
    size = _MONTHS if leaf.unit is AgeUnit.MONTHS else 1
    return _limits((None if low is None else low // size, None if high is None else high // size))


def _limits(ages: Ages) -> Ages:
    """0 and 120 are no limits."""
    low, high = ages
    return (low or None, None if high is None or high >= _HIGHEST else high)


def _joined(found: Sequence[Ages], *, narrow: bool) -> Ages | None:
    if not found:
        return None
    lows = [0 if low is None else low for low, _ in found]
    highs = [_HIGHEST if high is None else high for _, high in found]
    return _limits((max(lows), min(highs)) if narrow else (min(lows), max(highs)))


def agreement(coded: Ages, read: Ages) -> str:
    """exact, within_one (both ends at most a year apart) or differs."""
    if coded == read:
        return "exact"
    for one, other in zip(coded, read, strict=True):
        if (one is None) != (other is None):
            return "differs"
        if one is not None and other is not None and abs(one - other) > 1:
            return "differs"
    return "within_one"


def age_agreement(readings: Iterable[Reading]) -> dict[str, Any]:
    """Counts over the coded policies whose text states an age in years.

    `no_code`: nothing was ticked; `no_rule_age`: the parser read no age outside
    of exclusions. `exact_share` is of the compared ones.
    """
    counts: Counter[str] = Counter()
    different: list[dict[str, Any]] = []
    for each in readings:
        policy, rule = each.policy, each.parsed.rule
        if policy.coded_age is None or not _SAYS_AGE.search(f"{policy.target}\n{policy.criteria}"):
            continue
        counts["stated"] += 1
        coded = _limits(policy.coded_age)
        read = rule_ages(rule) if rule is not None else None
        if coded == (None, None):
            counts["no_code"] += 1
        elif read is None:
            counts["no_rule_age"] += 1
        else:
            outcome = agreement(coded, read)
            counts[outcome] += 1
            if outcome == "differs":
                quotes = [leaf.quote for leaf in each.leaves if isinstance(leaf, AgeCriterion)]
                different.append(_example(each, coded, read, quotes))
    compared = sum(counts[name] for name in _COMPARED)
    step = max(1, len(different) // EXAMPLES)
    return {
        **{name: counts[name] for name in ("stated", "no_code", "no_rule_age", *_COMPARED)},
        "compared": compared,
        "exact_share": round(counts["exact"] / compared, 4) if compared else 0.0,
        "examples": different[::step][:EXAMPLES],
    }


def _example(each: Reading, coded: Ages, read: Ages, quotes: list[str]) -> dict[str, Any]:
    return {
        "source": each.policy.source,
        "title": each.policy.title,
        "coded": list(coded),
        "read": list(read),
        "quotes": quotes,
    }
