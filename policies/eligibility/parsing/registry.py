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
from policies.eligibility.parsing.asides import ASIDES
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Recogniser, Setting
from policies.eligibility.parsing.recognise.phrases import negation_end, without_overlaps
from policies.eligibility.rule import AgeCriterion, AgeGroupCriterion, AnyOf, ChildrenCriterion


@cache
def _modules() -> tuple[ModuleType, ...]:
    """Modules of the family package; each offers RECOGNISERS, IGNORED or both, or only helpers."""
    found = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in found)


@cache
def recognisers() -> tuple[Recogniser, ...]:
    return tuple(each for module in _modules() for each in getattr(module, "RECOGNISERS", ()))


_HOME = re.compile(
    r"(?:(?:을|를|이|가)?(?:포함(?:한|된)|있는|둔|양육(?:하는|중인)|키우는|기르는))?"
    r"(?:가정(?!양육|위탁|어린이집|환경|방문|보육)|가구|세대)"
)


@cache
def _ignored() -> tuple[re.Pattern[str], ...]:
    own = (each for module in _modules() for each in getattr(module, "IGNORED", ()))
    return (*own, *ASIDES)


def recognise(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Every condition that any recogniser sees in the text, overlaps included."""
    for recogniser in recognisers():
        for found in recogniser(flat, setting):
            yield _as_negated(flat, _as_a_home(flat, found))


def conditions(flat: Flat, setting: Setting) -> list[Found]:
    """The conditions of a text, each stretch read once, in its order."""
    return without_overlaps(recognise(flat, setting))


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
