"""Policies by what a person is looking for."""

from __future__ import annotations

import re
from dataclasses import replace
from uuid import UUID

from django.conf import settings
from pydantic import Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.judging import judge
from chat.agent.situation import is_generic
from chat.agent.tools.found import (
    evidences_of,
    found_policies,
    outcome_of,
    policy_item,
    stale_notices,
)
from chat.agent.tools.people import age_of
from chat.agent.tools.place import Asked, Limited, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.retrieval.types import Query, RegionFilter
from policies.selectors import PolicyFilter, local_policy_ids, policies_matching
from policies.structured.places import area_codes
from policies.structured.question import Age, Area, Codes, Filter, Period, StructuredQuery
from policies.structured.sql import run
from policies.structured.vocabulary import LIFE_STAGES
from policies.vocabulary import VERDICT_LABELS, LifeStage, TargetGroup, Theme, Verdict

# “우리 동네” means a place that must be known first.
OWN_PLACE = re.compile(
    r"우리\s?(?:동네|지역|시|군|구|도|마을)(?:에서(?:는|만)?|에(?:는)?|서(?:는)?|의|는|도|\s|$)|(?:집|저희)\s?(?:근처|가까)|사는\s?(?:곳|데|지역)"
    r"|(?:근처|주변)에|동네에?서"
)

_YOUTH = re.compile(r"청년\s?(?:정책|지원|혜택|들)?|에서만|정책")


class WelfareQuestion(Asked, Limited):
    life_stage: LifeStage | None = Field(default=None, description="생애주기로 좁히기")
    target_group: TargetGroup | None = Field(default=None, description="가구상황으로 좁히기")
    theme: Theme | None = Field(default=None, description="관심주제로 좁히기")


class YouthQuestion(Asked, Limited):
    age: int | None = Field(default=None, ge=0, le=130, description="만 나이(세)")


@tool(arguments=WelfareQuestion)
def search_welfare(arguments: WelfareQuestion, context: ToolContext) -> RetrievalResult:
    """찾는 내용에 맞는 의료·복지 정책을 사는 곳의 정책까지 함께 찾아 관련 높은 순서로 보여 줍니다.

    중앙부처(복지로·보조금24)와 지방자치단체의 공개 자료에서 찾고, 끝난 사업은 뺍니다.
    사는 곳을 모르면 전국 정책만 찾습니다.
    """
    source = "search_welfare"
    region = place_of(source, arguments, arguments.question)
    if isinstance(region, RetrievalResult):
        return region
    if region is None and OWN_PLACE.search(arguments.question):
        return needs(source, "sigungu", reason="사는 곳의 정책을 찾으려면 지역을 알아야 해요.")
    query = Query(
        without_own_place(arguments.question),
        boosts=_conditions(context),
        region=region,
        nationwide_only=region is None,
        only=_narrowed(arguments, region),
        limit=arguments.limit,
    )
    return searched(source, query, context)


@tool(arguments=YouthQuestion)
def search_youth_policy(arguments: YouthQuestion, context: ToolContext) -> RetrievalResult:
    """청년을 위한 정책을 나이(만 나이)와 사는 곳으로 걸러 찾습니다.

    온통청년이 공개한 연령·거주지 항목과 복지로·보조금24의 생애주기 항목으로 거릅니다.
    """
    source = "search_youth_policy"
    region = place_of(source, arguments, arguments.question)
    if isinstance(region, RetrievalResult):
        return region
    if region is None and OWN_PLACE.search(arguments.question):
        return needs(source, "sigungu", reason="지역의 청년정책을 찾으려면 사는 곳을 알아야 해요.")
    age = arguments.age if arguments.age is not None else age_of(context.facts)
    only = _for_youth(context, region, age)
    text = without_own_place(arguments.question)
    if is_generic(_YOUTH.sub(" ", text)):
        result = _listed(source, only, region, context, arguments.limit)
    else:
        query = Query(
            text, region=region, nationwide_only=region is None, only=only, limit=arguments.limit
        )
        result = searched(source, query, context)
    if age is None or result.status is not ResultStatus.OK:
        return result
    notice = f"공개된 연령 기준으로 만 {age}세가 신청할 수 있는 정책만 골랐어요."
    return result.model_copy(update={"notices": [notice, *result.notices]})


def without_own_place(question: str) -> str:
    """A question without “우리 동네에서”: the place is known and no text says it so."""
    return " ".join(OWN_PLACE.sub(" ", question).split()) or question


