"""Recognisers out of wordings: regular expressions on flat text with the rule each states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.phrases import law_start, negation_end
from policies.eligibility.rule import Rule, rule_from_data

# What joins the members of a list inside one condition ("신장·심장", "시각, 청각 또는 언어").
LIST_SIGN = r"(?:[·,/]|및|또는|혹은|이나|나|와|과)"
PEOPLE = r"(?:인자|자|인사람|사람|인분|분)(?![가-힣]*(?:치구|치단체|립준비|격|녀|활|료))"

RuleMaker = Callable[[re.Match[str], Setting], Rule | None]


@dataclass(frozen=True)
class Wording:
    """A wording and the condition it states.

    `make` may refuse (None) after a closer look. `law`: a reference to these laws right before
    the words belongs to them. `word`: the match must begin a word.
    """

    pattern: re.Pattern[str]
    make: RuleMaker
    kind: Kind
    dimension: str
    confidence: float = 1.0
    negated: bool = False
    law: re.Pattern[str] | None = None
    word: bool = False


def wording(
    pattern: str,
    rule: Mapping[str, Any] | RuleMaker,
    kind: Kind,
    dimension: str,
    **details: Any,
) -> Wording:
    """A wording with a fixed rule (its JSON form) or one made from the match."""
    if callable(rule):
        return Wording(re.compile(pattern), rule, kind, dimension, **details)
    fixed = rule_from_data(dict(rule))
    return Wording(re.compile(pattern), lambda match, setting: fixed, kind, dimension, **details)


def recogniser(*wordings: Wording) -> Recogniser:
    """One recogniser out of wordings. 「… 이 아닌」 behind a match belongs to it and turns it."""

    def recognise(flat: Flat, setting: Setting) -> Iterator[Found]:
        for each in wordings:
            for match in each.pattern.finditer(flat.text):
                if match.start() == match.end():
                    continue
                if each.word and not flat.starts_word(match.start()):
                    continue
                if in_title(flat.text, match.start()):
                    continue
                rule = each.make(match, setting)
                if rule is not None:
                    yield _found(flat, match, each, rule)

    return recognise


def in_title(text: str, place: int) -> bool:
    """Whether a place lies inside 「…」, the name of a law or programme."""
    return text.rfind("「", 0, place) > text.rfind("」", 0, place)


def _found(flat: Flat, match: re.Match[str], words: Wording, rule: Rule) -> Found:
    start, end = match.span()
    if words.law is not None:
        start = law_start(flat.text, start, words.law)
    turned = negation_end(flat.text, end)
    return Found(
        start,
        end if turned is None else turned,
        rule,
        words.kind,
        words.dimension,
        words.confidence,
        words.negated != (turned is not None),
    )
