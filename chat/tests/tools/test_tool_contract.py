"""What holds for every tool there is, whoever wrote it."""

from __future__ import annotations

import json
import re

import pytest
from django.db import OperationalError
from pydantic import ValidationError

from chat.agent.tools.registry import MODULES, Tool, all_tools, run_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from chat.tests.tools.asking import TODAY
from policies import selectors

TOOLS = sorted(all_tools().values(), key=lambda tool: tool.name)
HANGUL = re.compile(r"[가-힣]")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_is_described_in_korean_with_a_valid_schema(tool: Tool) -> None:
    assert tool.module in MODULES
    assert len(HANGUL.findall(tool.description)) > 10
    assert tool.description.endswith(".")
    schema = tool.arguments.model_json_schema()
    assert json.loads(json.dumps(schema)) == schema
    for name, field in tool.arguments.model_fields.items():
        assert field.description, f"{tool.name}.{name}"
        assert HANGUL.search(field.description), f"{tool.name}.{name}"


def test_what_writes_needs_an_account_and_a_plain_yes() -> None:
    writing = [tool for tool in TOOLS if tool.writes]
    assert writing
    for tool in writing:
        assert tool.personal
        assert tool.arguments.model_fields["consent"].default is False
        with pytest.raises(ValidationError, match="consent"):
            tool.arguments.model_validate({"name": "기초연금", "consent": "true"})


@pytest.mark.django_db
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_without_arguments_says_what_it_needs_and_can_be_serialised(tool: Tool) -> None:
    result = run_tool(tool.name, {}, ToolContext(TODAY))
    assert result.source == tool.name
    assert RetrievalResult.model_validate_json(result.model_dump_json()) == result
    assert result.summary
    if result.status is ResultStatus.NEEDS_USER_INPUT:
        assert result.needs_user_input is not None
        assert HANGUL.search(result.needs_user_input.question)


@pytest.mark.django_db
def test_a_tool_says_so_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(selectors.Policy.objects, "published", away)
    result = run_tool("get_policy_detail", {"policy": "기초연금"}, ToolContext(TODAY))
    assert result.status is ResultStatus.UNAVAILABLE
    assert "잠시 뒤에" in result.summary


@pytest.mark.django_db
def test_without_any_data_nothing_is_said_not_to_exist() -> None:
    result = run_tool("get_policy_detail", {"policy": "기초연금"}, ToolContext(TODAY))
    assert result.status is ResultStatus.UNAVAILABLE
    assert "정책 자료가 아직 없어서" in result.summary
