"""Texts for property tests: the words a recogniser looks for among syllables, digits and signs."""

from __future__ import annotations

from hypothesis import strategies as st

SYLLABLES = "가나다의에을는이자인 0123456789.,~%()·「」세급"


def texts_of(words: str) -> st.SearchStrategy[str]:
    """Texts out of the given words (separated by spaces) and short bits of anything."""
    pieces = st.one_of(
        st.sampled_from(words.split()), st.text(alphabet=SYLLABLES, max_size=4), st.text(max_size=2)
    )
    joined = st.sampled_from(["", " "])
    return st.tuples(joined, st.lists(pieces, max_size=24)).map(lambda each: each[0].join(each[1]))
