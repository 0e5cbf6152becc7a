"""A fingerprint of what a rule asks: rules with the same one ask the same of everybody."""

from __future__ import annotations

import contextlib
import hashlib
import json
from typing import Any

from pydantic import ValidationError

from policies.eligibility.rule import rule_from_data, rule_to_data

# Where a criterion was read and how surely, not what it asks.
_READING = frozenset({"quote", "section", "confidence"})


def rule_digest(tree: dict[str, Any]) -> str:
    """SHA-256 (hex) of the canonical JSON of `tree`.

    Quotes, sections and confidences are left out, defaults that are written out count as if
    they were not, the order of branches and of listed values does not matter, and a group of one
    that only passes its branch on counts as the branch. A malformed tree has a digest too: that
    of what it holds.
    """
    with contextlib.suppress(ValidationError):
        tree = rule_to_data(rule_from_data(tree))
    text = _text(_asked(tree))
    return hashlib.sha256(text.encode()).hexdigest()


def _asked(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _asked(each) for key, each in value.items() if key not in _READING}
        return _passed_on(kept)
    if isinstance(value, list):
        return sorted((_asked(each) for each in value), key=_text)
    return value


def _passed_on(node: dict[str, Any]) -> dict[str, Any]:
    """The only branch of a group that asks what the branch asks, else the node itself."""
    if "criterion" in node:
        return node
    for branches in (node.get("all_of"), node.get("any_of"), node.get("of")):
        if isinstance(branches, list) and len(branches) == 1 and isinstance(branches[0], dict):
            return branches[0]
    return node


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
