"""Published text to a tree of items: lines, bullets, numbered lists, notes.

Collectors often run bullets together ("1) 지원대상 - ... 2) 선정기준 - ..."), so markers count
in mid-line as well where nothing else can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from policies.eligibility.parsing.roles import Role, head_role

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"
# Marker kinds, each with what stands at the start of a line and, where safe, in mid-line.
_LINE = re.compile(
    r"""[ \t\u00a0\u3000]*(?:
      (?P<box>[□■◆◇▣▶►◈☐▷◎❑❏]|ㅁ(?=\s)|ㅁ(?=[가-힣]{2}))
    | (?P<ring>[○◯●❍〇⚪◦ㅇᄋ]|[oO0](?=\s+[가-힣(<\[「]))
    | (?P<circled>[①-⑮❶-❿])
    | (?P<paren>\(\d{1,2}\)(?=\s*[가-힣「]))
    | (?P<roman>[ⅠⅡⅢⅣⅤ]\.?)
    | (?P<digit>\d{1,2}\.(?=\s*[가-힣「『(<'‘“]))
    | (?P<half>\d{1,2}\)(?=\s*[^\d\s의에를을항번과와]))
    | (?P<letter>[가나다라마바사아자차카타파하][.)](?=\s*\S))
    | (?P<note>※+|＊+|\*+\)?|[☞→▹](?=\s))
    | (?P<dash>[-–―－](?=\s*[^\d\s~]|\s+\d)|[•∙▪▫‣⦁▸▹ㆍ·‧․](?=\s*\S)|[✓✔☑])
    )[ \t\u00a0]*""",
    re.VERBOSE,
)
_INLINE = re.compile(
    r"""(?<=\s)(?:
      (?P<box>[□■◆◇▣▶◈]|ㅁ(?=\s))
    | (?P<ring>[○◯●❍]|ㅇ(?=\s))
    | (?P<paren>\(\d{1,2}\)(?=\s[가-힣「]))
    | (?P<digit>\d{1,2}\.(?=\s+[가-힣「]))
    | (?P<half>\d{1,2}\)(?=\s*(?![의에를을항번과와])[가-힣「]))
    | (?P<letter>[가나다라마바사아자차카타파하][.)](?=\s))
    | (?P<note>※+|\*+(?=\s*[가-힣「(]))
    | (?P<tag>(?=\([가-힣]{1,7}(?:기준|요건|조건|자격)\))
        |(?=[\[(<【](?:지원|신청|지급|이용|참여)?(?:제외|우선)(?:\s?대상자?|순위|자)[\])>】])
        |(?=(?:지원|신청|지급|이용|참여)?(?:제외|우선)(?:\s?대상자?|순위|자)\s?[:：]))
    | (?P<slash>/(?=\s*[가-힣\d][^/:：\n]{1,15}[:：]))
    | (?P<dash>[-–―](?=\s+[가-힣「(\d]|[가-힣「]|\d+세)|[•∙▪⦁▸▹ㆍ·](?=\s*[가-힣「]))
    )[ \t]*|(?P<circled>[①-⑮])[ \t]*""",
    re.VERBOSE,
)
_HEADING = re.compile(
    r"[ \t]*(?:[<【\[〈《](?P<text>[^<>【】\[\]〈〉《》\n]{2,40})[>】\]〉》])[ \t]*$"
)
_LABEL = re.compile(
    r"\s*[(<【\[「]?(?P<label>(?=[^:：\n]{0,28}[가-힣])[가-힣0-9][가-힣A-Za-z0-9·ㆍ/,()\s]{0,28}?)[)>】\]」]?\s*[:：](?!\d)\s*"
)
_BRACKET_LABEL = re.compile(
    r"\s*[(<【\[](?P<label>[가-힣][가-힣·ㆍ/,\s]{1,14})[)>】\]]\s*(?=[가-힣「\d(])"
)


_BOUND = re.compile(r"\d(?:세|개월|년|월|일|주|명|%)?$")
_BOUND_AFTER = re.compile(r"\s*(?:만\s*)?\d")
_HEAD_LENGTH = 60
_OPEN_END = re.compile(
    r"[가-힣)]\s*(?:중|가운데)(?:\s*(?:아래|다음)(?:의|에)?\s*(?:각\s*호\s*)?(?:의\s*)?(?:대상자?|사람|자|가구|경우|해당자)?)?[,:]?$"
)
_GOES_ON = re.compile(r"\s*(?:[(（]|(?:및|또는|혹은|중|로서|으로서)\s)")


@dataclass
class Item:
    """One line or bullet. `start`/`end` enclose its own words in the original, without marker
    and label; `label` is what stands before a colon; `kind` names the marker, "" for none."""

    kind: str
    start: int
    end: int
    label: str = ""
    label_start: int = 0
    children: list[Item] = field(default_factory=list)

    def text(self, original: str) -> str:
        return original[self.start : self.end]

    def walk(self) -> Iterator[Item]:
        yield self
        for child in self.children:
            yield from child.walk()


def items(original: str) -> list[Item]:
    """Top-level items of a text, with the ones under them."""
    flat: list[Item] = []
    for line in _lines(original):
        if flat and len(line) == 1 and _goes_on(line[0], original):
            flat[-1].end = line[0].end
        else:
            flat.extend(line)
    return _nest(flat, original)


def _goes_on(item: Item, original: str) -> bool:
    """Whether a line without a marker only goes on with the one before it."""
    text = item.text(original)
    if item.kind not in {"", "continued"} or head_role(text.strip()) is Role.EXCLUSION:
        return False
    return bool(_GOES_ON.match(text))


def _lines(original: str) -> Iterator[list[Item]]:
    for match in re.finditer(r"[^\r\n]+", original):
        if match.group().strip():
            yield list(_line_items(original, match.start(), match.end()))


def _line_items(original: str, start: int, end: int) -> Iterator[Item]:
    heading = _HEADING.match(original, start, end)
    if heading:
        yield Item("heading", end, end, heading["text"].strip(), heading.start("text"))
        return
    place, kind = start, ""
    first = _LINE.match(original, start, end)
    if first:
        kind, place = str(first.lastgroup), first.end()
    elif start > 0 and original[start] in " \t\u00a0":
        kind = "continued"
    numbers: dict[str, int] = {}
    if first:
        _follows(numbers, first)
    for match in _INLINE.finditer(original, place, end):
        if _is_marker(original, match, numbers):
            yield _item(original, kind, place, match.start())
            kind, place = str(match.lastgroup), match.end()
    yield _item(original, kind, place, end)


def _is_marker(original: str, match: re.Match[str], numbers: dict[str, int]) -> bool:
    """Whether a sign in mid-line opens an item. Numbers must go on from 1; a dash between
    numbers is a range; brackets hold no items."""
    kind = str(match.lastgroup)
    before = original[: match.start()].rstrip()
    line = before[before.rfind("\n") + 1 :]
    if line.count("(") > line.count(")") and kind in {"dash", "note", "circled"}:
        return False
    if kind in {"digit", "half", "paren", "letter"}:
        if line[-1:].isdigit() or (
            kind == "digit" and line.endswith(".") and line[-2:-1].isdigit()
        ):
            return False
        return _follows(numbers, match)
    ranged = bool(_BOUND.search(line)) and bool(_BOUND_AFTER.match(original, match.end()))
    return not (kind == "dash" and ranged)


def _follows(numbers: dict[str, int], match: re.Match[str]) -> bool:
    """Whether a numbered marker is the first or the next of its kind in this line."""
    kind, sign = str(match.lastgroup), match.group(str(match.lastgroup)).strip("().")
    letters = "가나다라마바사아자차카타파하"
    if kind not in {"digit", "half", "paren", "letter"}:
        return True
    value = letters.index(sign) + 1 if sign in letters else int(sign)
    if value not in {1, numbers.get(kind, 0) + 1}:
        return kind in {"half", "paren"} and kind not in numbers
    numbers[kind] = value
    return True


def _item(original: str, kind: str, start: int, end: int) -> Item:
    item = Item(kind, start, end)
    for pattern in (_LABEL, _BRACKET_LABEL):
        label = pattern.match(original, start, end)
        if label:
            item.label, item.label_start = label["label"].strip(), label.start("label")
            item.start = label.end()
            break
    return item


def _nest(flat: list[Item], original: str) -> list[Item]:
    """Items under the ones they belong to. A kind of marker that was not met yet goes deeper,
    a known one back to its level; a note belongs to what stands before it. Behind a line that
    only announces exclusions everything belongs to it, whatever its marker."""
    roots: list[Item] = []
    path: list[Item] = []
    for item in flat:
        if item.kind == "continued" and (item.label or not path):
            item.kind = ""
        last = path[-1] if path else None
        if last is None or not _announces(last, original) or item.kind in {"heading", "note"}:
            del path[_level(item, path) :]
        (path[-1].children if path else roots).append(item)
        path.append(item)
    return roots


def _announces(item: Item, original: str) -> bool:
    """Whether a line is nothing but the head of a list of exclusions, or breaks off at "중"."""
    text = item.text(original).strip()
    if not item.label and _OPEN_END.search(text):
        return True
    if item.label or not 1 < len(text) < _HEAD_LENGTH:
        return False
    return head_role(text) is Role.EXCLUSION or text.lstrip("○ㅇ-※*□■ ").startswith("우선")


def _level(item: Item, path: list[Item]) -> int:
    kinds = [each.kind for each in path]
    if item.kind == "slash":
        return max(len(path) - 1, 0)
    if item.kind == "heading":
        return 0
    if item.kind in kinds:
        return len(kinds) - 1 - kinds[::-1].index(item.kind)
    if item.kind == "continued":
        return len(path)
    if item.kind == "":
        return kinds.index("heading") + 1 if "heading" in kinds else 0
    if item.kind == "note":
        return len([kind for kind in kinds if kind not in {"continued", "slash"}])
    return len(path) - (1 if kinds and kinds[-1] in {"note", "continued"} else 0)
