"""Why a call from outside is refused; messages are Korean and may be shown."""

from __future__ import annotations

from typing import ClassVar

from chat.errors import ChatError


class Refused(ChatError):
    """Base: `status` is the HTTP status."""

    code = "refused"
    status: ClassVar[int] = 400


class BodyInvalid(Refused):
    code = "body_invalid"

    def __init__(self) -> None:
        super().__init__("요청 본문은 JSON 객체여야 해요.")


class BodyTooLarge(Refused):
    code = "body_too_large"
    status = 413

    def __init__(self, most: int) -> None:
        super().__init__(f"요청이 너무 길어요. {most // 1024}KB까지 받을 수 있어요.")


class TokenInvalid(Refused):
    code = "token_invalid"
    status = 401

    def __init__(self) -> None:
        super().__init__("로그인 토큰이 올바르지 않거나 기한이 지났어요. 다시 로그인해 주세요.")


class CsrfMissing(Refused):
    code = "csrf_missing"
    status = 403

    def __init__(self) -> None:
        super().__init__("로그인한 브라우저에서는 CSRF 토큰을 함께 보내야 해요.")


class ToolMissing(Refused):
    code = "tool_missing"
    status = 404

    def __init__(self) -> None:
        super().__init__("그런 도구가 없거나 지금은 쓰지 않는 도구예요.")


class TooManyCalls(Refused):
    """`seconds`: when the next call is taken."""

    code = "too_many_calls"
    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(f"요청이 너무 잦아요. {seconds}초 뒤에 다시 보내 주세요.")
        self.seconds = seconds
