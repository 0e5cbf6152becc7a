"""Ages, incomes, views and sizes in a question."""

from __future__ import annotations

import re

from policies.structured.grammar.draft import MARKED, Draft
from policies.structured.question import Age, Number, NumberColumn, Operator

_AGE = r"(?:만\s?)?(?P<{}>\d{{1,3}})\s?(?:세|살)"
_EXACT_RANGE = re.compile(
    r"(?:대상\s?)?(?:연령|나이)?(?:이|가|은|는)?\s?(?:딱|"
    r"정확히)?\s?(?:만\s?)?(?P<a>\d{1,3})\s?(?:(?:세|"
    r"살)?\s?[~-]|(?:세|살)\s?(?:부터|에서|이상))\s?"
    r"(?:만\s?)?(?P<b>\d{1,3})\s?(?:세|살)(?:까지|\s?이하|\s?사이)?(?:로|으로|인|가|이|만)?"
    rf"(?:{MARKED})?"
)
_FROM = re.compile(
    r"(?:(?:지원|신청|대상)?\s?(?:연령|나이)?\s?(?:하한|"
    r"최소\s?(?:연령|나이)?|시작)?(?:이|가|은|"
    r"는)?\s?)?" + _AGE.format("n") + r"(?:부터|\s?이상)(?:이라고|라고|으로|로|인|"
    rf"만)?(?:{MARKED})?(?:\s?(?:되는|가능한|받는|"
    r"신청\S*|지원\S*))?"
)
_FROM_IS = re.compile(
    r"(?:(?:지원|신청|대상)\s?)?(?:연령|나이)?\s?(?:하한|"
    r"최소\s?(?:연령|나이)|최저\s?(?:연령|나이)|"
    r"시작\s?(?:연령|나이))(?:이|가|은|는)?\s?"
    + _AGE.format("n")
    + rf"\s?(?P<op>이상|이하|초과|미만)?(?:이라고|라고|으로|로|인)?(?:{MARKED})?"
)
_TO = re.compile(
    r"(?:(?:지원|신청|대상)?\s?(?:연령|나이)?(?:이|가|은|는)?\s?)?"
    + _AGE.format("n")
    + r"(?:까지|\s?이하)(?:이라고|라고|으로|로|인|"
    rf"만)?(?:{MARKED})?(?:\s?(?:되는|가능한|받는|"
    r"신청\S*|지원\S*))?"
)
_TO_IS = re.compile(
    r"(?:(?:지원|신청|대상)\s?)?(?:연령|나이)?\s?(?:상한|"
    r"최대\s?(?:연령|나이)|최고\s?(?:연령|나이)|"
    r"종료\s?(?:연령|나이))(?:이|가|은|는)?\s?"
    + _AGE.format("n")
    + rf"\s?(?P<op>이상|이하|초과|미만)?(?:이라고|라고|으로|로|인)?(?:{MARKED})?"
)
_PERSON = re.compile(
    _AGE.format("n") + r"(?:\s?(?:인|짜리|된))?(?:\s?(?:사람|청년|"
    r"주민|시민|남성|여성|노인|아이|학생|어르신))?(?:이|"
    r"가|도|에게|한테|은|는|인데)?\s?"
    r"(?:지금\s?)?(?:신청|지원|받|해당|가능|되는|포함|대상|이용|쓸)\S*(?:\s?수\s?있\S*)?"
)
_LIMITED = re.compile(r"\(?(?:나이|연령)\s?(?:제한|조건|요건)(?:이|을)?\s?(?:있는|걸린|둔)\)?")
_UNLIMITED = re.compile(
    r"(?:나이|연령)\s?(?:제한|조건|요건)?(?:이|"
    r"은|에|과|와)?\s?(?:없는|없이|무관\S*|상관\s?없\S*|"
    r"제한\s?없\S*)"
)
_WON = (
    r"(?:(?P<eok>\d{1,3})\s?억\s?)?(?:(?P<cheon>\d{1,2})\s?천\s?)?(?:(?P<baek>\d{1,2})"
    r"\s?백\s?)?(?P<man>\d[\d,]*)?\s?만\s?원?|"
    r"(?P<only_eok>\d{1,3})\s?억\s?원?"
)
_INCOME = re.compile(
    r"(?:연\s?)?(?:소득|수입)\s?(?P<side>상한|"
    r"하한|최대|최소|최고|한도|최대\s?금액|최소\s?금액)?(?:액|"
    r"선|금액)?(?:이|가|은|는)?\s?"
    rf"(?:{_WON})\s?(?P<op>이상|이하|초과|미만|까지|부터)?(?:이라고|라고|으로|로|인)?(?:{MARKED})?"
)
_INCOME_SOME = re.compile(
    r"(?:연\s?)?소득\s?(?P<side>상한|하한)(?:액|"
    r"선|금액)?(?:이|가|은|는)?\s?(?P<is>있는|"
    r"없는|적힌|정해진)"
)
_COUNTED: list[tuple[str, NumberColumn, str]] = [
    (r"조회\s?수?", "views", "조회수"),
    (r"(?:지원|모집|선발)\s?(?:규모|인원|수)", "capacity", "지원 규모"),
]
_FIGURE = (
    r"(?:가|이|은|는)?\s?(?:(?P<cheon>\d{1,3})\s?천|"
    r"(?P<man>\d{1,3})\s?만|(?P<n>\d[\d,]*))\s?(?:회|"
    r"번|명|건|팀|개사|개)?(?:가|을|를|이(?!상|"
    r"하))?\s?"
    r"(?P<op>이상|이하|초과|미만|넘는|넘은|안\s?되는|"
    r"보다\s?(?:많|큰|적|작)\S*)?(?:으로|로|인|"
    r"이고|된|를|을)?(?:\s?(?:넘는|넘은))?"
    rf"(?:{MARKED})?"
)
_OPERATORS: dict[str, Operator] = {
    "이상": ">=", "부터": ">=", "이하": "<=", "까지": "<=", "초과": ">", "미만": "<",
    "넘는": ">", "넘은": ">", "안되는": "<", "안 되는": "<",
}  # fmt: skip


