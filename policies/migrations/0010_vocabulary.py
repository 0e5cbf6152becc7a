import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("policies", "0009_listings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="VocabularyEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=60, unique=True, verbose_name="식별자")),
                (
                    "said",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="사람들이 하는 말",
                    ),
                ),
                (
                    "official",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        size=None,
                        verbose_name="공식 용어",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("synonym", "같은 말"),
                            ("lay", "일상어"),
                            ("disease", "질병"),
                            ("treatment", "치료·보조기기"),
                            ("situation", "처지"),
                            ("spelling", "표기"),
                        ],
                        default="lay",
                        max_length=20,
                        verbose_name="종류",
                    ),
                ),
                ("weight", models.FloatField(default=0.6, verbose_name="무게")),
                ("word", models.BooleanField(default=False, verbose_name="홀로 선 말만")),
                (
                    "not_before",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="뒤에 오면 안 되는 말",
                    ),
                ),
                (
                    "not_after",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="앞에 오면 안 되는 말",
                    ),
                ),
                (
                    "needs",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="함께 있어야 하는 말",
                    ),
                ),
                (
                    "codes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="질병분류기호(KCD)",
                    ),
                ),
                ("active", models.BooleanField(default=True, verbose_name="사용")),
                ("note", models.TextField(blank=True, verbose_name="메모")),
                (
                    "origin",
                    models.CharField(
                        choices=[("shipped", "기본 제공"), ("caseworker", "담당자 추가")],
                        default="caseworker",
                        max_length=20,
                        verbose_name="출처",
                    ),
                ),
                ("edited", models.BooleanField(default=False, verbose_name="담당자가 고침")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="만든 때")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="고친 때")),
            ],
            options={
                "verbose_name": "어휘",
                "verbose_name_plural": "어휘",
                "ordering": ["key"],
            },
        ),
        migrations.CreateModel(
            name="VocabularyRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=60, verbose_name="식별자")),
                ("before", models.JSONField(default=dict, verbose_name="고치기 전")),
                ("after", models.JSONField(default=dict, verbose_name="고친 뒤")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="때")),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="revisions",
                        to="policies.vocabularyentry",
                        verbose_name="어휘",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="고친 사람",
                    ),
                ),
            ],
            options={
                "verbose_name": "어휘 변경",
                "verbose_name_plural": "어휘 변경 이력",
                "ordering": ["-created_at", "-pk"],
            },
        ),
    ]
