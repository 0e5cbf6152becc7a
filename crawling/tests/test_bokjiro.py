from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from crawling.errors import RecordError, SnapshotError
from crawling.sources.base import RawItem
from crawling.sources.bokjiro.adapter import Bokjiro
from crawling.tests.factories import LOCAL_SERVICE, bokjiro_folder, collected_folder
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import PolicyStatus, Section


def records(folder: Path) -> dict[str, PolicyRecord]:
    source = Bokjiro()
    return {item.external_id: source.parse(item) for item in source.read(folder)}


def test_central_service_in_xml(tmp_path: Path) -> None:
    record = records(bokjiro_folder(tmp_path))["WLF00000902"]
    assert record.agency == "성평등가족부"
    assert record.regions == []
    assert record.year == 2026
    assert record.life_stages == ["영유아", "아동"]
    assert record.apply_url == "https://www.bokjiro.go.kr/x?id=WLF00000902&code=01"
    assert record.sections[Section.SUMMARY] == "아동·청소년 돌봄"
    assert record.sections[Section.TARGET] == "12세 이하 아동\n상기 ①, ② 충족"
    assert record.sections[Section.APPLICATION] == "- 주민센터 신청"
    assert record.sections[Section.DOCUMENTS] == "관련 서식\n- 신청(변경)서.pdf"
    assert record.contacts == [RecordContact("대표 문의", "1577-8136")]
    assert "담당부서: 가족문화과" in record.sections[Section.CONTACT]


def test_local_service_in_json(tmp_path: Path) -> None:
    record = records(bokjiro_folder(tmp_path))["WLF00000901"]
    assert record.agency == "전라남도 목포시"
    assert record.regions == [RecordRegion("전남광주통합특별시", "목포시")]
    assert record.life_stages == ["청소년", "임신·출산"]
    assert record.themes == ["문화·여가"]
    assert record.target_groups == ["한부모·조손"]
    assert record.legal_basis == ["한부모가족지원법"]
    assert record.detail_url == "https://www.bokjiro.go.kr/x?wlfareInfoId=WLF00000901&code=02"
    assert record.sections[Section.TARGET] == "- 한부모가족 중·고등학생"
    assert Section.CRITERIA not in record.sections
    assert record.sections[Section.NOTICE] == "시행기간: 2007.01.01 ~"
    assert record.status is PolicyStatus.OPEN


def test_a_local_service_past_its_end_is_closed() -> None:
    detail = {**LOCAL_SERVICE["detail"], "enfcEndYmd": "20251231"}
    item = RawItem("WLF00000901", {"list": LOCAL_SERVICE["list"], "detail": detail})
    record = Bokjiro().parse(item, collected_on=date(2026, 6, 12))
    assert record.status is PolicyStatus.CLOSED


def test_collected_shape(tmp_path: Path) -> None:
    found = records(collected_folder(tmp_path))
    first, second = found["WLF1"], found["WLF2"]
    assert first.agency == "경상남도 양산시"
    assert first.regions == [RecordRegion("경상남도", "양산시")]
    assert first.life_stages == ["노년"]
    assert first.target_groups == ["보훈대상자"]
    assert first.contacts == [RecordContact("양산시 보건소", "055-392-0000")]
    assert first.sections[Section.APPLICATION] == "방문\n출생신고 때 읍면동에서 신청"
    assert first.sections[Section.BENEFIT].startswith("첫째 50만원")
    assert Section.DOCUMENTS not in first.sections
    assert Section.CRITERIA not in first.sections
    assert second.agency == "경기"
    assert second.regions == [RecordRegion("경기도")]
    assert second.sections[Section.APPLICATION] == "방문, 인터넷"


def test_guessed_tags_are_not_taken(tmp_path: Path) -> None:
    assert records(collected_folder(tmp_path))["WLF2"].life_stages == []


def test_broken_rows_are_refused_one_by_one(tmp_path: Path) -> None:
    collected_folder(tmp_path)
    rows = json.loads((tmp_path / "welfare_full.json").read_text(encoding="utf-8"))
    rows += [{"name": "번호 없음"}, {"id": "WLF3", "name": "태그", "agency": "교육부", "tags": "x"}]
    rows[-1]["confidence"] = "공공데이터포털 공식"
    text = json.dumps(rows, ensure_ascii=False)
    (tmp_path / "welfare_full.json").write_text(text, encoding="utf-8")
    source = Bokjiro()
    refused = []
    for item in source.read(tmp_path):
        try:
            source.parse(item)
        except RecordError as error:
            refused.append(error.reason)
    assert refused == [
        "welfare_full.json 3번째 레코드에 id가 없습니다",
        "tags: 글자 목록이어야 합니다",
    ]


def test_xml_with_a_document_type_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "c">]><wantedList><servList/></wantedList>'
    (tmp_path / "list.xml").write_text(bomb, encoding="utf-8")
    with pytest.raises(SnapshotError, match="문서 형식 선언"):
        list(Bokjiro().read(tmp_path))


def test_read_refuses_what_is_no_snapshot(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="자료가 없습니다"):
        list(Bokjiro().read(tmp_path))
    (tmp_path / "list.xml").write_text("<wantedList><servList>", encoding="utf-8")
    with pytest.raises(SnapshotError, match="XML을 읽을 수 없습니다"):
        list(Bokjiro().read(tmp_path))


@pytest.mark.parametrize(
    "page",
    [
        "<OpenAPI_ServiceResponse><cmmMsgHeader/></OpenAPI_ServiceResponse>",
        "<wantedList><resultCode>22</resultCode><resultMessage>LIMITED</resultMessage></wantedList>",
    ],
)
def test_error_pages_are_not_taken_for_data(tmp_path: Path, page: str) -> None:
    bokjiro_folder(tmp_path)
    (tmp_path / "page_2.xml").write_text(page, encoding="utf-8")
    with pytest.raises(SnapshotError, match="오류 응답"):
        list(Bokjiro().read(tmp_path))
