"""Admin of the sources, their runs and editions; importing the modules registers them."""

from crawling.admin import edition, run, source

__all__ = ["edition", "run", "source"]
