"""Which policies a text calls by name."""

from __future__ import annotations

import pytest

from policies.models import Policy
from policies.said import policies_said
from policies.tests.factories import make_policy

pytestmark = pytest.mark.django_db


@pytest.fixture
def credit() -> Policy:
    policy = make_policy("근로·자녀장려금")
    policy.aliases = ["근로장려금", "자녀장려금", "장려금"]
    policy.save(update_fields=["aliases"])
    return policy


@pytest.mark.parametrize(
    "text", ["장려금 언제 나와요?", "올해 근로장려금 얼마예요", "저도 장려금 되나요"]
)
def test_a_name_and_its_short_form_are_found(credit: Policy, text: str) -> None:
    assert [key for key, _, _ in policies_said(text)] == [str(credit.pk)]


@pytest.mark.parametrize("text", ["고양이입양장려금 얼마예요?", "손주사랑장려금 주나요"])
def test_a_short_form_inside_another_name_is_none(credit: Policy, text: str) -> None:
    assert policies_said(text) == []
