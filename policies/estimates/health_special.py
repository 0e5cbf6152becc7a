"""산정특례: lowered share of the covered cost (국민건강보험법 시행령 별표 2)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from policies.eligibility.conditions import wider_terms
from policies.estimates.drafting import Draft, estimates, percent, portion
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import josa, won

_BENEFIT = "산정특례 본인부담금"


class SpecialGroup(StrEnum):
    """Groups of diseases with a rate of their own."""

    CANCER = "cancer"
    BRAIN = "brain"
    HEART = "heart"
    TRAUMA = "trauma"
    BURN = "burn"
    TUBERCULOSIS = "tuberculosis"
    LATENT_TUBERCULOSIS = "latent_tuberculosis"
    DEMENTIA = "dementia"
    RARE = "rare"
    INTRACTABLE = "intractable"


LABELS = {
    SpecialGroup.CANCER: "암",
    SpecialGroup.BRAIN: "뇌혈관질환",
    SpecialGroup.HEART: "심장질환",
    SpecialGroup.TRAUMA: "중증외상",
    SpecialGroup.BURN: "중증화상",
    SpecialGroup.TUBERCULOSIS: "결핵",
    SpecialGroup.LATENT_TUBERCULOSIS: "잠복결핵감염",
    SpecialGroup.DEMENTIA: "중증치매",
    SpecialGroup.RARE: "희귀질환",
    SpecialGroup.INTRACTABLE: "중증난치질환",
}
# Wider terms of `policies.eligibility.conditions` that decide a group; names with no entry
# there (중증화상 …) are compared as they are. 희귀 and 중증난치 pay alike.
_TERMS: tuple[tuple[str, SpecialGroup], ...] = (
    ("암", SpecialGroup.CANCER),
    ("뇌혈관질환", SpecialGroup.BRAIN),
    ("심장질환", SpecialGroup.HEART),
    ("결핵", SpecialGroup.TUBERCULOSIS),
    ("치매", SpecialGroup.DEMENTIA),
    ("난치질환", SpecialGroup.INTRACTABLE),
    ("희귀질환", SpecialGroup.RARE),
    ("희귀·난치질환", SpecialGroup.RARE),
)
_WRITTEN: tuple[tuple[str, SpecialGroup], ...] = (
    ("잠복결핵", SpecialGroup.LATENT_TUBERCULOSIS),
    ("화상", SpecialGroup.BURN),
    ("중증외상", SpecialGroup.TRAUMA),
    ("치매", SpecialGroup.DEMENTIA),
    ("중증난치", SpecialGroup.INTRACTABLE),
    ("희귀", SpecialGroup.RARE),
)
_NOT_REGISTERED = {SpecialGroup.BRAIN, SpecialGroup.HEART, SpecialGroup.TRAUMA}


def special_group(disease: str) -> SpecialGroup | None:
    """Group of a disease by everyday or official name, None where no list here has it."""
    written = "".join(disease.split())
    for word, group in _WRITTEN:
        if word in written:
            return group
    terms = wider_terms(disease)
    return next((group for term, group in _TERMS if term in terms), None)


@estimates(_BENEFIT, "%")
def special_copayment(
    *, as_of: date, group: SpecialGroup | None, covered_cost: int | None = None
) -> Estimate:
    """What the patient pays of `covered_cost` (KRW, before the insurer's part); the rate in
    per cent where no cost is given."""
    unit = "%" if covered_cost is None else "원"
    draft = Draft(_BENEFIT, parameters("special_copayment", as_of), unit)
    draft.formula = "건강보험이 적용되는 진료비 총액에 질환별 본인부담률을 곱한 금액입니다."
    if group is None:
        return draft.open("disease")
    rule = draft.figures.values["groups"][group.value]
    low, high = float(rule["low"]), float(rule["high"])
    said = f"{percent(low)}%" if low == high else f"{percent(low)}~{percent(high)}%"
    draft.steps.append(
        f"{josa(LABELS[group], '은/는')} 본인부담률이 {said}이고, "
        f"적용 기간은 {rule['period']}입니다."
    )
    _say_conditions(draft, group, open_rate=low != high)
    if covered_cost is None:
        return draft.amount(percent(low), percent(high))
    draft.steps.append(f"건강보험이 적용되는 진료비는 {won(covered_cost)}입니다.")
    return draft.amount(portion(covered_cost, low), portion(covered_cost, high))


def _say_conditions(draft: Draft, group: SpecialGroup, *, open_rate: bool) -> None:
    if open_rate:
        draft.notes.append(
            "정부가 희귀·중증난치질환의 본인부담률을 2026년 하반기부터 10%에서 최대 5%까지 "
            "단계적으로 낮춘다고 발표했습니다. "
            "지금 적용되는 비율은 공단(1577-1000)에 확인해 주세요."
        )
    if group in _NOT_REGISTERED:
        draft.notes.append(
            "정해진 수술이나 급성기 입원 치료를 받을 때 등록 없이 병원에서 바로 적용합니다."
        )
    else:
        draft.notes.append("등록기준에 맞게 확진을 받고 등록해야 적용됩니다.")
    if group is SpecialGroup.DEMENTIA:
        draft.notes.append("치매 가운데 중증치매로 판정받은 경우에만 적용됩니다.")
    draft.notes += [
        "비급여, 선별급여, 식대 일부 등은 줄여 주지 않습니다.",
        "의료급여 수급권자는 의료급여 산정특례로 따로 등록하고, 급여 본인부담이 면제됩니다.",
    ]
    draft.assumptions.append("산정특례 기준에 맞는 것으로 보았습니다.")
