"""A throw-away database for measuring: made, migrated, dropped."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper


@contextmanager
def scratch_database() -> Iterator[str]:
    """Points the default connection at a new migrated database for the block's length.

    The real data is never touched; the database is dropped even when the block fails.
    """
    original = connection.settings_dict["NAME"]
    name = f"poly_scratch_{uuid.uuid4().hex[:12]}"
    # An open pool would go on handing out connections to the real database.
    connection.close()
    wrapper = connections[DEFAULT_DB_ALIAS]
    if isinstance(wrapper, DatabaseWrapper):
        wrapper.close_pool()
    connection.settings_dict["TEST"] = {**connection.settings_dict.get("TEST", {}), "NAME": name}
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield name
    finally:
        connection.creation.destroy_test_db(original, verbosity=0)
