"""Verdicts as tools tell them: a policy held against a member's facts, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from chat.agent.evidence import PolicyEvidence, find_span
from chat.agent.tools.types import ResultItem, ToolContext
from policies.checking.page import PolicyCheck, policy_check
from policies.checking.result import Checked, Row
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.korean import josa
from policies.retrieval.types import RegionFilter
from policies.selectors import policy_get
from policies.vocabulary import VERDICT_LABELS, Section, Verdict

_OPEN_NAMED = 3


def check_of(policy: PolicyEvidence) -> PolicyCheck:
    """The rule in force of a published policy."""
    return policy_check(policy_get(UUID(policy.policy_id)))


def living_at(
    facts: ApplicantFacts | None, region: RegionFilter | None, context: ToolContext
) -> ApplicantFacts:
    """The facts on the day of the question, with the place that was named where they tell none."""
    known = facts or ApplicantFacts(as_of=context.as_of)
    if known.region is None and region is not None:
        place = RegionFact(sido=region.sido, sigungu=region.sigungu)
        known = known.model_copy(update={"region": place})
    return known.model_copy(update={"as_of": context.as_of})


def verdict_sentence(name: str, who: str, result: Checked, *, has_rule: bool) -> str:
    """The verdict in one sentence; never more than the rule says."""
    policy = f"‘{name}’"
    if result.received:
        return f"{josa(who, '은/는')} {josa(policy, '을/를')} 지금 받고 있다고 적혀 있어요."
    if not has_rule and result.verdict is Verdict.NEEDS_MORE_INFO:
        return (
            f"{josa(policy, '은/는')} 조건을 아직 분석하지 못해, {josa(who, '이/가')} "
            "받을 수 있는지 판단하지 못했어요."
        )
    match result.verdict:
        case Verdict.LIKELY:
            said = "받을 가능성이 높아요."
        case Verdict.UNLIKELY:
            said = "지금 알려진 내용으로는 받기 어려워요."
        case _:
            return (
                f"{josa(who, '이/가')} {josa(policy, '을/를')} 받을 수 있는지는 더 확인해야 해요. "
                f"{open_sentence(result)}"
            ).strip()
    return f"{josa(who, '은/는')} {josa(policy, '을/를')} {said}"


def open_sentence(result: Checked) -> str:
    """What would settle it, "" where only the agency can tell or nothing is open."""
    if result.open:
        named = ", ".join(result.open[:_OPEN_NAMED])
        more = len(result.open) - _OPEN_NAMED
        rest = f" 등 {len(result.open)}가지" if more > 0 else ""
        told = f"알려 주시면 판단에 도움이 되는 것: {named}{rest}"
        return told if told.endswith("?") else f"{told}."
    return "담당 기관에 물어봐야 하는 조건이 있어요." if result.caseworker else ""


def verdict_notices(result: Checked) -> list[str]:
    """What people must know beside a verdict."""
    told = [f"판정의 바탕: {result.basis_label}.", result.notice, result.flip, *result.references]
    if result.caseworker:
        told.append("원문만으로 판단할 수 없는 조건은 담당 기관에 물어보세요.")
    told.append("실제로 받을 수 있는지는 신청한 뒤 담당 기관이 결정해요.")
    return [each for each in told if each]


def verdict_data(result: Checked) -> dict[str, Any]:
    """A verdict for the metadata of an item."""
    return {
        "verdict": result.verdict.value,
        "verdict_label": VERDICT_LABELS[result.verdict],
        "basis": result.basis_label,
        "missing": result.open,
        "received": result.received,
    }


def row_items(
    policy: PolicyEvidence, rows: Iterable[Row], *, quoted: bool = False
) -> list[ResultItem]:
    """One item a criterion, at the sentence of the official text it was read from; `quoted`
    adds the words of that sentence."""
    return [_row(policy, number, row, quoted) for number, row in enumerate(rows, start=1)]


def _row(policy: PolicyEvidence, number: int, row: Row, quoted: bool) -> ResultItem:
    section = Section(row.section) if row.section else None
    span = find_span(policy, section, row.quote) if section else None
    told = [row.sentence, row.distance and f"({row.distance})", row.flip]
    if quoted and row.quote:
        told.append(f"원문: “{row.quote}”")
    return ResultItem(
        id=f"{policy.policy_id}:criterion:{number}",
        title=row.mark,
        content=" ".join(each for each in told if each),
        kind="criterion",
        version_id=policy.version_id,
        section=span.section if span else None,
        start=span.start if span else None,
        end=span.end if span else None,
        metadata={
            "policy_id": policy.policy_id,
            "state": row.state,
            "quote": row.quote,
            "distance": row.distance,
            "flip": row.flip,
        },
    )
