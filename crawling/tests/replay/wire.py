"""Records in the wire format of the official services: envelopes, paging, escapes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from crawling.tests.replay.server import Ask, ReplayServer, Reply

JSON, XML = "application/json;charset=UTF-8", "text/xml;charset=UTF-8"
CENTRAL = "/B554287/NationalWelfareInformationsV001"
LOCAL = "/B554287/LocalGovernmentWelfareInformations"
CENTRAL_LIST, CENTRAL_DETAIL = (
    f"{CENTRAL}/NationalWelfarelistV001",
    f"{CENTRAL}/NationalWelfaredetailedV001",
)
LOCAL_LIST, LOCAL_DETAIL = f"{LOCAL}/LcgvWelfarelist", f"{LOCAL}/LcgvWelfaredetailed"
GOV24 = "/api/gov24/v3"
YOUTH = "/go/ythip/getPlcy"

# A key as the portal issues it, with the signs that need escaping.
KEY = "p0lyT3st+Key/w1th=Signs=="
YOUTH_KEY = "5e0f1a2b-test-youth-key"

_CIRCLED = re.compile("[①-⑳]")


def xml_value(text: object) -> str:
    """As 복지로 escapes: circled digits twice, line ends as carriage returns."""
    once = _CIRCLED.sub(lambda match: f"&#{ord(match[0])};", str(text))
    return escape(once).replace("\n", "&#13;")


def xml_fields(row: Mapping[str, Any]) -> str:
    """Fields of one record; a list of rows becomes repeated siblings."""
    parts = []
    for name, value in row.items():
        rows = value if isinstance(value, list) else [value]
        for each in rows:
            inner = xml_fields(each) if isinstance(each, Mapping) else xml_value(each)
            parts.append(f"<{name}>{inner}</{name}>")
    return "".join(parts)


def xml_list(rows: Sequence[Mapping[str, Any]], total: int, page: int, size: int) -> Reply:
    head = f"<totalCount>{total}</totalCount><pageNo>{page}</pageNo><numOfRows>{size}</numOfRows>"
    services = "".join(f"<servList>{xml_fields(row)}</servList>" for row in rows)
    return xml_reply(f"<wantedList>{head}{_SUCCESS}{services}</wantedList>")


def xml_detail(row: Mapping[str, Any]) -> Reply:
    return xml_reply(f"<wantedDtl>{xml_fields(row)}{_SUCCESS}</wantedDtl>")


def xml_reply(content: str, status: int = 200) -> Reply:
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    return Reply((head + content).encode(), status, XML)


def portal_error(code: int, name: str) -> Reply:
    """The portal's own envelope, which comes with status 200 whatever was asked for."""
    return xml_reply(
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>"
        f"<returnAuthMsg>{name}</returnAuthMsg><returnReasonCode>{code}</returnReasonCode>"
        "</cmmMsgHeader></OpenAPI_ServiceResponse>"
    )


def json_reply(data: Any, status: int = 200) -> Reply:
    return Reply(json.dumps(data, ensure_ascii=False).encode(), status, JSON)


def odcloud(rows: Sequence[Any], ask: Ask, total: int | None = None) -> Reply:
    """One page of api.odcloud.kr."""
    page, size = int(ask.query.get("page", 1)), int(ask.query.get("perPage", 10))
    shown = rows[(page - 1) * size : page * size]
    count = len(rows) if total is None else total
    counts = {"currentCount": len(shown), "matchCount": count, "totalCount": count}
    return json_reply({**counts, "data": shown, "page": page, "perPage": size})


_SUCCESS = "<resultCode>0</resultCode><resultMessage>SUCCESS</resultMessage>"
QUOTA = portal_error(22, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR")
BAD_KEY = portal_error(30, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR")


class Official:
    """The services on a replay server. Rows may be changed between two runs."""

    def __init__(self, server: ReplayServer) -> None:
        self.server = server
        # servId → (list row, detail) by branch, in published order.
        self.central: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.local: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.gov24: dict[str, list[Any]] = {
            name: [] for name in ("serviceList", "serviceDetail", "supportConditions")
        }
        self.youth: list[Any] = []
        # Rows on a page at most, whatever is asked for.
        self.page_limit = 1000
        routes = server.routes
        routes[CENTRAL_LIST] = self._keyed(lambda ask: self._list(self.central, ask))
        routes[CENTRAL_DETAIL] = self._keyed(lambda ask: self._detail(self.central, ask))
        routes[LOCAL_LIST] = self._keyed(lambda ask: self._list(self.local, ask))
        routes[LOCAL_DETAIL] = self._keyed(lambda ask: self._detail(self.local, ask))
        for name in self.gov24:
            routes[f"{GOV24}/{name}"] = self._keyed(self._gov24(name))
        routes[YOUTH] = self._youth

    def settings(self, base: Mapping[str, Any]) -> dict[str, Any]:
        """settings.CRAWL for this server: no waiting, keys that it knows."""
        url = self.server.url
        return {
            **base,
            "allow_private": True,
            "service_seconds": 0.0,
            "backoff_seconds": 0.01,
            "timeout": 5.0,
            "breaker_seconds": 0.3,
            "keys": {"DATA_GO_KR_KEY": KEY, "YOUTHCENTER_KEY": YOUTH_KEY},
            "urls": {
                **base["urls"],
                "bokjiro_central": url + CENTRAL,
                "bokjiro_local": url + LOCAL,
                "gov24": url + GOV24,
                "youthcenter": url + YOUTH.removesuffix("/getPlcy"),
            },
        }

    def _keyed(self, route: Callable[[Ask], Reply]) -> Callable[[Ask], Reply]:
        return lambda ask: route(ask) if ask.query.get("serviceKey") == KEY else BAD_KEY

    def _list(self, services: Mapping[str, Any], ask: Ask) -> Reply:
        page = int(ask.query["pageNo"])
        size = min(int(ask.query["numOfRows"]), self.page_limit)
        rows = [row for row, _ in services.values()]
        return xml_list(rows[(page - 1) * size : page * size], len(rows), page, size)

    def _detail(self, services: Mapping[str, Any], ask: Ask) -> Reply:
        found = services.get(ask.query["servId"])
        return xml_detail(found[1]) if found else Reply(b"", 404, XML)

    def _gov24(self, name: str) -> Callable[[Ask], Reply]:
        def route(ask: Ask) -> Reply:
            rows = self.gov24[name]
            only = ask.query.get("cond[서비스ID::EQ]")
            return odcloud([row for row in rows if only in (None, row.get("서비스ID"))], ask)

        return route

    def _youth(self, ask: Ask) -> Reply:
        if ask.query.get("apiKeyNm") != YOUTH_KEY:
            return json_reply({"resultCode": 401, "resultMessage": "인증키가 올바르지 않습니다."})
        page, size = int(ask.query["pageNum"]), int(ask.query["pageSize"])
        rows = self.youth[(page - 1) * size : page * size]
        paging = {"totCount": len(self.youth), "pageNum": page, "pageSize": size}
        return json_reply(
            {
                "resultCode": 200,
                "resultMessage": "성공적으로 데이터를 가지고 왔습니다.",
                "result": {"pagging": paging, "youthPolicyList": rows},
            }
        )
