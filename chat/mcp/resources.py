"""What a client may read by its address: policies, their sections, tables, regions, coverage.

Everything is JSON. Texts that came from outside stand in a field of their own beside a notice
that they are data, exactly as stored: offsets of citations point into them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import UUID

import mcp_types as types
from channels.db import database_sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from mcp.shared.exceptions import MCPError

from chat.mcp.tools import DATA_NOTICE
from chat.tool_access.talk import Talk
from policies.api.serializers import PolicyDetailSerializer
from policies.coverage import source_coverage
from policies.eligibility.reference import ReferenceRow, bundled_tables
from policies.errors import PolicyNotFound
from policies.estimates.parameters import NoParameters, parameters, rule_names
from policies.freshness import freshness
from policies.models import LifeStage, Policy, TargetGroup, Theme
from policies.models.policy import SECTION_LABELS, STATUS_CHOICES
from policies.same import sources_seen
from policies.selectors import policy_get, region_tree
from policies.structured.answer import SOURCE_NAMES

_JSON = "application/json"
_GONE = "그런 자료가 없습니다."
_FIXED = {
    "poly://regions": ("지역", "시·도와 시·군·구의 오늘 이름"),
    "poly://categories": ("갈래", "생애주기, 가구상황, 관심주제, 상태, 본문 항목의 이름"),
    "poly://coverage": ("자료 범위", "출처마다 정책 수와 마지막으로 모은 날"),
    "poly://facts": ("사실의 형식", "도구의 인자 context에 넣는 것의 JSON 스키마"),
}
TEMPLATES = [
    types.ResourceTemplate(
        name=name, uri_template=uri, title=title, description=description, mime_type=_JSON
    )
    for name, uri, title, description in (
        ("policy", "poly://policy/{id}", "정책", "정책 하나의 공개된 내용 전부와 출처"),
        ("section", "poly://policy/{id}/{section}", "정책의 항목", "본문 항목 하나, 저장된 그대로"),
        ("table", "poly://table/{table}", "기준표", "고시된 금액과 고시 이름, 시행일"),
        ("parameters", "poly://parameters/{rule}", "모의계산 기준", "오늘 쓰는 금액과 그 출처"),
    )
]


def listed() -> list[types.Resource]:
    """Resources with a fixed address; policies are found by the tools."""
    tables = {f"poly://table/{name}": (name, "고시된 기준표") for name in _tables()}
    rules = {f"poly://parameters/{name}": (name, "모의계산에 쓰는 금액") for name in rule_names()}
    return [
        types.Resource(
            name=uri.removeprefix("poly://"), uri=uri, title=title, description=description,
            mime_type=_JSON,
        )
        for uri, (title, description) in {**_FIXED, **tables, **rules}.items()
    ]  # fmt: skip


async def read(uri: str) -> types.ReadResourceResult:
    """A resource. Raises MCPError for an address that leads nowhere."""
    content = await database_sync_to_async(_content)(uri)
    text = json.dumps(content, ensure_ascii=False, cls=DjangoJSONEncoder)
    return types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)]
    )


def _content(uri: str) -> Any:
    readers: dict[tuple[str, int], Callable[..., Any]] = {
        ("policy", 1): _policy,
        ("policy", 2): _section,
        ("table", 1): _table,
        ("parameters", 1): _parameters,
        ("regions", 0): region_tree,
        ("categories", 0): _categories,
        ("coverage", 0): _coverage,
        ("facts", 0): Talk.model_json_schema,
    }
    parts = _parts(uri)
    reader = readers.get((parts[0], len(parts) - 1)) if parts else None
    if reader is None:
        raise MCPError(types.INVALID_PARAMS, _GONE)
    try:
        return reader(*parts[1:])
    except (LookupError, PolicyNotFound):
        raise MCPError(types.INVALID_PARAMS, _GONE) from None


def _parts(uri: str) -> list[str]:
    try:
        address = urlsplit(uri)
    except ValueError:
        return []
    if address.scheme != "poly" or address.query or address.fragment:
        return []
    return [address.netloc, *(unquote(part) for part in address.path.split("/")[1:])]


def _published(key: str) -> Policy:
    try:
        return policy_get(UUID(key))
    except ValueError:
        raise PolicyNotFound from None


def _policy(key: str) -> dict[str, Any]:
    policy = _published(key)
    data = PolicyDetailSerializer(policy).data
    return {"notice": DATA_NOTICE, "stale": _stale(policy), "policy": data}


def _section(key: str, section: str) -> dict[str, Any]:
    policy = _published(key)
    version = policy.current_version
    if version is None:
        raise PolicyNotFound
    return {
        "notice": DATA_NOTICE,
        "stale": _stale(policy),
        "policy": policy.name,
        "section": section,
        "label": SECTION_LABELS[section],  # type: ignore[index]
        "version_id": version.pk,
        "source": version.source_title or policy.agency.name,
        "source_url": version.source_url,
        "collected_on": version.collected_on.isoformat() if version.collected_on else None,
        "text": version.sections[section],
    }


def _stale(policy: Policy) -> str:
    """What must be said of the age of the text, "" while it is fresh."""
    version = policy.current_version
    return freshness(
        policy.source,
        collected_on=version.collected_on if version else None,
        checked_on=sources_seen().get(policy.source),
        year=version.year if version else None,
        today=timezone.localdate(),
    ).sentence


def _tables() -> dict[str, list[ReferenceRow]]:
    tables: dict[str, list[ReferenceRow]] = {}
    for row in bundled_tables().rows:
        tables.setdefault(row.table, []).append(row)
    return tables


def _table(name: str) -> dict[str, Any]:
    rows = [
        {
            "year": row.year,
            "household_size": row.household_size,
            "key": row.key,
            "amount": row.amount,
            "notice": row.notice,
            "effective_from": row.effective_from.isoformat(),
            "source_url": row.source_url,
            "checked": row.checked.isoformat(),
        }
        for row in _tables()[name]
    ]
    return {"table": name, "unit": "원", "rows": rows}


def _parameters(rule: str) -> dict[str, Any]:
    if rule not in rule_names():
        raise LookupError(rule)
    try:
        found = parameters(rule, timezone.localdate())
    except NoParameters as error:
        return {"rule": rule, "values": None, "notes": [str(error)], "sources": []}
    return {
        "rule": rule,
        "title": found.title,
        "year": found.year,
        "values": found.values,
        "notes": found.notes(),
        "sources": [source.model_dump(mode="json") for source in found.sources],
    }


def _categories() -> dict[str, Any]:
    names = {
        model._meta.verbose_name: list(model._default_manager.values_list("name", flat=True))
        for model in (LifeStage, TargetGroup, Theme)
    }
    return {
        **{str(title): found for title, found in names.items()},
        "상태": dict(STATUS_CHOICES),
        "본문 항목": {section.value: label for section, label in SECTION_LABELS.items()},
    }


def _coverage() -> dict[str, Any]:
    today = timezone.localdate()
    return {
        "as_of": today.isoformat(),
        "sources": [
            {
                "source": each.source,
                "name": SOURCE_NAMES.get(each.source, each.source),
                "policies": each.policies,
                "collected_on": each.newest.isoformat() if each.newest else None,
                "stale": each.freshness.sentence,
            }
            for each in source_coverage(today)
        ],
    }
