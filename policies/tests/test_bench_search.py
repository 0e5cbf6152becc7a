"""The benchmark of scale: a consistent database, every way answers, a report of one shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from policies.evals import bench_lexical, bench_ways
from policies.evals.asked import Asked, prepare_questions, read_questions
from policies.evals.bench_report import parse_scales, scale_lines
from policies.evals.bench_search import bench_search_scales, cold_times, estimate, growth
from policies.evals.corpus import CasesInvalid
from policies.evals.database import scratch_database
from policies.evals.scale import Loaded, places_prepare, scale_load
from policies.evals.scale_base import Base, read_base
from policies.evals.scale_vary import variants
from policies.models import Embedding, LexicalPosting, Policy, PolicyChunk, PolicyVersion, Region
from policies.retrieval.embedders import embedder
from policies.tests.records import load, load_entries
from policies.vocabulary import Section

ENTRIES = ("diabetes-supplies", "basic-pension", "energy-voucher", "assistive-devices")
CHUNKS = 600
Progressed = list[tuple[str, int, int]]


def silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def query(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


@pytest.fixture(scope="module")
def scaled(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Base, Loaded]]:
    """600 chunks out of three catalogue entries and a policy without shipped vectors."""
    with django_db_blocker.unblock(), scratch_database():
        load_entries(*ENTRIES[:3])
        load(
            "local",
            sections={Section.SUMMARY: "동네 어르신께 도시락을 드립니다.\n주 2회 배달합니다."},
        )
        base = read_base(embedder().model)
        places = places_prepare()
        loaded = scale_load(base, places, chunks=CHUNKS, model=embedder().model, progress=silent)
        yield base, loaded


@pytest.fixture(scope="module")
def asked(scaled: tuple[Base, Loaded]) -> list[Asked]:
    return prepare_questions(read_questions()[::20])[0]


def test_base_is_read_whole(scaled: tuple[Base, Loaded]) -> None:
    base, _ = scaled
    assert len(base.policies) == 4
    assert base.chunks == sum(len(policy.chunks) for policy in base.policies)
    assert 0 < base.shipped_vectors < base.chunks
    assert np.allclose(np.linalg.norm(base.vectors, axis=1), 1, atol=1e-4)


def test_rows_are_consistent(scaled: tuple[Base, Loaded]) -> None:
    _, loaded = scaled
    assert CHUNKS <= loaded.chunks < CHUNKS + 40
    assert PolicyChunk.objects.count() == Embedding.objects.count() == loaded.chunks
    assert Policy.objects.published().count() == PolicyVersion.objects.count() == loaded.policies
    assert LexicalPosting.objects.count() == loaded.postings
    assert not PolicyChunk.objects.filter(embeddings=None).exists()
    # Each version's length is the sum of its postings, and no term stands twice.
    assert not query(
        "SELECT v.id FROM policies_policyversion v JOIN policies_lexicalposting lp "
        "ON lp.version_id = v.id GROUP BY v.id HAVING sum(frequency) <> v.term_count "
        "OR count(*) <> count(DISTINCT term)"
    )
    assert not query(
        "SELECT c.id FROM policies_policychunk c JOIN policies_policy p ON p.id = c.policy_id "
        "WHERE c.version_id <> p.current_version_id"
    )


def test_chunks_are_spans_of_their_sections(scaled: tuple[Base, Loaded]) -> None:
    spans = PolicyChunk.objects.filter(end__gt=0).select_related("version")
    assert spans.exists()
    for chunk in spans.iterator():
        body = chunk.version.sections[chunk.section][chunk.start : chunk.end]
        assert body
        assert chunk.text.endswith(body)


def test_regions_bite(scaled: tuple[Base, Loaded]) -> None:
    links = Policy.regions.through._default_manager
    assert links.filter(region__in=Region.objects.all()).count() == links.count()
    everywhere = Policy.objects.filter(nationwide=True)
    assert everywhere.exists()
    assert not links.filter(policy__in=everywhere).exists()
    local = Policy.objects.filter(nationwide=False)
    assert set(local.values_list("pk", flat=True)) == set(links.values_list("policy_id", flat=True))
    assert len(set(links.values_list("region_id", flat=True))) > 20


def test_copies_differ(scaled: tuple[Base, Loaded]) -> None:
    base, loaded = scaled
    assert len(set(Policy.objects.values_list("name", flat=True))) > loaded.policies / 3
    vectors = np.array([list(row) for row in Embedding.objects.values_list("vector", flat=True)])
    near = vectors @ vectors.T - 2 * np.eye(len(vectors))
    assert near.max() < 0.999
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
    known = {term for policy in base.policies for term in policy.terms}
    assert set(LexicalPosting.objects.values_list("term", flat=True)) - known


def test_indexes_and_keys_are_back(scaled: tuple[Base, Loaded]) -> None:
    indexes = {name for (name,) in query("SELECT indexname FROM pg_indexes")}
    for model in (PolicyChunk, LexicalPosting, Embedding, Policy):
        assert {index.name for index in model._meta.indexes} <= indexes
        assert {each.name for each in model._meta.constraints} <= indexes
    foreign = query(
        "SELECT conrelid::regclass::text, count(*) FROM pg_constraint WHERE contype = 'f' "
        "AND convalidated AND conrelid::regclass::text LIKE 'policies_%' GROUP BY 1"
    )
    assert dict(foreign)["policies_policychunk"] == 3
    # Numbers go on after the copied ones.
    with transaction.atomic():
        assert load("afterwards").current_version is not None
        transaction.set_rollback(True)


def test_every_way_answers(scaled: tuple[Base, Loaded], asked: list[Asked]) -> None:
    bench_lexical.ts_build()
    process = bench_lexical.process_build(next(a for a in asked if a.query.region is None))
    truth = [bench_lexical.exact(each) for each in asked]
    assert any(truth)
    for way in (bench_lexical.in_use, bench_lexical.ts_rank, process.search):
        found = [way(each) for each in asked]
        assert any(found)
        assert all(len(ids) <= bench_lexical.DEPTH for ids in found)
    # The same formula on the same numbers, in the same scope: only equal scores may differ.
    assert bench_lexical.overlap([process.search(each) for each in asked], truth) > 0.8
    for way in (bench_ways.poly, bench_ways.forerunner):
        assert all(way(each) for each in asked)
    for each in asked:
        if each.query.region is not None:
            allowed = set(
                Policy.objects.in_region(
                    each.query.region.sido, each.query.region.sigungu
                ).values_list("pk", flat=True)
            )
            for way in (bench_ways.poly, bench_ways.forerunner, process.search):
                assert set(way(each)) <= allowed
    recall = bench_ways.index_recall(asked)
    assert all(0.5 < recall[f"ef_{width}"]["recall"] <= 1 for width in bench_ways.WIDTHS)


def test_same_seed_same_policies(scaled: tuple[Base, Loaded]) -> None:
    base, _ = scaled
    places = places_prepare()
    first, second = (
        [(each.id, each.title, each.terms) for each in variants(base, places, chunks=100)]
        for _ in range(2)
    )
    assert first == second
    assert [each.title for each in variants(base, places, chunks=1)] == [first[0][1]]


@pytest.mark.django_db(transaction=True)
def test_report_of_two_scales() -> None:
    told: Progressed = []
    restarts: list[bool] = []

    def restart() -> tuple[bool, bool, str]:
        """Connections are given up before; the restart itself has its own test."""
        restarts.append(connection.connection is None)
        return True, False, ""

    with scratch_database():
        load_entries(*ENTRIES[:3])
        report = bench_search_scales(
            [300, 60],
            restart=restart,
            progress=lambda *each: told.append(each),
            questions=read_questions()[::20],
        )
    scales = report["scales"]
    assert [each["chunks"] >= wanted for each, wanted in zip(scales, (60, 300), strict=True)]
    for each in scales:
        assert set(each["warm"]) == {"poly", "forerunner", "forerunner_vectors_only"}
        assert set(each["lexical"]) == {"exact", "in_use", "ts_rank_cd", "bm25s"}
        assert each["lexical"]["exact"]["overlap_at_20"] == 1
        assert all(way["python_cpu_ms"] > 0 for way in each["warm"].values())
        assert each["lexical"]["exact"]["database_cpu_ms"] is not None
        assert each["lexical"]["bm25s"]["rebuild_after_a_change_s"] >= 0
        assert 0 <= each["vector_index"]["ef_100"]["by_index"] <= 1
        assert each["cold"]["measured"] is True
        assert each["cold"]["cache_dropped"] is False
        assert set(each["cold"]["ways"]) == {*each["warm"], *each["lexical"]} - {"bm25s"}
        assert each["questions"] == 10
    assert all(1 <= done <= total or done == 0 for _, done, total in told)
    (step,) = report["growth_p50"].values()
    assert set(step) == {*scales[0]["warm"], *scales[0]["lexical"]}
    json.dumps(report)
    lines = "\n".join(scale_lines(report))
    assert "Poly 검색" in lines
    assert "운영체제의 캐시는 비울 수 없었습니다" in lines
    assert restarts
    assert all(restarts)


@pytest.mark.parametrize("restart", [None, lambda: (False, False, "다른 프로세스가 씁니다.")])
def test_cold_times_say_why_there_are_none(asked: list[Asked], restart: Any) -> None:
    report = cold_times({"poly": bench_ways.poly}, asked, restart, silent)
    assert report["measured"] is False
    assert report["reason"].endswith("다.")


@pytest.mark.parametrize(
    ("text", "scales"), [("10k,1M", [10_000, 1_000_000]), ("500", [500]), ("2k,2k", [2_000])]
)
def test_scales_are_read(text: str, scales: list[int]) -> None:
    assert parse_scales(text) == scales


@pytest.mark.parametrize("text", ["", "0", "10x", "-5", "1k,", "10M"])
def test_bad_scales_are_refused(text: str) -> None:
    with pytest.raises(CommandError, match="--scale"):
        call_command("benchmark", "search", scale=text, stderr=StringIO())
    with pytest.raises(CommandError, match="ingest 에만"):
        call_command("benchmark", "turn", scale="10k", stderr=StringIO())


def test_estimate_grows_and_growth_is_the_ratio() -> None:
    assert estimate([10_000])["minutes"] < estimate([10_000, 1_000_000])["minutes"]
    assert estimate([1_000_000])["disk_gb"] < 25
    reports = [
        {"chunks": size, "warm": {"poly": {"p50_ms": spent}}, "lexical": {}}
        for size, spent in ((10, 2.0), (100, 5.0))
    ]
    assert growth(reports) == {"100/10": {"poly": 2.5}}


def test_questions_are_read(tmp_path: Path) -> None:
    questions = read_questions()
    assert len({each.text for each in questions}) == 200
    assert 80 <= sum(each.region is not None for each in questions) <= 120
    empty = tmp_path / "none.txt"
    empty.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(CasesInvalid, match=r"none\.txt"):
        read_questions(empty)
    empty.write_text("\t서울특별시\n", encoding="utf-8")
    with pytest.raises(CasesInvalid, match=":1: "):
        read_questions(empty)


@pytest.mark.django_db
def test_nothing_to_multiply() -> None:
    with pytest.raises(ValueError, match="no published policies"):
        read_base(embedder().model)
