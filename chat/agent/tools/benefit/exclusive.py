"""What can be received together, and what cannot: by relations and official sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from uuid import UUID

from pydantic import Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.counted import counted, names_meant
from chat.agent.tools.found import policy_of, stale_notices
from chat.agent.tools.people import OfMember, family_in, member_in
from chat.agent.tools.place import Place, WithPolicy, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.graph.together import Pair, Said, Together, pairs_known, rivals_of
from policies.korean import josa
from policies.retrieval.types import RegionFilter
from policies.said import policies_said
from policies.screening.receipts import received_names

CHECK, LIST = "duplicate_benefit_check", "list_exclusive_benefits"
_MOST = 4
_NO_YES = (
    "찾지 못했다는 것이 함께 받아도 된다는 뜻은 아니에요. 신청하기 전에 담당 기관이나 "
    "보건복지상담센터(129)에 확인해 주세요."
)
_LABELS = {
    Together.EXCLUSIVE: "함께 받을 수 없음",
    Together.ALLOWED: "함께 받을 수 있다는 문장이 있음",
    Together.UNCLEAR: "문장만으로는 알 수 없음",
    Together.NOT_FOUND: "우리 자료에서 찾지 못함",
}


class DuplicateArguments(OfMember, Place):
    policies: list[str] | None = Field(
        default=None,
        max_length=_MOST,
        description="견줄 정책 이름 둘에서 넷. 하나면 지금 받는 지원과 견줌",
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="정책 이름이 든 질문"
    )


@tool(arguments=DuplicateArguments)
def duplicate_benefit_check(arguments: DuplicateArguments, context: ToolContext) -> RetrievalResult:
    """두 지원을 함께 받을 수 있는지(중복 수급) 우리 자료의 관계와 공식 원문의 문장으로 살펴봅니다.

    이름을 둘 말하면 그 둘을, 하나만 말하면 지금 받고 있는 지원이나 앞에서 말한 정책과 견줍니다.
    함께 받을 수 없음, 함께 받을 수 있다는 문장이 있음, 알 수 없음, 찾지 못함을 나누어 말하고, 문장
    없이 된다고 하지 않습니다.
    """
    place = place_of(CHECK, arguments)
    if isinstance(place, RetrievalResult):
        return place
    family = family_in(context)
    key = member_in(CHECK, family, arguments.member)
    if isinstance(key, RetrievalResult):
        return key
    facts = family.facts.get(key)
    named = _named(arguments, place, context)
    held = [each for each in received_names(facts) if each not in named] if facts else []
    if not named:
        return needs(CHECK, "policies")
    if len(named) == 1 and not held:
        # "그거랑 같이 받나요?": the other one is what the talk was about before.
        named += [name for name in (*context.named, *context.policies) if name not in named][:1]
    if len(named) == 1 and not held:
        return needs(
            CHECK, "receives", reason=f"{josa(f'‘{named[0]}’', '과/와')} 견줄 지원이 있어야 해요."
        )
    main = [policy_of(CHECK, name, place) for name in named]
    refused = next((each for each in main if isinstance(each, RetrievalResult)), None)
    if refused is not None:
        return refused
    first = [each for each in main if isinstance(each, PolicyEvidence)]
    others, unknown = _held(held, place) if len(named) == 1 else ([], [])
    return _answer(first, others, unknown, context)


@tool(arguments=WithPolicy)
def list_exclusive_benefits(arguments: WithPolicy, context: ToolContext) -> RetrievalResult:
    """정책 하나와 함께 받을 수 없다고 알려진 지원을 모두, 근거가 되는 공식 원문의 문장과 함께
    보여 줍니다. 목록에 없다고 함께 받을 수 있다는 뜻은 아닙니다.
    """
    place = place_of(LIST, arguments)
    if isinstance(place, RetrievalResult):
        return place
    policy = policy_of(LIST, arguments.policy, place)
    if isinstance(policy, RetrievalResult):
        return policy
    found = rivals_of(UUID(policy.policy_id))
    name = f"‘{policy.name}’"
    if not found:
        return RetrievalResult(
            source=LIST,
            status=ResultStatus.NOT_FOUND,
            query=policy.name,
            summary=f"{josa(name, '과/와')} 함께 받을 수 없다고 적힌 지원을 자료에서 찾지 "
            "못했어요.",
            notices=[_NO_YES, *stale_notices([policy], context.as_of)],
        )
    names = ", ".join(each.name for each in found)
    items = [
        ResultItem(
            id=str(each.id),
            title=each.name,
            content=f"“{each.said.quote}”" if each.said else "근거 문장은 갖고 있지 않아요.",
            kind="exclusive",
            metadata={"policy_id": str(each.said.policy_id if each.said else each.id)},
            **_at(each.said),
        )
        for each in found
    ]
    return RetrievalResult(
        source=LIST,
        query=policy.name,
        summary=f"{josa(name, '과/와')} 함께 받을 수 없다고 알려진 것: {names}.",
        items=items,
        total=len(items),
        graph_summary="\n".join(f"{policy.name} —중복 불가→ {each.name}" for each in found),
        notices=[
            "여기 없는 지원이라도 함께 받지 못할 수 있으니 담당 기관에 확인해 주세요.",
            *stale_notices([policy], context.as_of),
        ],
    )


def _named(
    arguments: DuplicateArguments, place: RegionFilter | None, context: ToolContext
) -> list[str]:
    """The policies to compare: as given, else those that the question names or counts, else the
    one in talk."""
    if arguments.policies:
        return list(dict.fromkeys(arguments.policies))
    question = arguments.question or ""
    if counted(question) and len(meant := names_meant(question, context, most=_MOST)) > 1:
        return meant
    said = [name for _, name, _ in policies_said(question, place)]
    return list(dict.fromkeys(said))[:_MOST] or list(context.policies[:1])


def _held(
    names: Sequence[str], place: RegionFilter | None
) -> tuple[list[PolicyEvidence], list[str]]:
    """Policies received now, and the names of which it is not certain which they are."""
    found, unknown = [], []
    for name in names:
        policy = policy_of(CHECK, name, place)
        if isinstance(policy, PolicyEvidence):
            found.append(policy)
        else:
            unknown.append(name)
    return found, unknown


def _answer(
    named: list[PolicyEvidence],
    held: list[PolicyEvidence],
    unknown: list[str],
    context: ToolContext,
) -> RetrievalResult:
    wanted = list(combinations(named, 2)) if not held and not unknown else []
    wanted = wanted or [(named[0], each) for each in held]
    wanted = [(one, other) for one, other in wanted if one.policy_id != other.policy_id]
    pairs = pairs_known([(UUID(one.policy_id), UUID(other.policy_id)) for one, other in wanted])
    notices = [_NO_YES] if any(each.together is not Together.EXCLUSIVE for each in pairs) else []
    if unknown:
        notices.append(f"이름만으로 정책이 확실하지 않아 견주지 못한 것: {', '.join(unknown)}.")
    if not pairs:
        name = f"‘{named[0].name}’"
        return RetrievalResult(
            source=CHECK,
            status=ResultStatus.NOT_FOUND,
            query=named[0].name,
            summary=f"{josa(name, '과/와')} 견줄 다른 지원을 확실히 찾지 못했어요.",
            notices=notices,
        )
    return RetrievalResult(
        source=CHECK,
        query=", ".join(dict.fromkeys(each.name for pair in wanted for each in pair)),
        summary=" ".join(_sentence(each) for each in pairs),
        items=[each for pair in pairs for each in _items(pair)],
        total=len(pairs),
        graph_summary="\n".join(
            f"{each.one.name} —중복 불가→ {each.other.name}"
            for each in pairs
            if each.together is Together.EXCLUSIVE
        ),
        notices=[*notices, *stale_notices([*named, *held], context.as_of)],
    )


def _sentence(pair: Pair) -> str:
    names = f"{josa(f'‘{pair.one.name}’', '과/와')} {josa(f'‘{pair.other.name}’', '은/는')}"
    match pair.together:
        case Together.EXCLUSIVE:
            return f"{names} 함께 받을 수 없다고 알려져 있어요."
        case Together.ALLOWED:
            return f"{names} 함께 받을 수 있다는 문장이 원문에 있어요."
        case Together.UNCLEAR:
            return f"{names} 함께 받을 수 있는지 원문의 문장만으로는 알 수 없어요."
        case _:
            return f"{names} 함께 받을 수 있는지 우리 자료에서 찾지 못했어요."


def _items(pair: Pair) -> list[ResultItem]:
    """The pair with its sentences; where there are none, the pair alone."""
    title = f"{pair.one.name} + {pair.other.name}"
    data = {
        "together": pair.together.value,
        "together_label": _LABELS[pair.together],
        "policies": [str(pair.one.id), str(pair.other.id)],
    }
    if not pair.said:
        return [
            ResultItem(
                id=f"{pair.one.id}:{pair.other.id}",
                title=title,
                content=_LABELS[pair.together],
                kind="pair",
                metadata={**data, "policy_id": str(pair.one.id)},
            )
        ]
    return [
        ResultItem(
            id=f"{pair.one.id}:{pair.other.id}:{said.section}:{said.start}",
            title=said.policy_name,
            content=f"“{said.quote}”",
            kind="pair",
            metadata={**data, "policy_id": str(said.policy_id)},
            **_at(said),
        )
        for said in pair.said
    ]


def _at(said: Said | None) -> dict[str, object]:
    if said is None:
        return {}
    return {
        "version_id": said.version_id,
        "section": said.section,
        "start": said.start,
        "end": said.end,
    }
