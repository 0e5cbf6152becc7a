"""Statements that contradict an earlier one of the same person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from chat.agent.describe import fact_label
from chat.agent.facts import member_name
from chat.agent.state import TurnState
from chat.agent.understanding import date_range
from chat.answer import AskOption, AskOut
from policies.eligibility.dates import age_in_years
from policies.korean import josa, particle

# One of each in a family: of children and grandparents another one may be meant.
_ONE_OF_A_KIND = frozenset({"self", "spouse", "mother", "father"})
# Facts that neither time nor a decision changes; the others follow the last statement.
_SEX = ("sex",)
_AGE = ("age", "birth_date")
# 만 나이 and 세는 나이 of one person lie this far apart.
_AGE_SLACK = 2
_CORRECTS = re.compile(
    r"(?:^|[\s,.!~])아니(?:요|에요|야|지|고|라|다|구요?)?(?=[\s,.!~]|$)|정정|바로잡|잘못\s?(?:말|적|썼|쓴)|"
    r"틀렸|틀린|헷갈|착각|실수|다시\s?(?:말|적|보니)|사실은|정확히|알고\s?보니|생각해\s?보니|오타|"
    r"이제|올해|내년|생일|됐|되었|돼요|되거든"
)


@dataclass(frozen=True)
class Contradiction:
    """`keys` are the fact keys that say the same thing; `mark` names it in the state."""

    member: str
    key: str
    keys: tuple[str, ...]
    old: Any
    new: Any
    ask: AskOut

    @property
    def mark(self) -> str:
        return f"{self.member}.{self.key}"


def contradiction(state: TurnState, *, as_of: date) -> Contradiction | None:
    """The first contradiction of a turn that is to be asked about, None without one."""
    if _CORRECTS.search(state["text"]):
        return None
    for member, said in state["said"].items():
        before = state.get("before", {}).get(member, {})
        if member not in _ONE_OF_A_KIND or not before:
            continue
        for keys in (_AGE, _SEX):
            key = keys[-1]
            if f"{member}.{key}" in state.get("settled", []) or state.get("last_ask") in keys:
                continue
            pair = _pair(keys, before, said, as_of)
            if pair is not None:
                return Contradiction(member, key, keys, *pair, _question(member, key, *pair))
    return None


Fact = tuple[str, Any]


def _pair(
    keys: tuple[str, ...], before: Mapping[str, Any], said: Mapping[str, Any], as_of: date
) -> tuple[Fact, Fact] | None:
    """The two statements, where they cannot both be so."""
    old = next(((key, before[key]) for key in keys if key in before), None)
    new = next(((key, said[key]) for key in keys if key in said), None)
    if old is None or new is None:
        return None
    if keys is _SEX:
        return (old, new) if old[1] != new[1] else None
    first, second = _age(old, as_of), _age(new, as_of)
    if first is None or second is None or abs(first - second) <= _AGE_SLACK:
        return None
    return old, new


def _age(fact: Fact, as_of: date) -> int | None:
    key, value = fact
    if key == "age":
        return value if isinstance(value, int) else None
    try:
        first, _ = date_range(str(value))
    except ValueError:
        return None
    return age_in_years(first, as_of) if first <= as_of else None


def _question(member: str, key: str, old: Fact, new: Fact) -> AskOut:
    labels = [fact_label(*fact).partition(": ")[2] for fact in (old, new)]
    whose = "" if member == "self" else f"{member_name(member)}의 "
    what = "나이" if key == "birth_date" else "성별"
    return AskOut(
        key=key,
        question=(
            f"{whose}{josa(what, '을/를')} 앞에서는 ‘{labels[0]}’, 방금은 "
            f"‘{labels[1]}’{particle(labels[1], '이라고/라고')} 하셨어요. 어느 쪽이 맞나요?"
        ),
        reason="둘 중 무엇이냐에 따라 받을 수 있는 지원이 달라요.",
        options=[AskOption(label=label, value=label) for label in labels],
    )
