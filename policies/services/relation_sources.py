"""Where relations are known from: texts, groups, published pairs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection

from policies.catalogue.records import SOURCE
from policies.errors import RecordInvalid
from policies.graph.mentions import NameIndex, exclusions, name_forms
from policies.graph.names import squeezed
from policies.models import Policy, PolicyRelation
from policies.retrieval.morphemes import words

_SECTIONS = ("summary", "target", "criteria", "benefit", "application", "notice", "faq")
_NATIONAL = re.compile(
    r"(?:보건복지부|복지부|국토교통부|국토부|고용노동부|교육부|정부|국가)\S*\s*$"
)
_EITHER = re.compile(r"않|미이용|제외|불가|둘\s?중|하나만|중복|대신|전환")

# The nation's programme of each local member of its group, the catalogue's text first.
_COPIES = """
SELECT DISTINCT ON (p.id) p.id, n.id
FROM policies_policy p
JOIN policies_policy n ON n.group_id = p.group_id AND n.nationwide
    AND n.current_version_id IS NOT NULL
WHERE NOT p.nationwide AND p.current_version_id IS NOT NULL
ORDER BY p.id, (n.source = 'catalogue') DESC, n.id
"""
# What is given on top of a programme of the nation: the name says so, and the texts share words
# that few policies use.
_ADDITIONS = """
SELECT DISTINCT ON (s.policy_id) s.policy_id, n.id,
       cardinality(ARRAY(SELECT unnest(s.terms) INTERSECT SELECT unnest(ns.terms)))::float
           / greatest(least(cardinality(s.terms), cardinality(ns.terms)), 1)
FROM policies_policysignature s
JOIN policies_policy p ON p.id = s.policy_id AND NOT p.nationwide
JOIN policies_policysignature ns ON ns.keys && ARRAY[s.base]
JOIN policies_policy n ON n.id = ns.policy_id AND n.nationwide
WHERE s.base <> '' AND p.current_version_id IS NOT NULL AND n.current_version_id IS NOT NULL
ORDER BY s.policy_id, (n.source = 'catalogue') DESC, n.id
"""
MIN_SHARED = 0.1


@dataclass(frozen=True)
class Named:
    """A policy that a form of a name may mean."""

    id: UUID
    name: str
    source: str
    nationwide: bool
    group: int | None
    places: frozenset[tuple[str, str]]


def named_policies() -> dict[str, list[Named]]:
    """Published policies by every form of their names."""
    found: dict[str, list[Named]] = {}
    for policy in (
        Policy.objects.published()
        .only("name", "aliases", "source", "nationwide", "group_id")
        .prefetch_related("regions")
    ):
        named = Named(
            policy.pk,
            policy.name,
            policy.source,
            policy.nationwide,
            policy.group_id,
            frozenset((region.sido, region.sigungu) for region in policy.regions.all()),
        )
        for form in name_forms(policy.name, policy.aliases):
            found.setdefault(form, []).append(named)
    return found


def exclusive_by_text(
    policy: Policy, names: NameIndex, everything: dict[str, list[Named]]
) -> Iterator[PolicyRelation]:
    """Programmes that the text of `policy` says are not given together with it."""
    version = policy.current_version
    own = squeezed(policy.name)
    for section in _SECTIONS:
        text = version.sections.get(section, "") if version else ""
        for mention in exclusions(text, names, own=own):
            national = bool(_NATIONAL.search(text[mention.quote_start : mention.start]))
            target = _meant(policy, everything[mention.form], mention.form, national=national)
            if target is None:
                continue
            yield PolicyRelation(
                origin=policy,
                target_id=target.id,
                kind=PolicyRelation.EXCLUSIVE,
                provenance=PolicyRelation.TEXT,
                confidence=mention.sure,
                version=version,
                section=section,
                start=mention.quote_start,
                end=mention.quote_end,
                quote=text[mention.quote_start : mention.quote_end].strip(),
            )


def _meant(policy: Policy, named: Iterable[Named], form: str, *, national: bool) -> Named | None:
    """Which of the policies of that name the text of `policy` means: that of its own district,
    then its province's, then the nation's; None where it cannot be told."""
    own = {(region.sido, region.sigungu) for region in policy.regions.all()}
    provinces = {sido for sido, _ in own}
    ranks: dict[int, list[Named]] = {}
    for each in named:
        same_record = each.group is not None and each.group == policy.group_id
        if each.id == policy.pk or (same_record and each.places == own):
            continue
        if each.nationwide:
            ranks.setdefault(1, []).append(each)
        elif not national and each.places & own:
            ranks.setdefault(3, []).append(each)
        elif not national and any(not part and sido in provinces for sido, part in each.places):
            ranks.setdefault(2, []).append(each)
    if not ranks:
        return None
    best = sorted(
        ranks[max(ranks)],
        key=lambda each: (each.source != SOURCE, squeezed(each.name) != form, str(each.id)),
    )
    one_thing = len({each.group or each.id for each in best}) == 1
    return best[0] if one_thing or best[0].source == SOURCE else None


def of_groups() -> Iterator[PolicyRelation]:
    """Local copies of the nation's programmes, and what is given on top of them."""
    with connection.cursor() as cursor:
        cursor.execute(_COPIES)
        copies = cursor.fetchall()
        cursor.execute(_ADDITIONS)
        additions = cursor.fetchall()
    for origin, target in copies:
        yield _made(origin, target, PolicyRelation.LOCAL_COPY, 0.8)
    for origin, target, shared in additions:
        if shared >= MIN_SHARED:
            yield _made(
                origin, target, PolicyRelation.LOCAL_ADDITION, round(min(shared * 2, 0.9), 2)
            )


