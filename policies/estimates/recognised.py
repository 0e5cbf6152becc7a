"""소득인정액 of 기초생활보장: what is earned after deductions, and property as monthly income.

국민기초생활 보장법 제6조의3, 시행령 제5조–제5조의4. All amounts are KRW, income and result a month.
What nobody said widens the result: every possible age, area and kind of property lies inside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from policies.eligibility.facts import RegionFact
from policies.estimates.areas import PROPERTY_NAMES, Property, property_areas
from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span, floored, rounded, share
from policies.estimates.types import Estimate
from policies.korean import josa, won

RULE = "recognised_income"
BENEFIT = "소득인정액(기초생활보장)"
FORMULA = (
    "소득인정액 = 소득평가액(실제소득 − 근로소득 공제) + 재산의 소득환산액"
    "((재산 − 기본재산액 − 빚) × 종류별 월 환산율)"
)
_KINDS = ("housing", "general", "financial")
_KIND_NAMES = {"housing": "주거용재산", "general": "일반재산", "financial": "금융재산"}


@dataclass(frozen=True)
class Means:
    """What a household has. None = not said; a household that has none says 0.

    `recognised`: 소득인정액 that the person knows already; the rest is then not looked at.
    `earned`: 근로·사업소득 of one person, `other`: pensions and other regular income.
    `assets`: all property together, where the kinds are not told apart.
    `car`: value of cars converted whole (no exception for old, small or working cars).
    """

    recognised: int | None = None
    earned: int | None = None
    other: int | None = None
    assets: int | None = None
    housing: int | None = None
    general: int | None = None
    financial: int | None = None
    car: int | None = None
    debt: int | None = None
    region: RegionFact | None = None
    ages: tuple[int, int] | None = None  # lowest and highest possible age of the earner
    disabled: bool | None = None

    @property
    def income_known(self) -> bool:
        return (self.recognised, self.earned, self.other) != (None, None, None)

    @property
    def kinds_told(self) -> bool:
        return any(getattr(self, kind) is not None for kind in _KINDS)


@dataclass(frozen=True)
class Recognised:
    """소득인정액 as a range and how it came about."""

    span: Span
    parameters: Parameters | None
    steps: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def used(self) -> list[Parameters]:
        return [] if self.parameters is None else [self.parameters]


def recognise(means: Means, as_of: date) -> Recognised:
    """Raises NoParameters. `means.income_known` must hold."""
    if means.recognised is not None:
        told = max(means.recognised, 0)
        return Recognised(Span.exactly(told), None, (f"소득인정액: 월 {won(told)}",))
    figures = parameters(RULE, as_of)
    income, missing = _evaluated(means, figures.values)
    property_income, unknown = _converted(means, figures.values)
    total = income.plus(property_income)
    steps = (
        _income_step(means, income),
        f"재산의 소득환산액: 월 {money(property_income)}",
        f"소득인정액: 월 {money(total)}",
    )
    return Recognised(total, figures, steps, tuple(_assumptions(means)), (*unknown, *missing))


def estimate_recognised(means: Means, as_of: date) -> Estimate:
    """소득인정액 as an estimate of its own. Without property it has no upper end."""
    if not means.income_known:
        return undecided(BENEFIT, ["monthly_income"], formula=FORMULA)
    try:
        found = recognise(means, as_of)
    except NoParameters as error:
        return refused(BENEFIT, error, as_of)
    if found.span.high is None:
        return undecided(
            BENEFIT, found.missing, used=found.used, formula=FORMULA, steps=found.steps,
            assumptions=found.assumptions,
        )  # fmt: skip
    return estimated(
        BENEFIT, found.span, found.used, formula=FORMULA, steps=found.steps,
        assumptions=found.assumptions, missing=found.missing,
    )  # fmt: skip


def without_property(means: Means) -> Means:
    """The same household with property that the basic amount covers."""
    return replace(means, assets=0)


def _evaluated(means: Means, values: dict[str, Any]) -> tuple[Span, list[str]]:
    """소득평가액, and what would narrow it."""
    earned, other = max(means.earned or 0, 0), max(means.other or 0, 0)
    firsts = _first_deductions(means, values)
    rest = [_after_deduction(earned, first, values["earned_share"]) for first in firsts]
    missing = ["birth_date"] if earned and means.ages is None else []
    if earned and means.disabled is None and min(firsts) == 0:
        missing.append("disability")
    return Span(min(rest) + other, max(rest) + other), missing


def _first_deductions(means: Means, values: dict[str, Any]) -> list[int]:
    """Amounts that may come off earnings before the share: by age, or for disability."""
    low, high = means.ages or (0, 130)
    young, old = values["youth"], values["senior"]
    of_disability = {True: [values["disabled"]], False: [0], None: [0, values["disabled"]]}
    found: set[int] = set()
    if low <= young["max_age"]:
        found.add(young["amount"])
    if high >= old["min_age"]:
        found.add(old["amount"])
    if high > young["max_age"] and low < old["min_age"]:
        found.update(of_disability[means.disabled])
    return sorted(found)


def _after_deduction(earned: int, first: int, rate: float) -> int:
    """What is left of earnings; below one won goes in the person's favour."""
    return floored(max(earned - first, 0) * (1 - share(rate)))


