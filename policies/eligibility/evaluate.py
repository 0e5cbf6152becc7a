"""Rule + facts + reference tables → Decision.

The tree is first brought to one form: every group becomes a gate "at least k of these", and
exclusions are pushed down to the leaves (none_of = all of the negated branches). A branch
whose state equals its gate's state is *decisive*; the rest cannot change the verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from policies.eligibility.contexts import rule_context
from policies.eligibility.criteria.base import Context, Finding
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.judge import examine, outcome, polarised, turning_days
from policies.eligibility.kleene import at_least
from policies.eligibility.outcome import CriterionOutcome, Decision, ReferenceUse, State
from policies.eligibility.questions import question_for
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.rule import AllOf, AnyOf, AtLeast, CriterionBase, NoneOf, Rule
from policies.vocabulary import Verdict

_Group = AllOf | AnyOf | NoneOf | AtLeast
_VERDICTS = {
    State.MET: Verdict.LIKELY,
    State.NOT_MET: Verdict.UNLIKELY,
    State.UNKNOWN: Verdict.NEEDS_MORE_INFO,
}


@dataclass(frozen=True)
class _Leaf:
    """A criterion by its place in the text; `exclusion`: it stands under an odd none_of."""

    index: int
    criterion: CriterionBase
    exclusion: bool


@dataclass(frozen=True)
class _Gate:
    """At least `needed` of the branches must hold."""

    needed: int
    branches: tuple[_Gate | _Leaf, ...]


def _parts(group: _Group) -> tuple[list[Rule], int]:
    """Branches of a group and how many of them must hold; none_of as the any_of inside it."""
    if isinstance(group, AllOf):
        return group.all_of, len(group.all_of)
    if isinstance(group, AnyOf):
        return group.any_of, 1
    if isinstance(group, NoneOf):
        return group.none_of, 1
    return group.of, group.at_least


def _gate(rule: Rule, negated: bool, leaves: list[_Leaf]) -> _Gate | _Leaf:
    """The rule in gate form; its leaves are appended in the order of the text.

    De Morgan: "at least k of n" negated is "at least n - k + 1 of the negated".
    """
    if isinstance(rule, CriterionBase):
        leaf = _Leaf(len(leaves), rule, negated)
        leaves.append(leaf)
        return leaf
    if isinstance(rule, NoneOf):
        negated = not negated
    branches, needed = _parts(rule)
    gates = tuple(_gate(branch, negated, leaves) for branch in branches)
    return _Gate(len(gates) - needed + 1 if negated else needed, gates)


def _state(node: _Gate | _Leaf, states: Sequence[State]) -> State:
    if isinstance(node, _Leaf):
        return states[node.index]
    return at_least(node.needed, (_state(branch, states) for branch in node.branches))


def _decisive(node: _Gate | _Leaf, states: Sequence[State]) -> Iterable[int]:
    """Places of the leaves that carry the node's state."""
    if isinstance(node, _Leaf):
        yield node.index
        return
    own = _state(node, states)
    for branch in node.branches:
        if _state(branch, states) is own:
            yield from _decisive(branch, states)


def _flip_on(
    root: _Gate | _Leaf,
    leaves: Sequence[_Leaf],
    findings: Sequence[Finding],
    context: Context,
) -> date | None:
    """First later day on which the whole verdict changes with nothing but time passing.

    Only criteria that turn on some day are judged again; the others stand as they are.
    """
    states = [polarised(f.state, leaf.exclusion) for f, leaf in zip(findings, leaves, strict=True)]
    current = _state(root, states)
    turning = {
        leaf.index: days
        for leaf, finding in zip(leaves, findings, strict=True)
        if (days := turning_days(leaf.criterion, finding, context.on))
    }
    for day in sorted({day for days in turning.values() for day in days}):
        later = replace(context, on=day)
        for index in turning:
            found = examine(leaves[index].criterion, later).state
            states[index] = polarised(found, leaves[index].exclusion)
        if _state(root, states) is not current:
            return day
    return None


