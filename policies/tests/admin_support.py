"""Rows and users for the tests of the admin."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from policies.models import Agency, EligibilityRule, Policy, PolicyVersion, RuleStatus

SECTIONS = {
    "summary": "노인의 <b>무릎</b> 수술비를 드립니다.",
    "target": "만 65세 이상\n기초생활수급자 또는 차상위계층\n65세 이상이라도 치료 중이면 제외",
}
TREE: dict[str, Any] = {
    "all_of": [
        {"criterion": "age", "min": 65, "quote": "만 65세 이상"},
        {
            "any_of": [
                {
                    "criterion": "basic_livelihood",
                    "any_of": ["생계", "의료", "주거", "교육"],
                    "quote": "기초생활수급자",
                },
                {"criterion": "near_poor", "quote": "차상위계층", "confidence": 0.7},
            ]
        },
        {
            "none_of": [
                {
                    "criterion": "other",
                    "key": "치료중",
                    "quote": "치료 중이면",
                    "question": "지금 <i>치료</i> 중이신가요?",
                }
            ]
        },
    ]
}


def staff(*permissions: str, email: str = "staff@example.com") -> User:
    """A staff user with the permissions named "app.codename"."""
    user = User.objects.create_user(email, "pw", is_staff=True)
    for name in permissions:
        app, codename = name.split(".")
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label=app, codename=codename)
        )
    return user


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def superuser() -> User:
    return User.objects.create_superuser("admin@example.com", "pw")


def make_policy(name: str = "무릎 수술비 지원", **fields: Any) -> Policy:
    """A published policy with one version."""
    agency, _ = Agency.objects.get_or_create(name="보건복지부")
    values = {"source": "catalogue", "external_id": name, "name": name, "agency": agency}
    policy = Policy.objects.create(**{**values, **fields})
    return add_version(policy, SECTIONS)


def add_version(policy: Policy, sections: dict[str, str]) -> Policy:
    """The policy with `sections` as its new current version."""
    version = PolicyVersion.objects.create(
        policy=policy,
        number=policy.versions.count() + 1,
        content_hash="0" * 64,
        sections=sections,
        contacts=[{"name": "보건복지상담센터", "phone": "129"}],
    )
    policy.current_version = version
    policy.save()
    return policy


def make_rule(policy: Policy, tree: Any = None, **fields: Any) -> EligibilityRule:
    version = policy.current_version
    assert version is not None
    values = {"policy": policy, "version": version, "tree": tree or TREE}
    return EligibilityRule.objects.create(**{**values, "status": RuleStatus.DRAFT, **fields})
