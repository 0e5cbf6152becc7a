"""Phrases that stand around conditions without narrowing anyone."""

from __future__ import annotations

import re

_BY_LAW = (
    r"(?:에따른|에따라|에의한|에의하여|에의거(?:하여|한)?"
    r"|에서?정한|에서정하는|의규정에(?:의한|따른))"
)
_ARTICLES = r"(?:제\d+조(?:의\d+)?)?(?:제\d+[항호](?:의\d+)?)*(?:[가-힣]목)?"
_STATUTE = r"(?:법률?|시행령|시행규칙|조례)"

# What a benefit is for and what a date is counted from.
_OCCASION = (
    r"출산(?:또는|이나|및|[·,/])?입양등?으로(?:인하여|인해)?",
    r"(?:출생일|출산일|입양일)(?:또는|이나|및|[·,/])?(?:입양일|출생일)?(?:을|를)?기준(?:으로|하여)?",
    r"생일(?:을)?기준",
    r"사망일(?:기준|현재|당시)?",
    r"(?<!임신,)출산전[,·/]?후",
    r"경로우대를받는",
)
# Laws by name, in brackets or bare, one or several.
_LAWS = (
    rf"「[^「」]{{3,60}}」(?:시행령|시행규칙)?{_ARTICLES}(?:{_BY_LAW}|상의?)?",
    rf"[가-힣·]{{2,30}}{_STATUTE}(?:및같은법시행령)?{_ARTICLES}{_BY_LAW}",
    r"(?:[가-힣·.\d]{2,45}법률?(?:,|및|·))+[가-힣·.\d]{2,45}법률?에따른",
    rf"(?<![가-힣])(?:등)?예우[^,]{{0,16}}법률?(?:시행령)?[^,]{{0,14}}?{_BY_LAW}",
)
# Whose income or registration counts, where it is the household's anyway.
_WHOSE = (
    r"(?:산모|임산부|본인|신청자|신청인)(?:또는|및|나|와|·|,)배우자(?:등)?"
    r"(?:가|이|의|는|해당가구[이가의])?(?=[^,.]{0,30}(?:수급|차상위|소득|보험료))",
    r"부(?:또는|나|,)모와(?:함께|같이)",
    r"(?:보호자와자녀|혼인당사자\d*명?|부부)모두",
)
# Who else may have given it: whoever it was, it was received.
_GIVERS = (
    r"(?:(?:타|다른|또는|및|[·,/])*(?:중앙정부|정부|국가|지방자치단체|지자체|시[·]?군|시[·]?도|시군구|기관"
    r"|복지단체|단체|공공기관|민간단체|관련기관)(?:등)?)+"
    r"(?:에서|으로부터|로부터)(?=[^,.]{0,20}(?:받|수령|수혜|지원))",
)
# Everybody, whatever the thing named.
_ANYBODY = (
    r"국내[·,]?외국인|내[·,]?외국인",
    r"내국인(?:,|및|과|·|/)?외국인(?:모두)?",
    r"거주지(?:에|와|는)?(?:무관|관계없이?|상관없이?|제한없이?)",
    r"전국어디서나(?:거주하는)?",
    r"(?:은|는)?누구나(?:신청|이용|지원|참여)?(?:가능(?:함|합니다)?)?$",
    r"[가-힣]{2,12}(?:에|과|와)(?:관계|상관)없이",
)
# Papers that prove a condition are not the condition.
_PAPERS = (
    r"주민등록등본(?:\([^)]*\))?상|가족관계등록부상",
    r"신분증등(?=[가-힣]{2,8}거주)",
    r"(?:임|이)?(?:을|를)?(?:증명|입증|확인)할수있는(?:서류를?)?(?:제출|소지|지참)?(?:한|하는)?"
    r"(?:자|사람|분|가구)?",
    r"(?:관련)?(?:증빙|증명)서류를?(?:제출|소지)(?:한|하는)?(?:자|사람|분)?",
)
# How many are chosen says nothing of who.
_COUNTS = (
    r"(?:총|약|연|각)?\d[\d,]*여?(?:명|개소|가구|세대|팀|건)(?:내외|이내|선착순|선발|모집)?"
    r"(?=$|[,)(.])",
)

ASIDES: tuple[re.Pattern[str], ...] = tuple(
    re.compile("|".join(kind))
    for kind in (_OCCASION, _LAWS, _WHOSE, _GIVERS, _ANYBODY, _PAPERS, _COUNTS)
)
