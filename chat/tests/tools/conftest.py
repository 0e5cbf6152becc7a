from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from chat.tests.tools.asking import ENTRIES
from policies.models import Policy
from policies.tests.records import load_entries


@pytest.fixture(scope="module")
def welfare(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Policy]]:
    """Entries of the catalogue with their vectors, for all tests of a module; rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield load_entries(*ENTRIES)
        transaction.set_rollback(True)
