"""A record as JSON, for whoever keeps it before it is loaded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from policies.records import PolicyRecord

_ADAPTER = TypeAdapter(PolicyRecord)


def record_to_data(record: PolicyRecord) -> dict[str, Any]:
    """JSON of `record`. Contents of attachments are left out; their hashes stay."""
    files = [replace(file, content=None, sha256=file.digest) for file in record.attachments]
    data: dict[str, Any] = _ADAPTER.dump_python(replace(record, attachments=files), mode="json")
    return data


def record_from_data(data: dict[str, Any]) -> PolicyRecord:
    """The record of `record_to_data`. Raises ValueError for anything else."""
    return _ADAPTER.validate_python(data)
