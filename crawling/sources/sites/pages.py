"""One page of a site, read: what it says, what it leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from crawling.extraction.blocks import BlockKind, PageBlock, page_blocks
from crawling.extraction.boilerplate import (
    Manager,
    page_manager,
    template_lines,
    without_boilerplate,
)
from crawling.extraction.faq import Faq, page_faqs
from crawling.extraction.links import Link, file_links, page_links
from crawling.extraction.main import main_content
from crawling.extraction.page import Page, read_page
from crawling.sources.sites.site import Site
from crawling.text import clean_line

_TITLE_PARTS = re.compile(r"\s*(?:\||::|>|<|\u203a|»|\s[-–—]\s)\s*")
_NO_TITLE = re.compile(
    r"보건소$|구청$|^(?:HOME|홈|메인|사업안내|보건사업|본문)$|누리집|홈페이지|^\W*$", re.IGNORECASE
)
_MAX_TITLE = 80
_LEAD = 40
_LEAD_CHARS = 30


@dataclass(frozen=True)
class SitePage:
    """`blocks`: the content, still with the lines that every page of its site has."""

    url: str
    title: str
    blocks: tuple[PageBlock, ...]
    manager: Manager = field(default_factory=Manager)
    files: tuple[Link, ...] = ()
    faqs: tuple[Faq, ...] = ()
    links: tuple[Link, ...] = field(default=(), repr=False)


def page_of_html(text: str, *, url: str, site: Site, named: str = "") -> SitePage:
    """The page at `url`; `named` is how the link to it read."""
    page = read_page(text)
    links = tuple(page_links(page.root, url))
    whole = page_blocks(page.root)
    manager = page_manager(whole)
    main = main_content(page.root, site.main)
    blocks = page_blocks(main)
    return SitePage(
        url=url,
        title=_title(page, [*_heads(whole), *blocks[:10]], named),
        blocks=tuple(blocks),
        manager=manager,
        files=tuple(file_links(main, url)),
        faqs=tuple(page_faqs(main, blocks)),
        links=links,
    )


def cleaned(pages: list[SitePage]) -> list[SitePage]:
    """Pages of one site without what they all share and what no page is about."""
    template = template_lines(page.blocks for page in pages)
    done = []
    for page in pages:
        blocks = without_boilerplate(page.blocks, template=template)
        done.append(replace(page, blocks=tuple(_after_title(blocks, page.title))))
    return done


def page_to_parts(page: SitePage) -> dict[str, Any]:
    """JSON form of a page, for `RawItem.parts`."""
    updated = page.manager.updated_on
    return {
        "url": page.url,
        "title": page.title,
        "blocks": [[block.kind.value, block.level, block.text] for block in page.blocks],
        "department": page.manager.department,
        "phone": page.manager.phone,
        "updated_on": updated.isoformat() if updated else "",
        "faqs": [[each.question, each.answer] for each in page.faqs],
    }


def blocks_of_parts(parts: dict[str, Any]) -> list[PageBlock]:
    return [PageBlock(BlockKind(kind), text, level) for kind, level, text in parts["blocks"]]


def _title(page: Page, blocks: list[PageBlock], named: str) -> str:
    """What the page is called: in its head, where it was linked from, or above its text."""
    parts = _TITLE_PARTS.split(page.title)
    headings = [block.text for block in blocks if block.kind is BlockKind.HEADING]
    drawn = page.meta.get("og:title", "")
    for text in (*parts, named, *headings, drawn):
        title = clean_line(text)
        if 2 <= len(title) <= _MAX_TITLE and not _NO_TITLE.search(title):
            return title
    return clean_line(named or page.title)[:_MAX_TITLE]


def _heads(blocks: list[PageBlock]) -> list[PageBlock]:
    """Headings of the page as a whole: its title may stand outside of its content."""
    heads = [block for block in blocks if block.kind is BlockKind.HEADING and block.level <= 3]
    return heads[:5]


def _after_title(blocks: list[PageBlock], title: str) -> list[PageBlock]:
    """Blocks behind the last time that the title stands among the short lines at the top: the
    path to the page and its neighbours in the menu stand before it."""
    wanted = re.sub(r"\W", "", title)
    last = -1
    for index, block in enumerate(blocks[:_LEAD]):
        if len(block.text) > _LEAD_CHARS or block.kind is BlockKind.ROW:
            break
        if wanted and re.sub(r"\W", "", block.text) == wanted:
            last = index
    return blocks[last + 1 :]
