"""Whole Korean sentences for a finding. One template for each state and polarity.

Both slots of a template are noun phrases or whole clauses the evaluators write
(`Finding.need`, `Known`), and every particle is chosen for the phrase it follows.
"""

from __future__ import annotations

from datetime import date

from policies.eligibility.criteria.base import Finding, Known
from policies.eligibility.outcome import State
from policies.eligibility.questions import subject_of
from policies.eligibility.rule import CriterionBase
from policies.korean import josa, long_date, particle

_NOTHING_KNOWN = Known("확인된 내용으로", "확인된 내용과 다릅니다")


def _asking(finding: Finding) -> str:
    """What must be known, with its particle: "나이를", "건강보험 자격과 건강보험료를"."""
    subjects = (
        [finding.subject] if finding.subject else [subject_of(key) for key in finding.missing]
    )
    *firsts, last = subjects
    return "".join(f"{josa(each, '과/와')} " for each in firsts) + josa(last, "을/를")


def _open_sentence(finding: Finding, exclusion: bool) -> str:
    """What is still to be asked. A "…여부" would only repeat the requirement, so it is left out."""
    need, asked = finding.need, _asking(finding)
    whether = asked.endswith("여부를")
    if exclusion:
        then = f"{need}{particle(need, '이면/면')} 제외되므로"
        return f"{then} 해당하는지 확인해야 해요." if whether else f"{then} {asked} 확인해야 해요."
    if whether:
        return f"{need}인지 확인이 필요해요."
    return f"{asked} 알면 {need}인지 확인할 수 있어요."


def _exclusion_sentence(finding: Finding) -> str:
    """A decided exclusion: it strikes when the criterion itself is met."""
    need, known = finding.need, finding.known or _NOTHING_KNOWN
    if finding.state is State.NOT_MET:
        return f"{known.so} 제외 대상({need})이 아닙니다."
    if known == Known.noun(need):
        return f"{need}{particle(need, '이라/라')} 제외됩니다."
    return f"{need}{particle(need, '이면/면')} 제외되는데 {known.ending}."


def sentence(finding: Finding, exclusion: bool) -> str:
    """Requirement and what is known, in one sentence.

    `finding.state` is that of the criterion itself; `exclusion` says that meeting it excludes.
    """
    if finding.unclear:
        return finding.unclear
    if finding.state is State.UNKNOWN:
        return _open_sentence(finding, exclusion)
    if exclusion:
        return _exclusion_sentence(finding)
    need, known = finding.need, finding.known or _NOTHING_KNOWN
    if finding.state is State.NOT_MET:
        return f"{need}{particle(need, '이어야/여야')} 하는데 {known.ending}."
    if known == Known.noun(need):
        return f"{need} 조건에 맞습니다."
    return f"{known.so} {need} 조건에 맞습니다."


def unclear_sentence(criterion: CriterionBase) -> str:
    """A clause that was found but not understood."""
    if criterion.quote:
        return f"「{criterion.quote}」 조건은 담당자에게 확인해야 합니다."
    return "공고문에 담당자에게 확인해야 하는 조건이 있습니다."


def out_of_force_sentence(criterion: CriterionBase, on: date) -> str:
    """A criterion that does not hold on the day: not yet, or no longer."""
    if criterion.effective_from is not None and on < criterion.effective_from:
        start = long_date(criterion.effective_from)
        return f"{start}부터 적용되는 조건이라 지금 기준은 담당자에게 확인해야 합니다."
    end = long_date(criterion.effective_to or on)
    return f"{end}까지 적용되던 조건이라 지금 기준은 담당자에게 확인해야 합니다."
