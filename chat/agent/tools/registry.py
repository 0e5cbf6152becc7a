"""The one registry of tools: the agent, the HTTP API and the MCP server call through it.

A tool is a synchronous function of validated arguments and a context. Its Korean docstring is
its description (purpose, units, source). Arguments that were not given are filled from the
context where their field says how:

    household_size: int | None = from_fact("household_size", description="가구원 수(명)")
    policy: str = from_talk("policy", description="정책 이름")

A required argument still missing gives `needs_user_input`, a wrong one `invalid` with a Korean
sentence; a tool never raises for what a person said.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeVar

from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import PydanticUndefined

from chat.agent.tools.questions import question_of
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext, UserInput
from policies.api.korean_errors import korean_problem
from policies.geography import official_sido

logger = logging.getLogger(__name__)
MODULES = (
    "search", "policy", "estimate", "benefit", "eligibility", "application", "family",
    "facility_housing", "compliance", "documents",
)  # fmt: skip
ToolCall = Callable[[Any, ToolContext], RetrievalResult]
Function = TypeVar("Function", bound=ToolCall)
_AWAY = "지금은 자료를 읽을 수 없어요. 잠시 뒤에 다시 물어봐 주세요."


@dataclass(frozen=True)
class Tool:
    """`personal`: reads or writes what an account has stored, so it needs one; what `writes`
    always is."""

    name: str
    module: str
    description: str
    arguments: type[BaseModel]
    call: ToolCall
    personal: bool = False
    writes: bool = False


class UnknownTool(KeyError):
    """No tool of that name, or it was taken out."""


_tools: dict[str, Tool] = {}


def tool(
    *, arguments: type[BaseModel], personal: bool = False, writes: bool = False
) -> Callable[[Function], Function]:
    """Register a function under its name; its module is the package it stands in."""

    def register(call: Function) -> Function:
        name = call.__name__
        module = call.__module__.removeprefix(f"{__package__}.").split(".")[0]
        description = inspect.cleandoc(call.__doc__ or "")
        if module not in MODULES:
            raise ValueError(f"{name}: no such module of tools: {module}")
        if not description:
            raise ValueError(f"{name}: a tool needs a Korean docstring")
        if writes and not personal:
            raise ValueError(f"{name}: only an account can agree to what is written")
        if name in _tools and _tools[name].call.__module__ != call.__module__:
            raise ValueError(f"two tools are called {name}")
        _tools[name] = Tool(name, module, description, arguments, call, personal, writes)
        return call

    return register


def from_fact(key: str, *, default: Any = None, **options: Any) -> Any:
    """A field filled from the fact `key` of the member in focus when it is not given."""
    return Field(default=default, json_schema_extra={"from": f"fact:{key}"}, **options)


def from_talk(part: str, *, default: Any = PydanticUndefined, **options: Any) -> Any:
    """A field filled from the talk when it is not given: `policy`, `policies`, `question`,
    `sido`, `sigungu` or `member`."""
    return Field(default=default, json_schema_extra={"from": f"talk:{part}"}, **options)


def all_tools() -> dict[str, Tool]:
    """Every tool by name."""
    _load()
    return dict(sorted(_tools.items()))


def get_tool(name: str) -> Tool:
    """Raises UnknownTool."""
    _load()
    if name not in _tools:
        raise UnknownTool(name)
    return _tools[name]


@cache
def _load() -> None:
    """Import every tool's module, once a process."""
    package = import_module(__package__)
    for found in walk_packages(package.__path__, f"{__package__}."):
        if found.name.removeprefix(f"{__package__}.").split(".")[0] in MODULES:
            import_module(found.name)


def filled(tool: Tool, given: Mapping[str, Any], context: ToolContext) -> dict[str, Any]:
    """The given arguments and those that the context knows."""
    values = {key: value for key, value in given.items() if value is not None}
    for name, field in tool.arguments.model_fields.items():
        extra = field.json_schema_extra
        origin = extra.get("from") if isinstance(extra, dict) else None
        if name in values or not isinstance(origin, str):
            continue
        if origin == "talk:sigungu" and _elsewhere(values.get("sido"), context):
            continue
        known = _known(origin, context)
        if known is not None:
            values[name] = known
    return values


def _elsewhere(sido: Any, context: ToolContext) -> bool:
    """Whether a 시도 was said that is not the one of the talk: its 시군구 is none of there."""
    if context.region is None or not isinstance(sido, str):
        return False
    return official_sido(sido) != official_sido(context.region.sido)


def _known(origin: str, context: ToolContext) -> Any:
    kind, _, key = origin.partition(":")
    if kind == "fact":
        return getattr(context.facts, key)
    region = context.region
    talk: dict[str, Any] = {
        "policy": context.policies[0] if context.policies else None,
        "policies": list(context.policies) or None,
        "question": context.question or None,
        "sido": region.sido if region else None,
        "sigungu": region.sigungu if region else None,
        "member": context.focus,
    }
    return talk[key]


def run_tool(name: str, given: Mapping[str, Any], context: ToolContext) -> RetrievalResult:
    """Call a tool. Raises UnknownTool; everything a caller got wrong is in the result."""
    chosen = get_tool(name)
    if chosen.personal and (context.owner is None or context.owner.user_id is None):
        return RetrievalResult(
            source=name, status=ResultStatus.SIGN_IN, summary="로그인한 뒤에 쓸 수 있어요."
        )
    try:
        arguments = chosen.arguments.model_validate(filled(chosen, given, context))
    except ValidationError as error:
        return _refused(chosen, error)
    try:
        return chosen.call(arguments, context)
    except (OperationalError, InterfaceError):
        logger.exception("tool %s: the database is away", name)
        return RetrievalResult(source=name, status=ResultStatus.UNAVAILABLE, summary=_AWAY)


async def arun_tool(name: str, given: Mapping[str, Any], context: ToolContext) -> RetrievalResult:
    """`run_tool` off the event loop, with its database connection closed afterwards."""
    return await database_sync_to_async(run_tool)(name, given, context)


def _refused(tool: Tool, error: ValidationError) -> RetrievalResult:
    details = error.errors()
    absent = [str(one["loc"][0]) for one in details if one["type"] == "missing"]
    wrong = [one for one in details if one["type"] != "missing"]
    if absent and not wrong:
        return needs(tool.name, absent[0])
    problems = {
        ".".join(str(part) for part in one["loc"]) or tool.name: korean_problem(one)
        for one in wrong
    }
    return RetrievalResult(
        source=tool.name, status=ResultStatus.INVALID, problems=problems,
        summary=" ".join(problems.values()),
    )  # fmt: skip


def needs(source: str, argument: str, *, question: str = "", reason: str = "") -> RetrievalResult:
    """Result that asks the person for one argument first."""
    asked = UserInput(argument=argument, question=question or question_of(argument), reason=reason)
    return RetrievalResult(
        source=source, status=ResultStatus.NEEDS_USER_INPUT, summary=asked.question,
        needs_user_input=asked,
    )  # fmt: skip
