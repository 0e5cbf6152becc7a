"""What is known of a source's collection."""

from __future__ import annotations

from datetime import date

from policies.models import SourceCheck


def source_checked(*, source: str, day: date) -> None:
    """Note that `source` was collected whole on `day`; an earlier day than known changes
    nothing."""
    check, made = SourceCheck.objects.get_or_create(source=source, defaults={"good_on": day})
    if not made and check.good_on < day:
        check.good_on = day
        check.save(update_fields=["good_on"])
