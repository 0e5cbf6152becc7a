"""Rows of the test database kept between tests: loading the same catalogue anew takes longer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from django.db import connection, transaction

_TABLES = """
    SELECT quote_ident(relname) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'django_migrations'
"""
_SEQUENCES = """
    SELECT pg_get_serial_sequence(c.oid::regclass::text, a.attname), a.attname, c.oid::regclass
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped
      AND pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL
      AND c.relname = ANY (%s)
"""
_STEP = 1_000_000
_restored = count(1)


@dataclass(frozen=True)
class StoredRows:
    """What was loaded into tables that were empty: columns and rows as COPY writes them."""

    tables: dict[str, bytes]

    def restore(self) -> None:
        """Write the rows again. Data versions move on: what a process keeps of the data is of
        an earlier test."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            for table, rows in self.tables.items():
                with cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
                    copy.write(rows)
            cursor.execute(_SEQUENCES, [list(self.tables)])
            for sequence, column, table in cursor.fetchall():
                highest = f"SELECT greatest(max({column}), 1) FROM {table}"
                cursor.execute(f"SELECT setval(%s, ({highest}))", [sequence])
            cursor.execute(
                "UPDATE policies_dataversion SET number = number + %s, updated_at = now()",
                [_STEP * next(_restored)],
            )


def empty_tables() -> list[str]:
    """Names of the tables without rows."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        names = [name for (name,) in cursor.fetchall()]
        found = []
        for name in names:
            cursor.execute(f"SELECT EXISTS (SELECT FROM {name})")
            row = cursor.fetchone()
            if row and not row[0]:
                found.append(name)
    return found


def stored_rows(tables: list[str]) -> StoredRows:
    """The rows that these tables hold now."""
    still = set(empty_tables())
    rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            if table not in still:
                with cursor.copy(f"COPY {table} TO STDOUT (FORMAT binary)") as copy:
                    rows[table] = b"".join(bytes(piece) for piece in copy)
    return StoredRows(rows)
