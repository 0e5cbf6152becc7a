"""Days beside a noun or verb: registration, change, the programme, first and last days."""

from __future__ import annotations

import re

from policies.structured.grammar.days import Span, spans
from policies.structured.grammar.draft import READ, Draft
from policies.structured.question import Day, DayColumn, Window

_STAMPS: list[tuple[re.Pattern[str], DayColumn, str]] = [
    (
        re.compile(
            r"(?:새로\s)?(?:등록|올라)(?:이|을|일이|일)?\s?(?:된|"
            r"한|되|하|일|온|왔)\S*"
        ),
        "registered_at",
        "등록일",
    ),
    (
        re.compile(
            r"(?:내용이\s)?(?:최종\s?)?(?:수정|갱신|업데이트|"
            r"변경|고쳐)(?:이|을|일이|일)?\s?(?:된|한|"
            r"되|하|일|진)\S*"
        ),
        "modified_at",
        "수정일",
    ),
    (re.compile(r"사업(?:\s?기간)?(?:이|은|을)?\s?(?:시작)\S*"), "begins_on", "사업 시작일"),
    (
        re.compile(
            r"사업(?:\s?기간)?(?:이|은|을)?\s?(?:끝나|"
            r"끝난|종료)\S*"
        ),
        "ends_on",
        "사업 종료일",
    ),
]

_PROGRAMME = re.compile(r"사업\s?(?:기간|시작일|종료일)?(?:이|은|을)?\s?")

_PROGRAMME_VERB = re.compile(
    r"\s?(?:말\s?)?(?:까지|부터|에서|안에|에)?\s?(?:(?P<begin>시작\S*)"
    r"|(?P<end>끝나\S*|끝난\S*|종료\S*)|(?P<is>인(?=\s)))"
)

_NOUN = re.compile(
    r"(?:(?:접수|신청|모집)\s?)?"
    r"(?:(?P<start>시작\s?(?:일자?|날짜?|(?=[이은]\s)))"
    r"|(?:마감|종료)\s?(?:일자?|날짜?|(?=[이은]\s))|(?:신청|접수)\s?기한)"
    r"(?:이|은|는|가)?\s?"
)

_IS = re.compile(r"\s?(?:말\s?)?(?:(?P<until>까지)|에)?(?:인|이고|이며|로|으로)?(?=[\s,.?!)¦]|$)")
# Between a span of days and its verb.
_REACH = 16


def read_stamps(draft: Draft) -> None:
    """Days of registration and change; superlatives of these are read before."""
    _read_programme(draft)
    for pattern, column, label in _STAMPS:
        for match in draft.find(pattern):
            span = span_for(draft, match.start())
            if span is None:
                continue
            negated = draft.negation(match.end() - match[0].endswith("지"))
            said = f"{label}: {span.label}{' 아님' if negated else ''}"
            draft.add(
                Day(
                    column=column,
                    first=span.first,
                    last=span.last,
                    negated=bool(negated),
                    label=said,
                )
            )
            draft.take(span.start, negated or match.end())


def _read_programme(draft: Draft) -> None:
    """「사업기간이 올해 끝나는」: the span stands between the programme and the verb."""
    for match in draft.find(_PROGRAMME):
        span = next(
            (each for each in spans(draft.rest, draft.as_of) if each.start == match.end()), None
        )
        verb = _PROGRAMME_VERB.match(draft.rest, span.end) if span else None
        if span is None or verb is None:
            continue
        begins = verb["begin"] or (verb["is"] and "시작" in match[0])
        column: DayColumn = "begins_on" if begins else "ends_on"
        title = "사업 시작일" if begins else "사업 종료일"
        draft.add(
            Day(column=column, first=span.first, last=span.last, label=f"{title}: {span.label}")
        )
        draft.take(match.start(), verb.end())


def read_deadlines(draft: Draft) -> None:
    """「마감일이 8월인」, 「접수 시작일이 8월 1일인」: the span stands behind the noun."""
    for match in draft.find(_NOUN):
        span = next(
            (each for each in spans(draft.rest, draft.as_of) if each.start == match.end()), None
        )
        if span is None:
            continue
        after = _IS.match(draft.rest, span.end)
        edge = "start" if match["start"] else "end"
        if after and after["until"] and span.last is not None:
            span = Span(span.start, span.end, span.last, span.last)
        what = "접수 시작이" if edge == "start" else "접수 마감이"
        draft.add(window(edge, span, f"{what} {span.label}"))
        draft.take(match.start(), after.end() if after else span.end)


def span_for(draft: Draft, start: int) -> Span | None:
    """The span of days right before a verb, else none."""
    near = [
        span
        for span in spans(draft.rest, draft.as_of)
        if span.end <= start
        and start - span.end <= _REACH
        and READ not in draft.rest[span.end : start]
    ]
    return near[-1] if near else None


def window(edge: str, span: Span, label: str) -> Window:
    return Window.model_validate(
        {"edge": edge, "first": span.first, "last": span.last, "label": label}
    )
