"""Questions made ready, features, learnt order, counts of frequent words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from uuid import UUID

import numpy as np
import pytest

from policies.evals.ranking_data import RankingCase, fold_of, learn, rank_of
from policies.graph.collapse import Level
from policies.models import LexicalTerm
from policies.records import RecordRegion
from policies.retrieval import ranking
from policies.retrieval.candidates import Candidate
from policies.retrieval.features import FEATURES, PairIndex, feature_matrix
from policies.retrieval.filters import scope_of
from policies.retrieval.grams import bigrams
from policies.retrieval.keyword import best_matches
from policies.retrieval.lexicon import lexicon
from policies.retrieval.question import prepared
from policies.retrieval.ranking import QuestionKind, kind_of, ranked, weights
from policies.retrieval.search import search_policies
from policies.retrieval.types import ChunkHit, Query, RegionFilter
from policies.services.lexicon import lexicon_refresh
from policies.tests.records import load
from policies.vocabulary import Section

# The vocabulary is read from its table.
pytestmark = pytest.mark.django_db


def candidate(
    number: int, text: str, *, vector: float = 0.85, level: Level = Level.NATION
) -> Candidate:
    key = UUID(int=number)
    hit = ChunkHit(number, key, number, Section.TARGET, 0, len(text), vector)
    return Candidate(key, level=level, chunks=[hit], texts=[text])


def test_pairs_stay_within_words_and_fold_case_and_width() -> None:
    assert bigrams("난방비 \uff2cH") == {"난방": 1, "방비": 1, "lh": 1}
    assert bigrams("애 둘") == {"애": 1, "둘": 1}
    assert not bigrams("!? …")


def test_everyday_words_bring_their_official_terms() -> None:
    plain = prepared(Query(text="병원비가 걱정이에요", vocabulary=False))
    rich = prepared(Query(text="병원비가 걱정이에요"))
    assert "의료비" not in plain.terms
    assert 0 < rich.terms["의료비"] < rich.terms["병원비"]
    assert "의료" in rich.official
    assert not plain.official


def test_spelling_of_a_question_is_repaired() -> None:
    assert "쓰레기봉투" in prepared(Query(text="쓰래기봉투 주나요")).terms


def test_a_named_place_is_the_region_where_none_is_given() -> None:
    named = prepared(Query(text="영월 사는데 결혼하면 돈 주나요"))
    assert named.query.region == RegionFilter("강원특별자치도", "영월군")
    assert kind_of(named) is QuestionKind.PLACED
    given = prepared(Query(text="영월 결혼 지원", region=RegionFilter("서울특별시", "동작구")))
    assert given.query.region == RegionFilter("서울특별시", "동작구")
    assert kind_of(prepared(Query(text="결혼하면 돈 주나요"))) is QuestionKind.UNPLACED


def test_layers_weigh_a_persons_words() -> None:
    light = prepared(Query(text="약값", boosts={"당뇨병": 1.0}))
    heavy = prepared(Query(text="약값", boosts={"당뇨병": 3.0}))
    assert heavy.terms["당뇨병"] == light.terms["당뇨병"] + 2
    assert heavy.official["당뇨"] == pytest.approx(3 * light.official["당뇨"])


def test_pair_scores_are_textbook_bm25_over_the_candidates() -> None:
    documents = [["난방비 지원", "냉방"], ["치매 지원"], ["치매"]]
    index = PairIndex({"난방": 2.0, "지원": 1.0}, documents)
    lengths = [8, 5, 2]
    average = sum(lengths) / 3

    def part(count: int, length: float, df: int) -> float:
        idf = math.log(1 + (3 - df + 0.5) / (df + 0.5))
        return idf * count * 2.5 / (count + 1.5 * (0.25 + 0.75 * length))

    assert index.score(0) == pytest.approx(2 * part(1, 8 / average, 1) + part(1, 8 / average, 2))
    assert index.score(1) == pytest.approx(part(1, 5 / average, 2))
    assert index.score(2) == 0
    span = sum([6, 2, 5, 2]) / 4
    first = 2 * part(1, 6 / span, 1) + part(1, 6 / span, 2)
    assert index.of_spans(0) == pytest.approx([first, 0])


def test_one_span_with_both_counts_more_than_two_with_one_each() -> None:
    question = prepared(Query(text="난방비"))
    key, texts = UUID(int=1), ["난방비 지원", "서류 안내"]

    def of(number: int, *vectors: float) -> Candidate:
        hits = [
            ChunkHit(n, key, number, Section.TARGET, 0, len(text), vector)
            for n, (text, vector) in enumerate(zip(texts, vectors, strict=True))
        ]
        return Candidate(UUID(int=number), chunks=hits, texts=texts)

    matrix = feature_matrix(question, [of(1, 0.9, 0.8), of(2, 0.8, 0.9)])
    similar, both = (FEATURES.index(name) for name in ("span_similarity", "match_of_span"))
    assert matrix[0, similar] == matrix[1, similar]
    assert matrix[0, both] > matrix[1, both]


def test_differences_that_mean_nothing_stay_small() -> None:
    question = prepared(Query(text="지원금"))
    near = [candidate(1, "지원금", vector=0.9000), candidate(2, "지원금", vector=0.9001)]
    assert np.abs(feature_matrix(question, near)).max() < 0.01


def test_places_are_features() -> None:
    question = prepared(Query(text="지원금"))
    levels = (Level.NATION, Level.DISTRICT, Level.PROVINCE, Level.ELSEWHERE)
    found = [candidate(n, "지원금", level=level) for n, level in enumerate(levels, 1)]
    matrix = feature_matrix(question, found)
    columns = [FEATURES.index(name) for name in ("own_district", "own_province", "other_region")]
    assert matrix[:, columns].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_order_and_scores() -> None:
    question = prepared(Query(text="난방비 지원"))
    found = [candidate(1, "치매 검사", vector=0.8), candidate(2, "난방비 지원", vector=0.92)]
    order = ranked(question, found)
    assert [one.policy_id.int for one, _ in order] == [2, 1]
    assert order[0][1] == 1
    assert 0 < order[1][1] < 1
    assert ranked(question, []) == []
    assert {kind: values.shape for kind, values in weights().items()} == {
        kind: (len(FEATURES),) for kind in QuestionKind
    }


class LongestFirst:
    """A reranker for the test."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(len(text)) for text in texts]


