"""본인부담상한제: what is refunded above the yearly ceiling (국민건강보험법 제44조 제2항)."""

from __future__ import annotations

from datetime import date
from typing import Any

from policies.estimates.drafting import Draft, estimates
from policies.estimates.parameters import parameters
from policies.estimates.results import money
from policies.estimates.spans import Span
from policies.estimates.types import Estimate
from policies.korean import won
from policies.vocabulary import HealthInsurance

_BENEFIT = "본인부담상한제 환급금"
_MEDICAL_AID = {HealthInsurance.MEDICAL_AID_1, HealthInsurance.MEDICAL_AID_2}


@estimates(_BENEFIT, "원/년")
def copayment_ceiling_refund(
    *,
    as_of: date,
    covered: int | None = None,
    total: int | None = None,
    decile: int | None = None,
    nursing_over_120: bool | None = None,
    insurance: HealthInsurance | None = None,
) -> Estimate:
    """Refund of a year of treatment (KRW), the year of `as_of`.

    `covered`: 급여 본인부담금 paid in the year; `total`: all that was paid, of which an unknown
    part is covered. `decile` 1..10 of the premium; unknown → range over all deciles.
    """
    figures = parameters("copayment_ceiling", as_of)
    draft = Draft(_BENEFIT, figures, "원/년")
    draft.formula = (
        "한 해 동안 낸 건강보험 급여 본인부담금에서 소득분위별 본인부담상한액을 뺀 금액입니다. "
        "상한액을 넘지 않으면 0원입니다."
    )
    if insurance in _MEDICAL_AID:
        return draft.nothing(
            "의료급여 수급권자는 건강보험 본인부담상한제 대신 의료급여 본인부담 보상제와 상한제를 "
            "적용받습니다."
        )
    _say_what_counts(draft)
    caps = _ceilings(draft, decile, nursing_over_120)
    paid = total if covered is None else covered
    if paid is None:
        return draft.open("covered_copayment")
    draft.steps.append(f"낸 금액은 {won(paid)}입니다.")
    low, high = max(0, paid - max(caps)), max(0, paid - min(caps))
    if high == 0:
        return draft.nothing(
            f"낸 금액이 상한액 {won(min(caps))}을 넘지 않아 돌려받을 금액이 없습니다."
        )
    if covered is None:
        # Not all of a bill is covered, and only the covered part counts.
        low = 0
        draft.missing.append("covered_copayment")
    draft.steps.append(f"상한액을 넘는 금액은 {money(Span(low, high))}입니다.")
    return draft.amount(low, high)


def _ceilings(draft: Draft, decile: int | None, nursing: bool | None) -> list[int]:
    """Ceilings that may hold, lowest first."""
    bands: list[dict[str, Any]] = draft.figures.values["deciles"]
    key = "nursing" if nursing else "general"
    if nursing is None:
        draft.assumptions.append("요양병원에 한 해 120일 넘게 입원하지 않은 것으로 보았습니다.")
    if decile is None:
        draft.missing.append("income_decile")
        draft.notes.append(
            "소득분위는 건강보험료로 공단이 이듬해 확정합니다. 보험료로 분위를 나누는 표를 "
            "갖고 있지 않아 1분위부터 10분위까지의 범위로 계산했습니다."
        )
    caps = [
        int(band[key])
        for band in bands
        if decile is None or band["first"] <= decile <= band["last"]
    ]
    if not caps:
        raise ValueError(f"a decile is 1 to 10, not {decile}")
    year = draft.figures.year
    if decile is None:
        draft.steps.append(
            f"{year}년 상한액은 소득분위에 따라 {won(min(caps))}에서 {won(max(caps))}까지입니다."
        )
    else:
        draft.steps.append(f"{year}년 소득 {decile}분위의 상한액은 {won(caps[0])}입니다.")
    return caps


def _say_what_counts(draft: Draft) -> None:
    draft.notes += [
        "비급여, 전액본인부담, 선별급여, 임플란트, 상급병실(2·3인실) 입원료, 추나요법 등은 "
        "계산에서 빠집니다.",
        "개인별 상한액이 확정된 뒤 이듬해에 돌려받고, 받을 권리는 3년이 지나면 없어집니다.",
    ]
