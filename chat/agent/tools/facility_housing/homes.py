"""Homes: notices, help with rent, and public rental homes."""

from __future__ import annotations

import re
from typing import Literal
from uuid import UUID

from pydantic import Field

from chat.agent.evidence import PolicyEvidence, line_spans
from chat.agent.judging import judge
from chat.agent.tools.facility_housing.stored import stored_complexes, stored_notices
from chat.agent.tools.found import (
    evidences_of,
    found_policies,
    outcome_of,
    policy_item,
    section_item,
    stale_notices,
)
from chat.agent.tools.place import Asked, Limited, Place, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.guides.places import HousingPortal, RentalType, portals_for, rental_types
from policies.korean import josa
from policies.named import policy_named
from policies.retrieval.types import Query, RegionFilter
from policies.selectors import PolicyFilter, policies_matching
from policies.vocabulary import VERDICT_LABELS, Section, Theme

NO_NOTICES = (
    "청약·입주자 모집 공고(단지·세대수·접수일)는 아직 갖고 있지 않아요. "
    "아래 공식 누리집에서 확인해 주세요."
)
CHECK_NOTICE = "공고는 정정될 수 있으니 신청 전에 공고문 원문을 꼭 확인해 주세요."
_RENT = re.compile(r"월세|임차료|임대료|전세|보증금|주거비|이사비|주거급여|대출\s?이자|중개\s?보수")
RentKind = Literal["월세", "보증금·전세자금", "이사비"]
_WORDS: dict[str, str] = {
    "월세": "월세 임차료 지원",
    "보증금·전세자금": "전세 보증금 대출 이자 지원",
    "이사비": "이사비 중개보수 지원",
}


class RentQuestion(Asked, Limited):
    kind: RentKind | None = Field(default=None, description="어떤 주거비를 찾는지")


@tool(arguments=Asked)
def search_housing_subscription(arguments: Asked, context: ToolContext) -> RetrievalResult:
    """사는 곳의 청약·분양·공공임대 모집 공고와 공식 누리집, 관련 주택 제도를 알려 줍니다.

    모은 청약홈·LH 공고와 임대단지, 지역 공사의 누리집, 모은 정책 원문입니다.
    """
    source = "search_housing_subscription"
    region = place_of(source, arguments, arguments.question)
    if isinstance(region, RetrievalResult):
        return region
    if region is None:
        return needs(source, "sigungu", reason="모집 공고는 지역마다 달라서 사는 곳을 알아야 해요.")
    notices = stored_notices(arguments.question, region, context.as_of)
    complexes = stored_complexes(arguments.question, region)
    policies = _homes(arguments.question, region)
    portals = [_portal_item(each) for each in portals_for(region.sido)]
    place = " ".join(part for part in (region.sido, region.sigungu) if part)
    told = f" 관련 제도 {len(policies)}건도 함께 보여 드려요." if policies else ""
    if notices.rows:
        begins = f"{notices.told}{place}의 신청할 수 있는 모집 공고는 {notices.total}건이에요."
    elif notices.held:
        begins = f"{notices.told}{place}에서 신청할 수 있는 모집 공고는 모은 자료에 없어요."
    else:
        begins = f"{place}의 모집 공고를 볼 수 있는 공식 누리집이에요."
    known = [CHECK_NOTICE] if notices.held else [NO_NOTICES]
    return RetrievalResult(
        source=source, query=f"{place} {arguments.question}", summary=f"{begins}{told}",
        items=[
            *notices.rows, *complexes.rows, *portals,
            *(policy_item(each, as_of=context.as_of) for each in policies),
        ],
        notices=[*known, *stale_notices(policies, context.as_of)],
        total=len(policies) + notices.total,
    )  # fmt: skip


@tool(arguments=RentQuestion)
def search_rental_support(arguments: RentQuestion, context: ToolContext) -> RetrievalResult:
    """월세·보증금·전세자금·이사비를 돕는 정책을 전국과 사는 곳에서 찾습니다(금액은 원문 그대로).

    월세나 보증금을 말하는 공식 원문 문장을 정책마다 함께 보여 줍니다.
    """
    source = "search_rental_support"
    region = place_of(source, arguments, arguments.question)
    if isinstance(region, RetrievalResult):
        return region
    text = f"{arguments.question} {_WORDS.get(arguments.kind or '', '')}".strip()
    query = Query(text, region=region, nationwide_only=region is None, only=_housing(), limit=20)
    result, found = found_policies(query)
    notices = [result.notice] if result.notice else []
    paying = [each for each in found if _rent_spans(each)][: arguments.limit]
    status = outcome_of(result)
    if status is not ResultStatus.OK or not paying:
        status = ResultStatus.NOT_FOUND if status is ResultStatus.OK else status
        return RetrievalResult(
            source=source, status=status, query=text, notices=notices, total=0,
            summary="월세나 보증금을 돕는 정책을 모은 자료에서 찾지 못했어요.",
        )  # fmt: skip
    items = [_rent_item(each, context) for each in paying]
    if region is None:
        notices.append("사는 곳을 알려 주시면 지역의 주거비 지원도 함께 찾아 드려요.")
    notices.append("집 목록이나 시세는 갖고 있지 않아요.")
    return RetrievalResult(
        source=source, query=text, items=items, total=len(items),
        summary=f"월세·보증금 같은 주거비를 돕는 정책 {len(items)}가지를 찾았어요.",
        notices=[*notices, *stale_notices(paying, context.as_of)],
    )  # fmt: skip


