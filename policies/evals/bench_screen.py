"""Benchmark of screening: one person against all policies with a rule in the current database,
and against 4 and 16 times as many (copies of the same ones).

Copies ask the same, and what asks the same is judged once a person: `distinct` says how many
different rules there are, and `unshared` what a policy costs where nothing is shared at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.person import Person
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.evals.timing import compared, summary, timed
from policies.models import EligibilityRule, Policy, PolicyVersion
from policies.screening.candidates import candidates
from policies.screening.family import screen_family, screen_person
from policies.screening.rules import compiled_rules, rules_forget, rules_in_force

AS_OF = date(2026, 11, 29)
SCALES = (1, 4, 16)
ROUNDS = 7
# The naive way is slow: this many rules tell what one costs.
NAIVE_RULES, NAIVE_ROUNDS = 1000, 3
_BATCH = 1000


def bench_screen() -> dict[str, Any]:
    """Cost at each scale, and the ratio to judging every rule from its stored tree."""
    naive = _naive()
    original = list(rules_in_force().select_related("policy"))
    scales = []
    size = 1
    for scale in SCALES:
        for _ in range(scale - size):
            _copy(original)
        size = scale
        scales.append(_measured(scale, naive))
    first = scales[0]["us_per_policy"]
    for each in scales:
        each["growth_per_policy"] = round(each["us_per_policy"] / max(first, 0.001), 2)
    return {"naive_us_per_policy": naive, "scales": scales}


def _naive() -> float:
    """Microseconds a policy costs when its tree is parsed and evaluated whole each time."""
    trees = list(rules_in_force().order_by("pk").values_list("tree", flat=True)[:NAIVE_RULES])
    facts, tables = _member(1958), bundled_tables()

    def judge_all() -> None:
        for tree in trees:
            evaluate(rule_from_data(tree), facts, tables)

    spent = summary([timed(judge_all) for _ in range(NAIVE_ROUNDS)])
    return round(spent["p50_ms"] * 1000 / max(len(trees), 1), 1)


def _measured(scale: int, naive: float) -> dict[str, Any]:
    facts = _member(1958)
    family = {str(year): _member(year) for year in (1958, 1985, 1988, 2021)}
    rules_forget()
    reading = timed(compiled_rules)
    rules = compiled_rules()
    found = candidates(facts)
    one = summary([timed(partial(screen_person, facts)) for _ in range(ROUNDS)])
    four = summary([timed(partial(screen_family, family, as_of=AS_OF)) for _ in range(ROUNDS)])
    filtering = summary([timed(partial(candidates, facts)) for _ in range(ROUNDS)])
    per_policy = one["p50_ms"] * 1000 / max(len(rules), 1)
    return {
        "scale": scale,
        "rules": len(rules),
        "distinct": len({rule.compiled.key for rule in rules.values() if rule.compiled}),
        "judged": len(found.sure) + len(found.open),
        "first_reading_ms": round(reading, 1),
        "filter_in_sql": filtering,
        "us_per_policy": round(per_policy, 2),
        "times_faster_than_naive": round(naive / max(per_policy, 0.001), 1),
        "unshared_us_per_judged": _unshared([*found.sure, *found.open], facts),
        "family_of_four_vs_one_person": compared(four, one),
    }


def _unshared(ids: list[UUID], facts: ApplicantFacts) -> float:
    """Microseconds a verdict costs by a compiled rule of which nothing is known yet."""
    rules, tables = compiled_rules(), bundled_tables()
    compiled = [rule for key in ids if (rule := rules[key].compiled) is not None]

    def judge_all() -> None:
        for rule in compiled:
            Person(facts, tables).verdict_of(rule)

    return round(timed(judge_all) * 1000 / max(len(compiled), 1), 1)


def _copy(originals: list[EligibilityRule]) -> None:
    """One more of each policy with its rule and regions."""
    links = Policy.regions.through._default_manager
    regions: dict[UUID, list[int]] = {}
    for policy_id, region_id in links.values_list("policy_id", "region_id"):
        regions.setdefault(policy_id, []).append(region_id)
    for batch in _batches(originals):
        made = [(rule, _policy_copy(rule.policy)) for rule in batch]
        policies = Policy.objects.bulk_create([policy for _, policy in made])
        versions = PolicyVersion.objects.bulk_create(
            [
                PolicyVersion(policy=each, number=1, content_hash="", sections={})
                for each in policies
            ]
        )
        own = PolicyVersion.objects.filter(policy=OuterRef("pk")).values("pk")[:1]
        copies = Policy.objects.filter(pk__in=[each.pk for each in policies])
        copies.update(current_version_id=Subquery(own))
        EligibilityRule.objects.bulk_create(
            [
                _rule_copy(rule, policy, version)
                for (rule, policy), version in zip(made, versions, strict=True)
            ]
        )
        links.bulk_create(
            [
                Policy.regions.through(policy_id=policy.pk, region_id=region)
                for rule, policy in made
                for region in regions.get(rule.policy_id, ())
            ]
        )


def _batches(originals: list[EligibilityRule]) -> Iterator[list[EligibilityRule]]:
    rows = iter(originals)
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _policy_copy(policy: Policy) -> Policy:
    columns = {field.attname: getattr(policy, field.attname) for field in policy._meta.fields}
    changed = {"id": uuid4(), "external_id": uuid4().hex, "current_version_id": None}
    return Policy(**{**columns, **changed})


def _rule_copy(rule: EligibilityRule, policy: Policy, version: PolicyVersion) -> EligibilityRule:
    columns = {field.attname: getattr(rule, field.attname) for field in rule._meta.fields}
    changed = {"id": None, "policy_id": policy.pk, "version_id": version.pk}
    return EligibilityRule(**{**columns, **changed})


def _member(year: int) -> ApplicantFacts:
    return ApplicantFacts(
        as_of=AS_OF,
        birth_date=date(year, 5, 5),
        region=RegionFact(sido="서울특별시", sigungu="동작구"),
        household_size=4,
        median_income_ratio=80,
    )
