"""The extractive composer: conclusion, lines and steps out of judged cards."""

from __future__ import annotations

from collections.abc import Iterable

from chat.agent.judging import Judged
from chat.answer import Answer, AskOut, Claim, Outcome, PolicyItem, ReasonOut
from policies.eligibility.outcome import State
from policies.korean import josa, long_date
from policies.vocabulary import VERDICT_LABELS, Verdict

HEADS = {
    Verdict.LIKELY: "[가능]",
    Verdict.NEEDS_MORE_INFO: "[확인 필요]",
    Verdict.UNLIKELY: "[어려움]",
}


def search_conclusion(items: list[PolicyItem], *, address: str, dropped: int) -> str:
    """First line of a recommendation: how many fit, how many are open."""
    if not items:
        return f"{address}지금 조건에 맞는 정책은 모아 둔 자료에서 찾지 못했어요."
    likely = sum(item.verdict is Verdict.LIKELY for item in items)
    open_count = len(items) - likely
    text = f"{address}맞을 만한 정책을 {len(items)}가지 찾았어요. "
    if likely and open_count:
        text += f"{likely}가지는 받으실 가능성이 높고, {open_count}가지는 더 확인이 필요해요."
    elif likely:
        text += "모두 말씀하신 조건에는 맞아요."
    else:
        text += "받을 수 있는지는 몇 가지를 더 확인해야 알 수 있어요."
    if dropped:
        text += f" 지금 조건으로는 어려운 {dropped}가지는 따로 적거나 뺐어요."
    return text


def verdict_conclusion(item: PolicyItem, *, member: str) -> str:
    """First line of an eligibility answer."""
    who = "" if member == "본인" else f"{member}의 "
    subject = josa(item.name, "은/는")
    head = HEADS[item.verdict]
    if item.verdict is Verdict.LIKELY:
        return f"{head} {who}{subject} 지금까지 말씀하신 내용으로는 조건에 맞아요."
    if item.verdict is Verdict.UNLIKELY:
        text = f"{head} {who}{subject} 지금 조건으로는 받기 어려워요."
        if item.flip_on:
            text += f" 다만 {long_date(item.flip_on)}부터는 달라질 수 있어요."
        return text
    if item.missing:
        return f"{head} {who}{subject} {len(item.missing)}가지를 더 알아야 판단할 수 있어요."
    return f"{head} {who}{subject} 담당 기관에 자격을 확인해야 해요."


def search_lines(items: list[PolicyItem]) -> list[str]:
    """A line a policy: name, verdict, its main benefit."""
    lines = []
    for number, item in enumerate(items, start=1):
        line = f"{number}. {item.name} — {item.verdict_label}"
        if item.benefit:
            line += f": {marked(item.benefit[0])}"
        lines.append(line)
    return lines


def instead_lines(items: list[PolicyItem]) -> list[str]:
    """What may fit where the policy asked about does not, each with its main benefit."""
    told = [line.split(". ", 1)[1] for line in search_lines(items)]
    return ["대신 살펴볼 만한 것:", *(f"- {line}" for line in told)] if told else []


def unfit_lines(items: list[PolicyItem]) -> list[str]:
    """What one may have expected and does not get now, with the reason and, where time alone
    will change it, the day."""
    lines = ["지금 조건으로는 어려운 것:"] if items else []
    for item in items:
        missed = next((one for one in item.reasons if one.state == State.NOT_MET), None)
        line = f"- {item.name} — {item.verdict_label}"
        if missed is not None:
            line += f": {missed.text}" + "".join(f" [{number}]" for number in missed.citations)
        if item.flip_on:
            line += f" {long_date(item.flip_on)}부터는 달라질 수 있어요."
        lines.append(line)
    return lines


def other_notice(name: str, judged: list[Judged]) -> str:
    """The same policies for somebody else of the family, by verdict."""
    parts = []
    for verdict in Verdict:
        names = [item.evidence.name for item in judged if item.verdict is verdict]
        if names:
            parts.append(f"{VERDICT_LABELS[verdict]}: {', '.join(names)}")
    return f"{name}의 경우 — {' / '.join(parts)}"


def eligibility_lines(item: PolicyItem) -> list[str]:
    """Reasons, what is missing, and what to do."""
    lines = [f"- {reason_line(reason)}" for reason in item.reasons]
    if item.missing:
        lines.append("더 알려 주시면 판단할 수 있어요:")
        lines.extend(f"- {missing.question}" for missing in item.missing[:3])
    if item.verdict is not Verdict.UNLIKELY and item.benefit:
        lines.append("받게 되는 것:")
        lines.extend(f"- {marked(claim)}" for claim in item.benefit)
    return lines


def application_lines(
    item: PolicyItem, target: list[Claim], notice: list[Claim], contact: list[Claim]
) -> list[str]:
    """대상, 순서, 서류, 주의, 문의, 링크. `contact`: the source's own lines, where it has some."""
    blocks: Iterable[tuple[str, list[Claim]]] = (
        ("대상", target),
        ("신청 순서", item.application),
        ("준비 서류", item.documents),
        ("주의할 점", notice),
    )
    lines: list[str] = []
    for title, claims in blocks:
        if claims:
            lines.append(f"{title}:")
            lines.extend(f"- {marked(claim)}" for claim in claims)
    if item.deadline:
        lines.append(f"신청 기간: {item.deadline}")
    if contact:
        lines.append("문의:")
        lines.extend(f"- {marked(claim)}" for claim in contact)
    elif item.contacts:
        lines.append(f"문의: {', '.join(item.contacts)}")
    if item.apply_url:
        lines.append(f"온라인 신청: {item.apply_url}")
    return lines


def information_lines(item: PolicyItem, told: list[Claim]) -> list[str]:
    """A named policy, told: what was asked first, then benefit and how to apply."""
    claims = [*told, *(claim for claim in item.benefit if claim not in told)]
    lines = [f"- {marked(claim)}" for claim in claims]
    if item.application:
        lines.append("신청 방법:")
        lines.extend(f"- {marked(claim)}" for claim in item.application[:2])
    return lines


def next_steps(items: list[PolicyItem], ask: AskOut | None) -> list[str]:
    """What the person can do now."""
    steps = []
    first = next((item for item in items if item.verdict is Verdict.LIKELY), None)
    if first is not None:
        where = first.contacts[0] if first.contacts else first.agency
        steps.append(f"먼저 {josa(first.name, '을/를')} 신청해 보세요. 문의: {where}")
    if ask is not None:
        steps.append(f"한 가지만 알려 주시면 더 정확해져요: {ask.question}")
    if not steps:
        steps.append("자세한 내용은 보건복지상담센터(129)나 가까운 행정복지센터에 물어보세요.")
    return steps


def marked(claim: Claim) -> str:
    """Claim with its citation marks."""
    return claim.text + "".join(f" [{number}]" for number in claim.citations)


def reason_line(reason: ReasonOut) -> str:
    """Reason with a word for its state, so that it reads without colour or icon."""
    words = {State.MET: "맞음", State.NOT_MET: "맞지 않음", State.UNKNOWN: "모름"}
    text = f"({words[State(reason.state)]}) {reason.text}"
    return text + "".join(f" [{number}]" for number in reason.citations)


def plain_answer(outcome: Outcome, text: str, **extra: object) -> Answer:
    """An answer without policies: small talk, refusal, crisis, absence."""
    return Answer.model_validate({"outcome": outcome, "conclusion": text, **extra})
