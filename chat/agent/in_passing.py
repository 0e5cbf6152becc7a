"""Free criteria of the policies in talk, answered in passing ("공무원연금 같은 건 안 받으세요")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chat.agent.cards import question_of
from chat.agent.facts import known_facts
from chat.agent.judging import Judged
from chat.agent.state import TurnState
from chat.agent.understanding.clauses import ASKS, clauses, sentences
from chat.agent.understanding.merge import merge_member
from chat.agent.understanding.question import is_question
from chat.agent.understanding.yes_no import declines, yes_no
from chat.answer import Answer
from policies.eligibility.phrases import says
from policies.eligibility.questions import OTHER_PREFIX
from policies.eligibility.rule import OtherCriterion
from policies.eligibility.wording import Wording
from policies.screening.rules import free_criteria

Facts = dict[str, dict[str, Any]]
# Share of a clause's words that must stand in the question it answers.
ANSWERS = 0.6
# So much where nobody was asked, and of a no, which costs more than a yes.
DENIES = 0.75
# More is a story; the last of a long talk are enough.
CLAUSES_KEPT = 24
_LONGEST = 80
# One word alone states nothing.
LEAST_WORDS = 2
# The beginning of a word that must stand in what it denies.
_SYLLABLES = 2
# Of a longer list only the first are read that closely.
POLICIES = 3
_SUPPOSED = re.compile(
    r"만약|만일|혹시|(?:으면|[가-힣]면|려면)[은요]?[\s,?!.]*$|(?:있|[다라])던데[요]?[\s,?!.]*$"
)
# "안 줘요", "보내 줘요", "하고 싶어요" state something, though requests end so, too.
_STATES = re.compile(
    r"(?:안|못)\s?\S{0,4}[돼줘]요|싶어요|(?<!알려)(?<!해)(?<!찾아)(?<!가르쳐)\s?줘요"
)
_BEGINS = re.compile(r" 데$|[가-힣]하고$|라고$|오래$")
_GOES_ON = re.compile(r"(?:살|있|계[시세셨])[가-힣]{1,5}$")
# "혼자 못 하세요" neither affirms nor denies by itself.
_CANNOT = re.compile(r"(?<![가-힣])못|못\s?[하해한할함]")
_NO = re.compile(r"없|않|아니|못")


def stated_clauses(text: str) -> list[str]:
    """The clauses of a text that ask and suppose nothing."""
    told = []
    for start, end in sentences(text):
        for clause in _whole(text[left:right] for left, right in clauses(text, start, end)):
            asks = is_question(clause) or (ASKS.search(clause) and not _STATES.search(clause))
            if clause and len(clause) <= _LONGEST and not asks and not _SUPPOSED.search(clause):
                told.append(clause)
    return told


def _whole(parts: Iterable[str]) -> list[str]:
    """Clauses without "시설 같은 데", "아들하고", "치매라고", which only begin one."""
    found: list[str] = []
    for part in parts:
        words = " ".join(part.split()).strip(" ,")
        if found and (_BEGINS.search(found[-1]) or _GOES_ON.match(words)):
            words = f"{found.pop()} {words}"
        found.append(words)
    return found


def open_questions(answer: Answer) -> dict[str, str]:
    """What the policies shown first still leave open and no fact key expresses."""
    return {
        missing.key: missing.question
        for item in answer.items[:POLICIES]
        for missing in item.missing
        if missing.key.startswith(OTHER_PREFIX)
    }


def said_of(state: TurnState, judged: Sequence[Judged]) -> dict[str, bool]:
    """What the talk has answered already of what the policies judged leave open: in phrases of
    their criteria, and of the first ones in the words of their questions."""
    told = state.get("clauses", {}).get(state["focus"], [])
    phrased = _phrased([each for item in judged for each in _open(item)], told)
    # Whom somebody lives with, and what both receive, outweighs an answer given before.
    every = [each for item in judged for each in free_criteria(item.evidence.rule)]
    phrased |= _phrased(every, _known_clauses(state))
    asked = {
        key: question_of(item, key)
        for item in judged[:POLICIES]
        for key in (item.decision.missing if item.decision else [])
        if key.startswith(OTHER_PREFIX) and key.removeprefix(OTHER_PREFIX) not in phrased
    }
    ill = known_facts(state, state["focus"]).get("conditions") or []
    # Nobody was asked: only what says nearly all of it is an answer.
    return phrased | answered(asked, told, ill=ill, least=DENIES)


def _known_clauses(state: TurnState) -> list[str]:
    """What the person and the spouse receive, and the county the person lives in, as clauses of
    their own."""
    facts = known_facts(state, state["focus"])
    mine = facts.get("receives") or []
    region = facts.get("region")
    county = region.get("sigungu") or "" if isinstance(region, dict) else ""
    home = [f"{county}에 살아요"] if county.endswith("군") else []
    partner = {"self": "spouse", "spouse": "self"}.get(state["focus"], "")
    theirs = known_facts(state, partner).get("receives") or [] if partner else []
    return [
        *home,
        *(f"{name} 받아요" for name in mine),
        *(f"배우자가 {name} 받아요" for name in theirs),
    ]


def _open(item: Judged) -> list[OtherCriterion]:
    """The free criteria a verdict waits for."""
    waits = set(item.decision.missing) if item.decision else set()
    return [
        leaf
        for leaf in free_criteria(item.evidence.rule)
        if OTHER_PREFIX + leaf.key in waits and (leaf.said or leaf.denied)
    ]


def _phrased(criteria: Iterable[OtherCriterion], told: Iterable[str]) -> dict[str, bool]:
    """Free keys with what the clauses say of them in a criterion's phrases, the last one first
    to count."""
    asked = list(criteria)
    found: dict[str, bool] = {}
    for clause in told:
        found |= {leaf.key: False for leaf in asked if says(leaf.denied, clause)}
        found |= {leaf.key: True for leaf in asked if says(leaf.said, clause)}
    return found


def said_in_passing(state: TurnState, member: str) -> tuple[dict[str, bool], dict[str, list[str]]]:
    """What the member's clauses, of this turn and before, answer; and all clauses by member."""
    told = state.get("clauses", {})
    mine = [*told.get(member, []), *stated_clauses(state["text"])][-CLAUSES_KEPT:]
    facts = known_facts(state, member)
    known = facts.get("other") or {}
    questions = {
        key: question
        for key, question in state.get("open_questions", {}).items()
        if key.removeprefix(OTHER_PREFIX) not in known
    }
    found = answered(questions, mine, ill=facts.get("conditions") or [])
    return found, {**told, member: mine}


