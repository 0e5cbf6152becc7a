"""Questions to go on with, made of what is known; each is looked up before it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chat.agent.facts import known_facts, member_name
from chat.agent.situation import PROGRAMME, is_generic, situation_words
from chat.agent.state import TurnState
from chat.answer import Answer, Outcome, PolicyItem
from policies.cache import cached
from policies.korean import josa
from policies.models import Policy
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter
from policies.said import policies_said

SHOWN = 4
# Of one policy: the rest is for what lies beside it.
_OF_A_POLICY = 2
_NAMESPACE = "suggestion"
# After these nothing is offered: help is what counts, or there is no talk to go on with.
WITHOUT = {
    Outcome.CRISIS,
    Outcome.BLOCKED,
    Outcome.RESET,
    Outcome.ASKED,
    Outcome.SOURCE_UNAVAILABLE,
}


def follow_ups(state: TurnState, answer: Answer, themes: Sequence[str]) -> list[str]:
    """Candidates, best first: on the first policy, on one the graph leads to, on the people
    of the talk, on the subject. `themes` are official names for what the first policy is of."""
    first = answer.items[0] if answer.items else None
    about = list(_about(first, state["route"]))[:_OF_A_POLICY] if first else []
    beside = [f"{link.name} 알려 주세요" for link in first.related[:1]] if first else []
    second = [f"{item.name} 알려 주세요" for item in answer.items[1:2]]
    people = list(_people(state, answer))
    subject = [f"{theme} 정책에는 또 무엇이 있나요?" for theme in themes[:1]]
    found = [*about, *beside, *people, *second, *subject, *answer.suggestions]
    asked = {state["text"], state["question"]}
    return [one for one in dict.fromkeys(found) if one not in asked]


def _about(item: PolicyItem, route: str) -> Iterator[str]:
    """What can be asked on a policy and is told by its card."""
    if item.application and route != "APPLICATION_ASSIST":
        yield f"{item.name} 신청 방법 알려 주세요"
    if item.documents and route != "APPLICATION_ASSIST":
        yield f"{item.name} 준비 서류는요?"
    if route != "ELIGIBILITY":
        yield f"{item.name} 받을 수 있나요?"


def _people(state: TurnState, answer: Answer) -> Iterator[str]:
    """A question for a situation that this answer is not about, and for another member."""
    focus = state.get("focus", "self")
    searched = state["route"] == "SEARCH" and not state["mentions"]
    words = situation_words(known_facts(state, focus))
    if words and answer.items and not searched:
        yield f"{josa(words[0], '이/가')} 받을 수 있는 지원이 뭐예요?"
    for member in {**state.get("members", {}), **state.get("profiles", {})}:
        if member != focus and known_facts(state, member):
            who = "제가" if member == "self" else josa(member_name(member), "이/가")
            yield f"{who} 받을 수 있는 혜택은 뭐예요?"


def themes_of(policy_id: str) -> list[str]:
    """Official names of what a policy is about and whom it is for."""
    row = Policy.objects.filter(pk=policy_id).first()
    if row is None:
        return []
    names = [*row.themes.values_list("name", flat=True)]
    return names or [*row.target_groups.values_list("name", flat=True)]


def answerable(
    questions: Sequence[str], region: RegionFilter | None, *, limit: int = SHOWN
) -> list[str]:
    """The first of the questions that the data answer. Kept as long as the data are the same."""
    found: list[str] = []
    for question in questions:
        if len(found) == limit:
            break
        if _has_answer(question, region):
            found.append(question)
    return found


def _has_answer(question: str, region: RegionFilter | None) -> bool:
    place = [region.sido, region.sigungu] if region else None
    value, _ = cached(_NAMESPACE, [question, place], None, lambda: _look(question, region))
    return value


def _look(question: str, region: RegionFilter | None) -> bool:
    """By the same name look-up and the same search as a turn."""
    if policies_said(question, region):
        return True
    if PROGRAMME.search(question):
        # What sounds like it would be found; the turn would say that there is none of the name.
        return False
    if is_generic(question):
        # Answered out of every rule; there need only be some.
        return Policy.objects.recommendable().exists()
    result = search_policies(Query(text=question, region=region, nationwide_only=True, limit=3))
    return bool(result.hits) and not result.below_floor
