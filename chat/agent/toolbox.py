"""The tools as a turn reaches them: found by their cards, run off the event loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async

from chat.agent.tools.registry import UnknownTool, arun_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from chat.agent.trace import TraceRecorder
from chat.tool_cards.search import ToolHit, search_tools


class Toolbox:
    """Every tool call of a turn goes through here and into its trace."""

    async def find(self, question: str, before: str = "") -> list[ToolHit]:
        """Tools whose cards fit a question, best first."""
        context = (before,) if before else ()
        return await database_sync_to_async(search_tools)(question, context=context)

    async def run(
        self, name: str, given: Mapping[str, Any], asker: ToolContext, trace: TraceRecorder
    ) -> RetrievalResult | None:
        """Result of a call; None where there is no such tool (any more)."""
        try:
            result = await arun_tool(name, given, asker)
        except UnknownTool:
            trace.add("use_tool", "unknown", tool=name)
            return None
        trace.add(
            "use_tool",
            "called",
            tool=name,
            arguments=dict(given),
            status=result.status,
            summary=result.summary,
            problems=result.problems,
            items=[item.id for item in result.items[:12]],
            graph=result.graph_summary,
            # What an estimate was computed from, so that it can be computed again.
            **({} if result.estimate is None else {"asker": asker.kept()}),
        )
        return result


def is_useful(result: RetrievalResult) -> bool:
    """Whether a result says something: an answer, or what must be asked first."""
    return result.status in {ResultStatus.OK, ResultStatus.NEEDS_USER_INPUT}
