"""Test people for the review of rules: saved by caseworkers, or imported gold cases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from policies.eligibility.casefile import FactsInvalid, facts_from_case
from policies.eligibility.facts import ApplicantFacts
from policies.errors import PolicyError
from policies.models import Policy, SavedCase
from policies.vocabulary import Verdict

# Data set of a gold case's source ("<data set>/<id>") → source of its policy.
DATASETS = {
    "gov24_v3_2026-07": "gov24",
    "bokjiro_national_local_2026-06": "bokjiro",
    "youthcenter_2026-07": "youthcenter",
}
_BOOKKEEPING = {"provenance", "income_is_recognised"}


class CaseInvalid(PolicyError):
    """A line or a person that cannot be read as a test case; the message says why."""


def case_facts(data: object) -> ApplicantFacts:
    """Facts of a stored case. Raises CaseInvalid when they are not in the format."""
    if not isinstance(data, Mapping):
        raise CaseInvalid("사실을 읽지 못했습니다: 이름과 값의 묶음이어야 합니다.")
    try:
        return facts_from_case(data)
    except FactsInvalid as error:
        raise CaseInvalid(f"사실을 읽지 못했습니다: {error}") from None


def case_data(facts: ApplicantFacts) -> dict[str, Any]:
    """Facts in the form of the gold cases: only what is known."""
    data: dict[str, Any] = facts.model_dump(mode="json", exclude=_BOOKKEEPING, exclude_none=True)
    return {key: value for key, value in data.items() if key != "other" or value}


def cases_for(policy_ids: Iterable[UUID]) -> list[SavedCase]:
    """Cases that are tried on every policy, and those of the named ones, by family and name."""
    own = Q(policy__isnull=True) | Q(policy_id__in=list(policy_ids))
    return list(SavedCase.objects.filter(own))


def case_save(
    *,
    facts: ApplicantFacts,
    name: str,
    user: User,
    family: str = "",
    policy: Policy | None = None,
    expected: dict[str, str] | None = None,
    case: SavedCase | None = None,
) -> SavedCase:
    """Store a person as a test case, or rewrite `case`; its other expectations stay.

    Raises CaseInvalid without a name, and for facts that cannot be together.
    """
    if not name.strip():
        raise CaseInvalid("시험 사례의 이름을 적어 주세요.")
    row = case or SavedCase(created_by=user)
    row.name, row.family, row.policy = name.strip(), family.strip(), policy
    row.facts = case_data(facts)
    case_facts(row.facts)
    merged = {**row.expected, **(expected or {})}
    row.expected = {key: verdict for key, verdict in merged.items() if verdict}
    row.save()
    return row


@transaction.atomic
def cases_import(*, lines: Sequence[str]) -> Counter[str]:
    """Gold cases of policies that are stored, by their ids; again changes nothing.

    Counts: created, updated, unchanged, no_policy. Raises CaseInvalid for a line that is no
    case, before anything is kept.
    """
    cases = [_read(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    policies = _policies(cases)
    known = {row.case_id: row for row in SavedCase.objects.filter(case_id__isnull=False)}
    counts: Counter[str] = Counter()
    for case in cases:
        policy = policies.get(_key(case))
        if policy is None:
            counts["no_policy"] += 1
            continue
        row = known.get(case["id"])
        fields = {
            "name": f"{case['title']} {case['id']}"[:200],
            "facts": case["facts"],
            "policy_id": policy,
            "expected": {str(policy): case["verdict"]},
        }
        if row is None:
            SavedCase.objects.create(case_id=case["id"], family="정답 사례", **fields)
            counts["created"] += 1
        elif all(getattr(row, name) == value for name, value in fields.items()):
            counts["unchanged"] += 1
        else:
            SavedCase.objects.filter(pk=row.pk).update(**fields)
            counts["updated"] += 1
    return counts


def _read(number: int, line: str) -> dict[str, Any]:
    """One line as a case with id, title, source, facts and verdict."""
    try:
        case = json.loads(line)
        texts = [case["id"], case["title"], case["source"]]
        Verdict(case["verdict"])
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
        case_facts(case["facts"])
    except CaseInvalid as error:
        raise CaseInvalid(f"{number}번째 줄: {error}") from None
    except (ValueError, KeyError, TypeError):
        raise CaseInvalid(f"{number}번째 줄: 정답 사례의 형식이 아닙니다.") from None
    return dict(case)


def _key(case: dict[str, Any]) -> tuple[str, str]:
    dataset, _, external_id = case["source"].partition("/")
    return DATASETS.get(dataset, dataset), external_id


def _policies(cases: Iterable[dict[str, Any]]) -> dict[tuple[str, str], UUID]:
    """Policy ids by (source, external id)."""
    keys = {_key(case) for case in cases}
    rows = Policy.objects.filter(
        source__in={source for source, _ in keys}, external_id__in={name for _, name in keys}
    )
    return {
        (source, name): pk for source, name, pk in rows.values_list("source", "external_id", "id")
    }
