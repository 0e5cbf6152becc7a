"""From judged policies to the structured answer and its text, by route."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from chat.agent import compose
from chat.agent.absence import (
    NEXT_STEP,
    NO_SOURCE,
    NOT_FOUND,
    UNAVAILABLE,
    elsewhere,
    ended,
    has_ended,
    is_told_of,
    no_such_policy,
    programme_asked,
)
from chat.agent.asking import next_ask
from chat.agent.aspects import asks_beyond, asks_how_run
from chat.agent.cards import CitationBook, policy_item
from chat.agent.compose import marked
from chat.agent.describe import for_whom
from chat.agent.differences import difference_claims, difference_notice, differences
from chat.agent.evidence import NATIONWIDE, PolicyEvidence, line_spans
from chat.agent.facts import known_facts, member_name
from chat.agent.judging import Judged
from chat.agent.numbering import renumbered
from chat.agent.quoting import meant, telling, told_by, written
from chat.agent.state import TurnState
from chat.answer import Answer, AskOut, Outcome, PolicyItem, RuleBasis
from policies.screening.rules import OUTDATED_NOTICE
from policies.vocabulary import PolicyStatus, Section

# Lines of each policy where several are asked about at once.
TOLD_OF_EACH = 3


@dataclass(frozen=True)
class Draft:
    """Answer with its text lines; `lines[0]` is the conclusion."""

    answer: Answer
    lines: list[str]


@dataclass(frozen=True)
class Found:
    """What a turn found. `twins`: other sources of the policies judged; `known`: policies of
    any status and region that carry the name asked for; `away`: policies named that are of
    other regions than the person's; `unfit`: what does not fit but may be expected; `others`:
    what was judged, for the others spoken of in the same breath; `instead`: what fits in the
    place of the policy asked about; `unusable`: there is no source, or all are too old for
    anything to follow from what they lack."""

    judged: list[Judged]
    twins: list[PolicyEvidence] = field(default_factory=list)
    known: list[PolicyEvidence] = field(default_factory=list)
    away: list[PolicyEvidence] = field(default_factory=list)
    unfit: list[Judged] = field(default_factory=list)
    others: dict[str, list[Judged]] = field(default_factory=dict)
    instead: list[Judged] = field(default_factory=list)
    unusable: bool = False


def draft_answer(state: TurnState, found: Found, *, today: date) -> Draft:
    """The extractive answer of a turn that reached composing."""
    if state.get("ask"):
        return _asked(state)
    judged = found.judged
    nothing = _absence(state, found, today)
    if nothing is not None:
        return nothing
    book = CitationBook()
    if state["mentions"] and judged[0].evidence.status == PolicyStatus.CLOSED:
        draft = _closed(state, judged, book, today)
    elif state["mentions"] and asks_how_run(judged[0].evidence, state["question"]):
        draft = _information(state, judged, book, today)
    elif state["route"] == "ELIGIBILITY":
        draft = _eligibility(state, found, book, today)
    elif state["route"] == "APPLICATION_ASSIST":
        draft = _application(state, [meant(state, judged)], book, today)
    elif state["mentions"]:
        draft = _information(state, judged, book, today)
    else:
        draft = _search(state, found, book, today)
    if state["mentions"] and has_ended(judged[0].evidence, today):
        draft = _said_first(draft, ended(judged[0].evidence, today))
    draft = _with_differences(draft, judged, found.twins, book)
    answer, lines = renumbered(draft.answer, draft.lines)
    return Draft(answer, lines)


def _absence(state: TurnState, found: Found, today: date) -> Draft | None:
    """The answer of a turn that has nothing to answer with; None where it has."""
    if state["outcome"] == "unavailable":
        return absent(state, Outcome.SOURCE_UNAVAILABLE, UNAVAILABLE)
    if found.unusable:
        return absent(state, Outcome.SOURCE_UNAVAILABLE, NO_SOURCE)
    name = programme_asked(state)
    if name and not is_told_of(name, found.judged):
        if not found.known:
            similar = [item.evidence.name for item in found.judged[:3]]
            return absent(state, Outcome.NO_SUCH_POLICY, no_such_policy(name, similar))
        over = [item for item in found.known if has_ended(item, today)]
        if over:
            return absent(state, Outcome.NOT_FOUND_IN_DATA, ended(over[0], today))
        if not any(item.region == NATIONWIDE for item in found.known):
            return absent(state, Outcome.NOT_FOUND_IN_DATA, elsewhere(name, found.known))
    if found.away:
        text = elsewhere(found.away[0].name, found.away)
        return absent(state, Outcome.NOT_FOUND_IN_DATA, text)
    if found.judged or found.unfit:
        return None
    return absent(state, Outcome.NOT_FOUND_IN_DATA, NOT_FOUND)


def _said_first(draft: Draft, sentence: str) -> Draft:
    """The draft with a sentence before everything else."""
    answer = draft.answer
    answer = answer.model_copy(update={"conclusion": f"{sentence} {answer.conclusion}"})
    return Draft(answer, [sentence, *draft.lines])


def _with_differences(
    draft: Draft, judged: list[Judged], twins: list[PolicyEvidence], book: CitationBook
) -> Draft:
    """The draft with what other sources state differently, under its own lines."""
    ids = {item.policy_id for item in draft.answer.items}
    shown = [item.evidence for item in judged if item.evidence.policy_id in ids]
    found = differences(shown, [*twins, *shown])
    if not found:
        return draft
    claims = difference_claims(found, book)
    notices = [difference_notice(found), *draft.answer.notices]
    changes = {"differences": claims, "notices": notices, "citations": book.citations}
    told = [f"- {marked(claim)}" for claim in claims]
    lines = [*draft.lines, "자료마다 다르게 적힌 것:", *told]
    return Draft(draft.answer.model_copy(update=changes), lines)


def _answer(
    state: TurnState,
    conclusion: str,
    items: list[PolicyItem],
    book: CitationBook,
    ask: AskOut | None,
) -> Answer:
    return Answer(
        outcome=Outcome.ANSWERED,
        member=state["focus"],
        conclusion=conclusion,
        items=items,
        next_steps=compose.next_steps(items, ask),
        notices=_notices(items, masked=state["masked"]),
        citations=book.citations,
        understood=state["understood"],
        ask=ask,
    )


def _search(state: TurnState, found: Found, book: CitationBook, today: date) -> Draft:
    items = [policy_item(item, book, today=today) for item in found.judged]
    unfit = [policy_item(item, book, today=today) for item in found.unfit]
    label = member_name(state["focus"])
    address = for_whom(known_facts(state, state["focus"]), state["focus"], label)
    conclusion = compose.search_conclusion(
        items, address=address, dropped=len(state.get("unlikely", []))
    )
    answer = _answer(state, conclusion, items, book, next_ask(state, found.judged))
    others = [
        compose.other_notice(member_name(member), judged) for member, judged in found.others.items()
    ]
    changes = {"items": [*items, *unfit], "notices": [*others, *answer.notices]}
    answer = answer.model_copy(update=changes)
    lines = [conclusion, *compose.search_lines(items), *compose.unfit_lines(unfit)]
    return Draft(answer, [*lines, *answer.next_steps])


def _eligibility(state: TurnState, found: Found, book: CitationBook, today: date) -> Draft:
    judged = found.judged
    items = [policy_item(item, book, today=today) for item in judged[:3]]
    if state["mentions"]:
        items = items[: max(1, len(state["mentions"]))]
    first = items[0]
    conclusion = compose.verdict_conclusion(first, member=member_name(state["focus"]))
    quoted = written(state, judged[0], book)
    instead = [policy_item(item, book, today=today) for item in found.instead]
    answer = _answer(state, conclusion, [*items, *instead], book, next_ask(state, judged[:1]))
    lines = [conclusion, *compose.eligibility_lines(first), *quoted]
    lines += compose.instead_lines(instead)
    return Draft(answer, [*lines, *answer.next_steps])


def _application(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    item = policy_item(judged[0], book, today=today)
    evidence = judged[0].evidence
    target = [book.claim(evidence, span) for span in line_spans(evidence, Section.TARGET)[:2]]
    notice = [book.claim(evidence, span) for span in line_spans(evidence, Section.NOTICE)[:2]]
    contact = [book.claim(evidence, span) for span in line_spans(evidence, Section.CONTACT)[:3]]
    conclusion = f"{item.name} 신청 방법을 정리했어요."
    lines = compose.application_lines(item, target, notice, contact)
    shown = "\n".join(lines)
    quoted = [line for line in written(state, judged[0], book) if line not in shown]
    answer = _answer(state, conclusion, [item], book, None)
    return Draft(answer, [conclusion, *(quoted if len(quoted) > 1 else []), *lines])


def _information(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    named = [ref["id"] for ref in state["mentions"]]
    meant_ones = [item for item in judged if item.evidence.policy_id in named]
    # In the order they were shown in, not that of the search.
    meant_ones.sort(key=lambda item: named.index(item.evidence.policy_id))
    chosen = meant_ones or judged
    question = state["residual"] or state["question"]
    items = [policy_item(item, book, today=today) for item in chosen[:3]]
    if len(items) > 1:
        return _several(state, chosen[:3], items, book)
    evidence = chosen[0].evidence
    told = told_by(state, evidence, book)
    first = items[0]
    conclusion = f"{first.name}에 대해 공식 자료에 적힌 내용이에요."
    if asks_beyond(evidence, question):
        conclusion = (
            f"물어보신 것은 {first.name} 자료에 적혀 있지 않아요. {NEXT_STEP} "
            "자료에 있는 내용은 다음과 같아요."
        )
        answer = _answer(state, conclusion, items, book, None)
        answer = answer.model_copy(update={"outcome": Outcome.NOT_FOUND_IN_DATA})
        return Draft(answer, [conclusion, *compose.information_lines(first, [])])
    answer = _answer(state, conclusion, items, book, next_ask(state, judged[:1]))
    return Draft(answer, [conclusion, *compose.information_lines(first, told), *answer.next_steps])


def _several(
    state: TurnState, chosen: list[Judged], items: list[PolicyItem], book: CitationBook
) -> Draft:
    """The same question of a few policies, under their names."""
    question = state["residual"] or state["question"]
    lines = []
    for item, one in zip(items, chosen, strict=True):
        told = telling(told_by(state, one.evidence, book), question)[:TOLD_OF_EACH]
        told = told or item.benefit
        lines += [f"{item.name}:", *(f"- {marked(claim)}" for claim in told)]
    names = ", ".join(item.name for item in items)
    conclusion = f"{names}에 대해 공식 자료에 적힌 내용이에요."
    answer = _answer(state, conclusion, items, book, next_ask(state, chosen[:1]))
    return Draft(answer, [conclusion, *lines, *answer.next_steps])


def _closed(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    """A named policy that is no more: nobody is judged, its text is shown."""
    item = policy_item(judged[0], book, today=today)
    conclusion = f"{item.name}에 대해 자료에 남아 있는 내용이에요."
    answer = _answer(state, conclusion, [item], book, None)
    answer = answer.model_copy(update={"next_steps": [NEXT_STEP]})
    lines = [conclusion, *compose.information_lines(item, []), *answer.next_steps]
    return Draft(answer, lines)


def _asked(state: TurnState) -> Draft:
    ask = AskOut.model_validate(state["ask"])
    answer = Answer(
        outcome=Outcome.ASKED,
        member=state["focus"],
        conclusion=ask.question,
        understood=state["understood"],
        ask=ask,
    )
    lines = [f"{ask.reason} {ask.question}".strip()]
    return Draft(answer, lines)


def absent(state: TurnState, outcome: Outcome, text: str) -> Draft:
    """An answer that says why there is none."""
    answer = compose.plain_answer(
        outcome, text, member=state["focus"], understood=state["understood"]
    )
    return Draft(answer, [text])


def _notices(items: list[PolicyItem], *, masked: bool) -> list[str]:
    notices = []
    if masked:
        notices.append("주민등록번호 같은 개인정보는 지우고 읽었어요. 다음부터는 적지 말아 주세요.")
    if any(item.basis in {RuleBasis.DRAFT, RuleBasis.NO_RULE} for item in items):
        notices.append("‘자동 분석’이나 기준이 없는 판정은 담당 기관에 꼭 확인해 주세요.")
    for sentence in dict.fromkeys(item.stale for item in items if item.stale):
        old = [item.name for item in items if item.stale == sentence]
        names = ", ".join(old[:2]) + (f" 등 {len(old)}가지" if len(old) > 2 else "")
        notices.append(f"{names}: {sentence}")
    outdated = [item.name for item in items if item.outdated]
    if outdated:
        notices.append(f"{', '.join(outdated)}: {OUTDATED_NOTICE}")
    notices.append("최종 결정은 신청을 받은 기관이 해요.")
    return notices
