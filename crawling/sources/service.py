"""What all crawlers of an open service have in common: its addresses in the settings, and a key."""

from __future__ import annotations

from django.conf import settings

from crawling.fetching.access import service_key, service_rules
from crawling.fetching.types import HostRules, Params


class ServiceCrawler:
    """Base of a crawler. `services`: names of the addresses in `settings.CRAWL["urls"]`;
    `secret`: parameter of the key and the environment variable that holds it."""

    services: tuple[str, ...]
    secret = ("serviceKey", "DATA_GO_KR_KEY")

    @property
    def rules(self) -> HostRules:
        return service_rules(*(settings.CRAWL["urls"][name] for name in self.services))

    def secret_params(self) -> Params:
        parameter, variable = self.secret
        return {parameter: service_key(variable)}
