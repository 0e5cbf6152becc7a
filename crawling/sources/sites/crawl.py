"""A site walked over its menus: pages that may tell of a policy, in the order they are found."""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from crawling.extraction.faq import Faq
from crawling.extraction.links import Link
from crawling.fetching.access import site_rules
from crawling.fetching.types import (
    Expect,
    Fetcher,
    FetchError,
    FetchFault,
    HostRules,
    Params,
    Progress,
)
from crawling.sources.base import MAX_ID, RawItem
from crawling.sources.sites.files import FileContent, page_file
from crawling.sources.sites.pages import SitePage, cleaned, page_of_html, page_to_parts
from crawling.sources.sites.site import Site

_GONE = (404, 410)
_MOST_FILES = 10
_SAME_NAME = re.compile(r"[\W_]|지원|사업|안내|서비스")


@dataclass
class _Walk:
    """Where a walk stands: `waiting` holds (address, name of the link, links from a start)."""

    waiting: deque[tuple[str, str, int]] = field(default_factory=deque)
    seen: set[str] = field(default_factory=set)
    pages: list[SitePage] = field(default_factory=list)
    faq_pages: list[SitePage] = field(default_factory=list)
    # Pages that are none of ours, and those that failed, with the reason.
    skipped: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


class SiteCrawler:
    """See `Crawler`; one for each site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.name = site.name

    @property
    def rules(self) -> HostRules:
        return site_rules(self.site.hosts)

    def secret_params(self) -> Params:
        return {}

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """All pages first: what is common to them is no content of any. Raises FetchError when
        a start page fails, or when there are more pages than the site is said to have."""
        walk = self._walked(fetcher, limit, progress)
        for url, reason in walk.failed.items():
            yield RawItem(page_key(url), {"url": url}, reason)
        for url, reason in walk.skipped.items():
            yield RawItem(page_key(url), {"url": url, "skip": reason})
        faqs = [each for page in (*walk.faq_pages, *walk.pages) for each in page.faqs]
        pages = cleaned(walk.pages)
        told: dict[str, str] = {}
        for number, page in enumerate(pages, start=1):
            parts = page_to_parts(page)
            content = json.dumps([page.title, parts["blocks"]], ensure_ascii=False)
            first = told.setdefault(content, page.url)
            if first != page.url and page.blocks:
                reason = f"같은 내용의 페이지가 있습니다: {first}"
                yield RawItem(page_key(page.url), {"url": page.url, "skip": reason})
                continue
            asked = [*page.faqs, *_faqs_about(page, faqs)]
            parts["faqs"] = [[each.question, each.answer] for each in dict.fromkeys(asked)]
            parts["files"] = [_file(fetcher, self.site, link) for link in page.files[:_MOST_FILES]]
            yield RawItem(page_key(page.url), parts)
            progress("붙임", number, len(pages))

    def _walked(self, fetcher: Fetcher, limit: int | None, progress: Progress) -> _Walk:
        walk = _Walk()
        for url in self.site.start:
            self._wait_for(walk, Link(self.site.address(url), ""), 0)
        while walk.waiting:
            if limit and len(walk.pages) >= limit:
                break
            if len(walk.seen) - len(walk.waiting) >= self.site.max_pages:
                message = f"{self.site.title}의 페이지가 {self.site.max_pages}쪽을 넘습니다"
                raise FetchError(FetchFault.SCHEMA, message)
            url, named, depth = walk.waiting.popleft()
            self._visit(fetcher, walk, url, named, depth)
            progress("페이지", len(walk.seen) - len(walk.waiting), len(walk.seen))
        return walk

    def _visit(self, fetcher: Fetcher, walk: _Walk, url: str, named: str, depth: int) -> None:
        try:
            fetched = fetcher.get(url, expect=Expect.HTML)
        except FetchError as error:
            if depth == 0 or error.of_the_host:
                raise
            self._note(walk, url, error)
            return
        landed = self.site.address(fetched.url) or url
        if landed != url and landed in walk.seen and depth:
            self._skip(walk, url, "다른 주소로 옮겨져 거기에서 읽는 페이지입니다")
            return
        walk.seen.add(landed)
        page = page_of_html(fetched.text, url=landed, site=self.site, named=named)
        if self.site.is_faq(url):
            walk.faq_pages.append(page)
        elif self.site.is_page(page.url):
            walk.pages.append(page)
        if depth < self.site.depth:
            for link in page.links:
                self._wait_for(walk, link, depth + 1)

    def _wait_for(self, walk: _Walk, link: Link, depth: int) -> None:
        url = self.site.address(link.url)
        if url and url not in walk.seen and (depth == 0 or self.site.leads_on(url)):
            walk.seen.add(url)
            walk.waiting.append((url, link.text, depth))

    def _note(self, walk: _Walk, url: str, error: FetchError) -> None:
        """A dead link is no fault of the run, nor a page that robots.txt keeps from us."""
        if error.kind is FetchFault.STATUS and error.status in _GONE:
            self._skip(walk, url, "없는 페이지로 이어진 링크입니다")
        elif error.kind is FetchFault.ROBOTS:
            self._skip(walk, url, "robots.txt가 가져오지 말라고 한 페이지입니다")
        elif error.kind is FetchFault.REFUSED_HOST:
            self._skip(walk, url, "다른 누리집으로 이어진 페이지입니다")
        else:
            walk.failed[url] = f"페이지를 받지 못했습니다: {error}"

    def _skip(self, walk: _Walk, url: str, reason: str) -> None:
        if self.site.is_page(url):
            walk.skipped[url] = reason


def page_key(url: str) -> str:
    """Path and query of an address, as the identifier of its page within the site."""
    parts = urlsplit(url)
    text = parts.path + (f"?{parts.query}" if parts.query else "")
    if len(text) <= MAX_ID:
        return text
    return f"{text[:60]}#{hashlib.sha256(text.encode()).hexdigest()[:24]}"


def _file(fetcher: Fetcher, site: Site, link: Link) -> dict[str, object]:
    """A file of a page; one of another host, or that cannot be had, is named only."""
    content: FileContent | None = None
    if site.address(link.url):
        content = page_file(fetcher, link.url)
    return {"name": link.text, "url": link.url, "content": content}


def _faqs_about(page: SitePage, faqs: list[Faq]) -> list[Faq]:
    """Questions of the site that name what the page is called."""
    name = _SAME_NAME.sub("", page.title)
    if len(name) < 3:
        return []
    return [each for each in faqs if name in _SAME_NAME.sub("", each.question)]
