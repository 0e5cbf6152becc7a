"""Domain errors; messages are Korean and may be shown to people."""


class PolicyError(Exception):
    """Base of this app's errors."""


class EmbedderUnavailable(PolicyError):
    """The embedding model cannot be used now."""


class EmbedderMisconfigured(EmbedderUnavailable):
    """The embedding model cannot be used until someone changes something: trying again is vain."""


class TextRefused(EmbedderUnavailable):
    """The service will not embed one of the texts; others may well be fine."""


class ReembedRefused(PolicyError):
    """What was asked of an embedding run or model is not possible as things stand."""


class PolicyNotFound(PolicyError):
    """No such policy, or it is not published."""


class RecordInvalid(PolicyError):
    """A record cannot become a policy version."""


class ReadingFailed(PolicyError):
    """The parser could not cope with a text."""


class AttachmentInvalid(PolicyError):
    """A file cannot be attached or read again; the message is a Korean sentence for people."""


class VocabularyInvalid(PolicyError):
    """An entry of the vocabulary is wrong: `problems` are Korean sentences by field."""

    def __init__(self, problems: dict[str, list[str]]) -> None:
        super().__init__(" ".join(text for found in problems.values() for text in found))
        self.problems = problems
