"""Which sections of a policy a question asks for, and whether they say anything to it."""

from __future__ import annotations

import re

from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.situation import GENERAL_WORDS
from policies.retrieval.morphemes import words
from policies.vocabulary import Section

# What people ask with, and where texts say it.
_ASKED: tuple[tuple[re.Pattern[str], tuple[Section, ...]], ...] = (
    (re.compile(r"전화|연락처|문의|번호|콜센터"), (Section.CONTACT,)),
    (re.compile(r"서류|준비물|지참|구비"), (Section.DOCUMENTS,)),
    (
        re.compile(
            r"얼마|금액|액수|혜택|뭘 (?:해|주)|무엇을|지원 내용|며칠|횟수|"
            r"몇 (?:번|회|개월|시간|프로|퍼센트)"
        ),
        (Section.BENEFIT,),
    ),
    (
        re.compile(r"나이|몇 ?살|몇 ?세|연령|누가 받|누구나|대상|자격|조건|소득|재산|기준|중위"),
        (Section.TARGET, Section.CRITERIA),
    ),
    (
        re.compile(r"어떻게 (?:신청|받|하|해)|어디|신청|방법|절차|언제|기간|기한|마감|온라인"),
        (Section.APPLICATION, Section.NOTICE),
    ),
)
# Words of questions that name nothing the text would have to say.
_ASKING = frozenset(
    "얼마 금액 액수 기준 조건 자격 서류 기간 기한 마감 언제 어디 방법 절차 전화 번호 문의 연락처 "
    "소득 재산 나이 많 적 높 낮 달 년 일 인 가구 몇 살 세 번 회 개월 횟수 누구 누가 대상 어떻게 "
    "내용 신청 준비 필요 구비 궁금 설명 주 가 오 이 그 저 것 거 내 받 되 가능 한 달 매달 얼마나 "
    "온라인 전화번호 콜센터 이번 올해 지금 현재 최대 까지 하 있 그리고 아까 방금 근데 그럼 혹시 "
    "프로 퍼센트 진짜 정말 나중 만약".split()
)

# How a programme is run is no matter of a section: it is told where a text has the word.
_RUNNING = re.compile(
    r"(?:총|전체|국가|올해)\s?예산|예산\s?(?:규모|액|집행|편성)|심사\s?위원|위원장|집행률|경쟁률|만족도"
)


def asked_spans(evidence: PolicyEvidence, question: str, *, limit: int = 4) -> list[Span]:
    """Lines of the sections a question asks for, in reading order; [] when it asks none."""
    spans: list[Span] = []
    for pattern, sections in _ASKED:
        if pattern.search(question):
            for section in sections:
                spans += line_spans(evidence, section)[:limit]
    return spans[: 2 * limit]


def asks_beyond(evidence: PolicyEvidence, question: str) -> bool:
    """The question asks how the programme is run, or for none of the sections, and turns on
    words that the policy's text mostly does not hold: what it asks is not in the data."""
    if asks_how_run(evidence, question):
        return True
    if asked_spans(evidence, question):
        return False
    name = set(words(evidence.name)) | set(words(evidence.agency))
    asked = [
        word
        for word in words(question)
        if word not in name and word not in GENERAL_WORDS and word not in _ASKING
        if len(word) > 1 and not word.isdigit()
    ]
    if not asked:
        return False
    text = _text(evidence)
    missing = [word for word in asked if word not in text]
    return 2 * len(missing) > len(asked)


def asks_how_run(evidence: PolicyEvidence, question: str) -> bool:
    """The question asks how the programme is run in words that its text does not hold."""
    text = _text(evidence)
    return any("".join(said.split()) not in text for said in _RUNNING.findall(question))


def _text(evidence: PolicyEvidence) -> str:
    """All of a policy's text, without spaces."""
    return "".join(" ".join(evidence.sections.values()).split()) + evidence.name
