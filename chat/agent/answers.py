"""From judged policies to the structured answer and its text, by route."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from chat.agent import compose
from chat.agent.cards import CitationBook, policy_item
from chat.agent.describe import for_whom
from chat.agent.evidence import line_spans
from chat.agent.facts import known_facts, member_name, region_of
from chat.agent.judging import Judged
from chat.agent.numbering import renumbered
from chat.agent.relevance import relevant_spans
from chat.agent.situation import PROGRAMME
from chat.agent.state import TurnState
from chat.answer import Answer, AskOption, AskOut, Outcome, PolicyItem, RuleBasis
from policies.eligibility.evaluate import next_best_question
from policies.eligibility.questions import question_for
from policies.screening.rules import OUTDATED_NOTICE
from policies.vocabulary import Section, Verdict

YES_NO = [AskOption(label="네", value="네"), AskOption(label="아니요", value="아니요")]
OPTIONS: dict[str, list[str]] = {
    "sex": ["여성", "남성"],
    "disability": ["등록 장애 없음", "심한 장애", "심하지 않은 장애"],
    "health_insurance": ["직장가입자", "지역가입자", "피부양자", "의료급여"],
    "tenure": ["자가", "전세", "월세", "공공임대"],
    "basic_livelihood": ["받지 않아요", "생계급여", "의료급여", "주거급여", "교육급여"],
    "marital_status": ["미혼", "기혼", "이혼", "사별"],
}


@dataclass(frozen=True)
class Draft:
    """Answer with its text lines; `lines[0]` is the conclusion."""

    answer: Answer
    lines: list[str]


def draft_answer(state: TurnState, judged: list[Judged], *, today: date) -> Draft:
    """The extractive answer of a turn that reached composing."""
    if state.get("ask"):
        return _asked(state)
    missing_name = _unknown_name(state, judged)
    if missing_name:
        return _absent(
            state, Outcome.NO_SUCH_POLICY, compose.no_such_policy(missing_name, _similar(judged))
        )
    if not judged:
        return _absent(state, Outcome.NOT_FOUND_IN_DATA, compose.NOT_FOUND)
    book = CitationBook()
    if state["route"] == "ELIGIBILITY":
        draft = _eligibility(state, judged, book, today)
    elif state["route"] == "APPLICATION_ASSIST":
        draft = _application(state, judged[:1], book, today)
    elif state["mentions"]:
        draft = _information(state, judged, book, today)
    else:
        draft = _search(state, judged, book, today)
    return Draft(*renumbered(draft.answer, draft.lines))


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
        suggestions=_suggestions(items, state),
        ask=ask,
    )


def _search(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    items = [policy_item(item, book, today=today) for item in judged]
    label = member_name(state["focus"])
    address = for_whom(known_facts(state, state["focus"]), state["focus"], label)
    conclusion = compose.search_conclusion(
        items, address=address, dropped=len(state.get("unlikely", []))
    )
    answer = _answer(state, conclusion, items, book, _next_ask(state, judged))
    return Draft(answer, [conclusion, *compose.search_lines(items), *answer.next_steps])


def _eligibility(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    items = [policy_item(item, book, today=today) for item in judged[:3]]
    if state["mentions"]:
        items = items[: max(1, len(state["mentions"]))]
    first = items[0]
    conclusion = compose.verdict_conclusion(first, member=member_name(state["focus"]))
    answer = _answer(state, conclusion, items, book, _next_ask(state, judged[:1]))
    return Draft(answer, [conclusion, *compose.eligibility_lines(first), *answer.next_steps])


def _application(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    item = policy_item(judged[0], book, today=today)
    evidence = judged[0].evidence
    target = [book.claim(evidence, span) for span in line_spans(evidence, Section.TARGET)[:2]]
    notice = [book.claim(evidence, span) for span in line_spans(evidence, Section.NOTICE)[:2]]
    conclusion = f"{item.name} 신청 방법을 정리했어요."
    answer = _answer(state, conclusion, [item], book, None)
    return Draft(answer, [conclusion, *compose.application_lines(item, target, notice)])


def _information(state: TurnState, judged: list[Judged], book: CitationBook, today: date) -> Draft:
    named = {ref["id"] for ref in state["mentions"]}
    chosen = [item for item in judged if item.evidence.policy_id in named] or judged
    evidence = chosen[0].evidence
    spans = relevant_spans(evidence, state["residual"] or state["question"])
    told = [book.claim(evidence, span) for span in spans]
    items = [policy_item(item, book, today=today) for item in chosen[:3]]
    first = items[0]
    conclusion = f"{first.name}에 대해 공식 자료에 적힌 내용이에요."
    answer = _answer(state, conclusion, items, book, _next_ask(state, judged[:1]))
    return Draft(answer, [conclusion, *compose.information_lines(first, told), *answer.next_steps])


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


def _absent(state: TurnState, outcome: Outcome, text: str) -> Draft:
    answer = compose.plain_answer(
        outcome, text, member=state["focus"], understood=state["understood"]
    )
    return Draft(answer, [text])


def _unknown_name(state: TurnState, judged: list[Judged]) -> str | None:
    """A programme asked for by a name that nothing in the data carries."""
    if state["mentions"] or state["route"] == "SEARCH":
        return None
    match = PROGRAMME.search(state["question"])
    if match is None:
        return None
    name = match.group()
    texts = (" ".join([j.evidence.name, *j.evidence.sections.values()]) for j in judged)
    return None if any(name in text for text in texts) else name


def _similar(judged: list[Judged]) -> list[str]:
    return [item.evidence.name for item in judged[:3]]


def _next_ask(state: TurnState, judged: list[Judged]) -> AskOut | None:
    """The fact that would settle most of the open verdicts; none is asked twice.

    A recommendation without a residence asks for that first: it leaves local ones out.
    """
    asked = state.get("asked", [])
    unplaced = region_of(state) is None and "region" not in asked
    if state["route"] == "SEARCH" and not state["mentions"] and unplaced:
        reason = "사는 곳을 알면 시·군·구에서 하는 지원도 찾을 수 있어요."
        return AskOut(key="region", question=question_for("region"), reason=reason)
    decisions = [item.decision for item in judged if item.decision is not None]
    best = next_best_question(
        (one for one in decisions if one.verdict is Verdict.NEEDS_MORE_INFO), declined=asked
    )
    if best is None:
        return None
    key, question, count = best
    reason = f"이걸 알면 {count}가지 정책을 더 정확히 판단할 수 있어요." if count > 1 else ""
    options = [AskOption(label=word, value=word) for word in OPTIONS.get(key, [])]
    if key.startswith("other.") or key in {"near_poor", "veteran", "owns_home"}:
        options = YES_NO
    return AskOut(key=key, question=question, reason=reason, options=options)


def _notices(items: list[PolicyItem], *, masked: bool) -> list[str]:
    notices = []
    if masked:
        notices.append("주민등록번호 같은 개인정보는 지우고 읽었어요. 다음부터는 적지 말아 주세요.")
    if any(item.basis in {RuleBasis.DRAFT, RuleBasis.NO_RULE} for item in items):
        notices.append("‘자동 분석’이나 기준이 없는 판정은 담당 기관에 꼭 확인해 주세요.")
    outdated = [item.name for item in items if item.outdated]
    if outdated:
        notices.append(f"{', '.join(outdated)}: {OUTDATED_NOTICE}")
    notices.append("최종 결정은 신청을 받은 기관이 해요.")
    return notices


def _suggestions(items: list[PolicyItem], state: TurnState) -> list[str]:
    if not items:
        return []
    first = items[0].name
    options = [
        f"{first} 신청 방법 알려 주세요",
        f"{first} 받을 수 있나요?",
        f"{first} 준비 서류는요?",
    ]
    if state["route"] == "ELIGIBILITY":
        options.pop(1)
    if state["route"] == "APPLICATION_ASSIST":
        options = [options[1]]
    options += [f"{item.name} 알려 주세요" for item in items[1:2]]
    return options[:3]
