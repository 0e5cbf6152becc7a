"""What time alone will change: policies that open or end for a person within some months."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from policies.eligibility.compiled import CompiledRule
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import CriterionOutcome, State
from policies.eligibility.person import Person
from policies.eligibility.reference import bundled_tables
from policies.screening.candidates import Candidates, candidates
from policies.screening.chance import chance_of
from policies.screening.fit import fit_of
from policies.screening.items import Item, rank
from policies.screening.receipts import is_received, received_names
from policies.screening.rules import RuleInForce, compiled_rules
from policies.vocabulary import Verdict

# A person has a few birthdays and new years ahead; rules that begin or end add some days.
_MOST_DAYS = 60
_ORDER = {Verdict.UNLIKELY: 0, Verdict.NEEDS_MORE_INFO: 1, Verdict.LIKELY: 2}


@dataclass(frozen=True)
class Upcoming:
    """From `day` on the verdict on a policy is another. `why`: the sentence of the criterion
    that turns, "" where none can be named."""

    item: Item
    day: date
    before: Verdict
    after: Verdict
    why: str

    @property
    def opens(self) -> bool:
        """Whether it gets better."""
        return _ORDER[self.after] > _ORDER[self.before]


def upcoming(facts: ApplicantFacts, until: date) -> list[Upcoming]:
    """Verdicts that turn after `facts.as_of`, up to and including `until`, by time alone, in
    the order of the days and the best first. What is received already is left out."""
    rules = compiled_rules()
    found: list[Upcoming] = []
    received = received_names(facts)
    now = _Day(facts)
    verdicts: dict[UUID, Verdict] = {}
    for day, turning in _turning(rules, now.person, until):
        later = _Day(facts.model_copy(update={"as_of": day}))
        for rule in turning:
            before = verdicts.get(rule.policy_id) or now.verdict(rule)
            after = verdicts[rule.policy_id] = later.verdict(rule)
            if before is not after and not is_received(rule, received):
                why = _why(rule, facts, later.person.facts, after)
                found.append(Upcoming(later.item(rule), day, before, after, why))
    found.sort(key=lambda each: (each.day, not each.opens, rank(each.item)))
    return found


class _Day:
    """One person on one day, with the policies that are open then."""

    def __init__(self, facts: ApplicantFacts) -> None:
        self.person = Person(facts, bundled_tables())
        open_: Candidates = candidates(facts)
        self._here, self._open = frozenset(open_.sure), frozenset(open_.open)

    def verdict(self, rule: RuleInForce) -> Verdict:
        """What is not open, or of another region, is out of reach."""
        if rule.policy_id in self._here or rule.policy_id in self._open:
            return self._judged(rule).verdict
        return Verdict.UNLIKELY

    def item(self, rule: RuleInForce) -> Item:
        """With its place in the order."""
        judged, compiled, facts = self._judged(rule), _compiled(rule), self.person.facts
        chance = chance_of(compiled, judged.outline.states, facts)
        fit = fit_of(compiled, judged.outline, chance, facts)
        return replace(judged, fit=fit, chance=chance)

    def _judged(self, rule: RuleInForce) -> Item:
        outline = self.person.outline_of(_compiled(rule))
        return Item(rule, outline, here=rule.policy_id not in self._open)


def _compiled(rule: RuleInForce) -> CompiledRule:
    if rule.compiled is None:
        raise LookupError(f"rule {rule.pk} cannot be read")
    return rule.compiled


def _turning(
    rules: Mapping[UUID, RuleInForce], person: Person, until: date
) -> list[tuple[date, list[RuleInForce]]]:
    """The days up to `until` with the rules in which a criterion may turn, the first days."""
    by_day: dict[date, list[RuleInForce]] = {}
    for rule in rules.values():
        for day in person.turning(rule.compiled) if rule.compiled else ():
            if day <= until:
                by_day.setdefault(day, []).append(rule)
    return sorted(by_day.items())[:_MOST_DAYS]


def _why(rule: RuleInForce, before: ApplicantFacts, after: ApplicantFacts, turned: Verdict) -> str:
    """Sentence of the criterion that turned, as it stands on the later day."""
    if rule.compiled is None:
        return ""
    tables = bundled_tables()
    first, second = (evaluate(rule.compiled.rule, each, tables) for each in (before, after))
    changed = [
        new
        for old, new in zip(first.outcomes, second.outcomes, strict=True)
        if old.state is not new.state
    ]
    return _telling(changed, turned)


def _telling(changed: Sequence[CriterionOutcome], turned: Verdict) -> str:
    wanted = State.NOT_MET if turned is Verdict.UNLIKELY else State.MET
    best = [each for each in changed if each.state is wanted] or list(changed)
    return best[0].sentence if best else ""
