"""Operators are told when a collection needs them: by e-mail and by a webhook."""

from __future__ import annotations

import logging

import httpx
from django.conf import settings
from django.core.mail import send_mail

logger = logging.getLogger(__name__)


def alert_send(*, title: str, text: str) -> int:
    """Tell the operators of the settings; returns in how many ways that was possible. A way
    that fails is logged and never disturbs the work it tells of."""
    config = settings.CRAWL_RUNS
    ways = 0
    if config["alert_emails"]:
        try:
            send_mail(title, text, settings.DEFAULT_FROM_EMAIL, config["alert_emails"])
            ways += 1
        except OSError:
            logger.exception("alert not mailed: %s", title)
    if config["alert_webhook"]:
        try:
            answer = httpx.post(
                config["alert_webhook"],
                json={"text": f"{title}\n{text}"},
                timeout=config["alert_timeout"],
            )
            answer.raise_for_status()
            ways += 1
        except httpx.HTTPError as error:
            # Not the error itself: its text holds the address, which may hold a secret.
            logger.error("alert not posted: %s (%s)", title, type(error).__name__)
    if not ways:
        logger.warning("alert: %s · %s", title, text)
    return ways
