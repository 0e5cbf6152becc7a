from __future__ import annotations

import json
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from crawling import services
from crawling.errors import SnapshotError
from crawling.models import Source, SyncRun
from crawling.services import reasons_path, snapshot_import
from crawling.tests.factories import (
    bokjiro_folder,
    collected_folder,
    gov24_folder,
    gov24_list,
    write_page,
    write_youth,
    youth_policy,
)
from policies.models import Policy, PolicyVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Embedding replaced by a count of its calls."""
    calls: list[int] = []

    def embed(*, progress: Any = None) -> int:
        calls.append(1)
        return 7 if len(calls) == 1 else 0

    monkeypatch.setattr(services, "policies_embed", embed)
    return calls


def run(folder: Path, source: str = "gov24", **options: Any) -> SyncRun:
    return snapshot_import(source=source, path=folder, **options)


def counts(sync: SyncRun) -> tuple[int, int, int, int]:
    return (sync.created, sync.changed, sync.unchanged, sync.skipped)


def test_second_run_changes_nothing(tmp_path: Path, embedded: list[int]) -> None:
    gov24_folder(tmp_path, "1", "2")
    first = run(tmp_path)
    assert counts(first) == (2, 0, 0, 0)
    assert (first.status, first.embedded) == (SyncRun.Status.DONE, 7)
    before = list(Policy.objects.values_list("pk", "updated_at"))
    second = run(tmp_path)
    assert counts(second) == (0, 0, 2, 0)
    assert second.embedded == 0
    assert list(Policy.objects.values_list("pk", "updated_at")) == before
    assert PolicyVersion.objects.count() == 2


def test_view_counts_do_not_make_a_new_version(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1")
    run(tmp_path, embed=False)
    gov24_folder(tmp_path, "1", 조회수=99999)
    assert counts(run(tmp_path, embed=False)) == (0, 0, 1, 0)


def test_a_changed_text_makes_a_new_version(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", "2")
    run(tmp_path, embed=False)
    gov24_folder(tmp_path, "1", "2", 지원내용="○ 가구당 7만원")
    assert counts(run(tmp_path, embed=False)) == (0, 2, 0, 0)
    assert PolicyVersion.objects.count() == 4


@pytest.mark.parametrize("source", ["youthcenter", "bokjiro", "collected"])
def test_the_other_sources_load(tmp_path: Path, source: str) -> None:
    if source == "youthcenter":
        write_youth(tmp_path / "youthcenter.json", [youth_policy("1"), youth_policy("2")])
    elif source == "bokjiro":
        bokjiro_folder(tmp_path)
    else:
        collected_folder(tmp_path)
        source = "bokjiro"
    assert counts(run(tmp_path, source, embed=False)) == (2, 0, 0, 0)
    assert counts(run(tmp_path, source, embed=False)) == (0, 0, 2, 0)


def test_businesses_only_and_regions_reach_the_policy(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", 사용자구분="소상공인||법인/시설/단체")
    run(tmp_path, embed=False, collected_on=date(2026, 7, 12))
    policy = Policy.objects.get()
    assert policy.for_persons is False
    assert [str(region) for region in policy.regions.all()] == ["서울특별시 동작구"]
    assert policy.current_version is not None
    assert policy.current_version.collected_on == date(2026, 7, 12)


def test_malformed_records_are_skipped_with_reasons(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1")
    rows = [gov24_list("1"), gov24_list("2", 서비스명=None), {"서비스명": "번호 없음"}, 3]
    write_page(tmp_path / "serviceList.json", rows)
    sync = run(tmp_path, embed=False)
    assert counts(sync) == (1, 0, 0, 3)
    assert {"external_id": "2", "reason": "서비스명이(가) 없습니다"} in sync.reasons
    lines = reasons_path(sync).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == sync.reasons


def test_a_repeated_identifier_is_refused(tmp_path: Path) -> None:
    write_youth(tmp_path / "youthcenter.json", [youth_policy("1"), youth_policy("1")])
    assert counts(run(tmp_path, "youthcenter", embed=False)) == (1, 0, 0, 1)


def test_nul_characters_do_not_stop_the_run(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", 서비스명="어르신\u0000 지원\ud800")
    assert counts(run(tmp_path, embed=False)) == (1, 0, 0, 0)
    assert Policy.objects.get().name == "어르신 지원"


def test_numbers_that_are_no_json_are_null(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", 조회수=float("nan"))
    assert counts(run(tmp_path, embed=False)) == (1, 0, 0, 0)
    version = PolicyVersion.objects.get()
    assert version.raw["list"]["조회수"] is None


def test_interruption_keeps_what_is_done_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gov24_folder(tmp_path, "1", "2", "3")
    load = services.policy_load

    def interrupted(**options: Any) -> Any:
        if options["record"].external_id == "2":
            raise KeyboardInterrupt
        return load(**options)

    monkeypatch.setattr(services, "policy_load", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, embed=False)
    sync = SyncRun.objects.get()
    assert sync.status == SyncRun.Status.FAILED
    assert "중단" in sync.message
    assert sync.created == 1
    monkeypatch.setattr(services, "policy_load", load)
    assert counts(run(tmp_path, embed=False)) == (2, 0, 1, 0)


def test_a_run_left_by_a_dead_process_is_closed(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1")
    source = Source.objects.create(name="gov24", title="x", publisher="y")
    dead = SyncRun.objects.create(source=source)
    run(tmp_path, embed=False)
    dead.refresh_from_db()
    assert dead.status == SyncRun.Status.FAILED


def test_a_run_without_one_usable_record_fails(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", "2", 서비스명=None)
    with pytest.raises(SnapshotError, match="쓸 수 있는 레코드가 없습니다"):
        run(tmp_path, embed=False)
    assert SyncRun.objects.get().status == SyncRun.Status.FAILED


def test_progress_and_limit(tmp_path: Path, embedded: list[int]) -> None:
    gov24_folder(tmp_path, "1", "2", "3")
    seen: list[tuple[str, int, int]] = []
    sync = run(
        tmp_path, limit=2, progress=lambda stage, done, total: seen.append((stage, done, total))
    )
    assert sync.total == 2
    assert seen[:2] == [("records", 1, 2), ("records", 2, 2)]


def test_command_reports_and_writes_json(tmp_path: Path) -> None:
    folder = gov24_folder(tmp_path / "data", "1")
    write_page(folder / "serviceList_2.json", [gov24_list("2", 서비스명="")])
    out, result = StringIO(), tmp_path / "out" / "result.json"
    call_command(
        "import_snapshot",
        "gov24",
        str(folder),
        "--no-embed",
        "--collected-on=2026-07-12",
        f"--json={result}",
        stdout=out,
        stderr=StringIO(),
    )
    assert "전체 2건: 새로 1, 바뀜 0, 그대로 0, 건너뜀 1" in out.getvalue()
    assert ".jsonl" in out.getvalue()
    content = json.loads(result.read_text(encoding="utf-8"))
    assert (content["created"], content["skipped"], content["status"]) == (1, 1, "done")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bokjiro24", "."], "알 수 없는 출처입니다: bokjiro24"),
        (["gov24", "./없는-폴더"], "경로가 없습니다"),
        (["gov24", ".", "--collected-on=어제"], "YYYY-MM-DD"),
        (["gov24", ".", "--limit=0"], "1 이상"),
    ],
)
def test_command_explains_wrong_arguments(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("import_snapshot", *arguments, stdout=StringIO(), stderr=StringIO())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"data": [{"서비스ID": "1", "서비스명": "가', "중간에 잘린"),
        ('{"data": [{"서비스ID": "1"}', "중간에 잘린"),
        ("<html>점검 중</html>", "JSON을 읽을 수 없습니다"),
        ("", "빈 파일"),
        ('{"data": []}', "자료가 없습니다"),
        ('{"data": {}}', "'data' 목록이 없습니다"),
    ],
)
def test_command_explains_unreadable_files(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "serviceList.json").write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=message):
        call_command("import_snapshot", "gov24", str(tmp_path), stdout=StringIO())


def test_files_that_are_no_utf8_are_explained(tmp_path: Path) -> None:
    (tmp_path / "serviceList.json").write_bytes('{"data": "가"}'.encode("cp949"))
    with pytest.raises(CommandError, match="UTF-8"):
        call_command("import_snapshot", "gov24", str(tmp_path), stdout=StringIO())
