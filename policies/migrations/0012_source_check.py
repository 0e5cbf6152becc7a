"""The day of each source's last good collection."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("policies", "0011_lexical_terms")]

    operations = [
        migrations.CreateModel(
            name="SourceCheck",
            fields=[
                (
                    "source",
                    models.CharField(
                        max_length=30, primary_key=True, serialize=False, verbose_name="출처"
                    ),
                ),
                ("good_on", models.DateField(verbose_name="마지막으로 모두 모은 날")),
            ],
            options={
                "verbose_name": "출처 확인",
                "verbose_name_plural": "출처 확인",
                "ordering": ["source"],
            },
        ),
    ]
