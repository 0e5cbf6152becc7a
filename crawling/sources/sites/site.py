"""What is known of each site: data, one YAML file a site."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from crawling.errors import SnapshotError
from crawling.extraction.links import canonical
from policies.geography import Region, known_region
from policies.vocabulary import Theme

DATA = Path(__file__).with_name("data")


class Site(BaseModel):
    """One site. Patterns are regular expressions on path and query of an address.

    `start`: where the walk begins. `allow`: pages that may tell of a policy; `follow`: pages
    that only lead to such ones (lists); `deny`: neither, whatever else fits. `faq`: pages of
    questions. `main`: selectors of the content, tried in order. `drop_params`: parameters that
    do not change a page. `depth`: links from a start page. `region` none: the whole country.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, ignored_types=(cached_property,))

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{2,29}$")
    title: str = Field(min_length=2, max_length=100)
    publisher: str = Field(min_length=2, max_length=100)
    sido: str = ""
    sigungu: str = ""
    hosts: tuple[str, ...] = Field(min_length=1)
    start: tuple[str, ...] = Field(min_length=1)
    allow: tuple[str, ...] = Field(min_length=1)
    follow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    faq: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    drop_params: tuple[str, ...] = ()
    themes: tuple[Theme, ...] = ()
    depth: int = Field(default=3, ge=0, le=6)
    max_pages: int = Field(default=500, ge=1, le=5000)

    @field_validator("allow", "follow", "deny", "faq")
    @classmethod
    def _patterns(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        for value in values:
            try:
                re.compile(value)
            except re.error as error:
                raise ValueError(f"정규식이 아닙니다: {value} ({error})") from error
        return values

    @field_validator("start")
    @classmethod
    def _addresses(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        for value in values:
            if not canonical(value):
                raise ValueError(f"주소가 아닙니다: {value}")
        return values

    @cached_property
    def region(self) -> Region | None:
        return known_region(self.sido, self.sigungu or None) if self.sido else None

    def address(self, url: str) -> str:
        """One spelling of an address of this site, "" for one of another host."""
        url = canonical(url, drop=frozenset(self.drop_params))
        return url if urlsplit(url).netloc in self.hosts else ""

    def is_page(self, url: str) -> bool:
        """Whether an address (see `address`) may tell of a policy."""
        return self._fits(self.allow, url) and not self._fits(self.deny, url)

    def is_faq(self, url: str) -> bool:
        return self._fits(self.faq, url) and not self._fits(self.deny, url)

    def leads_on(self, url: str) -> bool:
        """Whether a page is read for its links at least."""
        wanted = (*self.allow, *self.follow, *self.faq)
        return self._fits(wanted, url) and not self._fits(self.deny, url)

    @staticmethod
    def _fits(patterns: tuple[str, ...], url: str) -> bool:
        parts = urlsplit(url)
        text = parts.path + (f"?{parts.query}" if parts.query else "")
        return any(re.search(pattern, text) for pattern in patterns)


def read_site(path: Path) -> Site:
    """The site in a file. Raises SnapshotError with what is wrong in it."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        site = Site.model_validate(content)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SnapshotError(f"누리집 설정을 읽을 수 없습니다: {path.name} ({error})") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SnapshotError(
            f"누리집 설정이 올바르지 않습니다: {path.name} {place}: {first['msg']}"
        ) from error
    if site.sido and site.region is None:
        raise SnapshotError(
            f"누리집 설정의 지역을 모릅니다: {path.name} {site.sido} {site.sigungu}"
        )
    if any(site.address(url) == "" for url in site.start):
        raise SnapshotError(f"시작 주소가 hosts에 없습니다: {path.name}")
    return site


@cache
def sites() -> dict[str, Site]:
    """The sites of the project by name."""
    found = [read_site(path) for path in sorted(DATA.glob("*.yaml"))]
    return {site.name: site for site in found}
