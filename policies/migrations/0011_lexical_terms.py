"""Counts of frequent words, and the postings of a version by word."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("policies", "0010_vocabulary")]

    operations = [
        migrations.CreateModel(
            name="LexicalTerm",
            fields=[
                (
                    "term",
                    models.CharField(
                        max_length=60, primary_key=True, serialize=False, verbose_name="형태소"
                    ),
                ),
                ("policies", models.PositiveIntegerField(verbose_name="정책 수")),
                ("average_length", models.FloatField(default=0, verbose_name="평균 길이")),
            ],
            options={"verbose_name": "잦은 형태소", "verbose_name_plural": "잦은 형태소"},
        ),
        migrations.AddIndex(
            model_name="lexicalposting",
            index=models.Index(
                fields=["version", "term"], include=["frequency"], name="policies_posting_version"
            ),
        ),
    ]
