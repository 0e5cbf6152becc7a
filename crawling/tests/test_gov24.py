from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from crawling.errors import RecordError, SnapshotError
from crawling.sources.base import RawItem
from crawling.sources.gov24.adapter import Gov24
from crawling.tests.factories import gov24_detail, gov24_folder, gov24_list, write_page
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import PeriodKind, Section


def parsed(listed: Any = None, detail: Any = None) -> PolicyRecord:
    parts = {"list": listed or gov24_list(), "detail": detail or gov24_detail()}
    return Gov24().parse(RawItem("100000000001", parts), collected_on=date(2026, 7, 12))


def test_list_and_detail_become_one_record() -> None:
    record = parsed()
    assert (record.source, record.external_id) == ("gov24", "100000000001")
    assert record.name == "어르신 난방비 지원"
    assert record.regions == [RecordRegion("서울특별시", "동작구")]
    assert record.themes == ["생활지원"]
    assert record.contacts == [
        RecordContact("어르신복지과", "02-820-0000"),
        RecordContact("다산콜센터", "120"),
    ]
    assert record.legal_basis == ["노인복지법(제4조)"]
    assert record.apply_url == "http://www.bokjiro.go.kr"
    assert record.period_kind is PeriodKind.ALWAYS
    assert record.collected_on == date(2026, 7, 12)
    assert record.source_updated_at is not None
    assert record.source_updated_at.utcoffset() is not None
    assert record.rule is None
    assert record.rule_note
    assert record.raw["list"]["조회수"] == 17


def test_sections_keep_bullets_and_drop_placeholders() -> None:
    sections = parsed().sections
    assert sections[Section.TARGET] == (
        "○ 65세 이상 홀로 사는 어르신\n - ① 기초수급자\n - ② 차상위"
    )
    assert sections[Section.BENEFIT] == "○ 가구당 5만원\n※ 겨울·봄 한 번씩\n\n지원 형태: 현금"
    assert Section.CRITERIA not in sections
    assert sections[Section.DOCUMENTS] == "본인이 확인해서 내야 하는 서류\n신분증"
    assert "신청기한: 상시신청" in sections[Section.APPLICATION]


@pytest.mark.parametrize(
    ("users", "for_persons"),
    [
        ("개인", True),
        ("가구", True),
        ("개인||소상공인||법인/시설/단체", True),
        ("소상공인", False),
        ("법인/시설/단체", False),
        ("소상공인||법인/시설/단체", False),
        ("", True),
        (None, True),
    ],
)
def test_services_for_businesses_only_are_marked(users: str | None, for_persons: bool) -> None:
    assert parsed(gov24_list(사용자구분=users)).for_persons is for_persons


def test_national_agencies_have_no_region() -> None:
    changes = {"소관기관명": "서울올림픽기념국민체육진흥공단", "소관기관유형": "공공기관"}
    assert parsed(gov24_list(**changes), gov24_detail(소관기관명=None)).regions == []


def test_list_alone_is_enough() -> None:
    record = Gov24().parse(RawItem("1", {"list": gov24_list("1")}))
    assert record.sections[Section.APPLICATION].startswith("방문신청\n")
    assert record.contacts == [RecordContact("어르신복지과", "02-820-0000")]


@pytest.mark.parametrize(
    ("listed", "detail", "reason"),
    [
        ({"서비스명": None}, {"서비스명": ""}, "서비스명이(가) 없습니다"),
        ({"서비스명": "가" * 301}, {}, "300자를 넘습니다"),
        ({"소관기관명": None}, {"소관기관명": None}, "소관기관명이(가) 없습니다"),
        ({}, {"지원대상": ["목록"]}, "지원대상: 글자여야 하는데 list입니다"),
        ({"사용자구분": {"개인": True}}, {}, "사용자구분: 글자여야 하는데 dict입니다"),
        ({"서비스분야": True}, {}, "bool"),
    ],
)
def test_unusable_records_are_refused_with_a_reason(
    listed: dict[str, Any], detail: dict[str, Any], reason: str
) -> None:
    with pytest.raises(RecordError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        parsed(gov24_list(**listed), gov24_detail(**detail))


def test_records_that_are_no_objects_are_refused() -> None:
    with pytest.raises(RecordError, match="객체가 아닙니다"):
        Gov24().parse(RawItem("1", {"list": ["글"], "detail": None}))


def test_read_joins_pages_on_the_service_id(tmp_path: Path) -> None:
    gov24_folder(tmp_path, "1", "2")
    write_page(tmp_path / "serviceList_2.json", [gov24_list("3"), {"서비스명": "번호 없음"}, "글"])
    write_page(tmp_path / "sample_serviceList.json", [gov24_list("견본")])
    write_page(tmp_path / "supportConditions_2.json", [{"서비스ID": "9"}])
    items = list(Gov24().read(tmp_path))
    good = {item.external_id: set(item.parts) for item in items if not item.problem}
    assert good == {
        "1": {"list", "detail", "conditions"},
        "2": {"list", "detail", "conditions"},
        "3": {"list"},
    }
    assert [item.problem for item in items if item.problem] == [
        "serviceList 4번째 레코드에 서비스ID가 없습니다",
        "serviceList 5번째 레코드에 서비스ID가 없습니다",
        "목록과 상세에 없는 서비스ID입니다",
    ]


def test_read_refuses_what_is_no_snapshot(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="자료가 없습니다"):
        list(Gov24().read(tmp_path))
    (tmp_path / "serviceList.json").write_text(json.dumps({"message": "no"}), encoding="utf-8")
    with pytest.raises(SnapshotError, match="'data' 목록이 없습니다"):
        list(Gov24().read(tmp_path))
    with pytest.raises(SnapshotError, match="폴더를 받습니다"):
        list(Gov24().read(tmp_path / "serviceList.json"))
