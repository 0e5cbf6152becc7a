"""의료급여 본인부담 (의료급여법 시행령 제13조·별표 1)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any

from policies.estimates.drafting import Draft, estimates, percent, portion
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import won

_BENEFIT = "의료급여 본인부담금"


class Care(StrEnum):
    """Where care is given."""

    INPATIENT = "inpatient"
    CLINIC = "clinic"
    HOSPITAL = "hospital"
    TERTIARY = "tertiary"
    PHARMACY = "pharmacy"


LABELS = {
    Care.INPATIENT: "입원",
    Care.CLINIC: "의원 외래",
    Care.HOSPITAL: "병원·종합병원 외래",
    Care.TERTIARY: "상급종합병원 외래",
    Care.PHARMACY: "약국",
}


@estimates(_BENEFIT, "원")
def medical_aid_copay(
    *,
    as_of: date,
    kind: int | None,
    care: Care | None,
    cost: int | None = None,
    visits: int = 1,
    age: int | None = None,
) -> Estimate:
    """What a recipient of `kind` 1 or 2 pays (KRW) for `visits` of one sort within 30 days.

    `cost`: covered cost of all of them, needed only where a share is paid. What is given back
    above the monthly or yearly limits is said in the notes, not taken off.
    """
    draft = Draft(_BENEFIT, parameters("medical_aid_copay", as_of))
    draft.formula = (
        "의료급여가 적용되는 진료비에서 종별·기관별로 정해진 금액(정액) 또는 비율(정률)을 냅니다."
    )
    unknown = [name for name, value in (("health_insurance", kind), ("care", care)) if not value]
    if kind is None or care is None:
        return draft.open(*unknown)
    rules: dict[str, Any] = draft.figures.values[f"type_{kind}"]
    draft.notes += [
        "비급여, 식대, 선별급여, 상급병실료 등은 따로 냅니다.",
        "정률제로 바꾸려던 계획은 2025년 7월에 철회된 것으로 보도되어 정액제로 계산했습니다.",
    ]
    reason = _exempt(rules, kind, care, age)
    if reason:
        draft.steps.append(reason)
        return draft.amount(0)
    rule = rules[care.value]
    if "flat" in rule:
        paid = int(rule["flat"]) * visits
        draft.steps.append(
            f"{kind}종 {LABELS[care]}: 한 번에 {won(rule['flat'])}씩 {visits}번이면 "
            f"{won(paid)}입니다."
        )
    elif rule["share"] == 0:
        draft.steps.append(f"의료급여 {kind}종은 {LABELS[care]} 진료의 본인부담이 없습니다.")
        return draft.amount(0)
    elif cost is None:
        draft.steps.append(f"{kind}종 {LABELS[care]}: 진료비의 {percent(rule['share'])}%를 냅니다.")
        return draft.open("covered_cost")
    else:
        paid = portion(cost, rule["share"])
        draft.steps.append(
            f"{kind}종 {LABELS[care]}: {won(cost)} × {percent(rule['share'])}% = {won(paid)}입니다."
        )
    _say_returns(draft, rules, kind, paid)
    return draft.amount(paid)


def _exempt(rules: dict[str, Any], kind: int, care: Care, age: int | None) -> str:
    if age is None:
        return ""
    if kind == 1 and care is not Care.INPATIENT:
        below, where = int(rules["exempt_outpatient_below"]), "외래"
    elif kind != 1 and care is Care.INPATIENT:
        below, where = int(rules["exempt_inpatient_below"]), "입원"
    else:
        return ""
    if age >= below:
        return ""
    return f"{below}세 미만 의료급여 {kind}종 수급자는 {where} 본인부담이 면제됩니다."


def _say_returns(draft: Draft, rules: dict[str, Any], kind: int, paid: int) -> None:
    over = int(rules["compensation_over"])
    rate = percent(draft.figures.values["compensation_rate"])
    draft.notes.append(
        f"30일 동안 낸 본인부담금이 {won(over)}을 넘으면 넘은 금액의 {rate}%를 돌려받습니다"
        "(보상제)."
    )
    if kind == 1:
        draft.notes.append(
            f"30일마다 {won(rules['ceiling'])}을 넘은 금액은 모두 돌려받습니다(상한제)."
        )
    else:
        draft.notes.append(
            f"한 해 {won(rules['ceiling'])}(요양병원에 240일 넘게 입원하면 "
            f"{won(rules['ceiling_nursing'])})을 넘은 금액은 모두 돌려받습니다(상한제)."
        )
    if paid > over:
        draft.steps.append(f"낸 금액이 {won(over)}을 넘어 일부를 돌려받을 수 있습니다.")
