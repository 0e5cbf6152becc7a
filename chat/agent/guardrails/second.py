"""Second look (L2) at what the rules let pass: the nearest utterances of known intent.

The prototypes are utterances written for this purpose (`prototypes.jsonl`), with personal data
taken out. It is asked only where the rules found nothing and no word of welfare or health policy
was said; it can neither overrule a crisis nor stop a question that names our subject. Without a
model that gives vectors it says nothing, and the rules stand alone.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from chat.agent.understanding.guard import decision, guard_input, is_talk, names_domain
from chat.agent.understanding.types import GuardDecision, GuardLabel
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import SearchSpace, search_space
from policies.retrieval.cached import cached_vector
from policies.retrieval.embedders import Vector

FOLDER = Path(__file__).parent
TEXTS = FOLDER / "prototypes.jsonl"
VECTORS = FOLDER / "prototypes.npz"
# Measured on the prototypes, each left out in turn: no question of ours passes these.
NEIGHBOURS = 7
SHARPNESS = 10.0
NEAR = 0.25
SHARES = {
    GuardLabel.CRISIS: 0.7,
    GuardLabel.INJECTION: 0.55,
    GuardLabel.ABUSE: 0.5,
    GuardLabel.OFF_TOPIC: 0.6,
}
LONGEST = 300


@dataclass(frozen=True)
class Prototypes:
    """Vectors of known utterances around their mean, unit length, shape (n, dimension)."""

    labels: tuple[GuardLabel, ...]
    mean: Vector
    vectors: Vector

    def shares(self, vector: Vector) -> tuple[dict[GuardLabel, float], float]:
        """How much of the neighbourhood each label has, and how near the nearest one is."""
        likeness = self.vectors @ _centred(vector, self.mean)
        nearest = np.argsort(-likeness)[:NEIGHBOURS]
        weights = np.exp(SHARPNESS * likeness[nearest])
        total = float(weights.sum())
        shares: dict[GuardLabel, float] = {}
        for place, weight in zip(nearest, weights, strict=True):
            label = self.labels[int(place)]
            shares[label] = shares.get(label, 0.0) + float(weight) / total
        return shares, float(likeness[nearest[0]])


def needs_second_look(text: str) -> bool:
    """Whether the rules leave room for doubt: nothing found, nothing of our subject said."""
    passed = guard_input(text).label is GuardLabel.ALLOW
    return passed and not names_domain(text) and not is_talk(text)


def second_look(text: str) -> GuardDecision | None:
    """Another label for a text that needs a second look (personal data masked before), None
    where the neighbours are not agreed or there is no model. Reads the database (the model in
    use) and waits for the embedder."""
    try:
        space = search_space()
        vector = cached_vector(text[:LONGEST], space=space)
        known = prototypes(space)
    except EmbedderUnavailable:
        return None
    label = nearest_label(known, vector)
    return decision(label) if label is not None else None


def nearest_label(known: Prototypes, vector: Vector) -> GuardLabel | None:
    """The label that its neighbours agree on, None for "allow" or where they do not."""
    shares, nearest = known.shares(vector)
    if nearest < NEAR:
        return None
    return next((one for one, least in SHARES.items() if shares.get(one, 0.0) >= least), None)


@cache
def prototype_texts() -> tuple[tuple[str, GuardLabel], ...]:
    rows = [json.loads(line) for line in TEXTS.read_text(encoding="utf-8").splitlines()]
    return tuple((row["text"], GuardLabel(row["label"])) for row in rows)


def digest(texts: tuple[tuple[str, GuardLabel], ...]) -> str:
    return hashlib.sha256("\n".join(text for text, _ in texts).encode()).hexdigest()


@lru_cache(maxsize=2)
def prototypes(space: SearchSpace) -> Prototypes:
    """Prototypes in the space of a model: shipped for the built-in one, else embedded once a
    process. Raises EmbedderUnavailable."""
    texts = prototype_texts()
    vectors = _shipped(space.model.key, texts)
    if vectors is None:
        vectors = space.embedder().queries([text for text, _ in texts])
    mean: Vector = vectors.mean(axis=0)
    centred = np.stack([_centred(row, mean) for row in vectors])
    return Prototypes(tuple(label for _, label in texts), mean, centred)


def prototypes_build(space: SearchSpace) -> int:
    """Write the shipped vectors anew, after the texts or the built-in model changed."""
    texts = prototype_texts()
    vectors = space.embedder().queries([text for text, _ in texts])
    np.savez_compressed(
        VECTORS,
        vectors=vectors.astype(np.float16),
        model=np.array(space.model.key),
        texts=np.array(digest(texts)),
    )
    return len(texts)


def _shipped(model: str, texts: tuple[tuple[str, GuardLabel], ...]) -> Vector | None:
    """Stored vectors of exactly these texts by this model."""
    if not VECTORS.exists():
        return None
    with np.load(VECTORS) as stored:
        if str(stored["model"]) != model or str(stored["texts"]) != digest(texts):
            return None
        vectors: Vector = stored["vectors"].astype(np.float32)
    return vectors


def _centred(vector: Vector, mean: Vector) -> Vector:
    """Vectors of short texts crowd together; around their mean they differ."""
    moved = vector - mean
    length = float(np.linalg.norm(moved))
    around: Vector = moved / length if length else moved
    return around
