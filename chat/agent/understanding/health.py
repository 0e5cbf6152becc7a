"""Diseases and treatments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import yaml

from chat.agent.understanding.files import DATA
from policies.vocab.diseases import diseases as known_diseases


@dataclass(frozen=True)
class Said:
    """A disease or treatment found in a piece. `stated` is False for negated, suspected ones."""

    predicate: str
    name: str
    code: str | None
    start: int
    end: int
    stated: bool
    confidence: float = 0.9


_NEGATED = re.compile(
    r"^기(?:가|도|는|\s)|^\s?(?:\([^)]*\)\s?)?(?:약|병)?(?:은|는|이|가|도|인\s?(?:건|"
    r"것)은?)?\s?(?:아직\s)?"
    r"(?:있었(?:는데|지만|다가)\s?(?:\S+\s)?(?:나았|괜찮|없|완치)|걸렸다가\s?(?:\S+\s)?(?:나|"
    r"완치)|아니(?!냐고)|아닐|아닌|아닙|아녜|아님|없|안\s?(?:걸|앓|먹|생)|말고|완치|다\s?나았|나았)"
)
SUSPECTED = re.compile(
    r"^\s?(?:\S{0,4}\s?)?(?:의심|초기\s?의심|전\s?단계|일까|인가\s?싶|인\s?것\s?같|같(?:아|은|"
    r"다)|인\s?줄|일\s?수도|될까|올까|걸릴까|걸릴\s?것|"
    r"검사(?:를)?\s?(?:받으러|받아\s?볼|받아\s?봐야|하러|해|예정|중)|판정\s?받으면|인지\s?(?:모|아|검사))"
    r"|^\s?(?:초기\s?)?(?:증상|증세)(?:인가|인지|일까|\s?같)"
    r"|^(?:이|가|도|는|은)?\s?(?:봐\s?)?(?:걱정|무서|무섭|두려|두렵|겁나|겁이)"
)
# 아직 확진은 아니래요, 수술하고 완치됐어요: the disease told before is not sure, or over.
UNCONFIRMED = re.compile(
    r"(?<!장애\s)(?<!장애)(?:확진|진단)(?:은|이|을|도|받은\s?건)?\s?(?:아직\s)?(?:아니|아녜|안\s?(?:받|났|나)|"
    r"못\s?받|전이)|완치(?:됐|되었|판정|했|\s판정)|완쾌|다\s?나았"
)
# 집안에 당뇨 내력이 있어요
_IN_THE_FAMILY = re.compile(r"가족력|내력|집안에\s")
# What a disease only gives its name to: nobody has it for that.
# Named beside another disease in one breath: 당뇨 혈압.
_BESIDE = frozenset({"고혈압"})
_NAMES_A_THING = re.compile(
    r"^\s?(?:균\s?|구균\s?)?(?:(?:조기|무료|국가|정기|종합|선별|유전자|인지)\s?)*"
    r"(?:검사|검진|선별|예방|백신|접종|조기\s?(?:발견|진단)|교실|강좌|강의|교육|캠페인|프로그램|"
    r"안심|센터|상담|카페|보험(?!\s?(?:적용|처리|급여|이?\s?[안되]))|위험|가족력|도우미|파트너|"
    r"서포터)"
)
# "치매 검사에서 치매 진단", "암 검진 받고 확진": the test found it.
_FOUND_BY_TEST = re.compile(
    r"^\s?(?:\S+\s?){0,2}?(?:검사|검진)\S*\s(?:\S+\s){0,3}?(?:나왔|나와서|확진|"
    r"진단(?:\s?받|을\s?받|됐|이\s?나|이래)|양성|판정\s?받(?!으면)|발견(?:됐|되|했|해서))"
)
_PATIENT = re.compile(r"^\s?(?:환자|환우|질환자)")
# Whoever has it: 당뇨 환자는 뭘 받을 수 있어요
_ANY_PATIENT = re.compile(
    r"^\s?(?:환자|환우|질환자)(?:는|은|도|면|이면|들은|들도|들이|한테는)"
    r"\s(?!아니|아닌|아닙)"
)
_TOPIC = re.compile(
    r"^(?:\s?(?:중증|확진|진단))?\s?(?:환자|질환자|환우|자)?(?:들|의|에게|한테|를|"
    r"을)?\s?(?:대상\s|관련\s|걸리면|걸렸을)?(?:가족\s)?"
    r"(?:의료비|치료비|수술비|약값|약제비|진료비|입원비|검진|검사비|지원|산정특례|예방|백신|접종|"
    r"상담|안심|센터|교육|주사비|등록\s?(?:방법|신청)|"
    r"관련|보험|정책|혜택|제도|간병비|치료\s?관리|조기)"
)
_TREATS = re.compile(
    r"^\s?(?:이래|래요|라서|이라|때문|앓|진단|약\s?먹|약을|수술|있|이에|예요|이고|인데|입니)"
)
_BETWEEN = r"(?:이|가|을|를|은|는|도|에)?\s?(?:(?:좀|많이|너무|조금|꽤|아주|매일|다|심하게)\s)?"
_UNSURE = re.compile(r"^\S{0,3}\s?(?:건가|걸까|면\s|것\s?같|지\s?않|줄\s?알)")
_LOOSE = re.compile(
    r"(?:^|(?<=\s))암(?=이|으로|\s?환자(?!\s?(?:의료비|산정|등록))|\s?(?:진단|투병|수술|걸려|"
    r"\d기)|은|도|\s?이래)"
)
_SURGERY = re.compile(
    r"수술(?:을|도)?\s?(?:\S+\s){0,2}?(?:했|하셨|하시고|하고\s?(?!싶)|받았|받으셨|받으시|받음|"
    r"받고|받은|함(?![가-힣])|후\s|끝)"
)
_PLANNED = re.compile(r"다음\s?(?:주|달)|예정|내일|앞두|하래|해야|하려|받으려|하라")
_BODY = re.compile(r"무릎|고관절|허리|어깨|척추|심장|인공관절")
_CHEMO = re.compile(
    r"항암(?:\s?치료)?(?:를|을|도)?\s?(?:\d{1,2}\s?번째|(?:첫|두|세|네|다섯|여섯)\s?번째|시작|중|"
    r"받|하고\s?있|하는\s?중|했|\d차|맞)"
)
_RADIATION = re.compile(r"방사선(?:\s?치료)?(?:를|을|도)?\s?(?:시작|중|받|하고\s?있|했)")
_DIALYSIS = re.compile(
    r"피(?:를)?\s?거르(?:러|고)\s?(?:다니|다녀|있|가)|투석(?:을|"
    r"도)?\s?(?:\S+\s){0,4}?(?:받|하고|해요|중|하세|하시|다니|합니)"
)
_STENT = re.compile(r"스텐트(?:를|도|은|는)?\s?(?:시술|수술|\S+\s)?\s?(?:받|박|넣|끼|심었|했|하셨)")
_JOINT = re.compile(
    r"인공\s?관절(?:을|도|로)?\s?(?:양쪽\s?|한쪽\s?|다\s?|"
    r"둘\s?다\s?){0,2}(?:수술\s?)?(?:했|하셨|넣|박|끼웠|바꿨)"
)
_IVF = re.compile(
    r"(시험관|인공\s?수정)(?=\s?(?:을|를|시술|도)?\s?(?:\S+\s){0,2}(?:(?:한|두|세|네|\d)"
    r"\s?번\s?(?:했|하)|실패|하고|했|받|준비|진행|"
    r"째))"
)


@cache
def _names() -> tuple[re.Pattern[str], dict[str, tuple[str, str | None]]]:
    entries: dict[str, tuple[str, str | None]] = {
        spelling.replace(" ", ""): (disease.name, disease.code)
        for disease in known_diseases().values()
        for spelling in disease.spellings
    }
    ordered = sorted(entries, key=len, reverse=True)
    flexible = "|".join(r"\s?".join(map(re.escape, word)) for word in ordered)
    return re.compile(rf"(?<![가-힣](?=통풍|공황|투석|건선))(?:{flexible})"), entries


@cache
def _lay() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What people say instead of a disease's name, with the name."""
    said: dict[str, list[str]] = yaml.safe_load(
        (DATA / "lay_diseases.yaml").read_text(encoding="utf-8")
    )
    return tuple(
        (re.compile(r"(?<![가-힣])" + _BETWEEN.join(map(re.escape, phrase.split()))), name)
        for name, phrases in said.items()
        for phrase in phrases
    )


