"""Crawlers with their targets, and the rows of their sources."""

from __future__ import annotations

from crawling.errors import RunRefused
from crawling.fetching.types import Crawler
from crawling.models import Source
from crawling.runs.policy_target import PolicyTarget
from crawling.runs.targets import Target
from crawling.sources.registry import CRAWLERS, SOURCES


def crawler_named(name: str) -> Crawler:
    """The crawler of a source. Raises RunRefused for a name without one."""
    if name not in CRAWLERS:
        raise RunRefused(f"수집할 수 없는 출처입니다: {name} (가능: {', '.join(CRAWLERS)})")
    return CRAWLERS[name]


def target_of(name: str) -> Target:
    """Where the records of the source go: its crawler says so, or they become policies."""
    target = getattr(crawler_named(name), "target", None)
    return target if target is not None else PolicyTarget(SOURCES[name])


def source_ensure(name: str) -> Source:
    """The row of a source, with what people read of it brought up to date."""
    about = target_of(name).about
    row, _ = Source.objects.update_or_create(
        name=name,
        defaults={
            "title": about.title,
            "publisher": about.publisher,
            "document_url": about.document_url,
            "data_group": about.data_group,
        },
    )
    return row
