"""The eligibility suite: its report, where its texts come from, and what it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from policies.evals.corpus import CasesInvalid
from policies.evals.snapshots import read_snapshots, without_texts

METRICS = {
    "accuracy",
    "macro_f1",
    "false_likely",
    "false_unlikely",
    "recall_unlikely",
    "missing_recall",
}
SECTIONS = {
    "suite",
    "cases",
    "cases_file",
    "metrics",
    "baselines",
    "confusion",
    "intervals",
    "by_text",
    "by_tag",
    "failing_clauses",
    "coverage",
    "age_agreement",
    "failures",
}
SENIOR = {
    "source": "gov24_v3_2031-01/S-1",
    "title": "어르신 목욕비 지원",
    "agency": "보건복지부",
    "target": "만 65세 이상인 사람\n",
    "criteria": "",
}


def case(name: str, born: str | None, verdict: str, **more: Any) -> dict[str, Any]:
    facts = {"as_of": "2026-11-28", **({"birth_date": born} if born else {})}
    return {**SENIOR, "id": name, "facts": facts, "verdict": verdict, **more}


CASES = [
    case("old", "1950-01-01", "likely", tags=["age_boundary"]),
    case("young", "1999-01-01", "unlikely", tags=["age_boundary", "near_miss"]),
    case("open", None, "needs_more_info", missing=["birth_date"], tags=["unknown_fact"]),
    case("odd", "2001-01-01", "likely", why="Said against the text on purpose."),
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def dump(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one small snapshot of each kind, and a folder that is none."""
    gov = tmp_path / "data" / "gov24_v3_2031-01"
    youth, documents = gov.with_name("youthcenter_2031-01"), gov.with_name("board")
    for folder in (gov, youth, documents, gov.with_name("notes")):
        folder.mkdir(parents=True)
    services = [
        service("S-1", "어르신 목욕비 지원", "개인", "만 65세 이상인 사람\r\n"),
        service("S-2", "가게 간판 지원", "소상공인", "만 30세 이상 점주"),
        service(
            "S-3", "교복비 지원", "개인||가구", "13세 이상 18세 이하 청소년", "중위소득 80% 이하"
        ),
    ]
    dump(gov / "gov24_serviceList_snapshot.json", {"totalCount": 3, "data": services})
    coded = [("S-1", 60, 120), ("S-2", 0, 120), ("S-3", 13, 18)]
    conditions = [{"서비스ID": k, "JA0110": low, "JA0111": high} for k, low, high in coded]
    dump(gov / "gov24_supportConditions_snapshot.json", {"data": conditions})
    dump(youth / "youthcenter_snapshot.json", {"result": {"youthPolicyList": [YOUTH, YOUTH_BARE]}})
    write(
        documents / "documents.jsonl",
        [
            {
                "id": "d-1",
                "title": "이사비",
                "sections": {"target": "무주택 세대주", "benefit": "20만원"},
            }
        ],
    )
    return gov.parent


def service(key: str, name: str, users: str, target: str, criteria: str | None = None) -> Any:
    return {
        "서비스ID": key,
        "서비스명": name,
        "소관기관명": "보건복지부",
        "사용자구분": users,
        "지원대상": target,
        "선정기준": criteria,
    }


YOUTH = {
    "plcyNo": "Y-1",
    "plcyNm": "청년 이사비",
    "sprvsnInstCdNm": "국토교통부",
    "sprtTrgtMinAge": "19",
    "sprtTrgtMaxAge": "34",
    "sprtTrgtAgeLmtYn": "N",
    "addAplyQlfcCndCn": "무주택자\r\n세대주",
    "ptcpPrpTrgtCn": "주택 소유자",
    "earnEtcCn": "중위소득 150% 이하",
}
YOUTH_BARE = {**YOUTH, "plcyNo": "Y-2", "addAplyQlfcCndCn": None, "ptcpPrpTrgtCn": ""}


def evaluate(cases: Path, **options: Any) -> tuple[dict[str, Any], str]:
    out, screen = cases.with_name("deep") / "report.json", StringIO()
    call_command("evaluate", "eligibility", cases=cases, out=out, stdout=screen, **options)
    return json.loads(out.read_text(encoding="utf-8")), screen.getvalue()


def test_report_of_cases_with_texts(tmp_path: Path) -> None:
    report, screen = evaluate(write(tmp_path / "own.jsonl", CASES))
    assert set(report) == SECTIONS
    assert (report["suite"], report["cases"], report["cases_file"]) == (
        "eligibility",
        4,
        "own.jsonl",
    )
    assert set(report["metrics"]) == METRICS
    assert report["metrics"]["accuracy"] == 0.75
    assert report["metrics"]["false_unlikely"] == 0.25
    assert report["metrics"]["missing_recall"] == 1.0
    assert report["confusion"]["likely"] == {"likely": 1, "needs_more_info": 0, "unlikely": 1}
    assert report["by_text"]["spread"] == {"3/4": 1}
    assert report["by_tag"]["age_boundary"]["n"] == 2
    assert (report["coverage"], report["age_agreement"]) == (None, None)
    for metrics in report["baselines"].values():
        assert set(metrics) == METRICS
    assert report["baselines"]["always_likely"]["accuracy"] == 0.5
    assert report["baselines"]["always_needs_more_info"]["accuracy"] == 0.25
    assert "three_filters" in screen
    assert "재지 않았습니다" in screen


