"""Domain errors; messages are Korean and may be shown to people."""


class PolicyError(Exception):
    """Base of this app's errors."""


class EmbedderUnavailable(PolicyError):
    """The embedding model cannot be used now."""


class PolicyNotFound(PolicyError):
    """No such policy, or it is not published."""


class RecordInvalid(PolicyError):
    """A record cannot become a policy version."""


class ReadingFailed(PolicyError):
    """The parser could not cope with a text."""
