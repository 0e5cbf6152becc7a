from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from policies.models import (
    DataVersion,
    LifeStage,
    PolicyChunk,
    PolicyVersion,
    ReferenceValue,
    Region,
)
from policies.tests.admin_support import (
    SECTIONS,
    add_version,
    client_of,
    make_policy,
    superuser,
)
from policies.version_diff import version_diff

pytestmark = pytest.mark.django_db
VERSION = "admin:policies_policyversion_change"


def test_versions_show_what_changed() -> None:
    policy = add_version(make_policy(), {**SECTIONS, "target": "만 60세 <이상>\n차상위계층"})
    version = policy.current_version
    assert version is not None
    client = client_of(superuser())
    page = client.get(reverse(VERSION, args=[version.pk])).content.decode()
    assert "<ins>만 60세 &lt;이상&gt;</ins>" in page
    assert "<del>만 65세 이상</del>" in page
    assert "더한 줄 2 · 지운 줄 3" in page
    first = policy.versions.get(number=1)
    assert "첫 버전입니다." in client.get(reverse(VERSION, args=[first.pk])).content.decode()
    listed = client.get(reverse("admin:policies_policyversion_changelist")).content.decode()
    assert policy.name in listed


def test_long_unchanged_runs_are_folded() -> None:
    lines = [f"줄 {number}" for number in range(20)]
    old = PolicyVersion(sections={"benefit": "\n".join(lines)})
    new = PolicyVersion(sections={"benefit": "\n".join([*lines[:10], "새 줄", *lines[10:]])})
    (diff,) = version_diff(old, new)
    assert [line.text for line in diff.lines] == [
        "바뀌지 않은 8줄",
        "줄 8",
        "줄 9",
        "새 줄",
        "줄 10",
        "줄 11",
        "바뀌지 않은 8줄",
    ]


def test_taxonomy_reference_and_chunk_pages() -> None:
    client = client_of(superuser())
    region = Region.objects.create(sido="서울특별시", sigungu="동작구")
    stage = LifeStage.objects.create(name="노년")
    value = ReferenceValue.objects.create(
        table="median_income",
        year=2026,
        household_size=1,
        key="household",
        amount=2564238,
        notice="고시",
        effective_from=date(2026, 1, 1),
        source_url="https://example.com",
    )
    DataVersion.objects.create(group="catalogue", number=3)
    policy = make_policy()
    chunk = PolicyChunk.objects.create(
        policy=policy,
        version=policy.current_version,
        section="target",
        ordinal=0,
        start=0,
        end=3,
        text="만 65세",
        content_hash="0" * 64,
    )
    rows = (region, stage, value, policy.agency, chunk, DataVersion.objects.get())
    for row in rows:
        name = row._meta.model_name
        listed = client.get(reverse(f"admin:policies_{name}_changelist"))
        assert listed.status_code == 200
        assert (
            client.get(reverse(f"admin:policies_{name}_change", args=[row.pk])).status_code == 200
        )
    page = client.get(reverse("admin:policies_referencevalue_changelist") + "?year=2026")
    assert "2,564,238원" in page.content.decode()
    page = client.get(reverse("admin:policies_policychunk_changelist") + "?embedded=no")
    assert "지원대상" in page.content.decode()
    for model in ("targetgroup", "theme"):
        assert client.get(reverse(f"admin:policies_{model}_changelist")).status_code == 200
