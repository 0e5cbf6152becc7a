"""How much of the published texts the parser understands, gold cases or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, parse_policy
from policies.eligibility.rule import CriterionBase, OtherCriterion, rule_leaves
from policies.evals.snapshots import SnapshotPolicy
from policies.evals.timing import summary, timed

Progress = Callable[[str, int, int], None]
ALL = "all"
_PHRASES = 30
_PHRASE_LENGTH = 120


@dataclass(frozen=True)
class Reading:
    """A policy, what the parser made of it, and the milliseconds that took."""

    policy: SnapshotPolicy
    parsed: ParsedRule
    milliseconds: float

    @property
    def leaves(self) -> list[CriterionBase]:
        """Criteria read from the text. The region of the agency has no quote: it is bound by
        who publishes, not by words."""
        rule = self.parsed.rule
        return [leaf for leaf in rule_leaves(rule) if leaf.quote] if rule is not None else []

    @property
    def typed(self) -> list[CriterionBase]:
        """Criteria that a fact key expresses."""
        return [leaf for leaf in self.leaves if not _is_free(leaf)]

    @property
    def free(self) -> list[CriterionBase]:
        """Criteria kept in the words of the text, or not clear enough to decide."""
        return [leaf for leaf in self.leaves if _is_free(leaf)]


def _is_free(leaf: CriterionBase) -> bool:
    return leaf.unclear or isinstance(leaf, OtherCriterion)


def read_policies(
    snapshots: Mapping[str, Sequence[SnapshotPolicy]], progress: Progress
) -> dict[str, list[Reading]]:
    """Every policy for persons that has a text, parsed, by snapshot."""
    readings: dict[str, list[Reading]] = {}
    for name, policies in snapshots.items():
        meant = [each for each in policies if each.for_persons and (each.target or each.criteria)]
        readings[name] = []
        for number, policy in enumerate(meant, start=1):
            readings[name].append(_read(policy))
            progress(name, number, len(meant))
    return readings


def _read(policy: SnapshotPolicy) -> Reading:
    text = PolicyText(policy.title, policy.agency, policy.target, policy.criteria, policy.year)
    parsed: list[ParsedRule] = []
    milliseconds = timed(lambda: parsed.append(parse_policy(text)))
    return Reading(policy, parsed[0], milliseconds)


def coverage(readings: Mapping[str, Sequence[Reading]]) -> dict[str, dict[str, Any]]:
    """Figures by snapshot, and of all of them together under "all"."""
    together = [each for found in readings.values() for each in found]
    return {name: _figures(found) for name, found in [*readings.items(), (ALL, together)]}


def _figures(readings: Sequence[Reading]) -> dict[str, Any]:
    """Counts and shares of one set of policies.

    `criteria_read`: typed criteria among typed, free and unread ones. `spans_read`: the same
    over distinct stretches of text, as one stretch may state several criteria.
    """
    typed = sum(len(each.typed) for each in readings)
    free = sum(len(each.free) for each in readings)
    unparsed = sum(len(each.parsed.unparsed) for each in readings)
    spans = sum(_stretches(each.typed) for each in readings)
    free_spans = sum(_stretches(each.free) for each in readings)
    whole = [each for each in readings if each.leaves and not each.parsed.unparsed]
    return {
        "policies": len(readings),
        "with_rule": sum(bool(each.leaves) for each in readings),
        "nothing_unread": _share(len(whole), len(readings)),
        "fully_read": _share(sum(not each.free for each in whole), len(readings)),
        "typed": typed,
        "free": free,
        "unparsed": unparsed,
        "criteria_read": _share(typed, typed + free + unparsed),
        "spans_read": _share(spans, spans + free_spans + unparsed),
        "time": summary([each.milliseconds for each in readings]) if readings else None,
        "unread_phrases": _frequent(
            {span.text for span in each.parsed.unparsed} for each in readings
        ),
        "free_phrases": _frequent({leaf.quote for leaf in each.free} for each in readings),
    }


def _stretches(leaves: Iterable[CriterionBase]) -> int:
    return len({(leaf.section, leaf.quote) for leaf in leaves})


def _share(count: int, total: int) -> float:
    return round(count / total, 4) if total else 0.0


def _frequent(phrases: Iterable[set[str]]) -> list[dict[str, Any]]:
    """Phrases by the number of policies they stand in, spaces made one."""
    counts: Counter[str] = Counter()
    for found in phrases:
        counts.update({" ".join(text.split())[:_PHRASE_LENGTH] for text in found})
    return [{"text": text, "policies": count} for text, count in counts.most_common(_PHRASES)]
