"""Arguments that many tools have: where somebody lives, a policy, a question."""

from __future__ import annotations

from pydantic import BaseModel, Field

from chat.agent.tools.registry import from_talk
from chat.agent.tools.types import ResultStatus, RetrievalResult
from policies.geography import Region, known_region, question_region, resolve
from policies.korean import particle
from policies.retrieval.types import RegionFilter

# Longer texts of a person are cut here: nobody asks a question of this length.
MAX_TEXT = 500


class NoArguments(BaseModel):
    """Nothing is asked for."""


class Place(BaseModel):
    """Where somebody lives, as an argument of a tool."""

    sido: str | None = from_talk("sido", default=None, description="사는 시·도. 예: 서울특별시")
    sigungu: str | None = from_talk(
        "sigungu", default=None, description="사는 시·군·구. 예: 동작구"
    )


class WithPolicy(Place):
    """A policy by its name or id, and where the person lives."""

    policy: str = from_talk(
        "policy", min_length=1, max_length=200, description="정책 이름이나 식별자. 예: 기초연금"
    )


class Asked(Place):
    """A question in the person's words, and where they live."""

    question: str = from_talk(
        "question", min_length=1, max_length=MAX_TEXT, description="찾는 내용을 담은 말이나 질문"
    )


class Limited(BaseModel):
    limit: int = Field(default=8, ge=1, le=20, description="보여 줄 가짓수(1~20)")


def place_of(
    source: str, place: Place, question: str = ""
) -> RegionFilter | RetrievalResult | None:
    """The place by its official names: the one a `question` is about, else the given one. None
    where none was said, the result that tells so where no such place is."""
    given = _given(source, place)
    asked = question_region(question) if question else None
    if asked is None or isinstance(given, RetrievalResult):
        return given
    if given is not None and asked.holds(Region(given.sido, given.sigungu)):
        return given
    return RegionFilter(asked.sido, asked.sigungu)


def _given(source: str, place: Place) -> RegionFilter | RetrievalResult | None:
    if not place.sido and not place.sigungu:
        return None
    region = known_region(place.sido, place.sigungu) if place.sido else None
    if region is None and place.sigungu:
        found = resolve(place.sigungu.split(), evident=True)
        region = found if found and (found.sigungu or not place.sido) else None
    if region is None:
        said = " ".join(part for part in (place.sido, place.sigungu) if part)
        text = f"‘{said}’{particle(said, '이라는/라는')} 시·도나 시·군·구를 찾지 못했어요."
        return invalid(source, "sigungu" if place.sigungu else "sido", text)
    return RegionFilter(region.sido, region.sigungu)


def invalid(source: str, argument: str, text: str) -> RetrievalResult:
    """An argument that nothing can be done with, told in a Korean sentence."""
    return RetrievalResult(
        source=source, status=ResultStatus.INVALID, problems={argument: text}, summary=text
    )
