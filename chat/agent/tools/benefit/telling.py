"""How the household ledger is told: entries, sums, and what excludes each other."""

from __future__ import annotations

from datetime import date

from chat.agent.tools.people import Family, asker_of, family_in, member_in
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.graph.together import Pair
from policies.korean import josa, long_date, won
from profiles.ledger import HouseholdLedger, MemberLedger, Sum, household_ledger
from profiles.models import Profile, ReceivedBenefit

NOTHING = "적어 둔 ‘받고 있는 지원’이 없어요. 받는 지원을 말씀해 주시면 적어 둘 수 있어요."
_UNPAID = "금액 모름"


def ledger_of(
    source: str, member: str | None, context: ToolContext
) -> HouseholdLedger | RetrievalResult:
    """The ledger of the family, or of the one member that was named."""
    family = family_in(context)
    user = asker_of(source, family)
    if isinstance(user, RetrievalResult):
        return user
    whole = household_ledger(user, context.as_of)
    if member is None:
        return whole
    key = member_in(source, family, member)
    if isinstance(key, RetrievalResult):
        return key
    own = [each for each in whole.members if _is(family, key, each)]
    if not own:
        return RetrievalResult(source=source, status=ResultStatus.NOT_FOUND, summary=NOTHING)
    return HouseholdLedger(whole.as_of, tuple(own), own[0].monthly, own[0].once)


def _is(family: Family, key: str, ledger: MemberLedger) -> bool:
    return key in family.saved and family.saved[key].pk == ledger.profile.pk


def entry_items(member: MemberLedger, ended: bool) -> list[ResultItem]:
    """Entries of a member, those of the past where asked for, and bare names."""
    rows = [*member.now, *member.planned, *(member.ended if ended else ())]
    day = member.as_of
    items = [entry_item(member.profile, each, day) for each in rows]
    return items + [
        ResultItem(
            id=f"{member.profile.pk}:{name}",
            title=f"{member.profile.name} · {name}",
            content=f"이름만 적어 둠, {_UNPAID}",
            kind="benefit",
            metadata={"member": member.profile.name, "amount": None, "state": "now"},
        )
        for name in member.named
    ]


def entry_item(profile: Profile, benefit: ReceivedBenefit, day: date) -> ResultItem:
    """One entry with amount and days."""
    return ResultItem(
        id=str(benefit.pk),
        title=f"{profile.name} · {benefit.name}",
        content=", ".join(part for part in (paid(benefit), days(benefit), benefit.note) if part),
        kind="benefit",
        metadata={
            "member": profile.name,
            "policy": benefit.policy.name if benefit.policy else None,
            "amount": benefit.amount,
            "paid": benefit.paid,
            "since": benefit.since.isoformat() if benefit.since else None,
            "until": benefit.until.isoformat() if benefit.until else None,
            "state": _state(benefit, day),
        },
    )


def _state(benefit: ReceivedBenefit, day: date) -> str:
    if benefit.since and benefit.since > day:
        return "planned"
    return "ended" if benefit.until and benefit.until < day else "now"


def paid(benefit: ReceivedBenefit) -> str:
    """“월 334,810원”, “한 번 500,000원”, “금액 모름”."""
    if benefit.amount is None:
        return _UNPAID
    prefix = "월 " if benefit.paid == ReceivedBenefit.MONTHLY else "한 번 "
    return f"{prefix}{won(benefit.amount)}"


def days(benefit: ReceivedBenefit) -> str:
    """“2026년 1월 1일부터”, "" where no day is known."""
    since = f"{long_date(benefit.since)}부터" if benefit.since else ""
    until = f"{long_date(benefit.until)}까지" if benefit.until else ""
    return " ".join(part for part in (since, until) if part)


def sums_said(monthly: Sum, once: Sum) -> str:
    """Both sums in one sentence."""
    parts = []
    if monthly.counted:
        parts.append(f"매달 받는 것은 모두 월 {won(monthly.amount)}")
    if once.counted:
        parts.append(f"한 번에 받은 것은 모두 {won(once.amount)}")
    if not parts:
        return "받는 지원은 적혀 있지만 금액을 적은 것이 없어서 더할 수 없어요."
    return f"{', '.join(parts)}이에요."


def clashes_said(found: HouseholdLedger) -> list[str]:
    """One sentence for each pair that excludes each other, with the official sentence."""
    return [
        f"{member.profile.name}: {_clash(pair)}"
        for member in found.members
        for pair in member.clashes
    ]


def _clash(pair: Pair) -> str:
    names = f"{josa(pair.one.name, '과/와')} {josa(pair.other.name, '은/는')}"
    quote = f" 근거: “{pair.said[0].quote}” ({pair.said[0].policy_name})" if pair.said else ""
    return f"{names} 함께 받을 수 없다고 알려져 있어요.{quote} 담당 기관에 확인해 주세요."


def unmatched_said(found: HouseholdLedger) -> list[str]:
    """Of which names nothing was compared; [] where all were."""
    names = [name for member in found.members for name in member.unmatched]
    if not names:
        return []
    return [f"이름만으로 정책이 확실하지 않아 중복을 살펴보지 못한 것: {', '.join(names)}."]
