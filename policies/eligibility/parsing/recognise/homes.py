"""Households with somebody of a kind, and people by the entitlement they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import (
    AnyOf,
    BasicLivelihoodCriterion,
    DisabilityCriterion,
    OtherCriterion,
    Rule,
)
from policies.vocabulary import BasicLivelihood, Disability

_DISABLED_HOME = re.compile(
    r"(?:등록)?(?P<severe>중증|심한)?장애인(?:이있는|이거주하는|을둔)?(?:가구|세대|가정)(?!원|주)"
)
_QUALIFIED = re.compile(
    r"(?:국민)?기초생활(?:보장)?(?:법)?수급(?:권)?자?자격(?:을|를)?"
    r"(?:취득|보유|유지|가진|갖춘)(?:한|하고있는|중인)?(?:자|사람|가구|세대)?"
)
_BENEFIT_QUALIFIED = re.compile(
    r"(?:기초)?(?P<names>(?:생계|의료|주거|교육)(?:[·,/](?:생계|의료|주거|교육))*)급여(?:수급)?자격(?:을|를)?"
    r"(?:취득|보유|유지|가진|갖춘)(?:한|하고있는|중인)?(?:자|사람|가구|세대)?"
)


def disabled_homes(flat: Flat, setting: Setting) -> Iterator[Found]:
    """장애인 가구: met by a disabled person, open for the others of the household."""
    for match in _DISABLED_HOME.finditer(flat.text):
        degrees = [Disability.SEVERE] if match["severe"] else [Disability.SEVERE, Disability.MILD]
        words = flat.quote(*match.span())
        rule: Rule = AnyOf(
            any_of=[
                DisabilityCriterion(criterion="disability", one_of=degrees),
                OtherCriterion(
                    criterion="other", key=words, question=f"가구에 해당하는 분이 있나요? ‘{words}’"
                ),
            ]
        )
        yield Found(*match.span(), rule, Kind.GROUP, "disability", 0.9)


def entitled(flat: Flat, setting: Setting) -> Iterator[Found]:
    """기초생활수급자격을 취득한 자, 생계급여 자격 보유 세대."""
    for match in _QUALIFIED.finditer(flat.text):
        rule = BasicLivelihoodCriterion(criterion="basic_livelihood", any_of=list(BasicLivelihood))
        yield Found(*match.span(), rule, Kind.GROUP, "recipient")
    for match in _BENEFIT_QUALIFIED.finditer(flat.text):
        names = [BasicLivelihood(name) for name in re.split("[·,/]", match["names"])]
        rule = BasicLivelihoodCriterion(criterion="basic_livelihood", any_of=names)
        yield Found(*match.span(), rule, Kind.GROUP, "recipient")


RECOGNISERS: tuple[Recogniser, ...] = (disabled_homes, entitled)
