"""One person held against many rules.

`evaluate` says everything there is to say of one policy. Screening asks thousands of policies
for a verdict first: a criterion that many policies ask (region, 기초생활수급자) is judged once a
person, and a gate is left as soon as it is certain. Verdicts and missing facts are those of
`evaluate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from policies.eligibility.compiled import CompiledRule, Gate, Leaf, open_leaves, state_of
from policies.eligibility.contexts import rule_context
from policies.eligibility.criteria import Context, Finding
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.judge import examine, polarised, turning_days
from policies.eligibility.outcome import State
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.rule import CriterionBase, ResidenceCriterion
from policies.vocabulary import Verdict

VERDICTS = {
    State.MET: Verdict.LIKELY,
    State.NOT_MET: Verdict.UNLIKELY,
    State.UNKNOWN: Verdict.NEEDS_MORE_INFO,
}


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A missing fact: how many of its two answers (met, not met) settle the verdict, and the
    rule's own question for it, "" where the common one does."""

    key: str
    settles: int
    question: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A decision without its sentences: state of each leaf, missing facts most decisive first.

    Where the verdict is certain, leaves that cannot turn it may be left open.
    """

    verdict: Verdict
    states: tuple[State, ...]
    missing: tuple[OpenFact, ...] = ()


class Person:
    """One person on the day of `facts.as_of`, with what was already found of them.

    Most criteria have one finding whichever rule they stand in, and are judged once. What was
    said in words of one's own is matched to all criteria of a rule at once: that is done only
    for rules that are open without it, since it never turns what is certain.
    """

    def __init__(self, facts: ApplicantFacts, tables: ReferenceTables) -> None:
        self.facts = facts
        self.tables = tables
        self._silent = facts.model_copy(update={"other": {}})
        self._context = self._context_of(())
        self._findings: dict[tuple[str, str], Finding] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._outlines: dict[str, Outline] = {}
        self._said: dict[int, tuple[CompiledRule, Outline]] = {}

    def verdict_of(self, compiled: CompiledRule) -> Verdict:
        """The verdict of `evaluate`, by the shortest way."""
        verdict = self._verdicts.get(compiled.key)
        if verdict is None:
            state = self._quick(compiled.quick, self._coarse(compiled))
            verdict = self._verdicts[compiled.key] = VERDICTS[state]
        if verdict is Verdict.NEEDS_MORE_INFO and self.facts.other:
            return self.outline_of(compiled).verdict
        return verdict

    def outline_of(self, compiled: CompiledRule) -> Outline:
        """Verdict, states and missing facts of `evaluate`."""
        outline = self._outlines.get(compiled.key)
        if outline is None:
            coarse = self._coarse(compiled)
            findings = [self._finding(leaf, coarse) for leaf in compiled.leaves]
            outline = self._outlines[compiled.key] = _outlined(compiled, findings)
        if self.facts.other and outline.verdict is Verdict.NEEDS_MORE_INFO:
            return self._outline_with_words(compiled)
        return outline

    def turning(self, compiled: CompiledRule) -> set[date]:
        """Later days on which a criterion of the rule may change by time alone."""
        coarse, days = self._coarse(compiled), set()
        for leaf in compiled.leaves:
            days.update(turning_days(leaf.criterion, self._finding(leaf, coarse), self.facts.as_of))
        return days

    def _outline_with_words(self, compiled: CompiledRule) -> Outline:
        known = self._said.get(id(compiled))
        if known is None:
            coarse = self._coarse(compiled)
            context = rule_context(_criteria(compiled.leaves), self.facts, self.tables)
            findings = [
                examine(leaf.criterion, context) if found.state is State.UNKNOWN else found
                for leaf in compiled.leaves
                for found in (self._finding(leaf, coarse),)
            ]
            # The rule is kept, so that its identity stays its own.
            known = self._said[id(compiled)] = compiled, _outlined(compiled, findings)
        return known[1]

    def _context_of(self, leaves: Sequence[Leaf]) -> Context:
        """Context of a rule in which nothing was said in other words."""
        context = rule_context(_criteria(leaves), self._silent, self.tables)
        return replace(context, facts=self.facts)

    def _coarse(self, compiled: CompiledRule) -> str:
        return self._context_of(compiled.leaves).coarse if compiled.timed else ""

    def _finding(self, leaf: Leaf, coarse: str) -> Finding:
        """Finding of the criterion itself, before polarity."""
        key = leaf.key, coarse if isinstance(leaf.criterion, ResidenceCriterion) else ""
        found = self._findings.get(key)
        if found is None:
            context = replace(self._context, coarse=key[1]) if key[1] else self._context
            found = self._findings[key] = examine(leaf.criterion, context)
        return found

    def _quick(self, node: Gate | Leaf, coarse: str) -> State:
        if isinstance(node, Leaf):
            return polarised(self._finding(node, coarse).state, node.exclusion)
        met, possible = 0, len(node.branches)
        for branch in node.branches:
            state = self._quick(branch, coarse)
            if state is State.MET:
                met += 1
                if met >= node.needed:
                    return State.MET
            elif state is State.NOT_MET:
                possible -= 1
                if possible < node.needed:
                    return State.NOT_MET
        return State.UNKNOWN


def _criteria(leaves: Sequence[Leaf]) -> list[tuple[CriterionBase, bool]]:
    return [(leaf.criterion, leaf.exclusion) for leaf in leaves]


def _outlined(compiled: CompiledRule, findings: Sequence[Finding]) -> Outline:
    states = tuple(
        polarised(finding.state, leaf.exclusion)
        for finding, leaf in zip(findings, compiled.leaves, strict=True)
    )
    state = state_of(compiled.root, states)
    if state is not State.UNKNOWN:
        return Outline(VERDICTS[state], states)
    return Outline(VERDICTS[state], states, _missing(compiled.root, states, findings))


def _missing(
    root: Gate | Leaf, states: Sequence[State], findings: Sequence[Finding]
) -> tuple[OpenFact, ...]:
    """Keys of the decisive leaves: those that settle alone first, then the more frequent."""
    places: dict[str, list[int]] = {}
    alone: dict[str, list[int]] = {}
    for index in open_leaves(root, states):
        missing = findings[index].missing
        for key in missing:
            places.setdefault(key, []).append(index)
        if len(missing) == 1:
            alone.setdefault(missing[0], []).append(index)
    found = [
        OpenFact(key, _settling(root, states, alone.get(key, [])), _question(key, where, findings))
        for key, where in places.items()
    ]
    return tuple(
        sorted(found, key=lambda each: (-each.settles, -len(places[each.key]), places[each.key][0]))
    )


def _settling(root: Gate | Leaf, states: Sequence[State], places: Sequence[int]) -> int:
    """How many of the two answers (all met, none met) at these leaves settle the verdict."""
    if not places:
        return 0
    count = 0
    for answer in (State.MET, State.NOT_MET):
        assumed = list(states)
        for index in places:
            assumed[index] = answer
        count += state_of(root, assumed) is not State.UNKNOWN
    return count


def _question(key: str, places: Sequence[int], findings: Sequence[Finding]) -> str:
    """The own question of the first criterion that asks for the key before all."""
    for index in places:
        if findings[index].missing[0] == key and findings[index].question:
            return findings[index].question
    return ""
