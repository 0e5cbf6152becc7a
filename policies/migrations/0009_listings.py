"""Published fields in columns; policies that are stored already get their common ones.

The fields of a source of its own (codes, ages, views …) come with its next import.
"""

from __future__ import annotations

from typing import Any

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models

from policies.structured.places import area_codes


def fill(apps: Any, schema_editor: Any) -> None:
    policy_model = apps.get_model("policies", "Policy")
    listing_model = apps.get_model("policies", "Listing")
    round_model = apps.get_model("policies", "ListingRound")
    rows = policy_model.objects.select_related("agency").prefetch_related("regions")
    for policy in rows.iterator(chunk_size=500):
        areas = sorted(
            {code for each in policy.regions.all() for code in area_codes(each.sido, each.sigungu)}
        )
        period = policy.period_kind if policy.period_kind in ("range", "always") else "other"
        listing = listing_model.objects.create(
            policy=policy,
            agency=policy.agency.name,
            areas=areas,
            sidos=sorted({code[:2] for code in areas}),
            nationwide=policy.nationwide,
            period="closed" if policy.status == "closed" else period,
        )
        if policy.period_end:
            round_model.objects.create(
                listing=listing, start=policy.period_start, end=policy.period_end
            )


class Migration(migrations.Migration):
    dependencies = [("policies", "0008_attachments")]

    operations = [
        migrations.CreateModel(
            name="Listing",
            fields=[
                (
                    "policy",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="listing",
                        serialize=False,
                        to="policies.policy",
                        verbose_name="정책",
                    ),
                ),
                ("agency", models.CharField(max_length=200, verbose_name="소관·주관기관")),
                (
                    "operator",
                    models.CharField(blank=True, max_length=200, verbose_name="운영기관"),
                ),
                (
                    "registrar",
                    models.CharField(blank=True, max_length=200, verbose_name="등록기관"),
                ),
                (
                    "codes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="항목 값",
                    ),
                ),
                (
                    "areas",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=5),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="지역 코드",
                    ),
                ),
                (
                    "sidos",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="시·도 코드",
                    ),
                ),
                ("nationwide", models.BooleanField(default=False, verbose_name="전국")),
                (
                    "period",
                    models.CharField(
                        choices=[
                            ("range", "기간"),
                            ("always", "상시"),
                            ("closed", "마감"),
                            ("other", "따로 정함"),
                        ],
                        max_length=10,
                        verbose_name="신청기간 구분",
                    ),
                ),
                (
                    "age_limited",
                    models.BooleanField(blank=True, null=True, verbose_name="나이 제한"),
                ),
                (
                    "age_from",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="나이부터"
                    ),
                ),
                (
                    "age_to",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="나이까지"
                    ),
                ),
                (
                    "income_from",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="연소득 하한(만원)"
                    ),
                ),
                (
                    "income_to",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="연소득 상한(만원)"
                    ),
                ),
                (
                    "views",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="조회수"),
                ),
                (
                    "capacity",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="지원 규모"),
                ),
                (
                    "registered_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="등록일시"),
                ),
                (
                    "modified_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="수정일시"),
                ),
                ("begins_on", models.DateField(blank=True, null=True, verbose_name="사업 시작")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="사업 종료")),
            ],
            options={"verbose_name": "정책 항목 값", "verbose_name_plural": "정책 항목 값"},
        ),
        migrations.CreateModel(
            name="ListingRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("start", models.DateField(blank=True, null=True, verbose_name="신청 시작")),
                ("end", models.DateField(verbose_name="신청 마감")),
                (
                    "listing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="policies.listing",
                        verbose_name="정책 항목 값",
                    ),
                ),
            ],
            options={
                "verbose_name": "신청기간",
                "verbose_name_plural": "신청기간",
                "ordering": ["end"],
                "indexes": [models.Index(fields=["end", "start"], name="policies_round_end")],
            },
        ),
        migrations.AddIndex(
            model_name="listing",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["codes"], name="policies_listing_codes"
            ),
        ),
        migrations.AddIndex(
            model_name="listing",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["areas"], name="policies_listing_areas"
            ),
        ),
        migrations.AddIndex(
            model_name="listing",
            index=models.Index(fields=["agency"], name="policies_listing_agency"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
