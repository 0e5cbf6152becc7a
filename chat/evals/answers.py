"""Suite "answers": whole turns over the catalogue, their facts, citations and abstentions.

A case has a question and either `facts` (policy, kind, text: what the answer must state with a
citation of that policy) or `absence` (why there is nothing to answer). Metrics:

- cited_fact_accuracy: of the facts asked for, those stated by a claim whose verified citation
  is a sentence of the named policy with the same figure.
- citation_support: of the claims with citations, those whose quotes are, character for
  character, what is stored, and which the check of claims finds supported by them.
- unsupported_claim_rate: of all claims shown, those that the check refuses, or that hold a
  number found nowhere in the stored texts of the policies shown. A line of an estimate must be
  what comes out when it is computed again from its inputs, one of a guide must be the guide's.
- abstention_precision: of the turns that abstained, those on questions without an answer.
- abstention_recall: of the questions without an answer, those on which the turn abstained.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from pydantic import BaseModel, model_validator

from chat import relay, runner
from chat.agent.absence import ENDED
from chat.agent.grounding.check import CheckState, Finding, check_claim, check_line
from chat.agent.grounding.figures import figures_of, same_value
from chat.agent.grounding.sources import Grounds, grounds_of
from chat.agent.grounding.spelling import squeezed
from chat.answer import Answer, CitationOut, Claim, Outcome
from chat.evals.brute import strangers
from chat.evals.recomputed import computed_lines, guide_texts, spaced
from chat.models import Trace
from chat.protocol import EventType
from chat.querysets import Owner
from policies.evals.corpus import read_rows
from policies.models import Policy
from policies.same import stored_texts

Progress = Callable[[str, int, int], None]
ABSENCES = (Outcome.NOT_FOUND_IN_DATA, Outcome.NO_SUCH_POLICY, Outcome.SOURCE_UNAVAILABLE)
EXPECTED = {
    "no_such_policy": "no_such_policy",
    "not_found_in_data": "not_found_in_data",
    "ended": "ended",
    "elsewhere": "not_found_in_data",
}


class Fact(BaseModel):
    policy: str
    kind: str
    text: str


class AnswerCase(BaseModel):
    id: str
    question: str
    facts: list[Fact] = []
    absence: Literal["", "no_such_policy", "not_found_in_data", "ended", "elsewhere"] = ""

    @model_validator(mode="after")
    def _one_of_both(self) -> AnswerCase:
        if bool(self.facts) == bool(self.absence):
            raise ValueError("facts 와 absence 가운데 하나만 있어야 합니다")
        return self


@dataclass
class _Counts:
    facts: int = 0
    stated: int = 0
    claims: int = 0
    unsupported: int = 0
    cited: int = 0
    held: int = 0
    abstained: int = 0
    rightly: int = 0
    absent: int = 0
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def fail(self, case: AnswerCase, expected: Any, got: Any, **more: Any) -> None:
        row = {"id": case.id, "question": case.question, "expected": expected, "got": got}
        self.failures.append({**row, **more})


def evaluate_answers(cases: Path, *, progress: Progress) -> dict[str, Any]:
    """Run the cases against the policies of the current database, which should be the
    catalogue's; with a model where the settings name one."""
    rows = read_rows(cases, AnswerCase)
    counts = _Counts()
    async_to_sync(_run)(rows, counts, progress)
    return {
        "suite": "answers",
        "cases": len(rows),
        "metrics": {
            "cited_fact_accuracy": _share(counts.stated, counts.facts),
            "citation_support": _share(counts.held, counts.cited),
            "unsupported_claim_rate": _share(counts.unsupported, counts.claims, empty=0.0),
            "abstention_precision": _share(counts.rightly, counts.abstained),
            "abstention_recall": _share(counts.rightly, counts.absent),
        },
        "baselines": {},
        "claims": counts.claims,
        "absences": counts.kinds,
        "failures": counts.failures,
    }


def _share(part: int, whole: int, *, empty: float = 1.0) -> float:
    return part / whole if whole else empty


async def _run(rows: list[AnswerCase], counts: _Counts, progress: Progress) -> None:
    try:
        for number, case in enumerate(rows, start=1):
            answer, computed = await _answer(case.question)
            await database_sync_to_async(_score)(case, answer, computed, counts)
            progress("answers", number, len(rows))
    finally:
        await runner.drain()
        await runner.close_connections()


async def _answer(question: str) -> tuple[Answer | None, set[str] | None]:
    """Answer of a new anonymous person's turn, None when it failed, and `computed_lines`."""
    owner = Owner(None, uuid4().hex)
    turn = await runner.start_turn(owner=owner, text=question)
    async for event in relay.follow(owner=owner, turn_id=turn.id):
        if event is not None and event.type is EventType.DONE:
            found = event.data["answer"]
            computed = await database_sync_to_async(_computed)(turn.id)
            return Answer.model_validate(found) if found else None, computed
    return None, None


def _computed(turn_id: UUID) -> set[str] | None:
    trace = Trace.objects.filter(turn_id=turn_id).first()
    return computed_lines(trace.events) if trace else None


