"""What the estimates ask of a person, filled from the facts, and the facts they make together."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.supposed import as_supposed
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_fact
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts, RegionFact, Won
from policies.vocabulary import BasicLivelihood, Disability, MaritalStatus, Tenure

_MOST = 1_000_000_000_000
# KRW that cannot be negative.
Amount = Annotated[int, Field(ge=0, le=_MOST)]


class IncomeArguments(BaseModel):
    """Size of the household and its income."""

    household_size: int | None = from_fact(
        "household_size", ge=1, le=30, description="가구원 수(명, 본인 포함)"
    )
    monthly_income: Won | None = from_fact(
        "monthly_income", description="가구의 한 달 소득(원/월). 소득이 없으면 0"
    )
    income_is_recognised: bool | None = Field(
        default=None,
        description="monthly_income이 재산까지 환산한 소득인정액이면 true, 벌이나 수입이면 false",
    )


class MeansArguments(IncomeArguments, Place):
    """Income, property, age and place: what 소득인정액 is made of."""

    birth_date: date | None = from_fact("birth_date", description="생년월일(YYYY-MM-DD)")
    age: int | None = from_fact("age", ge=0, le=130, description="만 나이(세)")
    assets: Won | None = from_fact("assets", description="가구의 재산 모두(원). 없으면 0")
    disability: Disability | None = from_fact(
        "disability", description="장애 정도(none 없음, severe 심함, mild 심하지 않음)"
    )
    basic_livelihood: list[BasicLivelihood] | None = from_fact(
        "basic_livelihood",
        description="받고 있는 기초생활 급여(생계·의료·주거·교육). 없으면 빈 목록",
    )
    near_poor: bool | None = from_fact("near_poor", description="차상위계층으로 확인받았는지")
    marital_status: MaritalStatus | None = from_fact(
        "marital_status", description="혼인 상태. 배우자가 있으면 married"
    )


class HomeArguments(MeansArguments):
    """The same and how somebody lives."""

    tenure: Tenure | None = from_fact(
        "tenure", description="주거 형태(owned 자가, jeonse, monthly_rent, public_rental, other)"
    )
    owns_home: bool | None = from_fact("owns_home", description="집이 있는지")
    rent: Amount | None = Field(default=None, description="월세(원/월)")
    deposit: Amount | None = Field(default=None, description="보증금(원)")


# Arguments that are facts under the same name.
_FACTS = (
    "household_size", "monthly_income", "birth_date", "age", "assets", "disability",
    "basic_livelihood", "near_poor", "marital_status", "tenure", "owns_home",
    "median_income_ratio",
)  # fmt: skip


def known_facts(
    source: str, arguments: BaseModel, context: ToolContext
) -> ApplicantFacts | RetrievalResult:
    """The facts of the member in focus with what the question supposes and what was given in
    their place; the result that tells so where no such place is."""
    filled, facts = context.facts, as_supposed(context).facts
    changed: dict[str, object] = {}
    for key in _FACTS:
        value = getattr(arguments, key, None)
        if value is not None and value != getattr(filled, key):
            changed[key] = value
    if "age" in changed and "birth_date" not in changed:
        changed["birth_date"] = None  # it would win over the age that was said now
    if "monthly_income" in changed or getattr(arguments, "income_is_recognised", None) is not None:
        changed["income_is_recognised"] = bool(getattr(arguments, "income_is_recognised", False))
        changed["provenance"] = {
            key: said for key, said in facts.provenance.items() if key != "monthly_income"
        }
    if isinstance(arguments, Place):
        region = place_of(source, arguments)
        if isinstance(region, RetrievalResult):
            return region
        if region is not None and (region != context.region or facts.region is None):
            changed["region"] = RegionFact(sido=region.sido, sigungu=region.sigungu)
    return facts.model_copy(update=changed)
