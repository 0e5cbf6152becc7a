from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from policies.admin.marks import Mark, marked
from policies.models import (
    Agency,
    DataVersion,
    Embedding,
    LexicalPosting,
    Policy,
    PolicyChunk,
    Region,
)
from policies.records import PolicyRecord
from policies.services import policy_load
from policies.services.edit import policies_status_set, policy_edit
from policies.tests.admin_support import (
    SECTIONS,
    client_of,
    make_policy,
    make_rule,
    staff,
    superuser,
)
from policies.vocabulary import PeriodKind, PolicyStatus, Section

pytestmark = pytest.mark.django_db
LIST = "admin:policies_policy_changelist"
CHANGE = "admin:policies_policy_change"


def edited(policy: Policy, **changes: Any) -> dict[str, Any]:
    """The form of the change page as a browser sends it."""
    data = {
        "status": policy.status,
        "for_persons": "on" if policy.for_persons else "",
        "aliases": "\n".join(policy.aliases),
        "keywords": "\n".join(policy.keywords),
        "period_kind": policy.period_kind,
        "period_text": policy.period_text,
        "period_start": "",
        "period_end": "",
        "outgoing-TOTAL_FORMS": "0",
        "outgoing-INITIAL_FORMS": "0",
    }
    return {key: value for key, value in {**data, **changes}.items() if value != ""}


def test_overlapping_marks_are_escaped_and_numbered() -> None:
    text = "<a> 만 65세 이상"
    found = marked(text, [Mark(4, 10, 1), Mark(8, 12, 2)])
    assert found == (
        "&lt;a&gt; <mark>만 65</mark><mark>세 </mark>"
        '<a class="poly-ref" href="#criterion-1">조건 1</a>'
        '<mark>이상</mark><a class="poly-ref" href="#criterion-2">조건 2</a>'
    )


def test_the_list_shows_filters_and_finds() -> None:
    seoul = Region.objects.create(sido="서울특별시")
    local = make_policy("서울 지원", nationwide=False, aliases=["서울수당"])
    local.regions.add(seoul)
    make_rule(make_policy("전국 지원"))
    client = client_of(superuser())
    page = client.get(reverse(LIST)).content.decode()
    assert "자동 분석" in page
    assert "규칙 없음" in page
    for query, name, other in (
        ("q=서울수당", "서울 지원", "전국 지원"),
        ("sido=서울특별시", "서울 지원", "전국 지원"),
        ("rule=draft", "전국 지원", "서울 지원"),
        ("rule=none", "서울 지원", "전국 지원"),
    ):
        page = client.get(f"{reverse(LIST)}?{query}").content.decode()
        assert f">{name}</a>" in page, query
        assert f">{other}</a>" not in page, query
    page = client.get(f"{reverse(LIST)}?source=gov24").content.decode()
    assert ">서울 지원</a>" not in page


def test_the_list_needs_few_queries(django_assert_max_num_queries: Any) -> None:
    seoul = Region.objects.create(sido="서울특별시")
    for number in range(15):
        policy = make_policy(f"지원 {number}", nationwide=False)
        policy.regions.add(seoul)
        make_rule(policy)
    client = client_of(superuser())
    with django_assert_max_num_queries(14):
        assert client.get(reverse(LIST)).status_code == 200


def test_the_page_reads_as_text_and_nothing_runs() -> None:
    policy = make_policy("무릎 <script>alert(1)</script>", apply_url="https://example.com/신청")
    make_rule(policy)
    page = client_of(superuser()).get(reverse(CHANGE, args=[policy.pk])).content.decode()
    assert "지원대상" in page
    assert "만 65세 이상이어야 합니다." in page
    assert "<mark>만 65세 이상</mark>" in page
    assert "<script>alert(1)</script>" not in page
    assert "<b>무릎</b>" not in page
    assert "이 규칙 시험해 보기" in page
    assert "다시 덮어씁니다" in page


def test_a_policy_without_version_or_rule_has_a_page() -> None:
    agency = Agency.objects.create(name="보건복지부")
    policy = Policy.objects.create(source="gov24", external_id="1", name="빈 정책", agency=agency)
    page = client_of(superuser()).get(reverse(CHANGE, args=[policy.pk])).content.decode()
    assert "적용 중인 규칙이 없습니다." in page
    assert "본문이 없습니다." in page


