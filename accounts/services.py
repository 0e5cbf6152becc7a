"""What belongs to an account as a whole: handing it out and erasing it.

Both follow the foreign keys that deletion follows, so a new personal table is exported and
erased without a word here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from django.core.serializers import python as python_serializer
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone

from accounts.models import User

# Never handed out: not facts about the person.
_SECRET = frozenset({"password", "token", "token_secret", "prompt_hash", "session_key"})


@transaction.atomic
def account_delete(*, user: User) -> None:
    """Erase the account and everything that belongs to it."""
    user.delete()


def account_export(*, user: User) -> dict[str, Any]:
    """Everything stored about the person, by kind, ready for JSON."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for row in _owned(user, {(User, user.pk)}):
        kind = str(row._meta.verbose_name)
        kinds.setdefault(kind, []).append(_shown(row))
    body = {"내보낸 시각": timezone.localtime().isoformat(timespec="seconds"), "자료": kinds}
    exported: dict[str, Any] = json.loads(json.dumps(body, cls=DjangoJSONEncoder))
    return exported


def _owned(row: models.Model, seen: set[tuple[type[models.Model], Any]]) -> Iterator[models.Model]:
    """The row and, depth first, what a deletion of it would delete too."""
    yield row
    for relation in row._meta.related_objects:
        if relation.on_delete is not models.CASCADE:
            continue
        manager = relation.related_model._base_manager
        for child in manager.filter(**{relation.field.name: row}).order_by("pk"):
            key = (type(child), child.pk)
            if key not in seen:
                seen.add(key)
                yield from _owned(child, seen)


def _shown(row: models.Model) -> dict[str, Any]:
    serialized = python_serializer.Serializer().serialize([row])[0]
    fields = {
        str(cast("models.Field[Any, Any]", row._meta.get_field(name)).verbose_name): value
        for name, value in serialized["fields"].items()
        if name not in _SECRET
    }
    return {"식별자": serialized["pk"], **fields}
