"""Where somebody must live and since when.

"신청일 현재 6개월 이상 계속하여 완도군에 주민등록을 두고 실제 거주하는 자" is one condition:
완도군, and moved in at least six months ago. A school or work place there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from policies.eligibility.criterion_base import ReferenceDay
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Region, Setting
from policies.eligibility.parsing.places import Regions, regions_near_agency, resolve
from policies.eligibility.parsing.recognise.matching import in_title
from policies.eligibility.parsing.recognise.numbers import DATE, PERIOD, Period, period, stretch
from policies.eligibility.parsing.recognise.phrases import any_of
from policies.eligibility.parsing.recognise.residence_words import Role, Word, rows
from policies.eligibility.rule import AllOf, RegionCriterion, ResidenceCriterion, Rule

_LIVES = frozenset({Role.LIVES, Role.CITIZEN, Role.MOVED, Role.LIVES_NOT})
_PERIODS = frozenset({Role.LEAST, Role.MOST, Role.BARE})
_PLACES = frozenset({Role.PLACE, Role.HERE, Role.PROVINCE})
_SHARED = re.compile(r"^주민등록(?:표|등본)?상?$|(?:와|과|및)$")
_TOGETHER = frozenset({"함께", "같이"})
_LEADING = frozenset({Role.FILLER, Role.VERB})
_ENDS = _LIVES | _PLACES | {Role.VERB}
_PERIOD = re.compile(PERIOD)
_DATE = re.compile(DATE)
# What joins the next condition is not part of this one.
_JOINT = re.compile(r"(?<=있)(?:으며|으|고)$|(?<=하)(?:며|고|면서)$")
# A period behind these says how long; behind 「두고」 it begins the next condition.
_OPEN_END = re.compile(
    r"(?:거주|주민등록(?:이|을|지)?|기간(?:이|은)?|전입(?:신고|일|후|한지)?(?:후"
    r"|지)?|지|주소(?:지)?)$"
)
_BUILDING = re.compile(
    r"(?:주택|시설|기숙사|농지|건물|아파트|세대|주거지|집|쉼터|그룹홈|원룸|고시원)(?:에|에서)?$"
)
# Who must live there, said first: the person who asks, or a parent who asks for a child.
_SUBJECT = re.compile(
    r"(?:(?:지원대상)?(?:자녀|아동|신생아|출생아|영아|영유아)의)?"
    r"(?:부또는모|부[·/]모|(?:부모|부부)중(?:최소)?(?:1|한)(?:명|인)(?:이상)?|보호자"
    r"|부모(?!의)|신청인|신청자|본인)(?:가|이|는|은|의)$"
)
# Who is yet to move or never did, and whose parents live there ("군민의 자녀").
_SOMEBODY_ELSE = re.compile(
    r"예정|필수|가능|사실이없|에(?:재직|신청|확인)|(?:자)?의(?:자녀|가족|배우자|직계|부모)"
)
# Whom a bare 「관내 …」 may name: people, not schools and firms.
_PEOPLE = re.compile(
    r"(?:의|등|각|전|저소득(?:층)?|재가|일반|미?등록(?:된)?|무주택|모든"
    r"|독거|취약계층|취약|법정|시설|출산|'|심한|심하지않은|중증|경증"
    r"|장애(?:의)?정도가|만?\d{1,3}(?:세|개월|주)[^,]{0,8}|\d{1,2}[~\-](?=\d))*"
    r"(?:장애인(?!복지|단체|시설|기업|유관)|어르신|노인(?!복지|회|대학"
    r"|정|일자리)|경로자|청년(?!몰|창업|센터|기업|정책|단체)"
    r"|청소년(?!수련|단체|센터|시설|재단)|아동(?!센터|복지|시설)|영유아"
    r"|임산부|임신부|임부|산모|가임기|신혼부부|예비부부|다자녀"
    r"|다문화가[족정](?!지원)|세대|가구|가정(?!어린이집|위탁지원)|기초"
    r"|국민기초|수급자|차상위|한부모|조손|소년소녀|국가유공자"
    r"|국가보훈대상|보훈대상|참전|독립유공|북한이탈|결혼이[민주]|외국인(?!투자)"
    r"|여성(?!단체|회관|기업|복지)"
    r"|[가-힣·]{0,12}(?:농업인|농가|농업경영체|어업인|임업인)|농민|소상공인"
    r"|미취업|구직|치매|환자|출생아|출생신고|신생아"
    r"|[두세네](?:자녀)|[첫둘셋넷]째|\d째아|의료급여|의료수급|기준중위소득"
    r"|중위소득|건강보험|고령자|직장인|희망자|거동불편|난임|행려"
    r"|노숙인|초등학생|중학생|고등학생|대학생|재학생|학교밖)"
)
# 「부산광역시 남구 국가보훈대상자 등 예우 및 지원에 관한 조례」 names an ordinance.
_OWN_LAW = re.compile(r"[가-힣·]{2,30}(?:조례|법률)")


def _home(setting: Setting) -> Regions:
    return setting.regions or regions_near_agency(setting.agency)


def _trimmed(row: Sequence[Word]) -> list[Word]:
    """The row without what does not belong to it: another place's stay, a shared address, and
    days and periods at its end that begin the next condition."""
    words = _of_this_place(row)
    while words and words[0].role in _LEADING:
        words.pop(0)
    while words and (words[-1].role not in _ENDS or _begins_next(words)):
        last, before = words[-1], words[:-1]
        while before and before[-1].role is Role.FILLER:
            before.pop()
        open_end = before and before[-1].role in _LIVES and _OPEN_END.search(before[-1].text)
        if last.role in _PERIODS and open_end:
            break
        words.pop()
    return words


def _of_this_place(row: Sequence[Word]) -> list[Word]:
    """The words about this place. 「자녀와 함께 보령시에 …」 goes on, 「동일 주소지에 …」 does not;
    in 「타 시군구에서 보성군으로 전입한」 the place moved to follows at once."""
    words: list[Word] = []
    elsewhere = together = False
    for word in row:
        lived = any(each.role in _LIVES for each in words)
        if elsewhere:
            if word.role in _LIVES:
                break
            elsewhere = word.role not in _PLACES
            words = [] if elsewhere else [word]
        elif word.role is Role.ABROAD and not lived:
            elsewhere = True
        elif word.text in _TOGETHER and not lived:
            together = True
        elif word.role in (Role.ABROAD, Role.SAME):
            while words and _SHARED.search(words[-1].text):
                words.pop()  # 「… 거주하며 출생아와 주민등록상 | 동일 세대」
            break
        else:
            words.append(word)
    placed = any(word.role in _PLACES for word in words)
    return words if placed or not together else []


def _begins_next(words: Sequence[Word]) -> bool:
    """Whether a place at the end begins another phrase ("… 주소를 두고 관내 | 고등학교")."""
    if words[-1].role not in _PLACES or not any(word.role in _LIVES for word in words):
        return False
    before = [word for word in words[:-1] if word.role is not Role.FILLER]
    return (
        not before
        or re.search(r"(?:고|며|는|둔|된|있|한|던|자|중|중인)$", before[-1].text) is not None
    )


def _regions(words: Sequence[Word], home: Regions) -> list[Region]:
    """Regions the row names, the finest ones only; home where it names none."""
    found: list[Region] = []
    for word in words:
        if word.role is Role.PLACE:
            found.extend(resolve(word.text, home))
        elif word.role is Role.HERE:
            found.extend(home)
        elif word.role is Role.PROVINCE or word.text.endswith("도민"):
            found.extend(Region(region.sido) for region in home)
    if not found and not any(word.role is Role.PLACE for word in words):
        found.extend(home)
    unique = list(dict.fromkeys(found))
    return [
        region for region in unique
        if region.sigungu or not any(r.sido == region.sido and r.sigungu for r in unique)
    ]  # fmt: skip


def _first(words: Sequence[Word], role: Role) -> Word | None:
    return next((word for word in words if word.role is role), None)


def _length(word: Word | None) -> Period | None:
    match = _PERIOD.search(word.text) if word else None
    return period(match.group()) if match else None


def _day(word: Word | None) -> date | None:
    match = _DATE.search(word.text) if word else None
    days = stretch(match.group()) if match else None
    return days.last if days else None


def _reference(words: Sequence[Word], least: Word | None) -> ReferenceDay:
    """The day the period is counted to. 「출생일로부터 180일 이상」 runs on from the birth."""
    birth = _first(words, Role.BIRTH)
    if birth is not None:
        onward = re.search(r"(?:이후|(?<![전·.,])후|부터)$", birth.text)
        if not (onward and least is not None and "전" not in least.text):
            return ReferenceDay.BIRTH
    return ReferenceDay.YEAR_START if _first(words, Role.YEAR_START) else ReferenceDay.NOW


def _residence(words: Sequence[Word]) -> ResidenceCriterion | None:
    """Since when, None when the row does not say or cannot be read."""
    least = _first(words, Role.LEAST) or _first(words, Role.BARE)
    length, most = _length(least), _length(_first(words, Role.MOST))
    at, day = _reference(words, least), _day(_first(words, Role.DAY))
    limits: dict[str, object] = {}
    plans = any("하기" in word.text for word in words)  # 「30일 이상 거주하기 위하여」
    if length is not None and not plans:
        limits = {"min_months": length.months, "min_days": length.days, "at": at, "on": day}
    elif most is not None and _first(words, Role.MOVED):
        limits = {"max_months": most.months or round((most.days or 0) / 30)}
    elif at is not ReferenceDay.NOW:
        limits = {"min_months": 0, "at": at}
    elif day is not None:
        limits = {"moved_to": day}
    since, after = _first(words, Role.SINCE), _first(words, Role.MOVED_AFTER)
    if since is not None:
        limits["moved_to"] = _day(since)
    if after is not None and (match := _DATE.search(after.text)):
        days = stretch(match.group())
        limits["moved_from"] = days.first if days else None
    given = {key: value for key, value in limits.items() if value is not None}
    if not given.keys() & {"min_months", "min_days", "max_months", "moved_from", "moved_to"}:
        return None
    return ResidenceCriterion.model_validate({"criterion": "residence", **given})


def _names_people(flat: Flat, words: Sequence[Word], home: Regions) -> bool:
    """Whether a bare place ("관내 등록장애인") says where people live: home, people behind it."""
    if in_title(flat.text, words[0].start) or _OWN_LAW.match(flat.text, words[-1].end):
        return False
    if flat.text[words[0].start : words[-1].end].endswith("에서"):
        return False
    names = [word.text for word in words if word.role is Role.PLACE]
    if names and not any(region in home for name in names for region in resolve(name, home)):
        return False
    return _PEOPLE.match(flat.text, words[-1].end) is not None


def _is_about_home(flat: Flat, words: Sequence[Word], home: Regions) -> bool:
    """Whether the row states where the person lives, not where a school or a house stands."""
    lives = [word for word in words if word.role in _LIVES]
    placed = any(word.role in _PLACES for word in words)
    if not lives:
        return placed and _names_people(flat, words, home)
    moved = _first(words, Role.MOVED)
    if _first(words, Role.MOST) and (moved is None or "기준" in moved.text):
        return False
    if _SOMEBODY_ELSE.match(flat.text, words[-1].end):
        return False
    if _first(words, Role.LIVES_NOT) and any(word.role in _PERIODS for word in words):
        return False
    if placed:
        return True
    if _BUILDING.search(flat.text[: words[0].start]):
        return False
    sure = any(word.role in (Role.CITIZEN, Role.LIVES_NOT) for word in lives)
    dated = any(word.role not in _LIVES | {Role.FILLER, Role.VERB} for word in words)
    stated = len(words) > 1 and re.search(r"주민등록(?!등|표|초)|주소", lives[0].text) is not None
    return sure or dated or stated


def _whole(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Region and time of residence as one condition."""
    home = _home(setting)
    for row in rows(flat, home):
        words = _trimmed(row)
        if not words or not _is_about_home(flat, words, home):
            continue
        regions = _regions(words, home)
        parts: list[Rule] = []
        if regions:
            parts.append(any_of(_region(region) for region in regions))
        has_lives = any(word.role in _LIVES for word in words)
        residence = _residence(words) if has_lives else None
        if residence is not None:
            parts.append(residence)
        named = any(word.role in _PLACES for word in words)
        if not parts or not (regions or named):
            continue
        both = AllOf(all_of=parts) if len(parts) > 1 else parts[0]
        joint = _JOINT.search(words[-1].text)
        subject = _SUBJECT.search(flat.text, 0, words[0].start)
        yield Found(
            subject.start() if subject else words[0].start,
            words[-1].end - (len(joint.group()) if joint else 0),
            both,
            Kind.SCOPE,
            "residence" if residence else "region",
            1.0 if named else 0.8,
            negated=any(word.role is Role.LIVES_NOT for word in words),
        )


def _region(region: Region) -> Rule:
    return RegionCriterion(criterion="region", sido=region.sido, sigungu=region.sigungu)


RECOGNISERS: tuple[Recogniser, ...] = (_whole,)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(r"주민등록(?:표|법)?(?:등본|초본)?상"),
    re.compile(r"\(?주민등록지?기준\)?|[(\[【]?(?:주소|거주지?|거주요건)[)\]】:]"),
    re.compile(r"(?:실제|사실상|실질적으로)(?:로)?거주(?:하는|하고(?:있는)?|자|중인)"),
    re.compile(r"국내(?:에)?거주(?:하는|하고있는|중인)(?:자|사람)?"),
    re.compile(r"(?:신청|접수|공고|지급|기준)일(?:을)?(?:현재|기준(?:으로)?)"),
    re.compile(r"주민등록이되어있는(?=대한민국국적)"),
    re.compile(r"(?:부또는모|부모중(?:1|한)(?:명|인)이상|신청인|신청자|본인)(?:이|가|은|는)"),
)
