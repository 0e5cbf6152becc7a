"""Loads the whole catalogue and the reference tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from django.db import transaction

from policies.catalogue.load import Problem, load_catalogue
from policies.catalogue.records import SOURCE, entry_record
from policies.eligibility.reference import reference_rows
from policies.models import Policy, PolicyRelation, ReferenceValue
from policies.services.edit import policies_status_set
from policies.services.load import policy_load
from policies.services.regions import regions_load
from policies.vocabulary import PolicyStatus

Progress = Callable[[int, int], None]


class CatalogueInvalid(Exception):
    """The catalogue has faults; nothing was loaded."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def catalogue_load(*, progress: Progress | None = None) -> Counter[str]:
    """Load every entry, relations and reference tables; returns counts by outcome.

    Entries that left the catalogue are closed, not deleted. Raises CatalogueInvalid
    before anything is written when one entry is wrong.
    """
    loaded = load_catalogue()
    if loaded.problems:
        raise CatalogueInvalid(loaded.problems)
    reference_load()
    regions_load()
    counts: Counter[str] = Counter()
    policies: dict[str, Policy] = {}
    for number, entry in enumerate(loaded.entries.values(), start=1):
        result = policy_load(record=entry_record(entry))
        policies[entry.id] = result.policy
        counts[result.outcome] += 1
        if progress:
            progress(number, len(loaded.entries))
    gone = Policy.objects.filter(source=SOURCE).exclude(external_id__in=loaded.entries)
    ids = list(gone.values_list("id", flat=True))
    counts["closed"] = len(policies_status_set(ids=ids, status=PolicyStatus.CLOSED))
    with transaction.atomic():
        written = PolicyRelation.objects.filter(provenance=PolicyRelation.RECORD, rejected=False)
        written.filter(origin__source=SOURCE).delete()
        # Rows of another provenance, and rejected ones, stay as they are.
        relations = [
            PolicyRelation(origin=policies[entry.id], target=policies[ref], kind=kind)
            for entry in loaded.entries.values()
            for kind, refs in (
                (PolicyRelation.RELATED, entry.related),
                (PolicyRelation.EXCLUSIVE, entry.exclusive_with),
            )
            for ref in dict.fromkeys(refs)
        ]
        PolicyRelation.objects.bulk_create(relations, ignore_conflicts=True)
    return counts


def reference_load() -> int:
    """Published tables into the database, replacing figures that changed."""
    rows = reference_rows()
    for row in rows:
        ReferenceValue.objects.update_or_create(
            table=row.table,
            year=row.year,
            household_size=row.household_size,
            key=row.key,
            defaults={
                "amount": row.amount,
                "notice": row.notice,
                "effective_from": row.effective_from,
                "source_url": row.source_url,
            },
        )
    return len(rows)