def _score(
    case: AnswerCase, answer: Answer | None, computed: set[str] | None, counts: _Counts
) -> None:
    counts.facts += len(case.facts)
    counts.absent += bool(case.absence)
    if answer is None:
        counts.fail(case, case.absence or "answered", "failed")
        return
    _score_claims(case, answer, computed, counts)
    got = _outcome(answer)
    abstained = answer.outcome in ABSENCES or got == case.absence == "ended"
    counts.abstained += abstained
    if case.absence:
        counts.rightly += abstained
        kinds = counts.kinds.setdefault(case.absence, {})
        kinds[got] = kinds.get(got, 0) + 1
        if got != EXPECTED[case.absence]:
            counts.fail(case, case.absence, got, conclusion=answer.conclusion)
        return
    for fact in case.facts:
        if not abstained and _states(answer, fact):
            counts.stated += 1
        else:
            counts.fail(case, fact.model_dump(), got, conclusion=answer.conclusion)


def _outcome(answer: Answer) -> str:
    return "ended" if ENDED.search(answer.conclusion) else answer.outcome.value


def _states(answer: Answer, fact: Fact) -> bool:
    """A claim says the fact and cites a sentence of its policy that says it."""
    name = squeezed(fact.policy)
    good = {
        citation.ordinal
        for citation in answer.citations
        if citation.verified
        and name in squeezed(citation.policy_name)
        and _has(citation.quote, fact.text)
    }
    shown = [*answer.lines, *_claims(answer)]
    return any(good & set(claim.citations) and _has(claim.text, fact.text) for claim in shown)


def _has(text: str, fact: str) -> bool:
    wanted, there = figures_of(fact), figures_of(text)
    return bool(wanted) and all(any(same_value(w, t) for t in there) for w in wanted)


def _claims(answer: Answer) -> list[Claim]:
    """All claims shown; sentences of the rule engine are no claims about a text."""
    reasons = [reason.text for item in answer.items for reason in item.reasons]
    lines = [line for line in answer.lines if not any(text in line.text for text in reasons)]
    cards = [
        claim
        for item in answer.items
        for name in ("benefit", "application", "documents")
        for claim in getattr(item, name)
    ]
    return [*lines, *cards]


def _score_claims(
    case: AnswerCase, answer: Answer, computed: set[str] | None, counts: _Counts
) -> None:
    keys = [(c.version_id, c.section, c.attachment_id) for c in answer.citations]
    stored = dict(zip((c.ordinal for c in answer.citations), stored_texts(keys), strict=True))
    held = {
        c.ordinal
        for c in answer.citations
        if stored[c.ordinal][c.start : c.end] == c.quote and c.verified
    }
    grounds = grounds_of(answer, facts=answer.understood, spoken=[case.question])
    texts = [*_texts(answer), *stored.values(), *_own_sentences(answer)]
    for claim in _claims(answer):
        finding = _finding(claim, answer, grounds)
        odd = strange_figures(claim, texts, computed)
        counts.claims += 1
        refused = finding is not None and finding.state is CheckState.UNSUPPORTED
        if refused or odd:
            counts.unsupported += 1
            fault = odd or (finding.fault if finding else "")
            counts.fail(case, "supported claim", claim.text, fault=fault)
        if claim.citations:
            counts.cited += 1
            counts.held += not refused and set(claim.citations) <= held


def _finding(claim: Claim, answer: Answer, grounds: Grounds) -> Finding | None:
    """The check of a claim; None for lines of headings and counts that cite nothing."""
    if not claim.citations:
        return None
    if claim in answer.lines:
        return check_line(claim.text, grounds)
    cited: list[CitationOut] = [grounds.citations[number] for number in claim.citations]
    return check_claim(claim.text, cited, grounds)


def strange_figures(claim: Claim, texts: list[str], computed: Collection[str] | None) -> list[str]:
    """Numbers of a claim that nothing bears out: `texts`, the entry of a guide that it tells, or,
    where the turn made an estimate and the claim cites nothing, a line of it `computed` again."""
    if computed is None or claim.citations:
        return strangers(claim.text, [*texts, *guide_texts(claim.text)])
    return [] if spaced(claim.text) in computed else strangers(claim.text, guide_texts(claim.text))


def _texts(answer: Answer) -> list[str]:
    """Everything stored of the policies that an answer shows."""
    ids = {item.policy_id for item in answer.items} | {c.policy_id for c in answer.citations}
    texts: list[str] = []
    for policy in Policy.objects.filter(pk__in=ids).select_related("current_version"):
        texts += [policy.name, policy.period_text, policy.apply_url, policy.detail_url]
        if policy.current_version is not None:
            texts += policy.current_version.sections.values()
            texts += [contact["phone"] for contact in policy.current_version.contacts]
    return texts


def _own_sentences(answer: Answer) -> list[str]:
    """What code says by itself: counts, questions back, dates of periods, reasons."""
    own = [answer.conclusion, *answer.next_steps, *answer.understood]
    for item in answer.items:
        own += [item.deadline, *(missing.question for missing in item.missing)]
        own += [reason.text for reason in item.reasons]
    return own
