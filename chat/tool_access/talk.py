"""What a caller tells beside the arguments: the people, their facts, the talk so far."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from django.utils import timezone
from ninja import Schema
from pydantic import ConfigDict, Field, ValidationError

from chat.agent.store import AgentStore
from chat.agent.tools.types import ToolContext
from chat.agent.understanding.types import base_of
from chat.querysets import Owner
from policies.api.eligibility_schemas import MOST_MEMBERS, MemberName
from policies.api.korean_errors import Facts, korean_problem
from policies.eligibility.facts import ApplicantFacts
from policies.retrieval.types import RegionFilter

SELF = "self"
_LONGEST_QUESTION = 2000
_MOST_POLICIES = 10
# Not facts of the person, or derived from what else is known.
_NO_FACTS = {"as_of", "provenance", "income_is_recognised"}
_LIVE_WITH_SELF = {"spouse", "child"}


class Talk(Schema):
    """말하지 않은 인자를 채울 것: 가족마다 아는 사실, 지금 이야기하는 사람, 질문, 정책."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    members: dict[MemberName, Facts] = Field(
        default_factory=dict,
        max_length=MOST_MEMBERS,
        description="가족의 이름(self, mother, child …)과 아는 사실. 없는 항목은 모르는 것입니다.",
    )
    focus: MemberName = Field(default=SELF, description="누구의 이야기인지")
    question: str = Field(default="", max_length=_LONGEST_QUESTION, description="질문 전체")
    policies: list[Annotated[str, Field(max_length=300)]] = Field(
        default_factory=list, max_length=_MOST_POLICIES, description="이야기하던 정책의 이름"
    )
    saved: bool = Field(default=True, description="로그인한 사람의 저장된 가족 정보를 함께 쓸지")


class TalkInvalid(ValueError):
    """`problems`: Korean sentences by place, each beginning with `context`."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


def talk_read(given: Any) -> Talk:
    """The talk out of JSON, None is an empty one. Raises TalkInvalid."""
    try:
        return Talk.model_validate({} if given is None else given)
    except ValidationError as error:
        problems = {
            ".".join(str(part) for part in ("context", *one["loc"])): korean_problem(one)
            for one in error.errors(include_url=False)
        }
        raise TalkInvalid(problems) from None


async def tool_context(talk: Talk, owner: Owner | None) -> ToolContext:
    """Context of a call: facts of the request over those a signed-in person has saved. A
    stranger brings all facts along."""
    as_of = next((facts.as_of for facts in talk.members.values()), timezone.localdate())
    saved: dict[str, dict[str, Any]] = {}
    if owner is not None and talk.saved:
        saved = await AgentStore().profile_facts(owner, as_of)
    members = {
        name: _facts(saved.get(name, {}), talk.members.get(name), as_of)
        for name in {**saved, **talk.members}
    }
    return ToolContext(
        as_of=as_of,
        owner=owner,
        members=members,
        focus=talk.focus,
        region=_region(members, talk.focus),
        question=talk.question,
        policies=tuple(talk.policies),
    )


def _facts(saved: Mapping[str, Any], told: ApplicantFacts | None, as_of: date) -> ApplicantFacts:
    known = dict(saved)
    if told is not None:
        known |= told.model_dump(mode="json", exclude=_NO_FACTS, exclude_none=True)
    return ApplicantFacts.model_validate({**known, "as_of": as_of})


def _region(members: Mapping[str, ApplicantFacts], focus: str) -> RegionFilter | None:
    """Where the member in focus lives; a spouse or a child with the person, until it is said."""
    names = [focus, SELF] if base_of(focus) in _LIVE_WITH_SELF else [focus]
    for name in names:
        region = members[name].region if name in members else None
        if region is not None:
            return RegionFilter(region.sido, region.sigungu)
    return None
