"""Beat's scheduler: what is due is known from the database, whatever was missed."""

from __future__ import annotations

from typing import Any

from django_celery_beat.schedulers import DatabaseScheduler


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    """Looks at every task that is switched on.

    The base class reads only crontabs of the hours around now: a night that was missed would
    not be caught up when beat is back, but shortly before the next one.
    """

    def enabled_models_qs(self) -> Any:
        return self.Model.objects.enabled()
