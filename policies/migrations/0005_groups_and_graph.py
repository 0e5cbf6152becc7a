import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("policies", "0004_saved_cases")]

    operations = [
        migrations.CreateModel(
            name="Law",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, unique=True, verbose_name="이름")),
            ],
            options={
                "verbose_name": "법령",
                "verbose_name_plural": "법령",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="PolicyGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=300, verbose_name="이름")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("national_programme", "여러 지역의 같은 사업"),
                            ("same_record", "여러 출처의 같은 사업"),
                        ],
                        max_length=20,
                        verbose_name="종류",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="만든 때")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="고친 때")),
            ],
            options={
                "verbose_name": "같은 정책 묶음",
                "verbose_name_plural": "같은 정책 묶음",
                "ordering": ["name", "id"],
            },
        ),
        migrations.AddField(
            model_name="policy",
            name="group",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="policies.policygroup",
                verbose_name="같은 정책 묶음",
            ),
        ),
        migrations.AddField(
            model_name="policy",
            name="group_settled",
            field=models.BooleanField(
                default=False,
                help_text="켜면 자동으로 다시 묶을 때 그대로 둡니다. 묶음이 없으면 묶지 않습니다.",
                verbose_name="담당자가 묶음을 정함",
            ),
        ),
        migrations.AddField(
            model_name="policy",
            name="laws",
            field=models.ManyToManyField(blank=True, to="policies.law", verbose_name="근거 법령"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="provenance",
            field=models.CharField(
                choices=[
                    ("record", "출처의 기록"),
                    ("text", "원문의 문장"),
                    ("group", "이름과 내용이 같음"),
                    ("published_pair", "공개된 택1 목록"),
                    ("caseworker", "담당자"),
                ],
                default="record",
                max_length=20,
                verbose_name="근거",
            ),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="confidence",
            field=models.FloatField(default=1.0, verbose_name="확신도"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="rejected",
            field=models.BooleanField(default=False, verbose_name="담당자가 뺌"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="version",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="relations",
                to="policies.policyversion",
                verbose_name="근거 버전",
            ),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="section",
            field=models.CharField(blank=True, max_length=20, verbose_name="근거 항목"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="start",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="시작"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="end",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="끝"),
        ),
        migrations.AddField(
            model_name="policyrelation",
            name="quote",
            field=models.TextField(blank=True, verbose_name="근거 문장"),
        ),
        migrations.AlterField(
            model_name="policyrelation",
            name="kind",
            field=models.CharField(
                choices=[
                    ("related", "관련"),
                    ("exclusive", "중복 불가"),
                    ("local_copy", "국가 사업의 지역 시행"),
                    ("local_addition", "국가 사업에 더하는 지역 지원"),
                ],
                max_length=20,
                verbose_name="종류",
            ),
        ),
        migrations.CreateModel(
            name="PolicySignature",
            fields=[
                (
                    "policy",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="signature",
                        serialize=False,
                        to="policies.policy",
                        verbose_name="정책",
                    ),
                ),
                (
                    "keys",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=300),
                        default=list,
                        size=None,
                        verbose_name="이름 열쇠",
                    ),
                ),
                (
                    "base",
                    models.CharField(
                        blank=True, max_length=300, verbose_name="더해 주는 사업의 열쇠"
                    ),
                ),
                (
                    "terms",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60),
                        default=list,
                        size=None,
                        verbose_name="형태소",
                    ),
                ),
                (
                    "official_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        default=list,
                        size=None,
                        verbose_name="공식 식별자",
                    ),
                ),
                (
                    "rules",
                    models.PositiveSmallIntegerField(default=0, verbose_name="규칙 판"),
                ),
                ("made_at", models.DateTimeField(verbose_name="만든 때")),
                ("grouped", models.BooleanField(default=False, verbose_name="묶음에 반영")),
                ("linked", models.BooleanField(default=False, verbose_name="관계에 반영")),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to="policies.policyversion",
                        verbose_name="버전",
                    ),
                ),
            ],
            options={
                "verbose_name": "정책 지문",
                "verbose_name_plural": "정책 지문",
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["keys"], name="policies_signature_keys"
                    )
                ],
            },
        ),
    ]
