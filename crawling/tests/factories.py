"""Small records in the official shapes, written for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def gov24_list(service_id: str = "100000000001", **changes: Any) -> dict[str, Any]:
    return {
        "서비스ID": service_id,
        "서비스명": "어르신 난방비 지원",
        "서비스목적요약": "홀로 사는 어르신에게 겨울 난방비 지원",
        "서비스분야": "생활안정",
        "사용자구분": "개인||가구",
        "소관기관명": "서울특별시 동작구",
        "소관기관유형": "시군구",
        "지원대상": "○ 만 65세 이상 홀로 사는 어르신",
        "선정기준": "지원대상과 동일",
        "지원내용": "○ 가구당 5만원",
        "지원유형": "현금",
        "신청방법": "방문신청||직접입력",
        "신청기한": "상시신청",
        "전화문의": "어르신복지과/02-820-0000",
        "상세조회URL": "https://www.gov.kr/portal/rcvfvrSvc/dtlEx/100000000001",
        "수정일시": "20260129201825",
        "조회수": 17,
        **changes,
    }


def gov24_detail(service_id: str = "100000000001", **changes: Any) -> dict[str, Any]:
    return {
        "서비스ID": service_id,
        "서비스명": "어르신 난방비 지원",
        "서비스목적": None,
        "소관기관명": "서울특별시 동작구",
        "지원대상": "○ 65세 이상 홀로 사는 어르신\r\n - &amp;#9312; 기초수급자\r\n - ② 차상위",
        "선정기준": "지원대상과 동일",
        "지원내용": "○ 가구당 5만원&#13;※ 겨울&middot;봄 한 번씩",
        "지원유형": "현금",
        "신청방법": "○ 주소지 동주민센터 방문",
        "신청기한": "상시신청",
        "구비서류": "해당없음",
        "본인확인필요구비서류": "신분증",
        "공무원확인구비서류": "해당없음",
        "문의처": "어르신복지과/02-820-0000||다산콜센터/120",
        "법령": "노인복지법(제4조, 제0항)",
        "자치법규": None,
        "온라인신청사이트URL": "www.bokjiro.go.kr",
        "수정일시": "2026-01-29",
        **changes,
    }


def gov24_folder(folder: Path, *ids: str, **changes: Any) -> Path:
    """A folder with one API page of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    write_page(folder / "serviceList.json", [gov24_list(i, **changes) for i in ids])
    write_page(folder / "serviceDetail.json", [gov24_detail(i, **changes) for i in ids])
    conditions = [{"서비스ID": i, "JA0110": 65, "JA0111": 120, "JA0328": None} for i in ids]
    write_page(folder / "supportConditions.json", conditions)
    return folder


def write_page(path: Path, rows: list[Any]) -> None:
    page = {"page": 1, "perPage": len(rows), "totalCount": len(rows), "data": rows}
    path.write_text(json.dumps(page), encoding="utf-8")


def youth_policy(number: str = "20260101005400110001", **changes: Any) -> dict[str, Any]:
    return {
        "plcyNo": number,
        "plcyNm": "2026년 청년 면접 정장 대여",
        "plcyAprvSttsCd": "0044002",
        "pvsnInstGroupCd": "0054002",
        "plcyKywdNm": "보조금,교육지원",
        "plcyExplnCn": "구직 청년에게 면접 정장을 빌려 드립니다.",
        "plcySprtCn": "① 정장 대여 3회&middot;무료\r\n② 택배 왕복",
        "lclsfNm": "일자리",
        "mclsfNm": "취업",
        "sprvsnInstCdNm": "경기도 안산시",
        "operInstCdNm": "",
        "rgtrInstCdNm": "경기도 안산시",
        "rgtrHghrkInstCdNm": "경기도",
        "zipCd": "41271,41273",
        "aplyPrdSeCd": "0057001",
        "aplyYmd": "20260907 ~ 20260928\\N20261026 ~ 20261116",
        "bizPrdBgngYmd": "        ",
        "bizPrdEndYmd": "        ",
        "bizPrdEtcCn": "연중",
        "plcyAplyMthdCn": "누리집 신청",
        "srngMthdCn": "",
        "aplyUrlAddr": "www.ansan.go.kr ",
        "refUrlAddr1": "-",
        "sbmsnDcmntCn": "해당 없음　",
        "etcMttrCn": "-",
        "sprtSclCnt": "100",
        "sprtArvlSeqYn": "Y",
        "sprtTrgtAgeLmtYn": "N",
        "sprtTrgtMinAge": "19",
        "sprtTrgtMaxAge": "39",
        "mrgSttsCd": "0055003",
        "earnCndSeCd": "0043002",
        "earnMinAmt": "0",
        "earnMaxAmt": "5000",
        "earnEtcCn": "",
        "schoolCd": "0049005,0049007",
        "plcyMajorCd": "0011009",
        "jobCd": "0013003",
        "sbizCd": "0014003",
        "addAplyQlfcCndCn": "",
        "ptcpPrpTrgtCn": "재학생",
        "lastMdfcnDt": "2026-07-08 15:45:33",
        "frstRegDt": "2026-01-02 10:00:00",
        **changes,
    }


def write_youth(path: Path, policies: list[Any]) -> Path:
    content = {
        "resultCode": 200,
        "result": {
            "pagging": {"totCount": len(policies), "pageNum": 1, "pageSize": 100},
            "youthPolicyList": policies,
        },
    }
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


