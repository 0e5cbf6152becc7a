"""국가보훈대상자: the whole circle, named kinds of it, and family.

국가보훈 기본법 제3조 puts 참전유공자, 5·18민주유공자, 고엽제후유의증환자 and the like inside, so
someone outside the circle is none of them. 의사상자 (의사상자법), 병역명문가 and 제대군인 are
honoured by other laws: the circle says nothing of them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.kleene import any_of, negate
from policies.eligibility.outcome import State
from policies.eligibility.questions import OTHER_PREFIX
from policies.eligibility.rule import VeteranCriterion
from policies.korean import either, josa

CIRCLE = "국가보훈대상자"
_GENERIC = frozenset(
    {"국가유공자", "국가유공자등", CIRCLE, "보훈대상자", "보훈가족", "유공자", "보훈유공자"}
)
_OUTSIDE = re.compile("의사상자|의상자|의사자|병역명문가|제대군인|모범납세자|자원봉사")
_ENDING = re.compile(r"(?<=.)(?:(?:등록|해당|인정|결정)(?:자|여부)?|여부|본인)$")
_FAMILY = re.compile("유가족|유족|가족|배우자|미망인|자녀")
_INSIDE_FIGURE = re.compile(r"(?<=\d)\s*[.·]\s*(?=\d)")
_LIST = re.compile(r"[·,/]|또는|및")
_FAMILY_LIST = re.compile(rf"(?:{_FAMILY.pattern})\s*(?:[·,/]|또는|및)\s*(?:{_FAMILY.pattern})")


def _parts(name: str) -> tuple[str, ...]:
    """Words of a kind, dots inside figures left out: "참전유공자(6.25)" → 참전유공자, 625."""
    text = _INSIDE_FIGURE.sub("", unicodedata.normalize("NFKC", name))
    return tuple(re.findall(r"\d+|[^\W\d]+", text))


@dataclass(frozen=True)
class _Saying:
    """A free key read as a kind of veteran, or a list of kinds, or the family of one."""

    words: tuple[str, ...]
    listed: bool
    family: bool

    @classmethod
    def of(cls, key: str) -> _Saying:
        text = _INSIDE_FIGURE.sub("", unicodedata.normalize("NFKC", key))
        family = bool(_FAMILY.search(text))
        bare = _FAMILY.sub(" ", text)
        listed = bool(_LIST.search(_FAMILY_LIST.sub(" ", text)))
        words = tuple(_ENDING.sub("", word) for word in _parts(_LIST.sub(" ", bare)))
        return cls(words, listed, family)

    def is_kind(self, kind: str) -> bool:
        """The kind itself or a narrower one ("6·25 참전유공자" of 참전유공자)."""
        return all(any(word.endswith(part) for word in self.words) for part in _parts(kind))

    def denies(self, kind: str) -> bool:
        """Whether a no to it is a no to the kind: the same one, a wider one, or one of a list."""
        parts = _parts(kind)
        if self.listed:
            return any(parts[0].startswith(word) for word in self.words)
        return all(any(part.endswith(word) for part in parts) for word in self.words)


def _said_of(kind: str, context: Context, family: bool) -> State:
    """What free keys say of a kind. Where family counts, only the family of someone outside the
    circle is denied by a no to the family."""
    outside = context.facts.veteran is False or bool(_OUTSIDE.search(kind))
    for key, value in context.facts.other.items():
        said = _Saying.of(key)
        if not said.words or (said.family and not family):
            continue
        if value and said.is_kind(kind) and not said.listed:
            return State.MET
        deniable = said.family and outside if family else True
        if not value and deniable and said.denies(kind):
            return State.NOT_MET
        if not value and any(_Saying.of(part).denies(kind) for part in _own_kinds(key)):
            return State.NOT_MET
    return State.UNKNOWN


def _own_kinds(key: str) -> list[str]:
    """Kinds in a list that stand there for themselves, not only as somebody's family."""
    parts = [part.strip() for part in _LIST.split(key)]
    return [part for part in parts if part and not _FAMILY.search(part)] if len(parts) > 1 else []


def _kind_state(kind: str, context: Context, family: bool) -> State:
    """One named kind, by what was said of it or by the circle around it."""
    said = _said_of(kind, context, family) if context.facts.other else State.UNKNOWN
    if said is not State.UNKNOWN or _OUTSIDE.search(kind):
        return said
    veteran = context.facts.veteran
    if kind in _GENERIC and veteran:
        return State.MET
    return State.NOT_MET if veteran is False and not family else State.UNKNOWN


@evaluates(VeteranCriterion)
def veteran(criterion: VeteranCriterion, context: Context) -> Finding:
    """Any of the kinds. Family of a veteran need not be one: then only a yes is certain."""
    kinds = ["".join(kind.split()) for kind in criterion.kinds] or [CIRCLE]
    noun = either(criterion.kinds or [CIRCLE])
    if criterion.family and not _FAMILY.search(noun):
        noun += "(유족·가족 포함)"
    need = noun if criterion.equals else f"{josa(noun, '이/가')} 아닌 사람"
    states = {kind: _kind_state(kind, context, criterion.family) for kind in kinds}
    found = any_of(states.values())
    if found is State.UNKNOWN:
        return Finding(State.UNKNOWN, need, missing=_missing(states, context, criterion.family))
    state = found if criterion.equals else negate(found)
    if found is State.MET:
        held = either(kind for kind, each in states.items() if each is State.MET)
        return Finding(state, need, Known.noun(held))
    subject = josa(noun, "이/가")
    return Finding(state, need, Known(f"{subject} 아니어서", f"{subject} 아닙니다"))


def _missing(states: dict[str, State], context: Context, family: bool) -> tuple[str, ...]:
    """The circle where it may settle something, and each kind it leaves open."""
    open_ = [kind for kind, state in states.items() if state is State.UNKNOWN]
    circle = context.facts.veteran is None and not all(_OUTSIDE.search(kind) for kind in open_)
    named = [
        f"{OTHER_PREFIX}{kind}{' 유족·가족' if family and context.facts.veteran is False else ''}"
        for kind in open_
        if kind not in _GENERIC or (family and context.facts.veteran is False)
    ]
    return (*(("veteran",) if circle else ()), *named)
