"""The sources that can be imported, by name."""

from __future__ import annotations

from crawling.sources.base import Source
from crawling.sources.bokjiro.adapter import Bokjiro
from crawling.sources.gov24.adapter import Gov24
from crawling.sources.youthcenter.adapter import Youthcenter

SOURCES: dict[str, Source] = {source.name: source for source in (Gov24(), Youthcenter(), Bokjiro())}
