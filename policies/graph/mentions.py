"""Where a text says that its programme is not given together with another that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from policies.graph.names import squeezed
from policies.retrieval.morphemes import normalise

MIN_FORM = 4
# A shortened name ("…지원사업" left out) must say more to be one.
MIN_SHORT = 6
_TAIL = re.compile(r"(?:지원사업|사업|지원|서비스|제도|지급)$")
# Names that are as well a word for people, places or laws.
_NO_PROGRAMME = re.compile(
    r"(?:가족|가정|가구|계층|층|자|인|생|여성|청년|노인|아동|청소년|학생|센터|시설|복지|보험|보장|법"
    r"|물품|용품)$"
)
_TOGETHER = re.compile(
    r"(?:중복|동시|병행|함께)(?:으로|에|하여|해서)?\s*"
    r"(?:지원|수급|수혜|참여|지급|신청|수령|이용|가입|혜택|받|불가|안|금지|제외)"
)
_NOT = re.compile(
    r"불가|금지|제외|제한|안\s?(?:됨|되|돼)|아니|없(?:음|다|습|어|으|는)|못|둘\s?중\s?하나|[가-힣]\s?[Xx](?=[)\s]|$)"
)
_RECEIVER = re.compile(
    r"^[^.()\n]{0,14}?(?:수급자?|수혜자?|이용자|참여자?|대상자|지원|수령|받는|받은|받고|참여)"
    r"(?P<between>[^.()\n]{0,30}?)"
    r"(?:제외(?!자)|불가|금지|(?:받을|신청할|참여할|지원할)\s?수\s?없)"
)
# What is left out then is something else: a part of them, a sum, a share.
_SOMETHING_ELSE = re.compile(r"\s중\s|산출|금액|한도|모집|면제|포함|조례|에서 제외되는")
_ALLOWED = re.compile(r"^[^.,\n]{0,12}(?:완료자|종료자)?[^.,\n]{0,6}(?:가능|무관|포함)")
_LAW = re.compile(r"^[^.,\n]{0,6}(?:조례|법률|법\b)")
_OTHERS = re.compile(r"(?:국토부|국토교통부|정부|국가|복지부|보건복지부|고용노동부|중앙)\S*\s*$")
_FOLLOWS = re.compile(
    r"^(?:$|[^가-힣0-9a-zA-Z]|지원|사업|서비스|제도|급여|수당|수급|이용|대상|참여|등|을|를|이|가|은|는|과|와"
    r"|의|나|또는|에|로|및|수령|수혜|받|지급|이나)"
)
# How far from the words "중복지원 불가" a name still belongs to them, in characters.
REACH = 70


@dataclass(frozen=True)
class Mention:
    """`form` (squeezed) is named in `start`..`end` of a text; `quote_start`..`quote_end` is the
    sentence. `sure`: how plainly it says so, 0..1."""

    form: str
    start: int
    end: int
    quote_start: int
    quote_end: int
    sure: float


def name_forms(name: str, aliases: Iterable[str]) -> set[str]:
    """How a programme may be called in another's text, squeezed."""
    forms: set[str] = set()
    for spelling in (name, *aliases):
        whole = squeezed(spelling)
        short = _TAIL.sub("", whole)
        forms |= {form for form in (whole,) if len(form) >= MIN_FORM}
        forms |= {form for form in (short,) if len(form) >= MIN_SHORT}
    return {form for form in forms if not _NO_PROGRAMME.search(form)}


class NameIndex:
    """All forms of all names, found in a text by their first letters."""

    def __init__(self, forms: Iterable[str]) -> None:
        heads: dict[str, list[str]] = {}
        for form in set(forms):
            heads.setdefault(form[:MIN_FORM], []).append(form)
        self._heads: Mapping[str, list[str]] = {
            head: sorted(each, key=len, reverse=True) for head, each in heads.items()
        }

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """(form, start, end) of the names that stand in `text` as words, longest first."""
        letters, places = _letters(text)
        at = 0
        while at < len(letters):
            form = self._at(letters, at, text, places)
            if form is None:
                at += 1
                continue
            yield form, places[at], places[at + len(form) - 1] + 1
            at += len(form)

    def _at(self, letters: str, at: int, text: str, places: list[int]) -> str | None:
        before = places[at] - 1
        if before >= 0 and text[before].isalnum():
            return None
        for form in self._heads.get(letters[at : at + MIN_FORM], ()):
            if letters.startswith(form, at):
                rest = text[places[at + len(form) - 1] + 1 :]
                if _FOLLOWS.match(rest):
                    return form
        return None


def exclusions(text: str, names: NameIndex, *, own: str = "") -> list[Mention]:
    """Programmes that `text` says are not given together with its own (`own`, squeezed).

    A part of the own name counts only where the text says that the nation's is meant.
    """
    found: list[Mention] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        if not _NOT.search(sentence):
            continue
        for form, low, high in names.find(sentence):
            if form in own and not _OTHERS.search(sentence[:low]):
                continue
            sure = _sure(sentence, low, high)
            if sure:
                found.append(Mention(form, start + low, start + high, start, end, sure))
    return found


def _sure(sentence: str, low: int, high: int) -> float:
    after = sentence[high:]
    if _ALLOWED.match(after) or _LAW.match(after):
        return 0.0
    for cue in _TOGETHER.finditer(sentence):
        near = cue.start() - high if cue.start() >= high else low - cue.end()
        if near <= REACH and _NOT.search(sentence[cue.start() : cue.end() + 25]):
            return 0.9
    receiver = _RECEIVER.match(after)
    return 0.7 if receiver and not _SOMETHING_ELSE.search(receiver.group()) else 0.0


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the sentences and list items of a text."""
    cuts = r"(?<=[가-힣)]\.)\s+|\n|(?=[○●◦▶※①-⑳□■ㅇ])|\s(?=[-*·]\s)"
    start = 0
    for match in re.finditer(cuts, text):
        if match.start() > start:
            yield start, match.start()
        start = max(match.end(), match.start())
    if start < len(text):
        yield start, len(text)


def _letters(text: str) -> tuple[str, list[int]]:
    """Squeezed text with the place of each letter in the original."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for kept in squeezed(normalise(letter)):
            letters.append(kept)
            places.append(place)
    return "".join(letters), places
