"""What somebody has told of their situation so far, in their own words."""

from __future__ import annotations

import re

from chat.agent.facts import known_facts
from chat.agent.situation import is_generic, names_nothing, situation_words
from chat.agent.state import TurnState
from policies.retrieval.morphemes import nouns

# More would drown what was said last.
KEPT, LONGEST = 4, 200
# Longer turns are stories: only what they ask is searched for.
LONGEST_QUESTION = 160


def story_with(state: TurnState) -> list[str]:
    """The story with this turn, where it tells something: a question about a policy in talk
    and an answer to Poly's question tell nothing that a search could use."""
    told = state.get("story", [])
    if state["mentions"] or not (state["said"] or state["told"] or not told):
        return told
    return [*told, state["text"][:LONGEST]][-KEPT:]


def story_of(state: TurnState) -> str:
    """The story up to this turn, and the turn itself where it tells something, as one text to
    search for."""
    told = state.get("story", [])
    return " ".join([*told, state["text"]] if not told or tells_more(state["text"]) else told)


# Parts of ages, dates and addresses: facts that a rule reads better than a search.
_FACTS = re.compile(r"\d|년생|생일|나이|살이|남자|여자|[가-힣]+(?:특별시|광역시|시|군|구|동|도)$")


def tells_more(text: str) -> bool:
    """Whether a text says more than an age, a sex, a place: something to search for."""
    told = {word for word in nouns(text) if len(word) > 1}
    return any(not names_nothing(word) and not _FACTS.search(word) for word in told)


def search_text(state: TurnState) -> str:
    """The question, or, where it is general, the story told with the official words for it."""
    question = state["residual"]
    if not state["told"] and not is_generic(question):
        # What else the turn tells ("담배를 30년 폈는데") says what the question is after.
        return question if state["mentions"] else _whole(state)
    words = situation_words(known_facts(state, state["focus"]))
    return " ".join([story_of(state), *words])


def _whole(state: TurnState) -> str:
    residual, question = state["residual"], state["question"]
    return residual if len(question) > LONGEST_QUESTION else question
