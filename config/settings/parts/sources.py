"""How long what a source published may be taken for current."""

from typing import Any

# `stale_days`: after so many days answers say how old the text is. `unusable_days`: after so
# many, finding nothing in the source proves nothing. `yearly`: texts of an earlier year are
# stale whatever their day. The open services change on any day and are to be collected daily;
# the catalogue is checked once a year.
SOURCE_PROMISES: dict[str, dict[str, Any]] = {
    "gov24": {"stale_days": 7, "unusable_days": 90},
    "bokjiro": {"stale_days": 7, "unusable_days": 90},
    "youthcenter": {"stale_days": 7, "unusable_days": 90},
    "catalogue": {"stale_days": 400, "unusable_days": 800, "yearly": True},
}
