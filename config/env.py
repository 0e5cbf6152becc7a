"""Typed readers of environment variables; a bad value stops start-up with a clear message."""

from __future__ import annotations

import math
import os

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def env_str(name: str, default: str = "") -> str:
    """Text value, stripped."""
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool = False) -> bool:
    """1/true/yes/on or 0/false/no/off; anything else is refused."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    value = raw.strip().lower()
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ImproperlyConfigured(f"환경 변수 {name}={raw!r}: 참/거짓(1/0)이어야 합니다")


def env_int(name: str, default: int, *, minimum: int | None = None) -> int:
    """Whole number, not below `minimum`."""
    raw = os.environ.get(name)
    if raw is None or not raw.strip():
        return default
    try:
        value = int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"환경 변수 {name}={raw!r}: 정수여야 합니다") from None
    if minimum is not None and value < minimum:
        raise ImproperlyConfigured(f"환경 변수 {name}={value}: {minimum} 이상이어야 합니다")
    return value


def env_float(name: str, default: float) -> float:
    """Decimal number."""
    raw = os.environ.get(name)
    if raw is None or not raw.strip():
        return default
    try:
        value = float(raw)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ImproperlyConfigured(f"환경 변수 {name}={raw!r}: 숫자여야 합니다")
    return value


def env_list(name: str, default: list[str]) -> list[str]:
    """Comma-separated values, empty ones dropped."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    return [item.strip() for item in raw.split(",") if item.strip()]
