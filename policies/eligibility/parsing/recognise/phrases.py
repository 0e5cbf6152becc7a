"""What several recognisers share: law references, brackets, negations, priorities.

All patterns read flat text. Stretches are (start, end) in `flat.text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from policies.eligibility.parsing.found import Found
from policies.eligibility.rule import AnyOf, Rule

_CITED = (
    r"(?:제?\d+(?:조|항|호|목)(?:의\d+)?(?:\([^()]{1,14}\))?"
    r"(?:및|또는|와|과|,|·|부터|에서|까지의?|내지)?)+"
)
_LINK = (
    r"(?:에따른|에따라|에따르는|에의한|에의하여|에의해|에의거하여|에의거한?|에서정한|에서정하는"
    r"|에규정된|에규정한|의규정에(?:의한|따른)|에해당하는|상의?|의)?"
    r"(?:책정된|등록된|선정된|지정된|결정된|보호받는)?,?"
)
_OPENING, _CLOSING = "([{<", ")]}>"
_LONGEST_LAW = 110

_NEGATED = re.compile(
    r"(?:이|가|에|은|는)?(?:아닌|아니고|아니며|아니면서|아니한|아니하는|아닐것"
    r"|(?:해당|속)?(?:하지|되지)(?:는)?(?:않는|않은|않고|않으며|않으면서|아니하는|아니한))"
    r"(?:사람|자(?=[로중의,.)]|$)|가구|세대)?"
)
_PRIORITY = re.compile(
    r"(?:등)?(?:을|를|은|는|에게|에대해)?[(]?(?:최?우선(?!돌봄)|먼저|우대|가점|가산점|순으로)"
)
_PRIORITY_HEAD = re.compile(r"(?:우선(?:지원|선발|선정|순위|배정|공급|매칭)|우대)[^.;]{0,12}[:：]")


def law_pattern(names: str) -> re.Pattern[str]:
    """A reference to one of the laws, to articles of it, or both, at the end of a text."""
    name = rf"[「'\"(]*(?:{names})[」'\"]*(?:시행령|시행규칙)?[」'\"]*"
    return re.compile(rf"(?:{name}(?:{_CITED})?|(?<![법」'\"]){_CITED}){_LINK}$")


def law_start(text: str, start: int, pattern: re.Pattern[str]) -> int:
    """Where the law reference right before `start` begins; `start` when there is none."""
    low = max(0, start - _LONGEST_LAW)
    found = pattern.search(text[low:start])
    if found is None:
        return start
    begin = low + found.start()
    if text[begin] == "(" and ")" not in text[begin:start]:
        begin += 1
    return begin


def bracket(text: str, at: int) -> tuple[int, int] | None:
    """Inside of the bracket that opens at `at`, nested ones counted; None without one."""
    if at >= len(text) or text[at] not in _OPENING:
        return None
    depth = 0
    for place in range(at, len(text)):
        if text[place] in _OPENING:
            depth += 1
        elif text[place] in _CLOSING:
            depth -= 1
            if depth == 0:
                return at + 1, place
    return None


def after_bracket(text: str, at: int, explains: re.Pattern[str]) -> int:
    """End of the bracket at `at` whose whole content only explains; `at` when it does not."""
    inside = bracket(text, at)
    if inside is None or explains.fullmatch(text, *inside) is None:
        return at
    return inside[1] + 1


def negation_end(text: str, end: int) -> int | None:
    """End of "이 아닌 자" or "에 해당하지 않는" right after `end`; None when not turned round."""
    found = _NEGATED.match(text, end)
    return None if found is None else found.end()


def is_priority(text: str, start: int, end: int) -> bool:
    """Whether the stretch only says who comes first ("수급자 우선")."""
    if _PRIORITY.match(text, end) is not None:
        return True
    head = _PRIORITY_HEAD.search(text)
    return head is not None and head.end() <= start and head.start() < 6


def any_of(rules: Iterable[Rule]) -> Rule:
    """One branch as it is, several joined by or; equal branches once."""
    branches: list[Rule] = []
    for rule in rules:
        if rule not in branches:
            branches.append(rule)
    return branches[0] if len(branches) == 1 else AnyOf(any_of=branches)


def without_overlaps(founds: Iterable[Found]) -> list[Found]:
    """The longest of overlapping stretches, then the surer one; in the order of the text."""
    kept: list[Found] = []
    for found in sorted(founds, key=lambda each: (each.start - each.end, -each.confidence)):
        if all(found.end <= other.start or other.end <= found.start for other in kept):
            kept.append(found)
    return sorted(kept, key=lambda each: each.start)
