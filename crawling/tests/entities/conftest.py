from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings

from crawling.tests.entities.services import Services
from crawling.tests.replay.server import ReplayServer


@pytest.fixture
def services(settings: Any) -> Iterator[Services]:
    with ReplayServer() as server:
        found = Services(server)
        settings.CRAWL = found.settings(django_settings.CRAWL)
        yield found
