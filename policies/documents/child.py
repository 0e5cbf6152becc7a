"""The reading process: `python -m policies.documents.child` with a file on standard input.

First line: JSON with the name; the rest: the file. Standard output: one JSON object, either
{"document": …} or {"code": …, "note": …}.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from policies.documents.confine import Forbidden, confine
from policies.documents.limits import ProcessLimits
from policies.documents.types import DocumentFailed, FailureCode, document_to_data


def main() -> None:
    head = json.loads(sys.stdin.buffer.readline())
    confine(ProcessLimits(**head["limits"]))
    try:
        result = _read(head["name"])
        output = json.dumps(result, ensure_ascii=False).encode()
    except MemoryError:
        output = json.dumps({"code": FailureCode.MEMORY, "note": ""}).encode()
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def _read(name: str) -> dict[str, Any]:
    # Only now: the parsers load inside the bounds.
    from policies.documents.parse import parse_document

    try:
        document = parse_document(sys.stdin.buffer.read(), name=name)
    except DocumentFailed as failed:
        return {"code": failed.code, "note": failed.note}
    except Forbidden:
        return {"code": FailureCode.CRASHED, "note": ""}
    return {"document": document_to_data(document)}


if __name__ == "__main__":
    main()