def test_only_the_correctable_fields_change() -> None:
    policy = make_policy()
    client = client_of(staff("policies.view_policy", "policies.change_policy"))
    data = edited(
        policy,
        name="다른 이름",
        aliases="무릎수술\n\n무릎수술\n인공관절(양쪽, 한쪽)",
        period_kind=PeriodKind.RANGE,
        period_end="2026-12-31",
    )
    answer = client.post(reverse(CHANGE, args=[policy.pk]), data)
    assert answer.status_code == 302
    policy.refresh_from_db()
    assert policy.name == "무릎 수술비 지원"
    assert policy.aliases == ["무릎수술", "인공관절(양쪽, 한쪽)"]
    assert policy.period_end == date(2026, 12, 31)
    assert DataVersion.objects.get(group="catalogue").number == 1
    assert LogEntry.objects.filter(object_id=str(policy.pk)).count() == 1


def test_an_impossible_period_is_refused() -> None:
    policy = make_policy()
    client = client_of(superuser())
    data = edited(policy, period_start="2026-12-31", period_end="2026-01-01")
    page = client.post(reverse(CHANGE, args=[policy.pk]), data).content.decode()
    assert "신청 마감이 신청 시작보다 빠릅니다." in page
    data = edited(policy, period_kind=PeriodKind.RANGE)
    page = client.post(reverse(CHANGE, args=[policy.pk]), data).content.decode()
    assert "신청 시작이나 신청 마감을 적어 주세요." in page


def test_new_words_are_searchable_and_vectors_stay() -> None:
    record = PolicyRecord(
        source="catalogue",
        external_id="knee",
        name="무릎 수술비 지원",
        agency="보건복지부",
        sections={Section.SUMMARY: SECTIONS["summary"], Section.TARGET: SECTIONS["target"]},
    )
    policy = policy_load(record=record).policy
    for chunk in policy.chunks.all():
        Embedding.objects.create(
            chunk=chunk,
            model_name="multilingual-e5-small",
            model_version="1",
            dimension=384,
            vector=[0.5] * 384,
        )
    policy.keywords = ["연골주사"]
    policy_edit(policy=policy, fields=["keywords"])
    terms = set(LexicalPosting.objects.values_list("term", flat=True))
    assert any("연골" in term for term in terms)
    chunks = PolicyChunk.objects.filter(policy=policy)
    assert sorted(chunks.values_list("ordinal", flat=True)) == list(range(chunks.count()))
    # Only the digest, whose text has the new word, waits for a vector.
    assert list(chunks.filter(embeddings=None).values_list("ordinal", flat=True)) == [0]


def test_fields_of_the_source_cannot_be_edited() -> None:
    with pytest.raises(ValueError, match="name"):
        policy_edit(policy=make_policy(), fields=["name"])


def test_policies_are_closed_and_opened_with_a_log() -> None:
    one, two = make_policy("가"), make_policy("나", status="closed")
    client = client_of(superuser())
    data = {"action": "mark_closed", "_selected_action": [one.pk, two.pk]}
    page = client.post(reverse(LIST), data, follow=True).content.decode()
    assert "정책 1건을 종료로 표시했습니다. 이미 그 상태인 정책 1건은 그대로입니다." in page
    one.refresh_from_db()
    assert one.status == PolicyStatus.CLOSED
    assert "종료로 표시했습니다" in LogEntry.objects.get().get_change_message()
    client.post(reverse(LIST), {**data, "action": "mark_open"})
    assert not Policy.objects.filter(status="closed").exists()
    assert DataVersion.objects.get(group="catalogue").number == 2


def test_setting_a_status_twice_changes_nothing() -> None:
    policy = make_policy()
    assert policies_status_set(ids=[policy.pk], status=PolicyStatus.CLOSED) == [policy]
    assert policies_status_set(ids=[policy.pk], status=PolicyStatus.CLOSED) == []


def test_viewers_cannot_change_and_others_see_nothing() -> None:
    policy = make_policy()
    viewer = client_of(staff("policies.view_policy"))
    url = reverse(CHANGE, args=[policy.pk])
    assert viewer.get(url).status_code == 200
    assert viewer.post(url, edited(policy, status="closed")).status_code == 403
    assert "mark_closed" not in viewer.get(reverse(LIST)).content.decode()
    stranger = client_of(staff(email="other@example.com"))
    assert stranger.get(url).status_code == 403
    assert reverse(LIST) not in stranger.get(reverse("admin:index")).content.decode()


def test_nothing_is_added_or_deleted() -> None:
    policy = make_policy()
    client = client_of(superuser())
    assert client.get(reverse("admin:policies_policy_add")).status_code == 403
    delete = reverse("admin:policies_policy_delete", args=[policy.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert Policy.objects.filter(pk=policy.pk).exists()


def test_the_site_is_named() -> None:
    page = client_of(superuser()).get(reverse("admin:index")).content.decode()
    assert "Poly 관리" in page
