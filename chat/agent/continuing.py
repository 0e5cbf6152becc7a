"""Turns that go on with the last one: replies to Poly's question, added facts, "그건요?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.agent.replying import stated
from chat.agent.situation import (
    SUPPOSING,
    asks_after_matter,
    asks_for_list,
    names_nothing,
    supposes,
)
from chat.agent.state import PolicyRef, TurnState
from chat.agent.story import LONGEST, tells_more
from chat.agent.understanding import declines, excluded_names
from chat.agent.understanding.merge import GROWING
from chat.agent.understanding.people import mentions
from policies.retrieval.morphemes import nouns
from policies.same import squeezed_name

# Of a list, so many are told of when what they give is asked for.
SEVERAL = 3
# Of a list, a case is supposed of one of the first.
CHOSEN_FROM = 5
# A noun as long as this names a policy of the list by itself ("정착금").
_NAMING = 3
# "Can I get it?", also as it is mistyped; without a policy it stays a search.
_CAN_I = re.compile(
    r"받을\s*수\s*[있잇]|자격이?\s*(?:되|돼|있)|해당\s*(?:되|돼)|[되받]겠[죠지네어나]|"
    r"(?:되|받)는\s*거(?:죠|지|예요|에요|맞)"
)
_AMOUNT = re.compile(r"얼마|금액|액수|며칠|몇\s*(?:번|회|개월|년)")
_DIFFERS = re.compile(r"달라지|바뀌|변하")
# "난방비가 무섭네요. 그런 지원은요?" points at what was just told.
_OF_THE_TOLD = re.compile(r"(?:그런|이런|그쪽|이쪽)\s?(?:지원|혜택|제도|거|것|건|데|도움)")


@dataclass(frozen=True)
class Intent:
    """What a turn asks: route, the policies it is about, and the words to search for.
    `choose`: it is about the one of them whose text speaks of it."""

    route: str
    mentions: list[PolicyRef]
    question: str
    carried: bool = False
    told: bool = False
    choose: bool = False


def of_a_list(state: TurnState) -> bool:
    """Asks on after a list, or of several policies in talk: "그거 얼마예요?" means no single one
    of them."""
    if any(one.kin for one in mentions(state["text"])) or not names_nothing(state["text"]):
        return False
    if last := state.get("last_mentions", []):
        return len(last) > 1
    return len(state.get("last_policies", [])) > 1 and bool(_AMOUNT.search(state["text"]))


# Facts that open a new question by themselves: what they change is worth finding.
_TELLING = {
    "conditions",
    "pregnancy",
    "delivered_on",
    "disability",
    "long_term_care_grade",
    "employment",
    "household_types",
    "veteran",
    "basic_livelihood",
    "near_poor",
}


def own_question(state: TurnState) -> str:
    """What the turn itself asks: the rewritten question, else the words left when the
    facts are taken out; "" when it only tells something."""
    rewritten = state["question"] != state["text"]
    return state["question"] if rewritten and state["residual"] else state["residual"]


def set_aside(state: TurnState, named: list[tuple[str, str, str]]) -> set[str]:
    """Ids of named policies (id, name, form said) that the person does not ask about:
    "국가장학금 말고", "기초연금 받아요"."""
    received = {
        "".join(str(name).split())
        for facts in state["said"].values()
        for name in facts.get("receives") or []
    }
    received |= _standing(state)
    aside = excluded_names(state["text"], [form for _, _, form in named]) | received
    return {key for key, name, form in named if form in aside or "".join(name.split()) in aside}


# Benefits that people name to tell what they are, with the fact that this gives.
_STANDING = {"health_insurance": "의료급여", "near_poor": "차상위계층확인"}


def _standing(state: TurnState) -> set[str]:
    """Names in the turn that only tell a standing ("의료급여 2종이세요")."""
    keys = {key for facts in state["said"].values() for key in facts}
    asked = squeezed_name(state["residual"])
    return {name for key, name in _STANDING.items() if key in keys and name not in asked}


def intent_of(state: TurnState, named: list[PolicyRef]) -> Intent:
    """The turn's intent: its own where it names something, else the last one's."""
    own = own_question(state)
    route = state["route"]
    if route == "SEARCH" and _CAN_I.search(own):
        route = "ELIGIBILITY"
    if named:
        return Intent(route, named, own or state["question"])
    last_route = state.get("last_route", "")
    last = state.get("last_mentions", [])
    if not own or (_DIFFERS.search(own) and _changes(state) and names_nothing(own)):
        # "270이 아니라 240이네요. 그럼 달라지는 거 있나요?"
        return _told(state, last_route, last)
    if asks_for_list(own):
        return Intent(route, [], own)
    keys = {key for facts in state["said"].values() for key in facts}
    if names_nothing(own) and not last and keys & _TELLING:
        # What is new changes what fits ("참전유공자증 있어요. 얼마예요?").
        return Intent("SEARCH", [], own, told=True)
    if _OF_THE_TOLD.search(own) and names_nothing(own) and tells_more(stated(state["text"])):
        # "난방비가 무섭네요. 그런 지원은요?"
        return Intent("SEARCH", [], state["text"], told=True)
    if names_nothing(own) or supposes(own):
        switched = state["focus"] != state.get("last_focus", "self")
        if switched and not last:
            # The list again, for somebody else.
            return Intent("SEARCH", [], state.get("last_query") or own, carried=True)
        recent = last or _recent(state, route)
        if recent:
            return Intent((last_route if switched else "") or route, recent, own, carried=True)
    if held := _in_talk(state, own):
        return Intent(route, held, own)
    if SUPPOSING.search(own) and not asks_after_matter(own):
        # "스스로 그만둔 거였으면 못 받아요?" is asked of what the talk is about.
        shown = state.get("last_policies", [])[:CHOSEN_FROM]
        return Intent(route, last or shown, own, carried=bool(last or shown), choose=not last)
    return Intent(route, [], own)


def asked_aside(state: TurnState, aside: list[tuple[str, str, str]]) -> list[PolicyRef]:
    """What was only told of ("부모급여 받고 있는데 돌 지나면 어떻게 돼요?") and is asked about
    after all: the words left name nothing, and nothing else is in talk. `aside`: id, name and
    the form said."""
    if not aside or state.get("last_mentions"):
        return []
    left = state["residual"] or state["question"]
    for _, _, form in aside:
        left = re.sub(r"\s?".join(map(re.escape, squeezed_name(form))), " ", left)
    goes_on = names_nothing(left) or bool(SUPPOSING.search(left))
    if not goes_on or asks_after_matter(left):
        return []
    key, name, _ = aside[0]
    return [{"id": key, "name": name}]


def _recent(state: TurnState, route: str) -> list[PolicyRef]:
    """The policies last shown that a question without a name is about: the first few, where a
    verdict is asked for the first one."""
    return state.get("last_policies", [])[: 1 if route == "ELIGIBILITY" else SEVERAL]


def _in_talk(state: TurnState, question: str) -> list[PolicyRef]:
    """The policy last shown whose name holds the nouns of the question ("그 양육비라는 거"), or a
    long one of them; none where several do."""
    asked = {word for word in nouns(question) if len(word) > 1 and not names_nothing(word)}
    long = {word for word in asked if len(word) >= _NAMING}
    shown = [(ref, squeezed_name(ref["name"])) for ref in state.get("last_policies", [])]
    whole = [ref for ref, name in shown if asked and all(word in name for word in asked)]
    if len(whole) == 1:
        return whole
    part = [ref for ref, name in shown if any(word in name for word in long)]
    return part if len(part) == 1 else []


def _changes(state: TurnState) -> bool:
    return any(
        key not in GROWING and state["before"].get(member, {}).get(key, value) != value
        for member, facts in state["said"].items()
        for key, value in facts.items()
    )


def _told(state: TurnState, last_route: str, last: list[PolicyRef]) -> Intent:
    """A turn that only tells: the reply to Poly's question goes on with the last intent;
    telling news is looked up anew."""
    keys = {key for facts in state["said"].values() for key in facts}
    if not keys and not declines(state["text"]) and not names_nothing(state["text"]):
        # Nothing of it is a fact with a name ("옷도 제가 입혀 드려요"): the words are looked for.
        return Intent("SEARCH", [], state["text"], told=True)
    asked = state.get("last_ask", "")
    replied = asked in keys or (asked == "birth_date" and "age" in keys)
    # What the policy in talk still lacks belongs to it, asked for or not.
    replied = replied or bool(keys & set(state.get("last_missing", [])))
    replied = replied or (asked.startswith("other.") and "other" in keys)
    # What changes a fact that was told before asks whether the answer changes with it.
    replied = replied or _changes(state)
    if last_route == "APPLICATION_ASSIST" and keys & _TELLING:
        return Intent("SEARCH", [], state["text"], told=True)
    if last_route and (replied or not last or not keys & _TELLING):
        if last and last_route == "SEARCH":
            last_route = "ELIGIBILITY"
        query = state.get("last_query", "")
        if last_route == "SEARCH" and keys and query[:LONGEST] in state.get("story", []):
            # What was looked for was the story told, which goes on.
            return Intent("SEARCH", [], state["text"], carried=True, told=True)
        return Intent(last_route, last, query, carried=True)
    return Intent("SEARCH", [], state["text"], told=bool(keys))
