"""What sources of one programme state differently, each with its day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from chat.agent.cards import CitationBook
from chat.agent.evidence import NATIONWIDE, PolicyEvidence, Span, line_spans
from chat.agent.grounding.figures import Figure, Kind, figures_of, same_value
from chat.agent.grounding.wording import label
from chat.answer import Claim
from policies.catalogue.records import SOURCE as CATALOGUE
from policies.korean import long_date
from policies.retrieval.morphemes import words
from policies.same import squeezed_name
from policies.vocabulary import Section

# Kinds of figures people rely on, and the sections that state them.
WHAT = {Kind.AMOUNT: "금액", Kind.AGE: "나이", Kind.PERCENT: "비율"}
SECTIONS = (Section.BENEFIT, Section.TARGET, Section.CRITERIA)
# Share of their words that two lines about the same thing have in common.
ALIKE = 0.4


@dataclass(frozen=True)
class Stated:
    """What one source states: its policy and the line, None for a deadline."""

    policy: PolicyEvidence
    span: Span | None = None


@dataclass(frozen=True)
class Difference:
    """Two sources of a programme disagree about `what`; the one to believe first."""

    name: str
    what: str
    stated: tuple[Stated, ...]


def differences(shown: list[PolicyEvidence], others: list[PolicyEvidence]) -> list[Difference]:
    """Differences between the policies shown and their twins, one a kind and programme."""
    found: list[Difference] = []
    for policy in shown:
        for twin in others:
            if same_programme(policy, twin):
                pair = sorted((policy, twin), key=preference)
                found.extend(_between(pair[0], pair[1]))
    seen: set[tuple[str, str]] = set()
    kept = []
    for each in found:
        if (each.name, each.what) not in seen:
            seen.add((each.name, each.what))
            kept.append(each)
    return kept


def same_programme(one: PolicyEvidence, other: PolicyEvidence) -> bool:
    """Whether two records tell of one programme: of one name or put together as one, of the
    same region, and for the nation of the same agency."""
    if one.policy_id == other.policy_id or one.region != other.region:
        return False
    grouped = one.group is not None and one.group == other.group
    if not grouped and squeezed_name(one.name) != squeezed_name(other.name):
        return False
    return one.region != NATIONWIDE or _agency(one) == _agency(other)


def preference(policy: PolicyEvidence) -> tuple[int, int, int, str]:
    """Sort key: district before province before nation, then the newer, then the catalogue."""
    places = 0 if policy.region == NATIONWIDE else len(policy.region.split(",")[0].split())
    day = told_on(policy)
    own = 0 if policy.source == CATALOGUE else 1
    return (-places, -(day.toordinal() if day else 0), own, policy.policy_id)


def told_on(policy: PolicyEvidence) -> date | None:
    """The day what a source says was last known to hold."""
    days = [policy.collected_on, policy.checked_on, policy.updated_on]
    return max((day for day in days if day is not None), default=None)


def difference_claims(found: list[Difference], book: CitationBook) -> list[Claim]:
    """Each statement with its source, its day and its citation."""
    return [_claim(stated, book) for each in found for stated in each.stated]


def difference_notice(found: list[Difference]) -> str:
    """One sentence for the notices; "" without differences."""
    if not found:
        return ""
    what = "; ".join(f"{each.name}의 {each.what}" for each in found)
    return f"자료마다 다르게 적힌 것이 있어요({what}). 더 가까운 지역과 더 새 자료부터 적었어요."


def _claim(stated: Stated, book: CitationBook) -> Claim:
    policy = stated.policy
    day = told_on(policy)
    source = policy.source_title or policy.agency
    head = f"{policy.name}, {source}"
    head += f"({long_date(day)} 자료): " if day else "(모은 날을 모르는 자료): "
    if stated.span is None:
        end = long_date(policy.period_end) if policy.period_end else ""
        return Claim(text=f"{head}{end}까지 신청")
    text = " ".join(policy.text(stated.span).split())
    return Claim(text=head + text, citations=[book.cite(policy, stated.span)])


def _between(first: PolicyEvidence, second: PolicyEvidence) -> Iterator[Difference]:
    ends = first.period_end, second.period_end
    if all(ends) and ends[0] != ends[1]:
        yield Difference(first.name, "신청 마감일", (Stated(first), Stated(second)))
    for kind, what in WHAT.items():
        pair = next(_disagreeing(first, second, kind), None)
        if pair is not None:
            spans = (Stated(first, pair[0]), Stated(second, pair[1]))
            yield Difference(first.name, what, spans)


def _disagreeing(
    first: PolicyEvidence, second: PolicyEvidence, kind: Kind
) -> Iterator[tuple[Span, Span]]:
    """Lines that measure the same and give figures that the other source has nowhere."""
    for section in SECTIONS:
        ours, theirs = _stated(first, section, kind), _stated(second, section, kind)
        for span, text, figure in ours:
            if any(same_value(figure, other) for *_, other in theirs):
                continue
            for there, said, other in theirs:
                known = any(same_value(other, each) for *_, each in ours)
                if known or (figure.unit, figure.bound) != (other.unit, other.bound):
                    continue
                alone = len(ours) == len(theirs) == 1
                if {figure.per, other.per} - {""} and figure.per != other.per and not alone:
                    continue
                if alone or _alike(text, figure, said, other):
                    yield span, there


def _stated(policy: PolicyEvidence, section: Section, kind: Kind) -> list[tuple[Span, str, Figure]]:
    found = []
    for span in line_spans(policy, section):
        text = policy.text(span)
        found += [(span, text, figure) for figure in figures_of(text) if figure.kind is kind]
    return found


def _alike(text: str, figure: Figure, said: str, other: Figure) -> bool:
    ours, theirs = label(text, figure), label(said, other)
    if ours and theirs and not ours & theirs:
        return False
    left = {word for word in words(text) if not word[0].isdigit()}
    right = {word for word in words(said) if not word[0].isdigit()}
    return bool(left and right) and len(left & right) >= ALIKE * len(left | right)


def _agency(policy: PolicyEvidence) -> str:
    return "".join(policy.agency.split())
