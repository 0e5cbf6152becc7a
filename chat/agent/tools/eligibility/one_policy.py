"""One policy for one member: the verdict, and why."""

from __future__ import annotations

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.found import policy_of
from chat.agent.tools.people import OfMember, family_in, member_in
from chat.agent.tools.place import WithPolicy, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext, UserInput
from chat.agent.tools.verdicts import (
    check_of,
    living_at,
    row_items,
    verdict_data,
    verdict_notices,
    verdict_sentence,
)
from policies.checking.page import PolicyCheck
from policies.checking.result import Checked
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State
from policies.eligibility.questions import OTHER_PREFIX, question_for
from policies.korean import josa
from policies.vocabulary import VERDICT_LABELS

CHECK, EXPLAIN = "check_policy_eligibility", "explain_verdict"


class PolicyForMember(WithPolicy, OfMember):
    """A policy, a member, and where they live."""


class _Judged:
    """A policy held against a member's facts."""

    def __init__(self, policy: PolicyEvidence, who: str, facts: ApplicantFacts) -> None:
        self.policy = policy
        self.who = who
        self.facts = facts
        self.check: PolicyCheck = check_of(policy)
        self.result: Checked = self.check.result(facts)

    def question(self) -> tuple[str, str] | None:
        """(key, question) of the fact that decides most and can be asked in plain words."""
        for key in self.check.missing(self.facts):
            if not key.startswith(OTHER_PREFIX):
                return key, question_for(key)
        return None

    def sentence(self) -> str:
        return verdict_sentence(
            self.policy.name, self.who, self.result, has_rule=self.check.has_rule
        )

    def item(self) -> ResultItem:
        return ResultItem(
            id=self.policy.policy_id,
            title=self.policy.name,
            content=VERDICT_LABELS[self.result.verdict],
            kind="verdict",
            url=self.policy.detail_url or self.policy.source_url,
            version_id=self.policy.version_id,
            metadata={"policy_id": self.policy.policy_id, **verdict_data(self.result)},
        )


@tool(arguments=PolicyForMember)
def check_policy_eligibility(arguments: PolicyForMember, context: ToolContext) -> RetrievalResult:
    """정책 하나를 가족 한 사람이 받을 수 있는지 판정합니다.

    받을 가능성이 높음·더 확인 필요·받기 어려움 가운데 하나와, 판정을 정한 조건, 아직 모르는 것,
    소득이나 나이 기준까지의 차이, 시간이 지나 판정이 바뀌는 날을 알려 줍니다. 근거는 공식 원문의
    조건입니다. 실제 지급 여부는 담당 기관이 결정합니다.
    """
    judged = _judged(CHECK, arguments, context)
    if isinstance(judged, RetrievalResult):
        return judged
    asked = judged.question()
    if asked and not judged.facts.known():
        return needs(CHECK, asked[0], reason=_reason(judged))
    rows = row_items(judged.policy, judged.result.rows)
    return RetrievalResult(
        source=CHECK,
        query=judged.policy.name,
        summary=judged.sentence(),
        items=[judged.item(), *rows],
        total=len(rows),
        notices=verdict_notices(judged.result),
        needs_user_input=UserInput(argument=asked[0], question=asked[1], reason=_reason(judged))
        if asked
        else None,
    )


@tool(arguments=PolicyForMember)
def explain_verdict(arguments: PolicyForMember, context: ToolContext) -> RetrievalResult:
    """판정의 까닭을 조건 하나하나로 풀어서, 공식 원문의 문장과 함께 보여 줍니다.

    맞는 조건, 맞지 않는 조건(기준까지의 차이 포함), 아직 모르는 조건, 담당자에게 물어야 하는
    조건을 모두 알려 줍니다. 판정을 바꾸지 못하는 조건도 빠뜨리지 않습니다.
    """
    judged = _judged(EXPLAIN, arguments, context)
    if isinstance(judged, RetrievalResult):
        return judged
    if not judged.check.has_rule:
        return RetrievalResult(
            source=EXPLAIN,
            status=ResultStatus.UNAVAILABLE,
            query=judged.policy.name,
            summary=judged.sentence(),
            items=[judged.item()],
        )
    rows = [*judged.result.rows, *judged.result.others]
    return RetrievalResult(
        source=EXPLAIN,
        query=judged.policy.name,
        summary=f"{judged.sentence()} {_counted([row.state for row in rows])}",
        items=[judged.item(), *row_items(judged.policy, rows, quoted=True)],
        total=len(rows),
        notices=verdict_notices(judged.result),
    )


def _judged(
    source: str, arguments: PolicyForMember, context: ToolContext
) -> _Judged | RetrievalResult:
    place = place_of(source, arguments)
    if isinstance(place, RetrievalResult):
        return place
    family = family_in(context)
    key = member_in(source, family, arguments.member)
    if isinstance(key, RetrievalResult):
        return key
    policy = policy_of(source, arguments.policy, place)
    if isinstance(policy, RetrievalResult):
        return policy
    facts = living_at(family.facts.get(key), place, context)
    return _Judged(policy, family.name(key), facts)


def _reason(judged: _Judged) -> str:
    return f"{josa(f'‘{judged.policy.name}’', '을/를')} 받을 수 있는지 이 답으로 좁혀져요."


def _counted(states: list[str]) -> str:
    met, not_met = states.count(State.MET.value), states.count(State.NOT_MET.value)
    return (
        f"조건 {len(states)}개 가운데 맞는 것 {met}개, 맞지 않는 것 {not_met}개, "
        f"더 확인할 것 {len(states) - met - not_met}개예요."
    )
