from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from crawling.errors import RecordError, SnapshotError
from crawling.sources.base import RawItem
from crawling.sources.youthcenter.adapter import Youthcenter
from crawling.tests.factories import write_youth, youth_policy
from policies.geography import code_regions
from policies.records import PolicyRecord, RecordRegion
from policies.vocabulary import PeriodKind, PolicyStatus, Section

CONTRADICTION = "나이와 ‘제한 없음’ 표시가 함께 있어 확인이 필요합니다"
NO_REGISTRAR = {"rgtrInstCdNm": "", "rgtrUpInstCdNm": "", "rgtrHghrkInstCdNm": ""}
NO_REGION = {"sprvsnInstCdNm": "청년과", "rgtrInstCdNm": "", "rgtrHghrkInstCdNm": ""}


def parsed(**changes: Any) -> PolicyRecord:
    policy = youth_policy(**changes)
    return Youthcenter().parse(RawItem(policy["plcyNo"], {"policy": policy}))


def test_a_policy_becomes_a_record() -> None:
    record = parsed()
    assert record.regions == [RecordRegion("경기도", "안산시")]
    assert record.life_stages == ["청년"]
    assert record.target_groups == ["저소득"]
    assert record.themes == ["일자리"]
    assert record.keywords == ["보조금", "교육지원"]
    assert record.year == 2026
    assert record.apply_url == "http://www.ansan.go.kr"
    assert record.detail_url.endswith("/ythPlcyDetail/20260101005400110001")
    assert record.sections[Section.BENEFIT] == "① 정장 대여 3회·무료\n② 택배 왕복"
    assert Section.DOCUMENTS not in record.sections
    assert record.sections[Section.NOTICE] == (
        "사업기간: 연중\n지원 규모: 100(명·팀 등)\n선착순으로 지원합니다."
    )


def test_codes_are_written_out_as_criteria() -> None:
    assert parsed().sections[Section.CRITERIA].splitlines() == [
        "연령: 만 19세 이상 만 39세 이하",
        "거주 지역: 경기도 안산시 거주자",
        "소득: 연소득 5,000만원 이하",
        "학력: 대학 재학 또는 대학 졸업 해당자",
        "취업 상태: 미취업자",
        "특화 분야: 기초생활수급자 해당자",
        "혼인 상태, 전공: 무관",
        "참여 제한 대상: 재학생",
    ]


@pytest.mark.parametrize(
    ("flag", "low", "high", "line"),
    [
        ("N", "19", "39", "연령: 만 19세 이상 만 39세 이하"),
        ("N", "18", "0", "연령: 만 18세 이상"),
        ("N", "0", "34", "연령: 만 34세 이하"),
        ("N", "18", "99", "연령: 만 18세 이상"),
        ("N", "0", "0", "연령: 모집 공고에 적힌 나이인 사람(자료에는 나이가 없음)"),
        ("Y", "0", "0", "연령: 무관"),
        ("Y", "19", "39", f"연령 19~39세 (연령제한여부 Y: {CONTRADICTION})"),
        ("Y", "19", "0", f"연령 19~99세 (연령제한여부 Y: {CONTRADICTION})"),
    ],
)
def test_age_limit_flag_y_means_no_limit(flag: str, low: str, high: str, line: str) -> None:
    record = parsed(sprtTrgtAgeLmtYn=flag, sprtTrgtMinAge=low, sprtTrgtMaxAge=high)
    assert record.sections[Section.CRITERIA].splitlines()[0] == line


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"earnCndSeCd": "0043001"}, "소득: 무관"),
        (
            {"earnMinAmt": "2000", "earnMaxAmt": "5000"},
            "소득: 연소득 2,000만원 이상 5,000만원 이하",
        ),
        ({"earnMaxAmt": "0"}, "소득: 모집 공고에 적힌 소득인 사람(자료에는 금액이 없음)"),
        ({"earnCndSeCd": "0043003", "earnEtcCn": "중위소득 150% 이하"}, "소득: 중위소득 150% 이하"),
        (
            {"earnCndSeCd": "0043003", "earnEtcCn": "-"},
            "소득: 모집 공고에 적힌 소득인 사람(자료에는 금액이 없음)",
        ),
    ],
)
def test_income_in_ten_thousand_won(changes: dict[str, str], line: str) -> None:
    assert line in parsed(**changes).sections[Section.CRITERIA].splitlines()


def test_unknown_codes_are_shown_as_such() -> None:
    assert (
        "취업 상태: 확인 필요(코드 0013099)" in parsed(jobCd="0013099").sections[Section.CRITERIA]
    )


@pytest.mark.parametrize(
    ("changes", "kind", "status", "start", "end"),
    [
        ({}, PeriodKind.RANGE, PolicyStatus.OPEN, date(2026, 9, 7), date(2026, 11, 16)),
        (
            {"aplyPrdSeCd": "0057002", "aplyYmd": ""},
            PeriodKind.ALWAYS,
            PolicyStatus.OPEN,
            None,
            None,
        ),
        (
            {"aplyPrdSeCd": "0057003", "aplyYmd": ""},
            PeriodKind.OTHER,
            PolicyStatus.CLOSED,
            None,
            None,
        ),
    ],
)
def test_application_periods(
    changes: dict[str, str],
    kind: PeriodKind,
    status: PolicyStatus,
    start: date | None,
    end: date | None,
) -> None:
    record = parsed(**changes)
    assert (record.period_kind, record.status) == (kind, status)
    assert (record.period_start, record.period_end) == (start, end)


