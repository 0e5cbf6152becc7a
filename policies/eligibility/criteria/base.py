"""What every evaluator takes and gives, and the registry they are entered in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Protocol, TypeVar, get_args

from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import ReferenceUse, State
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.rule import CriterionBase
from policies.korean import either, josa


class MissingEvaluatorError(RuntimeError):
    """A criterion model exists that nothing can decide."""


class Answers(Protocol):
    """What people said of criteria in words of their own (`facts.other`)."""

    def about(self, criterion: CriterionBase) -> bool | None:
        """Whether the criterion is met by what was said; None where nothing settles it."""


@dataclass(frozen=True)
class Context:
    """Facts as stated on `facts.as_of`, judged on the day `on` (later for flip dates)."""

    facts: ApplicantFacts
    on: date
    tables: ReferenceTables
    # The region the rule binds where it is larger than the one the person's move is about (a
    # 시도, while the facts name a 시군구): the move may have been one inside it.
    coarse: str = ""
    said: Answers | None = None


@dataclass(frozen=True)
class Known:
    """What is known, in the two forms the sentences take.

    `so` opens a sentence ("만 70세로", "자녀가 없어"), `ending` closes one ("만 61세입니다").
    """

    so: str
    ending: str

    @classmethod
    def noun(cls, text: str) -> Known:
        return cls(josa(text, "으로/로"), f"{text}입니다")


@dataclass(frozen=True)
class Finding:
    """State of one criterion before polarity and wording.

    `need`: the requirement as a noun phrase ("만 65세 이상"). `missing`: fact keys, only when
    UNKNOWN. `unclear`: whole sentence why the caseworker must decide, only when UNKNOWN.
    `turns`: days on which the state may change by time alone. `subject` and `question`
    replace those of the first missing key.
    """

    state: State
    need: str
    known: Known | None = None
    missing: tuple[str, ...] = ()
    unclear: str = ""
    distance: str = ""
    turns: tuple[date, ...] = ()
    reference: ReferenceUse | None = None
    subject: str = ""
    question: str = ""


C = TypeVar("C", bound=CriterionBase)
E = TypeVar("E", bound=StrEnum)
Evaluator = Callable[[Any, Context], Finding]
EVALUATORS: dict[str, Evaluator] = {}


def criterion_name(model: type[CriterionBase]) -> str:
    """The tag of a criterion model."""
    return str(get_args(model.model_fields["criterion"].annotation)[0])


def evaluates(
    model: type[C],
) -> Callable[[Callable[[C, Context], Finding]], Callable[[C, Context], Finding]]:
    """Enters a function as the evaluator of a criterion model; a second one is an error."""

    def register(function: Callable[[C, Context], Finding]) -> Callable[[C, Context], Finding]:
        name = criterion_name(model)
        if name in EVALUATORS:
            raise ValueError(f"평가기가 두 번 등록되었습니다: {name}")
        EVALUATORS[name] = function
        return function

    return register


def require_evaluators(models: Mapping[str, type[CriterionBase]]) -> None:
    """Raises MissingEvaluatorError unless every criterion has an evaluator."""
    missing = sorted(set(models) - set(EVALUATORS))
    if missing:
        raise MissingEvaluatorError(f"평가기가 없는 기준: {', '.join(missing)}")


def find(criterion: CriterionBase, context: Context) -> Finding:
    """The registered evaluator's finding."""
    return EVALUATORS[criterion_name(type(criterion))](criterion, context)


def choice(
    key: str, possible: Collection[E] | None, wanted: Collection[E], labels: Mapping[E, str]
) -> Finding:
    """One of several values: certain only when all values that may be agree."""
    need = either(labels[value] for value in wanted)
    if possible is None:
        return Finding(State.UNKNOWN, need, missing=(key,))
    known = Known.noun(either(labels[value] for value in labels if value in possible))
    inside = [value in wanted for value in possible]
    if all(inside):
        return Finding(State.MET, need, known)
    if any(inside):
        return Finding(State.UNKNOWN, need, known, missing=(key,))
    return Finding(State.NOT_MET, need, known)


def flag(key: str, value: bool | None, wanted: bool, noun: str) -> Finding:
    """A yes/no fact said by a noun: "국가보훈대상자" or "국가보훈대상자가 아닌 사람"."""
    need = noun if wanted else f"{josa(noun, '이/가')} 아닌 사람"
    if value is None:
        return Finding(State.UNKNOWN, need, missing=(key,))
    subject = josa(noun, "이/가")
    known = Known.noun(noun) if value else Known(f"{subject} 아니어서", f"{subject} 아닙니다")
    return Finding(State.MET if value is wanted else State.NOT_MET, need, known)
