"""Whether two programmes can be received together: what relations and texts say of it.

That nothing speaks against it is never read as a yes; only a sentence that says yes is one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from uuid import UUID

from django.db.models import Q, QuerySet

from policies.graph.mentions import NameIndex, exclusions, name_forms, sentences
from policies.graph.names import squeezed
from policies.models import Policy, PolicyRelation
from policies.named import same_programmes
from policies.vocabulary import Section

_SECTIONS = ("target", "criteria", "benefit", "application", "notice", "faq", "summary")
_TOGETHER = re.compile(r"중복|동시에|병행|함께\s?(?:받|수급|지원|이용)|둘\s?다")
_ALLOWED = re.compile(r"가능|받을\s?수\s?있|함께\s?받습니다|됩니다|된다")
_DENIED = re.compile(
    r"불가|금지|제외|제한|없(?:음|다|습|어|으|는)|아니|못|안\s?(?:됨|되|돼)|않|하나만|중\s?하나|단[,\s]|다만"
    r"|중[단지]|정지|환수|회수|반환|취소|차액|차감|감액|공제|조정|선택|택일|택\s?1|배제"
    # A question or a doubt is no yes.
    r"|여부|\?|나요|까요|가요|지\s?(?:확인|문의)"
)
_ANY_OTHER = re.compile(
    r"(?:중복|동일|유사|타\s?법|다른\s?법|다른\s?(?:법률|제도|사업|급여)|국가\s?또는\s?지방)[^.\n]{0,40}"
    r"(?:불가|금지|제외|제한|않|없)"
)
_SHOWN = 3


class Together(StrEnum):
    """How far it is known whether two can be received together."""

    EXCLUSIVE = "exclusive"
    ALLOWED = "allowed"  # a sentence of one of the texts says so
    UNCLEAR = "unclear"  # sentences about receiving others that do not settle it
    NOT_FOUND = "not_found"  # nothing in our data; no permission


@dataclass(frozen=True)
class Said:
    """A sentence of a policy's current text, with its place."""

    policy_id: UUID
    policy_name: str
    version_id: int
    section: Section
    start: int
    end: int
    quote: str


@dataclass(frozen=True)
class Pair:
    """Two policies with what is known of them together. `said`: the sentences, those that
    decide alone where there are such."""

    one: Policy
    other: Policy
    together: Together
    said: tuple[Said, ...] = ()


@dataclass(frozen=True)
class Rival:
    """A policy that cannot be received with another, with the sentence that says so ("" where
    the source only records it)."""

    id: UUID
    name: str
    said: Said | None


def rivals_of(policy_id: UUID) -> list[Rival]:
    """Published policies that exclude a published policy, whichever side names the other, surest
    first; of one name one. What a caseworker rejected is left out."""
    policy = _read([policy_id])[policy_id]
    own = same_programmes([policy])[policy.id]
    rows = (
        _exclusive()
        .filter(Q(origin_id__in=own) | Q(target_id__in=own))
        .order_by("-confidence", "pk")
    )
    found: dict[str, Rival] = {}
    for row in rows:
        other = row.target if row.origin_id in own else row.origin
        published = other.current_version_id is not None and other.id not in own
        if published and other.name not in found:
            found[other.name] = Rival(other.id, other.name, _said_by(row) or _spoken(policy, other))
    return list(found.values())


def pairs_known(pairs: Sequence[tuple[UUID, UUID]]) -> list[Pair]:
    """What is known of each two published policies together."""
    rows = _read({key for pair in pairs for key in pair})
    return [pair_of(rows[one], rows[other]) for one, other in pairs]


def pair_of(one: Policy, other: Policy) -> Pair:
    """What is known of two policies together."""
    known = exclusive_pairs([one, other])
    if known:
        return known[0]
    denied = [*_denied(one, other), *_denied(other, one)]
    if denied:
        return Pair(one, other, Together.EXCLUSIVE, tuple(denied[:_SHOWN]))
    told = [*_told(one, other), *_told(other, one)]
    allowed = [each for each in told if _says_yes(each.quote)]
    if allowed and len(allowed) == len(told):
        return Pair(one, other, Together.ALLOWED, tuple(allowed[:_SHOWN]))
    general = [*_general(one), *_general(other)]
    if told or general:
        return Pair(one, other, Together.UNCLEAR, tuple([*told, *general][:_SHOWN]))
    return Pair(one, other, Together.NOT_FOUND)


