"""Prompts are Markdown files; the hash of the one used is stored with each answer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path


@dataclass(frozen=True)
class Prompt:
    text: str
    hash: str


@lru_cache
def prompt(name: str) -> Prompt:
    """Prompt `name` (file stem in this folder)."""
    text = (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8")
    return Prompt(text, hashlib.sha256(text.encode()).hexdigest())
