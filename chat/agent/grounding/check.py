"""A line against what it cites: every figure, name and yes or no must be the sources'."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from chat.agent.citations import MARK
from chat.agent.grounding.figures import Figure, Kind, figures_of, periods_of, same_value
from chat.agent.grounding.names import unknown_name
from chat.agent.grounding.polarity import turned
from chat.agent.grounding.sources import Grounds, Source
from chat.agent.grounding.spelling import odd_numerals, plain, squeezed
from chat.agent.grounding.wording import (
    OVERLAP,
    beside_another,
    bounds_differ,
    given_out_of_turn,
    limit_turned,
    missing_words,
    own_figure,
    reworded_fault,
)
from chat.answer import CitationOut
from policies.retrieval.morphemes import terms

LIST_NUMBER = re.compile(r"^\s*(?:[-*•]\s+)?(?:\d{1,2}[.)]\s+)?")
_MARKS = re.compile(r"((?:\s*\[\d{1,3}\])+)")
# A line of so many terms says something that needs a source.
SHORT = 6
FEW = 3


class CheckState(StrEnum):
    """What became of a check; one that did not run is never a pass."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    NOT_CHECKED = "not_checked"


@dataclass(frozen=True)
class Finding:
    """Result for a line. `fault` names the kind of what is not supported ("figure:amount",
    "bound", "per", "measure", "polarity", "name", "words" …). `doubtful`: nothing is wrong by
    the code's checks, yet the words are the writer's own: a reader should judge them."""

    state: CheckState
    fault: str = ""
    detail: str = ""
    doubtful: bool = False
    marks: list[int] = field(default_factory=list)


def check_line(line: str, grounds: Grounds) -> Finding:
    """Check a line that carries its citations as [n]."""
    text = LIST_NUMBER.sub("", line)
    marks = list(dict.fromkeys(int(number) for number in MARK.findall(text)))
    unknown = [number for number in marks if number not in grounds.citations]
    if unknown:
        return Finding(CheckState.UNSUPPORTED, "unknown_citation", f"[{unknown[0]}]", marks=marks)
    doubtful = False
    for words, numbers in _segments(text):
        cited = [grounds.citations[number] for number in numbers]
        if _is_verbatim(words, cited, grounds):
            continue
        fault, detail = _segment_fault(words, cited, grounds)
        if fault:
            return Finding(CheckState.UNSUPPORTED, fault, detail, marks=marks)
        doubtful = doubtful or _is_doubtful(words, cited, grounds)
    checked = all(grounds.citations[number].verified for number in marks)
    state = CheckState.SUPPORTED if checked else CheckState.NOT_CHECKED
    return Finding(state, doubtful=doubtful, marks=marks)


def check_claim(text: str, cited: Iterable[CitationOut], grounds: Grounds) -> Finding:
    """Check a claim of a card against the citations it names."""
    cited = list(cited)
    marks = [each.ordinal for each in cited]
    if not cited:
        return Finding(CheckState.UNSUPPORTED, "no_citation", marks=marks)
    if not all(each.verified for each in cited):
        return Finding(CheckState.NOT_CHECKED, "citation", marks=marks)
    if not _is_verbatim(text, cited, grounds):
        fault, detail = _segment_fault(text, cited, grounds)
        if fault:
            return Finding(CheckState.UNSUPPORTED, fault, detail, marks=marks)
    return Finding(CheckState.SUPPORTED, marks=marks)


def _segments(text: str) -> list[tuple[str, list[int]]]:
    """Pieces of a line with the marks that follow them; an end without marks belongs to
    the last marks."""
    pieces = _MARKS.split(text)
    found: list[tuple[str, list[int]]] = []
    for place in range(0, len(pieces), 2):
        words = pieces[place].strip()
        if place + 1 < len(pieces):
            numbers = [int(number) for number in MARK.findall(pieces[place + 1])]
        else:
            numbers = found[-1][1] if found else []
        if re.search(r"\w", words):
            found.append((words, numbers))
    return found


def _is_verbatim(words: str, cited: list[CitationOut], grounds: Grounds) -> bool:
    """The words are whole cited sentences, after the name of their policy at most."""
    if len({each.policy_id for each in cited}) != 1:
        return False
    name, bare = squeezed(cited[0].policy_name), squeezed(words)
    for lead in (name, *grounds.labels):
        bare = re.sub(rf"^{re.escape(squeezed(lead))}(?:은|는)?[:—-]*", "", bare)
    ends = {squeezed(each.quote).rstrip(".") for each in cited}
    return bare.rstrip(".") in ends


