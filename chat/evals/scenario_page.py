"""The report of "scenarios" as one static page: transcripts, checks, failures by kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

KIND_LABELS = {
    "mention": "말해야 할 것을 말하지 않음",
    "forbidden": "말하면 안 되는 것을 말함",
    "ask": "물어야 할 것을 묻지 않음",
    "asked_again": "다시 묻지 말아야 할 것을 물음",
    "verdict": "판정이 다름",
}


def scenario_page(report: Mapping[str, Any]) -> str:
    """The page; it needs no other file."""
    talks = [
        {"id": key, "turns": turns, "passed": not any(_failed(turn) for turn in turns)}
        for key, turns in report["transcripts"].items()
    ]
    metrics = report["metrics"]
    context = {
        "cases": report["cases"],
        "turns": report["turns"],
        "turn_share": f"{metrics['turn_pass_rate']:.1%}",
        "talk_share": f"{metrics['scenario_pass_rate']:.1%}",
        "kinds": _kinds(report["transcripts"]),
        # What failed is read first.
        "talks": sorted(talks, key=lambda talk: bool(talk["passed"])),
    }
    return render_to_string("chat/evals/scenarios.html", context)


def _failed(turn: Mapping[str, Any]) -> bool:
    return any(check["fault"] for check in turn["checks"])


def _kinds(transcripts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Kinds of fault with every turn that has one of them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for key, turns in transcripts.items():
        for number, turn in enumerate(turns, start=1):
            for check in turn["checks"]:
                if check["fault"]:
                    row = {"talk": key, "number": number, "fault": check["fault"]}
                    found.setdefault(check["kind"], []).append(row)
    return [
        {"label": KIND_LABELS.get(kind, kind), "rows": rows}
        for kind, rows in sorted(found.items(), key=lambda item: -len(item[1]))
    ]
