"""What both shapes of 복지로 records have in common."""

from __future__ import annotations

import re

from crawling.regions import region_table

_NO_FILE = re.compile(r"(?:첨부|서식|파일)\S{0,4}\s?없음")
_FORM = re.compile(r"신청서|신고서|동의서|청구서|확인서|서약서|서식|별지")
_SIGUNGU = re.compile(r"^\S+[시군구]$")


def split_department(published: str, *, local: bool) -> tuple[str, str]:
    """(agency, department) of 「경상남도 양산시 보건소 건강증진과」, 「고용노동부 퇴직연금복지과」."""
    words = published.split()
    if len(words) < 2:
        return published, ""
    count = 1
    if local:
        parts = region_table().parts.get(words[0], {})
        if words[1].endswith("교육청"):
            return words[1], " ".join(words[2:])
        if _SIGUNGU.match(words[1]) and words[1] in parts:
            count = 2
    return " ".join(words[:count]), " ".join(words[count:])


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