def test_a_cross_encoder_may_order_the_best(settings: pytest.FixtureRequest) -> None:
    question = prepared(Query(text="난방비 지원"))
    found = [candidate(1, "난방비 지원", vector=0.95), candidate(2, "치매 검사와 상담", vector=0.8)]
    settings.RERANKER = f"{__name__}.LongestFirst"  # type: ignore[attr-defined]
    ranking.reranker.cache_clear()
    try:
        assert [one.policy_id.int for one, _ in ranked(question, found)] == [2, 1]
    finally:
        settings.RERANKER = ""  # type: ignore[attr-defined]
        ranking.reranker.cache_clear()


def test_weights_are_learnt_from_answers() -> None:
    rng = np.random.default_rng(7)
    cases = []
    for number in range(60):
        features = rng.normal(size=(12, 3))
        answers = np.arange(12) == np.argmax(2 * features[:, 0] - features[:, 2])
        cases.append(RankingCase(QuestionKind.PLACED, features, answers, f"doc{number % 9}"))
    missing = RankingCase(
        QuestionKind.PLACED, rng.normal(size=(4, 3)), np.zeros(4, dtype=bool), "x"
    )
    learnt = learn([*cases, missing], [1.0] * 61, l2=0.001)
    assert learnt[0] > 0 > learnt[2]
    assert np.mean([rank_of(case, learnt) == 0 for case in cases]) > 0.9
    assert rank_of(missing, learnt) > 1000
    folds = {case.fold_key: set[int]() for case in cases}
    for case in cases:
        folds[case.fold_key].add(fold_of(case, 5))
    assert all(len(own) == 1 for own in folds.values())