def _in_lay_words(text: str, *, named: bool) -> Iterator[Said]:
    for pattern, name in _lay():
        match = pattern.search(text)
        if match is None:
            continue
        after = text[match.end() :]
        thing = _NAMES_A_THING.match(after) and not _FOUND_BY_TEST.match(after)
        topic = _TOPIC.match(after) and not named and not _TREATS.match(after)
        if not (thing or topic or _UNSURE.match(after)):
            stated = not (_NEGATED.match(after) or SUSPECTED.match(after))
            code = known_diseases()[_key_of(name)].code
            yield Said("disease", name, code, *match.span(), stated, 0.8)


@cache
def _key_of(name: str) -> str:
    return next(key for key, disease in known_diseases().items() if disease.name == name)


def ends_with_disease(text: str) -> bool:
    """Whether words end in a disease or a disability, as before a person (치매 어머니)."""
    words = text[-40:].rstrip()
    pattern, _ = _names()
    return bool(re.search(rf"(?:{pattern.pattern}|장애|암)$", words)) and words != text[-40:]


def diseases(text: str, *, named: bool, asks: bool, told: bool = False) -> Iterator[Said]:
    """Diseases of the person a piece is about. `named`: somebody is named in the sentence;
    `told`: facts of a person came before, whom "고혈압 환자 혜택" then goes on describing.

    A disease that only names the topic of a question ("암환자 의료비 지원") is left out.
    """
    pattern, entries = _names()
    if _IN_THE_FAMILY.search(text):
        return
    for match in pattern.finditer(text):
        name, code = entries[re.sub(r"\s", "", match[0])]
        after = text[match.end() :]
        if _NAMES_A_THING.match(after) and not _FOUND_BY_TEST.match(after):
            continue
        own = named or (told and bool(_PATIENT.match(after)))
        if _ANY_PATIENT.match(after) and not own:
            continue
        if name == "희귀질환" and (asks or _TOPIC.match(after)):
            continue
        if _TOPIC.match(after) and not own and not _TREATS.match(after):
            continue
        if asks and not own and not _TREATS.match(after):
            continue
        stated = not (_NEGATED.match(after) or SUSPECTED.match(after))
        yield Said("disease", name, code, *match.span(), stated)
    taken = [match.span() for match in pattern.finditer(text)]
    for said in _in_lay_words(text, named=named):
        if any(start < said.start and said.end <= end for start, end in taken):
            continue  # 재생불량성 빈혈
        inside = pattern.finditer(text[said.start : said.end])
        by_name = {entries[re.sub(r"\s", "", one[0])][0] for one in inside}
        if not (by_name and said.name not in _BESIDE) and (named or not asks):
            yield said
    if not pattern.search(text) and (loose := _loose(text, named=named, asks=asks, told=told)):
        after = text[loose.end() :]
        stated = not (_NEGATED.match(after) or SUSPECTED.match(after))
        yield Said("disease", "암", None, *loose.span(), stated)