@tool(arguments=Place)
def find_public_housing_support(arguments: Place, context: ToolContext) -> RetrievalResult:
    """영구임대·국민임대·행복주택·매입임대·전세임대 가운데 알려진 사정에 맞는 종류를 견줍니다.

    종류는 공공주택 특별법 시행령 제2조를, 자격은 모은 정책의 기준을 따릅니다. 확정이 아닙니다.
    """
    source = "find_public_housing_support"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    known = bool(context.facts.known())
    rated = [_type_item(each, region, context, known=known) for each in rental_types()]
    rated.sort(key=lambda item: _ORDER[str(item.metadata["verdict"])])
    unknown = [item.title for item in rated if not item.metadata["policy_id"]]
    sido = region.sido if region else None
    notices = ["집마다 모집 공고의 소득·자산 기준이 다르니 공고를 꼭 확인해 주세요."]
    if unknown:
        notices.append(f"{josa(', '.join(unknown), '은/는')} 자격 기준을 모은 자료가 없어요.")
    if not known:
        notices.append("나이·소득·가구원 수를 알려 주시면 맞는 종류부터 보여 드려요.")
    return RetrievalResult(
        source=source, items=[*rated, *(_portal_item(each) for each in portals_for(sido))],
        summary="공공임대주택의 종류를 알려진 사정에 맞는 순서로 보여 드려요."
        if known else "공공임대주택의 종류예요.",
        notices=notices, total=len(rated),
    )  # fmt: skip


_ORDER = {"likely": 0, "needs_more_info": 1, "": 2, "unlikely": 3}


def _housing() -> tuple[UUID, ...]:
    found = policies_matching(PolicyFilter(theme=Theme.HOUSING))
    return tuple(found.values_list("id", flat=True))


def _homes(question: str, region: RegionFilter) -> list[PolicyEvidence]:
    """Policies about homes that the question is near to."""
    query = Query(f"{question} 주택 공급 임대 분양", region=region, only=_housing(), limit=5)
    result, found = found_policies(query)
    return [] if result.below_floor else found


def _rent_spans(policy: PolicyEvidence) -> list[ResultItem]:
    """Sentences on what is paid that speak of rent, a deposit or moving."""
    spans = line_spans(policy, Section.BENEFIT) + line_spans(policy, Section.SUMMARY)
    telling = [span for span in spans if _RENT.search(policy.text(span))]
    return [section_item(policy, span) for span in telling]


def _rent_item(policy: PolicyEvidence, context: ToolContext) -> ResultItem:
    sentence = _rent_spans(policy)[0]
    item = policy_item(policy, as_of=context.as_of)
    return item.model_copy(
        update={
            "content": sentence.content,
            "section": sentence.section,
            "start": sentence.start,
            "end": sentence.end,
        }
    )


def _type_item(
    kind: RentalType, region: RegionFilter | None, context: ToolContext, *, known: bool
) -> ResultItem:
    place = (region.sido, region.sigungu) if region else (None, None)
    named = policy_named(kind.policy, *place).policy or policy_named(kind.name, *place).policy
    policy = evidences_of([named.id])[0] if named else None
    verdict = judge(policy, context.facts).verdict if policy and known else None
    content = f"{kind.who}이에요({kind.law})."
    if verdict is not None:
        content += f" 알려진 사정으로는 {VERDICT_LABELS[verdict]}."
    return ResultItem(
        id=f"housing:{kind.name}", title=kind.name, content=content, kind="housing_type",
        url=policy.detail_url if policy else "", version_id=policy.version_id if policy else None,
        metadata={
            "policy_id": policy.policy_id if policy else "",
            "verdict": verdict.value if verdict else "",
            "law": kind.law,
        },
    )  # fmt: skip


def _portal_item(portal: HousingPortal) -> ResultItem:
    return ResultItem(
        id=f"portal:{portal.name}", title=portal.name, kind="link", url=portal.url,
        content=f"{portal.what}({portal.run_by}) · {portal.url} · 전화 {portal.phone}",
        metadata={"phone": portal.phone, "run_by": portal.run_by},
    )  # fmt: skip
