"""Why nothing can be answered, told apart: no such programme, not in the data, no source."""

from __future__ import annotations

import re
from datetime import date

from chat.agent.differences import told_on
from chat.agent.evidence import PolicyEvidence
from chat.agent.judging import Judged
from chat.agent.situation import PROGRAMME, is_about_an_aspect, is_generic
from chat.agent.state import TurnState
from policies.freshness import freshness
from policies.korean import josa, long_date, particle
from policies.vocabulary import PeriodKind, PolicyStatus

CONTACT = "보건복지상담센터(129)나 가까운 행정복지센터"
NOT_FOUND = (
    "모아 둔 자료에서 말씀하신 상황에 맞는 정책을 찾지 못했어요. "
    f"혜택이 없다는 뜻은 아니니, {CONTACT}에 확인해 주세요."
)
UNAVAILABLE = (
    "지금은 정책 자료를 열 수 없어 답을 드리지 못해요. 혜택이 있는지 없는지와는 관계가 없으니, "
    "잠시 뒤 다시 물어봐 주시거나 보건복지상담센터(129)에 문의해 주세요."
)
NO_SOURCE = (
    "지금 가진 정책 자료가 없거나 너무 오래되어 답을 드리지 못해요. 혜택이 없다는 뜻은 아니니, "
    f"{CONTACT}에 확인해 주세요."
)
# What `ended` says.
ENDED = re.compile(r"끝난 사업|신청이 끝났어요")
NEXT_STEP = f"{CONTACT}에 물어보세요."


def programme_asked(state: TurnState) -> str:
    """The name that a question about one programme gives and nothing in the data was found
    for; "" where the question names none, or speaks of more than the name."""
    if state["mentions"]:
        return ""
    match = PROGRAMME.search(state["question"])
    if match is None:
        return ""
    name = match.group()
    rests = [text.replace(name, " ") for text in (state["residual"], state["question"])]
    if not any(is_generic(rest) or is_about_an_aspect(rest) for rest in rests):
        return ""
    return name


def is_told_of(name: str, judged: list[Judged]) -> bool:
    """Whether the name stands in any of the texts found."""
    texts = (" ".join([j.evidence.name, *j.evidence.sections.values()]) for j in judged)
    return any(name in text for text in texts)


def no_such_policy(name: str, similar: list[str]) -> str:
    """The named policy is not in the data."""
    text = f"‘{name}’{particle(name, '이라는/라는')} 이름의 정책은 모아 둔 자료에 없어요. "
    text += f"이름이 다르거나 아직 모으지 못한 사업일 수 있으니, {CONTACT}에 확인해 주세요."
    if similar:
        text += f" 비슷한 이름으로 {josa(', '.join(similar[:3]), '이/가')} 있어요."
    return text


def elsewhere(name: str, known: list[PolicyEvidence]) -> str:
    """The named policy is one of other regions than the person's."""
    regions = ", ".join(dict.fromkeys(item.region for item in known))
    return (
        f"{josa(f'‘{name}’', '은/는')} {regions}에서 하는 정책이에요. 사시는 곳의 자료에는 없으니, "
        f"비슷한 지원이 있는지 {CONTACT}에 확인해 주세요."
    )


def has_ended(policy: PolicyEvidence, today: date) -> bool:
    """Closed, or its one application period is over."""
    if policy.status == PolicyStatus.CLOSED:
        return True
    over = policy.period_end is not None and policy.period_end < today
    return over and policy.period_kind == PeriodKind.RANGE


def ended(policy: PolicyEvidence, today: date) -> str:
    """That a policy has ended, with the day it is known from."""
    subject = josa(policy.name, "은/는")
    if policy.status != PolicyStatus.CLOSED and policy.period_end is not None:
        return (
            f"{subject} {long_date(policy.period_end)}에 신청이 끝났어요. "
            f"다음 신청 때는 {CONTACT}에 확인해 주세요."
        )
    if policy.period_end is not None and policy.period_end < today:
        return (
            f"{subject} {long_date(policy.period_end)}에 끝난 사업이에요. 지금은 신청할 수 없어요."
        )
    day = told_on(policy)
    source = f"{long_date(day)} 자료에서" if day else "모아 둔 자료에서"
    return f"{subject} {source} 끝난 사업으로 나와요. 지금은 신청할 수 없어요."


def sources_unusable(seen: dict[str, date], today: date) -> bool:
    """No source is there, or all are so old that finding nothing in them proves nothing."""
    return all(
        freshness(source, collected_on=day, today=today).unusable for source, day in seen.items()
    )
