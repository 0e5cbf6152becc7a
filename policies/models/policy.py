"""A policy, its versions as published, and its relations to others."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from policies.models.group import PolicyGroup
from policies.models.taxonomy import Agency, Law, LifeStage, Region, TargetGroup, Theme
from policies.querysets import PolicyQuerySet
from policies.vocabulary import PeriodKind, PolicyStatus, Section

STATUS_CHOICES = [
    (PolicyStatus.OPEN.value, "시행 중"),
    (PolicyStatus.UPCOMING.value, "예정"),
    (PolicyStatus.CLOSED.value, "종료"),
]
PERIOD_CHOICES = [
    (PeriodKind.ALWAYS.value, "상시"),
    (PeriodKind.RANGE.value, "기간"),
    (PeriodKind.BUDGET.value, "예산 소진 시까지"),
    (PeriodKind.ANNUAL.value, "매년"),
    (PeriodKind.OTHER.value, "따로 정함"),
]
SECTION_LABELS = {
    Section.SUMMARY: "개요",
    Section.TARGET: "지원대상",
    Section.CRITERIA: "선정기준",
    Section.BENEFIT: "지원내용",
    Section.APPLICATION: "신청방법",
    Section.DOCUMENTS: "구비서류",
    Section.CONTACT: "문의처",
    Section.NOTICE: "유의사항",
    Section.FAQ: "자주 묻는 질문",
    Section.ATTACHMENT: "붙임",
}


class Policy(models.Model):
    """One policy of one source. Texts live in its versions; no region = nationwide."""

    id = models.UUIDField("식별자", primary_key=True, default=uuid.uuid4, editable=False)
    source = models.CharField("출처", max_length=30, help_text="예: catalogue, gov24")
    external_id = models.CharField("출처의 식별자", max_length=100)
    name = models.CharField("정책명", max_length=300)
    aliases = ArrayField(
        models.CharField(max_length=100), verbose_name="다른 이름", default=list, blank=True
    )
    keywords = ArrayField(
        models.CharField(max_length=100), verbose_name="일상어", default=list, blank=True
    )
    agency = models.ForeignKey(Agency, models.PROTECT, verbose_name="소관기관")
    regions = models.ManyToManyField(
        Region, blank=True, verbose_name="지역", help_text="없으면 전국 정책입니다."
    )
    life_stages = models.ManyToManyField(LifeStage, blank=True, verbose_name="생애주기")
    target_groups = models.ManyToManyField(TargetGroup, blank=True, verbose_name="가구상황")
    themes = models.ManyToManyField(Theme, blank=True, verbose_name="관심주제")
    laws = models.ManyToManyField(Law, blank=True, verbose_name="근거 법령")
    group = models.ForeignKey(
        PolicyGroup,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="members",
        verbose_name="같은 정책 묶음",
    )
    group_settled = models.BooleanField(
        "담당자가 묶음을 정함",
        default=False,
        help_text="켜면 자동으로 다시 묶을 때 그대로 둡니다. 묶음이 없으면 묶지 않습니다.",
    )
    relations = models.ManyToManyField(
        "self", through="PolicyRelation", symmetrical=False, verbose_name="관련 정책"
    )
    status = models.CharField("상태", max_length=10, choices=STATUS_CHOICES, default="open")
    for_persons = models.BooleanField(
        "개인 대상", default=True, help_text="기업·기관만을 위한 사업이면 끕니다."
    )
    nationwide = models.BooleanField("전국", default=True)
    period_kind = models.CharField(
        "신청기간 종류", max_length=10, choices=PERIOD_CHOICES, default="other"
    )
    period_text = models.TextField("신청기간", blank=True)
    period_start = models.DateField("신청 시작", null=True, blank=True)
    period_end = models.DateField("신청 마감", null=True, blank=True)
    apply_url = models.URLField("신청 주소", max_length=500, blank=True)
    detail_url = models.URLField("안내 주소", max_length=500, blank=True)
    current_version = models.OneToOneField(
        "PolicyVersion",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="current_for",
        verbose_name="현재 버전",
    )
    asked_count = models.PositiveIntegerField(
        "물은 횟수", default=0, help_text="대화에서 이 정책을 보여 준 횟수"
    )
    created_at = models.DateTimeField("등록", auto_now_add=True)
    updated_at = models.DateTimeField("수정", auto_now=True)

    objects = PolicyQuerySet.as_manager()

    class Meta:
        verbose_name = "정책"
        verbose_name_plural = "정책"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="policies_policy_source_unique"
            ),
        ]
        indexes = [
            models.Index(fields=["status", "for_persons"], name="policies_policy_listing"),
            models.Index(fields=["period_end"], name="policies_policy_deadline"),
        ]

    def __str__(self) -> str:
        return self.name


class PolicyVersion(models.Model):
    """What a source said at one time. Never changed after it is made."""

    policy = models.ForeignKey(Policy, models.CASCADE, related_name="versions", verbose_name="정책")
    number = models.PositiveIntegerField("버전")
    content_hash = models.CharField("내용 해시", max_length=64)
    sections = models.JSONField("본문", help_text="항목 이름과 본문")
    contacts = models.JSONField("문의처", default=list)
    legal_basis = models.JSONField("근거 법령", default=list)
    year = models.PositiveSmallIntegerField("기준 연도", null=True, blank=True)
    source_title = models.CharField("출처 이름", max_length=300, blank=True)
    source_url = models.URLField("출처 주소", max_length=500, blank=True)
    collected_on = models.DateField("수집일", null=True, blank=True)
    source_updated_at = models.DateTimeField("출처 수정일", null=True, blank=True)
    raw = models.JSONField("받은 그대로", default=dict)
    term_count = models.PositiveIntegerField("형태소 수", default=0)
    created_at = models.DateTimeField("저장", auto_now_add=True)

    class Meta:
        verbose_name = "정책 버전"
        verbose_name_plural = "정책 버전"
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["policy", "number"], name="policies_version_number_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy_id} v{self.number}"


class PolicyRelation(models.Model):
    """Directed relation of `origin` to `target`, with where it is known from.

    related: another programme to look at; exclusive: 택1 / no duplicate receipt; local_copy:
    `origin` carries out the national `target` in its region; local_addition: `origin` gives
    more on top of `target`. `quote` stands in `section` of `version` from `start` to `end`.
    A rejected relation is kept, so that no rebuild brings it back.
    """

    RELATED = "related"
    EXCLUSIVE = "exclusive"
    LOCAL_COPY = "local_copy"
    LOCAL_ADDITION = "local_addition"
    KIND_CHOICES = [
        (RELATED, "관련"),
        (EXCLUSIVE, "중복 불가"),
        (LOCAL_COPY, "국가 사업의 지역 시행"),
        (LOCAL_ADDITION, "국가 사업에 더하는 지역 지원"),
    ]
    RECORD = "record"
    TEXT = "text"
    GROUP = "group"
    PUBLISHED_PAIR = "published_pair"
    CASEWORKER = "caseworker"
    PROVENANCE_CHOICES = [
        (RECORD, "출처의 기록"),
        (TEXT, "원문의 문장"),
        (GROUP, "이름과 내용이 같음"),
        (PUBLISHED_PAIR, "공개된 택1 목록"),
        (CASEWORKER, "담당자"),
    ]

    origin = models.ForeignKey(Policy, models.CASCADE, related_name="outgoing", verbose_name="정책")
    target = models.ForeignKey(
        Policy, models.CASCADE, related_name="incoming", verbose_name="상대 정책"
    )
    kind = models.CharField("종류", max_length=20, choices=KIND_CHOICES)
    provenance = models.CharField("근거", max_length=20, choices=PROVENANCE_CHOICES, default=RECORD)
    confidence = models.FloatField("확신도", default=1.0)
    rejected = models.BooleanField("담당자가 뺌", default=False)
    version = models.ForeignKey(
        PolicyVersion,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="relations",
        verbose_name="근거 버전",
    )
    section = models.CharField("근거 항목", max_length=20, blank=True)
    start = models.PositiveIntegerField("시작", null=True, blank=True)
    end = models.PositiveIntegerField("끝", null=True, blank=True)
    quote = models.TextField("근거 문장", blank=True)

    class Meta:
        verbose_name = "정책 관계"
        verbose_name_plural = "정책 관계"
        constraints = [
            models.UniqueConstraint(
                fields=["origin", "target", "kind"], name="policies_relation_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.origin_id} {self.kind} {self.target_id}"
