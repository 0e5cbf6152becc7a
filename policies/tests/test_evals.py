"""Measuring: metrics, the report of `evaluate`, and what it does with bad input."""

from __future__ import annotations

import json
import math
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from policies.catalogue.load import DATA_DIR, load_catalogue
from policies.catalogue.records import entry_record
from policies.evals.bench import bench_screen
from policies.evals.corpus import CasesInvalid, corpus_records
from policies.evals.metrics import ranking_metrics
from policies.evals.retrieval import RetrievalCase, read_rows
from policies.evals.timing import compared, summary
from policies.models import Policy
from policies.services import policy_load
from policies.vocabulary import Section

METRICS = {"hit@1", "hit@3", "hit@5", "hit@8", "mrr", "ndcg@8"}
DOCUMENTS: list[dict[str, Any]] = [
    {"id": "pension", "title": "기초연금", "text": "만 65세 이상 어르신에게 매달 연금을 드립니다."},
    {
        "id": "heating",
        "title": "에너지바우처",
        "agency": "산업통상자원부",
        "sections": {"summary": "겨울 난방비를 지원합니다.", "target": "수급자", "notice": None},
    },
]
CASES: list[dict[str, Any]] = [
    {"id": "r-1", "question": "겨울 난방비가 걱정이에요", "gold": ["heating"], "corpus": "small"},
    {"id": "r-2", "question": "어르신 연금", "gold": ["no-such"], "tags": ["absent"]},
]


