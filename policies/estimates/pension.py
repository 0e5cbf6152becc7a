"""기초연금: amount by 국민연금, couple and 소득인정액.

기초연금법 제5조–제8조·제24조, 시행령 제10조·제11조. KRW a month. Unknown inputs widen the range:
every completed answer lies inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.pension_income import PensionIncome, PensionMeans, recognise
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span, floored, share
from policies.estimates.tables import Figure, selection_limit
from policies.estimates.types import Estimate
from policies.korean import won

RULE = "basic_pension"
BENEFIT = "기초연금"
FORMULA = (
    "기준연금액에서 국민연금 연계 감액, 부부 감액(부부가 모두 받으면 각각 20%), "
    "소득역전방지 감액(소득인정액과 더해 선정기준액을 넘는 금액)을 차례로 뺍니다."
)


@dataclass(frozen=True)
class PensionCase:
    """One person aged 65 or more. None = not said.

    `couple`: lives with a spouse (household of two for the limit); `both_receive`: the spouse
    is paid too. `national_pension`: its monthly amount without 부양가족연금, 0 where there is
    none; `a_benefit`: 소득재분배급여금액. `basic_recipient`: receives 기초생활보장 (제9조).
    """

    as_of: date
    ages: tuple[int, int] | None = None
    couple: bool | None = None
    both_receive: bool | None = None
    national_pension: int | None = None
    a_benefit: int | None = None
    basic_recipient: bool | None = None
    means: PensionMeans = field(default_factory=PensionMeans)


@dataclass(frozen=True)
class _Household:
    """One way it may be: with or without a spouse, and whether both are paid."""

    couple: bool
    both: bool
    limit: Figure


def estimate_basic_pension(case: PensionCase) -> Estimate:
    """기초연금 of this person (unit "원/월")."""
    try:
        figures = parameters(RULE, case.as_of)
        households = list(_households(case))
    except NoParameters as error:
        return refused(BENEFIT, error, case.as_of)
    means = replace(case.means, national_pension=case.national_pension)
    if case.ages is not None and case.ages[1] < figures.values["min_age"]:
        return estimated(
            BENEFIT, Span.exactly(0), [figures], formula=FORMULA,
            steps=[f"만 {figures.values['min_age']}세부터 받을 수 있어요."],
        )  # fmt: skip
    if not means.income_known:
        return undecided(BENEFIT, ["monthly_income"], used=[figures], formula=FORMULA)
    income = recognise(means, figures.values)
    basis = _before_reductions(case, figures.values)
    amounts = [_range(basis, income.span, one, figures.values) for one in households]
    return _told(case, figures, households, income, Span.around(amounts), basis)


def _told(
    case: PensionCase, figures: Parameters, households: list[_Household], income: PensionIncome,
    amount: Span, basis: Span,
) -> Estimate:  # fmt: skip
    limits = {("부부가구" if one.couple else "단독가구"): one.limit.amount for one in households}
    used = [figures, *(one.limit.parameters for one in households)]
    steps = [
        f"{figures.year}년 기준연금액: 월 {won(figures.values['base'])}",
        *(f"{name} 선정기준액: 월 {won(limit)}" for name, limit in limits.items()),
        *income.steps,
        f"국민연금을 고려한 금액: 월 {money(basis)}",
        f"감액한 뒤 받는 금액: 월 {money(amount)}",
    ]
    return estimated(
        BENEFIT, amount, used, formula=FORMULA, steps=steps,
        assumptions=[*_assumptions(case, figures.values), *income.assumptions],
        missing=_missing(case, income.missing, basis, amount),
        notes=[
            "공무원·사립학교교직원·군인·별정우체국 연금을 받는 분과 배우자는 "
            "원칙적으로 받지 못해요.",
        ],
    )  # fmt: skip


def _households(case: PensionCase) -> Iterator[_Household]:
    couples = [False, True] if case.couple is None else [case.couple]
    boths = [False, True] if case.both_receive is None else [case.both_receive]
    for couple, both in product(couples, boths):
        if both and not couple:
            continue
        yield _Household(couple, both, selection_limit(RULE, case.as_of, couple=couple))


def _before_reductions(case: PensionCase, values: dict[str, Any]) -> Span:
    """Amount by 국민연금 (법 제5조–제7조), before 제8조."""
    base, pension = values["base"], case.national_pension
    if case.basic_recipient or pension == 0:
        return Span.exactly(base)
    if pension is None:
        # Counted whole in 소득인정액, so never above it; without that, half the base is the least.
        most = base * 3 if case.means.recognised is None else max(case.means.recognised, 0)
        return Span(_before_reductions(replace(case, national_pension=most), values).low, base)
    if pension <= base * share(values["link_free"]):
        return Span.exactly(base)
    if case.a_benefit is not None:
        return Span.exactly(_linked(case.a_benefit, pension, values))
    # The A benefit is part of the pension: between none of it and all of it.
    return Span(_linked(pension, pension, values), _linked(0, pension, values))


def _linked(a_benefit: int, pension: int, values: dict[str, Any]) -> int:
    """제5조 제5항; for pensions up to twice the base 시행령 제10조 where that is more."""
    base = values["base"]
    two_thirds = Fraction(values["link_share_numerator"], values["link_share_denominator"])
    rest = max(base - two_thirds * a_benefit, 0)
    amount = min(rest + base * share(values["additional_share"]), Fraction(base))
    if pension <= base * share(values["link_special"]):
        by_total = base * share(values["link_total"]) - pension
        amount = max(amount, min(by_total, Fraction(base)))
    return floored(amount, values["rounding"])


def _range(basis: Span, income: Span, one: _Household, values: dict[str, Any]) -> Span:
    low = 0 if income.high is None else _reduced(basis.low, income.high, one, values)
    return Span(low, _reduced(basis.high or 0, income.low, one, values))


def _reduced(amount: int, income: int, one: _Household, values: dict[str, Any]) -> int:
    """제8조: couple, then income near the limit; each step in tens."""
    limit, base, unit = one.limit.amount, values["base"], values["rounding"]
    if income > limit:
        return 0
    if not one.both:
        floor = base * share(values["floor_single"])
        return floored(min(Fraction(amount), max(Fraction(limit - income), floor)), unit)
    kept = 1 - share(values["couple_reduction"])
    own, spouse = amount * kept, base * kept
    floor = base * share(values["floor_couple"])
    together = min(own + spouse, max(Fraction(limit - income), floor))
    least = base * share(values["floor_single"])
    return floored(min(own, max(together * own / (own + spouse), least)), unit)


def _assumptions(case: PensionCase, values: dict[str, Any]) -> Iterable[str]:
    if case.ages is None or case.ages[0] < values["min_age"]:
        yield f"만 {values['min_age']}세 이상이라고 보았어요."
    if case.basic_recipient is None and case.national_pension:
        yield "기초생활수급자가 아니라고 보았어요."
    if case.couple is not False and case.both_receive is not False:
        yield "배우자의 국민연금은 연계 감액이 없는 금액이라고 보았어요."


def _missing(
    case: PensionCase, of_income: Iterable[str], basis: Span, amount: Span
) -> Iterable[str]:  # fmt: skip
    if amount.exact:
        return
    yield from of_income
    if case.couple is None:
        yield "marital_status"
    if case.couple is not False and case.both_receive is None:
        yield "spouse_receives"
    if not basis.exact:
        yield "national_pension" if case.national_pension is None else "a_benefit"
