"""Domain errors of conversations; messages are Korean and may be shown."""


class ChatError(Exception):
    """Base: `code` for programs, the message for people."""

    code = "chat_error"


class ConversationNotFound(ChatError):
    code = "not_found"

    def __init__(self) -> None:
        super().__init__("대화를 찾을 수 없어요.")


class TurnNotFound(ChatError):
    code = "not_found"

    def __init__(self) -> None:
        super().__init__("질문을 찾을 수 없어요.")


class TurnRunning(ChatError):
    code = "turn_running"

    def __init__(self) -> None:
        super().__init__("앞선 질문에 답하고 있어요. 끝난 뒤에 다시 보내 주세요.")


class TurnNotRetryable(ChatError):
    code = "not_retryable"

    def __init__(self) -> None:
        super().__init__("이 질문은 다시 시도할 수 없어요.")


class ToolCardInvalid(ChatError):
    """A tool card is wrong: `problems` are Korean sentences by field."""

    code = "tool_card_invalid"

    def __init__(self, problems: dict[str, list[str]]) -> None:
        super().__init__(" ".join(text for found in problems.values() for text in found))
        self.problems = problems


class ReplayFailed(ChatError):
    """`kind` names what went wrong, for the caseworker who runs a turn again."""

    code = "replay_failed"

    def __init__(self, kind: str) -> None:
        super().__init__(f"지금은 다시 돌리지 못했습니다 ({kind}). 잠시 뒤에 다시 해 보세요.")
