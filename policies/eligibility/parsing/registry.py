"""All recognisers, and the phrases that count as read without being conditions."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import ModuleType

from policies.eligibility.parsing import recognise as package
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Recogniser, Setting
from policies.eligibility.parsing.recognise.phrases import negation_end
from policies.eligibility.rule import AgeCriterion, AgeGroupCriterion, AnyOf, ChildrenCriterion


@cache
def _modules() -> tuple[ModuleType, ...]:
    """Modules of the family package; each offers RECOGNISERS, IGNORED or both, or only helpers."""
    found = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in found)


@cache
def recognisers() -> tuple[Recogniser, ...]:
    return tuple(each for module in _modules() for each in getattr(module, "RECOGNISERS", ()))


# Said around conditions without narrowing anyone.
_AROUND = re.compile(
    r"출산(?:또는|이나|및|[·,/])?입양등?으로(?:인하여|인해)?|경로우대를받는|"
    r"(?:출생일|출산일|입양일)(?:또는|이나|및|[·,/])?(?:입양일|출생일)?(?:을|를)?기준(?:으로|하여)?|"
    r"(?<![가-힣])(?:등)?예우[^,]{0,16}법률?(?:시행령)?[^,]{0,14}?(?:에따른|에따라|에의한|에의하여)|"
    r"(?:산모|임산부|본인|신청자|신청인)(?:또는|및|나|와|·|,)배우자(?:등)?(?:가|이|의|는|해당가구[이가의])?(?=[^,.]{0,30}(?:수급|차상위|소득|보험료))|"
    r"(?:(?:타|다른|또는|및|[·,/])*(?:중앙정부|정부|국가|지방자치단체|지자체|시[·]?군|시[·]?도|시군구|기관|복지단체|단체|공공기관|민간단체|관련기관)(?:등)?)+"
    r"(?:에서|으로부터|로부터)(?=[^,.]{0,20}(?:받|수령|수혜|지원))|"
    r"부(?:또는|나|,)모와(?:함께|같이)|국내[·,]?외국인|생일(?:을)?기준|내[·,]?외국인|사망일(?:기준|현재|당시)?|주민등록등본(?:\([^)]*\))?상|"
    r"(?:[가-힣·.\d]{2,45}법률?(?:,|및|·))+[가-힣·.\d]{2,45}법률?에따른|[가-힣·]{2,30}(?:법률?|시행령|시행규칙|조례)(?:및같은법시행령)?(?:제\d+조(?:의\d+)?)?(?:제\d+[항호])*"
    r"(?:에서?정한|에서정하는|에따른|에따라|에의한|에의하여|에의거(?:하여|한)?|의규정에(?:의한|따른))|"
    r"거주지(?:에|와|는)?(?:무관|관계없이?|상관없이?|제한없이?)|전국어디서나(?:거주하는)?|(?:은|는)?누구나(?:신청|이용|지원|참여)?(?:가능(?:함|합니다)?)?$|내국인(?:,|및|과|·|/)?외국인(?:모두)?|"
    r"[가-힣]{2,12}(?:에|과|와)(?:관계|상관)없이|신분증등(?=[가-힣]{2,8}거주)|"
    r"(?:임|이)?(?:을|를)?(?:증명|입증|확인)할수있는(?:서류를?)?(?:제출|소지|지참)?(?:한|하는)?(?:자|사람|분|가구)?|"
    r"(?:관련)?(?:증빙|증명)서류를?(?:제출|소지)(?:한|하는)?(?:자|사람|분)?|(?<!임신,)출산전[,·/]?후|"
    r"「[^「」]{3,60}」(?:시행령|시행규칙)?(?:제\d+조(?:의\d+)?)?(?:제\d+[항호](?:의\d+)?)*(?:[가-힣]목)?(?:에따른|에따라|에의한|에의하여|에의거(?:하여|한)?|에서정한|에서정하는|의규정에(?:의한|따른)|상의?)?|"
    r"(?:보호자와자녀|혼인당사자\d*명?|부부)모두|가족관계등록부상"
)
_HOME = re.compile(
    r"(?:(?:을|를|이|가)?(?:포함(?:한|된)|있는|둔|양육(?:하는|중인)|키우는|기르는))?(?:가정(?!양육|위탁|어린이집|환경|방문|보육)|가구|세대)"
)
# How many are chosen says nothing of who.
_COUNTS = re.compile(
    r"(?:총|약|연|각)?\d[\d,]*여?(?:명|개소|가구|세대|팀|건)(?:내외|이내|선착순|선발|모집)?(?=$|[,)(.])"
)


@cache
def _ignored() -> tuple[re.Pattern[str], ...]:
    own = (each for module in _modules() for each in getattr(module, "IGNORED", ()))
    return (*own, _AROUND, _COUNTS)


def recognise(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Every condition that any recogniser sees in the text, overlaps included."""
    for recogniser in recognisers():
        for found in recogniser(flat, setting):
            yield _as_negated(flat, _as_a_home(flat, found))


def _as_a_home(flat: Flat, found: Found) -> Found:
    """ "영유아 가정", "영아를 포함한 가정": the home of a child, where the age is the child's."""
    if not isinstance(found.rule, AnyOf) or not _HOME.match(flat.text, found.end):
        return found
    children = [r for r in found.rule.any_of if isinstance(r, ChildrenCriterion)]
    persons = [r for r in found.rule.any_of if isinstance(r, AgeCriterion | AgeGroupCriterion)]
    if len(children) != 1 or len(children) + len(persons) != len(found.rule.any_of):
        return found
    return replace(found, rule=children[0])


def _as_negated(flat: Flat, found: Found) -> Found:
    """ "만 65세 이상이 아닌 자"."""
    end = negation_end(flat.text, found.end) if found.dimension == "age" else None
    return found if end is None or found.negated else replace(found, end=end, negated=True)


def ignored(flat: Flat) -> list[tuple[int, int]]:
    """Stretches that say nothing of a person ("신청일 현재", names of laws)."""
    return [
        match.span()
        for pattern in _ignored()
        for match in pattern.finditer(flat.text)
        if match.end() > match.start()
    ]
