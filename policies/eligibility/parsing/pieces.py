"""A clause cut into pieces: conditions that were read, words that were not, and what joins them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind
from policies.eligibility.rule import AgeGroupCriterion, rule_leaves


class Sep(StrEnum):
    """What stands between two pieces, from the loosest to the tightest. Pieces with nothing
    between them modify each other ("65세 이상 수급자")."""

    AMONG = "among"  # "… 중", "…로서": what follows narrows all before it
    EITHER = "either"  # "…이거나"
    BOTH = "both"  # "…이면서", "…이고"
    CASE = "case"  # "…일 경우": what follows holds for such people instead
    OR = "or"  # "또는"
    LIST = "list"  # a comma, "및", "와"


@dataclass(frozen=True)
class Piece:
    """A stretch of the flat text; `found` is None for words that were not read."""

    start: int
    end: int
    found: Found | None = None


@dataclass(frozen=True)
class Paren:
    """A bracket: the stretch inside, without the signs."""

    start: int
    end: int


_NAME_REST = re.compile(
    r"[가-힣]{0,12}?(?:사업|제도|수당|연금|급여|센터|복지관|회관|지원금|정착금|장려금|프로그램|바우처|조례|경로당|학교)"
)
_PERSONAL = frozenset(
    {
        "region",
        "residence",
        "disability",
        "veteran",
        "condition",
        "nationality",
        "employment",
        "education",
    }
)
_OTHERS_BEHIND = re.compile(
    r"(?:이|가)사망(?:하여|한)|의(?:자녀|가족|배우자|부모|보호자|손자녀|유가족)|부모(?:모두|의|중)"
)
_OTHERS_BEFORE = re.compile(
    r"(?:한쪽|양쪽)?(?:부모|배우자|보호자|자녀|가구원|세대원|가족|부양자)(?:중)?(?:한?명)?(?:이|가|모두|로서?)[^,]{0,25}$"
)
# Longest bracket inside a word, its signs included.
_SHORT = 6

Token = Piece | Paren | Sep

_OPEN, _CLOSE = "([{（", ")]}）"
_SPLIT = re.compile(
    r"(?P<or>(?!(?<=부)(?<![가-힣]부)또는모(?![자든]))(?:또는|혹은)|or(?![a-z]))|(?P<either>이거나|거나)"
    r"|(?P<list>[,，、/;+&]|·(?!\d)|및|(?<=[가-힣)])(?:와|(?<![경결효학초부통])과)(?=[가-힣「(]))"
    r"|(?P<among>으로서|로서|으로써|로써|(?<=[자람인구대정생층년동족민부가])(?:중에서|가운데|중)|(?<=[자람])로(?![서써]|결정|선정된|선정한|등록|인정|지정|판정|진단|확인|추천|책정))"
    r"|(?P<both>이면서|하면서|면서|이고|이며|하며|하고|으며|(?<=[있없되받])고|고(?=,)"
    r"|(?<!계속)(?<!연속)(?<!포함)(?<!기준)(?<!사망)(?<![위대의관통인한정])하여)"
)
_AMONG_GAP = re.compile(
    r"^(?:인|에?해당하는|로구성된)?(?:자|사람|분|가구|세대|가정|가족|대상자|환자|주민|학생|노인|어르신)?(?:들)?(?:가운데|중(?:에서?)?)(?!하나|어느|증|장|복|도|지|앙|학|소|독|단|위|국|심|점|요|추|고등|개)"
)
_CASE_GAP = re.compile(r"^(?:일|인)(?:경우|때)(?:에는|에|는)?")
_LIST_HEAD = re.compile(
    r"^(?:등)?(?:가정|가구|세대|사람|아동|청년|노인|학생)?(?:와|과|이나|나(?=[가-힣「]{2}))"
)


def tokens(flat: Flat, start: int, end: int, founds: Sequence[Found]) -> list[Token]:
    """Pieces, brackets and separators of a clause, in order; separators between pieces only."""
    brackets = _brackets(flat, start, end)
    inside = [
        found
        for place, found in enumerate(founds)
        if start <= found.start
        and found.end <= end
        and not any(first < found.start and found.end <= last for first, last in brackets)
        and not _is_tail(flat, founds, place)
        and not _is_in_a_name(flat, found)
        and not _is_of_another(flat, start, found)
    ]
    result: list[Token] = []
    place = start
    for found in inside:
        result.extend(_gap(flat, place, found.start, brackets, after_found=place > start))
        result.append(Piece(found.start, found.end, found))
        place = found.end
    result.extend(_gap(flat, place, end, brackets, after_found=place > start))
    return result


def _is_of_another(flat: Flat, start: int, found: Found) -> bool:
    """Whether a condition is about a parent or a spouse, not about the person: "군민의 자녀",
    "한쪽 부모가 등록장애인"."""
    if found.dimension not in _PERSONAL:
        return False
    behind = _OTHERS_BEHIND.match(flat.text, found.end)
    before = flat.text[start : found.start]
    return bool(behind) or bool(_OTHERS_BEFORE.search(before))


def _brackets(flat: Flat, start: int, end: int) -> list[tuple[int, int]]:
    """(place of the opening, of the closing sign) of outer brackets. One that never closes and
    one inside a word ("수료(예정)자") are no brackets."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for place in range(start, end):
        if flat.text[place] in _OPEN:
            opened.append(place)
        elif flat.text[place] in _CLOSE and opened:
            first = opened.pop()
            if not _is_inside_a_word(flat, first, place, end):
                found = [pair for pair in found if not first < pair[0] < place]
                found.append((first, place))
    return sorted(pair for pair in found if not any(o < pair[0] < c for o, c in found))


