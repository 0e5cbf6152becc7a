"""The household as a whole, and one policy for each of its members."""

from __future__ import annotations

from chat.agent.tools.found import policy_of
from chat.agent.tools.people import ASK_WHO, Family, age_of, family_in
from chat.agent.tools.place import NoArguments, WithPolicy, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from chat.agent.tools.verdicts import check_of, living_at, open_sentence, verdict_data
from policies.checking.result import Checked
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import subject_of
from policies.eligibility.reference import bundled_tables
from policies.korean import josa, number, particle, won
from policies.screening.question import HOUSEHOLD_KEYS
from policies.vocabulary import VERDICT_LABELS, Verdict

DESCRIBE, COMPARE = "describe_household", "compare_members"
_TOLD = ("household_size", "region", "monthly_income", "assets", "basic_livelihood", "near_poor")
_ORDER = {Verdict.LIKELY: 0, Verdict.NEEDS_MORE_INFO: 1, Verdict.UNLIKELY: 2}


@tool(arguments=NoArguments)
def describe_household(arguments: NoArguments, context: ToolContext) -> RetrievalResult:
    """우리 가구를 한눈에 정리합니다: 가구원 수(명), 사람마다 만 나이, 사는 곳, 한 달 소득(원),
    기준 중위소득 대비 비율(%), 아직 모르는 것.

    비율은 가구원 수와 소득을 모두 알 때만 보건복지부가 고시한 기준 중위소득으로 계산합니다.
    """
    family = family_in(context)
    known = family.known
    if not known:
        return needs(DESCRIBE, "member", question=ASK_WHO)
    facts = _household(known, context)
    items = [_person(family, key, each) for key, each in known.items()]
    ratio = _ratio(facts)
    if ratio:
        items.append(ratio)
    unknown = [key for key in _TOLD if getattr(facts, key) is None]
    notices = [f"아직 모르는 것: {', '.join(map(subject_of, unknown))}."] if unknown else []
    if facts.household_size is not None and facts.household_size < len(known):
        notices.append(
            f"이야기에 나온 가족은 {len(known)}명인데 함께 사는 가구원은 "
            f"{facts.household_size}명이라고 하셨어요. 따로 사는 가족이 있는지 확인해 주세요."
        )
    return RetrievalResult(
        source=DESCRIBE, summary=_summary(facts, len(known)), items=items, total=len(known),
        notices=notices,
    )  # fmt: skip


@tool(arguments=WithPolicy)
def compare_members(arguments: WithPolicy, context: ToolContext) -> RetrievalResult:
    """정책 하나를 가족 가운데 누가 받을 수 있는지 한 사람씩 판정해 견줍니다.

    사람마다 판정과 그것을 정한 조건, 더 알아야 할 것을 알려 줍니다. 근거는 공식 원문의 조건이고,
    실제 지급 여부는 담당 기관이 결정합니다.
    """
    place = place_of(COMPARE, arguments)
    if isinstance(place, RetrievalResult):
        return place
    policy = policy_of(COMPARE, arguments.policy, place)
    if isinstance(policy, RetrievalResult):
        return policy
    family = family_in(context)
    known = family.known
    if not known:
        return needs(COMPARE, "member", question=ASK_WHO)
    check = check_of(policy)
    if not check.has_rule:
        name = josa(f"‘{policy.name}’", "은/는")
        return RetrievalResult(
            source=COMPARE,
            status=ResultStatus.UNAVAILABLE,
            query=policy.name,
            summary=f"{name} 조건을 아직 분석하지 못해 누가 받을 수 있는지 판단하지 못했어요.",
        )
    results = {key: check.result(living_at(facts, None, context)) for key, facts in known.items()}
    ordered = sorted(results, key=lambda key: _ORDER[results[key].verdict])
    basis = next(iter(results.values())).basis_label
    return RetrievalResult(
        source=COMPARE,
        query=policy.name,
        summary=_compared(policy.name, family, results),
        items=[_compared_item(policy.policy_id, family, key, results[key]) for key in ordered],
        total=len(results),
        notices=[
            f"판정의 바탕: {basis}.",
            "실제로 받을 수 있는지는 신청한 뒤 담당 기관이 결정해요.",
        ],
    )


