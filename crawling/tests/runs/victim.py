"""A process that works on the run of the test database and dies where it is told to.

`python -m crawling.tests.runs.victim <stage>`: as SIGKILL ends it, in the middle of a stage.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import django


def _die(*args: Any, **options: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def main(stage: str) -> None:
    django.setup()
    from crawling.runs import publishing
    from crawling.runs import work as work_module
    from crawling.sources import registry
    from crawling.tests.runs.support import SOURCE, ListedCrawler, crawled, gov24_items

    crawler = ListedCrawler()
    crawler.items = gov24_items(6)
    registry.CRAWLERS[SOURCE] = crawler
    places: dict[str, tuple[Any, str]] = {
        "gate": (work_module, "gates_check"),
        "publish": (publishing, "_source_note"),
        "embed": (work_module, "policies_embed"),
    }
    if stage == "fetch":
        crawler.before = lambda number: _die() if number == 4 else None
    else:
        module, name = places[stage]
        setattr(module, name, _die)
    crawled()


if __name__ == "__main__":
    main(sys.argv[1])
