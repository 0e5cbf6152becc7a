"""Lines of estimates and guides: held against what they rest on, never against themselves."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.tool_answer import estimate_lines
from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from chat.answer import Claim
from chat.evals.answers import strange_figures
from chat.evals.recomputed import computed_lines, lines_of
from policies.eligibility.facts import ApplicantFacts
from policies.guides.places import portals_for

TODAY = date(2026, 12, 1)
TOOL = "estimate_benefit_amount"


def asker(**facts: Any) -> ToolContext:
    known = ApplicantFacts(as_of=TODAY, **facts)
    return ToolContext(as_of=TODAY, members={"self": known}, policies=("부모급여",))


def call(context: ToolContext) -> dict[str, Any]:
    """The event of a call, as a trace keeps it."""
    return {"data": {"tool": TOOL, "arguments": {}, "asker": context.kept()}}


@pytest.fixture
def context() -> ToolContext:
    return asker(children=[date(2025, 6, 1)])


@pytest.fixture
def result(context: ToolContext) -> RetrievalResult:
    return run_tool(TOOL, {}, context)


def shown(result: RetrievalResult) -> list[str]:
    assert result.estimate is not None
    return [result.summary, *estimate_lines(result.estimate)]


def test_what_is_kept_of_an_asker_makes_the_same_call(context: ToolContext) -> None:
    assert ToolContext.of_kept(context.kept()) == context


def test_an_estimate_is_borne_out_by_its_inputs_and_files(
    context: ToolContext, result: RetrievalResult
) -> None:
    computed = computed_lines([{"data": {}}, call(context)])
    lines = shown(result)
    assert any("원" in line for line in lines)
    assert [line for line in lines if strange_figures(Claim(text=line), [], computed)] == []


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("월 500,000원으로", "월 510,000원으로"),
        # A figure of another line of the same estimate.
        ("월 500,000원으로", "월 1,000,000원으로"),
        ("24개월 전까지 월 500,000원", "24개월 전까지 월 600,000원"),
        ("0세(0~11개월)는 월 1,000,000원", "0세(0~11개월)는 월 1,100,000원"),
        ("제4조", "제5조"),
    ],
)
def test_a_line_that_was_changed_is_not(
    context: ToolContext, result: RetrievalResult, said: str, instead: str
) -> None:
    changed = [line.replace(said, instead) for line in shown(result) if said in line]
    assert changed
    computed = computed_lines([call(context)])
    # Nor does it help that the text of a policy, or the answer itself, says the same.
    assert all(strange_figures(Claim(text=line), [instead], computed) for line in changed)


def test_an_estimate_for_other_inputs_is_not(result: RetrievalResult) -> None:
    computed = computed_lines([call(asker(children=[date(2026, 10, 1)]))])
    assert strange_figures(Claim(text=result.summary), [result.summary], computed)


def test_what_the_files_of_parameters_lack_is_left_out(result: RetrievalResult) -> None:
    estimate = result.estimate
    assert estimate is not None
    source = estimate.sources[0].model_copy(update={"title": "없는 고시 2026-1"})
    formula = estimate.formula.replace("1,000,000원", "1,234,000원")
    wrong = estimate.model_copy(update={"sources": [source], "formula": formula})
    lines = list(lines_of(result.model_copy(update={"estimate": wrong})))
    assert result.summary in lines
    assert not any("없는 고시" in line or "1,234,000원" in line for line in lines)


def test_a_line_of_a_guide_is_held_against_its_entry() -> None:
    portal = portals_for(None)[0]
    line = f"- {portal.name}: {portal.what} · {portal.url} · 전화 {portal.phone}"
    other = portals_for(None)[1].phone
    assert strange_figures(Claim(text=line), [], None) == []
    assert strange_figures(Claim(text=line.replace(portal.phone, other)), [], None)


def test_a_turn_without_an_estimate_computes_nothing() -> None:
    assert computed_lines([{"data": {"tool": TOOL}}]) is None
