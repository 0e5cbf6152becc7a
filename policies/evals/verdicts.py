"""Measures of verdicts against gold verdicts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from policies.evals.intervals import cluster_bootstrap, wilson
from policies.vocabulary import Verdict

_OTHER = "other"
WRONG = ("false_likely", "false_unlikely")


@dataclass(frozen=True)
class Judged:
    """One case with its answer.

    `text`: what cases of the same published text share. `missing`: the keys that were asked
    for. `is_rule_open`: a clause that decides was not understood, so that the caseworker is
    asked rather than the person.
    """

    case: str
    text: str
    expected: Verdict
    got: Verdict
    tags: tuple[str, ...] = ()
    gold_missing: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    is_rule_open: bool = False

    @property
    def is_right(self) -> bool:
        return self.expected is self.got

    def is_false(self, verdict: Verdict) -> bool:
        """Whether it was given `verdict` against the gold."""
        return self.got is verdict and not self.is_right


Judgement = Callable[[Judged], bool]
SHARES: dict[str, Judgement] = {
    "accuracy": lambda row: row.is_right,
    "false_likely": lambda row: row.is_false(Verdict.LIKELY),
    "false_unlikely": lambda row: row.is_false(Verdict.UNLIKELY),
}


def _share(count: int, total: int) -> float:
    return round(count / total, 4) if total else 0.0


def verdict_metrics(rows: Sequence[Judged]) -> dict[str, float]:
    """The metrics FORMAT.md names, as fractions; a share of no case at all is 0."""
    metrics = {
        name: _share(sum(map(judgement, rows)), len(rows)) for name, judgement in SHARES.items()
    }
    unlikely = [row for row in rows if row.expected is Verdict.UNLIKELY]
    return {
        "accuracy": metrics["accuracy"],
        "macro_f1": macro_f1(rows),
        "false_likely": metrics["false_likely"],
        "false_unlikely": metrics["false_unlikely"],
        "recall_unlikely": _share(sum(row.is_right for row in unlikely), len(unlikely)),
        "missing_recall": missing_recall(rows),
    }


def macro_f1(rows: Sequence[Judged]) -> float:
    """Mean F1 over the verdicts that occur in gold or answers."""
    scores = []
    for verdict in Verdict:
        expected = sum(row.expected is verdict for row in rows)
        got = sum(row.got is verdict for row in rows)
        both = sum(row.expected is verdict and row.got is verdict for row in rows)
        if expected + got:
            scores.append(2 * both / (expected + got))
    return round(sum(scores) / len(scores), 4) if scores else 0.0


def missing_recall(rows: Sequence[Judged]) -> float:
    """Share of the gold keys of needs_more_info cases that were asked for.

    A free key (`other`, `other.<key>`) has no spelling of its own: any free key that is asked
    matches it, and so does a clause left to the caseworker.
    """
    named = total = 0
    for row in rows:
        if row.expected is not Verdict.NEEDS_MORE_INFO:
            continue
        total += len(row.gold_missing)
        named += sum(_asked(key, row) for key in row.gold_missing)
    return _share(named, total)


def _is_free(key: str) -> bool:
    return key == _OTHER or key.startswith(f"{_OTHER}.")


def _asked(key: str, row: Judged) -> bool:
    if _is_free(key):
        return row.is_rule_open or any(map(_is_free, row.missing))
    return key in row.missing


def confusion(rows: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """Counts by gold verdict, then by given verdict."""
    pairs = Counter((row.expected, row.got) for row in rows)
    return {
        expected.value: {got.value: pairs[expected, got] for got in Verdict} for expected in Verdict
    }


def intervals(rows: Sequence[Judged]) -> dict[str, list[float]]:
    """Wilson intervals of the shares."""
    return {
        name: list(wilson(sum(map(judgement, rows)), len(rows)))
        for name, judgement in SHARES.items()
    }


def by_tag(rows: Sequence[Judged]) -> dict[str, dict[str, Any]]:
    """Shares and their intervals for every tag, the most frequent first."""
    tagged: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        for tag in dict.fromkeys(row.tags):
            tagged[tag].append(row)
    return {
        tag: {
            "n": len(found),
            **{
                name: _share(sum(map(judged, found)), len(found)) for name, judged in SHARES.items()
            },
            "intervals": intervals(found),
        }
        for tag, found in sorted(tagged.items(), key=lambda item: (-len(item[1]), item[0]))
    }


def by_text(rows: Sequence[Judged]) -> dict[str, Any]:
    """How the cases spread over their texts.

    `intervals` are those of drawing texts, not cases: cases of one text are not independent.
    `spread`: number of texts by "right/cases"; `worst`: texts with the most wrong cases.
    """
    texts: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        texts[row.text].append(row)
    right = {text: sum(row.is_right for row in found) for text, found in texts.items()}
    spread = Counter(f"{right[text]}/{len(found)}" for text, found in texts.items())
    wrong = sorted(texts, key=lambda text: (right[text] - len(texts[text]), text))
    shares = [right[text] / len(found) for text, found in texts.items()]
    return {
        "texts": len(texts),
        "mean_accuracy": round(sum(shares) / len(shares), 4) if shares else 0.0,
        "intervals": {
            name: list(cluster_bootstrap([(sum(map(judged, f)), len(f)) for f in texts.values()]))
            for name, judged in SHARES.items()
        },
        "spread": dict(sorted(spread.items(), reverse=True)),
        "worst": [
            {"source": text, "right": right[text], "cases": len(texts[text])}
            for text in wrong[:20]
            if right[text] < len(texts[text])
        ],
    }
