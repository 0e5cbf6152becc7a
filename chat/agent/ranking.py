"""Order of what was found: the search's score, shifted by how the rule fits."""

from __future__ import annotations

import re

from django.conf import settings

from chat.agent.judging import Judged
from chat.agent.state import PolicyRef, TurnState
from policies.vocabulary import Section, Verdict

_DEATH = re.compile(r"임종|말기|호스피스|장제(?:급여|비)|장례|사망|사별|유족|돌아가")
# Of the best score: weaker hits are not recommended.
RELATIVE_FLOOR = 0.45


def ranked(
    judged: list[Judged],
    named: list[str],
    state: TurnState,
    *,
    floor: float = RELATIVE_FLOOR,
) -> tuple[list[Judged], list[PolicyRef]]:
    """What to recommend, best first, and what was found but does not fit.

    An unlikely policy leaves the recommendations unless it was asked for by name.
    """
    best = max((item.evidence.score for item in judged), default=0.0)
    kept: list[Judged] = []
    unlikely: list[PolicyRef] = []
    seen: set[str] = set()
    for item in sorted(judged, key=lambda j: -_rank(j, named)):
        key = item.evidence.policy_id
        title = "".join(item.evidence.name.split())
        if key not in named and item.evidence.score < best * floor:
            continue
        if key in state["aside"] or (key not in named and _untimely(item, state["text"])):
            continue
        if item.verdict is Verdict.UNLIKELY and key not in named:
            unlikely.append({"id": key, "name": item.evidence.name})
            continue
        if title in seen:
            continue
        seen.add(title)
        kept.append(item)
    return kept[: settings.RETRIEVAL["context_top_k"]], unlikely


def _untimely(item: Judged, text: str) -> bool:
    """Help for the dying and the bereaved is not offered to who has not spoken of death."""
    summary = item.evidence.sections.get(Section.SUMMARY, "")
    # Among other things ("생계비, 의료비, 장례비") it is not what the help is for.
    about = _DEATH.search(item.evidence.name) or _DEATH.match(summary)
    return bool(about) and not _DEATH.search(text)


def _rank(item: Judged, named: list[str]) -> float:
    bonus = 1.0 if item.evidence.policy_id in named else 0.0
    return item.evidence.score + item.rank_bonus + bonus


def named_once(mentions: list[PolicyRef]) -> list[str]:
    """Ids of the named policies; a name inside a longer named one is not meant."""
    ids: list[str] = []
    names: list[str] = []
    for ref in mentions:
        if any(ref["name"] in name for name in names):
            continue
        ids.append(ref["id"])
        names.append(ref["name"])
    return ids
