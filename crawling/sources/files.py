"""Snapshot files: JSON and XML read with clear errors for what is missing, cut or foreign."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from crawling.errors import SnapshotError
from crawling.periods import SEOUL

MAX_FILE_BYTES = 512 * 1024 * 1024

_FETCHED = re.compile(r"[Ff]etched (20\d{2}-\d{2}-\d{2})")
_DAY = re.compile(r"(?<!\d)(20\d{2}-\d{2}-\d{2})(?!\d)")


def read_json(path: Path) -> Any:
    """Content of a JSON file (UTF-8, with or without BOM)."""
    text = _read_text(path)
    if not text.strip():
        raise SnapshotError(f"빈 파일입니다: {path}")
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        hint = " 파일이 중간에 잘린 것 같습니다." if cut else ""
        raise SnapshotError(
            f"JSON을 읽을 수 없습니다: {path} ({error.lineno}번째 줄 {error.colno}번째 글자).{hint}"
        ) from error
    except (RecursionError, ValueError) as error:
        raise SnapshotError(f"JSON을 읽을 수 없습니다: {path} ({type(error).__name__})") from error


def read_xml(path: Path) -> ElementTree.Element:
    """Root of an XML file. Document type declarations are refused: entities may not expand."""
    text = _read_text(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise SnapshotError(f"문서 형식 선언이 있는 XML은 읽지 않습니다: {path}")
    try:
        return ElementTree.fromstring(text)  # noqa: S314 - declarations are refused above
    except ElementTree.ParseError as error:
        raise SnapshotError(f"XML을 읽을 수 없습니다: {path} ({error}).") from error


def element_dict(element: ElementTree.Element) -> dict[str, Any]:
    """Children of an element: texts by tag; children with children become lists of objects."""
    values: dict[str, Any] = {}
    for child in element:
        if len(child):
            values.setdefault(child.tag, []).extend(_child_rows(child))
        elif child.tag not in values:
            values[child.tag] = child.text or ""
    return values


def find_files(path: Path, patterns: Iterable[str]) -> list[Path]:
    """Files of a folder that match, samples (`sample_…`) only when there is nothing else."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise SnapshotError(f"경로가 없습니다: {path}")
    files = sorted({file for pattern in patterns for file in path.glob(pattern)})
    return [file for file in files if not file.name.startswith("sample")] or files


def provenance_date(path: Path) -> date | None:
    """Day of collection as PROVENANCE.txt beside the snapshot tells it."""
    folder = path if path.is_dir() else path.parent
    note = folder / "PROVENANCE.txt"
    if not note.is_file():
        return None
    text = note.read_text(encoding="utf-8", errors="replace")
    match = _FETCHED.search(text) or _DAY.search(text)
    try:
        return date.fromisoformat(match.group(1)) if match else None
    except ValueError:
        return None


def modified_on(path: Path) -> date:
    """Day (in Korea) the file, or the newest file of the folder, was last written."""
    files = [path] if path.is_file() else [file for file in path.iterdir() if file.is_file()]
    newest = max((file.stat().st_mtime for file in files), default=path.stat().st_mtime)
    return datetime.fromtimestamp(newest, tz=SEOUL).date()


def _no_number(_name: str) -> None:
    """NaN and Infinity are no JSON, and the database refuses them: taken as null."""


def _child_rows(child: ElementTree.Element) -> list[dict[str, Any]]:
    # <basfrmList><basfrm>…</basfrm></basfrmList> and <applmetList><servSeCode/>…</applmetList>
    if all(len(grandchild) for grandchild in child):
        return [element_dict(grandchild) for grandchild in child]
    return [element_dict(child)]


def _read_text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise SnapshotError(f"파일이 너무 큽니다: {path}")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SnapshotError(f"UTF-8 파일이 아닙니다: {path}") from error
    except OSError as error:
        raise SnapshotError(f"파일을 읽을 수 없습니다: {path} ({error.strerror}).") from error
