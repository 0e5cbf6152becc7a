"""임신·출산 진료비, 난임부부 시술비, 고위험 임산부 의료비."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from policies.estimates.drafting import Draft, estimates, percent, portion
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import josa, won

_VOUCHER = "임신·출산 진료비(국민행복카드)"
_INFERTILITY = "난임부부 시술비 지원금"
_HIGH_RISK = "고위험 임산부 의료비 지원금"


class Treatment(StrEnum):
    """Infertility treatments with a limit of their own."""

    FRESH = "fresh"
    FROZEN = "frozen"
    INSEMINATION = "insemination"


LABELS = {
    Treatment.FRESH: "체외수정(신선배아)",
    Treatment.FROZEN: "체외수정(동결배아)",
    Treatment.INSEMINATION: "인공수정",
}


@estimates(_VOUCHER, "원")
def pregnancy_voucher(
    *,
    as_of: date,
    fetuses: int | None = None,
    underserved: bool | None = None,
    medical_aid: bool = False,
) -> Estimate:
    """Voucher of one pregnancy (KRW): an amount a fetus, more in a 분만취약지."""
    draft = Draft(_VOUCHER, parameters("pregnancy_support", as_of))
    rule = draft.figures.values["voucher"]
    draft.formula = (
        f"태아 한 명마다 {won(rule['per_fetus'])}입니다. 분만취약지에 살면 임신 한 번에 "
        f"{won(rule['underserved'])}을 더합니다."
    )
    if fetuses is None:
        draft.assumptions.append("태아가 한 명인 것으로 보았습니다.")
    if underserved is None:
        draft.assumptions.append("분만취약지에 살지 않는 것으로 보았습니다.")
        draft.notes.append(f"분만취약지에 살면 {won(rule['underserved'])}을 더 받습니다.")
    count = fetuses or 1
    base = int(rule["per_fetus"]) * count
    draft.steps.append(f"태아 {count}명 × {won(rule['per_fetus'])} = {won(base)}입니다.")
    extra = int(rule["underserved"]) if underserved else 0
    if extra:
        draft.steps.append(f"분만취약지 추가 지원은 {won(extra)}입니다.")
    if count > 1:
        draft.notes.append("다태아는 일부를 먼저 받고, 태아 수에 맞게 더 받습니다.")
    if medical_aid:
        draft.notes.append("의료급여 수급권자는 의료급여 임신·출산 진료비로 같은 금액을 받습니다.")
    draft.notes.append("분만예정일(출산·유산·사산일)부터 2년까지 쓸 수 있고, 남은 돈은 없어집니다.")
    return draft.amount(base + extra)


@estimates(_INFERTILITY, "원")
def infertility_support(
    *,
    as_of: date,
    treatment: Treatment | None,
    own_cost: int | None = None,
    done: int | None = None,
) -> Estimate:
    """Support of one treatment (KRW): the patient's cost up to the limit of its kind. `done`:
    treatments of that kind since the last birth."""
    draft = Draft(_INFERTILITY, parameters("pregnancy_support", as_of), "원/회")
    rules = draft.figures.values["infertility"]
    draft.formula = "시술 한 번에 낸 본인부담금을 시술 종류별 한도까지 지원합니다."
    extras = draft.figures.values["infertility_extras"]
    draft.notes += [
        f"배아동결비는 {won(extras['embryo_freezing'])}, 유산방지제와 착상보조제는 각각 "
        f"{won(extras['luteal_support'])}까지 한도 안에서 지원합니다.",
        "소득 기준은 없습니다. 지방자치단체마다 기준과 금액이 다를 수 있으니 "
        "보건소에 확인해 주세요.",
        "지원결정통지서를 받기 전에 한 시술은 지원하지 않습니다.",
    ]
    kinds = [treatment] if treatment else list(Treatment)
    for kind in kinds:
        rule = rules[kind.value]
        draft.steps.append(
            f"{josa(LABELS[kind], '은/는')} {rule['times']}회까지, 한 번에 최대 "
            f"{won(rule['limit'])}입니다."
        )
    if treatment and done is not None and done >= rules[treatment.value]["times"]:
        return draft.nothing(
            "지원 횟수를 모두 쓴 것으로 보입니다. 출산하면 다음 아이를 위한 횟수가 다시 생깁니다."
        )
    if treatment is None:
        draft.missing.append("treatment")
    limits = [int(rules[kind.value]["limit"]) for kind in kinds]
    if own_cost is None:
        draft.missing.append("own_cost")
        return draft.amount(0, max(limits))
    return draft.amount(min(own_cost, *limits), min(own_cost, max(limits)))


@estimates(_HIGH_RISK, "원")
def high_risk_pregnancy_support(*, as_of: date, uncovered: int | None = None) -> Estimate:
    """Support (KRW) of the uncovered in-patient costs of a high-risk pregnancy."""
    draft = Draft(_HIGH_RISK, parameters("pregnancy_support", as_of))
    rule = draft.figures.values["high_risk"]
    limit = int(rule["limit"])
    draft.formula = (
        f"입원치료비 가운데 전액본인부담금과 비급여 진료비의 {percent(rule['rate'])}%를 "
        f"{won(limit)}까지 지원합니다."
    )
    draft.notes.append("병실입원료와 환자특식은 빼고, 분만일부터 6개월 안에 신청해야 합니다.")
    draft.assumptions.append("19대 고위험 임신질환으로 입원치료를 받은 것으로 보았습니다.")
    if uncovered is None:
        draft.missing.append("uncovered_cost")
        return draft.amount(0, limit)
    paid = min(portion(uncovered, rule["rate"]), limit)
    draft.steps.append(f"{won(uncovered)} × {percent(rule['rate'])}%로 계산해 {won(paid)}입니다.")
    return draft.amount(paid)
