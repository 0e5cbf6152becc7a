"""Which change of life a question supposes (“직장을 그만두면?”), read by rules."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from chat.agent.understanding.numbers import AMOUNT, native_number, won
from policies.eligibility.events import Event
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.geography import question_region
from policies.vocabulary import Disability

# The mark of a supposition; what is stated without one is a fact, not a change.
_IF = r"[^.?!\n]{0,12}?(?:면|다면|거든|는\s?경우|을\s?경우|때는|[나되]나요)"
_EVENTS: tuple[tuple[Event, re.Pattern[str]], ...] = (
    (Event.MARRY, re.compile(rf"(?:결혼|혼인\s?신고|재혼){_IF}")),
    (Event.PREGNANT, re.compile(rf"(?:임신|아이를\s?가지|애를\s?가지){_IF}")),
    (Event.BIRTH, re.compile(rf"(?:태어나|출산|낳으|낳게|아이가\s?생기|애가\s?생기){_IF}|낳으면")),
    (Event.QUIT, re.compile(rf"(?:그만두|그만둔|퇴사|퇴직|실직|해고|일을\s?관두|관두){_IF}")),
    (Event.WORK, re.compile(rf"(?:취업|취직|재취업|일을?\s?시작|일하게|알바를?\s?하){_IF}")),
    (Event.MOVE, re.compile(rf"(?:이사|전입|이주|옮기){_IF}")),
    (Event.DISABILITY, re.compile(rf"장애[^.?!\n]{{0,12}}(?:등록|판정|받으){_IF}|장애\s?등록하면")),
    (Event.SIZE, re.compile(
        rf"(?:세대\s?분리|분가|따로\s?살|독립|합가|같이\s?살|함께\s?살|가구원){_IF}")),
    (Event.AGE, re.compile(
        rf"(?:\d{{1,3}}|[가-힣]{{2,5}})\s?(?:세|살)(?:이|가)?\s?(?:되|넘){_IF}")),
    (Event.INCOME, re.compile(rf"(?:소득|월급|수입|급여|연봉){_IF}")),
)  # fmt: skip
_AGE = re.compile(r"(?:만\s?)?(?P<n>\d{1,3})\s?(?:세|살)|(?P<word>[가-힣]{2,5})\s?살")
_SIZE = re.compile(r"(?P<n>\d{1,2})\s?(?:명|인\s?가구|식구)[^.?!\n]{0,6}(?:되|면|으로|로)")
_AMOUNT_AFTER = re.compile(rf"(?P<a>{AMOUNT})[^.?!\n]{{0,8}}?(?:면|으로|로|되|버)")
_APART = re.compile(r"세대\s?분리|분가|따로\s?살|독립")
_TOGETHER = re.compile(r"합가|같이\s?살|함께\s?살")
_SEVERE = re.compile(r"심한|중증|[1-3]급")
_MILD = re.compile(r"심하지\s?않은|경증|[4-6]급")


class SaidChange(NamedTuple):
    """The event with what was said of it; `apart`: somebody leaves or joins the household."""

    event: Event
    details: dict[str, Any]
    apart: bool = False


def said_change(text: str, facts: ApplicantFacts) -> SaidChange | None:
    """The change that a question supposes; None where it supposes none that is known."""
    found = [
        (match.start(), event)
        for event, pattern in _EVENTS
        if (match := pattern.search(text)) is not None
    ]
    if not found:
        return None
    event = min(found)[1]
    apart = event is Event.SIZE and bool(_APART.search(text) or _TOGETHER.search(text))
    return SaidChange(event, _details(event, text, facts), apart)


def _details(event: Event, text: str, facts: ApplicantFacts) -> dict[str, Any]:
    match event:
        case Event.MOVE:
            region = question_region(text)
            return (
                {"region": RegionFact(sido=region.sido, sigungu=region.sigungu)} if region else {}
            )
        case Event.AGE:
            return _known(age=_age(text))
        case Event.INCOME:
            amount = _AMOUNT_AFTER.search(text)
            return _known(monthly_income=won(amount["a"]) if amount else None)
        case Event.SIZE:
            return _known(household_size=_size(text, facts))
        case Event.DISABILITY:
            return _known(disability=_degree(text))
    return {}


def _known(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _age(text: str) -> int | None:
    for match in _AGE.finditer(text):
        age = int(match["n"]) if match["n"] else native_number(match["word"])
        if age is not None:
            return age
    return None


def _size(text: str, facts: ApplicantFacts) -> int | None:
    """The number that was said, else one person less or more than live together now."""
    if _APART.search(text) or _TOGETHER.search(text):
        size = facts.household_size
        step = -1 if _APART.search(text) else 1
        return size + step if size is not None and size + step >= 1 else None
    said = _SIZE.search(text)
    return int(said["n"]) if said else None


def _degree(text: str) -> Disability | None:
    if _MILD.search(text):
        return Disability.MILD
    return Disability.SEVERE if _SEVERE.search(text) else None
