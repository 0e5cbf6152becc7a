"""Many records at once: each as if it were loaded alone, and all of them or none."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from policies.errors import RecordInvalid
from policies.models import (
    DataVersion,
    EligibilityRule,
    LexicalPosting,
    Listing,
    Policy,
    PolicyChunk,
    PolicyVersion,
    RuleRevision,
    RuleStatus,
)
from policies.records import PolicyRecord, RecordRegion
from policies.services.edit import policy_reindex
from policies.services.load import Loading, policies_load, policy_load, records_new
from policies.services.prepared import prepared_from_data, prepared_to_data, record_prepare
from policies.services.rules import rule_approve, rule_reject
from policies.tests.records import AGE_RULE, load, make_record
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
TEXTS = make_record().sections
DONGJAK = RecordRegion("서울특별시", "동작구")


def records(**changes: Any) -> list[PolicyRecord]:
    """Records that share regions, agencies and themes, some with a rule of their own."""
    return [
        make_record("plain", **changes),
        make_record("own", rule=AGE_RULE, rule_certain=True, themes=["신체건강"], **changes),
        make_record("local", name="동작구 돌봄", agency="동작구", regions=[DONGJAK], **changes),
        make_record("firms", for_persons=False, keywords=["가게"], agency="동작구", **changes),
    ]


def load_many(rows: list[PolicyRecord], **options: Any) -> dict[str, str]:
    results = policies_load(rows=[Loading(record) for record in rows], **options)
    return {each.policy.external_id: each.outcome for each in results}


def stored(source: str) -> dict[str, Any]:
    """All that a load writes, without keys, times and what the name of the source goes into."""
    found = {}
    for policy in Policy.objects.filter(source=source).select_related("agency", "current_version"):
        version = policy.current_version
        assert version is not None
        chunks = policy.chunks.order_by("ordinal")
        terms = LexicalPosting.objects.filter(version__policy=policy).order_by("term")
        rules = policy.rules.order_by("pk")
        audit = policy.rule_revisions.order_by("pk")
        found[policy.external_id] = [
            (policy.name, policy.agency.name, policy.nationwide, policy.status),
            {str(region) for region in policy.regions.all()},
            {theme.name for theme in policy.themes.all()},
            (version.number, version.sections, version.term_count),
            list(chunks.values_list("version__number", "text")),
            list(terms.values_list("version__number", "term", "frequency")),
            list(rules.values_list("version__number", "tree", "status", "in_force", "note")),
            list(audit.values_list("action", "user", "before", "after")),
            list(Listing.objects.filter(policy=policy).values_list("agency", "areas", "period")),
        ]
    return found


def test_many_at_once_are_stored_as_one_by_one() -> None:
    for record in records(source="alone"):
        policy_load(record=record)
    assert set(load_many(records(source="many")).values()) == {"created"}
    assert stored("many") == stored("alone")
    changed = {Section.TARGET: "만 70세 이상 치매환자", Section.BENEFIT: "월 5만 원"}
    for record in records(source="alone", sections=changed):
        policy_load(record=record)
    assert set(load_many(records(source="many", sections=changed)).values()) == {"changed"}
    assert stored("many") == stored("alone")
    assert stored("many")["plain"][3][0] == 2


def test_what_was_found_out_before_makes_no_difference() -> None:
    rows = records(source="before")
    ready = [prepared_to_data(record_prepare(record=row, files=[])) for row in rows]
    policies_load(
        rows=[
            Loading(row, [], prepared_from_data(data))
            for row, data in zip(rows, ready, strict=True)
        ]
    )
    load_many(records(source="now"))
    assert stored("before") == stored("now")
    assert records_new(records=rows) == []


def test_sections_give_the_same_words_in_any_order() -> None:
    load("a")
    policy = load("b", sections=dict(reversed(TEXTS.items())))
    policy_reindex(policy=Policy.objects.get(pk=policy.pk))
    assert stored("test")["a"][5] == stored("test")["b"][5]


def test_each_record_has_its_own_outcome() -> None:
    load_many(records())
    number = DataVersion.objects.get(group="test").number
    new = make_record("new")
    changed = make_record("plain", name="다른 이름")
    rows = [new, changed, *records()[1:]]
    assert records_new(records=rows) == [new, changed]
    assert load_many(rows) == {
        "new": "created",
        "plain": "changed",
        "own": "unchanged",
        "local": "unchanged",
        "firms": "unchanged",
    }
    assert DataVersion.objects.get(group="test").number == number + 1
    before = list(Policy.objects.values_list("pk", "updated_at"))
    assert set(load_many(rows).values()) == {"unchanged"}
    assert list(Policy.objects.values_list("pk", "updated_at")) == before
    assert DataVersion.objects.get(group="test").number == number + 1


def test_same_identifiers_of_several_sources_are_told_apart() -> None:
    load_many([make_record("a", source="one"), make_record("b", source="two")])
    rows = [make_record("b", source="one"), make_record("a", source="two")]
    assert list(load_many(rows).values()) == ["created", "created"]
    assert Policy.objects.count() == 4


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (make_record("bad", name=" "), RecordInvalid),
        (make_record("bad", name="가" * 301), DataError),
    ],
)
def test_one_that_is_refused_takes_all_back(bad: PolicyRecord, error: type[Exception]) -> None:
    load("plain")
    before = stored("test"), PolicyVersion.objects.count()
    with pytest.raises(error), transaction.atomic():
        load_many([make_record("plain", sections={**TEXTS, Section.BENEFIT: "5만 원"}), bad])
    assert (stored("test"), PolicyVersion.objects.count()) == before


def test_stored_for_their_fields_first_and_searchable_later() -> None:
    assert set(load_many(records(), searchable=False).values()) == {"created"}
    assert not PolicyChunk.objects.exists()
    assert not EligibilityRule.objects.exists()
    assert set(load_many(records()).values()) == {"unchanged"}
    load_many(records(source="once"))
    assert stored("test") == stored("once")
    changed = records(sections={**TEXTS, Section.BENEFIT: "5만 원"})
    load_many(changed, searchable=False)
    versions = set(PolicyChunk.objects.filter(policy__source="test").values_list("version__number"))
    assert versions == {(2,)}


def test_decisions_of_caseworkers_stand_in_a_batch() -> None:
    user = User.objects.create_user("worker@example.com", "pw")
    rules = {
        key: load(key, rule={**AGE_RULE, "min": 60 + number}).rules.get()
        for number, key in enumerate(["approved", "rejected", "draft"])
    }
    rule_approve(rule=rules["approved"], user=user)
    rule_reject(rule=rules["rejected"], user=user, reason="원문과 다름")
    sections = {**TEXTS, Section.BENEFIT: "5만 원"}
    load_many(
        [
            make_record("approved", rule={**AGE_RULE, "min": 99}, sections=sections),
            make_record("rejected", rule={**AGE_RULE, "min": 61}, sections=sections),
            make_record("draft", rule={**AGE_RULE, "min": 70}, sections=sections),
        ]
    )
    found = EligibilityRule.objects.filter(in_force=True).order_by("policy__external_id")
    assert [(rule.policy.external_id, rule.tree["min"]) for rule in found] == [
        ("approved", 60),
        ("draft", 70),
    ]
    assert EligibilityRule.objects.pending().count() == 2
    left = EligibilityRule.objects.get(policy__external_id="draft", in_force=False)
    assert (left.tree["min"], left.status) == (62, RuleStatus.DRAFT)
    actions = (
        RuleRevision.objects.filter(user=None)
        .order_by("pk")
        .values_list("policy__external_id", "action")
    )
    assert list(actions)[3:] == [("approved", "changed"), ("approved", "read"), ("draft", "read")]


def test_statements_do_not_grow_with_the_number_of_records() -> None:
    def statements(rows: list[PolicyRecord]) -> int:
        with CaptureQueriesContext(connection) as queries:
            load_many(rows)
        return len(queries)

    few = [make_record(f"few-{number}", agency="한 기관") for number in range(2)]
    many = [make_record(f"many-{number}", agency="한 기관") for number in range(20)]
    statements(few[:1])
    assert statements(many) == statements(few[1:])
    changed = {**TEXTS, Section.BENEFIT: "5만 원"}
    few, many = (
        [make_record(row.external_id, agency="한 기관", sections=changed) for row in rows]
        for rows in (few, many)
    )
    assert statements(many) == statements(few)
