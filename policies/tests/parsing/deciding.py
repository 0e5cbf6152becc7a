"""Helpers for tests of whole texts: parse, check the sources, decide for a few facts."""

from __future__ import annotations

from typing import Any

from policies.eligibility.evaluate import evaluate
from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, parse_policy
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import CriterionBase, rule_leaves
from policies.tests.eligibility.people import person
from policies.vocabulary import Section

NATIONAL = "보건복지부"
DONGJAK = "서울특별시 동작구"
IN_DONGJAK = {"sido": "서울특별시", "sigungu": "동작구"}
IN_MAPO = {"sido": "서울특별시", "sigungu": "마포구"}

# People of whom little more is known than what a text asks.
OLD, YOUNG, CHILD = "1950-03-02", "1996-03-02", "2018-03-02"
POOR: dict[str, Any] = {"basic_livelihood": ["생계"]}
NOT_POOR: dict[str, Any] = {"basic_livelihood": [], "near_poor": False}
DISABLED: dict[str, Any] = {"disability": "severe"}
SOUND: dict[str, Any] = {"disability": "none"}


def text_of(
    target: str, criteria: str = "", *, title: str = "생활 지원", agency: str = NATIONAL
) -> PolicyText:
    return PolicyText(title, agency, target, criteria, 2026)


def assert_sources(parsed: ParsedRule, text: PolicyText) -> None:
    """Quotes are words of their section, unread stretches stand where they say."""
    sections = {Section.TARGET: text.target, Section.CRITERIA: text.criteria}
    for leaf in leaves(parsed):
        assert leaf.quote in sections[leaf.section]
        assert leaf.quote or leaf.legal_basis
        assert 0 < leaf.confidence <= 1
    for span in parsed.unparsed:
        assert span.text == sections[span.section][span.start : span.end]
        assert span.text.strip()


def parsed(target: str, criteria: str = "", **about: str) -> ParsedRule:
    """The rule of a text, its sources checked."""
    text = text_of(target, criteria, **about)
    result = parse_policy(text)
    assert_sources(result, text)
    return result


def leaves(result: ParsedRule) -> list[CriterionBase]:
    return rule_leaves(result.rule) if result.rule is not None else []


def kinds(result: ParsedRule) -> set[str]:
    """Names of all criteria of a rule."""
    return {str(getattr(leaf, "criterion", "")) for leaf in leaves(result)}


def unread(result: ParsedRule) -> str:
    """All that nobody understood, in one line."""
    return " / ".join(span.text for span in result.unparsed)


def verdict(result: ParsedRule, **facts: Any) -> str:
    """Verdict for somebody of whom only these facts are known."""
    assert result.rule is not None
    return str(evaluate(result.rule, person(**facts), bundled_tables()).verdict)


def verdict_on(target: str, facts: dict[str, Any], criteria: str = "", **about: str) -> str:
    return verdict(parsed(target, criteria, **about), **facts)
