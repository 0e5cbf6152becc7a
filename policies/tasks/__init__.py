"""Tasks of the app; every module is imported here so that Celery registers it."""

from policies.tasks.embed import embed_missing

__all__ = ["embed_missing"]
