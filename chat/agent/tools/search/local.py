"""What a region does of its own, and what is new in the data."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from pydantic import Field

from chat.agent.tools.found import (
    evidences_of,
    found_policies,
    outcome_of,
    policy_item,
    stale_notices,
)
from chat.agent.tools.place import Limited, Place, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.korean import long_date
from policies.models import PolicyVersion
from policies.retrieval.types import Query
from policies.selectors import local_policy_ids, versions_before, versions_since
from policies.version_diff import version_diff
from policies.vocabulary import Theme


class LocalQuestion(Place, Limited):
    topic: str | None = Field(
        default=None,
        max_length=200,
        description="지역 정책 가운데 찾는 내용. 예: 출산, 어르신 교통비",
    )


class Recent(Place, Limited):
    days: int = Field(default=30, ge=1, le=366, description="며칠 전부터 바뀐 것을 볼지(일)")
    theme: Theme | None = Field(default=None, description="관심주제로 좁히기")


@tool(arguments=LocalQuestion)
def search_local_policies(arguments: LocalQuestion, context: ToolContext) -> RetrievalResult:
    """시·도나 시·군·구가 스스로 하는 정책만 찾습니다. 전국에서 하는 정책은 넣지 않습니다.

    지방자치단체가 복지로·보조금24·온통청년에 공개한 자료에서 찾습니다.
    """
    source = "search_local_policies"
    region = place_of(source, arguments, arguments.topic or "")
    if isinstance(region, RetrievalResult):
        return region
    if region is None:
        return needs(source, "sigungu", reason="지역의 정책만 찾으려면 사는 곳을 알아야 해요.")
    place = " ".join(part for part in (region.sido, region.sigungu) if part)
    ids = local_policy_ids(region.sido, region.sigungu)
    if not ids:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=place, total=0,
            summary=f"{place}에서 스스로 하는 정책은 모은 자료에 없어요.",
        )  # fmt: skip
    notices: list[str] = []
    found = evidences_of(ids[: arguments.limit])
    total = len(ids)
    if arguments.topic:
        query = Query(arguments.topic, region=region, only=tuple(ids), limit=arguments.limit)
        result, found = found_policies(query)
        notices += [result.notice] if result.notice else []
        total = len(found)
        if (status := outcome_of(result)) is not ResultStatus.OK:
            return RetrievalResult(
                source=source, status=status, query=arguments.topic, notices=notices, total=0,
                summary=f"{place}의 정책 {len(ids):,}건 가운데 ‘{arguments.topic}’에 맞는 것을 "
                "찾지 못했어요.",
            )  # fmt: skip
    elif total > len(found):
        notices.append(f"{total:,}건 가운데 이름 순서로 {len(found)}건만 보여 드려요.")
    return RetrievalResult(
        source=source, query=arguments.topic or place, total=total,
        items=[policy_item(each, as_of=context.as_of) for each in found],
        summary=f"{place}에서 스스로 하는 정책 {len(ids):,}건 가운데 {len(found)}건이에요.",
        notices=[*notices, *stale_notices(found, context.as_of)],
    )  # fmt: skip


@tool(arguments=Recent)
def list_recent_changes(arguments: Recent, context: ToolContext) -> RetrievalResult:
    """최근에 새로 모았거나 내용이 바뀐 정책과, 어느 항목이 바뀌었는지 보여 줍니다(일 단위).

    날짜는 이 서비스가 자료를 모은 날입니다. 기관이 제도를 바꾼 날과 다를 수 있습니다.
    """
    source = "list_recent_changes"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    since = context.as_of - timedelta(days=arguments.days)
    found = versions_since(
        since,
        sido=region.sido if region else "",
        sigungu=region.sigungu if region else None,
        theme=arguments.theme or "",
    )
    total = found.count()
    notice = "모은 날을 기준으로 한 목록이라, 기관이 제도를 바꾼 날과 다를 수 있어요."
    if not total:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, total=0, notices=[notice],
            summary=f"{long_date(since)}부터 새로 모았거나 바뀐 정책이 없어요.",
        )  # fmt: skip
    shown = list(found[: arguments.limit])
    before = versions_before(shown)
    items = [_change_item(each, before.get(each.pk)) for each in shown]
    kinds = Counter(str(item.metadata["change"]) for item in items)
    told = ", ".join(f"{kind} {count}건" for kind, count in kinds.items())
    notices = [notice]
    if total > len(items):
        notices.append(f"{total:,}건 가운데 새로운 순서로 {len(items)}건만 보여 드려요.")
    return RetrievalResult(
        source=source, items=items, total=total, notices=notices,
        summary=f"{long_date(since)}부터 {total:,}건이 달라졌어요(보여 드린 것: {told}).",
    )  # fmt: skip


def _change_item(version: PolicyVersion, before: PolicyVersion | None) -> ResultItem:
    labels = [each.label for each in version_diff(before, version)] if before else []
    what = f"바뀐 항목: {', '.join(labels)}" if labels else "새로 모은 정책이에요."
    if before is not None and not labels:
        what = "본문은 같고 다른 항목(기간·지역 등)이 바뀌었어요."
    return ResultItem(
        id=str(version.policy_id), title=version.policy.name, content=what,
        version_id=version.pk, url=version.policy.detail_url or version.source_url,
        metadata={
            "policy_id": str(version.policy_id),
            "agency": version.policy.agency.name,
            "change": "바뀜" if before is not None else "새로 모음",
            "stored_on": version.created_at.date().isoformat(),
            "sections": labels,
        },
    )  # fmt: skip