def _segment_fault(words: str, cited: list[CitationOut], grounds: Grounds) -> tuple[str, str]:
    quotes = [
        Source(each.policy_id, LIST_NUMBER.sub("", each.quote), each.section) for each in cited
    ]
    named = _subjects(words, quotes, grounds)
    ids = {each.policy_id for each in cited}
    if cited and named and not named & ids:
        return "other_policy", words[:40]
    scope = named & ids or ids or named or grounds.only_policy
    sources = [source for source in quotes if source.policy_id in scope]
    sources += [source for key in scope for source in grounds.told_of(key)]
    if odd_numerals(words) and not any(squeezed(words) in squeezed(s.text) for s in sources):
        return "figure:number", words[:40]
    words = _without_names(words, grounds)
    for figure in figures_of(words):
        fault = _figure_fault(figure, words, sources, grounds)
        if fault:
            return fault, plain(words)[figure.start : figure.end]
    changed = reworded_fault(words, [source.text for source in quotes])
    if changed:
        return changed, words[:40]
    texts = [source.text for source in sources]
    stranger = unknown_name(words, [*texts, *grounds.names_in(scope), *grounds.told])
    if stranger:
        return "name", stranger
    if cited:
        limit = limit_turned(words, texts)
        if limit:
            return "bound", limit
        if periods_of(words) - set().union(*map(periods_of, texts)):
            return "per", words[:40]
        if turned(words, [source.text for source in quotes]):
            return "polarity", words[:40]
    if not cited and len(terms(words)) > SHORT and not named:
        return "no_citation", words[:40]
    known = [*texts, *grounds.names_in(scope), *grounds.told]
    wanted, missing = missing_words(words, known)
    # One other word beside a figure that holds (매달 for 월) says nothing of its own.
    few = wanted < FEW and bool(figures_of(words))
    if len(missing) > (1 - OVERLAP) * wanted and not few:
        return "words", " ".join(missing[:5])
    return "", ""


def _subjects(words: str, quotes: list[Source], grounds: Grounds) -> set[str]:
    """Ids of the policies a segment speaks of; a name that its sources say is no subject."""
    bare = squeezed(words)
    cited = squeezed("\n".join(source.text for source in quotes))
    found: set[str] = set()
    for key, name in grounds.by_length():
        short = squeezed(name)
        if bare.count(short) > cited.count(short):
            found.add(key)
        bare, cited = bare.replace(short, " "), cited.replace(short, " ")
    return found


def _without_names(words: str, grounds: Grounds) -> str:
    for _, name in grounds.by_length():
        words = re.sub(rf"{re.escape(name)}(?:은|는|이|가|을|를|의)?(?![가-힣])", " ", words)
    return LIST_NUMBER.sub("", re.sub(r"^\s*(?:은|는)?\s*[:—-]\s*", "", words))


def _figure_fault(figure: Figure, words: str, sources: list[Source], grounds: Grounds) -> str:
    """Kind of what is wrong with a figure; "" when a source has it as it is meant."""
    if own_figure(figure, words, grounds):
        return ""
    if figure.kind is Kind.URL:
        known = {str(f.value) for s in sources for f in figures_of(s.text) if f.kind is Kind.URL}
        fits = any(each == figure.value or each.startswith(f"{figure.value}/") for each in known)
        return "" if fits else "figure:url"
    fault = f"figure:{figure.kind.value}"
    for source in sources:
        for other in figures_of(source.text):
            if not same_value(figure, other):
                continue
            if bounds_differ(figure, other):
                fault = "bound"
            elif figure.per and figure.per != other.per:
                fault = "per"
            elif given_out_of_turn(figure, words, other, source) or beside_another(
                figure, words, other, source, sources
            ):
                fault = "measure"
            else:
                return ""
    return fault


def _is_doubtful(words: str, cited: list[CitationOut], grounds: Grounds) -> bool:
    known = [each.quote for each in cited]
    known += [*grounds.names_in({each.policy_id for each in cited}), *grounds.labels]
    if not cited:
        known += [
            *grounds.spoken,
            *(s.text for key in grounds.policies for s in grounds.told_of(key)),
        ]
    wanted, missing = missing_words(words, known)
    return bool(wanted and missing)
