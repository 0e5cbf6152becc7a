import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

SECTIONS = [
    "summary",
    "target",
    "criteria",
    "benefit",
    "application",
    "documents",
    "contact",
    "notice",
    "faq",
    "attachment",
]


class Migration(migrations.Migration):
    dependencies = [
        ("policies", "0007_active_embedding_model"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PolicyAttachment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ordinal", models.PositiveSmallIntegerField(verbose_name="순서")),
                ("name", models.CharField(max_length=200, verbose_name="파일 이름")),
                ("url", models.URLField(blank=True, max_length=1000, verbose_name="주소")),
                ("media_type", models.CharField(blank=True, max_length=100, verbose_name="형식")),
                ("size", models.PositiveBigIntegerField(default=0, verbose_name="크기(바이트)")),
                (
                    "sha256",
                    models.CharField(
                        blank=True, db_index=True, max_length=64, verbose_name="내용 해시"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("parsed", "읽음"),
                            ("no_text", "글자 없음"),
                            ("failed", "읽지 못함"),
                            ("skipped", "읽지 않음"),
                        ],
                        default="skipped",
                        max_length=10,
                        verbose_name="상태",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=30, verbose_name="사유")),
                ("note", models.TextField(blank=True, verbose_name="안내")),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="문서 제목")),
                ("text", models.TextField(blank=True, verbose_name="읽은 글")),
                ("blocks", models.JSONField(default=list, verbose_name="구획")),
                ("warnings", models.JSONField(default=list, verbose_name="알림")),
                (
                    "file",
                    models.FileField(
                        blank=True,
                        max_length=200,
                        upload_to="attachments/",
                        verbose_name="올린 파일",
                    ),
                ),
                ("parsed_at", models.DateTimeField(blank=True, null=True, verbose_name="읽은 때")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="등록"
                    ),
                ),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="올린 담당자",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attachments",
                        to="policies.policyversion",
                        verbose_name="정책 버전",
                    ),
                ),
            ],
            options={
                "verbose_name": "붙임",
                "verbose_name_plural": "붙임",
                "ordering": ["version", "ordinal"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("version", "ordinal"), name="policies_attachment_ordinal_unique"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="policychunk",
            name="attachment",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chunks",
                to="policies.policyattachment",
                verbose_name="붙임",
            ),
        ),
        migrations.AddField(
            model_name="policychunk",
            name="page",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="쪽"),
        ),
        migrations.AddField(
            model_name="policychunk",
            name="place",
            field=models.CharField(blank=True, max_length=120, verbose_name="자리"),
        ),
        migrations.AlterField(
            model_name="policychunk",
            name="section",
            field=models.CharField(
                choices=[(section, section) for section in SECTIONS],
                max_length=20,
                verbose_name="항목",
            ),
        ),
    ]
