"""Learning the weights of the tool cards on the cards' own utterances.

Every utterance is a question whose own text is left out of its card; those of no tool are a
card like the others. Shares are cross-validated, and two bounds are set on them: the lowest
share of `no_tool` that one in a hundred questions for a tool reaches at most, and the lowest
share from which on a card that no rule knows may go before the tool of the rule that fired:
it overturns one in a hundred right decisions of the rules at most. No evaluation case is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from chat.agent.understanding.route import UNSURE, route, ruled_tools
from chat.tool_cards.index import FEATURES, CardIndex, Likenesses
from chat.tool_cards.scoring import WEIGHTS_FILE, WITH_VECTORS, WORDS_ONLY, chances, learnt
from chat.tool_cards.transfer import shipped_cards
from chat.tool_cards.types import NO_TOOL, CardField
from chat.tool_cards.words import embedded_text
from policies.evals.ranking_data import Array, RankingCase, figures, fold_of, learn
from policies.retrieval.embedders import embedder, query_vector
from policies.retrieval.ranking import QuestionKind
from policies.retrieval.space import Vector

FOLDS = 5
L2 = 0.001
LOST = 0.01
Progress = Callable[[str, int, int], None]


def tool_cards_learn(*, progress: Progress, write: bool) -> dict[str, Any]:
    """Report with weights, bounds and cross-validated figures; written when `write`."""
    index = _index(progress)
    found = _found(index, progress)
    report: dict[str, Any] = {
        "utterances": len(found), "folds": FOLDS, "weights": {}, "figures": {}
    }  # fmt: skip
    for kind, blind in ((WITH_VECTORS, False), (WORDS_ONLY, True)):
        cases = [_case(index, number, one, blind=blind) for number, one in found.items()]
        report["weights"][kind] = _named(_learnt(cases))
        crossed = _crossed(cases)
        ranks = [int((shares > shares[case.answers][0]).sum())
                 for case, shares in zip(cases, crossed, strict=True)]  # fmt: skip
        report["figures"][kind] = figures(ranks)
        if not blind:
            report["bounds"] = _bounds(index, cases, crossed)
    if write:
        text = json.dumps(report, ensure_ascii=False, indent=1)
        WEIGHTS_FILE.write_text(f"{text}\n", encoding="utf-8")
        learnt.cache_clear()
    return report


def _index(progress: Progress) -> CardIndex:
    cards = shipped_cards()
    keys = [
        (card.name, field, embedded_text(text)) for card in cards for field, text in card.texts()
    ]
    texts = list({text for _, _, text in keys})
    vectors: dict[str, Vector] = {}
    for start in range(0, len(texts), 32):
        batch = texts[start : start + 32]
        vectors.update(zip(batch, embedder().passages(batch), strict=True))
        progress("카드 벡터", min(start + 32, len(texts)), len(texts))
    return CardIndex(cards, {key: vectors[key[2]] for key in keys})


def _found(index: CardIndex, progress: Progress) -> dict[int, Likenesses]:
    """Likenesses of every utterance of the cards, by the number of its text."""
    numbers = [n for n, t in enumerate(index.texts) if t.field is CardField.WHEN_TO_USE]
    found = {}
    for done, number in enumerate(numbers, start=1):
        text = index.texts[number].text
        found[number] = _likenesses(index, text)
        progress("발화", done, len(numbers))
    return found


def _likenesses(index: CardIndex, text: str) -> Likenesses:
    return index.likenesses(text, query_vector(embedded_text(text)))


def _case(index: CardIndex, number: int, found: Likenesses, *, blind: bool) -> RankingCase:
    """The cosines of its own text would standardise the others: it is taken out first."""
    cosines = np.zeros_like(found.cosines) if blind else found.cosines.copy()
    cosines[number] = 0
    seen = Likenesses(cosines, found.morphemes, found.pairs)
    text = index.texts[number]
    answers = np.array([name == text.tool for name in index.cards])
    features = index.features(seen, without=number)
    return RankingCase(QuestionKind.UNPLACED, features, answers, text.text)


def _learnt(cases: Sequence[RankingCase]) -> Array:
    return learn(cases, [1.0] * len(cases), l2=L2)


def _crossed(cases: Sequence[RankingCase]) -> list[Array]:
    """Shares of all cards for each utterance, by weights learnt without its fold."""
    shares: dict[int, Array] = {}
    for fold in range(FOLDS):
        values = _learnt([case for case in cases if fold_of(case, FOLDS) != fold])
        for place, case in enumerate(cases):
            if fold_of(case, FOLDS) == fold:
                shares[place] = chances(case.features, values)
    return [shares[place] for place in range(len(cases))]


def _bounds(
    index: CardIndex, cases: Sequence[RankingCase], crossed: Sequence[Array]
) -> dict[str, float]:
    names = list(index.cards)
    none = names.index(NO_TOOL)
    of_tools = [one[none] for case, one in zip(cases, crossed, strict=True)
                if not case.answers[none]]  # fmt: skip
    decided = [route(case.fold_key) for case in cases]
    right = [names[int(np.argmax(case.answers))] for case in cases]
    by_rule = [
        0.0 if names[int(np.argmax(shares))] in ruled_tools() | {NO_TOOL} else float(shares.max())
        for decision, tool, shares in zip(decided, right, crossed, strict=True)
        if decision.confidence > UNSURE and decision.tool == tool
    ]
    return {
        "no_tool": round(float(np.quantile(of_tools, 1 - LOST)), 4),
        "over_rule": round(float(np.quantile(by_rule, 1 - LOST)), 4),
    }


def _named(values: Array) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in zip(FEATURES, values, strict=True)}
