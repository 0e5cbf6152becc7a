"""What both shapes of 복지로 records have in common."""

from __future__ import annotations

import re

_NO_FILE = re.compile(r"(?:첨부|서식|파일)\S{0,4}\s?없음")
_FORM = re.compile(r"신청(?:\(변경\))?서|신고서|동의서|청구서|확인서|서약서|서식|별지")


def benefit_text(text: str, *, cycle: str, provision: str) -> str:
    """지원내용 with 지원주기 and 제공유형."""
    lines = [
        f"지원 주기: {cycle}" if cycle else "",
        f"제공 유형: {provision}" if provision else "",
    ]
    return "\n\n".join(filter(None, [text, "\n".join(filter(None, lines))]))


def forms_text(files: list[str]) -> str:
    """Application forms among the attached files (guides, laws and 「첨부파일없음」 left out)."""
    forms = [name for name in files if _FORM.search(name) and not _NO_FILE.search(name)]
    return "\n".join(["관련 서식", *(f"- {name}" for name in forms)]) if forms else ""
