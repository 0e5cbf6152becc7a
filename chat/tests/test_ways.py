"""The second look at which way a turn goes."""

from __future__ import annotations

import numpy as np
import pytest

from chat.agent.classifier import Table, Weights
from chat.agent.understanding.route import UNSURE, route
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways import second_way
from chat.agent.ways.learnt import FILE, label_of, parts_of, weights
from chat.agent.ways.second import OVER_TOOL, OVER_WAY, look_at
from chat.agent.ways.signs import WAYS
from policies.retrieval.embedders import LocalEmbedder

LABELS = ("SEARCH/search_welfare", "SEARCH/get_policy_detail", "ELIGIBILITY/what_if", "RESET")
EMPTY = np.zeros((0, 0), dtype=np.float32)
KNOWN = Weights(LABELS, EMPTY, EMPTY, EMPTY, None, None, {OVER_WAY: 0.6, OVER_TOOL: 0.7})
RULED = RouteDecision(Route.SEARCH, "규칙", [], "search_welfare")
OPEN = RouteDecision(Route.SEARCH, "남은 길", [], "search_welfare", None, UNSURE)


def shares(*said: float) -> Table:
    return np.array(said, dtype=np.float32)


@pytest.mark.parametrize(
    ("first", "said", "way", "tool"),
    [
        (RULED, (0.1, 0.1, 0.5, 0.3), Route.SEARCH, "search_welfare"),
        (RULED, (0.1, 0.1, 0.7, 0.1), Route.ELIGIBILITY, "what_if"),
        (RULED, (0.3, 0.5, 0.1, 0.1), Route.SEARCH, "search_welfare"),
        (RULED, (0.1, 0.7, 0.1, 0.1), Route.SEARCH, "get_policy_detail"),
        (OPEN, (0.2, 0.2, 0.5, 0.1), Route.ELIGIBILITY, "what_if"),
        (OPEN, (0.3, 0.4, 0.2, 0.1), Route.SEARCH, "get_policy_detail"),
        (OPEN, (0.15, 0.1, 0.1, 0.65), Route.SEARCH, "search_welfare"),
        (OPEN, (0.05, 0.05, 0.0, 0.9), Route.RESET, None),
    ],
)
def test_a_rule_is_overturned_only_where_the_share_is_large(
    first: RouteDecision, said: tuple[float, ...], way: Route, tool: str | None
) -> None:
    decision = look_at(first, KNOWN, shares(*said)).decision
    assert (decision.route, decision.tool) == (way, tool)
    if (way, tool) != (first.route, first.tool):
        assert decision.confidence == UNSURE
        assert decision.reason != first.reason


def test_each_tool_has_its_share() -> None:
    tools = look_at(OPEN, KNOWN, shares(0.2, 0.3, 0.4, 0.1)).tools
    assert tools["what_if"] == pytest.approx(0.4)
    assert set(tools) == {"search_welfare", "get_policy_detail", "what_if"}


def test_labels_are_ways_with_tools() -> None:
    for label in weights(LocalEmbedder.model.key).labels:
        way, tool = parts_of(label)
        assert way in WAYS
        assert label_of(way, tool) == label
    assert FILE.stat().st_size < 4_000_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "context", "way"),
    [
        ("제 형편에도 그거 해당이 될라나 모르겠네요", ["기초연금이 뭐예요"], Route.ELIGIBILITY),
        ("참말로 고맙데이 수고 많으시네", [], Route.SMALLTALK),
        ("무지개는 왜 생기는 거야", [], Route.OUT_OF_SCOPE),
    ],
)
def test_speech_no_rule_knows(text: str, context: list[str], way: Route) -> None:
    assert second_way(text, context, route(text, context=context)).decision.route is way


@pytest.mark.django_db
def test_an_amount_of_nobody_known_is_the_published_one() -> None:
    text = "기초연금 얼마 받아요?"
    first = route(text)
    assert second_way(text, [], first).decision.tool == "get_policy_detail"
    known = second_way(text, [], first, knows_case=True).decision
    assert (known.route, known.tool) == (Route.ELIGIBILITY, "estimate_basic_pension")


@pytest.mark.django_db
def test_who_tells_something_in_a_talk_goes_on_with_it() -> None:
    text, context = "아 맞다, 작년에 재판정 받아서 심한 장애로 바뀌었어요", ["장애인연금 되나요?"]
    first = route(text, context=context)
    assert second_way(text, context, first).decision is first


@pytest.mark.django_db
def test_a_crisis_is_nothing_to_look_at_again() -> None:
    first = RouteDecision(Route.CRISIS, "위험")
    assert second_way("안녕하세요", [], first).decision is first
