"""The one door to rules in force: parsed once a process, judged the same way everywhere.

Rules are read again when the data version of a source group changes (`services.versions`).
A rule that no longer parses is the caseworker's to mend: it is logged and counts as none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Case, F, JSONField, TextField, When
from django.db.models.functions import MD5, Cast
from pydantic import ValidationError

from policies.eligibility.compiled import CompiledRule, compile_rule
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import OtherCriterion, rule_from_data, rule_leaves
from policies.models import EligibilityRule, PolicyGroup, RuleStatus
from policies.models.rule import BASIS_LABELS
from policies.rule_querysets import RuleQuerySet
from policies.vocabulary import Verdict

logger = logging.getLogger(__name__)
# Statuses that verdicts may rest on.
JUDGED_BY = tuple(BASIS_LABELS)
NO_RULE = "no_rule"
NO_RULE_LABEL = "기준을 아직 분석하지 못함"
OUTDATED_NOTICE = "원문이 바뀌어 담당자가 다시 확인하고 있어요."
_COLUMNS = (
    "pk",
    "policy_id",
    "status",
    "reviewed_at",
    "version_id",
    "policy__current_version_id",
    "policy__name",
    "policy__aliases",
    "policy__source",
    "programme",
)
_STAMP = """
SELECT (SELECT max(id) FROM policies_eligibilityrule),
       (SELECT string_agg("group" || ' ' || number, ',' ORDER BY "group") FROM policies_dataversion)
"""
_BATCH = 2000
_KEPT = 20_000


@dataclass(frozen=True)
class RuleInForce:
    """A rule in force with what is said of it. `compiled` None: it no longer parses.

    `outdated`: a caseworker decided on it for an older text than the policy has now.
    `programme`: group of the records of one programme from several sources, None for others.
    """

    pk: int
    policy_id: UUID
    names: tuple[str, ...]
    status: RuleStatus
    outdated: bool
    compiled: CompiledRule | None
    source: str = ""
    programme: int | None = None

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(frozen=True)
class Judged:
    """Decision by the rule in force; None where there is none to judge by."""

    decision: Decision | None
    basis: str = NO_RULE
    basis_label: str = NO_RULE_LABEL
    outdated: bool = False

    @property
    def verdict(self) -> Verdict:
        """Without a rule nothing is promised and nothing refused."""
        return self.decision.verdict if self.decision else Verdict.NEEDS_MORE_INFO

    @property
    def notice(self) -> str:
        """What people must know of the basis, "" when nothing."""
        return OUTDATED_NOTICE if self.outdated else ""


def rules_in_force() -> RuleQuerySet:
    """Rows that verdicts rest on; a rejected one does not count whatever it says."""
    found: RuleQuerySet = EligibilityRule.objects.filter(in_force=True, status__in=JUDGED_BY)
    return found


def compiled_tree(tree: object) -> CompiledRule | None:
    """The rule of a stored tree, None when it does not parse; equal trees share one."""
    return _compiled(json.dumps(tree, ensure_ascii=False, sort_keys=True))


@lru_cache(maxsize=_KEPT)
def _compiled(text: str) -> CompiledRule | None:
    try:
        return compile_rule(rule_from_data(json.loads(text)))
    except ValidationError as error:
        logger.error("a stored rule cannot be read: %s", error.errors()[0]["msg"])
        return None


def judge_tree(
    tree: object, status: str, facts: ApplicantFacts, *, outdated: bool = False
) -> Judged:
    """A stored tree with its status, judged; None as a tree is no rule."""
    compiled = None if tree is None else compiled_tree(tree)
    if compiled is None:
        return Judged(None)
    decision = evaluate(compiled.rule, facts, bundled_tables())
    return Judged(decision, status, BASIS_LABELS[RuleStatus(status)], outdated)


def free_criteria(tree: object) -> list[OtherCriterion]:
    """The criteria of a stored tree that no fact key expresses; none where it is no rule."""
    compiled = None if tree is None else compiled_tree(tree)
    leaves = rule_leaves(compiled.rule) if compiled else []
    return [leaf for leaf in leaves if isinstance(leaf, OtherCriterion)]


def judge_rule(rule: RuleInForce | None, facts: ApplicantFacts) -> Judged:
    """The whole decision by a rule of `compiled_rules`."""
    if rule is None or rule.compiled is None:
        return Judged(None)
    decision = evaluate(rule.compiled.rule, facts, bundled_tables())
    return Judged(decision, rule.status.value, BASIS_LABELS[rule.status], rule.outdated)


def judge_policy(policy_id: UUID, facts: ApplicantFacts) -> Judged:
    """The rule a policy has in force now, read from the database and judged."""
    found = rules_in_force().filter(policy_id=policy_id).select_related("policy").first()
    if found is None:
        return Judged(None)
    outdated = _outdated(found.reviewed_at, found.version_id, found.policy.current_version_id)
    return judge_tree(found.tree, found.status, facts, outdated=outdated)


def _outdated(reviewed_at: object, read_from: int, current: int | None) -> bool:
    return reviewed_at is not None and read_from != current


class _Cache:
    """Rules of this process. `trees`: compiled rules by the fingerprint of their stored tree;
    `newest`: rules after this one were never read. `known`: all rules in force as of `stamp`."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.trees: dict[str, CompiledRule | None] = {}
        self.newest = 0
        self.stamp: tuple[Any, ...] | None = None
        self.known: Mapping[UUID, RuleInForce] = {}


