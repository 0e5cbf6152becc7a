"""Published texts of a policy to an eligibility rule, with what was not understood beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from policies.eligibility.parsing.blocks import Item, items
from policies.eligibility.parsing.clauses import ClauseReader
from policies.eligibility.parsing.content import content_words
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, PolicyText, Region, Setting
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    any_of,
    has_vague,
    none_of,
    without_vague,
)
from policies.eligibility.parsing.places import regions_near_agency, regions_of_agency
from policies.eligibility.parsing.reading import (
    Reading,
    free_criterion,
    with_later,
    with_source,
)
from policies.eligibility.parsing.recognise.ages import unlimited_stretches
from policies.eligibility.parsing.registry import conditions, ignored
from policies.eligibility.parsing.repeats import without_conditions, without_repeats
from policies.eligibility.parsing.restated import settled, without_ages
from policies.eligibility.parsing.roles import (
    Role,
    excludes,
    head_role,
    is_aspect,
    is_regardless,
    squeezed,
)
from policies.eligibility.parsing.tree import Outcome, Place, TreeReader
from policies.eligibility.rule import (
    LowIncomeCriterion,
    RegionCriterion,
    ResidenceCriterion,
    Rule,
    rule_leaves,
)
from policies.vocabulary import Section

LONGEST = 20_000
# How sure a rule is that rests on words nobody read.
UNREAD = 0.3
# Texts that only point to the other section.
_POINTER = re.compile(
    r"^(?:지원대상(?:과|의)?(?:동일|같음|같다|내용을?참고)|상동|위와동일|해당사항?없음|참고)|^(?:없음|제한없음|[-.])$"
)

# People from elsewhere who get it for working, studying or having parents here.
_OUTSIDERS = re.compile(
    r"(?:또는|및|,|이나|거나|혹은|\()[^.]{0,25}(?:소재|관내|내)[^.]{0,12}(?:직장|학교|사업장|기업|재학|근무|재직|대학)|"
    r"(?:구|시|군|도)민의(?:자녀|가족|부모)|타(?:지역|시군|시·군|지자체)[^.]{0,12}(?:경우|청년|주민|도(?:이용|신청))|생활권자|관외|(?:관내|[시군구]내?)에서사망"
)
_STARRED = re.compile(r"[가-힣)]\*")
# Programmes for people who are stranded here bind nobody to a residence.
_STRANGERS = re.compile(
    r"타(?:지역|시군|시·군|지자체)(?:의)?(?:주민|거주자|시민)?도(?:신청|이용|지원|참여)|"
    r"거주지(?:에|와|는)?(?:무관|관계없|상관없|제한없)|전국어디|출향|행려|방문(?:하였|했)다가|귀가비|귀향여비|여비소진"
)
_FACILITY = re.compile(r"감면|할인|이용료|요금|사용료|입장료")


@dataclass(frozen=True)
class Span:
    """A stretch of one section's text; `text` is exactly `section[start:end]`."""

    section: Section
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class ParsedRule:
    """`rule` None: no condition was found. `confidence` is that of the least sure criterion,
    lowered by what stayed unread; `read` counts the stretches understood."""

    rule: Rule | None
    unparsed: tuple[Span, ...]
    confidence: float
    read: int


