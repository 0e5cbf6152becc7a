"""An estimate as a tool's result: the amount in a sentence, or what has to be asked first."""

from __future__ import annotations

from chat.agent.tools.registry import needs
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult
from policies.estimates.types import Estimate, EstimateStatus
from policies.korean import josa, particle, won

# A condition and how it ends where nothing follows it.
Condition = tuple[str, str]
NO_PROPERTY: Condition = ("재산이 기본재산액보다 적", "다면")
_BY_WORDS = "말씀하신 내용으로는 "
_PERIODS = {"원/월": "월 ", "원/년": "한 해 ", "원": ""}
_REASONS = {
    "monthly_income": "소득을 알아야 금액을 계산할 수 있어요.",
    "household_size": "기준 금액이 가구원 수에 따라 달라요.",
    "assets": "재산을 소득으로 바꾼 금액까지 더해야 해요.",
}


def told(
    source: str,
    estimate: Estimate,
    *,
    query: str = "",
    likely: Estimate | None = None,
    on: str = "",
    items: list[ResultItem] | None = None,
) -> RetrievalResult:
    """`likely`: the same with plain values for what is missing, said as "`on` … 이에요"."""
    if estimate.status is EstimateStatus.MISSING and not items:
        return needs(source, estimate.missing[0], reason=_REASONS.get(estimate.missing[0], ""))
    summary = sentence(estimate)
    if likely is not None and on and not same_amount(likely, estimate):
        summary += f" {on} {_completed(likely)}"
    found = estimate.status is not EstimateStatus.NO_PARAMETERS
    return RetrievalResult(
        source=source,
        status=ResultStatus.OK if found else ResultStatus.NOT_FOUND,
        query=query or estimate.benefit,
        summary=summary,
        estimate=estimate,
        items=items or [],
    )


def sentence(estimate: Estimate) -> str:
    """The estimate in one whole sentence; 0 is a real answer."""
    name = estimate.benefit
    if estimate.status is EstimateStatus.NO_PARAMETERS:
        return estimate.notes[0]
    if estimate.status is EstimateStatus.NOT_ENTITLED:
        return f"{_BY_WORDS}{josa(name, '을/를')} 받지 못할 것으로 예상돼요(0원)."
    if estimate.status is EstimateStatus.MISSING:
        return f"{josa(name, '은/는')} 아직 정할 수 없어요. {_open(estimate)}"
    if estimate.high is None:
        return f"{_BY_WORDS}{name} 기준에 드는 것으로 예상돼요."
    if estimate.low == estimate.high:
        return f"{josa(name, '은/는')} {amount_of(estimate)}으로 예상돼요."
    return f"{josa(name, '은/는')} {amount_of(estimate)} 사이로 예상돼요."


def amount_of(estimate: Estimate) -> str:
    """ "월 342,510원", "월 0원에서 342,510원"; the amounts must be there."""
    if estimate.low is None or estimate.high is None:
        raise ValueError(f"{estimate.benefit}: no amount to tell")
    period = _PERIODS.get(estimate.unit, "")
    if estimate.low == estimate.high:
        return f"{period}{won(estimate.high)}"
    return f"{period}{won(estimate.low)}에서 {won(estimate.high)}"


def condition(parts: list[Condition]) -> str:
    """Conditions joined: 「재산이 기본재산액보다 적고 등록장애인이 아니라면」; "" without any."""
    if not parts:
        return ""
    *firsts, (last, ending) = parts
    return "".join(f"{stem}고 " for stem, _ in firsts) + last + ending


def same_amount(one: Estimate, other: Estimate) -> bool:
    return (one.status, one.low, one.high) == (other.status, other.low, other.high)


def figure_item(key: str, title: str, content: str, *, kind: str = "figure") -> ResultItem:
    """A figure that belongs to a result."""
    return ResultItem(id=key, title=title, content=content, kind=kind)


def benefit_item(estimate: Estimate, key: str) -> ResultItem:
    """One benefit of several."""
    return ResultItem(id=key, title=estimate.benefit, content=sentence(estimate), kind="benefit")


def _open(estimate: Estimate) -> str:
    texts = {
        "assets": "재산을 알면 기준에 드는지 알려 드릴 수 있어요.",
        "education": "학생이 다니는 학교를 알면 금액을 알려 드릴 수 있어요.",
    }
    return texts.get(estimate.missing[0], "조금 더 알려 주시면 기준에 드는지 알려 드릴 수 있어요.")


def _completed(estimate: Estimate) -> str:
    """What an estimate with everything filled in comes to, after its condition."""
    if estimate.high is None:
        return sentence(estimate).removeprefix(_BY_WORDS)
    if estimate.low != estimate.high:
        return f"{amount_of(estimate)} 사이예요."
    return f"{amount_of(estimate)}{particle(won(estimate.high), '이에요/예요')}."
