"""교육급여 교육활동지원비, once a year by school. 국민기초생활 보장법 제12조. Amounts are KRW."""

from __future__ import annotations

from dataclasses import dataclass

from policies.estimates.livelihood import EDUCATION, Household, absent, position
from policies.estimates.parameters import NoParameters, parameters
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span
from policies.estimates.types import Estimate
from policies.korean import won

RULE = "education_benefit"
SCHOOLS = {"elementary": "초등학생", "middle": "중학생", "high": "고등학생"}
FORMULA = "교육급여 = 학교급별 교육활동지원비 × 학생 수(연 1회)"


@dataclass(frozen=True)
class Pupils:
    """Children at school by kind of school; None = not said."""

    elementary: int | None = None
    middle: int | None = None
    high: int | None = None

    @property
    def told(self) -> bool:
        return (self.elementary, self.middle, self.high) != (None, None, None)


def estimate_education(household: Household, pupils: Pupils) -> Estimate:
    """교육급여 (unit "원/년"). Who names one kind of school has none in the others."""
    if missing := absent(household):
        return undecided(EDUCATION, missing, formula=FORMULA)
    try:
        found = position(EDUCATION, household)
        figures = parameters(RULE, household.as_of)
    except NoParameters as error:
        return refused(EDUCATION, error, household.as_of)
    counts = {school: getattr(pupils, school) or 0 for school in SCHOOLS}
    whole = sum(figures.values[school] * count for school, count in counts.items())
    steps = [found.step(EDUCATION), *found.recognised.steps]
    steps += [
        f"{name} 1명: 연 {won(figures.values[school])}" for school, name in SCHOOLS.items()
    ]  # fmt: skip
    notes = ["고등학생은 교과서값과 입학금·수업료를 따로 학교에 내 드려요."]
    used = [figures, *found.used]
    if found.within is not False and not pupils.told:
        return undecided(
            EDUCATION, ["education", *found.recognised.missing], used=used, formula=FORMULA,
            steps=steps, assumptions=found.recognised.assumptions, notes=notes,
        )  # fmt: skip
    by_state = {True: Span.exactly(whole), None: Span(0, whole), False: Span.exactly(0)}
    amount = by_state[found.within]
    if pupils.told:
        steps.append(f"모두 더하면 연 {money(amount)}")
    return estimated(
        EDUCATION, amount, used, unit="원/년", formula=FORMULA, steps=steps,
        assumptions=found.recognised.assumptions, missing=found.recognised.missing, notes=notes,
    )  # fmt: skip