def test_missing_zip_codes_fall_back_to_the_agency() -> None:
    policy = youth_policy(sprvsnInstCdNm="인천광역시 동구 경제환경국 일자리경제과")
    del policy["zipCd"]
    record = Youthcenter().parse(RawItem("1", {"policy": policy}))
    assert record.regions == [RecordRegion("인천광역시", "제물포구")]


def test_converted_codes_stand_for_the_old_district() -> None:
    names = [region.sigungu for region in parsed(zipCd="28290").regions]
    assert names == ["서해구", "검단구"]


def test_departments_are_named_with_their_municipality() -> None:
    assert parsed(sprvsnInstCdNm="청년정책과").agency == "경기도 안산시 청년정책과"
    assert parsed(sprvsnInstCdNm="고용노동부").agency == "고용노동부"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"plcyNm": " "}, "정책명"),
        ({"plcyAprvSttsCd": "0044004"}, "승인된 정책이 아닙니다"),
        ({"zipCd": "99999", **NO_REGION}, "지역"),
        ({"zipCd": ["11590"]}, "zipCd: 글자여야 하는데 list입니다"),
        ({"plcyExplnCn": "-", "plcySprtCn": ""}, "모두 없습니다"),
    ],
)
def test_unusable_policies_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        parsed(**changes)


def test_reads_a_file_a_folder_and_a_plain_list(tmp_path: Path) -> None:
    file = write_youth(
        tmp_path / "youthcenter_1.json", [youth_policy("1"), {"plcyNm": "번호 없음"}]
    )
    assert [item.external_id for item in Youthcenter().read(file)] == ["1", "(youthcenter_1 2)"]
    plain = json.dumps([youth_policy("2")], ensure_ascii=False)
    (tmp_path / "youthcenter_2.json").write_text(plain, encoding="utf-8")
    items = list(Youthcenter().read(tmp_path))
    assert [item.external_id for item in items if not item.problem] == ["1", "2"]


def test_read_refuses_what_is_no_snapshot(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="자료가 없습니다"):
        list(Youthcenter().read(tmp_path))
    (tmp_path / "youthcenter.json").write_text('{"result": {}}', encoding="utf-8")
    with pytest.raises(SnapshotError, match="youthPolicyList"):
        list(Youthcenter().read(tmp_path))


EVERYWHERE = ",".join(code for code in code_regions() if not code.endswith("000"))


@pytest.mark.parametrize(
    ("changes", "regions"),
    [
        ({"sprvsnInstCdNm": "경상북도 의성군 관광복지국"}, [RecordRegion("경상북도", "의성군")]),
        ({"sprvsnInstCdNm": "대구광역시"}, [RecordRegion("대구광역시")]),
        ({"operInstCdNm": "강원특별자치도"}, [RecordRegion("강원특별자치도")]),
        (
            {"sprvsnInstCdNm": "관광복지국", "rgtrInstCdNm": "경상북도 의성군 관광복지국"},
            [RecordRegion("경상북도", "의성군")],
        ),
        ({}, []),
        ({"rgtrInstCdNm": "제주특별자치도 건설주택국"}, []),
        ({"operInstCdNm": "한국장학재단", "rgtrInstCdNm": "대전광역시"}, []),
    ],
)
def test_a_local_programme_binds_its_region(
    changes: dict[str, str], regions: list[RecordRegion]
) -> None:
    national = {"sprvsnInstCdNm": "국토교통부", "operInstCdNm": "", **NO_REGISTRAR}
    assert parsed(zipCd=EVERYWHERE, **{**national, **changes}).regions == regions


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, PolicyStatus.CLOSED),
        ({"aplyYmd": "20251101 ~ 20260430"}, PolicyStatus.OPEN),
        ({"aplyYmd": "20250101 ~ 20250131\\N20260701 ~ 20260731"}, PolicyStatus.OPEN),
        ({"bizPrdEndYmd": "20261231"}, PolicyStatus.OPEN),
        ({"bizPrdEndYmd": "        ", "bizPrdEtcCn": "연중"}, PolicyStatus.OPEN),
        ({"bizPrdEndYmd": "        ", "bizPrdEtcCn": ""}, PolicyStatus.CLOSED),
        ({"aplyYmd": "", "aplyPrdSeCd": "0057002"}, PolicyStatus.OPEN),
    ],
)
def test_long_ended_programmes_are_closed(
    tmp_path: Path, changes: dict[str, str], status: PolicyStatus
) -> None:
    past = {"aplyYmd": "20250101 ~ 20250131", "bizPrdEndYmd": "20251231", "bizPrdEtcCn": ""}
    rows = [
        youth_policy("1", **{**past, **changes}),
        youth_policy("2", lastMdfcnDt="2026-07-10 09:00:00"),
    ]
    source = Youthcenter()
    items = {item.external_id: item for item in source.read(write_youth(tmp_path / "y.json", rows))}
    assert source.parse(items["1"]).status == status
    assert "newest" not in source.parse(items["1"]).raw
