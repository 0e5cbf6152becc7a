"""The question asked with an answer: the fact that would settle most of what is open."""

from __future__ import annotations

from chat.agent.facts import region_of
from chat.agent.judging import Judged
from chat.agent.state import TurnState
from chat.answer import AskOption, AskOut
from policies.eligibility.evaluate import next_best_question
from policies.eligibility.questions import question_for
from policies.vocabulary import Verdict

YES_NO = [AskOption(label="네", value="네"), AskOption(label="아니요", value="아니요")]
OPTIONS: dict[str, list[str]] = {
    "sex": ["여성", "남성"],
    "disability": ["등록 장애 없음", "심한 장애", "심하지 않은 장애"],
    "health_insurance": ["직장가입자", "지역가입자", "피부양자", "의료급여"],
    "tenure": ["자가", "전세", "월세", "공공임대"],
    "basic_livelihood": ["받지 않아요", "생계급여", "의료급여", "주거급여", "교육급여"],
    "marital_status": ["미혼", "기혼", "이혼", "사별"],
}


def asked_mark(key: str, member: str) -> str:
    """How it is kept that a member was asked about: what one was asked, another was not."""
    return key if member == "self" else f"{member}:{key}"


def asked_of(state: TurnState) -> list[str]:
    """Keys asked or declined about the member in focus."""
    prefix = asked_mark("", state["focus"])
    marks = state.get("asked", [])
    return [mark.removeprefix(prefix) for mark in marks if mark.startswith(prefix)]


def next_ask(state: TurnState, judged: list[Judged]) -> AskOut | None:
    """The fact that would settle most of the open verdicts; none is asked twice.

    A recommendation without a residence asks for that first: it leaves local ones out.
    """
    asked = asked_of(state)
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
