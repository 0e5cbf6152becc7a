"""Wiring: settings, URLs, servers. Nothing imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