def test_counts_of_frequent_words_change_nothing_but_the_counting(settings: object) -> None:
    retrieval = settings.RETRIEVAL  # type: ignore[attr-defined]
    for number in range(6):
        load(
            f"p{number}", sections={Section.SUMMARY: f"난방비 지원 {'치매' if number else '틀니'}"}
        )
    query = Query(text="난방비 틀니", vocabulary=False)
    terms = prepared(query).terms
    counted = best_matches(terms, scope=scope_of(query), limit=5)
    settings.RETRIEVAL = {**retrieval, "frequent_from": 3}  # type: ignore[attr-defined]
    assert lexicon_refresh() > 0
    assert LexicalTerm.objects.get(pk="난방비").policies == 6
    assert not LexicalTerm.objects.filter(pk="틀니").exists()
    assert best_matches(terms, scope=scope_of(query), limit=5) == pytest.approx(counted)
    settings.RETRIEVAL = {**retrieval, "frequent_from": 1000}  # type: ignore[attr-defined]
    assert lexicon_refresh() == 0
    assert not LexicalTerm.objects.exists()
    assert lexicon(["난방비"]).frequencies == {"난방비": 6}


def test_rare_words_choose_and_frequent_ones_still_score(settings: object) -> None:
    retrieval = settings.RETRIEVAL  # type: ignore[attr-defined]
    for number in range(8):
        load(f"p{number}", sections={Section.SUMMARY: "난방비 지원"})
    rare = load("rare", sections={Section.SUMMARY: "난방비 지원 틀니"})
    query = Query(text="난방비 지원 틀니", vocabulary=False)
    terms = prepared(query).terms
    whole = best_matches(terms, scope=scope_of(query), limit=20)
    settings.RETRIEVAL = {**retrieval, "essential_postings": 1}  # type: ignore[attr-defined]
    chosen = best_matches(terms, scope=scope_of(query), limit=20)
    assert chosen == pytest.approx({rare.pk: whole[rare.pk]})
    other = next(key for key in whole if key != rare.pk)
    also = best_matches(terms, scope=scope_of(query), limit=20, also=[other])
    assert also == pytest.approx({rare.pk: whole[rare.pk], other: whole[other]})


def test_the_nation_is_not_crowded_out_by_copies_elsewhere() -> None:
    names = ("동작구", "강남구", "중구", "종로구", "마포구", "서초구")
    for name in names:
        load(name, name="출산지원금", regions=[RecordRegion("서울특별시", name)])
    nation = load("nation", name="출산지원금")
    hits = search_policies(Query(text="출산지원금 주나요", collapse=False, limit=3)).hits
    assert hits[0].policy_id == nation.pk


def test_the_own_district_goes_first_and_others_never() -> None:
    own = load("own", name="출산지원금", regions=[RecordRegion("강원특별자치도", "영월군")])
    other = load("other", name="출산지원금", regions=[RecordRegion("강원특별자치도", "홍천군")])
    nation = load("nation", name="출산지원금")
    result = search_policies(Query(text="영월인데 출산지원금 주나요"))
    assert [hit.policy_id for hit in result.hits] == [own.pk, nation.pk]
    assert other.pk not in {hit.policy_id for hit in result.hits}
    assert result.region == RegionFilter("강원특별자치도", "영월군")


def test_a_search_tells_what_else_it_searched_for() -> None:
    load("cost", name="의료비 지원")
    result = search_policies(Query(text="병원비"))
    assert result.expanded["병원비"][0]
    assert not search_policies(Query(text="병원비", vocabulary=False)).expanded


def test_a_named_agency_leads_to_its_policies_and_the_way_is_told() -> None:
    own = load(
        "own", agency="국가보훈부", name="참전유공자 위로", sections={Section.SUMMARY: "위문"}
    )
    for number in range(3):
        load(f"other-{number}", agency="보건복지부")
    result = search_policies(Query(text="국가보훈부에서 하는 사업"))
    assert own.pk in {hit.policy_id for hit in result.hits}
    assert any("국가보훈부" in step for step in result.walks[str(own.pk)])
    assert not search_policies(Query(text="약값")).walks
