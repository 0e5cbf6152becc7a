"""What a question names that the graph knows: code-list terms, agencies, places.

Everyday words for the terms of the official lists (생애주기, 가구상황, 관심주제 of 복지로).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max

from policies.geography import question_region
from policies.graph.names import squeezed
from policies.models import Agency
from policies.retrieval.types import RegionFilter
from policies.vocabulary import LifeStage, TargetGroup, Theme

_LIFE_STAGES: Mapping[LifeStage, str] = {
    LifeStage.INFANT: r"영유아|영아|신생아|갓난|아기|돌쟁이|어린이집",
    LifeStage.CHILD: r"아동|어린이|초등학생|초등학교",
    LifeStage.TEEN: r"청소년|중학생|고등학생|중학교|고등학교|사춘기",
    LifeStage.YOUTH: r"청년|대학생|사회초년생|취준생",
    LifeStage.MIDDLE_AGED: r"중장년|중년|장년|4050",
    LifeStage.SENIOR: r"노년|노인|어르신|할머니|할아버지|고령|노후|독거",
    LifeStage.PREGNANCY: r"임신|출산|임산부|산모|산후|만삭|난임",
}
_TARGET_GROUPS: Mapping[TargetGroup, str] = {
    TargetGroup.LOW_INCOME: (
        r"저소득|기초생활|기초수급|수급자|차상위|(?:형편|생활|생계)[이가]\s?어려"
    ),
    TargetGroup.DISABLED: r"장애(?!물)|휠체어|발달장애|청각|시각장애",
    TargetGroup.SINGLE_PARENT: r"한부모|미혼모|미혼부|조손|편부|편모|싱글맘|싱글대디|혼자\s?키우",
    TargetGroup.MULTI_CHILD: r"다자녀|다둥이|세\s?자녀|셋째|아이\s?셋",
    TargetGroup.MULTICULTURAL: r"다문화|결혼이민|탈북|북한이탈|새터민|이주여성",
    TargetGroup.VETERAN: r"보훈|국가유공|유공자|참전|독립유공|제대군인|고엽제",
}
_THEMES: Mapping[Theme, str] = {
    Theme.PHYSICAL_HEALTH: r"의료비|병원비|치료비|수술비|진료비|약값|검진|예방접종|건강",
    Theme.MENTAL_HEALTH: r"정신건강|우울|불안|심리|자살|중독|마음건강|상담치료",
    Theme.LIVING: r"생활지원|생활비|생계|생계비|생활고",
    Theme.HOUSING: r"주거|월세|전세|임대|보증금|집세|주택",
    Theme.WORK: r"일자리|취업|구직|실업|실직|직업훈련|창업|자활",
    Theme.CULTURE: r"문화|여가|여행|체육|스포츠|도서|공연",
    Theme.SAFETY: r"안전|위기|폭력|학대|재난|응급",
    Theme.PREGNANCY: r"임신|출산|임산부|산모|산후|난임",
    Theme.CHILDCARE: r"보육|어린이집|아이돌봄|육아|유치원|양육",
    Theme.EDUCATION: r"교육비|학비|등록금|장학금|교복|학원|교육",
    Theme.ADOPTION: r"입양|가정위탁|위탁가정",
    Theme.CARE: r"돌봄|간병|요양|활동지원|가사도우미|보호자\s?없",
    Theme.FINANCE: r"대출|융자|금융|빚|채무|이자|저축|통장",
    Theme.LAW: r"법률|소송|변호사|법적|고소",
    Theme.ENERGY: r"에너지|전기세|전기요금|가스비|난방비|연탄|도시가스",
}
# What people call the offices of the nation; the official names stand in `Agency`.
_OFFICES = {
    "복지부": "보건복지부",
    "보훈처": "국가보훈부",
    "보훈부": "국가보훈부",
    "국토부": "국토교통부",
    "노동부": "고용노동부",
    "고용부": "고용노동부",
    "여가부": "성평등가족부",
    "여성가족부": "성평등가족부",
    "농식품부": "농림축산식품부",
    "질병청": "질병관리청",
    "건보공단": "국민건강보험공단",
    "건강보험공단": "국민건강보험공단",
}


@dataclass(frozen=True)
class GraphEntities:
    """Names as the tables of the graph hold them."""

    life_stages: tuple[str, ...] = ()
    target_groups: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    agencies: tuple[str, ...] = ()
    regions: tuple[RegionFilter, ...] = ()

    def __bool__(self) -> bool:
        return any((self.life_stages, self.target_groups, self.themes, self.agencies, self.regions))


def entities_in(text: str) -> GraphEntities:
    """Terms, agencies and the place that `text` names, by their official names or in everyday
    words; in the order of the official lists."""
    place = question_region(text)
    return GraphEntities(
        life_stages=_terms(_LIFE_STAGES, text),
        target_groups=_terms(_TARGET_GROUPS, text),
        themes=_terms(_THEMES, text),
        agencies=_agencies(text),
        regions=(RegionFilter(place.sido, place.sigungu),) if place else (),
    )


def _terms(patterns: Mapping[Any, str], text: str) -> tuple[str, ...]:
    return tuple(
        term.value
        for term, pattern in patterns.items()
        if term.value in text or re.search(pattern, text)
    )


def _agencies(text: str) -> tuple[str, ...]:
    letters = squeezed(text)
    official = {name for word, name in _OFFICES.items() if word in letters}
    known = _known_agencies()
    named = {name for key, name in known.items() if key in letters}
    return tuple(sorted({*named, *(name for name in official if squeezed(name) in known)}))


def _known_agencies() -> Mapping[str, str]:
    rows = Agency.objects.aggregate(count=Count("pk"), last=Max("pk"))
    return _agency_names(rows["count"], rows["last"])


@lru_cache(maxsize=1)
def _agency_names(count: int, last: int | None) -> Mapping[str, str]:
    """Squeezed name → name of every ministry, office or institution; names of places alone
    (서울특별시) are regions. Names never change: only new rows make another answer."""
    names = Agency.objects.order_by().values_list("name", flat=True)
    return {squeezed(name): name for name in names if _is_office(name)}


def _is_office(name: str) -> bool:
    return len(squeezed(name)) >= 3 and not re.search(r"[시군구도]$", name)


def said(entities: GraphEntities) -> Iterable[str]:
    """The entities as lines for the trace."""
    parts = (
        ("생애주기", entities.life_stages),
        ("가구상황", entities.target_groups),
        ("관심주제", entities.themes),
        ("기관", entities.agencies),
        ("지역", tuple(f"{each.sido} {each.sigungu or ''}".strip() for each in entities.regions)),
    )
    return [f"{label}: {', '.join(names)}" for label, names in parts if names]
