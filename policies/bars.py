"""Progress bars of commands, one a stage."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from tqdm import tqdm


class StageBars:
    """Opened when a stage begins, closed when the next one does.

    On sys.stderr itself: Django's wrapper would end every redraw with a new line. `names`: label
    and unit of a stage that is no Korean word itself.
    """

    def __init__(self, names: Mapping[str, tuple[str, str]] | None = None) -> None:
        self._names = names or {}
        self._stage = ""
        self._bar: tqdm[Any] | None = None

    def __enter__(self) -> StageBars:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, stage: str, done: int, total: int, /) -> None:
        if self._bar is None or stage != self._stage:
            self.__exit__()
            label, unit = self._names.get(stage, (stage, "건"))
            self._stage = stage
            self._bar = tqdm(desc=label, unit=unit, total=total or None, file=sys.stderr)
        self._bar.update(done - self._bar.n)
