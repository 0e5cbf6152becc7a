"""Failures of the runtime that a person can act on."""

from __future__ import annotations

import errno

_CAUSES = (
    ("No space left on device", "디스크가 가득 찼습니다. 공간을 비운 뒤 다시 시작해 주세요."),
    ("Disk quota exceeded", "디스크 할당량을 넘었습니다. 공간을 비운 뒤 다시 시작해 주세요."),
    ("Cannot allocate memory", "메모리가 모자랍니다. 다른 프로그램을 닫고 다시 시작해 주세요."),
    ("invalid locale", "이 시스템에 C.UTF-8 로캘이 없습니다. locales 패키지를 설치해 주세요."),
    ("Read-only file system", "읽기 전용 파일 시스템입니다. POLY_VAR로 다른 위치를 정해 주세요."),
    ("Permission denied", "파일 권한이 모자랍니다. var 디렉터리의 소유자를 확인해 주세요."),
)


class RuntimeProblem(Exception):
    """Carries a Korean message that is shown as it is, without a traceback."""


def known_cause(text: str) -> str:
    """Korean sentence for the last known cause named in a log; empty if there is none."""
    found = [(text.rfind(sign), message) for sign, message in _CAUSES if sign in text]
    return max(found)[1] if found else ""


def is_disk_full(error: BaseException | None) -> bool:
    """Whether the error or one it came from says that no space is left."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return True
        # 53100: PostgreSQL's disk_full, however many layers wrapped it.
        if getattr(error, "sqlstate", None) == "53100" or "No space left" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


DISK_FULL = _CAUSES[0][1]
