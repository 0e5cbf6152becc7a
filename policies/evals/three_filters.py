"""Baseline: the forerunner's filters after its search, written from their description.

Three patterns look for a limit on 중위소득, a word for 기초생활수급자 and a range of the old
disability grades. Whoever certainly fails one is unlikely; everybody else, unknown facts
included, passes and is called likely. Age, region, exclusions and alternatives are not read.
"""

from __future__ import annotations

import re

from policies.eligibility.facts import ApplicantFacts
from policies.vocabulary import Disability, Verdict

_MEDIAN = re.compile(r"중위소득\s*(?:의\s*)?(\d+(?:\.\d+)?)\s*%\s*(이하|이상)")
_RECIPIENT = re.compile(
    r"기초\s*생활\s*(?:보장\s*)?(?:대상자|수급)|국민기초|수급(?:자|권자|가구)|(?:생계|의료|주거|교육)\s*급여"
)
_GRADES = re.compile(r"([1-6])\s*급?\s*[~～-]\s*([1-6])\s*급")
_GRADES_OF = {Disability.SEVERE: range(1, 4), Disability.MILD: range(4, 7)}


def three_filters(text: str, facts: ApplicantFacts) -> Verdict:
    """Verdict of the filters on one text: never needs_more_info."""
    excluded = _over_median(text, facts) or _no_recipient(text, facts) or _other_grade(text, facts)
    return Verdict.UNLIKELY if excluded else Verdict.LIKELY


def _over_median(text: str, facts: ApplicantFacts) -> bool:
    """중위소득 n% 이하 or 이상: the first limit in the text counts."""
    match, ratio = _MEDIAN.search(text), facts.median_income_ratio
    if match is None or ratio is None:
        return False
    limit = float(match.group(1))
    return ratio > limit if match.group(2) == "이하" else ratio < limit


def _no_recipient(text: str, facts: ApplicantFacts) -> bool:
    return facts.basic_livelihood == [] and _RECIPIENT.search(text) is not None


def _other_grade(text: str, facts: ApplicantFacts) -> bool:
    match = _GRADES.search(text)
    if match is None or facts.disability is None:
        return False
    wanted = range(int(match.group(1)), int(match.group(2)) + 1)
    if facts.legacy_disability_grade is not None:
        return facts.legacy_disability_grade not in wanted
    return not set(wanted) & set(_GRADES_OF.get(facts.disability, range(0)))