def exclusive_pairs(policies: Sequence[Policy]) -> list[Pair]:
    """Those pairs of the policies that a relation excludes, in their order, in two queries."""
    programmes = same_programmes(policies)
    everything = frozenset().union(*programmes.values()) if programmes else frozenset()
    rows = list(
        _exclusive()
        .filter(origin_id__in=everything, target_id__in=everything)
        .order_by("-confidence", "pk")
    )
    found = []
    for one, other in combinations(policies, 2):
        row = _related(rows, programmes[one.id], programmes[other.id])
        if row is not None:
            said = _said_by(row) or _spoken(one, other)
            found.append(Pair(one, other, Together.EXCLUSIVE, (said,) if said else ()))
    return found


def _read(ids: Collection[UUID]) -> dict[UUID, Policy]:
    return Policy.objects.published().select_related("current_version").in_bulk(list(ids))


def _exclusive() -> QuerySet[PolicyRelation]:
    return PolicyRelation.objects.filter(
        kind=PolicyRelation.EXCLUSIVE, rejected=False
    ).select_related("origin__current_version", "target__current_version", "version")


def _related(
    rows: Sequence[PolicyRelation], one: Collection[UUID], other: Collection[UUID]
) -> PolicyRelation | None:
    """The surest relation between two programmes, of one and the same none."""
    if set(one) & set(other):
        return None
    for row in rows:
        ends = row.origin_id, row.target_id
        if (ends[0] in one and ends[1] in other) or (ends[0] in other and ends[1] in one):
            return row
    return None


def _said_by(row: PolicyRelation) -> Said | None:
    """The sentence that a relation rests on, where its version holds it."""
    if row.version is None or row.start is None or row.end is None or not row.section:
        return None
    text = row.version.sections.get(row.section, "")
    if text[row.start : row.end].strip() != row.quote.strip():
        return None
    return _placed(row.origin, row.version.pk, Section(row.section), text, row.start, row.end)


def _spoken(one: Policy, other: Policy) -> Said | None:
    """A sentence of either that tells of both together, for a relation recorded without one."""
    found = [*_denied(one, other), *_denied(other, one), *_told(one, other), *_told(other, one)]
    return next((each for each in found if not _says_yes(each.quote)), None)


def _denied(policy: Policy, other: Policy) -> list[Said]:
    """Sentences of `policy` that leave recipients of `other` out by name."""
    names = NameIndex(name_forms(other.name, other.aliases))
    own = squeezed(policy.name)
    return [
        _said(policy, section, text, each.quote_start, each.quote_end)
        for section, text in _texts(policy)
        for each in exclusions(text, names, own=own)
    ]


def _told(policy: Policy, other: Policy) -> list[Said]:
    """Sentences of `policy` that name `other` and speak of receiving both."""
    names = NameIndex(name_forms(other.name, other.aliases))
    return [
        _said(policy, section, text, start, end)
        for section, text in _texts(policy)
        for start, end in sentences(text)
        if _TOGETHER.search(text[start:end]) and next(names.find(text[start:end]), None)
    ]


def _general(policy: Policy) -> list[Said]:
    """Sentences of `policy` about support of other kinds that they do not name."""
    return [
        _said(policy, section, text, start, end)
        for section, text in _texts(policy)
        for start, end in sentences(text)
        if _ANY_OTHER.search(text[start:end])
    ]


def _says_yes(quote: str) -> bool:
    return bool(_ALLOWED.search(quote)) and not _DENIED.search(quote)


def _texts(policy: Policy) -> Sequence[tuple[Section, str]]:
    version = policy.current_version
    stored = version.sections if version else {}
    return [(Section(name), stored[name]) for name in _SECTIONS if stored.get(name)]


def _said(policy: Policy, section: Section, text: str, start: int, end: int) -> Said:
    return _placed(policy, policy.current_version_id or 0, section, text, start, end)


def _placed(
    policy: Policy, version_id: int, section: Section, text: str, start: int, end: int
) -> Said:
    """The sentence without the blanks around it."""
    quote = text[start:end]
    start += len(quote) - len(quote.lstrip())
    quote = quote.strip()
    return Said(policy.id, policy.name, version_id, section, start, start + len(quote), quote)
