"""What services of profiles refuse, with a sentence for the person."""

from __future__ import annotations


class BenefitRefused(ValueError):
    """A benefit that cannot be kept as it is; `field` it is about, the message in Korean."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
