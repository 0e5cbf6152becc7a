"""First look at a file, cheap and safe in any process."""

from __future__ import annotations

PDF = b"%PDF-"
PDF_WITHIN = 1024  # readers accept the mark anywhere in the first kilobyte
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def looks_readable(data: bytes) -> bool:
    """Whether it begins as PDF, an Office archive or an HWP file does."""
    return data.startswith((*ZIP, COMPOUND)) or PDF in data[:PDF_WITHIN]
