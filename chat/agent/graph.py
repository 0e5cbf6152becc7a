"""Wiring of a turn."""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from chat.agent import edges
from chat.agent.context import AgentContext
from chat.agent.nodes import (
    answer,
    clarify,
    correct,
    guard,
    lookup,
    relate,
    resume,
    retrieve,
    settle,
    suggest,
    tools,
    understand,
    wait,
    write,
)
from chat.agent.state import TurnState

TurnGraph = CompiledStateGraph[TurnState, AgentContext, TurnState, TurnState]
TurnInput = TurnState | Command[Any]
NODES = {
    "guard_input": guard.guard_input_node,
    "load_session": understand.load_session_node,
    "resume": resume.resume_node,
    "correct": correct.correct_node,
    "rewrite_query": understand.rewrite_query_node,
    "route": understand.route_node,
    "lookup": lookup.lookup_node,
    "extract_facts": understand.extract_facts_node,
    "save": understand.save_node,
    "build_context": understand.build_context_node,
    "settle": settle.settle_node,
    "use_tool": tools.use_tool_node,
    "clarify": clarify.clarify_node,
    "search": retrieve.search_node,
    "widen": retrieve.widen_node,
    "eligibility": retrieve.eligibility_node,
    "application": retrieve.application_node,
    "compose_answer": answer.compose_answer_node,
    "relate": relate.relate_node,
    "verify_citations": answer.verify_citations_node,
    "write_answer": write.write_answer_node,
    "guard_output": guard.guard_output_node,
    "suggest": suggest.suggest_node,
    "persist": answer.persist_node,
}


def build_graph(checkpointer: BaseCheckpointSaver[Any] | None = None) -> TurnGraph:
    """The compiled graph of one turn; see docs/ARCHITECTURE.md for the picture."""
    graph = StateGraph(TurnState, context_schema=AgentContext)
    for name, node in NODES.items():
        graph.add_node(name, node)
    graph.add_edge(START, "guard_input")
    graph.add_conditional_edges("guard_input", edges.after_guard, ["load_session", "guard_output"])
    graph.add_edge("load_session", "resume")
    graph.add_conditional_edges("resume", edges.after_resume, ["correct", "rewrite_query"])
    graph.add_conditional_edges(
        "correct", edges.after_correct, ["lookup", "use_tool", "guard_output"]
    )
    graph.add_edge("rewrite_query", "route")
    graph.add_conditional_edges(
        "route", edges.after_route, ["lookup", "extract_facts", "guard_output"]
    )
    graph.add_conditional_edges(
        "lookup", edges.after_lookup, ["extract_facts", "use_tool", "guard_output"]
    )
    graph.add_conditional_edges("extract_facts", edges.after_extract, ["save", "build_context"])
    graph.add_edge("save", "guard_output")
    graph.add_edge("build_context", "settle")
    graph.add_conditional_edges("settle", edges.after_settle, ["use_tool", "compose_answer"])
    graph.add_conditional_edges(
        "use_tool", edges.after_tool, ["clarify", "compose_answer", "guard_output"]
    )
    graph.add_conditional_edges(
        "clarify",
        edges.after_clarify,
        ["search", "eligibility", "application", "compose_answer"],
    )
    graph.add_conditional_edges("search", edges.after_search, ["widen", "compose_answer"])
    graph.add_edge("widen", "compose_answer")
    graph.add_conditional_edges("eligibility", edges.after_search, ["widen", "compose_answer"])
    graph.add_conditional_edges("application", edges.after_search, ["widen", "compose_answer"])
    graph.add_edge("compose_answer", "relate")
    graph.add_edge("relate", "verify_citations")
    graph.add_conditional_edges("verify_citations", edges.after_verify, ["widen", "write_answer"])
    graph.add_edge("write_answer", "guard_output")
    graph.add_edge("guard_output", "suggest")
    graph.add_edge("suggest", "persist")
    if checkpointer is None:
        # Nothing would be kept of what it waits for.
        graph.add_edge("persist", END)
    else:
        graph.add_node("wait", wait.wait_node)
        graph.add_edge("persist", "wait")
        graph.add_conditional_edges("wait", edges.after_wait, ["guard_input", END])
    return graph.compile(checkpointer=checkpointer)


async def next_input(graph: TurnGraph, config: RunnableConfig, turn: TurnState) -> TurnInput:
    """A turn as what the graph goes on with: the answer to the question it waits with, else a
    new run, as after a turn that did not come to its end."""
    kept = await graph.aget_state(config)
    return Command(resume=dict(turn)) if kept.interrupts else turn
