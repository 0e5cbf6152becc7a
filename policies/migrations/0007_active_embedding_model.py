"""The model whose vectors a database holds (most of) goes on answering its searches, even if
the settings name another one at the first start after the update."""

from typing import Any

from django.db import migrations
from django.db.models import Count

LOCAL = "multilingual-e5-small"


def remember(apps: Any, schema_editor: Any) -> None:
    embeddings = apps.get_model("policies", "Embedding").objects.order_by()
    counts = embeddings.values("model_name", "model_version", "dimension").annotate(n=Count("id"))
    states = apps.get_model("policies", "EmbeddingModelState").objects
    for place, row in enumerate(counts.order_by("-n", "model_name", "model_version")):
        states.get_or_create(
            name=row["model_name"],
            version=row["model_version"],
            defaults={
                "embedder": "local" if row["model_name"] == LOCAL else "openai",
                "dimension": row["dimension"],
                "role": "active" if place == 0 else "kept",
            },
        )


class Migration(migrations.Migration):
    dependencies = [("policies", "0006_embedding_runs")]

    operations = [migrations.RunPython(remember, migrations.RunPython.noop)]