def read_figures(draft: Draft) -> None:
    """Figures with the words that say what they measure."""
    _read_counts(draft)
    _read_incomes(draft)
    _read_ages(draft)


def _operator(said: str | None) -> Operator:
    if said and said.startswith("보다"):
        return ">" if re.search(r"많|큰", said) else "<"
    return _OPERATORS.get(said or "", "=")


_SAID: dict[Operator, str] = {"=": "", ">=": " 이상", "<=": " 이하", ">": " 초과", "<": " 미만"}


def _number(
    draft: Draft,
    match: re.Match[str],
    part: tuple[NumberColumn, Operator, int],
    said: tuple[str, str],
) -> None:
    column, operator, value = part
    title, unit = said
    negated = draft.negation(match.end())
    label = f"{title} {value:,}{unit}{_SAID.get(operator, '')}" + (" 아님" if negated else "")
    draft.add(
        Number(column=column, operator=operator, value=value, negated=bool(negated), label=label)
    )
    draft.take(match.start(), negated or match.end())


_AGE_EMPTY = re.compile(
    r"(?:대상\s?)?(?:연령|나이)(?:이|가)?\s?(?:비어\s?있\S*|"
    r"적혀\s?있지\s?않\S*|안\s?적힌|적히지\s?않은)"
)


def _read_ages(draft: Draft) -> None:
    for match in draft.find(_AGE_EMPTY):
        draft.add(
            Number(column="age_from", operator="none", label="나이가 적혀 있지 않음"),
            Number(column="age_to", operator="none", label="나이 상한이 적혀 있지 않음"),
        )
        draft.take(*match.span())
    for match in draft.find(_EXACT_RANGE):
        first, last = int(match["a"]), int(match["b"])
        if first > last:
            continue
        draft.add(
            Number(column="age_from", operator="=", value=first, label=f"나이 {first}세부터"),
            Number(column="age_to", operator="=", value=last, label=f"{last}세까지"),
        )
        draft.take(*match.span())
    for pattern, column, title, usual in (
        (_FROM_IS, "age_from", "나이 하한", "="),
        (_TO_IS, "age_to", "나이 상한", "="),
        (_FROM, "age_from", "나이 하한", "="),
        (_TO, "age_to", "나이 상한", "="),
    ):
        for match in draft.find(pattern):
            operator = _operator(match.groupdict().get("op")) or usual
            _number(draft, match, (column, operator, int(match["n"])), (title, "세"))  # type: ignore[arg-type]
    for match in draft.find(_PERSON):
        years = int(match["n"])
        draft.add(Age(years=years, label=f"{years}세가 신청할 수 있는 나이(제한 없음 포함)"))
        draft.take(*match.span())
    for match in draft.find(_UNLIMITED):
        draft.add(Age(label="나이 제한 없음"))
        draft.take(*match.span())
    for match in draft.find(_LIMITED):
        draft.add(Age(limited=True, label="나이 제한 있음"))
        draft.take(*match.span())


def _read_incomes(draft: Draft) -> None:
    for match in draft.find(_INCOME):
        amount = _amount(match)
        low = (match["side"] or "") in ("하한", "최소", "최소 금액")
        bound = match["op"]
        if not match["side"]:
            low = bound in ("이상", "부터", "초과")
            operator: Operator = "="
        else:
            operator = _operator(bound)
        column: NumberColumn = "income_from" if low else "income_to"
        title = "연소득 하한" if low else "연소득 상한"
        _number(draft, match, (column, operator, amount), (title, "만원"))
    for match in draft.find(_INCOME_SOME):
        column = "income_from" if match["side"] == "하한" else "income_to"
        absent = match["is"] == "없는"
        draft.add(
            Number(
                column=column,
                operator="none" if absent else "some",
                label=f"연소득 {match['side']} {'없음' if absent else '있음'}",
            )
        )
        draft.take(*match.span())


def _amount(match: re.Match[str]) -> int:
    """Amount in 만원."""
    if match["only_eok"]:
        return int(match["only_eok"]) * 10_000
    total = int(match["eok"] or 0) * 10_000 + int(match["cheon"] or 0) * 1_000
    return total + int(match["baek"] or 0) * 100 + int((match["man"] or "0").replace(",", ""))


def _read_counts(draft: Draft) -> None:
    for words, column, title in _COUNTED:
        for match in draft.find(re.compile(words + _FIGURE)):
            value = int((match["n"] or "0").replace(",", ""))
            value += int(match["cheon"] or 0) * 1_000 + int(match["man"] or 0) * 10_000
            unit = "회" if column == "views" else "명·팀"
            _number(draft, match, (column, _operator(match["op"]), value), (title, unit))
