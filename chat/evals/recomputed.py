"""What figures without a citation rest on: an estimate is computed again from the inputs that
the trace kept; its parameters, their sources and the entries of guides are read from the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import yaml

from chat.agent.tool_answer import estimate_lines
from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from chat.evals.brute import numbers
from policies.estimates import parameters
from policies.estimates.types import Estimate, Source
from policies.guides import files as guides

# Items that a tool computes; others come out of stored texts or guides.
_COMPUTED = {"benefit", "figure"}


def computed_lines(events: Iterable[dict[str, Any]]) -> set[str] | None:
    """What the estimates of a turn have to say when they are made again from its trace; None
    where it made none. Left out is what the files of parameters do not bear out: a source that
    none of them names, a formula with an amount that they do not hold."""
    calls = [event["data"] for event in events if "asker" in event["data"]]
    if not calls:
        return None
    return {
        spaced(line)
        for call in calls
        for line in lines_of(
            run_tool(call["tool"], call["arguments"], ToolContext.of_kept(call["asker"]))
        )
    }


def lines_of(result: RetrievalResult) -> Iterator[str]:
    """Lines of an estimate as an answer shows them, those that hold alone."""
    estimate = result.estimate
    if estimate is None:
        return
    yield result.summary
    unheld = tuple(f"- {source.title}" for source in estimate.sources if not _held(source))
    amounts = _amounts(estimate)
    for line in estimate_lines(estimate):
        if line.startswith(unheld):
            continue
        if estimate.formula and line.endswith(estimate.formula) and _won(line) - amounts:
            continue
        yield line
    for item in result.items:
        if item.kind in _COMPUTED:
            yield f"- {item.title}: {item.content}" if item.content else f"- {item.title}"


def spaced(line: str) -> str:
    """A line as lines are compared: one blank between words."""
    return " ".join(line.split())


def guide_texts(line: str) -> list[str]:
    """Texts of the entry of a guide that a line (“- 이름: …”) is about."""
    name, _, _ = line.removeprefix("- ").partition(":")
    return _entries().get(name.strip(), [])


def _held(source: Source) -> bool:
    """Whether a file names it, with its law where the file gives one."""
    return any(
        named["title"] == source.title and named.get("law", source.law) == source.law
        for named, _ in _sources()
    )


def _won(text: str) -> set[float]:
    return {value for value, unit in numbers(text) if unit == "won"}


def _amounts(estimate: Estimate) -> set[float]:
    """Numbers of the periods that one of the estimate's sources stands for."""
    own = {source.title for source in estimate.sources}
    return {
        number
        for source, values in _sources()
        if source["title"] in own
        for number in _numbers(values)
    }


@cache
def _sources() -> list[tuple[dict[str, Any], Any]]:
    """Every source of the parameters and of the published tables with the values of its period."""
    rules, tables = (
        [yaml.safe_load(path.read_bytes()) for path in folder.glob("*.yaml")]
        for folder in (parameters.FOLDER, parameters.FOLDER.parent)
    )
    periods = [period for rule in rules for period in rule["periods"]]
    found = [(source, period["values"]) for period in periods for source in period["sources"]]
    years = [year for table in tables for year in table["years"]]
    return [*found, *(({"title": year["notice"]}, year) for year in years)]


def _numbers(values: Any) -> Iterator[float]:
    if isinstance(values, dict | list):
        for value in values.values() if isinstance(values, dict) else values:
            yield from _numbers(value)
    elif isinstance(values, int | float):
        yield float(values)


@cache
def _entries() -> dict[str, list[str]]:
    """Entries of the guides by name."""
    found: dict[str, list[str]] = {}
    for path in guides.FOLDER.glob("*.yaml"):
        for entry in _named(yaml.safe_load(path.read_bytes())):
            found.setdefault(str(entry["name"]), []).append("\n".join(_strings(entry)))
    return found


def _named(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "name" in part:
            yield part
        part = list(part.values())
    for value in part if isinstance(part, list) else ():
        yield from _named(value)


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, dict | list):
        for value in part.values() if isinstance(part, dict) else part:
            yield from _strings(value)
    elif part is not None:
        yield str(part)
