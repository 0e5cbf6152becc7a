"""The lines of a policy that speak to the question."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.agent.evidence import PolicyEvidence, Span, attachment_spans, line_spans
from policies.retrieval.morphemes import words
from policies.vocabulary import Section

ANSWER = "답변:"
QUESTION = "질문:"
# Words in which an amount is asked for; a line with won answers them.
_AMOUNT = frozenset({"얼마", "금액", "액수", "원"})
# And words in which a price is asked for.
_COST = frozenset({"돈", "무료", "공짜", "비용", "부담", "본인부담", "내"})
_PRICED = re.compile(r"무료|본인\s?부담|비용의|부담(?:금|률)|[0-9]\s?%")
_SHARE = re.compile(r"몇\s?(?:프로|퍼센트|%)")
# What people ask in words of their own, and the words that texts answer it in.
_IN_OFFICIAL_WORDS = (
    (
        re.compile(
            r"밀린|못\s?받은\s?(?:거|것|달)|[거것]부터|지난\s?달\s?(?:거|것)|여태|늦|깜빡|까먹"
        ),
        "소급 지나 늦",
    ),
    (re.compile(r"뱉|토해|게워|물어내|돌려\s?(?:줘야|달라|내)|도로\s?내"), "돌려주 환수 반환"),
    (re.compile(r"끊기|끊어|끊긴|멈추|안\s?나오게"), "중단 종료 제외"),
    (re.compile(r"같이|함께|동시|둘\s?다|겹치|겹쳐"), "함께 중복 동시"),
    (re.compile(r"사표|내\s?발로|자진|먼저\s?(?:관두|관둔|그만)|스스로"), "정당하 사유"),
    (re.compile(r"빌리|빌려|렌탈|렌트"), "대여"),
    (re.compile(r"자동|알아서"), "자동 신청"),
    (re.compile(r"혼인\s?신고|같이\s?살"), "사실혼 혼인"),
    (re.compile(r"(?:의사|병원).{0,6}(?:종이|써\s?(?:준|주))"), "소견서 진단서"),
)


def asked_words(question: str) -> set[str]:
    """The content words of a question, with those that texts answer it in."""
    told = (official for said, official in _IN_OFFICIAL_WORDS if said.search(question))
    return set(words(question)) | {word for each in told for word in each.split()}


def relevant_spans(
    evidence: PolicyEvidence, question: str, *, limit: int = 3, ill: Iterable[str] = ()
) -> list[Span]:
    """At most `limit` lines that share words with the question beyond the policy's name,
    best first; a matching FAQ question stands for its answer. [] when none does. `ill`: the
    diseases of whom it is about, whose lines come before those of others."""
    asked = asked_words(question) - set(words(evidence.name))
    own = [word for word in ill if len(word) > 1]
    if not asked:
        return []
    scored: list[tuple[float, int, Span]] = []
    for section in Section:
        spans = line_spans(evidence, section)
        for place, span in enumerate(spans):
            text = evidence.text(span)
            score = float(len(asked & set(words(text))))
            if asked & _AMOUNT and "원" in text and section is Section.BENEFIT:
                score += 1.5
            if (asked & _COST or _SHARE.search(question)) and _PRICED.search(text):
                score += 1.5
            if score <= 0:
                continue
            score += any(word in text for word in own)
            if text.startswith(QUESTION):
                if place + 1 >= len(spans):
                    continue
                span, score = _without_label(evidence, spans[place + 1]), score + 0.5
            elif text.startswith(ANSWER):
                span = _without_label(evidence, span)
            scored.append((score, len(scored), span))
    for span in attachment_spans(evidence):
        score = float(len(asked & set(words(evidence.text(span)))))
        if score > 0:
            scored.append((score, len(scored), span))
    scored.sort(key=lambda item: (-item[0], item[1]))
    best = scored[0][0] if scored else 0.0
    chosen = [span for score, _, span in scored if score >= max(1.0, best * 0.7)]
    # An amount is asked for: all steps of it, not the first ones.
    return list(dict.fromkeys(chosen))[: limit + 2 if asked & _AMOUNT else limit]


def best_share(evidence: PolicyEvidence, question: str) -> int:
    """How many words of a question one line of the policy has at most; a number ("60일") says
    as much as two words."""
    asked = asked_words(question) - set(words(evidence.name))
    lines = [span for section in Section for span in line_spans(evidence, section)]
    shared = (asked & set(words(evidence.text(span))) for span in lines)
    return max((sum(2 if word.isdigit() else 1 for word in held) for held in shared), default=0)


def _without_label(evidence: PolicyEvidence, span: Span) -> Span:
    """An FAQ answer without its label."""
    text = evidence.text(span)
    if not text.startswith(ANSWER):
        return span
    lead = len(ANSWER) + len(text[len(ANSWER) :]) - len(text[len(ANSWER) :].lstrip())
    return Span(section=span.section, start=span.start + lead, end=span.end)
