"""Pages that others collected as text: JSON lists of {source_url, title, raw_text}."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crawling.errors import SnapshotError
from crawling.extraction.blocks import BlockKind, PageBlock
from crawling.extraction.boilerplate import page_manager
from crawling.sources.files import MAX_FILE_BYTES, find_files
from crawling.sources.sites.pages import SitePage
from crawling.sources.sites.site import Site
from crawling.text import clean_line, clean_text

_TABLE, _TABLE_END = "[표 시작]", "[표 끝]"
_RULE = re.compile(r"[-=─—]{2,}")
# Some collectors write a backslash of the page as it is.
_STRAY = re.compile(r'\\(?!["\\/bfnrtu])')


def collected_pages(path: Path, site: Site) -> list[SitePage]:
    """Pages of `site` in a file or folder, each address once. Raises SnapshotError where a
    file that names the site cannot be read, or no page of it is there."""
    pages: dict[str, SitePage] = {}
    for file in find_files(path, ["*.json"]):
        for row in _rows(file, site):
            page = _page(row, site)
            if page is not None:
                pages.setdefault(page.url, page)
    if not pages:
        raise SnapshotError(f"{site.title}({', '.join(site.hosts)})의 페이지가 없습니다: {path}")
    return list(pages.values())


def text_blocks(text: str) -> list[PageBlock]:
    """Lines of a flattened page; rows of its tables as they are."""
    blocks: list[PageBlock] = []
    in_table = False
    for line in clean_text(text).split("\n"):
        line = line.strip()
        if line in (_TABLE, _TABLE_END):
            in_table = line == _TABLE
        elif line and not _RULE.fullmatch(line):
            blocks.append(PageBlock(BlockKind.ROW if in_table else BlockKind.PARAGRAPH, line))
    return blocks


def _rows(file: Path, site: Site) -> Iterator[Any]:
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise SnapshotError(f"파일이 너무 큽니다: {file}")
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SnapshotError(f"파일을 읽을 수 없습니다: {file} ({error})") from error
    if not any(host in text for host in site.hosts):
        return
    try:
        rows = json.loads(text)
    except json.JSONDecodeError:
        try:
            rows = json.loads(_STRAY.sub(r"\\\\", text))
        except json.JSONDecodeError as error:
            raise SnapshotError(
                f"JSON을 읽을 수 없습니다: {file} ({error.lineno}번째 줄)"
            ) from error
    if not isinstance(rows, list):
        raise SnapshotError(f"페이지 목록이 아닙니다: {file}")
    yield from rows


def _page(row: Any, site: Site) -> SitePage | None:
    """The page of a row, None where it is none of the site or has no text."""
    if not isinstance(row, dict) or not isinstance(row.get("raw_text"), str):
        return None
    url = site.address(clean_line(row.get("source_url")))
    if not url:
        return None
    blocks = text_blocks(row["raw_text"])
    return SitePage(
        url=url,
        title=clean_line(row.get("title"))[:300],
        blocks=tuple(blocks),
        manager=page_manager(blocks),
    )