def parse_policy(text: PolicyText) -> ParsedRule:
    """Rule of a policy from its 지원대상 and 선정기준. Never raises for any text."""
    near = text.regions or regions_near_agency(text.agency)
    setting = Setting(text.title, text.agency, near, text.year)
    target = _section(text.target[:LONGEST], Section.TARGET, setting)
    criteria_text = "" if _is_pointer(text.criteria, text.target) else text.criteria[:LONGEST]
    criteria = _section(criteria_text, Section.CRITERIA, setting)
    positive = _both(_positive(target), _positive(criteria))
    for later in [*target.later, *criteria.later]:
        positive = with_later(positive, later)
    positive = positive_or_unread(
        positive, text.title, [(text.target, target), (criteria_text, criteria)]
    )
    excluded = none_of(without_conditions([*target.excluded, *criteria.excluded], positive))
    binding = _binding(text, positive)
    rule = all_of([*binding, positive, excluded])
    rule = settled(rule, discounts=bool(_FACILITY.search(text.title))) if rule is not None else None
    spans = tuple(
        Span(section, start, end, source[start:end])
        for section, source, outcome in (
            (Section.TARGET, text.target, target),
            (Section.CRITERIA, criteria_text, criteria),
        )
        for start, end in outcome.unread
    )
    leaves = rule_leaves(rule) if rule is not None else []
    sure = min((leaf.confidence for leaf in leaves), default=0.0)
    return ParsedRule(rule, spans, round(sure, 2), len(leaves) - len(binding))


def positive_or_unread(
    positive: Rule | None, title: str, sections: list[tuple[str, Outcome]]
) -> Rule | None:
    """A text of which nothing but a place was understood decides nothing by that: its own words
    stand in, so that nobody is promised anything."""
    leaves = rule_leaves(positive) if positive is not None else []
    if any(not isinstance(leaf, RegionCriterion | ResidenceCriterion) for leaf in leaves):
        return positive
    for section, (source, outcome) in zip(
        (Section.TARGET, Section.CRITERIA), sections, strict=True
    ):
        for start, end in outcome.unread:
            quote = source[start:end].strip()
            flat, words = squeezed(quote), content_words(quote)
            if head_role(quote) or excludes(flat):
                continue
            if words and not is_regardless(flat) and flat not in squeezed(title):
                return all_of([positive, free_criterion(quote, section, UNREAD)])
    return positive


def _is_pointer(criteria: str, target: str) -> bool:
    flat = "".join(criteria.split())
    return not flat or flat == "".join(target.split()) or bool(_POINTER.match(flat))


def _section(source: str, section: Section, setting: Setting) -> Outcome:
    def read_item(item: Item, role: Role, place: Place) -> Reading:
        flat = Flat.of(source, item.start, item.end)
        if not flat.text:
            return Reading()
        hidden = [*ignored(flat), *unlimited_stretches(flat), *_own_places(flat, setting)]
        founds = [f for f in conditions(flat, setting) if not _is_inside(f, hidden)]
        label = _label(item, source, setting)
        if label and not founds and role is Role.CONDITION:
            return _labelled(item, flat, label, section)
        flat = flat.hiding(hidden)
        note = item.kind == "note" and place.later and not _is_footnote(item, source)
        reader = ClauseReader(
            flat,
            founds,
            section,
            listed=place.listed,
            note=note,
            under=place.under,
            later=place.later,
        )
        reading = reader.read(role)
        return _with_label(reading, label, section) if role is Role.CONDITION else reading

    tree = TreeReader.of(source, read_item, setting.title, _groups_in(setting))
    return tree.read(items(source))


def _is_inside(found: Found, hidden: list[tuple[int, int]]) -> bool:
    """Whether a condition is only part of a longer phrase that says nothing ("내·외국인")."""
    return any(
        start <= found.start and found.end <= end and end - start > found.end - found.start
        for start, end in hidden
    )


def _is_footnote(item: Item, source: str) -> bool:
    """Whether a note tells what a starred word means ("피해자*로서 … * 1년 이내인 …")."""
    starred = source[: item.start].rstrip().endswith("*")
    return starred and bool(_STARRED.search(source, 0, item.start))


def _label(item: Item, source: str, setting: Setting) -> list[tuple[Found, str]]:
    """Conditions in the label of an item ("4자녀 : …"), with their words."""
    if not item.label or is_aspect(item.label):
        return []
    flat = Flat.of(source, item.label_start, item.label_start + len(item.label))
    return [(each, flat.quote(each.start, each.end)) for each in conditions(flat, setting)]


