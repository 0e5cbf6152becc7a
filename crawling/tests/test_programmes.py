"""Real records of one programme in two services, and of programmes that share a name only."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.test import Client

from crawling.sources.registry import SOURCES
from crawling.tests.test_snapshots import folder
from policies.models import Policy, PolicyGroup
from policies.provenance import programme_of
from policies.services import policy_load
from policies.services.groups import groups_rebuild

pytestmark = pytest.mark.django_db
# 에너지바우처 in 보조금24 and 복지로; 전북청년 함께 두배적금, of which 복지로's list tells little.
VOUCHER, SAVINGS = ("B55353000001", "WLF00000072"), ("654000000016", "WLF00005099")
# 상수도요금 감면 of two cities, 다자녀 학생 입학준비물품 of two offices of education.
NAMESAKES = ("O00009300002", "WLF00000445", "901000000002", "WLF00005356")


@pytest.fixture
def loaded() -> dict[str, Policy]:
    wanted = {*VOUCHER, *SAVINGS, *NAMESAKES}
    found: dict[str, Policy] = {}
    for source in ("gov24", "bokjiro"):
        adapter = SOURCES[source]
        for item in adapter.read(folder(source)):
            if item.external_id in wanted:
                found[item.external_id] = policy_load(record=adapter.parse(item)).policy
    groups_rebuild()
    return {key: Policy.objects.get(pk=policy.pk) for key, policy in found.items()}


def listed(client: Client, ids: Iterable[str]) -> list[str]:
    rows = client.get("/policies/?status=open").context["page"].object_list
    return [row.external_id for row in rows if row.external_id in ids]


def test_the_same_programme_is_one_and_namesakes_are_not(
    loaded: dict[str, Policy], client: Client
) -> None:
    kinds = PolicyGroup.objects.filter(kind=PolicyGroup.SAME_RECORD)
    groups = {frozenset(each.members.values_list("external_id", flat=True)) for each in kinds}
    assert groups == {frozenset(VOUCHER), frozenset(SAVINGS)}
    assert len(listed(client, VOUCHER)) == len(listed(client, SAVINGS)) == 1
    assert sorted(listed(client, NAMESAKES)) == sorted(NAMESAKES)


def test_each_part_comes_from_who_tells_it_best(loaded: dict[str, Policy], client: Client) -> None:
    voucher = programme_of(loaded[VOUCHER[0]]).fields
    assert voucher["target"].policy.source == voucher["benefit"].policy.source == "bokjiro"
    assert voucher["application"].policy.source == voucher["documents"].policy.source == "gov24"
    assert "407,500원" in voucher["benefit"].others[0].text
    # A list without its details gives the kind of payment only.
    savings = programme_of(loaded[SAVINGS[1]]).fields
    assert {savings[key].policy.source for key in ("benefit", "application", "target")} == {"gov24"}
    page = client.get(f"/policies/{loaded[SAVINGS[1]].pk}/").content.decode()
    assert "2년만기" in page
    assert page.count('data-testid="source-record"') == 2
