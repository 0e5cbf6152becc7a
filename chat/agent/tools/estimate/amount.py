"""The personal amount of any benefit that has no estimate of its own name."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from chat.agent.cards import benefit_spans
from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.estimate.arguments import Amount, HomeArguments, known_facts
from chat.agent.tools.estimate.supposed import as_supposed
from chat.agent.tools.estimate.telling import told
from chat.agent.tools.found import policy_of, section_item, stale_notices
from chat.agent.tools.place import place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.benefits import BenefitDetails, Estimator, estimator_of
from policies.estimates.results import unique
from policies.estimates.types import Estimate, EstimateStatus
from policies.korean import josa

_SHOWN = 5
# The same person as they may be; one where nothing is open.
Ways = tuple[ApplicantFacts, ...]


class AmountArguments(HomeArguments):
    """정책 이름과, 금액을 가르는 사정."""

    policy: str = from_talk(
        "policy", min_length=1, max_length=200, description="급여나 정책 이름. 예: 부모급여"
    )
    # Not filled from the facts: for benefits of children it is the child's.
    birth_date: date | None = Field(
        default=None, description="급여를 받을 사람(아이)의 생년월일(YYYY-MM-DD)"
    )
    birth_order: int | None = Field(default=None, ge=1, le=20, description="몇째 아이인지(첫째 1)")
    child_count: int | None = Field(default=None, ge=0, le=20, description="받을 자녀 수(명)")
    attends_daycare: bool | None = Field(
        default=None, description="아이가 어린이집이나 종일제 아이돌봄을 이용하는지"
    )
    couple_both_receive: bool | None = Field(
        default=None, description="부부가 모두 그 급여를 받는지"
    )
    recognised_income: Amount | None = Field(
        default=None, description="알고 있는 소득인정액(원/월)"
    )


@tool(arguments=AmountArguments)
def estimate_benefit_amount(arguments: AmountArguments, context: ToolContext) -> RetrievalResult:
    """이름을 말한 급여를 이 사람이 얼마(원) 받을지 예상합니다.

    부모급여, 아동수당, 첫만남이용권, 한부모 양육비, 장애인연금, 장애수당, 에너지바우처,
    산후조리경비처럼 따로 계산 도구가 없는 급여에 씁니다. 금액은 각 법령과 그해 고시·안내를 따르고,
    계산식을 갖고 있지 않은 정책은 공개된 지원 금액만 보여 줍니다.
    """
    source = "estimate_benefit_amount"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    details = BenefitDetails.model_validate(
        arguments.model_dump(include=set(BenefitDetails.model_fields))
    )
    own = _own(facts, arguments)
    estimator = estimator_of(arguments.policy)
    if estimator is not None:
        ways = _with_children(own, context)
        return _estimated(source, estimator, ways, details, arguments.policy)
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region or context.region)
    if isinstance(policy, RetrievalResult):
        return policy
    named = _estimator_of_policy(policy)
    if named is not None:
        return _estimated(source, named, _with_children(own, context), details, policy.name)
    return _published(source, policy, context)


def personal_estimate(
    policy: PolicyEvidence, facts: ApplicantFacts, details: BenefitDetails, context: ToolContext
) -> Estimate | None:
    """What the person would get of a policy; None where no calculation is held for it."""
    estimator = _estimator_of_policy(policy)
    if estimator is None:
        return None
    return _around([estimator(way, details) for way in _with_children(facts, context)])


def _estimated(
    source: str, estimator: Estimator, ways: Ways, details: BenefitDetails, name: str
) -> RetrievalResult:
    """With what it comes to without property, where nobody spoke of any."""
    facts = ways[0]
    estimate = _around([estimator(way, details) for way in ways])
    if facts.assets is not None or facts.monthly_income is None:
        return told(source, estimate, query=name)
    likely = estimator(facts.model_copy(update={"assets": 0}), details)
    return told(source, estimate, query=name, likely=likely, on="재산이 없다면")


def _with_children(facts: ApplicantFacts, context: ToolContext) -> Ways:
    """The facts with the children of the family, of whom only ages may be known: once as old
    and once as young as they may be."""
    if context.focus != "self" or facts.children is not None or facts.birth_date is not None:
        return (facts,)
    members = as_supposed(context).members
    born = [born_between(one) for key, one in members.items() if key.startswith("child")]
    spans = [span for span in born if span is not None]
    if not spans or len(spans) < len(born):
        return (facts,)
    ends = [[span[0] for span in spans], [span[1] for span in spans]]
    return tuple(facts.model_copy(update={"children": end}) for end in ends)


def _around(found: list[Estimate]) -> Estimate:
    """One estimate for all: the range that holds them where they differ."""
    first = found[0]
    if all((one.status, one.low, one.high) == (first.status, first.low, first.high)
           for one in found):  # fmt: skip
        return first
    lows = [one.low for one in found if one.low is not None]
    highs = [one.high for one in found if one.high is not None]
    if len(lows) < len(found) or len(highs) < len(found):
        return next((one for one in found if one.status is EstimateStatus.MISSING), first)
    widest = max(found, key=lambda one: one.high or 0)
    missing = unique([*widest.missing, "birth_date"])
    return widest.model_copy(update={"low": min(lows), "high": max(highs), "missing": missing})


def _own(facts: ApplicantFacts, arguments: AmountArguments) -> ApplicantFacts:
    """The facts with 소득인정액 where it was told as that."""
    if arguments.recognised_income is None:
        return facts
    told_income = {"monthly_income": arguments.recognised_income, "income_is_recognised": True}
    return facts.model_copy(update=told_income)


def _estimator_of_policy(policy: PolicyEvidence) -> Estimator | None:
    """By the official name of the policy that was meant, where the nation pays it."""
    return estimator_of(policy.name) if policy.region == "전국" else None


def _published(source: str, policy: PolicyEvidence, context: ToolContext) -> RetrievalResult:
    spans = benefit_spans(policy, _SHOWN)
    return RetrievalResult(
        source=source,
        status=ResultStatus.OK,
        query=policy.name,
        summary=(
            f"{josa(policy.name, '은/는')} 개인별 금액을 계산하는 식을 갖고 있지 않아요. "
            "공개된 지원 내용을 보여 드려요."
        ),
        items=[section_item(policy, span) for span in spans],
        notices=stale_notices([policy], context.as_of),
    )
