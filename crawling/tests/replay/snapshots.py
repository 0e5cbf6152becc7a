"""The real snapshots, put into the wire format of their services."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from crawling.sources.gov24.adapter import PARTS
from crawling.tests.replay.wire import Official
from crawling.text import split_contact
from policies.geography import regions_of_agency

# Tags that somebody guessed from key words were never published.
_OFFICIAL_TAGS = "공공데이터포털 공식"
_DISTRICT = ("시", "군", "구")


def serve_gov24(official: Official, folder: Path) -> None:
    for name in PARTS.values():
        content = json.loads((folder / f"gov24_{name}_snapshot.json").read_text("utf-8"))
        official.gov24[name] = content["data"]


def serve_youthcenter(official: Official, folder: Path) -> None:
    content = json.loads((folder / "youthcenter_snapshot.json").read_text("utf-8"))
    official.youth = content["result"]["youthPolicyList"]


def serve_bokjiro(official: Official, folder: Path) -> None:
    """The collector's fields go back to the official ones; where it had no detail, the
    service answers with what its list says."""
    rows = json.loads((folder / "welfare_full.json").read_text("utf-8"))
    details = json.loads((folder / "central_details.json").read_text("utf-8"))
    for row in rows:
        detail = details.get(row["id"], {})
        if row.get("ministry"):
            official.central[row["id"]] = _central(row, detail)
        else:
            official.local[row["id"]] = _local(row, detail)


def _central(row: dict[str, Any], detail: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    tags, themes = ",".join(_tags(row)), ",".join(row.get("themes") or [])
    common = {
        **_common(row),
        "lifeArray": tags,
        "trgterIndvdlArray": tags,
        "intrsThemaArray": themes,
    }
    listed = {
        **common,
        "jurMnofNm": row["ministry"],
        "jurOrgNm": row["agency"].removeprefix(row["ministry"]).strip(),
        "servDgst": row["benefit"],
        "servDtlLink": row["source_url"],
        "rprsCtadr": row.get("contact", ""),
        "onapPsbltYn": "Y" if row.get("online") else "N",
    }
    named = {
        "applmetList": [("", step) for step in detail.get("apply", [])],
        **_named(detail),
    }
    texts = {
        "jurMnofNm": row["agency"],
        "wlfareInfoOutlCn": row["benefit"],
        "tgtrDtlCn": detail.get("target", ""),
        "slctCritCn": detail.get("criteria", ""),
        "alwServCn": detail.get("content", ""),
    }
    lists = {
        field: [{"servSeDetailNm": name, "servSeDetailLink": link} for name, link in pairs]
        for field, pairs in named.items()
    }
    return listed, {**common, **texts, **lists}


def _local(row: dict[str, Any], detail: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    agency = row["agency"]
    place = agency if regions_of_agency(agency) else row.get("region", "")
    sido, _, rest = place.partition(" ")
    first = rest.partition(" ")[0]
    tags, themes = ",".join(_tags(row)), ",".join(row.get("themes") or [])
    common = {
        **_common(row),
        "ctpvNm": sido,
        "sggNm": first if first.endswith(_DISTRICT) else "",
        "bizChrDeptNm": agency,
        "servDgst": row["benefit"],
        "lifeNmArray": tags,
        "trgterIndvdlNmArray": tags,
        "intrsThemaNmArray": themes,
        "servDtlLink": row["source_url"],
        "aplyMtdNm": row.get("how_to_apply", "").split(" —")[0],
    }
    texts = {
        "sprtTrgtCn": detail.get("target", ""),
        "slctCritCn": detail.get("criteria", ""),
        "alwServCn": detail.get("content", ""),
        "aplyMtdCn": "\n".join(detail.get("apply", [])),
        "enfcEndYmd": "99991231",
    }
    lists = {
        field: [{"wlfareInfoReldNm": name, "wlfareInfoReldCn": link} for name, link in pairs]
        for field, pairs in _named(detail).items()
    }
    return common, {**common, **texts, **lists}


def _common(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "servId": row["id"],
        "servNm": row["name"],
        "sprtCycNm": row.get("cycle", ""),
        "srvPvsnNm": row.get("provision", ""),
    }


def _tags(row: dict[str, Any]) -> list[str]:
    tags: list[str] = row.get("tags") or []
    return tags if row.get("confidence") == _OFFICIAL_TAGS else []


def _named(detail: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    return {
        "inqplCtadrList": [split_contact(entry) for entry in detail.get("contacts", [])],
        "inqplHmpgReldList": [
            (page.get("name", ""), page.get("link", "")) for page in detail.get("homepages", [])
        ],
        "basfrmList": [(form.get("name", ""), "") for form in detail.get("forms", [])],
        "baslawList": [(law, "") for law in detail.get("laws", [])],
    }
