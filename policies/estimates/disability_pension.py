"""장애인연금: 기초급여 and 부가급여. KRW a month.

장애인연금법 제4조·제6조·제7조·제20조의2, 시행령 제5조·제6조. The 소득인정액 of 장애인연금 is
asked, not computed: its deductions are in no source at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from policies.estimates.disability import TIER_NAMES, DisabledPerson, Tier
from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, money, refused
from policies.estimates.spans import Span, floored, raised, share
from policies.estimates.tables import Figure, selection_limit
from policies.estimates.types import Estimate
from policies.korean import won

BENEFIT = "장애인연금"
RULE = "disability_pension"
FORMULA = "장애인연금 = 기초급여(18~64세, 부부 감액과 소득역전방지 감액 적용) + 부가급여"


@dataclass(frozen=True)
class _Way:
    """One way it may be: spouse, both paid, what the household receives, 65 or more."""

    couple: bool
    both: bool
    limit: Figure
    tier: Tier
    senior: bool


def estimate_disability_pension(person: DisabledPerson) -> Estimate:
    """장애인연금 (unit "원/월"). 중증 in the sense of the law is taken from `severe`."""
    try:
        figures = parameters(RULE, person.as_of)
        ways = list(_ways(person, figures))
    except NoParameters as error:
        return refused(BENEFIT, error, person.as_of)
    if why := _excluded(person, figures.values):
        return estimated(BENEFIT, Span.exactly(0), [figures], formula=FORMULA, steps=[why])
    amount = Span.around(_paid(person.income, way, figures.values) for way in ways)
    limits = {("부부가구" if way.couple else "단독가구"): way.limit for way in ways}
    return estimated(
        BENEFIT, amount, [figures, *(limit.parameters for limit in limits.values())],
        formula=FORMULA,
        steps=[
            *(f"{name} 선정기준액: 월 {won(limit.amount)}" for name, limit in limits.items()),
            f"소득인정액: 월 {money(person.income)}",
            *_parts(ways, figures.values),
            f"모두 더하면 월 {money(amount)}",
        ],
        assumptions=_assumptions(person), missing=_missing(person, amount),
        notes=_notes(ways),
    )  # fmt: skip


def _excluded(person: DisabledPerson, values: dict[str, Any]) -> str:
    if person.registered is False or person.severe is False:
        return "장애의 정도가 심한 장애인이 받아요. 심하지 않으면 장애수당을 알아보세요."
    if person.oldest < values["base_ages"]["min"]:
        return "만 18세부터 받아요. 그 전에는 장애아동수당이 있어요."
    return ""


def _ways(person: DisabledPerson, figures: Parameters) -> Iterator[_Way]:
    if unknown := [tier for tier in person.tiers if tier not in figures.values["additional"]]:
        names = ", ".join(TIER_NAMES[tier] for tier in unknown)
        raise NoParameters(f"{BENEFIT}: {names}의 금액을 갖고 있지 않습니다.")
    until = figures.values["base_ages"]["below"]
    seniors = [
        old for old in (False, True) if (person.oldest >= until if old else person.youngest < until)
    ]
    couples = [False, True] if person.couple is None else [person.couple]
    boths = [False, True] if person.both_receive is None else [person.both_receive]
    for couple, both, tier, senior in product(couples, boths, person.tiers, seniors):
        if couple or not both:
            limit = selection_limit(RULE, person.as_of, couple=couple)
            yield _Way(couple, both, limit, tier, senior)


def _paid(income: Span, way: _Way, values: dict[str, Any]) -> Span:
    low = 0 if income.high is None else _amount(income.high, way, values)
    return Span(low, _amount(income.low, way, values))


def _amount(income: int, way: _Way, values: dict[str, Any]) -> int:
    if income > way.limit.amount:
        return 0
    row = values["additional"][way.tier]
    if way.senior:
        return int(row["senior"] + (values["base"] if row["senior_has_base"] else 0))
    return int(row["adult"]) + _base(way.limit.amount - income, values, both=way.both)


def _base(room: int, values: dict[str, Any], *, both: bool) -> int:
    """기초급여 with `room` won left below the limit (제6조 제3항·제4항, 시행령 제5조)."""
    people = 2 if both else 1
    whole = values["base"] * (1 - share(values["couple_reduction"]) if both else Fraction(1))
    step = values["step_couple"] if both else values["step"]
    if room >= whole * people:
        return floored(whole, values["rounding"])
    stepped = Fraction(max(raised(room, step), step), people)
    return floored(min(whole, stepped), values["rounding"])


def _parts(ways: list[_Way], values: dict[str, Any]) -> Iterable[str]:
    if any(not way.senior for way in ways):
        yield f"기초급여: 월 {won(values['base'])}까지"
    for tier, senior in dict.fromkeys((way.tier, way.senior) for way in ways):
        row = values["additional"][tier]
        if senior:
            whole = row["senior"] + (values["base"] if row["senior_has_base"] else 0)
            yield f"{TIER_NAMES[tier]}의 부가급여(65세 이상): 월 {won(whole)}"
        else:
            yield f"{TIER_NAMES[tier]}의 부가급여(18~64세): 월 {won(row['adult'])}"


def _assumptions(person: DisabledPerson) -> Iterable[str]:
    if person.severe is None:
        yield "장애의 정도가 심한 장애인이라고 보았어요."
    yield "장애인연금법의 중증장애인 심사를 통과한다고 보았어요."
    if person.ages is None:
        yield "만 18세 이상이라고 보았어요."


def _missing(person: DisabledPerson, amount: Span) -> Iterable[str]:
    if amount.exact:
        return
    if not person.income.exact:
        yield person.open_income
    if len(person.tiers) > 1:
        yield from ("basic_livelihood", "near_poor")
    if person.couple is None:
        yield "marital_status"
    if person.couple is not False and person.both_receive is None:
        yield "spouse_receives"
    if person.youngest != person.oldest:
        yield "birth_date"


def _notes(ways: list[_Way]) -> Iterable[str]:
    if not any(way.senior for way in ways):
        return
    yield "65세부터는 기초급여 대신 기초연금을 따로 신청해서 받아요."
    if any(way.senior and way.tier is Tier.RECIPIENT for way in ways):
        yield (
            "65세 이상 생계·의료급여 수급자의 부가급여는 2024년까지의 지급표처럼 기초급여액에 "
            "추가 금액을 더해서 계산했어요."
        )
