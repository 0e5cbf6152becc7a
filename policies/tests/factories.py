"""Policies for page tests, made without loading or embedding."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from policies.models import (
    Agency,
    EligibilityRule,
    LifeStage,
    Policy,
    PolicyVersion,
    Region,
    RuleStatus,
)

SECTIONS = {
    "summary": "치매 약값과 진료비를 돌려드립니다.",
    "target": "만 60세 이상 치매환자",
    "benefit": "월 3만 원까지 드립니다.",
}
AGE_RULE = {"all_of": [{"criterion": "age", "min": 60, "quote": "만 60세 이상"}]}


def make_policy(name: str = "치매치료관리비 지원", **fields: Any) -> Policy:
    """A published policy. `sections`, `region` (시도, 시군구), `life_stages`, `contacts` and
    `rule` go where they belong; the rest are columns."""
    sections = fields.pop("sections", SECTIONS)
    region = fields.pop("region", None)
    stages = fields.pop("life_stages", [])
    contacts = fields.pop("contacts", [{"name": "치매상담콜센터", "phone": "1899-9988"}])
    rule = fields.pop("rule", None)
    agency, _ = Agency.objects.get_or_create(name=fields.pop("agency", "보건복지부"))
    policy = Policy.objects.create(
        source="test",
        external_id=uuid4().hex,
        name=name,
        agency=agency,
        nationwide=region is None,
        **fields,
    )
    if region:
        policy.regions.add(Region.objects.get_or_create(sido=region[0], sigungu=region[1])[0])
    policy.life_stages.set([LifeStage.objects.get_or_create(name=each)[0] for each in stages])
    version = PolicyVersion.objects.create(
        policy=policy,
        number=1,
        content_hash="0" * 64,
        sections=sections,
        contacts=contacts,
        legal_basis=["치매관리법 제12조"],
        year=2026,
        source_title="복지로",
        source_url="https://www.bokjiro.go.kr/",
        collected_on=date(2026, 6, 12),
    )
    policy.current_version = version
    policy.save()
    if rule is not None:
        EligibilityRule.objects.create(
            policy=policy, version=version, tree=rule, status=RuleStatus.DRAFT
        )
    return policy
