"""The housing and facility services on a replay server, in their wire formats. Synthetic."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from crawling.tests.replay.server import Ask, ReplayServer, Reply

LH, ODCLOUD, FACILITIES = "/B552555", "/odcloud", "/facilities"
COMPLEX_LIST = f"{LH}/lhLeaseInfo1/lhLeaseInfo1"
NOTICE_LIST = f"{LH}/lhLeaseNoticeInfo1/lhLeaseNoticeInfo1"
NOTICE_DETAIL = f"{LH}/lhLeaseNoticeDtlInfo1/getLeaseNoticeDtlInfo1"
NOTICE_SUPPLY = f"{LH}/lhLeaseNoticeSplInfo1/getLeaseNoticeSplInfo1"
FACILITY_LIST = f"{FACILITIES}/getFcltListInfoInqire2"
_DONE = {"resHeader": [{"RS_DTTM": "20261201030000", "SS_CODE": "Y"}]}


class Services:
    """Tables that a test fills; every list is served in pages."""

    def __init__(self, server: ReplayServer) -> None:
        self.server = server
        self.complexes: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.details: dict[str, dict[str, Any]] = {}
        self.supplies: dict[str, dict[str, Any]] = {}
        self.odcloud: dict[str, list[dict[str, Any]]] = {}
        self.facilities: list[dict[str, str]] = []
        server.routes[COMPLEX_LIST] = lambda ask: self._lh(self.complexes, ask, counted=False)
        server.routes[NOTICE_LIST] = lambda ask: self._lh(self.notices, ask, counted=True)
        server.routes[NOTICE_DETAIL] = lambda ask: _array(self.details.get(ask.query["PAN_ID"], {}))
        server.routes[NOTICE_SUPPLY] = lambda ask: _array(
            self.supplies.get(ask.query["PAN_ID"], {})
        )
        server.routes[FACILITY_LIST] = self._facilities

    def settings(self, config: dict[str, Any]) -> dict[str, Any]:
        """Settings of collecting that point here."""
        url = self.server.url
        return {
            **config,
            "allow_private": True,
            "service_seconds": 0.0,
            "site_seconds": 0.0,
            "backoff_seconds": 0.01,
            "keys": {"DATA_GO_KR_KEY": "secret-key"},
            "urls": {
                **config["urls"],
                "lh": url + LH,
                "applyhome": url + ODCLOUD,
                "applyhome_rates": url + ODCLOUD,
                "welfare_facilities": url + FACILITIES,
            },
        }

    def serve(self, operation: str, rows: list[dict[str, Any]]) -> None:
        """A table of odcloud."""
        self.odcloud[operation] = rows
        self.server.routes[f"{ODCLOUD}/{operation}"] = lambda ask: self._odcloud(operation, ask)

    def _lh(self, rows: list[dict[str, Any]], ask: Ask, *, counted: bool) -> Reply:
        size, page = int(ask.query["PG_SZ"]), int(ask.query["PAGE"])
        shown = rows[(page - 1) * size : page * size]
        if counted:
            shown = [{**row, "ALL_CNT": str(len(rows))} for row in shown]
        return _array({"dsList": shown})

    def _odcloud(self, operation: str, ask: Ask) -> Reply:
        rows = self.odcloud[operation]
        size, page = int(ask.query["perPage"]), int(ask.query["page"])
        shown = rows[(page - 1) * size : page * size]
        body = {
            "page": page,
            "perPage": size,
            "totalCount": len(rows),
            "currentCount": len(shown),
            "matchCount": len(rows),
            "data": shown,
        }
        return _json(body)

    def _facilities(self, ask: Ask) -> Reply:
        size, page = int(ask.query["numOfRows"]), int(ask.query["pageNo"])
        shown = self.facilities[(page - 1) * size : page * size]
        items = "".join(
            "<item>" + "".join(f"<{k}>{escape(v)}</{k}>" for k, v in row.items()) + "</item>"
            for row in shown
        )
        body = (
            '<?xml version="1.0" encoding="UTF-8"?><response><header><resultCode>00</resultCode>'
            f"<resultMsg>NORMAL SERVICE.</resultMsg></header><body><items>{items}</items>"
            f"<numOfRows>{size}</numOfRows><pageNo>{page}</pageNo>"
            f"<totalCount>{len(self.facilities)}</totalCount></body></response>"
        )
        return Reply(body.encode(), content_type="application/xml;charset=UTF-8")


def _array(lists: dict[str, Any]) -> Reply:
    return _json([{"dsSch": [{"PAGE": "1"}]}, {**lists, **_DONE}])


def _json(body: Any) -> Reply:
    return Reply(json.dumps(body, ensure_ascii=False).encode(), content_type="application/json")


def complex_row(name: str = "가람마을", **changes: Any) -> dict[str, Any]:
    return {
        "ARA_NM": "서울특별시 강남구",
        "SBD_LGO_NM": name,
        "AIS_TP_CD_NM": "국민임대",
        "DDO_AR": "36.9533 ",
        "LS_GMY": "24,500,000",
        "RFE": "0187300",
        "HSH_CNT": "120",
        "SUM_HSH_CNT": "480",
        **changes,
    }


def lh_notice(key: str = "2026000001", **changes: Any) -> dict[str, Any]:
    query = f"ccrCnntSysDsCd=03&panId={key}&aisTpCd=10&uppAisTpCd=06"
    return {
        "PAN_ID": key,
        "PAN_NM": f"새솔 행복주택 예비입주자 모집 {key}",
        "UPP_AIS_TP_NM": "임대주택",
        "AIS_TP_CD_NM": "행복주택",
        "CNP_CD_NM": "경기도",
        "PAN_NT_ST_DT": "2026.06.20",
        "CLSG_DT": "2026.07.09",
        "PAN_SS": "공고중",
        "DTL_URL": f"https://apply.lh.or.kr/lhapply/apply/wt/wrtanc/selectWrtancInfo.do?{query}",
        "SPL_INF_TP_CD": "063",
        **changes,
    }


def lh_detail(**changes: Any) -> dict[str, Any]:
    return {
        "dsSplScdl": [
            {
                "SBD_LGO_NM": "새솔마을 1단지",
                "SBSC_ACP_ST_DT": "2026.07.01",
                "SBSC_ACP_CLSG_DT": "2026.07.07",
                "PZWR_ANC_DT": "2026.09.30",
                "CTRT_ST_DT": "2026.10.12",
                "CTRT_ED_DT": "2026.10.14",
            },
            {
                "SBD_LGO_NM": "새솔마을 2단지",
                "SBSC_ACP_ST_DT": "2026.07.02",
                "SBSC_ACP_CLSG_DT": "2026.07.09",
                "PZWR_ANC_DT": "2026.09.30",
            },
        ],
        "dsSbd": [{"LCT_ARA_ADR": "경기도 화성시 새솔동", "LCT_ARA_DTL_ADR": "100"}],
        "dsEtcInfo": [{"CRC_RSN": "접수 일정 변경"}],
        **changes,
    }


def lh_supply() -> dict[str, Any]:
    return {
        "dsList01Nm": [{"HTY_NNA": "주택형", "DDO_AR": "전용면적"}],
        "dsList01": [
            {
                "SBD_LGO_NM": "새솔마을 1단지",
                "HTY_NNA": "16A",
                "DDO_AR": "16.9",
                "HSH_CNT": "0200",
                "NOW_HSH_CNT": "40",
                "LS_GMY": "공고문 참조",
                "RFE": "공고문 참조",
            },
            {"HTY_NNA": "26B", "DDO_AR": "26.1", "HSH_CNT": "100", "NOW_HSH_CNT": "1,020"},
        ],
    }


def apt_notice(key: str = "2026000355", **changes: Any) -> dict[str, Any]:
    return {
        "HOUSE_MANAGE_NO": key,
        "PBLANC_NO": key,
        "HOUSE_NM": "한빛 숲속마을",
        "HOUSE_SECD_NM": "APT",
        "HOUSE_DTL_SECD_NM": "국민",
        "RENT_SECD_NM": "분양주택",
        "SUBSCRPT_AREA_CODE_NM": "서울",
        "HSSPLY_ADRES": "서울특별시 강남구 세곡동 12번지 일원",
        "TOT_SUPLY_HSHLDCO": 120,
        "RCRIT_PBLANC_DE": "2026-06-25",
        "SPSPLY_RCEPT_BGNDE": "2026-07-06",
        "SPSPLY_RCEPT_ENDDE": "2026-07-06",
        "RCEPT_BGNDE": "2026-07-06",
        "RCEPT_ENDDE": "2026-07-09",
        "PRZWNER_PRESNATN_DE": "2026-07-15",
        "CNTRCT_CNCLS_BGNDE": "2026-07-27",
        "CNTRCT_CNCLS_ENDDE": "",
        "MVN_PREARNGE_YM": "202901",
        "BSNS_MBY_NM": "한빛개발",
        "MDHS_TELNO": "02-0000-0000",
        "HMPG_ADRES": "www.example.com",
        "PBLANC_URL": f"https://www.applyhome.co.kr/ai/aia/selectAPTLttotPblancDetail.do?no={key}",
        "PARCPRC_ULS_AT": "Y",
        "NEW_FIELD": "모르는 항목",
        **changes,
    }


def apt_type(key: str = "2026000355", **changes: Any) -> dict[str, Any]:
    return {
        "HOUSE_MANAGE_NO": key,
        "PBLANC_NO": key,
        "HOUSE_TY": "059.9800A",
        "SUPLY_HSHLDCO": 60,
        "SPSPLY_HSHLDCO": 30,
        "NWWDS_HSHLDCO": 12,
        "MNYCH_HSHLDCO": 0,
        "LTTOT_TOP_AMOUNT": "98,000",
        **changes,
    }


def rate_row(key: str = "2026000355", **changes: Any) -> dict[str, Any]:
    return {
        "HOUSE_MANAGE_NO": key,
        "PBLANC_NO": key,
        "MODEL_NO": "01",
        "HOUSE_TY": "059.9800A",
        "SUPLY_HSHLDCO": 30,
        "SUBSCRPT_RANK_CODE": 1,
        "RESIDE_SECD": "01",
        "RESIDE_SENM": "해당지역",
        "REQ_CNT": "2190",
        "CMPET_RATE": "73.00",
        **changes,
    }


def facility_row(code: str = "A1", **changes: str) -> dict[str, str]:
    return {
        "fcltCd": code,
        "fcltKindCd": "C01",
        "fcltKindNm": "지역아동센터",
        "fcltNm": f"푸른꿈 지역아동센터 {code}",
        "jrsdSggCd": "1168000000",
        "jrsdSggNm": "서울특별시 강남구",
        **changes,
    }
