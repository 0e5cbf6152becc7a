"""Public rental homes, notices of homes, and how many applied for them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from policies.models.entity import Entity


class RentalComplex(Entity):
    """A complex of public rental homes (LH 임대단지); money in won.

    `units`: one object an area type {area, deposit, rent, households}; the columns `…_from`
    and `…_to` are their bounds, None where no unit tells one.
    """

    kind = models.CharField("임대 유형", max_length=60, blank=True)
    area_name = models.CharField("지역(원문)", max_length=100, blank=True)
    households = models.PositiveIntegerField("총세대수", null=True, blank=True)
    area_from = models.DecimalField("전용면적부터(㎡)", max_digits=8, decimal_places=2, null=True)
    area_to = models.DecimalField("전용면적까지(㎡)", max_digits=8, decimal_places=2, null=True)
    deposit_from = models.PositiveBigIntegerField("보증금부터(원)", null=True, blank=True)
    deposit_to = models.PositiveBigIntegerField("보증금까지(원)", null=True, blank=True)
    rent_from = models.PositiveBigIntegerField("월임대료부터(원)", null=True, blank=True)
    rent_to = models.PositiveBigIntegerField("월임대료까지(원)", null=True, blank=True)
    units = models.JSONField("주택형별", default=list, blank=True)

    class Meta:
        verbose_name = "임대단지"
        verbose_name_plural = "임대단지"
        ordering = ["sido", "sigungu", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="policies_rentalcomplex_key"
            )
        ]
        indexes = [
            models.Index(
                fields=["sido", "sigungu", "kind"],
                name="policies_rentalcomplex_place",
                condition=Q(closed_on__isnull=True),
            )
        ]


class HousingNotice(Entity):
    """A call for applications for homes (청약홈, LH). Dates are Korean days, both ends
    inclusive.

    `types`: supply by type of home as published, `schedule`: rounds by complex where a notice
    has several, `flags`: what the notice says of regulation, under the source's field names.
    """

    category = models.CharField("구분", max_length=60, blank=True)
    kind = models.CharField("유형", max_length=60, blank=True)
    rent_kind = models.CharField("분양·임대", max_length=40, blank=True)
    area_name = models.CharField("지역(원문)", max_length=100, blank=True)
    address = models.CharField("공급 위치", max_length=300, blank=True)
    households = models.PositiveIntegerField("공급 세대수", null=True, blank=True)
    status_text = models.CharField("상태(원문)", max_length=40, blank=True)
    notice_on = models.DateField("공고일", null=True, blank=True)
    special_from = models.DateField("특별공급 접수 시작", null=True, blank=True)
    special_to = models.DateField("특별공급 접수 마감", null=True, blank=True)
    apply_from = models.DateField("접수 시작", null=True, blank=True)
    apply_to = models.DateField("접수 마감", null=True, blank=True)
    winners_on = models.DateField("당첨자 발표", null=True, blank=True)
    contract_from = models.DateField("계약 시작", null=True, blank=True)
    contract_to = models.DateField("계약 마감", null=True, blank=True)
    move_in = models.CharField("입주 예정(연월)", max_length=7, blank=True)
    provider = models.CharField("사업주체", max_length=200, blank=True)
    phone = models.CharField("문의 전화", max_length=60, blank=True)
    homepage = models.URLField("누리집", max_length=500, blank=True)
    url = models.URLField("공고 주소", max_length=500, blank=True)
    correction = models.TextField("정정 사유", blank=True)
    types = models.JSONField("주택형별 공급", default=list, blank=True)
    schedule = models.JSONField("일정", default=list, blank=True)
    flags = models.JSONField("규제", default=dict, blank=True)

    class Meta:
        verbose_name = "주택 모집 공고"
        verbose_name_plural = "주택 모집 공고"
        ordering = ["-notice_on", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="policies_housingnotice_key"
            )
        ]
        indexes = [
            models.Index(
                fields=["sido", "apply_to"],
                name="policies_housingnotice_place",
                condition=Q(closed_on__isnull=True),
            )
        ]


class CompetitionStat(Entity):
    """How many applied for one type of home of a notice, by rank and residence.

    `rate` None where the published text is no number ("(△3)" = three homes left over);
    `rate_text` is what was published. The notice is found by `notice_key`: its row may come
    later, or never.
    """

    notice_key = models.CharField("공고 식별자", max_length=100, db_index=True)
    house_type = models.CharField("주택형", max_length=40, blank=True)
    rank = models.PositiveSmallIntegerField("순위", null=True, blank=True)
    residence = models.CharField("거주 지역", max_length=40, blank=True)
    supply = models.PositiveIntegerField("공급 세대수", null=True, blank=True)
    applicants = models.PositiveIntegerField("접수 건수", null=True, blank=True)
    rate = models.DecimalField("경쟁률", max_digits=10, decimal_places=2, null=True, blank=True)
    rate_text = models.CharField("경쟁률(원문)", max_length=40, blank=True)

    class Meta:
        verbose_name = "청약 경쟁률"
        verbose_name_plural = "청약 경쟁률"
        ordering = ["notice_key", "house_type", "rank", "residence"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="policies_competitionstat_key"
            )
        ]
