"""Policies by what happened: a disease, an event of life."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pydantic import Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.found import found_policies, policy_item, stale_notices
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.search.welfare import searched
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.guides.events import Duty, LifeEvent, event_named, life_events
from policies.korean import josa, long_date
from policies.retrieval.types import Query, RegionFilter
from policies.vocab.diseases import Disease, lineage, programme_words
from policies.vocab.expand import diseases_in
from policies.vocab.kcd import plain_code

# Programmes looked up for each topic of an event.
A_TOPIC = 2


class DiseaseQuestion(Place):
    disease: str | None = Field(
        default=None, max_length=100, description="병 이름이나 KCD 질병코드. 예: 당뇨병, E11"
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="병에 대해 무엇을 찾는지"
    )
    limit: int = Field(default=8, ge=1, le=20, description="보여 줄 가짓수(1~20)")


class EventQuestion(Place):
    event: str | None = Field(
        default=None, max_length=100, description="겪은 일. 예: 출산, 실직, 가족의 사망, 이사"
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="겪은 일을 말한 문장"
    )
    happened_on: date | None = Field(
        default=None, description="그 일이 있은 날(YYYY-MM-DD). 기한을 셀 때 씁니다"
    )


@tool(arguments=DiseaseQuestion)
def search_by_disease(arguments: DiseaseQuestion, context: ToolContext) -> RetrievalResult:
    """병 이름(일상어나 KCD 질병코드)으로 의료비·약값·간병·등록 지원을 찾습니다.

    병 이름은 한국표준질병·사인분류(KCD-8) 코드와 이어 찾습니다. 치료에 대한 조언은 하지 않습니다.
    """
    source = "search_by_disease"
    region = place_of(source, arguments, arguments.question or "")
    if isinstance(region, RetrievalResult):
        return region
    said = arguments.disease or arguments.question or ""
    diseases = diseases_in(said)
    if not diseases and arguments.disease is None:
        noted = context.facts.conditions or []
        if not noted:
            return needs(source, "disease")
        said = " ".join(noted)
        diseases = diseases_in(said)
    words = list(dict.fromkeys(word for each in diseases for word in _words(each)))
    query = Query(
        "",
        boosts=dict.fromkeys(words[:6], 1.0),
        region=region,
        nationwide_only=region is None,
        limit=arguments.limit,
    )
    result = _first_found(source, query, _texts(said, diseases), context)
    told = [_disease_item(each) for each in diseases]
    notices = list(result.notices)
    if not diseases:
        notices.append(f"{josa(f'‘{said}’', '은/는')} 병 이름 목록에 없어서 말 그대로 찾았어요.")
    return result.model_copy(update={"items": [*result.items, *told], "notices": notices})


@tool(arguments=EventQuestion)
def search_by_life_event(arguments: EventQuestion, context: ToolContext) -> RetrievalResult:
    """출산·실직·사망·이사처럼 겪은 일에 따라 알아볼 지원과 법으로 정한 기한을 보여 줍니다.

    기한(일·개월)은 가족관계등록법·주민등록법·고용보험법·민법의 조문에 따릅니다.
    """
    source = "search_by_life_event"
    region = place_of(source, arguments, arguments.question or "")
    if isinstance(region, RetrievalResult):
        return region
    event = event_named(arguments.event or arguments.question or "")
    if event is None:
        names = ", ".join(each.name for each in life_events())
        asked = f"어떤 일을 겪으셨나요? {names} 가운데 가까운 것을 말씀해 주세요."
        return needs(source, "event", question=asked)
    found, notices = _of_topics(event, region)
    duties = [_duty_item(event, duty, arguments.happened_on) for duty in event.duties]
    items = [policy_item(each, as_of=context.as_of) for each in found]
    notices += stale_notices(found, context.as_of)
    notices += [event.note] if event.note else []
    status = ResultStatus.OK if items or duties else ResultStatus.NOT_FOUND
    summary = f"{josa(event.name, '과/와')} 관련해 알아볼 지원은 {len(items)}가지예요."
    if not items:
        summary = f"{josa(event.name, '과/와')} 관련한 지원은 모은 자료에서 찾지 못했어요."
    if duties:
        summary += " 법으로 기한이 정해진 일도 함께 확인해 주세요."
    return RetrievalResult(
        source=source, status=status, query=event.name, summary=summary,
        items=[*items, *duties], total=len(items), notices=notices,
    )  # fmt: skip


def _texts(said: str, diseases: list[Disease]) -> list[str]:
    """What to search for, in this order: the words said, then the names from the narrow to the
    wide one. A code stands in no text."""
    names = [one.name for each in diseases for one in lineage(each)]
    texts = [f"{name} 의료비 지원" for name in dict.fromkeys(names)]
    return texts if plain_code(said) else [f"{said} 의료비 지원", *texts]


def _first_found(
    source: str, query: Query, texts: list[str], context: ToolContext
) -> RetrievalResult:
    """The first of the searches that finds something near, else what the last one says."""
    for text in texts:
        result = searched(source, replace(query, text=text), context)
        if result.status is ResultStatus.OK:
            break
    return result


def _words(disease: Disease) -> tuple[str, ...]:
    return (*(one.name for one in lineage(disease)), *programme_words(disease.name))


def _disease_item(disease: Disease) -> ResultItem:
    codes = ", ".join(disease.codes)
    return ResultItem(
        id=f"disease:{disease.name}", title=disease.name, kind="term",
        content=f"한국표준질병·사인분류 {codes}" if codes else "",
        metadata={"codes": list(disease.codes), "programmes": list(programme_words(disease.name))},
    )  # fmt: skip


def _of_topics(
    event: LifeEvent, region: RegionFilter | None
) -> tuple[list[PolicyEvidence], list[str]]:
    """The best of each topic, each policy once, and why anything was not searched in full."""
    found: dict[str, PolicyEvidence] = {}
    notices: list[str] = []
    for topic in event.topics:
        query = Query(topic, region=region, nationwide_only=region is None, limit=A_TOPIC)
        result, policies = found_policies(query)
        if result.notice and result.notice not in notices:
            notices.append(result.notice)
        if not result.below_floor:
            found |= {each.policy_id: each for each in policies if each.policy_id not in found}
    return list(found.values()), notices


def _duty_item(event: LifeEvent, duty: Duty, happened_on: date | None) -> ResultItem:
    text = f"{duty.from_day}부터 {duty.span()} 안({duty.law})"
    until = duty.until(happened_on) if happened_on else None
    if until is not None:
        text += f" · {long_date(until)}까지"
    return ResultItem(
        id=f"duty:{event.key}:{duty.what}", title=duty.what, content=text, kind="deadline",
        metadata={"law": duty.law, "until": until.isoformat() if until else None},
    )  # fmt: skip