def _made(origin: UUID, target: UUID, kind: str, confidence: float) -> PolicyRelation:
    return PolicyRelation(
        origin_id=origin,
        target_id=target,
        kind=kind,
        provenance=PolicyRelation.GROUP,
        confidence=confidence,
    )


def pairs_read(path: Path) -> list[dict[str, Any]]:
    """A published list of pairs (`a`, `b`, `verified`). Raises RecordInvalid."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RecordInvalid(f"택1 목록을 읽을 수 없습니다: {path}: {error}") from None
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and isinstance(row.get("a"), str) and isinstance(row.get("b"), str)
        for row in rows
    ):
        raise RecordInvalid(f"택1 목록은 a와 b가 있는 객체의 목록이어야 합니다: {path}")
    return rows


def supported_pairs(rows: Iterable[dict[str, Any]]) -> Iterator[PolicyRelation]:
    """Those pairs that a sentence of one of the two supports."""
    for row in rows:
        first, second = _referred(row["a"]), _referred(row["b"])
        if first is None or second is None or first.pk == second.pk:
            continue
        for origin, other in ((first, second), (second, first)):
            evidence = _evidence(origin, other)
            if evidence is None:
                continue
            section, start, end, quote = evidence
            yield PolicyRelation(
                origin=origin,
                target=other,
                kind=PolicyRelation.EXCLUSIVE,
                provenance=PolicyRelation.PUBLISHED_PAIR,
                confidence=0.9 if row.get("verified") is True else 0.6,
                version=origin.current_version,
                section=section,
                start=start,
                end=end,
                quote=quote,
            )
            break


def _referred(reference: str) -> Policy | None:
    """`WLF…` is an identifier of a source, `CUR:name` a name of the nation's."""
    found = Policy.objects.published().select_related("current_version")
    if not reference.startswith("CUR:"):
        return found.filter(external_id=reference).first()
    name = reference.removeprefix("CUR:").strip()
    named = found.filter(nationwide=True, name=name) | found.filter(
        nationwide=True, aliases__contains=[name]
    )
    return named.order_by("source", "pk").first()


def _evidence(origin: Policy, other: Policy) -> tuple[str, int, int, str] | None:
    """A sentence of `origin` that speaks of what `other` is called and of either-or."""
    version = origin.current_version
    telling = set(words(other.name)) - set(words(origin.name)) - {"지원", "사업"}
    for section in _SECTIONS:
        text = version.sections.get(section, "") if version else ""
        for match in re.finditer(r"[^.\n]+[.\n]?", text):
            if _EITHER.search(match.group()) and telling & set(words(match.group())):
                return section, match.start(), match.end(), match.group().strip()
    return None
