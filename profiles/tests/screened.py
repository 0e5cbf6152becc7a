"""The benefits page as a test reads it, and rules for its policies."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

PAGE = "/profiles/benefits/"
WOMAN: dict[str, Any] = {"criterion": "sex", "one_of": ["female"]}
FREE: dict[str, Any] = {
    "criterion": "other",
    "key": "홀로돌봄",
    "quote": "집에서 홀로 돌보는 사람",
    "question": "집에서 홀로 돌보고 계신가요?",
}


def whole(client: Client) -> str:
    """The page with everybody screened."""
    return " ".join(client.get(f"{PAGE}?all=1").content.decode().split())


def part(page: str, group: str) -> str:
    """One group out of the page."""
    return page.split(f'data-group="{group}"')[1].split("</details>")[0]


def text_of(html: str) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", "", html).split())
