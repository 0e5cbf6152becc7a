"""Which way of a turn a tool belongs to."""

from __future__ import annotations

from chat.agent.understanding.types import Route

_MODULES = {
    "eligibility": Route.ELIGIBILITY,
    "estimate": Route.ELIGIBILITY,
    "application": Route.APPLICATION_ASSIST,
}
_TOOLS = {
    "duplicate_benefit_check": Route.ELIGIBILITY,
    "list_exclusive_benefits": Route.ELIGIBILITY,
    "compare_members": Route.ELIGIBILITY,
    "get_reference_table": Route.SEARCH,
    "required_documents": Route.APPLICATION_ASSIST,
    "make_document_checklist": Route.APPLICATION_ASSIST,
}


def way_of(tool: str) -> Route:
    """The way whose questions the tool answers; a search where it is not known."""
    from chat.agent.tools.registry import all_tools

    known = all_tools().get(tool)
    return _TOOLS.get(tool) or _MODULES.get(known.module if known else "", Route.SEARCH)
