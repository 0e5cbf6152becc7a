"""Pregnancy, births, marriage, nationality and the move into a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from chat.agent.understanding.dates import AGO, DATE, ago, date_range, said_date
from chat.agent.understanding.types import Found

_SEX = re.compile(
    r"(?<![가-힣])(?:남자|여자|남성|여성|남아|여아|남|여)(?=$|[\s,.)]|이고|이에요|예요|에요|"
    r"입니다|인데|임|"
    r"고요|구요|이구|사람|직장인)(?!\s?(?:친구|아이|애|사람들?이|분들))"
)
_PREGNANT = re.compile(
    r"임신\s?(?:\d{1,2}\s?(?:주|개월)|[가-힣]+\s?(?:달|개월)|중|했|초기|중기|후기|말기|이래|인데|"
    r"이에|"
    r"이라|맞|된|됐|부\s?(?:입니|이에|예요|인데)|한\s?상태)|임산부(?:입니|이에|예요|인데|에요)|"
    r"예비\s?(?:맘|엄마)|"
    r"아기\s?가졌|배\s?속에|만삭"
)
_NOT_PREGNANT = re.compile(
    r"임신(?:은|도|을)?\s?(?:아직\s?)?(?:아니|아녜|안\s?(?:했|함|해)|아님|준비)"
)
_SUSPECTED = re.compile(r"것\s?같|거\s?같|듯|의심|일까|인지|아닌지|하면|하려|계획|싶")
_DUE = re.compile(r"예정일|출산\s?예정|낳을\s?예정|분만\s?예정")
_BORN = re.compile(r"출산(?!\s?(?:지원|장려|휴가|급여|예정|하면|축하|비|용품|정책|전|후\s?지원|"
                   r"준비))|"
                   r"낳(?!으면|을|는다|을까)|분만(?!비)|애\s?낳은")  # fmt: skip
_POSTPARTUM = re.compile(r"산후\s?\d|출산\s?후\s?\d|몸\s?푼")
_IVF = re.compile(r"시험관|인공\s?수정|난임\s?(?:시술|치료)(?!\s?비)|체외\s?수정")
_IVF_NO = re.compile(r"안\s?(?:해|했|받)|아직|없")
_IVF_DONE = re.compile(r"실패|하고\s?있|했|받고|받았|하려고|준비|째|진행|차\s?하|번\s|다니")
_MARITAL: tuple[tuple[str, str], ...] = (
    ("single", r"미혼(?!모|부)|비혼|결혼(?:은|도)?\s?(?:아직\s?)?안\s?(?:했|함|해)|독신|총각|"
               r"노총각|싱글(?!맘|대디)"),
    ("engaged", r"예비\s?부부|결혼\s?(?:예정|앞두|날\s?잡)|약혼"),
    ("separated", r"별거"),
    ("divorced", r"이혼(?!하면|할|하려|\s?소송|\s?절차|\s?숙려)|돌싱|전\s?남편|전\s?부인"),
    ("widowed", r"사별|(?:남편|아내|신랑|와이프|영감|집사람)(?:이|은|을|과)?\s?(?:\S+\s){0,2}"
                r"(?:죽|돌아가|사망|먼저\s?보내|하늘나라|세상을?\s?떠)"),
    ("married", r"결혼\s?\d{1,2}\s?년\s?차|기혼|결혼했|재혼|혼인\s?신고(?:\s|는|를)?.{0,14}(?:했|"
                r"함|하고)|신혼|"
                r"시집\s?왔|부부(?:예|이에|인데|입니|가\s?둘|둘이)"),
)  # fmt: skip
_MARITAL_RE = [(value, re.compile(pattern)) for value, pattern in _MARITAL]
_MARRIED_ON = re.compile(r"혼인\s?신고|결혼(?:했|식)")
_MOVED = re.compile(r"(?:으로|로)\s?(?:왔|이사\s?(?:왔|했|옴|온)|내려왔|올라왔|전입|옮겼)|"
                    r"이사\s?왔|전입\s?(?:했|신고)|귀농했|"
                    r"이사했")  # fmt: skip
_FOREIGN_LANDS = (
    r"베트남|중국|필리핀|캄보디아|몽골|태국|우즈베키스탄|러시아|일본|네팔|미얀마|인도네시아|조선족|"
    r"라오스|파키스탄|방글라데시|미국|캐나다|대만"
)
_NATIONALITY: tuple[tuple[str, str], ...] = (
    ("korean", r"귀화|한국\s?(?:사람|인|국적)(?!.{0,6}(?:아니|아직))|한국인|외국인\s?아니|"
               r"국적\s?취득"),
    ("marriage_migrant", rf"(?:{_FOREIGN_LANDS})에서\s?시집|시집\s?왔|결혼\s?이민|결혼\s?이주|"
        rf"국제\s?결혼\s?으로\s?(?:왔|온)"),
    ("refugee", r"난민(?!\s?지원)"),
    ("foreign", rf"외국인(?!\s?(?:아니|등록|번호|근로자\s?지원|지원|도\s|은\s|만\s|이면))|"
                rf"(?:{_FOREIGN_LANDS})\s?(?:사람|출신|국적|인(?:이|인|입))|외국\s?국적|"
                rf"동포(?:예|이|입|인)"),
)  # fmt: skip
_NATIONALITY_RE = [(value, re.compile(pattern)) for value, pattern in _NATIONALITY]


def life(text: str, as_of: date, subject: str) -> Iterator[Found]:
    """Facts of pregnancy, birth, marriage, nationality and moving in a piece."""
    if match := _SEX.search(text):
        yield Found("sex", "male" if match[0][0] == "남" else "female", *match.span())
    yield from _pregnancy(text, as_of)
    yield from _infertility(text)
    yield from _marriage(text, as_of)
    yield from _nationality(text, subject)
    yield from _move(text, as_of)


def _pregnancy(text: str, as_of: date) -> Iterator[Found]:
    if none := _NOT_PREGNANT.search(text):
        yield Found("pregnancy", "none", *none.span())
        return
    if due := _DUE.search(text):
        yield Found("pregnancy", "pregnant", *due.span())
        if (match := DATE.search(text)) and (day := said_date(match, as_of, future=True)):
            yield Found("due_date", day, *match.span())
        return
    if (sure := _PREGNANT.search(text)) and not _SUSPECTED.match(text[sure.end() : sure.end() + 6]):
        suspected = re.search(
            r"임신한?\s?(?:것|거)\s?같|임신\s?(?:인지|일까|하면|하려|계획|준비)", text
        )
        if not suspected and "지원" not in text[sure.start() : sure.end() + 3]:
            yield Found("pregnancy", "pregnant", *sure.span())
            return
    born = _POSTPARTUM.search(text) or _BORN.search(text)
    if born and not re.search(r"(?:낳|출산하)(?:으면|면|을|려)", text):
        yield from _birth(text, as_of, born)


def _birth(text: str, as_of: date, born: re.Match[str]) -> Iterator[Found]:
    day: str | None = None
    span = born.span()
    if match := AGO.search(text):
        day, span = ago(match, as_of), match.span()
    elif said := DATE.search(text):
        day, span = said_date(said, as_of), said.span()
    if day is None and not re.search(r"낳았|출산했|출산한\s?지|낳은\s?지|분만했", text):
        return
    if day is not None and as_of.year - int(day[:4]) >= 2:
        return
    yield Found("pregnancy", "postpartum", *born.span(), 0.9 if day else 0.6)
    if day is not None:
        yield Found("delivered_on", day, *span)


def _infertility(text: str) -> Iterator[Found]:
    if match := _IVF.search(text):
        after = text[match.end() :]
        if _IVF_NO.search(after):
            yield Found("infertility_treatment", False, *match.span())
        elif _IVF_DONE.search(after):
            yield Found("infertility_treatment", True, *match.span())


def _marriage(text: str, as_of: date) -> Iterator[Found]:
    for value, pattern in _MARITAL_RE:
        if (match := pattern.search(text)) and not re.match(
            r"\s?(?:은|는)?\s?(?:아니|안\s?(?:했|함|해))", text[match.end() :]
        ):
            yield Found("marital_status", value, *match.span())
            break
    if (wed := _MARRIED_ON.search(text)) and (match := DATE.search(text)):
        day = said_date(match, as_of)
        if day and date_range(day)[0] > as_of:
            yield Found("marital_status", "engaged", *wed.span())
        elif day and "예정" not in text:
            yield Found("married_on", day, *match.span())
            yield Found("marital_status", "married", *wed.span())


def _nationality(text: str, subject: str) -> Iterator[Found]:
    for value, pattern in _NATIONALITY_RE:
        if match := pattern.search(text):
            family = value == "foreign" and subject in {"mother", "spouse", "daughter_in_law"}
            yield Found("nationality", "marriage_migrant" if family else value, *match.span())
            if "시집" in match[0]:
                yield Found("sex", "female", *match.span())
                yield Found("marital_status", "married", *match.span())
            return


def _move(text: str, as_of: date) -> Iterator[Found]:
    if not (moved := _MOVED.search(text)):
        return
    match = DATE.search(text)
    if match and match.start() < moved.end() and (day := said_date(match, as_of)):
        yield Found("moved_in_on", day, *match.span(), owner="household")
