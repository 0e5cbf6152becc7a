"""Pages of the shared collection, as its files have them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def collected_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Rows of all files, with the name of their file."""
    for path in sorted(folder.glob("*structured*.json")):
        text = path.read_text(encoding="utf-8")
        try:
            rows = json.loads(text)
        except json.JSONDecodeError:
            rows = json.loads(re.sub(r'\\(?!["\\/bfnrtu])', r"\\\\", text))
        for row in rows:
            yield {**row, "file": path.name}