def take(said: Facts, members: Facts, member: str, facts: dict[str, Any]) -> None:
    """Put facts into the turn's and the conversation's layer of a member."""
    for layer in (said, members):
        layer[member] = merge_member(layer.get(member, {}), facts)


def answered(
    questions: Mapping[str, str],
    told: Iterable[str],
    *,
    ill: Iterable[str] = (),
    least: float = ANSWERS,
) -> dict[str, bool]:
    """Free keys with what the clauses say of them, the last one first to count. `questions`:
    by fact key; those that deny something themselves need an answer of their own. `ill`:
    diseases of the person, which tell nothing else. `least`: share of the words asked."""
    names = " ".join(ill)
    found: dict[str, bool] = {}
    open_to = {
        key.removeprefix(OTHER_PREFIX): Wording.of(f"{key.removeprefix(OTHER_PREFIX)} {question}")
        for key, question in questions.items()
        if key.startswith(OTHER_PREFIX) and not _NO.search(question)
    }
    for clause in told:
        said = Wording.of(clause)
        shares = {key: _share(wording, said, names) for key, wording in open_to.items()}
        best = max(shares.values(), default=0.0)
        if best < least or declines(clause) or _CANNOT.search(clause):
            continue
        denied = yes_no(clause) is False or bool(_NO.search(clause))
        if best < DENIES if denied else len(said.words) < LEAST_WORDS:
            continue
        found |= {
            key: not denied
            for key, share in shares.items()
            if share == best and not (denied and _of_another(said, open_to[key]))
        }
    return found


def _of_another(said: Wording, question: Wording) -> bool:
    """The clause speaks of a thing of which only the end stands in the question ("군인연금", of
    장애인연금)."""
    long = [word for word in said.words if len(word) > _SYLLABLES]
    return any(word[:_SYLLABLES] not in question.flat for word in long)


def _share(question: Wording, said: Wording, ill: str) -> float:
    """0 where only words of no weight are shared, or the question is about others than the
    clause speaks of. `ill`: the diseases known, which are facts of their own."""
    about = set(question.persons)
    if about and "본인" not in question.flat and not about & set(said.persons):
        return 0.0
    coverage, places = question.holds(said)
    # "고혈압이 있어요" does not say whether one lives where the programme for it is.
    shared = [word for word in (question.own[place] for place in places) if word not in ill]
    # "살 데가 없어서" shares only 살다 with a question about years in care.
    literal = any(len(word) > 1 and word in said.flat for word in shared)
    if len(shared) < min(LEAST_WORDS, len(question.own)) and not (
        literal and _NO.search(said.flat)
    ):
        return 0.0
    telling = any(len(word) > 1 for word in shared)
    return coverage if telling else 0.0
