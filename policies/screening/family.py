"""Screening: all members of a family against all published policies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from uuid import UUID

from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.person import Outline, Person
from policies.eligibility.reference import bundled_tables
from policies.screening.candidates import Candidates, candidates
from policies.screening.chance import chance_of
from policies.screening.fit import fit_of
from policies.screening.items import FamilyScreening, Item, MemberScreening, rank
from policies.screening.question import next_question
from policies.screening.receipts import (
    Exclusions,
    exclusions,
    exclusive_groups,
    is_received,
    once_each,
    received_names,
    with_held,
)
from policies.screening.rules import RuleInForce, compiled_rules
from policies.vocabulary import Verdict

Progress = Callable[[int, int], None]
Rules = Mapping[UUID, RuleInForce]
# All that is needed of a policy that cannot be received: why is told only where it is shown.
_UNLIKELY = Outline(Verdict.UNLIKELY, ())


def screen_family(
    members: Mapping[str, ApplicantFacts],
    *,
    as_of: date,
    declined: Collection[str] = (),
    progress: Progress | None = None,
) -> FamilyScreening:
    """Every member (by name) against every policy that is open on `as_of`.

    `declined`: fact keys not to be asked again. `progress` is told (members done, all).
    """
    rules, rivals = compiled_rules(), exclusions()
    screened: dict[str, MemberScreening] = {}
    for number, (member, facts) in enumerate(members.items(), start=1):
        dated = facts if facts.as_of == as_of else facts.model_copy(update={"as_of": as_of})
        screened[member] = _screened(dated, rules, rivals)
        if progress:
            progress(number, len(members))
    question = next_question(
        {member: each.needs_more_info for member, each in screened.items()}, declined=declined
    )
    return FamilyScreening(as_of=as_of, members=screened, question=question)


def screen_person(facts: ApplicantFacts, *, lives: RegionFact | None = None) -> MemberScreening:
    """One person on `facts.as_of`. `lives` stands in for a residence the facts do not tell."""
    return _screened(facts, compiled_rules(), exclusions(), lives)


def _screened(
    facts: ApplicantFacts, rules: Rules, rivals: Exclusions, lives: RegionFact | None = None
) -> MemberScreening:
    found = candidates(facts, lives=lives)
    person = Person(facts, bundled_tables())
    items, unread = _judged(found, rules, person)
    received = received_names(facts)
    held = {item.policy_id: item.name for item in items if is_received(item.rule, received)}
    groups: dict[Verdict, list[Item]] = {verdict: [] for verdict in Verdict}
    already: list[Item] = []
    for item in with_held(once_each(items, held), held, rivals):
        if item.policy_id in held:
            already.append(item)
        else:
            groups[item.verdict].append(item)
    for listed in (*groups.values(), already):
        listed.sort(key=rank)
    possible = [*groups[Verdict.LIKELY], *groups[Verdict.NEEDS_MORE_INFO]]
    return MemberScreening(
        likely=tuple(groups[Verdict.LIKELY]),
        needs_more_info=tuple(groups[Verdict.NEEDS_MORE_INFO]),
        unlikely=tuple(groups[Verdict.UNLIKELY]),
        already_received=tuple(already),
        exclusive=exclusive_groups(possible, rivals),
        dropped=found.dropped,
        no_rule=found.no_rule + unread,
    )


def _judged(found: Candidates, rules: Rules, person: Person) -> tuple[list[Item], int]:
    """Candidates with their outlines, and how many of them have no rule that can be read."""
    items: list[Item] = []
    fits: dict[str, tuple[float, float]] = {}
    unread = 0
    for here, ids in ((True, found.sure), (False, found.open)):
        for policy_id in ids:
            rule = rules.get(policy_id)
            if rule is None or rule.compiled is None:
                unread += 1
                continue
            if person.verdict_of(rule.compiled) is Verdict.UNLIKELY:
                items.append(Item(rule=rule, outline=_UNLIKELY, here=here))
                continue
            outline, key = person.outline_of(rule.compiled), rule.compiled.key
            if key not in fits:
                chance = chance_of(rule.compiled, outline.states, person.facts)
                fits[key] = fit_of(rule.compiled, outline, chance, person.facts), chance
            fit, chance = fits[key]
            items.append(Item(rule=rule, outline=outline, here=here, fit=fit, chance=chance))
    return items, unread
