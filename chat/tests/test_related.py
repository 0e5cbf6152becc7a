"""What a card leads to: exclusive partners, suggestions, and the walk in the trace."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async

from chat.admin.describe import table
from chat.admin.timeline import timeline
from chat.agent.nodes import retrieve
from chat.agent.nodes.relate import RELATED_SHOWN, with_links
from chat.answer import PolicyItem, RuleBasis
from chat.models import Trace
from chat.tests.support import Talk
from policies.graph.walk import Link, Related
from policies.models import Policy, PolicyRelation
from policies.vocabulary import Verdict


def card(policy_id: str) -> PolicyItem:
    return PolicyItem(
        policy_id=policy_id,
        name="장애인연금",
        agency="보건복지부",
        region="전국",
        verdict=Verdict.LIKELY,
        verdict_label="받을 가능성 높음",
        basis=RuleBasis.CATALOGUED,
        basis_label="공식 자료로 정리한 기준",
    )


def links(*names: str) -> tuple[Link, ...]:
    return tuple(Link(uuid4(), name, f"{name}의 이유예요.") for name in names)


def test_suggestions_leave_out_what_has_a_card_exclusions_do_not() -> None:
    excluded, shown = links("장애수당")[0], links("기초연금")[0]
    found = Related(exclusive=(excluded,), related=(shown, *links("활동지원")))
    item = with_links(card("1"), found, shown={str(shown.id), str(excluded.id)})
    assert [link.name for link in item.exclusive] == ["장애수당"]
    assert [link.name for link in item.related] == ["활동지원"]
    assert item.related[0].reason == "활동지원의 이유예요."


def test_the_nations_programme_and_the_own_regions_help_come_first() -> None:
    found = Related(
        related=links("관련1", "관련2", "관련3"), parents=links("국가"), additions=links("지역")
    )
    item = with_links(card("1"), found, shown=set())
    assert [link.name for link in item.related] == ["국가", "지역", "관련1"]
    assert len(item.related) == RELATED_SHOWN


def test_a_policy_without_a_place_in_the_graph_keeps_its_card() -> None:
    item = card("1")
    assert with_links(item, None, shown=set()) is item


async def test_a_turn_tells_what_excludes_what_and_traces_the_walk(talk: Talk) -> None:
    await database_sync_to_async(relate)()
    told = await talk.say("장애인연금 받을 수 있나요? 저는 40세예요")
    item = told.item("장애인연금")
    assert "장애수당" in [link["name"] for link in item["exclusive"]]
    assert all(link["reason"] and link["id"] for link in item["exclusive"])
    assert "기초연금" in [link["name"] for link in item["related"]]
    trace = await Trace.objects.aget(turn_id=told.turn)
    event = next(event for event in trace.events if event["kind"] == "graph")
    assert "장애인연금 —중복 불가→ 장애수당" in event["data"]["walk"]
    rows = await database_sync_to_async(timeline)(trace)
    row = next(row for row in rows if row.kind_label == "이어진 정책")
    assert ["장애인연금", "중복 불가", "장애수당"] in row.tables[0].rows


def relate() -> None:
    """The catalogue's own relations, which loading single entries leaves out."""
    pension, allowance, basic = (
        Policy.objects.get(name=name) for name in ("장애인연금", "장애수당", "기초연금")
    )
    PolicyRelation.objects.create(origin=pension, target=allowance, kind="exclusive")
    PolicyRelation.objects.create(origin=pension, target=basic, kind="related")


@pytest.mark.parametrize("value", [[], None, "가 —관련→ 나", [1]])
def test_a_walk_that_is_none_breaks_no_page(value: Any) -> None:
    made = table("walk", value, {})
    assert made is None or made.rows == [["1", "–", "1"]]


def test_a_walk_of_two_steps_shows_what_lies_between() -> None:
    made = table("walk", ["가 —국가 사업→ 나 —중복 불가→ 다"], {})
    assert made is not None
    assert made.rows == [["가", "국가 사업 · 나 · 중복 불가", "다"]]


@pytest.fixture
def narrow(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search finds one policy, and all that it finds is near."""
    weak = {**settings.RETRIEVAL["weak"], "sure_similarity": 0.8}
    settings.RETRIEVAL = {**settings.RETRIEVAL, "weak": weak}
    monkeypatch.setattr(retrieve, "FETCH", 1)


@pytest.mark.usefixtures("narrow")
async def test_where_nothing_found_fits_the_search_goes_on_along_relations(talk: Talk) -> None:
    asked = "저는 30세예요. 노인에게 다달이 주는 연금이 있나요?"
    alone = await talk.say(asked)
    assert "장애인연금" not in alone.names
    await database_sync_to_async(relate)()
    told = await Talk().say(asked)
    assert "장애인연금" in told.names
    trace = await Trace.objects.aget(turn_id=told.turn)
    walks = [event["data"]["walk"] for event in trace.events if event["node"] == "widen"]
    assert walks == [["기초연금 —관련→ 장애인연금"]]
