"""The second look at which way a turn goes."""

from __future__ import annotations

import numpy as np
import pytest

from chat.agent.classifier import Table, Weights
from chat.agent.understanding.route import UNSURE, route
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways import second_way
from chat.agent.ways.learnt import FILE, label_of, parts_of, weights
from chat.agent.ways.second import look_at, published
from chat.agent.ways.signs import WAYS
from policies.retrieval.embedders import LocalEmbedder

LABELS = ("SEARCH/search_welfare", "SEARCH/get_policy_detail", "ELIGIBILITY/what_if", "RESET")
EMPTY = np.zeros((0, 0), dtype=np.float32)
KNOWN = Weights(LABELS, EMPTY, EMPTY, EMPTY, None, None, {})
OPEN = RouteDecision(Route.SEARCH, "남은 길", [], "search_welfare", None, UNSURE)


def shares(*said: float) -> Table:
    return np.array(said, dtype=np.float32)


@pytest.mark.parametrize(
    ("said", "way", "tool"),
    [
        ((0.1, 0.1, 0.7, 0.1), Route.ELIGIBILITY, "what_if"),
        ((0.2, 0.2, 0.5, 0.1), Route.SEARCH, "search_welfare"),
        ((0.3, 0.4, 0.2, 0.1), Route.SEARCH, "get_policy_detail"),
        ((0.15, 0.1, 0.1, 0.65), Route.SEARCH, "search_welfare"),
        ((0.05, 0.05, 0.0, 0.9), Route.RESET, None),
    ],
)
def test_a_search_does_least_harm(said: tuple[float, ...], way: Route, tool: str | None) -> None:
    decision = look_at(OPEN, KNOWN, shares(*said)).decision
    assert (decision.route, decision.tool) == (way, tool)
    if (way, tool) != (OPEN.route, OPEN.tool):
        assert decision.confidence == UNSURE
        assert decision.reason != OPEN.reason


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


def test_an_amount_of_nobody_known_is_the_published_one() -> None:
    own = RouteDecision(Route.ELIGIBILITY, "닮음", ["기초연금"], "estimate_basic_pension")
    decision = published("기초연금은 얼마쯤 나온대요", own)
    assert (decision.route, decision.tool) == (Route.SEARCH, "get_policy_detail")
    assert published("기초연금 예상 금액 계산해 줘", own) is own


@pytest.mark.django_db
def test_who_tells_something_in_a_talk_goes_on_with_it() -> None:
    text, context = "아 맞다, 작년에 재판정 받아서 심한 장애로 바뀌었어요", ["장애인연금 되나요?"]
    first = route(text, context=context)
    assert second_way(text, context, first).decision is first


@pytest.mark.parametrize("way", [Route.CRISIS, Route.SEARCH])
def test_what_a_rule_says_stands(way: Route) -> None:
    first = RouteDecision(way, "규칙")
    assert second_way("안녕하세요", [], first).decision is first
