"""Cards: a judged policy as the answer shows it, every text a stored span."""

from __future__ import annotations

import re
from datetime import date

from chat.agent.evidence import PolicyEvidence, Span, find_span, line_spans
from chat.agent.judging import BASIS_LABELS, Judged
from chat.answer import CitationOut, Claim, MissingOut, PolicyItem, ReasonOut
from policies.eligibility.outcome import State
from policies.eligibility.questions import question_for
from policies.freshness import freshness
from policies.korean import long_date
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import VERDICT_LABELS, PeriodKind, PolicyStatus, Section

_FIGURE = re.compile(r"\d[\d,.]*\s*(?:만\s*원|천\s*원|억|원|%|회|개월|만)")
PERIOD_WORDS = {
    PeriodKind.ALWAYS: "언제나 신청할 수 있어요",
    PeriodKind.BUDGET: "예산이 떨어지면 마감돼요",
    PeriodKind.ANNUAL: "해마다 정해진 때에 신청해요",
}


class CitationBook:
    """Numbers the spans an answer cites; the same span keeps its number."""

    def __init__(self) -> None:
        self.citations: list[CitationOut] = []
        self._numbers: dict[tuple[int, Span], int] = {}

    def cite(self, evidence: PolicyEvidence, span: Span) -> int:
        """Number of the citation of `span`."""
        key = (evidence.version_id, span)
        file = evidence.attachments.get(span.attachment) if span.attachment is not None else None
        if key not in self._numbers:
            self._numbers[key] = len(self.citations) + 1
            self.citations.append(
                CitationOut(
                    ordinal=len(self.citations) + 1,
                    policy_id=evidence.policy_id,
                    policy_name=evidence.name,
                    version_id=evidence.version_id,
                    section=span.section,
                    section_label=file.label(span) if file else SECTION_LABELS[span.section],
                    attachment_id=span.attachment,
                    start=span.start,
                    end=span.end,
                    quote=evidence.text(span),
                    source_title=evidence.source_title,
                    source_url=(file.url if file else "") or evidence.source_url,
                    collected_on=evidence.collected_on,
                    verified=False,
                )
            )
        return self._numbers[key]

    def claim(self, evidence: PolicyEvidence, span: Span) -> Claim:
        """The words of a span as a claim that cites it."""
        text = re.sub(r"\s+", " ", evidence.text(span)).strip()
        return Claim(text=text, citations=[self.cite(evidence, span)])


def policy_item(judged: Judged, book: CitationBook, *, today: date) -> PolicyItem:
    """Card of a judged policy. Reasons cite the official sentence they rest on."""
    evidence, decision = judged.evidence, judged.decision
    missing = [
        MissingOut(key=key, question=question_of(judged, key))
        for key in (decision.missing if decision else [])
    ]
    return PolicyItem(
        policy_id=evidence.policy_id,
        name=evidence.name,
        agency=evidence.agency,
        region=evidence.region,
        verdict=judged.verdict,
        verdict_label=VERDICT_LABELS[judged.verdict],
        basis=judged.basis,
        basis_label=BASIS_LABELS[judged.basis],
        outdated=judged.evidence.rule_outdated and decision is not None,
        reasons=_reasons(judged, book),
        missing=missing,
        benefit=[book.claim(evidence, span) for span in benefit_spans(evidence)],
        application=[
            book.claim(evidence, span) for span in line_spans(evidence, Section.APPLICATION)[:3]
        ],
        documents=[
            book.claim(evidence, span) for span in line_spans(evidence, Section.DOCUMENTS)[:8]
        ],
        deadline=deadline_text(evidence, today),
        contacts=[_contact(contact) for contact in evidence.contacts[:3]],
        apply_url=evidence.apply_url,
        detail_url=evidence.detail_url,
        collected_on=evidence.collected_on,
        year=evidence.year,
        stale=freshness(
            evidence.source,
            collected_on=evidence.collected_on,
            checked_on=evidence.checked_on,
            year=evidence.year,
            today=today,
        ).sentence,
        flip_on=decision.flip_on if decision else None,
    )


def benefit_spans(evidence: PolicyEvidence, limit: int = 2) -> list[Span]:
    """Lines of the benefit that say most: those with figures first, in reading order."""
    spans = line_spans(evidence, Section.BENEFIT) or line_spans(evidence, Section.SUMMARY)
    if len(spans) <= limit:
        return spans
    figured = [span for span in spans if _FIGURE.search(evidence.text(span))]
    chosen = (figured or spans)[:limit]
    if len(chosen) < limit:
        chosen += [span for span in spans if span not in chosen][: limit - len(chosen)]
    return sorted(chosen, key=lambda span: span.start)


def deadline_text(evidence: PolicyEvidence, today: date) -> str:
    """When one can apply, in a sentence; "" when the source does not say."""
    if evidence.status == PolicyStatus.CLOSED:
        return "지금은 끝난 사업이에요"
    if evidence.period_end is not None:
        day = long_date(evidence.period_end)
        if evidence.period_end < today:
            return f"{day}에 접수가 끝났어요. 다음 접수 때를 문의해 주세요"
        return f"{day}까지 신청해요"
    return evidence.period_text or PERIOD_WORDS.get(PeriodKind(evidence.period_kind), "")


def _reasons(judged: Judged, book: CitationBook) -> list[ReasonOut]:
    evidence = judged.evidence
    if judged.decision is None:
        spans = line_spans(evidence, Section.TARGET) or line_spans(evidence, Section.SUMMARY)
        cited = [book.cite(evidence, span) for span in spans[:1]]
        text = "자격 기준을 아직 분석하지 못했어요. 지원대상 원문을 확인해 주세요."
        return [ReasonOut(state=State.UNKNOWN, text=text, citations=cited)]
    found: list[ReasonOut] = []
    for outcome in judged.decision.outcomes:
        # What the verdict does not rest on (the other branch of an "or") would only confuse.
        if not outcome.decisive and (outcome.state is not State.MET or outcome.exclusion):
            continue
        if any(outcome.sentence == reason.text for reason in found):
            continue
        span = find_span(evidence, outcome.section, outcome.quote)
        found.append(
            ReasonOut(
                state=outcome.state,
                text=outcome.sentence,
                citations=[book.cite(evidence, span)] if span else [],
                exclusion=outcome.exclusion,
            )
        )
    order = {State.NOT_MET: 0, State.MET: 1, State.UNKNOWN: 2}
    return sorted(found, key=lambda reason: order[State(reason.state)])


def question_of(judged: Judged, key: str) -> str:
    if judged.decision is not None:
        for outcome in judged.decision.outcomes:
            if outcome.missing and outcome.missing[0] == key and outcome.question:
                return outcome.question
    return question_for(key)


def _contact(contact: dict[str, str]) -> str:
    return f"{contact.get('name', '')} {contact.get('phone', '')}".strip()
