"""Personal data in a text: found by form, masked by kind. No look-up, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
}
_SPOKEN = "공영일이삼사오육칠팔구"
_DASH = r"[\s\-–—‐−.~/]"
_RRN = re.compile(rf"(?<!\d)(\d{{2}})(\d{{2}})(\d{{2}}){_DASH}{{0,3}}[1-8]\d{{6}}(?!\d|\s?원)")
_RRN_TAIL = re.compile(
    r"(?:주민\S{0,6}|뒷\s?자리\S{0,2})\s?(?:뒷\s?자리\S{0,2}\s?)?(?P<n>[1-8]\d{6})(?!\d)"
)
_RRN_FRONT = re.compile(r"앞\s?자리\S{0,2}\s?(?P<n>\d{6})(?!\d)")
_RRN_PART = re.compile(r"(?<!\d)\d{2}(\d{2})(\d{2})\s?[-–]\s?[1-8][*xX●○]{6}")
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("email", re.compile(
        r"[A-Za-z0-9._%+\-]+\s?@\s?[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*\.[A-Za-z]{2,}")),
    ("mobile", re.compile(
        rf"(?<!\d)(?:\+?82{_DASH}?\(?0?\)?1[016789]|01[016789])\)?{_DASH}{{0,3}}\d{{3,4}}"
                          rf"{_DASH}{{0,3}}\d{{4}}(?!\d|\s?원)")),
    ("mobile", re.compile(
        rf"(?<![가-힣])[공영]일[공영일육칠팔구]에?[\s\-]?[{_SPOKEN}]{{3,4}}에?[\s\-]?"
                          rf"[{_SPOKEN}]{{4}}")),
    ("landline", re.compile(
        rf"(?<!\d)\(?0(?:2|[3-6]\d|70|"
        rf"50\d)\)?{_DASH}{{1,2}}\d{{3,4}}{_DASH}{{1,2}}\d{{4}}(?!\d)")),
    ("landline", re.compile(r"(?<!\d)0(?:2|[3-6]\d|70)\d{7,8}(?!\d|\s?원)")),
    ("licence", re.compile(
        r"(?<![\d-])(?:\d{2}|(?:서울|부산|대구|인천|광주|대전|울산|경기|강원|충북|충남|전북|전남|"
        r"경북|경남|제주))"
                           r"[\s-]\d{2}-\d{6}-\d{2}(?!\d)")),
    ("card", re.compile(r"(?<![\d-])\d{4}[\s-]\d{4}[\s-]\d{4}[\s-]\d{3,4}(?![\d-])")),
    ("card", re.compile(r"(?<!\d)[3-69]\d{15}(?!\d|\s?원)")),
    ("passport", re.compile(
        r"(?<![A-Za-z0-9])[MSRODGmsrodg](?:\d{8}|\d{3}[A-Za-z]\d{4})(?![A-Za-z0-9])")),
    ("plate", re.compile(
        r"(?<![\d가-힣])(?:서울|부산|대구|인천|광주|대전|울산|경기|강원|충북|충남|전북|전남|경북|"
        r"경남|제주)?\s?"
                         r"\d{2,3}[가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주아바사자배하허호]\s?\d{4}"
                         r"(?!\d|\s?[원만명년월호])")),
)  # fmt: skip
_ACCOUNT = re.compile(r"(?<![\d\-A-Za-z제])\d{2,6}(?:[\s]?-[\s]?\d{1,8}){2,3}(?![\d-])")
_BANK = re.compile(
    r"(?:은행|농협|수협|신협|축협|국민|신한|우리|하나|기업|카카오|카뱅|토스|케이뱅크|새마을|"
    r"우체국|계좌|통장)\S{0,4}\s?"
    r"(?:번호\S{0,2}\s?)?(?P<n>\d{10,14})(?!\d|\s?원)"
)
_DATE = re.compile(r"(?:19|20)\d{2}\s?-\s?\d{1,2}\s?-\s?\d{1,2}$")
_UNIT = (
    r"(?:제?[가-힣A-Za-z]?\d{1,4}|[가-힣A-Z])\s?동|"
    r"[A-Za-z가나다라비지하층\-]{0,3}\d{1,4}\s?호(?:실)?|지?하?\s?\d{1,2}\s?층|"
    r"[가-힣A-Za-z0-9]{1,12}(?:아파트|빌라|맨션|오피스텔|빌딩|하이츠|주택|타워|자이|푸르지오|"
    r"래미안|힐스테이트|아이파크|고시원|원룸|연립)"
)
_ROAD = re.compile(
    r"(?P<before>(?:[시군구읍면동리]|서울|부산|대구|인천|대전|울산)\s)?"
    r"(?P<road>(?<![가-힣])[가-힣]{1,9}\d{0,3}(?:대로|로|길)\s?(?:\d{1,4}번?가?길\s?)?)"
    r"(?P<number>\d{1,5}(?:-\d{1,4})?)(?P<next>(?![\d%]|\s?(?:명|살|세|만|원|천|개월|년|월|일|시|"
    r"인|종|급|번(?!지)|등|차|주|평)))"
    rf"(?P<tail>(?:[\s,]+(?:{_UNIT}))*)"
)
_LOT = re.compile(
    r"(?<![가-힣])[가-힣]{1,6}(?:동|리|읍|면)\s\d{1,4}(?:-\d{1,4}(?:번지)?(?![-\d])|"
    r"번지(?:\s?\d{1,3}호)?)"
    rf"(?:[\s,]+(?:{_UNIT}))*"
)
_FLAT = re.compile(
    r"(?<![가-힣])[가-힣A-Za-z0-9]{2,12}(?:아파트|빌라|맨션|오피스텔|주공|자이|푸르지오|래미안|"
    r"힐스테이트)?\s?"
    r"(?:\d{1,4}|[가-하])동\s?\d{1,4}호"
    r"|(?<![가-힣])[가-힣]{1,6}\s\d{1,3}길\s\d{1,4}(?:-\d{1,3})?(?!\d)"
    r"|(?<![가-힣])[가-힣A-Za-z0-9]{1,10}(?:아파트|빌라|맨션|오피스텔|주공|연립|원룸|"
    r"고시원)\s?\d{1,4}호"
)
_NO_ROAD = re.compile(
    r"으로\s?$|^(?:바로|실제로|새로|별로|따로|서로|그대로|이대로|대로|제대로|절대로|참고로|주로|"
    r"도로|때로|가로|홀로|스스로|앞으로|"
    r"이걸로|그걸로|뭘로|무료로|의료로|진료로|급여로|제도로|복지로|월세로|전세로|전화로)\s?$"
)
_WIDE = dict(FULL_WIDTH)
# Digits of other scripts would lengthen nothing: each sign stands for one sign.
_WIDE |= {ord("－"): ord("-"), ord("‒"): ord("-"), ord("―"): ord("-"), ord("ー"): ord("-")}  # noqa: RUF001


def find_pii(text: str) -> list[Span]:
    """Spans of personal data in order, none overlapping.

    Hotlines (129, 1577-…), amounts, dates, policy and notice numbers are no personal data.
    """
    plain = text.translate(_WIDE)
    taken: list[Span] = []
    for span in (*_residents(plain), *_formed(plain), *_addresses(plain), *_accounts(plain)):
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


def _residents(text: str) -> Iterator[Span]:
    for match in _RRN.finditer(text):
        if 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= 31:
            yield Span(*match.span(), "rrn")
    for match in _RRN_FRONT.finditer(text):
        yield Span(*match.span("n"), "rrn")
    for match in _RRN_TAIL.finditer(text):
        yield Span(*match.span("n"), "rrn")
    for match in _RRN_PART.finditer(text):
        yield Span(*match.span(), "rrn")


def _formed(text: str) -> Iterator[Span]:
    for kind, pattern in _FORMS:
        for match in pattern.finditer(text):
            yield Span(*match.span(), kind)


def _accounts(text: str) -> Iterator[Span]:
    for match in _ACCOUNT.finditer(text):
        digits = sum(sign.isdigit() for sign in match[0])
        if 10 <= digits <= 16 and not _DATE.match(match[0]):
            yield Span(*match.span(), "account")
    for match in _BANK.finditer(text):
        yield Span(*match.span("n"), "account")


def _addresses(text: str) -> Iterator[Span]:
    for match in _ROAD.finditer(text):
        placed = bool(match["before"]) or "번길" in match["road"] or "-" in match["number"]
        if not _NO_ROAD.search(match["road"]) and (placed or match["tail"].strip()):
            yield Span(match.start("road"), match.end(), "address")
    for pattern in (_LOT, _FLAT):
        for match in pattern.finditer(text):
            yield Span(*match.span(), "address")