def _household(known: dict[str, ApplicantFacts], context: ToolContext) -> ApplicantFacts:
    """Facts of the household: the asker's, and what only another member's facts tell of it."""
    facts = known.get("self") or ApplicantFacts(as_of=context.as_of)
    if "self" in known or len(known) > 1:
        return facts
    only = next(iter(known.values()))
    told = {key: getattr(only, key) for key in HOUSEHOLD_KEYS if getattr(only, key) is not None}
    return facts.model_copy(update=told)


def _ratio(facts: ApplicantFacts) -> ResultItem | None:
    """Income against the published median, where both are known or the ratio was told."""
    if facts.median_income_ratio is not None:
        told = f"기준 중위소득의 {number(facts.median_income_ratio)}%(말씀하신 비율)"
        return _figure(told, {"ratio": facts.median_income_ratio})
    if facts.monthly_income is None or facts.household_size is None:
        return None
    median = bundled_tables().median_income(facts.as_of.year, facts.household_size)
    if median is None:
        return None
    percent = max(facts.monthly_income, 0) * 100 / median.amount
    told = (
        f"월 {won(facts.monthly_income)}은 {median.use.year_used}년 {facts.household_size}인 가구 "
        f"기준 중위소득 월 {won(median.amount)}의 약 {number(round(percent, 1))}%"
    )
    if not facts.income_is_recognised:
        told += ". 재산을 더한 소득인정액으로는 달라질 수 있어요"
    return _figure(
        told,
        {"ratio": round(percent, 2), "year": median.use.year_used, "notice": median.use.notice},
    )


def _figure(told: str, metadata: dict[str, object]) -> ResultItem:
    return ResultItem(
        id="median_income_ratio",
        title="기준 중위소득 대비 비율",
        content=f"{told}.",
        kind="figure",
        metadata=metadata,
    )


def _person(family: Family, key: str, facts: ApplicantFacts) -> ResultItem:
    age = age_of(facts)
    return ResultItem(
        id=key,
        title=family.name(key),
        content=f"만 {age}세" if age is not None else "나이 모름",
        kind="member",
        metadata={"age": age},
    )


def _summary(facts: ApplicantFacts, members: int) -> str:
    size = (
        f"{facts.household_size}인 가구" if facts.household_size is not None else "가구원 수 모름"
    )
    region = facts.region
    place = " ".join(part for part in (region.sido, region.sigungu) if part) if region else ""
    income = f"한 달 소득 {won(facts.monthly_income)}" if facts.monthly_income is not None else ""
    told = ", ".join(part for part in (size, place, income) if part)
    return f"우리 가구: {told}. 이야기에 나온 가족은 {members}명이에요."


def _compared(name: str, family: Family, results: dict[str, Checked]) -> str:
    likely = [family.name(key) for key, each in results.items() if each.verdict is Verdict.LIKELY]
    open_ = [
        family.name(key) for key, each in results.items() if each.verdict is Verdict.NEEDS_MORE_INFO
    ]
    policy = josa(f"‘{name}’", "은/는")
    said = []
    if likely:
        said.append(f"받을 가능성이 높은 분은 {', '.join(likely)}")
    if open_:
        said.append(f"더 확인할 분은 {', '.join(open_)}")
    if not said:
        return f"{policy} 지금 알려진 내용으로는 가족 모두 받기 어려워요."
    rest = len(results) - len(likely) - len(open_)
    end = f" 나머지 {rest}명은 지금 알려진 내용으로는 받기 어려워요." if rest else ""
    told = ", ".join(said)
    return f"{policy} {told}{particle(told, '이에요/예요')}.{end}"


def _compared_item(policy_id: str, family: Family, key: str, result: Checked) -> ResultItem:
    why = " ".join(row.sentence for row in result.rows[:2])
    received = "지금 받고 있다고 적혀 있어요." if result.received else ""
    return ResultItem(
        id=f"{policy_id}:{key}",
        title=f"{family.name(key)} · {VERDICT_LABELS[result.verdict]}",
        content=" ".join(part for part in (received, why, open_sentence(result)) if part),
        kind="verdict",
        metadata={"policy_id": policy_id, "member": key, **verdict_data(result)},
    )
