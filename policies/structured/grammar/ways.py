"""How and until when one applies for a service of 보조금24, by its published words."""

from __future__ import annotations

import re

from policies.structured.grammar.codes import (
    TAIL,
    add_values,
    loose,
    mentioned,
    read_words,
    values_of,
)
from policies.structured.grammar.draft import Draft
from policies.structured.grammar.gov24_words import GOV24_WORDS, ONLINE, ONLINE_VALUES
from policies.structured.grammar.regions import GOV24
from policies.structured.question import Codes

# 「오늘 온라인으로 신청되는」 says when, too: then the verb is left for that.
_DUE = re.compile(r"신청\s?기한(?:이|은)?\s?(?:'|\")?")
_TODAY = re.compile(r"(?:오늘|지금|현재|당장)\s?$")


def read_ways(draft: Draft) -> None:
    """신청방법 of 보조금24: before 「신청되는」 is read as a state of applications."""
    if draft.source == GOV24:
        _read_due(draft)
        read_words(draft, [word for word in GOV24_WORDS if word.field == "신청방법"])
        _read_online(draft)


def _read_due(draft: Draft) -> None:
    """신청기한 by its published words; 상시 and days have readings of their own."""
    for value in mentioned(draft, values_of(draft, "신청기한")):
        if "상시" in value or re.search(r"20\d\d", value) or len(value) < 2:
            continue
        pattern = re.compile(
            rf"{_DUE.pattern}{loose(value)}(?:'|\")?(?:으로|로|라고|이라고|인|이고)"
        )
        for match in draft.find(pattern):
            add_values(draft, "신청기한", "신청기한", value, match, exact=True)


def _read_online(draft: Draft) -> None:
    for match in draft.find(ONLINE):
        tail = TAIL.match(draft.rest, match.end())
        only = bool(match["only"]) or bool(tail and tail["only"])
        end = tail.end() if tail else match.end()
        if _TODAY.search(draft.rest[: match.start()]):
            end = match.end("way")
        negated = draft.negation(end)
        label = "온라인으로 신청"
        if only:
            others = ("방문신청", "직접입력", "신청불필요")
            said = "다른 방법으로는 신청하지 않음"
            draft.add(Codes(field="신청방법", values=others, negated=True, label=said))
        draft.add(
            Codes(
                field="신청방법",
                values=ONLINE_VALUES,
                negated=bool(negated),
                label=f"{label} 아님" if negated else label,
            )
        )
        draft.take(match.start(), negated or end)
