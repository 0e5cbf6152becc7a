"""Groups of policies that are the same thing, and what they are recognised by."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class PolicyGroup(models.Model):
    """Policies that are one thing to the reader: a programme of the nation with the copies of
    the regions (`national_programme`), or one programme from several sources (`same_record`).

    `name` is the one most members carry. A group that a caseworker made or changed has members
    with `Policy.group_settled`: no rebuild moves them.
    """

    NATIONAL_PROGRAMME = "national_programme"
    SAME_RECORD = "same_record"
    KIND_CHOICES = [
        (NATIONAL_PROGRAMME, "여러 지역의 같은 사업"),
        (SAME_RECORD, "여러 출처의 같은 사업"),
    ]

    name = models.CharField("이름", max_length=300)
    kind = models.CharField("종류", max_length=20, choices=KIND_CHOICES)
    created_at = models.DateTimeField("만든 때", auto_now_add=True)
    updated_at = models.DateTimeField("고친 때", auto_now=True)

    class Meta:
        verbose_name = "같은 정책 묶음"
        verbose_name_plural = "같은 정책 묶음"
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class PolicySignature(models.Model):
    """What a policy is grouped and related by, made once a version.

    `keys`: forms of its name (the main one first); `base`: key of the programme it is given on
    top of, where its name says so; `terms`: content morphemes of summary,
    target, criteria and benefit; `official_ids`: identifiers of official services it links to.
    """

    policy = models.OneToOneField(
        "policies.Policy",
        models.CASCADE,
        primary_key=True,
        related_name="signature",
        verbose_name="정책",
    )
    version = models.ForeignKey("policies.PolicyVersion", models.CASCADE, verbose_name="버전")
    keys = ArrayField(models.CharField(max_length=300), verbose_name="이름 열쇠", default=list)
    base = models.CharField("더해 주는 사업의 열쇠", max_length=300, blank=True)
    terms = ArrayField(models.CharField(max_length=60), verbose_name="형태소", default=list)
    official_ids = ArrayField(
        models.CharField(max_length=100), verbose_name="공식 식별자", default=list
    )
    rules = models.PositiveSmallIntegerField("규칙 판", default=0)
    made_at = models.DateTimeField("만든 때")
    grouped = models.BooleanField("묶음에 반영", default=False)
    linked = models.BooleanField("관계에 반영", default=False)

    class Meta:
        verbose_name = "정책 지문"
        verbose_name_plural = "정책 지문"
        indexes = [GinIndex(fields=["keys"], name="policies_signature_keys")]

    def __str__(self) -> str:
        return ", ".join(self.keys[:1]) or str(self.policy_id)
