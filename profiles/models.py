"""What someone told us about the members of a family. Unknown stays NULL."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from profiles import choices
from profiles.querysets import HealthFactQuerySet, ProfileQuerySet, ReceivedBenefitQuerySet

# More than any benefit pays.
MOST_WON = 1_000_000_000
BENEFIT_NAME, BENEFIT_NOTE = 100, 200


class Profile(models.Model):
    """One family member. Every fact may be unknown: NULL is never read as "no"."""

    id = models.UUIDField("식별자", primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="profiles", verbose_name="사용자"
    )
    name = models.CharField("이름(별칭)", max_length=40, help_text="화면에 보이는 이름입니다.")
    relation = models.CharField("관계", max_length=20, choices=choices.RELATION, default="self")
    is_main = models.BooleanField(
        "대표", default=False, help_text="대화를 시작할 때 기준이 되는 사람입니다."
    )
    birth_date = models.DateField("생년월일", null=True, blank=True)
    sex = models.CharField("성별", max_length=10, choices=choices.SEX, null=True, blank=True)
    sido = models.CharField(
        "시·도", max_length=20, null=True, blank=True, help_text="공식 이름 (예: 서울특별시)"
    )
    sigungu = models.CharField(
        "시·군·구", max_length=20, null=True, blank=True, help_text="공식 이름 (예: 동작구)"
    )
    moved_in_on = models.DateField("전입일", null=True, blank=True)
    nationality = models.CharField(
        "국적", max_length=20, choices=choices.NATIONALITY, null=True, blank=True
    )
    household_size = models.PositiveSmallIntegerField(
        "가구원 수", null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    household_types = ArrayField(
        models.CharField(max_length=30, choices=choices.HOUSEHOLD_TYPE),
        verbose_name="가구 유형",
        null=True,
        blank=True,
        help_text="비어 있으면 모름, 빈 목록은 해당 없음입니다.",
    )
    marital_status = models.CharField(
        "혼인 상태", max_length=20, choices=choices.MARITAL_STATUS, null=True, blank=True
    )
    married_on = models.DateField("혼인신고일", null=True, blank=True)
    children = ArrayField(models.DateField(), verbose_name="자녀 생년월일", null=True, blank=True)
    pregnancy = models.CharField(
        "임신·출산", max_length=20, choices=choices.PREGNANCY, null=True, blank=True
    )
    due_date = models.DateField("출산 예정일", null=True, blank=True)
    delivered_on = models.DateField("출산일", null=True, blank=True)
    infertility_treatment = models.BooleanField("난임 치료", null=True, blank=True)
    median_income_ratio = models.FloatField(
        "기준중위소득 대비 소득(%)", null=True, blank=True, validators=[MinValueValidator(0)]
    )
    monthly_income = models.BigIntegerField("가구 월 소득(원)", null=True, blank=True)
    health_insurance = models.CharField(
        "건강보험", max_length=20, choices=choices.HEALTH_INSURANCE, null=True, blank=True
    )
    health_insurance_premium = models.BigIntegerField("월 건강보험료(원)", null=True, blank=True)
    assets = models.BigIntegerField("재산(원)", null=True, blank=True)
    owns_home = models.BooleanField("주택 소유", null=True, blank=True)
    tenure = models.CharField(
        "주거 형태", max_length=20, choices=choices.TENURE, null=True, blank=True
    )
    basic_livelihood = ArrayField(
        models.CharField(max_length=10, choices=choices.BASIC_LIVELIHOOD),
        verbose_name="기초생활보장 급여",
        null=True,
        blank=True,
        help_text="비어 있으면 모름, 빈 목록은 수급자가 아님입니다.",
    )
    near_poor = models.BooleanField("차상위", null=True, blank=True)
    disability = models.CharField(
        "장애 정도", max_length=10, choices=choices.DISABILITY, null=True, blank=True
    )
    disability_type = models.CharField("장애 유형", max_length=20, null=True, blank=True)
    legacy_disability_grade = models.PositiveSmallIntegerField(
        "옛 장애 등급",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(6)],
    )
    long_term_care_grade = models.CharField(
        "장기요양등급", max_length=10, choices=choices.CARE_GRADE, null=True, blank=True
    )
    no_conditions = models.BooleanField(
        "질병 없음", null=True, blank=True, help_text="앓는 병이 없다고 말했을 때만 표시합니다."
    )
    employment = models.CharField(
        "일", max_length=20, choices=choices.EMPLOYMENT, null=True, blank=True
    )
    education = models.CharField(
        "학업", max_length=20, choices=choices.EDUCATION, null=True, blank=True
    )
    veteran = models.BooleanField("국가보훈대상자", null=True, blank=True)
    receives = ArrayField(
        models.CharField(max_length=100), verbose_name="받고 있는 혜택", null=True, blank=True
    )
    other = models.JSONField("그 밖의 사실", default=dict, blank=True)
    created_at = models.DateTimeField("등록", auto_now_add=True)
    updated_at = models.DateTimeField("수정", auto_now=True)

    objects = ProfileQuerySet.as_manager()

    class Meta:
        verbose_name = "가족 프로필"
        verbose_name_plural = "가족 프로필"
        ordering = ["-is_main", "created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(is_main=True), name="profiles_one_main_per_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_relation_display()})"


class HealthFact(models.Model):
    """A triple about a member: (subject, predicate, object) with KCD code and confidence."""

    profile = models.ForeignKey(
        Profile, models.CASCADE, related_name="health_facts", verbose_name="프로필"
    )
    subject = models.CharField("주어", max_length=30, default="self")
    predicate = models.CharField("관계", max_length=20, choices=choices.PREDICATE)
    object = models.CharField("내용", max_length=100, help_text="예: 당뇨병, 항암치료")
    code = models.CharField("KCD 코드", max_length=10, blank=True)
    confidence = models.FloatField(
        "신뢰도", default=1.0, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    quote = models.CharField("말한 그대로", max_length=300, blank=True)
    created_at = models.DateTimeField("등록", auto_now_add=True)

    objects = HealthFactQuerySet.as_manager()

    class Meta:
        verbose_name = "건강 사실"
        verbose_name_plural = "건강 사실"
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "subject", "predicate", "object"],
                name="profiles_healthfact_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate} {self.object}"


class ReceivedBenefit(models.Model):
    """A benefit that a member receives or received, as the person tells it.

    `policy` only where the name leaves no doubt which one it is. `amount` is KRW, a month or
    once; NULL where it was not said. `since` and `until` are the first and the last day.
    """

    MONTHLY = "monthly"

    id = models.UUIDField("식별자", primary_key=True, default=uuid.uuid4, editable=False)
    profile = models.ForeignKey(
        Profile, models.CASCADE, related_name="received_benefits", verbose_name="프로필"
    )
    name = models.CharField(
        "지원 이름", max_length=BENEFIT_NAME, help_text="말한 그대로의 이름입니다."
    )
    policy = models.ForeignKey(
        "policies.Policy",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="정책",
    )
    amount = models.BigIntegerField(
        "금액(원)",
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_WON)],
    )
    paid = models.CharField("주기", max_length=10, choices=choices.PAID, default=MONTHLY)
    since = models.DateField("받기 시작한 날", null=True, blank=True)
    until = models.DateField("마지막으로 받는 날", null=True, blank=True)
    note = models.CharField("메모", max_length=BENEFIT_NOTE, blank=True)
    created_at = models.DateTimeField("등록", auto_now_add=True)
    updated_at = models.DateTimeField("수정", auto_now=True)

    objects = ReceivedBenefitQuerySet.as_manager()

    class Meta:
        verbose_name = "받고 있는 지원"
        verbose_name_plural = "받고 있는 지원"
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True)
                | Q(since__isnull=True)
                | Q(until__gte=models.F("since")),
                name="profiles_received_days_in_order",
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gte=0),
                name="profiles_received_amount_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.name
