"""Words run together, as many write on a phone: read with spaces, quoted as they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from chat.agent.understanding.types import Evidence, Extraction
from policies.retrieval.morphemes import kiwi

# A run of letters and figures this long holds more than one word; longer ones state no fact.
_RUN = re.compile(r"(?<!\S)(?=[^\s가-힣]*[가-힣])[가-힣\d.,~?!%()ㅋㅎㅠㅜ]{13,149}(?!\S)")
# What the analyser parts, though it belongs together.
_TOGETHER = re.compile(r"(?<=\d) (?=등급|갤|개월|살|급)|(?<=[고초중]) (?=\d)|(?<=요) (?=양\b)")


@dataclass(frozen=True)
class Spaced:
    """`text` with spaces put in; `origin` has for each sign its place in the written text."""

    text: str
    origin: tuple[int, ...]
    written: str

    def restored(self, found: Extraction) -> Extraction:
        """`found` of `text` with quotes and places of the written text."""
        return replace(
            found,
            evidence={
                member: {key: self._proof(proof) for key, proof in proofs.items()}
                for member, proofs in found.evidence.items()
            },
            triples=[replace(one, quote=self._quote(one.quote)) for one in found.triples],
            denied=[replace(one, quote=self._quote(one.quote)) for one in found.denied],
        )

    def _proof(self, proof: Evidence) -> Evidence:
        if proof.end <= proof.start:
            return replace(proof, quote="", start=0, end=0)
        start, end = self.origin[proof.start], self.origin[proof.end - 1] + 1
        return replace(proof, quote=self.written[start:end], start=start, end=end)

    def _quote(self, quote: str) -> str:
        signs = [re.escape(sign) for sign in quote if not sign.isspace()]
        match = re.search(r"\s*".join(signs), self.written)
        return match[0] if match else ""


def spaced(text: str) -> Spaced | None:
    """The text with spaces inside long runs; None where there is no such run."""
    parts: list[str] = []
    position = 0
    for run in _RUN.finditer(text):
        parts += [text[position : run.start()], _parted(run[0])]
        position = run.end()
    loose = "".join([*parts, text[position:]])
    if loose == text:
        return None
    origin: list[int] = []
    place = 0
    for sign in loose:
        if sign != text[place : place + 1] and sign == " ":
            origin.append(place)
            continue
        origin.append(place)
        place += 1
    return Spaced(loose, tuple(origin), text)


def _parted(run: str) -> str:
    said = str(kiwi().space(run))
    if said.replace(" ", "") != run:
        return run
    return _TOGETHER.sub("", said)
