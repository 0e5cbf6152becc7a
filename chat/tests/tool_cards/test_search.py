"""Which tools a question is offered, and how soon a changed card counts."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection

from chat.models import ToolCard
from chat.tests.tool_cards.support import (
    FIELDS,
    OFFICE,
    PENSION,
    UNEMPLOYMENT,
    make_cards,
    registered,
)
from chat.tool_cards.index import FEATURES, CardIndex
from chat.tool_cards.live import current_index
from chat.tool_cards.pairs import pairs_of
from chat.tool_cards.scoring import WITH_VECTORS, WORDS_ONLY, bound, chances, weights
from chat.tool_cards.search import choose_tools, search_tools
from chat.tool_cards.services import tool_card_save
from chat.tool_cards.types import Avoid, Card
from chat.tool_cards.vectors import tool_cards_embed
from policies.errors import EmbedderUnavailable
from policies.retrieval import cached
from policies.retrieval.embedders import LocalEmbedder

pytestmark = pytest.mark.django_db
QUESTION = "접수하는 데가 어디예요 알려 주세요"


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    registered(monkeypatch, OFFICE, PENSION, UNEMPLOYMENT)


def names(question: str, **options: Any) -> list[str]:
    return [hit.tool for hit in choose_tools(question, **options).hits]


def test_the_card_most_like_the_question_comes_first_with_its_text() -> None:
    make_cards()
    hits = search_tools(QUESTION)
    assert (hits[0].tool, hits[0].card.name) == (OFFICE, OFFICE)
    assert hits[0].matched in FIELDS[OFFICE]["when_to_use"]
    assert hits[0].vector > 0.5
    assert hits[0].words > 0
    assert 0 <= hits[-1].score <= hits[0].score <= 1
    assert len(hits) == 3
    assert len(search_tools(QUESTION, limit=1)) == 1


def test_a_rule_goes_first_with_its_reason() -> None:
    make_cards()
    hit = search_tools("저는 국민연금 50만원 받는데 기초연금 얼마 나와요")[0]
    assert (hit.tool, hit.score) == (PENSION, 1.0)
    assert hit.reason == "기초연금 예상액을 물으셨습니다."
    assert not choose_tools("저는 기초연금 얼마 나와요", rules=False).hits[0].reason


@pytest.mark.parametrize(
    "utterance", ["안녕하세요", "여기까지 저장해 줘", "처음부터 다시 할래", "죽고 싶어요"]
)
def test_greetings_saving_and_crisis_get_no_tool(utterance: str) -> None:
    make_cards()
    choice = choose_tools(utterance)
    assert choice.hits == []
    assert choice.reason.endswith("니다.")


def test_what_is_like_the_card_of_no_tool_gets_none() -> None:
    make_cards()
    choice = choose_tools("노래 좀 불러 줘", rules=False)
    assert (choice.hits, choice.reason) == ([], "도구를 부르지 않을 말과 가장 닮았습니다.")
    assert "no_tool" not in names(QUESTION, rules=False)


def test_a_card_without_a_tool_is_never_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    make_cards()
    registered(monkeypatch, PENSION)
    assert names(QUESTION) == [PENSION]
    registered(monkeypatch)
    assert search_tools(QUESTION) == []


def test_switching_a_card_off_and_on_counts_at_once() -> None:
    rows = make_cards()
    assert names(QUESTION)[0] == OFFICE
    row = rows[OFFICE]
    row.active = False
    tool_card_save(row=row, user=None)
    assert OFFICE not in names(QUESTION)
    row.active = True
    tool_card_save(row=row, user=None)
    assert names(QUESTION)[0] == OFFICE


@pytest.mark.django_db(transaction=True)
def test_another_process_sees_a_change_at_once() -> None:
    """A connection of its own stands for the other process."""
    rows = make_cards()
    assert current_index() is current_index()
    assert names(QUESTION, rules=False)[0] == OFFICE

    def elsewhere() -> None:
        try:
            row = ToolCard.objects.get(pk=rows[OFFICE].pk)
            row.active = False
            tool_card_save(row=row, user=None)
        finally:
            connection.close()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert OFFICE not in names(QUESTION, rules=False)


def test_a_new_utterance_is_found_by_its_words_before_it_has_a_vector() -> None:
    rows = make_cards()
    row = rows[UNEMPLOYMENT]
    said = "이직확인서가 늦는데 실업급여는 어떡하죠"
    row.when_to_use = [*row.when_to_use, said]
    tool_card_save(row=row, user=None)
    hit = choose_tools(said, rules=False).hits[0]
    assert (hit.tool, hit.matched, hit.vector) == (UNEMPLOYMENT, said, 0)
    tool_cards_embed()
    assert choose_tools(said, rules=False).hits[0].vector > 0.9


def test_words_are_enough_while_the_model_is_out_of_order(monkeypatch: pytest.MonkeyPatch) -> None:
    make_cards()

    def fail(self: LocalEmbedder, batch: Any) -> Any:
        raise EmbedderUnavailable("고장")

    monkeypatch.setattr(LocalEmbedder, "queries", fail)
    monkeypatch.setattr(cached, "_shared_vector", lambda model, text: None)
    hit = search_tools("접수하는 데가 어디예요 지금 알려 주세요")[0]
    assert (hit.tool, hit.vector) == (OFFICE, 0)


def test_a_short_follow_up_is_read_with_the_turn_before() -> None:
    make_cards()
    alone = choose_tools("하루에요?", rules=False).hits
    after = choose_tools("하루에요?", context=["구직급여 일액 알려줘"], rules=False).hits
    score = {hit.tool: hit.score for hit in alone}
    assert next(h.score for h in after if h.tool == UNEMPLOYMENT) > score.get(UNEMPLOYMENT, 0)


def test_before_the_first_load_the_files_count() -> None:
    assert not ToolCard.objects.exists()
    assert names("기초연금 신청은 어디서 해요")[0] == OFFICE


def test_what_a_tool_is_not_for_never_brings_it_up() -> None:
    card = Card("a_tool", "글", ("말",), (Avoid("별난 낱말", "b_tool"),))
    assert "별난 낱말" not in [text for _, text in card.texts()]


def test_nothing_is_compared_without_cards() -> None:
    index = CardIndex([], {})
    features = index.features(index.likenesses("말", None))
    assert features.shape == (0, len(FEATURES))
    assert len(chances(features, weights(WORDS_ONLY))) == 0
    assert 0 < bound("no_tool") < 1
    assert weights(WITH_VECTORS).shape == (len(FEATURES),)


def test_pairs_are_seen_from_both_sides() -> None:
    cards = [
        Card("a_tool", "글", (), (Avoid("금액을 물을 때", "b_tool"), Avoid("곳", "c_tool"))),
        Card("b_tool", "글", (), (Avoid("방법을 물을 때", "a_tool"),)),
        Card("c_tool", "글"),
    ]
    both, one = pairs_of("a_tool", cards)
    assert (both.here, both.there, both.warning) == (["금액을 물을 때"], ["방법을 물을 때"], "")
    assert "상대 카드에는" in one.warning
    assert "이 카드에는" in pairs_of("c_tool", cards)[0].warning
