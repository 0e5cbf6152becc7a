"""Amounts said in the question where an argument was not given, and costs in a sentence."""

from __future__ import annotations

import re

from chat.agent.tools.estimate.telling import amount_of, told
from chat.agent.tools.types import RetrievalResult
from chat.agent.understanding.money import money
from chat.agent.understanding.numbers import AMOUNT, won
from policies.estimates.types import Estimate, EstimateStatus
from policies.korean import josa

_MAN = 10_000
_BARE = r"\d{2,5}(?![\d년월일세살주%개명호번차회])"
_FILLER = (
    r"(?:이|가|은|는|을|를|로|으로|도|만|에)?\s?"
    r"(?:총\s?|모두\s?|전부\s?|다\s?합쳐서?\s?|한\s|약\s)?"
)
_BILL = re.compile(
    rf"(?:병원비|의료비|수술비|치료비|입원비|진료비|항암비){_FILLER}(?P<a>{AMOUNT}|{_BARE})"
)
_UNCOVERED = re.compile(rf"비급여(?:\s?진료비)?{_FILLER}(?P<a>{AMOUNT}|{_BARE})")
_COVERED = re.compile(rf"급여\s?본인\s?부담금?{_FILLER}(?P<a>{AMOUNT}|{_BARE})")
_INSURED = re.compile(
    r"(?:(?P<y>\d{1,2})\s?년)?\s?(?:(?P<m>\d{1,2})\s?개월)?\s?(?:동안\s?|정도\s?|쯤\s?|을\s?)?"
    r"(?:다니|다녔|일하|일했|근무|가입|재직)"
)
_BY_CHOICE = re.compile(
    r"(?:자진\s?(?:퇴사|퇴직|사직)|(?<!비)자발적|제\s?발로|(?:스스로|제가\s?먼저)\s?(?:그만|관|퇴사|사직))"
    r"(?!.{0,8}아니)"
)
_MONTHS = 12
# What a range could be narrowed by, as it is asked for in a sentence.
_NARROWING = {
    "uncovered_cost": "비급여와 전액본인부담금이 얼마인지",
    "covered_copayment": "급여 본인부담금이 얼마인지",
    "income_decile": "건강보험 소득분위를",
    "median_income_ratio": "가구 소득 수준을",
    "household_size": "가구원 수를",
    "own_cost": "시술에 낸 본인부담금을",
    "treatment": "시술 종류를",
    "dependents": "부양가족 수를",
    "monthly_wage": "세금 떼기 전 월급을",
    "insured_months": "고용보험 가입 기간을",
    "age": "나이를",
    "household_kind": "배우자의 소득을",
}


def bill_said(question: str) -> int | None:
    """KRW of a medical bill said in the question; a bare number is in 만원 ("수술비 1500")."""
    return _amount(_BILL, question)


def uncovered_said(question: str) -> int | None:
    """KRW said to be 비급여."""
    return _amount(_UNCOVERED, question)


def covered_said(question: str) -> int | None:
    """KRW said to be 급여 본인부담금; "비급여" is none."""
    match = _COVERED.search(question)
    if match is None or question[max(0, match.start() - 1) : match.start()] == "비":
        return None
    return _won(match["a"])


def wage_said(question: str) -> int | None:
    """KRW a month, where earnings are told in the question."""
    found = money(question, question, has_ratio=False, has_income=False)
    return next((one.value for one in found if one.key == "monthly_income" and one.value), None)


def insured_said(question: str) -> int | None:
    """Months of work told in the question ("3년 6개월 다녔어요")."""
    for match in _INSURED.finditer(question):
        if match["y"] or match["m"]:
            return int(match["y"] or 0) * _MONTHS + int(match["m"] or 0)
    return None


def voluntary_said(question: str) -> bool | None:
    """True where the question says that the person left by choice; else nothing is known."""
    return True if _BY_CHOICE.search(question) else None


def _amount(pattern: re.Pattern[str], question: str) -> int | None:
    match = pattern.search(question)
    return _won(match["a"]) if match else None


def _won(said: str) -> int | None:
    clean = said.strip().replace(",", "")
    return int(clean) * _MAN if clean.isdigit() else won(said)


def told_support(source: str, estimate: Estimate, *, query: str = "") -> RetrievalResult:
    """A benefit: `told`, with "at most" where nothing may be left, and what would narrow it."""
    result = told(source, estimate, query=query)
    if estimate.status is EstimateStatus.NOT_ENTITLED:
        return _with(result, f"{result.summary} {estimate.notes[0]}")
    if estimate.low is None or estimate.low == estimate.high:
        return result
    summary = result.summary
    if estimate.low == 0:
        most = amount_of(estimate.model_copy(update={"low": estimate.high}))
        summary = f"{josa(estimate.benefit, '은/는')} 많으면 {most}까지로 예상돼요."
    asked = next((_NARROWING[one] for one in estimate.missing if one in _NARROWING), "")
    return _with(result, f"{summary} {asked} 알려 주시면 더 좁혀 드려요." if asked else summary)


def told_cost(source: str, estimate: Estimate, *, query: str = "") -> RetrievalResult:
    """What a person pays: "본인부담은 월 281,000원쯤으로 예상돼요."; a rate in per cent."""
    result = told(source, estimate, query=query)
    if estimate.status is EstimateStatus.NOT_ENTITLED:
        return _with(result, estimate.notes[0])
    if estimate.low is None or estimate.high is None:
        return result
    if estimate.unit == "%":
        low, high = estimate.low, estimate.high
        said = f"{high}%" if low == high else f"{low}%에서 {high}% 사이"
        return _with(result, f"본인부담률은 {said}로 예상돼요.")
    if estimate.high == 0:
        return _with(result, "본인부담은 없을 것으로 예상돼요.")
    between = "쯤으로" if estimate.low == estimate.high else " 사이로"
    return _with(result, f"본인부담은 {amount_of(estimate)}{between} 예상돼요.")


def _with(result: RetrievalResult, summary: str) -> RetrievalResult:
    return result.model_copy(update={"summary": summary})
