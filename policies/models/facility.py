"""Facilities of social welfare as the official list names them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from policies.models.entity import Entity


class WelfareFacility(Entity):
    """A facility (사회복지시설정보). The official list has neither address nor phone; the detail
    may. Names that are masked (쉼터) stay masked, and nothing of them but the 시군구 is kept.
    """

    code = models.CharField("시설 코드", max_length=60)
    kind_code = models.CharField("종류 코드", max_length=20, blank=True)
    kind = models.CharField("종류", max_length=100, blank=True)
    masked = models.BooleanField("가려진 이름", default=False)
    region_code = models.CharField("관할 시군구 코드", max_length=10, blank=True)
    region_name = models.CharField("관할(원문)", max_length=100, blank=True)
    address = models.CharField("주소", max_length=300, blank=True)
    phone = models.CharField("전화", max_length=60, blank=True)
    homepage = models.URLField("누리집", max_length=500, blank=True)
    capacity = models.PositiveIntegerField("정원", null=True, blank=True)

    class Meta:
        verbose_name = "사회복지시설"
        verbose_name_plural = "사회복지시설"
        ordering = ["sido", "sigungu", "kind", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="policies_welfarefacility_key"
            )
        ]
        indexes = [
            models.Index(
                fields=["sido", "sigungu", "kind"],
                name="policies_facility_place",
                condition=Q(closed_on__isnull=True),
            )
        ]
