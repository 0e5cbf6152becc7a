"""The search: filters in SQL, both arms, and vectors of one model only."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from policies.models import Embedding, Policy, PolicyChunk
from policies.records import RecordRegion
from policies.retrieval.embedders import embedder, query_vector
from policies.retrieval.filters import scope_of
from policies.retrieval.keyword import best_matches
from policies.retrieval.question import prepared
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter
from policies.retrieval.vector import nearest
from policies.tests.records import load, load_entries
from policies.vocabulary import PolicyStatus, Section

pytestmark = pytest.mark.django_db
QUESTION = "당뇨병 교실은 어디서 하나요"
SEOUL, DONGJAK = "서울특별시", "동작구"
ENTRIES = (
    "diabetes-supplies",
    "dongjak-hypertension-diabetes-class",
    "gangnam-hypertension-diabetes-class",
    "basic-pension",
    "energy-voucher",
)


def found(query: Query) -> list[str]:
    names = dict(Policy.objects.values_list("id", "external_id"))
    return [names[hit.policy_id] for hit in search_policies(query).hits]


def put_vector(chunk: PolicyChunk, vector: Any, name: str, version: str = "1") -> None:
    Embedding.objects.create(
        chunk=chunk, model_name=name, model_version=version, dimension=len(vector), vector=vector
    )


@pytest.fixture
def places() -> None:
    regions = {
        "nation": [],
        "seoul": [RecordRegion(SEOUL)],
        "dongjak": [RecordRegion(SEOUL, DONGJAK)],
        "gangnam": [RecordRegion(SEOUL, "강남구")],
        "busan": [RecordRegion("부산광역시")],
        "busan-jung": [RecordRegion("부산광역시", "중구")],
        "seoul-jung": [RecordRegion(SEOUL, "중구")],
    }
    for key, where in regions.items():
        load(key, regions=where)


@pytest.mark.parametrize(
    ("region", "expected"),
    [
        (RegionFilter(SEOUL, DONGJAK), {"nation", "seoul", "dongjak"}),
        (RegionFilter(SEOUL), {"nation", "seoul", "dongjak", "gangnam", "seoul-jung"}),
        (RegionFilter("부산광역시", "중구"), {"nation", "busan", "busan-jung"}),
        (RegionFilter("제주특별자치도", "제주시"), {"nation"}),
        (None, {"nation", "seoul", "dongjak", "gangnam", "busan", "busan-jung", "seoul-jung"}),
    ],
)
def test_region_keeps_the_nation_the_province_and_the_district(
    places: None, region: RegionFilter | None, expected: set[str]
) -> None:
    assert set(found(Query(text="치매 약값", region=region, limit=20))) == expected


def test_nationwide_only_counts_where_no_region_is_known(places: None) -> None:
    query = Query(text="치매 약값", nationwide_only=True, limit=20)
    assert found(query) == ["nation"]
    local = Query(text="치매 약값", nationwide_only=True, region=RegionFilter("부산광역시"))
    assert set(found(local)) == {"nation", "busan", "busan-jung"}


@pytest.mark.parametrize(
    ("sigungu", "expected"),
    [
        ("수원시 장안구", {"nation", "gyeonggi", "suwon", "jangan"}),
        ("수원시 팔달구", {"nation", "gyeonggi", "suwon"}),
        ("수원시", {"nation", "gyeonggi", "suwon", "jangan"}),
        ("수원", {"nation", "gyeonggi"}),
        (" ", {"nation", "gyeonggi", "suwon", "jangan", "seongnam"}),
    ],
)
def test_district_of_a_city_is_offered_what_the_city_offers(
    sigungu: str, expected: set[str]
) -> None:
    for key, part in {
        "gyeonggi": None,
        "suwon": "수원시",
        "jangan": "수원시 장안구",
        "seongnam": "성남시",
    }.items():
        load(key, regions=[RecordRegion("경기도", part)])
    load("nation")
    query = Query(text="치매 약값", region=RegionFilter("경기도", sigungu))
    assert set(found(query)) == expected


def test_both_arms_keep_to_the_region() -> None:
    policies = load_entries(*ENTRIES)
    region = RegionFilter(SEOUL, DONGJAK)
    query = Query(text=QUESTION, region=region)
    scope = scope_of(query)
    gangnam = policies["gangnam-hypertension-diabetes-class"].pk
    model = embedder().model
    near = nearest(query_vector(QUESTION), model=model, scope=scope, limit=60)
    words = best_matches(prepared(query).terms, scope=scope, limit=60)
    assert policies["dongjak-hypertension-diabetes-class"].pk in near.keys() & words.keys()
    assert gangnam not in near.keys() | words.keys()
    assert found(query)[0] == "dongjak-hypertension-diabetes-class"


def test_closed_and_business_policies_are_asked_for_by_name() -> None:
    load("open")
    load("upcoming", status=PolicyStatus.UPCOMING)
    load("closed", status=PolicyStatus.CLOSED)
    load("firms", for_persons=False)
    assert set(found(Query(text="치매 약값"))) == {"open", "upcoming"}
    closed = Query(text="치매 약값", include_closed=True)
    assert set(found(closed)) == {"open", "upcoming", "closed"}
    firms = Query(text="치매 약값", persons_only=False)
    assert set(found(firms)) == {"open", "upcoming", "firms"}


def test_only_restricts_to_given_policies() -> None:
    load("a")
    wanted = load("b")
    assert found(Query(text="치매 약값", only=(wanted.pk,))) == ["b"]
    assert found(Query(text="치매 약값", only=())) == []


def test_evidence_is_a_span_of_the_stored_text() -> None:
    load_entries("diabetes-supplies")
    hit = search_policies(Query(text=QUESTION)).hits[0]
    assert hit.chunks
    policy = Policy.objects.select_related("current_version").get(pk=hit.policy_id)
    version = policy.current_version
    assert version is not None
    for chunk in hit.chunks:
        assert chunk.version_id == version.pk
        span = version.sections[chunk.section][chunk.start : chunk.end]
        assert span.strip() == span != ""


def test_policy_without_vectors_is_found_by_its_words() -> None:
    load()
    result = search_policies(Query(text="치매환자 약값"))
    assert [hit.vector for hit in result.hits] == [0]
    assert not result.below_floor


def test_nonsense_is_below_the_floor() -> None:
    load_entries(*ENTRIES)
    result = search_policies(Query(text="qzxv 블록체인 우주선 조립"))
    assert result.below_floor
    assert not search_policies(Query(text=QUESTION)).below_floor


def test_empty_question_or_empty_database_finds_nothing() -> None:
    empty = search_policies(Query(text="  "))
    assert (empty.hits, empty.below_floor, empty.candidates) == ((), True, 0)
    assert search_policies(Query(text=QUESTION)).hits == ()


def test_boosted_words_move_their_policy_up() -> None:
    load("pension", name="연금", sections={Section.SUMMARY: "지원금을 드립니다."})
    load("diabetes", name="당뇨병 관리", sections={Section.SUMMARY: "지원금을 드립니다."})
    assert found(Query(text="지원금", boosts={"당뇨병": 3.0}))[0] == "diabetes"
    assert found(Query(text=" ", boosts={"당뇨병": 3.0})) == ["diabetes"]


def test_query_ignores_vectors_of_other_models() -> None:
    policies = load_entries("basic-pension", "energy-voucher")
    query = Query(text="겨울 난방비")
    before = search_policies(query)
    vector = query_vector(query.text)
    for chunk in PolicyChunk.objects.filter(policy=policies["basic-pension"]):
        put_vector(chunk, vector, "multilingual-e5-small", "older")
        put_vector(chunk, [1.0] * 8, "another")
        put_vector(chunk, np.ones(1536), "text-embedding-3-small")
    assert search_policies(query) == before


def test_vector_arm_can_use_its_partial_index() -> None:
    load_entries("basic-pension")
    scope = scope_of(Query(text="연금"))
    vector = query_vector("연금")
    with CaptureQueriesContext(connection) as queries:
        nearest(vector, model=embedder().model, scope=scope, limit=5)
    sql = queries[-1]["sql"]
    with connection.cursor() as cursor:
        for setting in ("enable_seqscan", "enable_sort", "enable_bitmapscan"):
            cursor.execute(f"SET LOCAL {setting} = off")
        cursor.execute("EXPLAIN " + sql.replace("%", "%%"))
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Index Scan using policies_emb_e5small" in plan


def test_search_costs_a_fixed_number_of_queries() -> None:
    load("a")
    query = Query(text="치매 약값")
    search_policies(query)
    with CaptureQueriesContext(connection) as few:
        search_policies(query)
    for number in range(6):
        load(f"more-{number}")
    with CaptureQueriesContext(connection) as many:
        search_policies(query)
    assert len(few) == len(many)


def test_listing_follows_the_same_regions_as_the_search() -> None:
    city = load("city", regions=[RecordRegion("경기도", "수원시")])
    other = load("other", regions=[RecordRegion("경기도", "성남시")])
    found = Policy.objects.in_region("경기도", "수원시 장안구")
    assert city in found
    assert other not in found