def write(path: Path, rows: list[Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def scratch_databases() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_database WHERE datname LIKE 'poly_scratch_%%'")
        return int(cursor.fetchone()[0])


def evaluate(suite: str, **options: Any) -> str:
    out = StringIO()
    call_command("evaluate", suite, stdout=out, **options)
    return out.getvalue()


def test_metrics_by_hand() -> None:
    rankings: list[tuple[list[str], set[str]]] = [
        (["a", "b", "c"], {"a"}),
        (["x", "a", "b"], {"a", "b"}),
        (["x", "y", "z", "w", "v", "u", "t", "s", "a"], {"a"}),
        ([], {"a"}),
    ]
    found = ranking_metrics(rankings)
    assert set(found) == METRICS
    assert (found["hit@1"], found["hit@3"], found["hit@8"]) == (0.25, 0.5, 0.5)
    assert found["mrr"] == pytest.approx((1 + 1 / 2 + 1 / 9 + 0) / 4, abs=1e-4)
    two = (1 / math.log2(3) + 1 / math.log2(4)) / (1 + 1 / math.log2(3))
    assert found["ndcg@8"] == pytest.approx((1 + two) / 4, abs=1e-4)


def test_metrics_of_nothing_and_of_everything() -> None:
    assert set(ranking_metrics([]).values()) == {0.0}
    assert set(ranking_metrics([(["a"], {"a"})] * 3).values()) == {1.0}


def test_timing_is_told_as_a_ratio() -> None:
    assert summary([4.0]) == {"p50_ms": 4.0, "p95_ms": 4.0, "n": 1}
    assert summary([1.0, 2.0, 3.0])["p50_ms"] == 2.0
    slow, fast = summary([4.0]), summary([2.0])
    assert compared(slow, fast)["ratio_p50"] == 2.0
    assert compared(slow, {**fast, "p50_ms": 0.0})["ratio_p50"] == 0.0


def test_documents_have_sections_or_one_text(tmp_path: Path) -> None:
    write(tmp_path / "documents.jsonl", DOCUMENTS)
    pension, heating = corpus_records(tmp_path)
    assert set(pension.sections) == {Section.SUMMARY}
    assert (pension.agency, heating.agency) == ("미상", "산업통상자원부")
    assert set(heating.sections) == {Section.SUMMARY, Section.TARGET}


@pytest.mark.parametrize(
    ("rows", "place", "message"),
    [
        ([CASES[0], "{broken"], ":2: ", "JSON 오류"),
        ([CASES[0], '["list"]'], ":2: ", "객체가 아닙니다"),
        ([CASES[0], "", {"id": "r-2", "question": "연금"}], ":3: ", "gold"),
        ([{**CASES[0], "gold": "heating"}], ":1: ", "gold"),
        ([], ": ", "내용이 없습니다"),
    ],
)
def test_bad_case_is_named_by_file_and_line(
    tmp_path: Path, rows: list[Any], place: str, message: str
) -> None:
    path = write(tmp_path / "cases.jsonl", rows)
    with pytest.raises(CasesInvalid, match=message) as caught:
        read_rows(path, RetrievalCase)
    assert str(caught.value).startswith(f"{path}{place}")


@pytest.mark.parametrize(
    "document",
    [{"id": "a", "text": "본문"}, {"id": "a", "title": "제목", "sections": {"nonsense": "본문"}}],
)
def test_bad_document_is_named_by_file_and_line(tmp_path: Path, document: Any) -> None:
    path = write(tmp_path / "documents.jsonl", [DOCUMENTS[0], document])
    with pytest.raises(CasesInvalid, match=f"{path}:2: "):
        list(corpus_records(tmp_path))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CasesInvalid, match="읽을 수 없습니다"):
        read_rows(tmp_path / "none.jsonl", RetrievalCase)
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes("질문".encode("cp949"))
    with pytest.raises(CasesInvalid, match="UTF-8"):
        read_rows(latin, RetrievalCase)


def test_a_corpus_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--corpus"):
        evaluate("retrieval", cases=tmp_path / "cases.jsonl")


@pytest.mark.django_db(transaction=True)
def test_report_of_the_retrieval_suite(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    corpus = write(tmp_path / "small" / "documents.jsonl", DOCUMENTS).parent
    cases = write(tmp_path / "cases.jsonl", CASES)
    out = tmp_path / "deep" / "report.json"
    table = evaluate("retrieval", cases=cases, corpus=corpus, out=out)
    report = json.loads(out.read_text(encoding="utf-8"))
    assert set(report) == {"suite", "cases", "metrics", "kinds", "baselines", "failures"}
    assert (report["suite"], report["cases"]) == ("retrieval", 2)
    assert set(report["metrics"]) == METRICS
    assert report["metrics"]["hit@1"] == 0.5
    assert len(report["baselines"]) == 6
    for metrics in report["baselines"].values():
        assert set(metrics) == METRICS
        assert all(0 <= value <= 1 for value in metrics.values())
    (failure,) = report["failures"]
    assert (failure["id"], failure["expected"]) == ("r-2", ["no-such"])
    assert set(failure["got"]) <= {"pension", "heating"}
    assert "hit@1" in table
    assert "kiwi_bm25" in table
    assert scratch_databases() == 0
    assert not Policy.objects.exists()

    broken = write(tmp_path / "broken.jsonl", [CASES[0], "{"])
    with pytest.raises(CommandError, match=f"{broken}:2: "):
        evaluate("retrieval", cases=broken, corpus=corpus)
    assert scratch_databases() == 0
    assert not Policy.objects.exists()


@pytest.mark.django_db
def test_screening_benchmark_measures_every_rule() -> None:
    loaded = load_catalogue([DATA_DIR / "national" / "basic-pension.yaml"])
    policy_load(record=entry_record(loaded.entries["basic-pension"]))
    report = bench_screen()
    scales = report["scales"]
    assert [(each["scale"], each["rules"], each["distinct"]) for each in scales] == [
        (1, 1, 1),
        (4, 4, 1),
        (16, 16, 1),
    ]
    assert [each["judged"] for each in scales] == [1, 4, 16]
    for each in scales:
        assert set(each["family_of_four_vs_one_person"]) == {"measured", "baseline", "ratio_p50"}
        assert each["us_per_policy"] > 0
    assert report["naive_us_per_policy"] > 0
