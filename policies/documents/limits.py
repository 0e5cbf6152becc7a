"""Bounds of reading one document. Sizes in bytes, times in seconds."""

from __future__ import annotations

from dataclasses import dataclass

MAX_FILE = 30 * 1024 * 1024
MAX_TEXT = 3_000_000  # characters
MAX_BLOCKS = 60_000
MAX_PAGES = 2_000
MAX_SHEETS = 100
MAX_ROWS = 30_000  # of a workbook
MAX_COLUMNS = 256
MAX_CELLS = 400_000  # of one table
MAX_TABLE_DEPTH = 12

# Office files hold a few hundred parts; text compresses 10 to 30 times.
ZIP_ENTRIES = 4_000
ZIP_TOTAL = 200 * 1024 * 1024
ZIP_XML_PART = 80 * 1024 * 1024
ZIP_RATIO = 150
ZIP_RATIO_FROM = 10 * 1024 * 1024  # smaller contents may compress as well as they like

# CPU seconds, so that a busy machine finds the same tables; past them pages give text only.
PDF_TABLE_SECONDS = 30.0


@dataclass(frozen=True)
class ProcessLimits:
    """Bounds of the reading process."""

    wall: float = 120.0
    cpu: int = 60
    memory: int = 1280 * 1024 * 1024
    open_files: int = 64
    output: int = 64 * 1024 * 1024
    wait: float = 120.0  # for a free place


PROCESSES = 2
