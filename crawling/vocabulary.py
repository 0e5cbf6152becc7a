"""Published 생애주기, 가구상황 and 관심주제 → the official vocabulary; others are dropped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from policies.vocabulary import LifeStage, TargetGroup, Theme

_DOTS = re.compile(r"\s*[▪･‧・ㆍ•∙․]\s*|\s*·\s*")
_OTHER_NAMES: dict[str, StrEnum] = {
    "어르신": LifeStage.SENIOR,
    "임신출산": LifeStage.PREGNANCY,
    "보훈": TargetGroup.VETERAN,
    "한부모": TargetGroup.SINGLE_PARENT,
    "다문화": TargetGroup.MULTICULTURAL,
}


def life_stages(names: Iterable[str]) -> list[str]:
    return _known(LifeStage, names)


def target_groups(names: Iterable[str]) -> list[str]:
    return _known(TargetGroup, names)


def themes(names: Iterable[str]) -> list[str]:
    return _known(Theme, names)


def _known(vocabulary: type[StrEnum], names: Iterable[str]) -> list[str]:
    """Values of `vocabulary` among the names, in its own order."""
    found = set()
    for name in names:
        spelling = _DOTS.sub("·", name.strip())
        found.add(str(_OTHER_NAMES.get(spelling, spelling)))
    return [term.value for term in vocabulary if term.value in found]