def is_stated(after: str, *, named: bool, asks: bool) -> bool:
    """Whether a disease in front of `after` is told of somebody: it is not denied, suspected,
    the name of an examination, or the topic of a question."""
    of_a_thing = _NAMES_A_THING.match(after) and not _FOUND_BY_TEST.match(after)
    asked = (asks or _TOPIC.match(after)) and not named and not _TREATS.match(after)
    return not (of_a_thing or asked or _NEGATED.match(after) or SUSPECTED.match(after))


def official_name(text: str) -> str | None:
    """Official name of the disease that `text` names, None where none is known."""
    pattern, entries = _names()
    match = pattern.search(text)
    return entries[re.sub(r"\s", "", match[0])][0] if match else None


def _loose(text: str, *, named: bool, asks: bool, told: bool) -> re.Match[str] | None:
    """암 as a word of its own; "암 환자 혜택" only after facts of somebody."""
    match = _LOOSE.search(text)
    if match is None:
        return None
    after = text[match.start() + 1 :]
    if _PATIENT.match(after):
        return match if told or not (asks or (_TOPIC.match(after) and not named)) else None
    return None if asks else match


def treatments(text: str, last_disease: str | None, told: str) -> Iterator[Said]:
    """Treatments under way or done; planned ones are left out.

    `told`: what was said so far in the turn, for the part of the body.
    """
    if (match := _SURGERY.search(text)) and not _PLANNED.search(text):
        body = _BODY.search(text) or _BODY.search(told)
        base = body[0] if body else last_disease
        if base:
            yield Said("treatment", f"{base} 수술", None, *match.span(), True)
    elif (match := _JOINT.search(text)) and not _PLANNED.search(text):
        yield Said("treatment", "인공관절 수술", None, *match.span(), True)
    for name, pattern in (
        ("항암치료", _CHEMO),
        ("방사선치료", _RADIATION),
        ("투석", _DIALYSIS),
        ("스텐트 시술", _STENT),
    ):
        if match := pattern.search(text):
            yield Said("treatment", name, None, *match.span(), True)
    if match := _IVF.search(text):
        name = match[1].replace(" ", "")
        yield Said("treatment", f"{name} 시술", None, *match.span(), True)