def test_failures_say_what_was_expected_and_what_decided(tmp_path: Path) -> None:
    report, screen = evaluate(write(tmp_path / "own.jsonl", CASES))
    (failure,) = report["failures"]
    assert (failure["id"], failure["expected"], failure["got"]) == ("odd", "likely", "unlikely")
    assert (failure["title"], failure["why"]) == (SENIOR["title"], CASES[3]["why"])
    assert any("65세" in sentence for sentence in failure["decisive"])
    (clause,) = report["failing_clauses"]
    assert (clause["criterion"], clause["cases"]) == ("age", 1)
    assert clause["confused"] == {"likely → unlikely": 1}
    assert "65세" in clause["quotes"][0]["quote"]
    assert "틀린 판정을 이끈 조건" in screen


def test_text_without_conditions_needs_more_info(tmp_path: Path) -> None:
    bare = {**CASES[0], "target": "-", "source": ""}
    report, _ = evaluate(write(tmp_path / "own.jsonl", [bare]))
    (failure,) = report["failures"]
    assert failure["got"] == "needs_more_info"
    assert failure["decisive"] == ["원문에서 자격 조건을 읽지 못했습니다."]
    assert report["failing_clauses"][0]["criterion"] == "no_rule"


def test_snapshots_give_the_texts_of_the_cases(data: Path) -> None:
    found = read_snapshots(data)
    assert set(found) == {"gov24_v3_2031-01", "youthcenter_2031-01", "board"}
    senior, shop, _ = found["gov24_v3_2031-01"]
    assert senior.target == SENIOR["target"]
    assert (senior.year, senior.coded_age) == (2031, (60, 120))
    assert (senior.for_persons, shop.for_persons) == (True, False)
    youth, bare = found["youthcenter_2031-01"]
    assert youth.target == "연령 19~34세 (연령제한여부 N)\n무주택자\n세대주"
    assert youth.criteria == "참여제한: 주택 소유자\n소득기타: 중위소득 150% 이하"
    assert bare.target == "연령 19~34세 (연령제한여부 N)\n"
    assert bare.criteria == "\n소득기타: 중위소득 150% 이하"
    (board,) = found["board"]
    assert (board.source, board.target, board.criteria) == ("board/d-1", "무주택 세대주", "")
    assert set(read_snapshots(data / "board")) == {"board"}


def test_committed_cases_find_their_texts(data: Path, tmp_path: Path) -> None:
    full, _ = evaluate(write(tmp_path / "own.jsonl", CASES))
    stripped = [without_texts(row) for row in CASES]
    assert all(set(row) & {"title", "agency", "target", "criteria"} == set() for row in stripped)
    cases = write(tmp_path / "own.jsonl", stripped)
    found, _ = evaluate(cases, corpus=data, no_coverage=True)
    assert found == full


def test_coverage_and_ages_of_the_published_policies(data: Path, tmp_path: Path) -> None:
    report, screen = evaluate(write(tmp_path / "own.jsonl", CASES), corpus=data)
    figures = report["coverage"]
    assert set(figures) == {"gov24_v3_2031-01", "youthcenter_2031-01", "board", "all"}
    gov = figures["gov24_v3_2031-01"]
    assert (gov["policies"], gov["with_rule"]) == (2, 2)
    assert (gov["criteria_read"], gov["nothing_unread"], gov["fully_read"]) == (1.0, 1.0, 1.0)
    assert gov["time"]["n"] == 2
    assert figures["all"]["policies"] == 5
    assert figures["all"]["typed"] == sum(
        row["typed"] for name, row in figures.items() if name != "all"
    )
    ages = report["age_agreement"]
    assert (ages["stated"], ages["compared"], ages["exact"]) == (2, 2, 1)
    (example,) = ages["examples"]
    assert (example["coded"], example["read"]) == ([60, None], [65, None])
    assert "원문 이해율" in screen
    assert "JA0110" in screen


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([without_texts(CASES[0])], "사례 old: 원문이 들어 있지 않습니다"),
        ([CASES[0], CASES[0]], r"id old .*2번"),
        ([{**CASES[0], "verdict": "perhaps"}], ":1: verdict"),
        ([{**CASES[0], "facts": {"as_of": "no day"}}], "사례 old: facts"),
    ],
)
def test_bad_cases_are_named(tmp_path: Path, rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        evaluate(write(tmp_path / "own.jsonl", rows))


def test_bad_data_folders_are_named(data: Path, tmp_path: Path) -> None:
    cases = write(tmp_path / "own.jsonl", [without_texts({**CASES[0], "source": "board/none"})])
    with pytest.raises(CommandError, match=r"board/none .*없습니다"):
        evaluate(cases, corpus=data)
    with pytest.raises(CommandError, match="폴더가 없습니다"):
        evaluate(cases, corpus=data / "elsewhere")
    for content, message in (
        ("{", "JSON"),
        ('{"data": [{}]}', r"data\.0\.서비스ID"),
        ("[]", "gov24_serviceList"),
    ):
        path = data / "gov24_v3_2031-01" / "gov24_serviceList_snapshot.json"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(CasesInvalid, match=message):
            read_snapshots(data)