def _settling(root: _Gate | _Leaf, states: Sequence[State], places: Collection[int]) -> int:
    """How many of the two answers (all met, none met) at these leaves settle the verdict."""
    count = 0
    for answer in (State.MET, State.NOT_MET):
        assumed = [answer if i in places else state for i, state in enumerate(states)]
        count += _state(root, assumed) is not State.UNKNOWN
    return count


def _missing(
    root: _Gate | _Leaf, states: Sequence[State], outcomes: Sequence[CriterionOutcome]
) -> list[str]:
    """Keys of the decisive leaves: those that settle alone first, then the more frequent."""
    places: dict[str, list[int]] = {}
    alone: dict[str, list[int]] = {}
    for index, each in enumerate(outcomes):
        for key in each.missing if each.decisive else ():
            places.setdefault(key, []).append(index)
            if len(each.missing) == 1:
                alone.setdefault(key, []).append(index)
    rank = {
        key: (-_settling(root, states, alone.get(key, ())), -len(where), where[0])
        for key, where in places.items()
    }
    return sorted(places, key=lambda key: rank[key])


def _references(outcomes: Iterable[CriterionOutcome]) -> list[ReferenceUse]:
    used = (each.reference for each in outcomes if each.reference is not None)
    return list(dict.fromkeys(used))


def evaluate(rule: Rule, facts: ApplicantFacts, tables: ReferenceTables) -> Decision:
    """Verdict of one policy for one person on `facts.as_of`. Pure: no clock, no database."""
    leaves: list[_Leaf] = []
    root = _gate(rule, False, leaves)
    context = rule_context(((each.criterion, each.exclusion) for each in leaves), facts, tables)
    findings = [examine(leaf.criterion, context) for leaf in leaves]
    states = [polarised(f.state, leaf.exclusion) for f, leaf in zip(findings, leaves, strict=True)]
    state = _state(root, states)
    decisive = set(_decisive(root, states))
    outcomes = [
        outcome(
            leaf.criterion,
            finding,
            context,
            exclusion=leaf.exclusion,
            decisive=leaf.index in decisive,
        )
        for leaf, finding in zip(leaves, findings, strict=True)
    ]
    return Decision(
        verdict=_VERDICTS[state],
        outcomes=outcomes,
        missing=_missing(root, states, outcomes) if state is State.UNKNOWN else [],
        flip_on=_flip_on(root, leaves, findings, context),
        references=_references(outcomes),
    )


def reasons(decision: Decision) -> list[str]:
    """Sentences that carry the verdict: failed criteria of an unlikely one (those with a
    measured distance first), met ones of a likely one, open ones otherwise (facts to ask
    before clauses for the caseworker)."""
    carrying = [each for each in decision.outcomes if each.decisive]
    carrying.sort(key=lambda each: (not each.missing, not each.distance))
    return list(dict.fromkeys(each.sentence for each in carrying))


def next_best_question(
    decisions: Iterable[Decision], *, declined: Collection[str] = ()
) -> tuple[str, str, int] | None:
    """(fact key, question, number of open verdicts it bears on), or None when nothing helps.

    A fact counts 1/n in a verdict with n missing facts, so one that settles a verdict by
    itself outweighs one among many. `declined` keys (말하고 싶지 않아요) are not asked again.
    """
    weights: dict[str, float] = {}
    counts: dict[str, int] = {}
    questions: dict[str, str] = {}
    for decision in decisions:
        for key in decision.missing:
            weights[key] = weights.get(key, 0.0) + 1 / len(decision.missing)
            counts[key] = counts.get(key, 0) + 1
        for each in decision.outcomes:
            if each.missing:
                questions.setdefault(each.missing[0], each.question)
    open_keys = [key for key in weights if key not in declined]
    if not open_keys:
        return None
    best = max(open_keys, key=lambda key: (weights[key], counts[key]))
    return best, questions.get(best) or question_for(best), counts[best]
