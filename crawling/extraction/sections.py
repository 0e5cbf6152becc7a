"""Blocks of a page sorted into the sections of a policy, by the labels that pages use."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawling.extraction.blocks import BlockKind, PageBlock
from policies.vocabulary import Section

_LABEL_CHARS = 24
# The longer names first: 지원대상 및 내용 is a benefit, 신청자격 a target.
_LABELS: list[tuple[Section, str]] = [
    (Section.FAQ, r"자주\s?(?:하는|묻는)\s?질문|FAQ|질의\s?응답|Q\s?&\s?A"),
    (Section.DOCUMENTS, r"(?:구비|제출|필요|신청|준비|첨부)\s?서류|준비물|서류"),
    (
        Section.CRITERIA,
        r"선정\s?(?:기준|방법)|(?:지원|소득|자격|판정|대상자\s?선정)\s?기준|소득\s?판별|대상자\s?선정",
    ),
    (
        Section.TARGET,
        r"(?:지원|사업|서비스|이용|신청|검진|접종|교육|참여|등록|관리|대여|모집|치료|검사|운영)?\s?대상(?:자)?"
        r"|(?:신청|지원|이용|참여|참가|대상)\s?자격(?:\s?요건)?|누가|지원\s?조건",
    ),
    (
        Section.APPLICATION,
        r"(?:신청|이용|접수|참여|예약|등록|지원|검진|청구|대여|진행)\s?(?:방법|절차|안내|기간|기한|시기|장소|처|문의)"
        r"|신청|접수|절차|이용\s?시간|운영\s?(?:시간|일시|기간)|(?:사업|교육|검진|접종)\s?(?:기간|일정|장소)|신청\s?및\s?접수"
        r"|추진\s?절차|처리\s?절차|지원\s?신청|일시|장소|기간",
    ),
    (
        Section.BENEFIT,
        r"(?:지원|사업|서비스|주요|세부|교육|검진|관리|운영|제공|검사|프로그램|세부\s?사업|지원\s?서비스)\s?(?:내용|내역|항목|범위|혜택)"
        r"|(?:지원|서비스|급여)\s?(?:금액|한도|액|방법|기간|종류|유형|가격)|혜택|내용|본인\s?부담금?|비용|이용료|수수료|대여\s?기간"
        r"|대상\s?및\s?내용|프로그램",
    ),
    (Section.CONTACT, r"문의(?:처|사항|전화|\s?및\s?안내|\s?안내)?|연락처|담당\s?부서|문의·?신청"),
    (
        Section.NOTICE,
        r"(?:유의|주의|참고|기타|안내|준수)\s?사항|기타|참고|비고|제외\s?대상|중복\s?지원\S*|환수\S*|근거\s?법령|법적\s?근거|관련\s?(?:법령|근거)",
    ),
    (
        Section.SUMMARY,
        r"(?:사업|서비스|운영|추진|지원)?\s?(?:목적|개요|소개|배경|취지)|(?:사업|제도|서비스)\s?(?:안내|소개)|(?:이)?란\??|정의",
    ),
]
_EXACT = [(section, re.compile(rf"(?:{pattern})")) for section, pattern in _LABELS]
_TRIM = re.compile(
    r"^[\s○◦❍●ㅇ□■◎▪▶►❖·•※☞◆◇▲△∙*+\-–—\[【<〈(]*(?:\d{1,2}[.)]|[가-하][.)]|[\u2160-\u216b]+[.)]?)?\s*"
)
_END = re.compile(r"[\s:：\]】>〉)?？]*$")
_VALUE = re.compile(r"^([^:：]{2,16}?)\s*[:：]\s*(\S.*)$", re.DOTALL)
# When and where: of several such lines in a section the label tells which is which.
_TELLING = re.compile(r"기간|기한|시기|시간|일시|일정|장소|비용|수수료|이용료|제외|본인\s?부담")
_JOINED = re.compile(r"\s*(?:및|·|/|,|과|와|&)\s*")


def section_label(text: str) -> Section | None:
    """The section that a short line is the heading of; None for any other line."""
    core = _END.sub("", _TRIM.sub("", text, count=1))
    if not core or len(core) > _LABEL_CHARS or "\n" in core:
        return None
    for section, pattern in _EXACT:
        if pattern.fullmatch(core):
            return section
    # 「지원대상 및 내용」: the last of two labels tells most; 「난임부부 지원대상」: named for all.
    parts = _JOINED.split(core)
    if len(parts) > 1:
        labels = [label for part in parts if (label := section_label(part)) is not None]
        return labels[-1] if len(labels) == len(parts) else None
    words = core.split()
    return section_label(words[-1]) if len(words) > 1 and len(words[-1]) >= 4 else None


def page_sections(blocks: Sequence[PageBlock], *, title: str = "") -> dict[Section, str]:
    """Texts by section. What stands before the first label is the summary; a heading that is no
    label ends no section and stays in it as a line."""
    lines: dict[Section, list[str]] = {}
    current = Section.SUMMARY
    for block in blocks:
        text = block.text.strip()
        if not text or (title and _same(text, title)):
            continue
        if block.kind is BlockKind.ROW:
            _put_row(lines, current, text)
            continue
        label = section_label(text)
        if label is not None:
            current = label
            if _TELLING.search(text):
                lines.setdefault(label, []).append(text)
            continue
        section, value = _named_value(text)
        if section is not None and block.kind is not BlockKind.HEADING:
            lines.setdefault(section, []).append(value)
            continue
        lines.setdefault(current, []).append(text)
    return {section: "\n".join(found) for section, found in lines.items() if found}


def _put_row(lines: dict[Section, list[str]], current: Section, text: str) -> None:
    """A row “지원대상: …” of a table of two columns goes where its title says (flattened pages
    write “지원대상 | …”); others stay."""
    first, *others = text.split(" | ")
    if len(others) == 1 and (section := section_label(first)) is not None:
        lines.setdefault(section, []).append(others[0].strip())
        return
    if not others:
        section, value = _named_value(text)
        if section is not None:
            lines.setdefault(section, []).append(value)
            return
    lines.setdefault(current, []).append(text)


def _named_value(text: str) -> tuple[Section | None, str]:
    """(section, value) of 「○ 지원대상 : 관내 임산부」, (None, text) for any other line."""
    match = _VALUE.match(_TRIM.sub("", text, count=1))
    if match is None:
        return None, text
    section = section_label(match[1])
    if section is None:
        return None, text
    return section, text if _TELLING.search(match[1]) else match[2].strip()


def _same(text: str, title: str) -> bool:
    return re.sub(r"\W", "", text) == re.sub(r"\W", "", title)