def _labelled(item: Item, flat: Flat, label: list[tuple[Found, str]], section: Section) -> Reading:
    """An item whose only condition is its label: what stands behind is what such people get,
    unless it says that nothing else matters."""
    if not is_regardless(flat.text):
        return Reading(unread=[(item.start, item.end)])
    rule = all_of(with_source(f.rule, section, quote, f.confidence) for f, quote in label)
    dimensions = frozenset(found.dimension for found, _ in label)
    return Reading(Node(rule, Kind.GROUP, 0, 1, dimensions)) if rule is not None else Reading()


def _with_label(reading: Reading, label: list[tuple[Found, str]], section: Section) -> Reading:
    """The condition of an item together with that of its label, where they differ."""
    node = reading.node
    own = [(f, quote) for f, quote in label if not isinstance(f.rule, LowIncomeCriterion)]
    if node is None or not own or any(f.dimension in node.dimensions for f, _ in own):
        return reading
    rules = [with_source(f.rule, section, quote, f.confidence) for f, quote in own]
    rule = all_of([*rules, node.rule])
    reading.node = replace(node, rule=rule or node.rule, kind=Kind.GROUP)
    return reading


def _own_places(flat: Flat, setting: Setting) -> list[tuple[int, int]]:
    """The agency's own region named in passing ("영암군 지역가입자"): it binds anyway."""
    names = {name for r in setting.regions for name in (r.sido, r.sigungu or r.sido)}
    return [
        match.span()
        for name in sorted(names, key=len, reverse=True)
        for match in re.finditer(rf"{re.escape(name)}(?:의|내|관내)?", flat.text)
    ]


def _groups_in(setting: Setting) -> list[Rule]:
    """Groups of people that the title names."""
    found = conditions(Flat.of(setting.title), setting)
    return [each.rule for each in found if each.kind is Kind.GROUP]


def _positive(outcome: Outcome) -> Rule | None:
    base = outcome.node.rule if outcome.node is not None else None
    return any_of([base, *outcome.openings]) if base is not None else None


def _both(target: Rule | None, criteria: Rule | None) -> Rule | None:
    """Both sections must hold; what one of them defines, the other only names."""
    if target is None or criteria is None:
        return target if criteria is None else criteria
    criteria = without_repeats(criteria, target)
    if criteria is None:
        return target
    target = without_ages(target, criteria)
    if target is None:
        return criteria
    if has_vague(target) and not has_vague(criteria) and _has_money(criteria):
        target = without_vague(target)
    elif has_vague(criteria) and not has_vague(target) and _has_money(target):
        criteria = without_vague(criteria)
    return all_of([target, criteria])


def _has_money(rule: Rule) -> bool:
    kinds = {
        "basic_livelihood",
        "near_poor",
        "median_income_ratio",
        "monthly_income",
        "premium",
        "health_insurance",
        "household_type",
    }
    return any(getattr(leaf, "criterion", "") in kinds for leaf in rule_leaves(rule))


def _binding(text: PolicyText, positive: Rule | None) -> list[Rule]:
    """The region of a local agency binds, unless the text opens it to others."""
    regions = text.regions or regions_of_agency(text.agency)
    if not regions:
        return []
    whole = "".join(f"{text.target}\n{text.criteria}".split())
    named = (
        [leaf for leaf in rule_leaves(positive) if isinstance(leaf, RegionCriterion)]
        if positive is not None
        else []
    )
    if _STRANGERS.search(whole):
        return []
    if named and (_OUTSIDERS.search(whole) or _FACILITY.search(text.title)):
        return []
    rule = any_of(_of_agency(region, text.agency) for region in regions)
    return [rule] if rule is not None else []


def _of_agency(region: Region, agency: str) -> RegionCriterion:
    return RegionCriterion(
        criterion="region",
        sido=region.sido,
        sigungu=region.sigungu,
        legal_basis=f"소관기관: {agency}",
    )
