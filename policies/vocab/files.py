"""Reading of the vocabulary files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parent.parent / "reference" / "vocabulary"

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Strict(_LOADER):  # type: ignore[misc]
    """Refuses a key that is there twice instead of keeping the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        if doubled := {str(key) for key in keys if keys.count(key) > 1}:
            raise ValueError(f"{node.start_mark}: {', '.join(sorted(doubled))}")
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


def read_yaml(path: Path) -> dict[str, dict[str, Any]]:
    """A vocabulary file as it is. Raises ValueError for a key that is there twice."""
    loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=_Strict)  # noqa: S506
    return dict(loaded)
