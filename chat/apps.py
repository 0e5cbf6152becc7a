from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = "대화"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(create_checkpoint_tables, sender=self)


def create_checkpoint_tables(using: str, **kwargs: Any) -> None:
    """The checkpointer keeps versioned tables of its own: brought up to date with ours."""
    if using == "default":
        from chat.agent.checkpoints import checkpoint_tables_create

        checkpoint_tables_create()
