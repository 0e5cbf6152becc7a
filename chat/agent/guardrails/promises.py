"""Promises stronger than the verdict: "받으실 수 있습니다" where it is not known yet."""

from __future__ import annotations

import re

from chat.answer import Answer, PolicyItem, RuleBasis
from policies.vocabulary import Verdict

_MAY = r"(?:받으?실|받을|지급받으?실|지원받으?실|신청하실|이용하실|혜택을\s*받으?실)"
_END = r"(?P<end>(?=[\s.!,\[]|$))"
# What it says → what may be said while the verdict is open.
_OPEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(rf"(?P<may>{_MAY})\s*수\s*있(?:습니다|어요|으세요|으십니다|답니다|죠|음){_END}"),
        r"\g<may> 수 있는지 확인이 필요해요",
    ),
    (
        re.compile(
            r"(?:지원\s*)?(?:대상(?:자)?|수급자)"
            r"(?:입니다|이에요|이십니다|이세요|예요|이시네요|가\s*맞습니다)"
            + _END
        ),
        "대상인지 확인이 필요해요",
    ),
    (
        re.compile(r"(?:자격|조건|요건)(?:이|을|에)\s*(?:됩니다|돼요|"
            r"충족(?:합니다|해요|하십니다)|맞습니다|맞아요)" + _END),
        "자격이 되는지 확인이 필요해요",
    ),
    (re.compile(r"(?:지급|지원|선정|승인)(?:됩니다|돼요|받습니다|"
            r"받게\s*됩니다|받으십니다|될\s*것입니다)" + _END),
     "지급되는지는 확인이 필요해요"),
    (re.compile(r"받(?:습니다|으십니다|게\s*됩니다|게\s*되십니다|게\s*돼요|아요)" + _END),
     "받을 수 있는지 확인이 필요해요"),
    (re.compile(r"(?:가능합니다|가능해요|가능하십니다)" + _END), "가능한지 확인이 필요해요"),
)  # fmt: skip
_SURELY = re.compile(r"(?:무조건|틀림없이|확실히|분명히|반드시|100\s?%\s?|당연히)\s*")
# "65세 이상이면 …": a rule told, not a promise to this person.
_IF = re.compile(
    r"(?:으면|이면|라면|다면|하면|되면|시면|는\s?경우(?!라|이)|한\s?경우(?!라|이)|된\s?경우(?!라|이)|"
    r"[은인일]\s?때(?!문)|(?:사람|분|자|가구|세대|가족|아동|어르신|노인|청년|산모)(?:은|는|에게|이|가)\s)"
)
_MARK = re.compile(r"\[\d{1,3}\]")
_CARE = re.compile(r"확인이\s?필요|수\s?있는지|어려|않|없|아니|못|가능성")


def is_promise(line: str) -> bool:
    """A sentence that tells this person it is theirs; a cited rule with its condition is none."""
    if _CARE.search(line):
        return False
    told_as_rule = bool(_IF.search(line)) and bool(_MARK.search(line))
    return not told_as_rule and any(pattern.search(line) for pattern, _ in _OPEN)


def may_promise(line: str, answer: Answer) -> bool:
    """Whether every policy the line is about is likely by a rule that somebody has checked."""
    named = [item for item in answer.items if item.name in line]
    return all(_is_settled(item) for item in (named or answer.items))


def softened(line: str) -> str:
    """The same line with the promise turned into what is still to be checked."""
    for pattern, open_form in _OPEN:
        line = pattern.sub(open_form, line)
    return _SURELY.sub("", line)


def _is_settled(item: PolicyItem) -> bool:
    checked = item.basis in (RuleBasis.APPROVED, RuleBasis.CATALOGUED)
    return item.verdict is Verdict.LIKELY and checked
