"""Personal data in a text: found by form, masked by kind. No look-up, no network.

A resident number needs a well-formed date and a digit of century and sex: numbers given since
October 2020 have no check digit any more (주민등록법 시행규칙), so none is asked for. A name is
masked only where it is said to be one ("제 이름은 …", "성함 …"): three syllables alone are as
often a word. What must stay is listed in `chat/evals/cases/number_traps.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from chat.agent.understanding import pii_forms as forms
from chat.agent.understanding.types import Span
from policies.numerals import FULL_WIDTH

LABELS = {
    "rrn": "[주민등록번호]",
    "mobile": "[전화번호]",
    "landline": "[전화번호]",
    "email": "[이메일]",
    "card": "[카드번호]",
    "account": "[계좌번호]",
    "licence": "[면허번호]",
    "passport": "[여권번호]",
    "plate": "[차량번호]",
    "address": "[상세주소]",
    "name": "[이름]",
}
# An address on the web may hold numbers of every form; only these name a person there, too.
_IN_URL = {"email", "mobile", "rrn"}
_RESIDENT_SAID_SO = (
    forms.RESIDENT_NAMED,
    forms.RESIDENT_PARTS,
    forms.RESIDENT_FRONT,
    forms.RESIDENT_TAIL,
    forms.RESIDENT_DAY,
    forms.RESIDENT_MIXED,
)
_WIDE = dict(FULL_WIDTH)
# Digits of other scripts would lengthen nothing: each sign stands for one sign.
# Wide, figure, horizontal, long-vowel, non-breaking and bullet dashes.
_WIDE |= dict.fromkeys((0xFF0D, 0x2012, 0x2015, 0x30FC, 0x2011, 0x2043), ord("-"))


def find_pii(text: str) -> list[Span]:
    """Spans of personal data in order, none overlapping.

    Hotlines (129, 1577-…, 080-…), amounts, dates, policy and notice numbers are no personal data.
    """
    plain = text.translate(_WIDE)
    pages = [found.span() for found in forms.URL.finditer(plain)]
    taken: list[Span] = []
    for span in _all(plain):
        on_page = any(start <= span.start and span.end <= end for start, end in pages)
        if on_page and span.kind not in _IN_URL:
            continue
        if all(span.end <= one.start or span.start >= one.end for one in taken):
            taken.append(span)
    return sorted(taken, key=lambda span: span.start)


def mask_pii(text: str) -> str:
    """The text with every span of personal data replaced by its Korean label."""
    parts: list[str] = []
    position = 0
    for span in find_pii(text):
        parts += [text[position : span.start], LABELS[span.kind]]
        position = span.end
    return "".join([*parts, text[position:]])


def _all(text: str) -> Iterator[Span]:
    """Candidates, the surest kinds first: the first one of a place wins."""
    yield from _residents(text)
    for kind, pattern in forms.NAMED:
        for match in pattern.finditer(text):
            yield Span(*match.span("n"), kind)
    for kind, pattern in forms.FORMS:
        for match in pattern.finditer(text):
            yield Span(*match.span(), kind)
    for match in forms.CARD_RUN.finditer(text):
        if _luhn(match[0]):
            yield Span(*match.span(), "card")
    yield from _addresses(text)
    yield from _accounts(text)
    yield from _names(text)


def _residents(text: str) -> Iterator[Span]:
    for match in forms.RESIDENT.finditer(text):
        of_thing = forms.OF_A_THING.search(text, max(0, match.start() - 12), match.start())
        if _is_day(match[2], match[3]) and not of_thing:
            yield Span(*match.span(), "rrn")
    for match in forms.RESIDENT_SAID.finditer(text):
        digits = "".join(sign for sign in match["n"] if sign in forms.SPOKEN)
        digits = digits.translate(forms.SPOKEN_DIGITS)
        if _is_day(digits[2:4], digits[4:6]) and digits[6] in "12345678":
            yield Span(*match.span(), "rrn")
    for pattern in _RESIDENT_SAID_SO:
        for match in pattern.finditer(text):
            yield Span(*match.span("n"), "rrn")
    for match in forms.RESIDENT_PART.finditer(text):
        yield Span(*match.span(), "rrn")


def _is_day(month: str, day: str) -> bool:
    numbers = [int("".join(part.split())) for part in (month, day)]
    return 1 <= numbers[0] <= 12 and 1 <= numbers[1] <= 31


def _luhn(digits: str) -> bool:
    """The check of card numbers; it finds more of them and lets none pass."""
    total = 0
    for place, sign in enumerate(reversed(digits)):
        value = int(sign) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _accounts(text: str) -> Iterator[Span]:
    for pattern in (forms.BANK, forms.BANK_AFTER):
        for match in pattern.finditer(text):
            if not forms.DATE.match(match["n"]):
                yield Span(*match.span("n"), "account")
    for match in forms.ACCOUNT.finditer(text):
        digits = sum(sign.isdigit() for sign in match[0])
        other = (forms.DATE, forms.BUSINESS, forms.TOLL_FREE)
        if 10 <= digits <= 16 and not any(one.match(match[0]) for one in other):
            yield Span(*match.span(), "account")


def _addresses(text: str) -> Iterator[Span]:
    for match in forms.ROAD.finditer(text):
        # "문래로20길": a numbered side street is no other word.
        sided = match["side"] or any(sign.isdigit() for sign in match["road"])
        placed = bool(match["before"] or sided) or "-" in match["number"]
        placed = placed or bool(match["tail"].strip() or match["lives"])
        if placed and not forms.NO_ROAD.search(match["road"]):
            yield Span(match.start("road"), match.end("tail"), "address")
    for pattern in (forms.LOT, forms.FLAT):
        for match in pattern.finditer(text):
            yield Span(*match.span(), "address")


def _names(text: str) -> Iterator[Span]:
    for pattern in forms.NAMES:
        for match in pattern.finditer(text):
            if not forms.NO_NAME.match(match["n"]):
                yield Span(*match.span("n"), "name")
