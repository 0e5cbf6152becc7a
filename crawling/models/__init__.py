"""Tables of the app; importing the modules registers them."""

from crawling.models.document import RawDocument
from crawling.models.edition import Edition, EditionChange, Published
from crawling.models.run import StagedRecord, SyncRun
from crawling.models.source import Source

__all__ = [
    "Edition",
    "EditionChange",
    "Published",
    "RawDocument",
    "Source",
    "StagedRecord",
    "SyncRun",
]