def searched(source: str, query: Query, context: ToolContext) -> RetrievalResult:
    """A search as a result; those the rule surely turns away come last and say so."""
    result, found = found_policies(query)
    status = outcome_of(result)
    notices = [result.notice] if result.notice else []
    if status is not ResultStatus.OK:
        return RetrievalResult(
            source=source, status=status, query=query.text, notices=notices,
            summary=_nothing(status, query.region), total=0,
        )  # fmt: skip
    items = [_judged_item(each, context) for each in found]
    items.sort(key=lambda item: item.metadata.get("verdict") == Verdict.UNLIKELY)
    where = "전국과 사는 곳의 정책" if result.region else "전국 정책"
    if result.region is None:
        notices.append("사는 곳을 알려 주시면 지역에서 하는 지원도 함께 찾아 드려요.")
    return RetrievalResult(
        source=source, query=query.text, items=items, total=len(items),
        summary=f"{where} 가운데 관련 높은 {len(items)}가지를 찾았어요.",
        notices=[*notices, *stale_notices(found, context.as_of)],
    )  # fmt: skip


def _judged_item(policy: PolicyEvidence, context: ToolContext) -> ResultItem:
    span = policy.spans[0] if policy.spans else None
    item = policy_item(policy, as_of=context.as_of, span=span)
    if not context.facts.known():
        return item
    verdict = judge(policy, context.facts).verdict
    told = {"verdict": verdict.value, "verdict_label": VERDICT_LABELS[verdict]}
    return item.model_copy(update={"metadata": item.metadata | told})


def _listed(
    source: str,
    ids: tuple[UUID, ...],
    region: RegionFilter | None,
    context: ToolContext,
    limit: int,
) -> RetrievalResult:
    """Policies of a question that names no topic: the region's own first, then by deadline."""
    own = set(local_policy_ids(region.sido, region.sigungu)) if region else set()
    ordered = sorted(ids, key=lambda each: each not in own)
    if not ordered:
        text = _nothing(ResultStatus.NOT_FOUND, region)
        return RetrievalResult(source=source, status=ResultStatus.NOT_FOUND, summary=text, total=0)
    shown = evidences_of(ordered[:limit])
    more = [f"{len(ids):,}건 가운데 {limit}건만 보여 드려요."] if len(ids) > limit else []
    return RetrievalResult(
        source=source, items=[_judged_item(each, context) for each in shown], total=len(ids),
        summary=f"신청할 수 있는 청년정책은 {len(ids):,}건이에요.",
        notices=[*more, *stale_notices(shown, context.as_of)],
    )  # fmt: skip


def _nothing(status: ResultStatus, region: RegionFilter | None) -> str:
    if status is ResultStatus.UNAVAILABLE:
        return "지금은 찾기 기능의 일부를 쓸 수 없어서 찾지 못했어요. 잠시 뒤에 다시 물어봐 주세요."
    where = "사는 곳과 전국의" if region else "전국"
    return f"모은 자료의 {where} 정책에서는 찾지 못했어요. 다른 말로 물어보시면 다시 찾아볼게요."


def _conditions(context: ToolContext) -> dict[str, float]:
    weight = settings.RETRIEVAL["layer_weights"]["L1"]
    return dict.fromkeys(context.facts.conditions or [], float(weight))


def _narrowed(arguments: WelfareQuestion, region: RegionFilter | None) -> tuple[UUID, ...] | None:
    wanted = PolicyFilter(
        life_stage=arguments.life_stage or "",
        target_group=arguments.target_group or "",
        theme=arguments.theme or "",
    )
    if wanted == PolicyFilter():
        return None
    if region is not None:
        wanted = replace(wanted, sido=region.sido, sigungu=region.sigungu or "")
    return tuple(policies_matching(wanted).values_list("id", flat=True))


def _for_youth(
    context: ToolContext, region: RegionFilter | None, age: int | None
) -> tuple[UUID, ...]:
    filters: list[Filter] = [
        Codes(field=LIFE_STAGES, values=(LifeStage.YOUTH.value,)),
        Period(states=("ended",), day=context.as_of, negated=True),
    ]
    if age is not None:
        filters.append(Age(years=age))
    if region is None:
        filters.append(Area(how="nationwide"))
    else:
        codes = area_codes(region.sido, region.sigungu or "")
        filters.append(Area(how="includes", codes=tuple(sorted(codes))))
    query = StructuredQuery(as_of=context.as_of, filters=tuple(filters))
    young = policies_matching(PolicyFilter(life_stage=LifeStage.YOUTH))
    open_ids = set(young.values_list("id", flat=True))
    return tuple(each for each in run(query).ids if each in open_ids)
