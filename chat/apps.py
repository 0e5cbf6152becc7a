from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_delete, post_migrate


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = "대화"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(create_checkpoint_tables, sender=self)
        post_delete.connect(delete_checkpoints, sender="chat.Conversation")


def create_checkpoint_tables(using: str, **kwargs: Any) -> None:
    """The checkpointer keeps versioned tables of its own: brought up to date with ours."""
    if using == "default":
        from chat.agent.checkpoints import checkpoint_tables_create

        checkpoint_tables_create()


def delete_checkpoints(instance: Any, **kwargs: Any) -> None:
    """A deleted conversation leaves nothing behind, however it was deleted."""
    from chat.agent.checkpoints import checkpoints_delete

    thread_id = str(instance.id)
    transaction.on_commit(lambda: checkpoints_delete(thread_id))
