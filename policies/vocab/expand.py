"""The door to the vocabulary."""

from __future__ import annotations

from policies.vocab.diseases import Disease, disease_of_key
from policies.vocab.live import current_matcher
from policies.vocab.types import Expansion


def expansions(text: str) -> list[Expansion]:
    """What a person said and the official terms for it, in the order of the text.

    The longest form wins and matches never overlap. Reads the vocabulary as caseworkers have
    it now, without the database the one of the repository. The first call of a process builds
    the matcher (the time of some thousand short analyses).
    """
    return current_matcher().expansions(text)


def diseases_in(text: str) -> list[Disease]:
    """Diseases that a text names, by everyday name or KCD code, each once, in its order."""
    found = (disease_of_key(expansion.key) for expansion in expansions(text))
    return list(dict.fromkeys(disease for disease in found if disease))
