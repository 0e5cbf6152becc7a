"""A verdict on one policy as its page tells it: a row for each criterion, and what else to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from policies.eligibility.criteria.support import same_benefit
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import (
    CriterionOutcome,
    Decision,
    ReferenceUse,
    State,
    UnknownReason,
)
from policies.eligibility.questions import OTHER_PREFIX, subject_of
from policies.eligibility.regions import lives_in, place
from policies.korean import josa, long_date
from policies.models.policy import SECTION_LABELS
from policies.screening.receipts import received_names
from policies.screening.rules import Judged
from policies.vocabulary import VERDICT_LABELS, Verdict

_MARKS = {State.MET: "맞아요", State.NOT_MET: "맞지 않아요"}
_ICONS = {State.MET: "check", State.NOT_MET: "cross", State.UNKNOWN: "question"}
_TABLES = {
    "median_income": "기준중위소득",
    "basic_pension": "기초연금 선정기준액",
    "disability_pension": "장애인연금 선정기준액",
}
_NAMED = 3


@dataclass(frozen=True)
class Row:
    """One criterion. `mark` and `icon` say its state; `quote` stands in `section`."""

    state: str
    mark: str
    icon: str
    sentence: str
    section: str = ""
    section_label: str = ""
    quote: str = ""
    distance: str = ""
    flip: str = ""


@dataclass(frozen=True)
class Checked:
    """`rows` carry the verdict, `others` could not change it. `flip`: what time alone will
    change; `open`: facts that would settle it; `caseworker`: something only the agency can
    tell; `received`: it is among the benefits received now."""

    verdict: Verdict
    basis_label: str
    notice: str
    rows: list[Row]
    others: list[Row]
    flip: str
    references: list[str]
    open: list[str]
    caseworker: bool
    received: bool


def checked(
    judge: Callable[[ApplicantFacts], Judged],
    facts: ApplicantFacts,
    *,
    names: Sequence[str],
    regions: list[str],
) -> Checked:
    """`judge` holds facts against the rule in force; `names` the policy goes by; `regions`:
    those it is for, none where it is for the nation."""
    judged = judge(facts)
    here = place_row(regions, facts)
    state = State(here.state) if here else State.MET
    decision = judged.decision
    outcomes = decision.outcomes if decision else []
    carrying = [each for each in outcomes if each.decisive]
    verdict = verdict_at(judged.verdict, state)
    return Checked(
        verdict=verdict,
        basis_label=judged.basis_label,
        notice=judged.notice,
        rows=_unique([*([here] if here else []), *map(row_of, carrying)]),
        others=_unique(row_of(each) for each in outcomes if not each.decisive),
        flip=flip_note(judge, facts, decision) if decision and state is State.MET else "",
        references=reference_notes(decision.references if decision else []),
        open=_open(decision, state),
        caseworker=any(each.reason is UnknownReason.RULE_UNCLEAR for each in carrying),
        received=any(same_benefit(name, each) for each in received_names(facts) for name in names),
    )


def verdict_at(verdict: Verdict, here: State) -> Verdict:
    """The verdict of the rule where it is known whether the policy holds at the residence."""
    if here is State.NOT_MET:
        return Verdict.UNLIKELY
    unknown = here is State.UNKNOWN and verdict is Verdict.LIKELY
    return Verdict.NEEDS_MORE_INFO if unknown else verdict


def place_row(regions: list[str], facts: ApplicantFacts) -> Row | None:
    """Whether the person lives where the policy holds; None for one of the nation."""
    if not regions:
        return None
    need = ", ".join(regions[:_NAMED])
    need += f" 등 {len(regions)}곳" if len(regions) > _NAMED else ""
    if facts.region is None:
        text = f"사는 곳을 알면 이 정책의 지역({need})에 해당하는지 확인할 수 있어요."
        return _row(State.UNKNOWN, text)
    lived = place(facts.region.sido, facts.region.sigungu)
    states = {lives_in(place(*_parts(name)), lived) for name in regions}
    if State.MET in states:
        return _row(State.MET, f"{lived.name}에 살아 이 정책의 지역({need})에 해당합니다.")
    if State.UNKNOWN in states:
        text = f"사는 시·군·구까지 알면 이 정책의 지역({need})에 해당하는지 확인할 수 있어요."
        return _row(State.UNKNOWN, text)
    return _row(State.NOT_MET, f"{need}에 사는 사람을 위한 정책인데 {lived.name}에 사십니다.")


def _parts(name: str) -> tuple[str, str | None]:
    sido, _, sigungu = name.partition(" ")
    return sido, sigungu or None


def _row(state: State, sentence: str) -> Row:
    mark = _MARKS.get(state, "확인이 필요해요")
    return Row(state.value, mark, _ICONS[state], sentence)


def row_of(outcome: CriterionOutcome) -> Row:
    """One criterion with its state in words."""
    mark = _MARKS.get(outcome.state, "확인이 필요해요")
    if outcome.reason is UnknownReason.RULE_UNCLEAR:
        mark = "담당자에게 물어봐야 해요"
    return Row(
        state=outcome.state.value,
        mark=mark,
        icon=_ICONS[outcome.state],
        sentence=plain_sentence(outcome),
        section=outcome.section.value if outcome.quote else "",
        section_label=SECTION_LABELS[outcome.section] if outcome.quote else "",
        quote=outcome.quote,
        distance=outcome.distance,
        flip=f"{long_date(outcome.flip_on)}에 달라져요." if outcome.flip_on else "",
    )


def plain_sentence(outcome: CriterionOutcome) -> str:
    """The sentence, without the internal name that a free criterion without a quote goes by."""
    if outcome.criterion == "other" and not outcome.quote:
        return outcome.question or "그 밖의 조건을 담당자에게 확인해야 해요."
    return outcome.sentence


def _unique(rows: Iterable[Row]) -> list[Row]:
    return list({(row.sentence, row.quote): row for row in rows}.values())


def flip_note(
    judge: Callable[[ApplicantFacts], Judged], facts: ApplicantFacts, decision: Decision
) -> str:
    """What time alone changes next, with the sentence of that day; "" when nothing is known."""
    day = decision.flip_on
    if day is None:
        return ""
    later = judge(facts.model_copy(update={"as_of": day})).decision
    if later is None:
        return ""
    turned = [
        new
        for old, new in zip(decision.outcomes, later.outcomes, strict=True)
        if old.state is not new.state
    ]
    why = next((plain_sentence(each) for each in turned if each.decisive), "")
    label = VERDICT_LABELS[later.verdict]
    said = f"{long_date(day)}부터는 {josa(f'‘{label}’', '으로/로')} 바뀔 수 있어요."
    return f"{said} {why}".strip()


def reference_notes(used: Iterable[ReferenceUse]) -> list[str]:
    """Which published figures were used, and of which year."""
    notes = []
    for each in used:
        year, name = f"{each.year_used}년", _TABLES.get(each.table, each.table)
        source = each.notice if each.notice.startswith(year) else f"{year} {name}({each.notice})"
        text = f"{source.removesuffix('()')} 금액으로 견주었어요."
        if each.year_used != each.year_asked:
            text += f" {each.year_asked}년 금액은 아직 자료에 없어요."
        notes.append(text)
    return list(dict.fromkeys(notes))


def _open(decision: Decision | None, here: State) -> list[str]:
    """What is still unknown, in words: subjects of facts, questions of free criteria."""
    keys = list(decision.missing) if decision and here is not State.NOT_MET else []
    if here is State.UNKNOWN and "region" not in keys:
        keys.insert(0, "region")
    outcomes = decision.outcomes if decision else []
    questions = {each.missing[0]: each.question for each in outcomes if each.missing}
    return [open_name(key, questions.get(key, "")) for key in keys]


def open_name(key: str, question: str = "") -> str:
    """A missing fact as people read it: its subject, or the question of a free criterion."""
    if key.startswith(OTHER_PREFIX):
        return question or subject_of(key)
    return subject_of(key)
