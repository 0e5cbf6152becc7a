"""기초연금 of one person."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import Field

from chat.agent.tools.estimate.arguments import Amount, MeansArguments, known_facts
from chat.agent.tools.estimate.telling import NO_PROPERTY, condition, told
from chat.agent.tools.registry import tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from chat.agent.understanding.numbers import AMOUNT, won
from policies.estimates import pension as rule
from policies.estimates.of_facts import ages_of, pension_case_of
from policies.estimates.types import Estimate

_SENIOR = 65
_SAID = re.compile(rf"(?:국민|노령)\s?연금\D{{0,8}}?(?P<amount>{AMOUNT})")
# In these words of the question both of a couple are paid, or old enough to be; of two pensions
# of one person ("국민연금이랑 기초연금 둘 다") the same words say nothing of a spouse.
_BOTH = re.compile(r"둘\s?다|둘이|부부(?:가|는)?\s?(?:모두|둘|다\s)|(?:함께|같이)\s?받")
_COUPLE = re.compile(
    r"부부|배우자|남편|신랑|영감|아내|와이프|집사람|내외|부모님|두\s?분|둘이|(?:저희|우리)\s?둘"
)
_TWO_PENSIONS = re.compile(r"연금\s?(?:이랑|랑|하고|과|와)\s")


class PensionArguments(MeansArguments):
    """소득인정액이나 소득·재산, 국민연금, 배우자."""

    national_pension: Amount | None = Field(
        default=None,
        description="받는 국민연금(원/월, 부양가족연금 제외). 없으면 0",
    )
    a_benefit: Amount | None = Field(
        default=None, description="국민연금의 소득재분배급여금액(A급여액, 원/월)"
    )
    spouse_receives: bool | None = Field(
        default=None, description="배우자도 기초연금을 함께 받는지(부부가 모두 받으면 true)"
    )
    financial: Amount | None = Field(default=None, description="예금 같은 금융재산(원, 부부 합산)")
    general: Amount | None = Field(
        default=None, description="집·보증금·땅 같은 일반재산(원, 부부 합산)"
    )
    debt: Amount | None = Field(default=None, description="빚(원)")


@tool(arguments=PensionArguments)
def estimate_basic_pension(arguments: PensionArguments, context: ToolContext) -> RetrievalResult:
    """기초연금을 한 달에 얼마(원/월) 받을지 부부·소득역전방지·국민연금 연계 감액까지 예상합니다.

    소득인정액이 선정기준액 이하인 65세 이상이 대상입니다. 기초연금법 제3조·제5조–제8조, 시행령
    제10조·제11조, 그해 보건복지부 고시의 기준연금액과 선정기준액을 씁니다.
    """
    source = "estimate_basic_pension"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    case = pension_case_of(facts)
    case = replace(
        case,
        couple=True if arguments.spouse_receives else case.couple,
        both_receive=_both(arguments, case, context),
        a_benefit=arguments.a_benefit,
        means=replace(
            case.means,
            general=arguments.general,
            financial=arguments.financial,
            debt=arguments.debt,
        ),
    )
    case = _with_national_pension(case, arguments.national_pension, context.question)
    if case.couple is None and case.both_receive:
        case = replace(case, couple=True)
    estimate = rule.estimate_basic_pension(case)
    plain, on = _plain(case, estimate)
    return told(source, estimate, likely=rule.estimate_basic_pension(plain), on=on)


def _with_national_pension(
    case: rule.PensionCase, given: int | None, question: str
) -> rule.PensionCase:
    """The 국민연금 as it was given, else as the question tells it; then it is no wage."""
    said = _SAID.search(question)
    amount = given if given is not None or said is None else won(said["amount"])
    if amount is None:
        return case
    earned = None if case.means.earned == amount else case.means.earned
    return replace(case, national_pension=amount, means=replace(case.means, earned=earned))


def _both(arguments: PensionArguments, case: rule.PensionCase, context: ToolContext) -> bool | None:
    """Whether the spouse is paid too: as told, by the question's words, or by the spouse's age."""
    if arguments.spouse_receives is not None:
        return arguments.spouse_receives
    if case.couple is False:
        return False
    said = context.question
    if _BOTH.search(said) and _COUPLE.search(said) and not _TWO_PENSIONS.search(said):
        return True
    spouse = context.members.get("spouse") if context.focus == "self" else None
    ages = ages_of(spouse) if spouse else None
    if ages is not None and ages[1] < _SENIOR:
        return False
    return None


def _plain(case: rule.PensionCase, estimate: Estimate) -> tuple[rule.PensionCase, str]:
    """The case with plain answers to what is missing, and how that is said."""
    said = []
    if "assets" in estimate.missing:
        case = replace(case, means=replace(case.means, assets=0))
        said.append(NO_PROPERTY)
    if "national_pension" in estimate.missing:
        case = replace(case, national_pension=0)
        said.append(("국민연금이 없거나 연계 감액이 없는 금액이", "라면"))
    return case, condition(said)
