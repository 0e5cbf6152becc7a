"""robots.txt as RFC 9309 reads it: the longest rule wins, `*` and `$` count.

The standard library's reader takes the first rule that fits and no wildcards; most sites here
write 「Allow: /」 first and mean the exceptions below it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

# RFC 9309: at least 500 KiB have to be read; more is cut.
MAX_BYTES = 500 * 1024
_MAX_DELAY = 30.0


@dataclass
class Robots:
    """Rules for one agent."""

    rules: list[tuple[str, bool]] = field(default_factory=list)
    delay: float = 0.0

    def allows(self, path: str) -> bool:
        """Whether a path (with its query) may be fetched."""
        path = _plain(path or "/")
        fitting = [(len(rule), allow) for rule, allow in self.rules if _fits(rule, path)]
        # Of two rules of one length the one that allows wins.
        return max(fitting)[1] if fitting else True


def parse_robots(text: str, agent: str) -> Robots:
    """The rules for the product an agent names first, else those for everybody."""
    product = agent.partition("/")[0].lower()
    own, everybody = Robots(), Robots()
    named = False
    targets: list[Robots] = []
    in_agents = False
    for line in text.lstrip("\ufeff").splitlines():
        key, found, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not found:
            continue
        if key == "user-agent":
            if not in_agents:
                targets = []
            in_agents = True
            if value == "*":
                targets.append(everybody)
            elif value.partition("/")[0].lower() == product:
                named = True
                targets.append(own)
            continue
        in_agents = False
        for target in targets:
            _add(target, key, value)
    return own if named else everybody


def nothing_allowed() -> Robots:
    return Robots(rules=[("/", False)])


def _add(target: Robots, key: str, value: str) -> None:
    if key in ("allow", "disallow") and value:
        target.rules.append((_plain(value), key == "allow"))
    elif key == "crawl-delay" and re.fullmatch(r"\d{1,4}(?:\.\d+)?", value):
        target.delay = min(float(value), _MAX_DELAY)


def _fits(rule: str, path: str) -> bool:
    ends = rule.endswith("$")
    parts = (rule[:-1] if ends else rule).split("*")
    if not path.startswith(parts[0]):
        return False
    if len(parts) == 1:
        return not ends or path == parts[0]
    at = len(parts[0])
    for part in parts[1:-1]:
        at = path.find(part, at)
        if at < 0:
            return False
        at += len(part)
    last = parts[-1]
    return path.endswith(last) and len(path) - len(last) >= at if ends else last in path[at:]


def _plain(path: str) -> str:
    """One spelling of escapes, so that `/%EA%B0%80` and `/가` are the same."""
    return quote(unquote(path), safe="/?&=*$:@!~'()+,;-._")
