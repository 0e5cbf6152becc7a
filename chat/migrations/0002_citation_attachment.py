import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0001_initial"),
        ("policies", "0008_attachments"),
    ]

    operations = [
        migrations.AddField(
            model_name="citation",
            name="attachment",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="policies.policyattachment",
                verbose_name="붙임",
            ),
        ),
    ]
