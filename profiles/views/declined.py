"""Questions people would rather not answer (말하고 싶지 않아요): kept for the session alone."""

from __future__ import annotations

from django.http import HttpRequest

_KEY = "benefits_declined"
_MOST = 100


def declined_of(request: HttpRequest) -> tuple[str, ...]:
    """Fact keys not to be asked again in this session."""
    return tuple(request.session.get(_KEY, ()))


def decline(request: HttpRequest, key: str) -> None:
    """Not to be asked again."""
    known = [each for each in declined_of(request) if each != key]
    request.session[_KEY] = [*known, key][-_MOST:]


def ask_again(request: HttpRequest) -> None:
    """All questions may be asked again."""
    request.session.pop(_KEY, None)
