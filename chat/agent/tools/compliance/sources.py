"""How old the data is, and what is held at all."""

from __future__ import annotations

from itertools import islice

from pydantic import BaseModel, Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.found import policy_of
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.coverage import SourceCoverage, data_coverage, source_coverage
from policies.freshness import freshness
from policies.korean import josa, long_date, number
from policies.structured.answer import SOURCE_NAMES

FRESH, COVERAGE = "check_source_freshness", "get_data_coverage"
_NO_DATA = "아직 모은 정책 자료가 없어요."


class FreshnessArguments(Place):
    policy: str | None = from_talk(
        "policy", default=None, max_length=200, description="정책 이름. 비우면 출처 모두"
    )


class CoverageArguments(BaseModel):
    limit: int = Field(default=10, ge=1, le=40, description="지역과 주제를 많은 순서로 몇 개까지")


@tool(arguments=FreshnessArguments)
def check_source_freshness(arguments: FreshnessArguments, context: ToolContext) -> RetrievalResult:
    """정책 자료를 언제 모았고 출처가 약속한 주기보다 오래되었는지 알려 줍니다.

    정책을 말하면 그 정책의 원문을, 말하지 않으면 출처마다 가장 새로운 날을 봅니다.
    """
    if not arguments.policy:
        return _all_sources(context)
    place = place_of(FRESH, arguments)
    if isinstance(place, RetrievalResult):
        return place
    policy = policy_of(FRESH, arguments.policy, place)
    if isinstance(policy, RetrievalResult):
        return policy
    return _one_policy(policy, context)


@tool(arguments=CoverageArguments)
def get_data_coverage(arguments: CoverageArguments, context: ToolContext) -> RetrievalResult:
    """어떤 자료를 얼마나 갖고 있는지 알려 줍니다: 출처·지역·주제마다 정책 수(건)와 가장 새로운 날,
    조건을 분석한 정책 수.

    여기 없는 정책이 세상에 없다는 뜻은 아닙니다.
    """
    found = data_coverage(context.as_of)
    if not found.total:
        return RetrievalResult(source=COVERAGE, status=ResultStatus.UNAVAILABLE, summary=_NO_DATA)
    items = [_source(each) for each in found.sources]
    for kind, counts in (("지역", found.regions), ("주제", found.themes)):
        items += [
            ResultItem(
                id=f"{kind}:{name}",
                title=f"{kind} · {name}",
                content=f"{number(count)}건",
                kind="figure",
                metadata={"count": count},
            )
            for name, count in islice(counts.items(), arguments.limit)
        ]
    return RetrievalResult(
        source=COVERAGE,
        summary=f"정책 {number(found.total)}건을 갖고 있어요. 전국 정책이 "
        f"{number(found.nationwide)}건이고, {number(found.with_rule)}건은 조건을 분석해 두었어요.",
        items=items,
        total=found.total,
        notices=[
            f"지역 {len(found.regions)}곳, 주제 {len(found.themes)}가지의 정책이 있어요.",
            "여기 없는 정책도 있을 수 있으니 복지로나 보건복지상담센터(129)에 확인해 주세요.",
        ],
    )


def _all_sources(context: ToolContext) -> RetrievalResult:
    found = source_coverage(context.as_of)
    if not found:
        return RetrievalResult(source=FRESH, status=ResultStatus.UNAVAILABLE, summary=_NO_DATA)
    stale = [SOURCE_NAMES.get(each.source, each.source) for each in found if each.freshness.stale]
    told = (
        f"{josa(', '.join(stale), '은/는')} 오래되어 바뀌었을 수 있어요."
        if stale
        else "모두 약속한 주기 안에 모은 자료예요."
    )
    return RetrievalResult(
        source=FRESH,
        summary=f"자료의 출처는 {len(found)}곳이에요. {told}",
        items=[_source(each) for each in found],
        total=len(found),
    )


def _one_policy(policy: PolicyEvidence, context: ToolContext) -> RetrievalResult:
    found = freshness(
        policy.source,
        collected_on=policy.collected_on,
        checked_on=policy.checked_on,
        year=policy.year,
        today=context.as_of,
    )
    days = [
        ("모은 날", policy.collected_on),
        ("마지막으로 확인한 날", policy.checked_on),
        ("출처가 고쳤다고 적은 날", policy.updated_on),
    ]
    known = [f"{name} {long_date(day)}" for name, day in days if day is not None]
    name = josa(f"‘{policy.name}’", "은/는")
    told = found.sentence or "약속한 주기 안에 모은 자료예요."
    item = ResultItem(
        id=policy.policy_id,
        title=policy.name,
        content=", ".join(known) or "언제 모았는지 남아 있지 않아요.",
        kind="source",
        url=policy.source_url,
        metadata={
            "policy_id": policy.policy_id,
            "source": SOURCE_NAMES.get(policy.source, policy.source),
            "year": policy.year,
            "stale": found.stale,
            **{key: day.isoformat() if day else None for key, day in (
                ("collected_on", policy.collected_on),
                ("checked_on", policy.checked_on),
                ("updated_on", policy.updated_on),
            )},
        },
    )  # fmt: skip
    return RetrievalResult(
        source=FRESH,
        query=policy.name,
        summary=f"{name} {policy.source_title} 자료예요. {told}",
        items=[item],
        total=1,
    )


def _source(found: SourceCoverage) -> ResultItem:
    name = SOURCE_NAMES.get(found.source, found.source)
    day = f"가장 새로운 날 {long_date(found.newest)}" if found.newest else "모은 날을 모름"
    told = [f"정책 {number(found.policies)}건", day, found.freshness.sentence]
    return ResultItem(
        id=f"source:{found.source}",
        title=f"출처 · {name}",
        content=", ".join(each for each in told if each),
        kind="source",
        metadata={
            "count": found.policies,
            "newest": found.newest.isoformat() if found.newest else None,
            "stale": found.freshness.stale,
        },
    )