def _is_inside_a_word(flat: Flat, first: int, last: int, end: int) -> bool:
    after = last + 1
    return (
        last - first <= _SHORT
        and after < end
        and "가" <= flat.text[after] <= "힣"
        and flat.origins[after] - flat.origins[last] == 1
    )


def _is_tail(flat: Flat, founds: Sequence[Found], place: int) -> bool:
    """Whether a word for an age is only the end of a longer word ("가정위탁보호아동")."""
    found = founds[place]
    if flat.starts_word(found.start) or not _is_age_word(found):
        return False
    before = flat.text[found.start - 1]
    joined = place > 0 and founds[place - 1].end == found.start
    return not joined and "가" <= before <= "힣" and before not in "의인한는은된"


def _is_age_word(found: Found) -> bool:
    return any(isinstance(leaf, AgeGroupCriterion) for leaf in rule_leaves(found.rule))


def _is_in_a_name(flat: Flat, found: Found) -> bool:
    """Whether a group only opens the name of a programme or a house ("장애인연금", "노인회관")."""
    if found.kind is not Kind.GROUP or flat.starts_word(found.end):
        return False
    rest = _NAME_REST.match(flat.text, found.end)
    return rest is not None and all(not flat.starts_word(i) for i in range(found.end, rest.end()))


def _gap(
    flat: Flat, start: int, end: int, brackets: Sequence[tuple[int, int]], *, after_found: bool
) -> Iterator[Token]:
    """Tokens of a stretch without any condition in it."""
    place = start
    if after_found:
        case = _CASE_GAP.match(flat.text[start:end])
        among = _AMONG_GAP.match(flat.text[start:end])
        if case and end > start + case.end() - 1:
            yield Sep.CASE
            place = start + case.end()
        elif among and _is_word(flat, start + among.end(), end):
            yield Sep.AMONG
            place = start + among.end()
        else:
            head = _LIST_HEAD.match(flat.text[start:end])
            if head:
                yield Sep.LIST
                place = start + head.end()
    for first, last in brackets:
        if place <= first and last < end:
            yield from _words(flat, place, first)
            yield Paren(first + 1, last)
            place = last + 1
    yield from _words(flat, place, end)


def _is_word(flat: Flat, index: int, end: int) -> bool:
    """Whether a word ends at `index` by spacing, or the clause does."""
    return index >= end or flat.starts_word(index) or flat.text[index - 1] in "서데"


def _words(flat: Flat, start: int, end: int) -> Iterator[Token]:
    """Unread words, split where something joins them."""
    place = start
    for match in _SPLIT.finditer(flat.text, start, end):
        word = match.group()
        if word in {"와", "과"} and not flat.starts_word(match.end()):
            continue
        if match.start() < place or (
            word.startswith("중") and not _is_word(flat, match.end(), end)
        ):
            continue
        yield from _piece(flat, place, match.start())
        yield Sep(str(match.lastgroup))
        place = match.end()
    yield from _piece(flat, place, end)


def _piece(flat: Flat, start: int, end: int) -> Iterator[Token]:
    if start < end:
        yield Piece(start, end)