_cache = _Cache()


def compiled_rules() -> Mapping[UUID, RuleInForce]:
    """Rules in force by policy.

    Inside a transaction they are read anew, since what it wrote may yet be rolled back;
    trees already parsed are not parsed again.
    """
    if connection.in_atomic_block:
        with _cache.lock:
            return _read()
    stamp = _stamp()
    with _cache.lock:
        if _cache.stamp != stamp:
            _cache.known = _read()
            _cache.stamp = stamp
        return _cache.known


def rules_forget() -> None:
    """Forget all that this process has read, for measuring what reading costs."""
    global _cache
    _cache = _Cache()
    _compiled.cache_clear()


def _stamp() -> tuple[Any, ...]:
    """Changes whenever rules, policies or their versions do, in whichever database."""
    with connection.cursor() as cursor:
        cursor.execute(_STAMP)
        return (connection.settings_dict["NAME"], *cursor.fetchone())


def _read() -> dict[UUID, RuleInForce]:
    """Rules in force; a tree travels only where it is new to this process."""
    rows = rules_in_force().annotate(
        print=MD5(Cast("tree", TextField())),
        new=Case(When(pk__gt=_cache.newest, then=F("tree")), output_field=JSONField()),
        programme=Case(When(policy__group__kind=PolicyGroup.SAME_RECORD, then="policy__group_id")),
    )
    found: dict[UUID, RuleInForce] = {}
    prints: set[str] = set()
    later: dict[int, tuple[Any, ...]] = {}
    for *row, mark, tree in rows.values_list(*_COLUMNS, "print", "new"):
        prints.add(mark)
        if mark not in _cache.trees and tree is None:
            later[row[0]] = (*row, mark)
            continue
        found[row[1]] = _rule(row, _kept(mark, tree))
    for start in range(0, len(later), _BATCH):
        batch = list(later)[start : start + _BATCH]
        for pk, tree in EligibilityRule.objects.filter(pk__in=batch).values_list("pk", "tree"):
            *row, mark = later[pk]
            found[row[1]] = _rule(row, _kept(mark, tree))
    _cache.newest = max([_cache.newest, *(rule.pk for rule in found.values())])
    if len(_cache.trees) > 2 * len(prints) + _BATCH:
        _cache.trees = {mark: each for mark, each in _cache.trees.items() if mark in prints}
    return found


def _kept(mark: str, tree: object) -> CompiledRule | None:
    if mark not in _cache.trees:
        _cache.trees[mark] = compiled_tree(tree)
    return _cache.trees[mark]


def _rule(row: Sequence[Any], compiled: CompiledRule | None) -> RuleInForce:
    pk, policy_id, status, reviewed_at, version, current, name, aliases, source, programme = row
    return RuleInForce(
        pk=pk,
        policy_id=policy_id,
        names=(name, *aliases),
        status=RuleStatus(status),
        outdated=_outdated(reviewed_at, version, current),
        compiled=compiled,
        source=source,
        programme=programme,
    )