def _converted(means: Means, values: dict[str, Any]) -> tuple[Span, list[str]]:
    """재산의 소득환산액, and what would narrow it."""
    car = rounded(max(means.car or 0, 0) * share(values["rates"]["car"]))
    areas = property_areas(means.region)
    if not means.kinds_told and means.assets is None:
        return Span(car, None), ["assets"]
    spans = [_in_area(means, area, values) for area in areas]
    span = Span.around(spans).plus(Span.exactly(car))
    missing = []
    if not means.kinds_told and not span.exact:
        missing.append("assets")
    if len(areas) > 1 and not span.exact:
        missing.append("region")
    return span, missing


def _in_area(means: Means, area: Property, values: dict[str, Any]) -> Span:
    if means.kinds_told:
        told = {kind: getattr(means, kind) or 0 for kind in _KINDS}
        return Span.exactly(_conversion(told, area, means.debt or 0, values))
    whole = max(means.assets or 0, 0)
    bank = min(whole, values["living_reserve"])
    least = {"housing": whole - bank, "financial": bank}
    homes = _conversion(least, area, means.debt or 0, values)
    # Money in the bank converts highest; its reserve is left out, so nothing lies above.
    left = max(whole - values["basic_property"][area] - max(means.debt or 0, 0), 0)
    return Span(homes, rounded(left * share(values["rates"]["financial"])))


def _conversion(
    kinds: dict[str, int], area: Property, debt: int, values: dict[str, Any]
) -> int:  # fmt: skip
    """Deductions come off housing first, then general, then financial property."""
    amounts = {kind: max(kinds.get(kind, 0), 0) for kind in _KINDS}
    within = min(amounts["housing"], values["housing_limit"][area])
    amounts["general"] += amounts["housing"] - within
    amounts["housing"] = within
    amounts["financial"] = max(amounts["financial"] - values["living_reserve"], 0)
    to_deduct = values["basic_property"][area] + max(debt, 0)
    total = Fraction(0)
    for kind in _KINDS:
        taken = min(amounts[kind], to_deduct)
        to_deduct -= taken
        total += (amounts[kind] - taken) * share(values["rates"][kind])
    return rounded(total)


def _income_step(means: Means, income: Span) -> str:
    parts = []
    if means.earned:
        parts.append(f"근로·사업소득 {won(means.earned)}에서 공제")
    if means.other:
        parts.append(f"그 밖의 소득 {won(means.other)}")
    return f"소득평가액: 월 {money(income)}" + (f"({', '.join(parts)})" if parts else "")


def _assumptions(means: Means) -> Iterable[str]:
    if means.earned:
        yield "말씀하신 소득을 한 사람의 근로·사업소득으로 보고 근로소득 공제를 적용했어요."
        yield "학생·자활 참여자의 공제와 의료비 같은 가구 특성별 지출은 빼지 않았어요."
    if means.car is None:
        yield "소득으로 환산하는 자동차는 없다고 보았어요."
    if means.debt is None and (means.kinds_told or means.assets):
        yield "빚은 없다고 보았어요."
    unsaid = [name for kind, name in _KIND_NAMES.items() if getattr(means, kind) is None]
    if means.kinds_told and unsaid:
        yield f"말씀하지 않은 {josa('·'.join(unsaid), '은/는')} 없다고 보았어요."
    areas = property_areas(means.region)
    if len(areas) == 1 and (means.kinds_told or means.assets):
        yield f"기본재산액은 {PROPERTY_NAMES[areas[0]]} 기준이에요."
