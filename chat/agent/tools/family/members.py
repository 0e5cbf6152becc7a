"""Who belongs to the family, and what is known of each."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from chat.agent.describe import fact_label, fact_labels
from chat.agent.facts import member_name
from chat.agent.tools.people import (
    Family,
    OfMember,
    WithConsent,
    age_of,
    asker_of,
    family_in,
    member_in,
)
from chat.agent.tools.place import NoArguments, invalid
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from chat.agent.understanding import extract
from chat.agent.understanding.types import base_of
from policies.eligibility.casefile import FactsInvalid, facts_from_case
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import ASKING, subject_of
from policies.korean import josa
from profiles.choices import RELATION
from profiles.services import facts_save

LIST, GET, SET = "list_family_members", "get_member_facts", "set_member_facts"
_ASK_FACTS = "무엇을 적어 둘까요? 나이, 사는 곳, 소득처럼 저장하고 싶은 것을 말씀해 주세요."
_NOT_KEPT = frozenset({"age"})
_HIDDEN = {"as_of", "provenance", "income_is_recognised"}


class GetArguments(OfMember):
    keys: list[str] | None = Field(
        default=None,
        max_length=40,
        description="알고 싶은 항목의 이름. 예: birth_date, region. 비우면 아는 것 모두",
    )


class SetArguments(WithConsent):
    facts: dict[str, Any] | None = Field(
        default=None,
        description="저장할 사실과 값. 예: {'birth_date': '1960-03-02', 'household_size': 2(명), "
        "'monthly_income': 1200000(원)}",
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="저장할 내용을 담은 말"
    )


@tool(arguments=NoArguments)
def list_family_members(arguments: NoArguments, context: ToolContext) -> RetrievalResult:
    """지금 이야기에서 알고 있는 가족과 저장해 둔 가족을 모두 보여 줍니다(관계, 만 나이, 사는 곳).

    저장한 것과 이 대화에서만 아는 것을 나누어 말합니다. 다른 사람의 가족은 보이지 않습니다.
    """
    family = family_in(context)
    known = [key for key, facts in family.facts.items() if key in family.saved or facts.known()]
    if not known:
        return RetrievalResult(
            source=LIST,
            status=ResultStatus.NOT_FOUND,
            summary="아직 알고 있는 가족이 없어요. 나이와 사는 곳부터 말씀해 주세요.",
        )
    names = ", ".join(family.name(key) for key in known)
    only_told = [family.name(key) for key in known if key not in family.saved]
    told = f"이 대화에서만 알고 저장하지 않은 가족: {', '.join(only_told)}."
    return RetrievalResult(
        source=LIST,
        summary=f"알고 있는 가족은 {len(known)}명이에요: {names}.",
        items=[_member(family, key) for key in known],
        total=len(known),
        notices=[told] if only_told else [],
    )


@tool(arguments=GetArguments)
def get_member_facts(arguments: GetArguments, context: ToolContext) -> RetrievalResult:
    """가족 한 사람에 대해 알고 있는 사실을 보여 줍니다(단위: 원, 명, %, 만 나이).

    어디서 안 것인지(지금 말한 것, 이 대화, 저장해 둔 것)를 함께 말하고, 모르는 항목은 모른다고
    말합니다.
    """
    family = family_in(context)
    key = member_in(GET, family, arguments.member)
    if isinstance(key, RetrievalResult):
        return key
    wanted = arguments.keys or []
    strange = [each for each in wanted if each not in ASKING]
    if strange:
        return invalid(GET, "keys", f"알 수 없는 항목이에요: {', '.join(strange)}.")
    facts = family.facts.get(key) or ApplicantFacts(as_of=context.as_of)
    shown = _plain(facts)
    if wanted:
        shown = {name: value for name, value in shown.items() if name in wanted}
    known = {*facts.known(), *(("birth_date",) if facts.age is not None else ())}
    unknown = [each for each in wanted or ("birth_date", "region") if each not in known]
    who = family.name(key)
    notices = [f"아직 모르는 것: {', '.join(map(subject_of, unknown))}."] if unknown else []
    if not shown:
        return RetrievalResult(
            source=GET,
            status=ResultStatus.NOT_FOUND,
            summary=f"{who}에 대해 알고 있는 것이 없어요.",
            notices=notices,
        )
    return RetrievalResult(
        source=GET,
        summary=f"{who}에 대해 알고 있는 것은 {len(fact_labels(shown))}가지예요.",
        items=_facts(facts, shown),
        total=len(fact_labels(shown)),
        notices=notices,
    )


@tool(arguments=SetArguments, personal=True, writes=True)
def set_member_facts(arguments: SetArguments, context: ToolContext) -> RetrievalResult:
    """가족 한 사람의 사실을 저장합니다(나이, 사는 곳, 소득(원), 가구원 수(명) 등).

    본인이 저장해도 된다고 말한 뒤에만 저장하고, 그 전에는 무엇을 저장할지 보여 주며 묻습니다.
    말하지 않은 것은 그대로 두고, 나이는 생년월일을 알 때만 저장합니다.
    """
    family = family_in(context)
    user = asker_of(SET, family)
    key = member_in(SET, family, arguments.member)
    if isinstance(user, RetrievalResult):
        return user
    if isinstance(key, RetrievalResult):
        return key
    given = arguments.facts or _said(arguments.question, key, context)
    if not given:
        return needs(SET, "facts", question=_ASK_FACTS)
    try:
        facts = facts_from_case(given, as_of=context.as_of)
    except FactsInvalid as wrong:
        return invalid(SET, "facts", " ".join(wrong.errors))
    kept = {name: value for name, value in _plain(facts).items() if name not in _NOT_KEPT}
    if not kept:
        return needs(
            SET, "birth_date", reason="나이는 해마다 바뀌어서 생년월일로만 저장할 수 있어요."
        )
    who, labels = family.name(key), ", ".join(fact_labels(kept))
    if not arguments.consent:
        return needs(SET, "consent", question=f"{who}의 정보에 이렇게 저장할까요? {labels}")
    relation = base_of(key)
    profile = facts_save(
        user=user,
        relation=relation if relation in dict(RELATION) else "other",
        name=member_name(key),
        facts=facts,
        profile=family.saved.get(key),
    )
    return RetrievalResult(
        source=SET,
        summary=f"{josa(profile.name, '을/를')} 위해 {len(fact_labels(kept))}가지를 저장했어요.",
        items=_facts(facts, kept),
        total=len(fact_labels(kept)),
        notices=["저장한 내용은 ‘내 가족’에서 언제든 고치거나 지울 수 있어요."],
    )


def _member(family: Family, key: str) -> ResultItem:
    facts, profile = family.facts[key], family.saved.get(key)
    age = age_of(facts)
    region = facts.region
    place = " ".join(part for part in (region.sido, region.sigungu) if part) if region else ""
    told = [
        profile.get_relation_display() if profile else "",
        f"만 {age}세" if age is not None else "나이 모름",
        place or "사는 곳 모름",
    ]
    return ResultItem(
        id=key,
        title=family.name(key),
        content=", ".join(part for part in told if part),
        kind="member",
        metadata={
            "saved": profile is not None,
            "main": bool(profile and profile.is_main),
            "age": age,
            "known": len(facts.known()),
        },
    )


def _plain(facts: ApplicantFacts) -> dict[str, Any]:
    shown: dict[str, Any] = facts.model_dump(mode="json", exclude=_HIDDEN, exclude_none=True)
    if not shown.get("other"):
        shown.pop("other", None)
    return shown


def _facts(facts: ApplicantFacts, shown: dict[str, Any]) -> list[ResultItem]:
    items = []
    for name, value in shown.items():
        if name == "other":
            continue
        origin = facts.provenance.get(name)
        items.append(
            ResultItem(
                id=name,
                title=subject_of(name),
                content=fact_label(name, value).partition(": ")[2],
                kind="fact",
                metadata={"value": value, "layer": origin.layer.value if origin else ""},
            )
        )
    free = {"other": shown["other"]} if "other" in shown else {}
    return items + [ResultItem(id=label, title=label, kind="fact") for label in fact_labels(free)]


def _said(question: str | None, key: str, context: ToolContext) -> dict[str, Any]:
    """Facts that the question states of the member."""
    known = {member: _plain(facts) for member, facts in context.members.items()}
    found = extract(question or "", as_of=context.as_of, focus=key, known=known)
    return dict(found.facts.get(key, {}))
