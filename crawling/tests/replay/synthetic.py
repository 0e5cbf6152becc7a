"""Small made-up records in the fields of the official services."""

from __future__ import annotations

from typing import Any

from crawling.tests.replay.wire import Official


def central_service(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    key = f"WLF0000{number:04d}"
    common = {"servId": key, "servNm": f"돌봄 이용권 {number}", "sprtCycNm": "월"}
    listed = {
        **common,
        "jurMnofNm": "보건복지부",
        "jurOrgNm": "돌봄과",
        "servDgst": "혼자 지내는 어르신의 하루를 살핍니다.",
        "servDtlLink": f"https://www.bokjiro.go.kr/detail?wlfareInfoId={key}&code=01",
        "lifeArray": "노년",
        "inqNum": str(100 + number),
    }
    detail = {
        **common,
        "jurMnofNm": "보건복지부 돌봄과",
        "tgtrDtlCn": f"① 65세 이상\n② 혼자 사는 사람 & 이웃 {number}",
        "slctCritCn": "기준 중위소득 100% 이하",
        "alwServCn": "한 달에 이용권 10만원",
        "applmetList": [
            {"servSeCode": "070", "servSeDetailLink": "주민센터에 신청", "servSeDetailNm": "신청"},
            {"servSeCode": "070", "servSeDetailLink": "주민센터에 신청", "servSeDetailNm": "신청"},
        ],
        "inqplCtadrList": [
            {"servSeCode": "010", "servSeDetailLink": "129", "servSeDetailNm": "상담센터"}
        ],
    }
    return listed, detail


def local_service(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    key = f"WLF0001{number:04d}"
    common = {
        "servId": key,
        "servNm": f"버스비 지원 {number}",
        "ctpvNm": "부산광역시",
        "sggNm": "연제구",
        "bizChrDeptNm": "부산광역시 연제구 복지과",
        "servDgst": "학생의 버스비를 돕습니다.",
        "lastModYmd": "20260703",
    }
    detail = {
        **common,
        "enfcBgngYmd": "20250101",
        "enfcEndYmd": "99991231",
        "sprtTrgtCn": "연제구에 사는 중학생",
        "slctCritCn": "차상위계층",
        "alwServCn": "하루 1,600원",
        "aplyMtdCn": "구청에 방문",
    }
    return common, detail


def gov24_rows(number: int) -> dict[str, dict[str, Any]]:
    key = f"9000000{number:05d}"
    listed = {
        "서비스ID": key,
        "서비스명": f"난방비 지원 {number}",
        "서비스목적요약": "추운 집을 덥힙니다.",
        "지원대상": "생계급여 수급 가구",
        "선정기준": "지원대상과 동일",
        "지원내용": "겨울마다 20만원",
        "신청방법": "방문신청",
        "신청기한": "상시신청",
        "소관기관명": "산업통상자원부",
        "소관기관유형": "중앙행정기관",
        "사용자구분": "개인||가구",
        "서비스분야": "생활안정",
        "수정일시": "20260701090000",
    }
    detail = {
        key: listed[key]
        for key in ("서비스ID", "서비스명", "지원대상", "지원내용", "신청방법", "소관기관명")
    }
    return {
        "serviceList": listed,
        "serviceDetail": {**detail, "서비스목적": "추운 집을 덥힙니다.", "구비서류": "신청서"},
        "supportConditions": {"서비스ID": key, "서비스명": listed["서비스명"], "JA0110": 0},
    }


def youth_policy(number: int) -> dict[str, Any]:
    return {
        "plcyNo": f"2026070100000000{number:04d}",
        "plcyAprvSttsCd": "0044002",
        "plcyNm": f"청년 면접 교통비 {number}",
        "plcyExplnCn": "면접을 보러 가는 청년의 교통비를 돕습니다.",
        "plcySprtCn": "한 번에 2만원",
        "sprvsnInstCdNm": "부산광역시",
        "zipCd": "26470",
        "aplyPrdSeCd": "0057002",
        "sprtTrgtMinAge": "19",
        "sprtTrgtMaxAge": "39",
        "sprtTrgtAgeLmtYn": "N",
        "lastMdfcnDt": f"2026-07-{1 + number % 28:02d} 10:00:00",
    }


def fill(official: Official, count: int = 12) -> None:
    """So many records of every service (복지로: of both branches)."""
    for number in range(1, count + 1):
        for services, made in (
            (official.central, central_service(number)),
            (official.local, local_service(number)),
        ):
            services[made[0]["servId"]] = made
        for name, row in gov24_rows(number).items():
            official.gov24[name].append(row)
        official.youth.append(youth_policy(number))
