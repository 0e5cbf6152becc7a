"""Tasks of the app; every module is imported here so that Celery registers it."""

from policies.tasks.embed import embed_missing, reembed_continue
from policies.tasks.graph import graph_refresh
from policies.tasks.lexicon import lexicon_refresh
from policies.tasks.rules import rules_read_changed

__all__ = [
    "embed_missing",
    "graph_refresh",
    "lexicon_refresh",
    "reembed_continue",
    "rules_read_changed",
]
