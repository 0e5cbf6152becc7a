"""The vocabulary of the running system: the table once it is loaded, the files before."""

from __future__ import annotations

import threading

from django.apps import apps

from policies.vocab.matcher import Matcher
from policies.vocab.shipped import shipped_matcher
from policies.vocab.types import Entry

GROUP = "vocabulary"
_lock = threading.Lock()
_built: tuple[object, Matcher] | None = None


def current_matcher() -> Matcher:
    """The matcher for the data version of now: one query a call, a new matcher after a change.

    Without Django (plain scripts) and before the first load it is the one of the files.
    """
    if not apps.ready:
        return shipped_matcher()
    from policies.cache import data_stamp

    stamp = data_stamp([GROUP])
    return _of_table(stamp) if stamp else shipped_matcher()


def _of_table(stamp: object) -> Matcher:
    global _built
    built = _built
    if built is None or built[0] != stamp:
        with _lock:
            built = _built
            if built is None or built[0] != stamp:
                built = _built = (stamp, Matcher(_entries()))
    return built[1]


def _entries() -> list[Entry]:
    from policies.models import VocabularyEntry

    return [row.as_entry() for row in VocabularyEntry.objects.filter(active=True)]
