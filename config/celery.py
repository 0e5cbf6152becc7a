"""Celery application; tasks are found in every app."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

app = Celery("poly")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
