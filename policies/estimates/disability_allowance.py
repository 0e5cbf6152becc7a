"""장애수당 and 장애아동수당: amounts in a table by what the household receives. KRW a month.

장애인복지법 제49조·제50조. 장애수당 is for adults whose disability is not 중증 by 장애인연금법.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from policies.estimates.disability import ADULT_AGE, TIER_NAMES, DisabledPerson, Tier
from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, money, refused
from policies.estimates.spans import Span
from policies.estimates.types import Estimate

ALLOWANCE, CHILD_ALLOWANCE = "장애수당", "장애아동수당"
RULE = "disability_allowance"
FORMULA = "수급 자격(아동은 장애의 정도도)에 따라 정해진 월 금액"
_SCHOOL_END = 20
_ONLY_POOR = "기초생활수급자와 차상위계층이 받아요."
_REGISTERED = "등록장애인이 받아요."


def estimate_disability_allowance(person: DisabledPerson) -> Estimate:
    """장애수당 (unit "원/월")."""
    reasons = {
        _REGISTERED: person.registered is False,
        "만 18세부터 받아요. 그 전에는 장애아동수당이 있어요.": person.oldest < ADULT_AGE,
    }
    assumptions = ["장애인연금법의 중증장애인이 아니라고 보았어요."] if not _mild(person) else []
    try:
        figures = parameters(RULE, person.as_of)
        amounts = _spans(ALLOWANCE, figures, ["adult"], person)
    except NoParameters as error:
        return refused(ALLOWANCE, error, person.as_of)
    return _of_table(ALLOWANCE, person, figures, amounts, reasons, assumptions)


def estimate_child_disability_allowance(person: DisabledPerson) -> Estimate:
    """장애아동수당 of one child: up to 17, at school up to 20 (unit "원/월")."""
    grown = person.youngest >= ADULT_AGE and person.pupil is False
    reasons = {
        _REGISTERED: person.registered is False,
        "만 18세 미만이 받아요. 초·중·고등학교에 다니면 만 20세까지예요.": (
            person.youngest > _SCHOOL_END or grown
        ),
    }
    degrees = {True: ["severe"], False: ["mild"], None: ["severe", "mild"]}[person.severe]
    assumptions = []
    if person.youngest >= ADULT_AGE and person.pupil is None:
        assumptions.append("초·중·고등학교에 다닌다고 보았어요.")
    if person.severe:
        assumptions.append("장애인연금법의 중증장애인에 해당한다고 보았어요.")
    try:
        figures = parameters(RULE, person.as_of)
        amounts = _spans(CHILD_ALLOWANCE, figures, degrees, person)
    except NoParameters as error:
        return refused(CHILD_ALLOWANCE, error, person.as_of)
    return _of_table(CHILD_ALLOWANCE, person, figures, amounts, reasons, assumptions)


def _mild(person: DisabledPerson) -> bool:
    return person.severe is False


def _spans(
    benefit: str, figures: Parameters, degrees: list[str], person: DisabledPerson
) -> dict[Tier, Span]:  # fmt: skip
    """Amounts by tier; above 차상위 nothing is paid. Raises NoParameters for what is not held."""
    rows: list[Mapping[str, int]] = [_row(benefit, figures, degree) for degree in degrees]
    found: dict[Tier, Span] = {}
    for tier in person.tiers:
        if tier is Tier.ABOVE:
            found[tier] = Span.exactly(0)
            continue
        if any(tier not in row for row in rows):
            raise NoParameters(f"{benefit}: {TIER_NAMES[tier]}의 금액을 갖고 있지 않습니다.")
        cells = [row[tier] for row in rows]
        found[tier] = Span(min(cells), max(cells))
    return found


def _row(benefit: str, figures: Parameters, degree: str) -> Mapping[str, int]:
    values = figures.values
    row = values["adult"] if degree == "adult" else values.get("child", {}).get(degree)
    if row is None:
        raise NoParameters(f"{benefit}: {figures.year}년 기준 금액을 갖고 있지 않습니다.")
    return dict(row)


def _of_table(
    benefit: str, person: DisabledPerson, figures: Parameters, amounts: dict[Tier, Span],
    reasons: Mapping[str, bool], assumptions: Iterable[str],
) -> Estimate:  # fmt: skip
    denied = [why for why, applies in reasons.items() if applies]
    if set(person.tiers) == {Tier.ABOVE}:
        denied.append(_ONLY_POOR)
    if denied:
        return estimated(benefit, Span.exactly(0), [figures], formula=FORMULA, steps=denied)
    amount = Span.around(amounts.values())
    missing = ["basic_livelihood", "near_poor"] if len({*amounts.values()}) > 1 else []
    if any(not span.exact for span in amounts.values()):
        missing.append("disability")
    unsaid = [] if person.registered else ["장애인으로 등록했다고 보았어요."]
    return estimated(
        benefit, amount, [figures], formula=FORMULA,
        steps=[f"{TIER_NAMES[tier]}: 월 {money(span)}" for tier, span in amounts.items()],
        assumptions=[*unsaid, *assumptions], missing=missing,
    )  # fmt: skip
