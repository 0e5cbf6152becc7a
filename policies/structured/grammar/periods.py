"""When one can apply: states (open, always, not yet, ended) and spans of days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from policies.korean import josa, long_date
from policies.structured.grammar.days import Span
from policies.structured.grammar.draft import Draft
from policies.structured.grammar.stamps import read_deadlines, read_stamps, span_for, window
from policies.structured.question import Period, PeriodState, Window

# Days until which 「곧 마감」 reaches.
SOON_DAYS = 14
_IT = r"(?:인|된|되는|하는|받는)?\s?(?:것|거|건|정책|서비스|사업)?(?:들)?"
_ANY = re.compile(
    rf"(?:이미\s)?(?:끝난|마감된|종료된|마감|종료)\s?{_IT}(?:도|"
    r"까지|을|를)?\s?(?:다|모두|전부|같이|함께)?\s?"
    r"(?:포함|넣|함께|같이|합쳐|쳐)\S*"
    r"|(?:접수|신청|마감|기간|종료)?\s?(?:상태|여부|기간|시기)\s?(?:는|은|와|과|에|이랑)?\s?"
    r"(?:상관|관계|구분)\s?없\S*|(?:접수|신청|마감)\S*\s?(?:상관|관계)\s?없\S*"
    r"|(?:상태|기간|마감|여부)\s?무관\S*|(?:접수|신청)\s?중이?\s?아니\S*\s?(?:도|상관)\S*"
)
_ENDED_NOT = re.compile(
    rf"(?:이미\s)?(?:끝난|마감된|종료된|마감|종료)\s?{_IT}(?:은|는|을|를|이|가)?\s?"
    r"(?:빼|말고|제외|안\s?세|뺀|아닌|아니|없이)\S*(?:\s?(?:마|말|줘)\S*)?"
)
_ALWAYS_TOO = re.compile(
    rf"상시(?:\s?(?:접수|신청|모집))?{_IT}(?:도|까지|를|을|은|는)?\s?(?:다|모두|전부|같이|함께)?\s?"
    r"(?:포함|넣|함께|같이|더하|더해|합쳐|합해|쳐|세어|세\s?줘|껴)\S*(?:\s(?:줘|주세요|서))?"
)
_ALWAYS_NOT = re.compile(
    rf"상시(?:\s?(?:접수|신청|모집))?{_IT}(?:은|는|을|를|이|가|도|까지)?\s?"
    r"(?:빼|말고|제외|세지|넣지|포함하지|안\s?세|"
    r"안\s?넣|뺀|아닌|아니|없이|치지)\S*(?:\s?(?:마|"
    r"말|줘|고|서)\S*)?"
)
_ALWAYS = re.compile(
    r"(?:신청\s?기한|신청\s?기간|접수\s?기간|기한)?(?:이|은|는)?\s?(?:연중\s?)?상시"
    r"(?:\s?(?:접수|신청|모집|운영|가능))?(?:으?로|인|이고|이며|이|가|은|는|를)?"
    r"(?:\s?(?:접수|신청|모집)?\s?(?:를|을)?\s?(?:받|되|가능|하|할\s?수\s?있|열려\s?있|표시)\S*)?"
)
_MARKED_CLOSED = re.compile(
    r"(?:신청\s?기간|접수)?\s?(?:구분|상태)?(?:이|가|은|는)?\s?마감(?:으로|이라고|이라|상태로)?\s?"
    r"(?:표시|구분|등록|처리|설정|분류)(?:되어|돼|된|되)?\S*|(?:구분|상태)(?:이|가|은|는)\s?마감인?"
)
_DATED = re.compile(
    r"(?:날짜로\s)?(?:신청|접수|모집)\s?(?:기간|"
    r"기한)(?:이|가|은|는)?\s?(?:날짜로\s?|특정\s?기간으로\s?)?"
    r"(?:적혀|정해져|정해진|명시|특정|표시|나와)\s?\S*(?:\s?있(?:고|는|으며))?"
    r"|(?:특정\s?기간|기간이\s?정해진)\s?\S{0,3}만?|기간제"
)
_NOW = r"(?:지금|현재|오늘|아직|당장|이제)"
_NOT_YET = re.compile(
    r"(?:접수|신청|모집)?(?:이|가|을|를|은|는)?\s?아직\s?(?:접수|"
    r"신청|모집)?(?:이|가|을|를|은|는)?\s?"
    r"(?:기간이?\s?)?(?:시작\s?(?:안|되지\s?않|"
    r"하지\s?않|못|도\s?안|전)|시작되지|안\s?(?:열|"
    r"시작|받)|열리지|개시\s?전|전인)"
    r"(?:\s?(?:된|되|됐|한|했|하|린|렸|았|은|연|인))?(?:고|는|은)?"
)
_AHEAD = re.compile(
    r"(?:앞으로|곧|조만간|이후에?)\s?(?:접수|신청|모집)?(?:이|가|을|를)?\s?(?:받기\s?)?"
    r"(?:열릴|시작(?:될|할|되는|하는)?|받을|개시|열리는|오픈|예정)\S*"
    r"|(?:접수|신청|모집)\s?(?:예정|대기)(?:인|"
    r"된)?|(?:접수|신청|모집)\s?(?:시작\s?)?전(?:인|"
    r"의)?(?=[\s¦]|$)"
)
_ENTER = r"(?:드는|들어가는|들어\s?있는|있는|포함되는|속하는|해당하는)"
_OPEN = re.compile(
    r"(?:접수|신청|모집|지원)\s?기간(?:\s?(?:안|내|중|이내)(?:에)?\s?(?:인|이고|"
    + _ENTER
    + r")?|(?:인|이고|에\s?"
    + _ENTER
    + r"))"
    r"|그\s?(?:기간\s?)?안에\s?"
    + _ENTER
    + r"|(?:접수|신청|모집)(?:를|을|이|가|은|는)?\s?(?:받고\s?있\S*|"
    r"받는|진행\s?중|중|되고\s?있\S*|되는|되나|"
    r"돼|된|되|가능\S*|"
    r"할\s?수\s?있\S*|하고\s?있\S*|열려\s?있\S*|"
    r"열린|하는|할\s?만\S*)(?:이고|인|이거나|인데|"
    r"이며|에)?"
    r"|열려\s?있\S*|진행\s?중(?:인|이고)?|받고\s?있는"
)
_CLOSE = re.compile(
    r"(?:접수|신청|모집|신청\s?기한|기한)?(?:이|"
    r"가|을|를|은|는)?\s?(?:마감(?:되|된|돼|됐|"
    r"하|인|일|이|기한)?|끝나|끝날|끝난|"
    r"종료(?:되|된|될|하|일)?|닫히|닫힌)(?:는|고|였|었|이고|날이?|인|이)?"
    r"|(?:신청\s?기한|접수\s?기한|신청\s?기간|접수\s?기간|기한)(?:이|은)?\s?(?:이미\s?)?지난"
)
_START = re.compile(
    r"(?:접수|신청|모집)?(?:이|가|을|를|은|는)?\s?(?:받기\s?)?(?:새로\s?)?(?:시작(?:되|"
    r"된|하|한|될|할|일)?|열리|열릴|열린|"
    r"개시(?:되|하|된)?|오픈(?:되|하|된)?)(?:는|고|었)?"
)
_PAST = re.compile(r"(?:지난|끝난|마감된|마감됐|종료된|닫힌|종료됐|끝났)")


@dataclass(frozen=True)
class _Verb:
    start: int
    end: int
    kind: str
    said: str


def read_periods(draft: Draft) -> None:
    """Everything said about times of application, registration and change."""
    states: list[PeriodState] = []
    _taken(draft, _ANY)
    if _taken(draft, _ENDED_NOT):
        label = f"{long_date(draft.as_of)}에 아직 끝나지 않음"
        draft.add(Period(states=("ended",), day=draft.as_of, negated=True, label=label))
    read_deadlines(draft)
    always_too = _taken(draft, _ALWAYS_TOO)
    always_not = _taken(draft, _ALWAYS_NOT)
    read_stamps(draft)
    if _taken(draft, _MARKED_CLOSED):
        states.append("marked_closed")
    if _taken(draft, _DATED):
        draft.add(Period(states=("dated",), day=draft.as_of, label="신청기간이 날짜로 정해진 정책"))
    _read_ahead(draft)
    if _taken(draft, _ALWAYS):
        states.append("always")
    states += _read_verbs(draft)
    if always_too:
        states.append("always")
    if "open" in states and always_not:
        states = [state for state in states if state != "always"]
    elif always_not and not states:
        draft.add(Period(states=("always",), day=draft.as_of, negated=True, label="상시 접수는 뺌"))
    if states:
        draft.add(_period(draft, tuple(dict.fromkeys(states))))
    for match in draft.find(re.compile(_NOW)):
        draft.take(*match.span())


_STATE_LABELS: dict[PeriodState, str] = {
    "open": "{day}에 접수 중(날짜가 정해진 접수)",
    "always": "상시 접수",
    "marked_closed": "‘마감’으로 표시됨",
    "ended": "{day} 전에 접수가 끝남",
    "upcoming": "{day}에는 접수하지 않고 앞으로 접수가 열림",
    "unopened": "{day} 뒤에 처음으로 접수가 열림",
    "dated": "신청기간이 날짜로 정해짐",
}


def _period(draft: Draft, states: tuple[PeriodState, ...]) -> Period:
    day = long_date(draft.as_of)
    label = " 또는 ".join(_STATE_LABELS[state].format(day=day) for state in states)
    return Period(states=states, day=draft.as_of, label=label)


def _taken(draft: Draft, pattern: re.Pattern[str]) -> bool:
    found = list(draft.find(pattern))
    for match in found:
        draft.take(*match.span())
    return bool(found)


def _read_ahead(draft: Draft) -> None:
    """Not yet open, unless a span of days says when it opens."""
    not_yet = _free(draft, _NOT_YET)
    ahead = [match for match in _free(draft, _AHEAD) if span_for(draft, match.start()) is None]
    for match in (*not_yet, *ahead):
        draft.take(*match.span())
    if not_yet or ahead:
        draft.add(_period(draft, ("upcoming",) if ahead else ("unopened",)))


def _free(draft: Draft, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    return list(draft.find(pattern))


def _verbs(draft: Draft) -> list[_Verb]:
    found: list[_Verb] = []
    for kind, pattern in (("open", _OPEN), ("close", _CLOSE), ("start", _START)):
        for match in draft.find(pattern):
            if not any(v.start < match.end() and match.start() < v.end for v in found):
                found.append(_Verb(match.start(), match.end(), kind, match[0]))
    return sorted(found, key=lambda verb: verb.start)


def _read_verbs(draft: Draft) -> list[PeriodState]:
    """Verbs with the spans of days before them; open and ended without one are states."""
    states: list[PeriodState] = []
    for verb in _verbs(draft):
        span = span_for(draft, verb.start)
        if verb.kind == "open":
            states += _open(draft, verb, span)
        elif verb.kind == "start":
            if span is None:
                continue
            draft.add(window("start", span, f"접수가 {span.label} 사이에 시작됨"))
        elif not _close(draft, verb, span):
            states.append("ended")
        if span is not None:
            draft.take(span.start, span.end)
        draft.take(verb.start, verb.end)
    return states


def _open(draft: Draft, verb: _Verb, span: Span | None) -> list[PeriodState]:
    today = draft.as_of
    if span is None or (span.first == span.last == today):
        return ["open"]
    between = draft.rest[span.end : verb.start]
    if re.match(r"\s?(?:말\s?)?까지", between) and span.last is not None:
        day = long_date(span.last)
        last = Span(span.start, span.end, span.last, span.last)
        draft.add(window("end", last, f"{day}까지 접수"))
        return []
    if span.first == span.last and span.first is not None:
        day = long_date(span.first)
        draft.add(Period(states=("open",), day=span.first, label=f"{day}에 접수 중"))
        return []
    draft.add(window("open", span, f"{josa(span.label, '과/와')} 겹치는 접수"))
    return []


def _close(draft: Draft, verb: _Verb, span: Span | None) -> bool:
    """Whether the verb became a window: 「이번 달에 마감」 is still open, 「지난달에 끝난」 not."""
    today = draft.as_of
    if span is None:
        soon = re.search(r"곧\s?$|임박\S*\s?$|얼마\s?안\s?남은\s?$", draft.rest[: verb.start])
        if not soon:
            return not _PAST.search(verb.said) and _ask_deadline(draft, verb)
        draft.take(soon.start(), verb.start)
        span = Span(verb.start, verb.start, today, today + timedelta(days=SOON_DAYS))
    if span.last is None or span.last < today or (span.first and span.first > today):
        draft.add(window("end", span, f"접수 마감이 {span.label}"))
        return True
    if _PAST.search(verb.said):
        past = Span(span.start, span.end, span.first, today - timedelta(days=1))
        draft.add(window("end", past, f"접수 마감이 {past.label}"))
        return True
    last = span.last
    draft.add(
        Window(
            edge="end",
            last=last,
            open_on=today,
            label=f"{long_date(today)}에 접수 중이고 {long_date(last)}까지 마감",
        )
    )
    return True


def _ask_deadline(draft: Draft, verb: _Verb) -> bool:
    """「마감」 without a day: what it means is unknown unless another part tells."""
    draft.unread.append(verb.said.strip())
    return True
