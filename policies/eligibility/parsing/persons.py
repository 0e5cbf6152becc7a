"""Which words of a clause are about the person asking, and where they end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from policies.eligibility.parsing.content import (
    content_words,
    is_office_work,
    names_a_benefit,
    names_a_cost,
    names_an_organisation,
    says_of_a_person,
)
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found
from policies.eligibility.parsing.pieces import Paren
from policies.eligibility.parsing.roles import EXCLUSION_TAIL

# Behind these an office says what it gives; the person stands before.
_GIVEN = re.compile(
    r"(?:에게|(?:을|를)대상으로|에대하여|에대해|에한하여|에한해|에지원|(?:을|를)(?:위해|위하여)|(?:을|를)대상)"
)
PROVIDER = re.compile(
    r"(?:지원|지급|감면|제공|무료|할인|운영|실시|면제|배부|대여|보급|차등|혜택|적용|선발|선정|추진|도와|매칭|연계|파견|배정|협의|상담|발굴|결정)"
    r"(?:함|됨|합니다|한다|하며|하여|해드립니다|가능)?[^가-힣]*$"
)
_TARGETED = re.compile(r"^(?:으로)?(?:함|한다|합니다|하며|하되)?[^가-힣]*$")
ONLY = re.compile(
    r"한함|한하여|한해|한정|경우에만|이어야|여야|필수|충족해야|만(?:가능|해당|신청|지원)"
)
NOUN = 18
_SHORTEST = 2
# So many words about a business say what business it must be.
TELLING = 4
_AROUND = " ,.·:：-–>→⇒=▸▹\t\n"
_LAW_BEFORE = re.compile(
    r"^[^,]{0,60}?(?:법률?|시행령|시행규칙|조례)[」』]?(?:\s*제\d+조(?:의\s*\d+)?)?(?:\s*제?\d+[항호])*"
    r"\s*(?:에|의|상)?\s*(?:따른|따라|의한|의하여|의거한?|규정한?|정한)\s+"
)
_OFFICE_BEFORE = re.compile(
    r"^[^,]{2,60}?(?:심사|심의|결정|판정|추천|규정)에\s*(?:따라|의해|의하여|따른|의한)\s+(?=\S{2})"
)
# Particles that belong to words read before.
_LEADING = re.compile(
    r"^(?:으로|로|의|를|을|은|는|이|가|에|와|과|에서|인|한|된|중),?(?:\s+|$)|^[)\]]\s*[가-힣]{0,2}(?:\s+|$)"
)


def person_end(flat: Flat, founds: Sequence[Found], start: int, end: int) -> int:
    """Where the words about the person end and those about the benefit begin."""
    for match in _GIVEN.finditer(flat.text, start, end):
        rest = flat.text[match.end() : end]
        inside = any(f.start < match.end() and match.start() < f.end for f in founds)
        behind = any(f.start >= match.end() and f.end <= end for f in founds)
        gives = PROVIDER.search(rest.rstrip(".")) or _TARGETED.match(rest)
        if not inside and not behind and gives:
            return match.start()
    return end


def excluded_end(
    flat: Flat, founds: Sequence[Found], start: int, end: int
) -> tuple[int, list[Paren]]:
    """Where the words for those excluded end, and the brackets behind "제외"."""
    behind: list[Paren] = []
    text = flat.text
    while end > start and text[end - 1] in ")." and "(" in text[start:end]:
        if text[end - 1] == ".":
            end -= 1
            continue
        opening = text.rfind("(", start, end)
        if not EXCLUSION_TAIL.search(text, start, opening):
            break
        behind.insert(0, Paren(opening + 1, end - 1))
        end = opening
    tail = EXCLUSION_TAIL.search(text, start, end)
    if tail is None:
        return end, behind
    cut = [f.end for f in founds if f.start < tail.start() < f.end <= end]
    return max([tail.start(), *cut]), behind


def is_nobody(quote: str, *, excluding: bool) -> bool:
    """Whether words are about no person: an organisation, a benefit, an office."""
    if len("".join(quote.split())) < _SHORTEST:
        return True
    if names_an_organisation(quote) and len(content_words(quote)) < TELLING:
        # "거주시설 장애인": where they live says which of them are out.
        return not (excluding and quote.endswith("시설"))
    if excluding:
        return names_a_cost(quote)
    return names_a_benefit(quote) or is_office_work(quote)


def is_predicate(quote: str) -> bool:
    """Whether words say something of a person and not what is given."""
    return says_of_a_person(quote) and not PROVIDER.search("".join(quote.split()))


def bare(quote: str) -> str:
    """The words of a condition without the law and the office they come from."""
    shown = _LAW_BEFORE.sub("", _LEADING.sub("", quote.strip(_AROUND)))
    return _OFFICE_BEFORE.sub("", shown).strip(_AROUND)
