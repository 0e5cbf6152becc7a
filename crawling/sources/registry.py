"""The sources that can be imported from files, and those that can be crawled, by name."""

from __future__ import annotations

from crawling.fetching.types import Crawler
from crawling.sources.applyhome.crawl import ApplyhomeCrawler, ApplyhomeRatesCrawler
from crawling.sources.base import Source
from crawling.sources.bokjiro.adapter import Bokjiro
from crawling.sources.bokjiro.crawl import BokjiroCrawler
from crawling.sources.gov24.adapter import Gov24
from crawling.sources.gov24.crawl import Gov24Crawler
from crawling.sources.lh_complexes.crawl import LhComplexesCrawler
from crawling.sources.lh_notices.crawl import LhNoticesCrawler
from crawling.sources.sites.adapter import SiteSource
from crawling.sources.sites.crawl import SiteCrawler
from crawling.sources.sites.site import sites
from crawling.sources.welfare_facilities.crawl import WelfareFacilitiesCrawler
from crawling.sources.youthcenter.adapter import Youthcenter
from crawling.sources.youthcenter.crawl import YouthcenterCrawler

_SITES = list(sites().values())
_SOURCES: list[Source] = [Gov24(), Youthcenter(), Bokjiro()]
_SOURCES += [SiteSource(site) for site in _SITES]
_CRAWLERS: list[Crawler] = [
    Gov24Crawler(),
    YouthcenterCrawler(),
    BokjiroCrawler(),
    LhComplexesCrawler(),
    LhNoticesCrawler(),
    ApplyhomeCrawler(),
    ApplyhomeRatesCrawler(),
    WelfareFacilitiesCrawler(),
]
_CRAWLERS += [SiteCrawler(site) for site in _SITES]

SOURCES: dict[str, Source] = {source.name: source for source in _SOURCES}

CRAWLERS: dict[str, Crawler] = {crawler.name: crawler for crawler in _CRAWLERS}
