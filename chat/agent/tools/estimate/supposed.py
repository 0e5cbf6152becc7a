"""What a question supposes (“4인가구 월소득 320이면”): facts for this calculation only.

The conversation does not take a supposition for a fact; an estimate is asked about just that. The
conditional is read as a statement, by the same rules that read statements.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import ValidationError

from chat.agent.facts import whole_dates
from chat.agent.tools.types import ToolContext
from chat.agent.understanding import extract
from policies.eligibility.facts import ApplicantFacts, Layer, Provenance

_IF = re.compile(r"(?<=[가-힣0-9)%])\s?(?:이라면|라면|이면|면)(?=[\s,?]|$)")
_RECOGNISED = "인정액"


def as_supposed(context: ToolContext) -> ToolContext:
    """The context with what its question supposes in the place of what is known."""
    if _IF.search(context.question) is None:
        return context
    text = _IF.sub("이에요. ", context.question)
    found = extract(text, as_of=context.as_of, focus=context.focus)
    members = dict(context.members)
    for member, values in found.facts.items():
        known = members.get(member) or ApplicantFacts(as_of=context.as_of)
        members[member] = _overlaid(known, values, text)
    return replace(context, members=members)


def _overlaid(known: ApplicantFacts, values: dict[str, object], text: str) -> ApplicantFacts:
    """Values that do not fit their type are left out, as everywhere."""
    said = whole_dates(values, known.as_of)
    try:
        read = ApplicantFacts.model_validate({**said, "as_of": known.as_of})
    except ValidationError:
        return known
    changed: dict[str, object] = {key: getattr(read, key) for key in said}
    if "age" in said and "birth_date" not in said:
        changed["birth_date"] = None
    if "monthly_income" in said:
        changed["income_is_recognised"] = _RECOGNISED in text
    provenance = {**known.provenance, **dict.fromkeys(said, Provenance(layer=Layer.TURN))}
    return known.model_copy(update={**changed, "provenance": provenance})
