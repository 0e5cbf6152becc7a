"""What the shown policies lead to: those that exclude one another, and those worth a look."""

from __future__ import annotations

import logging
from typing import Any

from django.db import Error
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.facts import region_of
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.answer import Answer, LinkOut, PolicyItem
from policies.graph.walk import Link, Related

logger = logging.getLogger(__name__)
# Suggestions on one card; exclusions are all shown.
RELATED_SHOWN = 3


async def relate_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The cards with their links; the way there goes to the trace. The answer stands without
    them: a graph that cannot be read costs it nothing."""
    answer = Answer.model_validate(state["answer"])
    if not answer.items:
        return {}
    await stage(runtime, "relate")
    ids = [item.policy_id for item in answer.items]
    try:
        found = await runtime.context.store.related(ids, region_of(state))
    except Error as error:
        logger.warning("no relations: %s", error)
        runtime.context.trace.add("relate", "error", error=type(error).__name__)
        return {}
    walk = list(dict.fromkeys(line for related in found.values() for line in related.walk))
    runtime.context.trace.add("relate", "graph", walk=walk)
    items = [with_links(item, found.get(item.policy_id), shown=set(ids)) for item in answer.items]
    answer = answer.model_copy(update={"items": items})
    return {"answer": answer.model_dump(mode="json")}


def with_links(item: PolicyItem, related: Related | None, *, shown: set[str]) -> PolicyItem:
    """The card with what it leads to. What has a card of its own is not suggested again, but
    that the two exclude one another is told on both."""
    if related is None:
        return item
    suggested = [
        link
        for link in (*related.parents, *related.additions, *related.related)
        if str(link.id) not in shown
    ]
    return item.model_copy(
        update={
            "exclusive": [_out(link) for link in related.exclusive],
            "related": [_out(link) for link in suggested[:RELATED_SHOWN]],
        }
    )


def _out(link: Link) -> LinkOut:
    return LinkOut(id=str(link.id), name=link.name, reason=link.reason, quote=link.quote)
