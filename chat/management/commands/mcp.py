"""The tools for an MCP client on this machine."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from chat.mcp.stdio import serve
from chat.tool_access.errors import TokenInvalid
from chat.tool_access.identity import token_user


class Command(BaseCommand):
    """`manage.py mcp`: standard output carries the protocol alone."""

    help = "도구를 MCP(stdio)로 엽니다. 가족 정보를 쓰려면 POLY_TOKEN에 로그인 토큰을 넣습니다"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        token = settings.MCP_TOKEN
        if token:
            try:
                token_user(token)
            except TokenInvalid as error:
                raise CommandError(str(error)) from None
        asyncio.run(serve(token))
