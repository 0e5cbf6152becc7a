"""What several benefits of the talk come to together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

from pydantic import Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.counted import names_meant
from chat.agent.tools.estimate.amount import personal_estimate
from chat.agent.tools.estimate.arguments import HomeArguments, known_facts
from chat.agent.tools.estimate.telling import amount_of, sentence
from chat.agent.tools.found import policy_of, stale_notices
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.estimates.benefits import BenefitDetails
from policies.estimates.results import unique
from policies.estimates.types import Estimate, EstimateStatus
from policies.graph.together import Pair, Together, pairs_known
from policies.korean import josa, particle

NAME = "estimate_benefits_together"
_MOST = 4
_PERIODS = ("원/월", "원/년", "원")
_HEADS = {
    "원/월": "매달 받는 것은 모두",
    "원/년": "해마다 받는 것은 모두",
    "원": "한 번 받는 것은 모두",
}
_WHICH = "어떤 지원들을 더할지 이름을 알려 주시겠어요?"


class TogetherArguments(HomeArguments):
    """정책 이름들과, 금액을 가르는 사정."""

    policies: list[str] | None = Field(
        default=None, max_length=_MOST, description="더할 급여나 정책 이름 둘에서 넷"
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="정책 이름이 든 질문"
    )


@dataclass(frozen=True)
class _Part:
    """One benefit; `estimate` None where no calculation is held."""

    policy: PolicyEvidence
    estimate: Estimate | None

    @property
    def counts(self) -> bool:
        status = self.estimate.status if self.estimate else None
        return status in {EstimateStatus.ESTIMATED, EstimateStatus.NOT_ENTITLED}

    @property
    def told(self) -> str:
        if self.estimate is None:
            return "개인별 금액을 계산하는 식을 갖고 있지 않아요."
        return sentence(self.estimate)


@tool(arguments=TogetherArguments)
def estimate_benefits_together(
    arguments: TogetherArguments, context: ToolContext
) -> RetrievalResult:
    """이야기한 지원 둘에서 넷을 함께 받으면 모두 얼마(원)인지 예상해서 더합니다.

    매달 받는 것, 해마다 받는 것, 한 번 받는 것을 나누어 더하고, 함께 받을 수 없다고 알려진 것은
    더하지 않습니다. 금액은 급여마다 그해 법령과 고시를 따르고, 모르는 것은 더하지 않고 말합니다.
    """
    facts = known_facts(NAME, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    names = arguments.policies or names_meant(arguments.question or "", context, most=_MOST)
    if len(names) < 2:
        return needs(NAME, "policies", question=_WHICH)
    found = [policy_of(NAME, name, context.region) for name in names]
    refused = next((each for each in found if isinstance(each, RetrievalResult)), None)
    if refused is not None:
        return refused
    policies = [each for each in found if isinstance(each, PolicyEvidence)]
    details = BenefitDetails(rent=arguments.rent, deposit=arguments.deposit)
    parts = [_Part(one, personal_estimate(one, facts, details, context)) for one in policies]
    wanted = [(UUID(one.policy_id), UUID(two.policy_id)) for one, two in combinations(policies, 2)]
    return _answer(parts, pairs_known(wanted), context)


def _answer(parts: Sequence[_Part], pairs: Sequence[Pair], context: ToolContext) -> RetrievalResult:
    rivals = [pair for pair in pairs if pair.together is Together.EXCLUSIVE]
    open_ones = [part for part in parts if not part.counts]
    estimate = None if rivals else _summed(parts, open_ones)
    missing = unique(key for part in open_ones if part.estimate for key in part.estimate.missing)
    if estimate is None and not rivals and len(open_ones) == len(parts) and missing:
        return needs(NAME, missing[0], reason="금액을 더하려면 알아야 해요.")
    summary = [*map(_apart, rivals)] if rivals else _sums(parts, open_ones)
    return RetrievalResult(
        source=NAME,
        status=ResultStatus.OK,
        query=", ".join(part.policy.name for part in parts),
        summary=" ".join(summary),
        estimate=estimate,
        items=[_item(part) for part in parts],
        total=len(parts),
        notices=[
            *_doubts(pairs),
            *stale_notices([part.policy for part in parts], context.as_of),
        ],
    )


def _apart(pair: Pair) -> str:
    names = f"{josa(f'‘{pair.one.name}’', '과/와')} {josa(f'‘{pair.other.name}’', '은/는')}"
    quote = f" 근거: “{pair.said[0].quote}”" if pair.said else ""
    return f"{names} 함께 받을 수 없다고 알려져 있어서 더하지 않았어요.{quote}"


def _sums(parts: Sequence[_Part], open_ones: Sequence[_Part]) -> list[str]:
    """One sentence a period, and which benefits are in none of them."""
    told = []
    for unit in _PERIODS:
        if (span := _span(parts, unit)) is not None:
            amount = amount_of(_bare(unit, *span))
            ending = particle(amount, "이에요/예요")
            told.append(f"{_HEADS[unit]} {amount}{ending if span[0] == span[1] else ' 사이예요'}.")
    if open_ones:
        names = ", ".join(part.policy.name for part in open_ones)
        told.append(f"{josa(names, '은/는')} 금액을 정할 수 없어서 더하지 않았어요.")
    return told


def _span(parts: Sequence[_Part], unit: str) -> tuple[int, int] | None:
    """Lowest and highest sum of the amounts with this unit, None where there are none."""
    amounts = [
        (part.estimate.low or 0, part.estimate.high or 0)
        for part in parts
        if part.counts and part.estimate is not None and part.estimate.unit == unit
    ]
    if not amounts:
        return None
    return sum(low for low, _ in amounts), sum(high for _, high in amounts)


def _bare(unit: str, low: int, high: int) -> Estimate:
    return Estimate(
        benefit="", status=EstimateStatus.ESTIMATED, low=low, high=high, unit=unit
    )  # fmt: skip


def _summed(parts: Sequence[_Part], open_ones: Sequence[_Part]) -> Estimate | None:
    """What the sums rest on, told as of one estimate; None where nothing counts."""
    counted = [part.estimate for part in parts if part.counts and part.estimate is not None]
    if not counted:
        return None
    unit = next(unit for unit in _PERIODS if any(one.unit == unit for one in counted))
    low, high = _span(parts, unit) or (0, 0)
    every = [part.estimate for part in (*parts, *open_ones) if part.estimate is not None]
    return Estimate(
        benefit=", ".join(part.policy.name for part in parts),
        status=EstimateStatus.ESTIMATED if high else EstimateStatus.NOT_ENTITLED,
        low=low,
        high=high,
        unit=unit,
        year=counted[0].year,
        assumptions=unique(text for one in counted for text in one.assumptions),
        missing=unique(key for one in every for key in one.missing),
        sources=list(dict.fromkeys(source for one in counted for source in one.sources)),
    )


def _doubts(pairs: Sequence[Pair]) -> list[str]:
    """That nothing speaks against receiving both is no yes."""
    unsure = [pair for pair in pairs if pair.together not in {Together.EXCLUSIVE, Together.ALLOWED}]
    if not unsure:
        return []
    return [
        "함께 받을 수 있는지는 신청하기 전에 담당 기관이나 보건복지상담센터(129)에 확인해 주세요."
    ]


def _item(part: _Part) -> ResultItem:
    return ResultItem(
        id=part.policy.policy_id,
        title=part.policy.name,
        content=part.told,
        kind="benefit",
        metadata={"policy_id": part.policy.policy_id},
    )
