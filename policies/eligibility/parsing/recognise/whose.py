"""Whose age a text gives: the applicant's, or a child's for whom a parent may also ask."""

from __future__ import annotations

import re

from policies.eligibility.rule import AnyOf, BirthWindowCriterion, ChildrenCriterion, Rule

from .age_words import CHILD
from .limits import Limits

_CHILD = re.compile(CHILD)
_TITLE = re.compile(
    r"아동|영유아|유아|영아|어린이|육아|보육|양육|출산|출생|신생아|자녀|아이|입양|돌봄"
)
_GROWN = re.compile(r"노인|어르신|청년|성인|대학|근로자|구직|산모|임산|임신|부모|부부|창업|농업인")
_SELF = re.compile(r"여성|남성|자(?:$|[,.)로])|사람|청소년|시민|주민|구민|군민|도민")
_SMALL_CHILD, _CHILD_END = 12, 19


def concerns_child(limits: Limits, around: str, title: str) -> bool:
    """Whether a parent may ask for the child: the age is a child's, and the words say child or
    the child is too small to ask for itself."""
    top = limits.top
    if top is None or top > _CHILD_END:
        return False
    if _CHILD.search(around):
        return True
    if _GROWN.search(around):
        return False
    return top <= _SMALL_CHILD or bool(_TITLE.search(title) and not _SELF.search(around))


def either_asks(limits: Limits) -> Rule:
    """The person itself at this age, or a parent of a child at it."""
    return AnyOf(any_of=[limits.person(), limits.children()])


def either_born(window: BirthWindowCriterion) -> Rule:
    """The person itself born in the window, or a parent of a child born in it."""
    child = ChildrenCriterion(
        criterion="children", born_from=window.born_from, born_to=window.born_to
    )
    return AnyOf(any_of=[window, child])
