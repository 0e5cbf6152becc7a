"""Wiring of a turn."""

from __future__ import annotations

from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from chat.agent import edges
from chat.agent.context import AgentContext
from chat.agent.nodes import answer, guard, retrieve, understand
from chat.agent.state import TurnState

TurnGraph = CompiledStateGraph[TurnState, AgentContext, TurnState, TurnState]


def build_graph(checkpointer: BaseCheckpointSaver[Any] | None = None) -> TurnGraph:
    """The compiled graph of one turn; see docs/ARCHITECTURE.md for the picture."""
    graph = StateGraph(TurnState, context_schema=AgentContext)
    graph.add_node("guard_input", guard.guard_input_node)
    graph.add_node("load_session", understand.load_session_node)
    graph.add_node("rewrite_query", understand.rewrite_query_node)
    graph.add_node("route", understand.route_node)
    graph.add_node("extract_facts", understand.extract_facts_node)
    graph.add_node("save", understand.save_node)
    graph.add_node("build_context", understand.build_context_node)
    graph.add_node("clarify", understand.clarify_node)
    graph.add_node("search", retrieve.search_node)
    graph.add_node("widen", retrieve.widen_node)
    graph.add_node("eligibility", retrieve.eligibility_node)
    graph.add_node("application", retrieve.application_node)
    graph.add_node("compose_answer", answer.compose_answer_node)
    graph.add_node("verify_citations", answer.verify_citations_node)
    graph.add_node("guard_output", guard.guard_output_node)
    graph.add_node("persist", answer.persist_node)

    graph.add_edge(START, "guard_input")
    graph.add_conditional_edges("guard_input", edges.after_guard, ["load_session", "guard_output"])
    graph.add_edge("load_session", "rewrite_query")
    graph.add_edge("rewrite_query", "route")
    graph.add_conditional_edges("route", edges.after_route, ["extract_facts", "guard_output"])
    graph.add_conditional_edges("extract_facts", edges.after_extract, ["save", "build_context"])
    graph.add_edge("save", "guard_output")
    graph.add_edge("build_context", "clarify")
    graph.add_conditional_edges(
        "clarify",
        edges.after_clarify,
        ["search", "eligibility", "application", "compose_answer"],
    )
    graph.add_conditional_edges("search", edges.after_search, ["widen", "compose_answer"])
    graph.add_edge("widen", "compose_answer")
    graph.add_edge("eligibility", "compose_answer")
    graph.add_edge("application", "compose_answer")
    graph.add_edge("compose_answer", "verify_citations")
    graph.add_edge("verify_citations", "guard_output")
    graph.add_edge("guard_output", "persist")
    graph.add_edge("persist", END)
    return graph.compile(checkpointer=checkpointer)
