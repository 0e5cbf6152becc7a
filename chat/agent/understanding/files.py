"""Where the word lists of the language understanding lie."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).with_name("data")
