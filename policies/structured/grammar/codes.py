"""Coded fields and categories in a question → filters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from policies.structured.grammar.draft import MARKED, Draft
from policies.structured.grammar.gov24_words import GOV24_WORDS
from policies.structured.grammar.regions import GOV24, YOUTH
from policies.structured.grammar.words import Word
from policies.structured.grammar.youth_words import SOME_INCOME, YOUTH_WORDS
from policies.structured.question import Codes

_LITERAL = re.compile(
    r"(?<![A-Za-z0-9])(?P<code>JA\d{4}|00\d{5})(?:(?:이|가|은|는)?\s?Y)?(?:인|로|으로|이고)?"
)
TAIL = re.compile(
    rf"(?P<only>\s?(?:들)?(?:에게)?만)?(?:{MARKED})?\s?"
    rf"(?:(?:을|를)?\s?대상(?:으로|인|이고|이며)?(?:{MARKED}|\s?하는|\s?한)?)?"
    r"(?:이고|인데|이며|인|용|이|을|를|은|는|도|으로[는도]?|로[는도]?)?(?=[\s,.)(?!·/]|$)"
)
_FIELD = r"(?:\s?(?:분야|영역|부문|카테고리|분류|유형|쪽|관련))"
_EXPLICIT = {
    YOUTH: [
        (r"대\s?분류(?:가|는|명이|명은)?\s?", "lclsfNm", "대분류"),
        (r"중\s?분류(?:가|는|명이|명은)?\s?", "mclsfNm", "중분류"),
        (r"(?:정책\s?)?키워드(?:가|는|에|로|명이)?\s?", "plcyKywdNm", "키워드"),
    ],
    GOV24: [
        (r"서비스\s?분야(?:가|는)?\s?", "서비스분야", "서비스분야"),
        (r"지원\s?유형(?:이|은)?\s?", "지원유형", "지원유형"),
        (r"(?:담당\s?)?부서(?:명)?(?:가|는|이)?\s?", "부서명", "부서"),
    ],
}
_AFTER = (
    r"(?:'|\")?(?:이면서|이고|이며|인데|으로|로|이라고|라고|이|가|은|는|인|의|에서|에|만|도)?"
    r"(?:\s?(?:들어간|포함된|달린|붙은|있는|된))?"
)


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    word: Word


def read_codes(draft: Draft) -> None:
    """Categories by name, then codes by their words, then codes written out."""
    _read_explicit(draft)
    _read_categories(draft)
    words = {YOUTH: YOUTH_WORDS, GOV24: GOV24_WORDS}.get(draft.source or "", [])
    if draft.source == YOUTH:
        for match in draft.find(re.compile(f"(?<!연)(?<!연 ){SOME_INCOME.pattern}")):
            draft.add(
                Codes(field="earnCndSeCd", values=("0043002", "0043003"), label="소득 조건이 있음")
            )
            draft.take(*match.span())
    read_words(draft, words)
    _read_literals(draft, words)


def read_flags(draft: Draft) -> None:
    """Whether a field is filled at all: before words that stand *in* a field are looked for."""
    words = {YOUTH: YOUTH_WORDS, GOV24: GOV24_WORDS}.get(draft.source or "", [])
    read_words(draft, [word for word in words if word.field == _FILLED])


_FILLED = "있음"


def _read_explicit(draft: Draft) -> None:
    """「중분류가 건강인」: values that contain what is said."""
    for before, field, title in _EXPLICIT.get(draft.source or "", []):
        for value in mentioned(draft, values_of(draft, field)):
            pattern = re.compile(rf"{before}(?:'|\")?{loose(value)}{_FIELD}?{_AFTER}")
            for match in draft.find(pattern):
                add_values(draft, field, title, value, match, exact=field in _EXACT)
        for match in draft.find(
            re.compile(rf"{before}(?:'|\")?(?P<v>[가-힣·/]{{2,12}}?)(?:'|\")?{_AFTER_END}")
        ):
            add_values(draft, field, title, match["v"], match, exact=False)


# Values of several words stay apart; those of one list are meant as they stand.
_EXACT = {"plcyKywdNm", "지원유형", "서비스분야", "부서명"}
_AFTER_END = r"(?:으로|로|이라고|라고|인|이고)(?=[\s¦])"


def _read_categories(draft: Draft) -> None:
    """「건강 분야」: the widest list that has the name, else the next."""
    for field, title in _FIELDS.get(draft.source or "", []):
        for value in mentioned(draft, _parts(values_of(draft, field))):
            whole = value in values_of(draft, field) and field in _HEADS
            noun = f"(?:{_FIELD_OF.get(field, _FIELD)}{_AFTER}(?=[\\s,.?!)¦]|$)"
            noun += rf"|(?=\s?{_HEADS[field]}))" if whole else ")"
            pattern = re.compile(rf"(?<![가-힣])(?:'|\")?{loose(value)}(?:'|\")?{noun}")
            for match in draft.find(pattern):
                add_values(draft, field, title, value, match, exact=field in _EXACT)
    if draft.source == GOV24:
        _read_benefits(draft)


_FIELD_OF = {"plcyKywdNm": r"(?:\s?(?:분야|관련|키워드|태그))"}
# A whole value right before what is asked for needs no 「분야」: 「보건·의료 서비스」.
_HEADS = {
    "lclsfNm": r"(?:청년\s?)?정책",
    "mclsfNm": r"(?:청년\s?)?정책",
    "서비스분야": r"서비스",
    "지원유형": r"(?:지원\s?)?서비스",
}
_FIELDS = {
    YOUTH: [("lclsfNm", "대분류"), ("mclsfNm", "중분류"), ("plcyKywdNm", "키워드")],
    GOV24: [("서비스분야", "서비스분야"), ("지원유형", "지원유형")],
    "": [("주제", "주제")],
}


def _read_benefits(draft: Draft) -> None:
    """지원유형 without the word: 「현금으로 주는」, 「이용권 지원」, 「현물로」."""
    for value in mentioned(draft, values_of(draft, "지원유형")):
        if value in ("기타", "민원"):
            continue
        pattern = re.compile(
            rf"(?<![가-힣]){loose(value)}(?:(?:으로|로)\s?(?:주는|지급\S*|지원\S*|받는|제공\S*)"
            r"|\s?(?:지원|지급)(?:인|하는|되는|해\s?주는|형|이고)?(?=\s|$))"
        )
        for match in draft.find(pattern):
            add_values(draft, "지원유형", "지원유형", value, match, exact=True)


def values_of(draft: Draft, field: str) -> frozenset[str]:
    return draft.vocabulary.values.get(field, frozenset())


def mentioned(draft: Draft, values: Iterable[str]) -> list[str]:
    """Those of `values` whose letters stand in the question, in order; the longest first
    where they have none."""
    text = _letters(draft.text)
    ordered = values if isinstance(values, list) else sorted(values, key=len, reverse=True)
    return [value for value in ordered if _letters(value) in text]


def _letters(text: str) -> str:
    return re.sub(r"[･·,/\s]", "", text)


def _parts(values: frozenset[str]) -> list[str]:
    """Whole values and the words they are made of, the longest first."""
    words = {word for value in values for word in re.split(r"[･·,/\s]+|및", value) if len(word) > 1}
    return sorted(values | words, key=lambda value: (value not in values, -len(value), value))


def loose(value: str) -> str:
    """Pattern of a value with any dot or space between its parts."""
    return r"\s?[･·,/]?\s?".join(re.escape(part) for part in re.split(r"[･·\s]+", value))


def add_values(
    draft: Draft, field: str, title: str, said: str, match: re.Match[str], *, exact: bool
) -> None:
    """A value means all published values that contain it, unless its list says otherwise."""
    found = tuple(sorted(value for value in values_of(draft, field) if _means(value, said, exact)))
    negated = draft.negation(match.end())
    label = (
        f"{title}이 {' · '.join(found) or said}".replace("분류이", "분류가")
        .replace("분야이", "분야가")
        .replace("키워드이", "키워드가")
        .replace("부서이", "부서가")
    )
    values = found or (said,)
    draft.add(
        Codes(
            field=field,
            values=values,
            negated=bool(negated),
            label=f"{label} 아님" if negated else label,
        )
    )
    draft.take(match.start(), negated or match.end())


def _means(value: str, said: str, exact: bool) -> bool:
    plain, wanted = (re.sub(r"[･·\s]", "", text) for text in (value, said))
    return plain == wanted if exact else wanted in plain


def read_words(draft: Draft, words: list[Word]) -> None:
    hits: list[_Hit] = []
    for word in words:
        for match in re.compile(rf"(?<![가-힣])(?:{word.words.pattern})").finditer(draft.rest):
            if "¦" in match[0] or any(
                h.start < match.end() and match.start() < h.end for h in hits
            ):
                continue
            hits.append(_Hit(match.start(), match.end(), word))
    hits.sort(key=lambda hit: hit.start)
    for group in _joined(draft, hits):
        _add_group(draft, group)


def _joined(draft: Draft, hits: list[_Hit]) -> list[list[_Hit]]:
    """Hits of one field that are listed together: 「재직자나 자영업자」."""
    groups: list[list[_Hit]] = []
    for hit in hits:
        last = groups[-1][-1] if groups else None
        between = draft.rest[last.end : hit.start] if last else ""
        if last and last.word.field == hit.word.field and _LIST.fullmatch(between):
            groups[-1].append(hit)
        else:
            groups.append([hit])
    return groups


_LIST = re.compile(r"\s?(?:,|·|/|이나|나|와|과|랑|이랑|하고|또는|및|혹은|거나|이거나)\s?")
_ALL = re.compile(r"\s?(?:와|과|랑|이랑|하고|및)\s?")


def _add_group(draft: Draft, group: list[_Hit]) -> None:
    tail = TAIL.match(draft.rest, group[-1].end)
    if tail is None:
        # The word goes on: it is part of another one (장애인복지관).
        return
    negated = draft.negation(tail.end())
    both = (
        any(_ALL.fullmatch(draft.rest[one.end : other.start]) for one, other in pairwise(group))
        and "모두" in draft.rest[tail.end() : tail.end() + 8]
    )
    how: Literal["any", "all", "only"] = "only" if tail["only"] else "all" if both else "any"
    values = tuple(dict.fromkeys(hit.word.value for hit in group))
    label = (" 그리고 " if how != "any" else " 또는 ").join(hit.word.label for hit in group)
    label += "만" if how == "only" else ""
    draft.add(
        Codes(
            field=group[0].word.field,
            values=values,
            how=how,
            negated=bool(negated),
            label=f"{label} 아님" if negated else label,
        )
    )
    draft.take(group[0].start, negated or tail.end())


def _read_literals(draft: Draft, words: list[Word]) -> None:
    by_value = {word.value: word for word in words}
    for match in draft.find(_LITERAL):
        word = by_value.get(match["code"])
        if word is None:
            draft.unread.append(match[0])
            continue
        negated = draft.negation(match.end())
        part = Codes(field=word.field, values=(word.value,), label=word.label)
        if negated:
            part = part.model_copy(update={"negated": True, "label": f"{word.label} 아님"})
        draft.add(part)
        draft.take(match.start(), negated or match.end())