LOCAL_SERVICE: dict[str, Any] = {
    "provider": "local",
    "list": {
        "servId": "WLF00000901",
        "servNm": "한부모가족 교통비",
        "ctpvNm": "전라남도",
        "sggNm": "목포시",
        "bizChrDeptNm": "전라남도 목포시 여성가족과",
        "servDtlLink": "https://www.bokjiro.go.kr/x?wlfareInfoId=WLF00000901&amp;code=02",
        "lifeNmArray": "청소년, 임신 · 출산",
        "intrsThemaNmArray": "문화▪여가, 관계개선",
        "trgterIndvdlNmArray": "한부모·조손",
        "sprtCycNm": "분기",
        "srvPvsnNm": "현금지급",
        "aplyMtdNm": "방문, 전화",
    },
    "detail": {
        "servId": "WLF00000901",
        "servNm": "한부모가족 교통비",
        "enfcBgngYmd": "20070101",
        "enfcEndYmd": "99991231",
        "sprtTrgtCn": "- 한부모가족 중&amp;middot;고등학생",
        "slctCritCn": "지원대상의 내용을 참고해주시기 바랍니다.",
        "alwServCn": "1일 1,600원",
        "aplyMtdCn": "동주민센터 방문",
        "lastModYmd": "20260703",
        "inqplCtadrList": [
            {"wlfareInfoReldCn": "061-270-0000", "wlfareInfoReldNm": "목포시 여성가족과"}
        ],
        "baslawList": [{"wlfareInfoReldNm": "한부모가족지원법"}],
        "basfrmList": [{"wlfareInfoReldNm": "교통비 신청서.hwpx"}],
    },
}

CENTRAL_LIST_XML = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?><wantedList>
<totalCount>1</totalCount><servList><servId>WLF00000902</servId><servNm>아이 돌봄</servNm>
<jurMnofNm>성평등가족부</jurMnofNm><jurOrgNm>가족문화과</jurOrgNm><onapPsbltYn>Y</onapPsbltYn>
<servDgst>아동&amp;middot;청소년 돌봄</servDgst><rprsCtadr>1577-8136</rprsCtadr>
<servDtlLink>https://www.bokjiro.go.kr/x?id=WLF00000902&amp;code=01</servDtlLink>
<lifeArray>영유아,아동</lifeArray></servList></wantedList>
"""
CENTRAL_DETAIL_XML = """<wantedDtl><servId>WLF00000902</servId><servNm>아이 돌봄</servNm>
<jurMnofNm>성평등가족부 가족문화과</jurMnofNm><crtrYr>2026</crtrYr>
<tgtrDtlCn>12세 이하 아동&#13;상기 &amp;#9312;, &amp;#9313; 충족</tgtrDtlCn>
<alwServCn>시간제 돌봄</alwServCn>
<applmetList><servSeDetailLink>주민센터 신청</servSeDetailLink></applmetList>
<applmetList><servSeDetailLink>주민센터 신청</servSeDetailLink></applmetList>
<basfrmList><basfrm><servSeDetailNm>신청(변경)서.pdf</servSeDetailNm></basfrm></basfrmList>
</wantedDtl>
"""


def bokjiro_folder(folder: Path) -> Path:
    """Official shapes: list and detail as XML (중앙부처), both in one JSON (지자체)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "list.xml").write_text(CENTRAL_LIST_XML, encoding="utf-8")
    (folder / "detail_WLF00000902.xml").write_text(CENTRAL_DETAIL_XML, encoding="utf-8")
    text = json.dumps(LOCAL_SERVICE, ensure_ascii=False)
    (folder / "local_WLF00000901.json").write_text(text, encoding="utf-8")
    return folder


def collected_folder(folder: Path) -> Path:
    """The collector's shape: two services, one of them with a detail."""
    folder.mkdir(parents=True, exist_ok=True)
    common = {
        "benefit": "출산 가정의 부담을 덜어 드립니다.",
        "how_to_apply": "방문,인터넷 — 복지로 상세 참조",
        "contact": "",
        "source_url": "https://www.bokjiro.go.kr/x?wlfareInfoId=1",
        "cycle": "1회성",
        "provision": "현금지급",
        "themes": ["임신·출산"],
        "tags": ["어르신", "보훈", "기타"],
    }
    rows = [
        {
            **common,
            "id": "WLF1",
            "name": "출산장려금 지원",
            "agency": "경상남도 양산시 보건소 건강증진과",
            "region": "경남 양산시",
            "confidence": "공공데이터포털 공식",
        },
        {
            **common,
            "id": "WLF2",
            "name": "출산장려금 지원",
            "agency": "장애인복지과",
            "region": "경기 -",
            "confidence": "자동분류(키워드)",
        },
    ]
    details = {
        "WLF1": {
            "target": "관내 출산 가정",
            "criteria": "해당없음",
            "content": "첫째 50만원",
            "apply": ["방문", "출생신고 때 읍면동에서 신청"],
            "forms": [{"name": "첨부파일없음.hwp", "link": ""}],
            "laws": ["모자보건법"],
            "contacts": ["양산시 보건소 055-392-0000"],
            "homepages": [{"name": "보건소", "link": "www.yangsan.go.kr"}],
        }
    }
    for name, content in (("welfare_full.json", rows), ("central_details.json", details)):
        (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder
