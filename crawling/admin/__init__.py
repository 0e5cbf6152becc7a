"""Admin of the sources and their runs; importing the modules registers them."""

from crawling.admin import run, source

__all__ = ["run", "source"]
