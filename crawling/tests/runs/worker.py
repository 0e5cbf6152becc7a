"""A Celery worker whose source stops in the middle until a file is there.

`python -m crawling.tests.runs.worker <file>`: `<file>.reached` tells that it waits.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import django


def _nothing_embedded(**given: Any) -> int:
    return 0


def main(gate: Path) -> None:
    django.setup()
    from config.celery import app
    from crawling.runs import work as work_module
    from crawling.sources import registry
    from crawling.tests.runs.support import SOURCE, ListedCrawler, gov24_items

    def before(number: int) -> None:
        if number == 3:
            gate.with_suffix(".reached").touch()
            while not gate.exists():
                time.sleep(0.05)

    crawler = ListedCrawler()
    crawler.items, crawler.before = gov24_items(6), before
    registry.CRAWLERS[SOURCE] = crawler
    work_module.policies_embed = _nothing_embedded
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["worker", "-P", "solo", "--loglevel", "INFO", *quiet])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
