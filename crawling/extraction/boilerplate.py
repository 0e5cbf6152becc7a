"""What stands on every page of a site and says nothing of the page: menus, sharing, surveys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from crawling.extraction.blocks import BlockKind, PageBlock
from crawling.text import clean_line

# A template shows itself on so many pages, and on this share of them.
_TEMPLATE_PAGES = 8
_TEMPLATE_SHARE = 0.6
_SURVEY = re.compile(
    r"(?:만족도\s?(?:조사|평가)|만족(?:하십니까|하셨습니까|하시나요)|사용\s?편의성)"
    r"|이\s?페이지에서\s?제공하는\s?정보|^한\s?줄\s?의견$|^의견을?\s?(?:입력|남겨)|^자료평가$"
)
_LICENCE = re.compile(
    r"공공누리|이\s?게시물은\s*[\"“]|조건에\s?따라\s?자유롭게|자유이용\s?허락|저작권|Copyright|무단\s?전재"
)
_NOISE = re.compile(
    r"(?:HOME|홈|Home|>|/|\||·|-|본문(?:\s?시작)?|(?:본문|주메뉴|하위메뉴|사이트정보)\s?바로가기|인쇄|프린트(?:하기)?"
    r"|현재페이지\s?내용\s?인쇄|(?:링크|SNS)\s?공유(?:하기|\s?닫기)?|(?:페이스북|트위터|카카오톡|카카오스토리|카카오|밴드|블로그|엑스"
    r"|인스타그램|네이버)(?:\s?공유(?:하기)?)?|URL\s?복사|주소\s?복사|닫기|목록(?:으로)?|이전글?|다음글?|로그인|로그아웃"
    r"|회원가입|연장하기|English|확인|취소|저장|등록|평가(?:하기)?|더보기|TOP|맨\s?위로|검색|선택|매우\s?만족|만족|보통"
    r"|(?:신청|신고|예약|문의)하기|불만(?:족)?|매우\s?불만(?:족)?|약간\s?(?:불)?만족|기본\s?목록\s?스타일|요약설명보기|전자점자\S*|바로가기|새창\s?열림"
    r"|다운로드|바로보기|미리보기|Insert title here|콘텐츠\s?관리|\*?\s?로그인\s?후\s?등록이"
    r"\s?가능합니다"
    r"|>?\s{0,3}(?:사업안내|보건사업|보건프로그램)(?:\s?>)?)"
)
_DEPARTMENT = re.compile(
    r"^(?:콘텐츠\s?)?(?:담당\s?부서|담당|자료\s?관리(?:\s?(?:부서|담당|담당자))?|관리\s?부서|정보\s?제공\s?부서|소관\s?부서)\s*[:：]?\s*(.*)$"
)
_PHONE_LABEL = re.compile(r"^(?:전화\s?번호|연락처|문\s?의(?:\s?전화)?|전화)\s*[:：]?\s*(.*)$")
_UPDATED = re.compile(
    r"^(?:최종\s?)?(?:수정일|업데이트|갱신일|변경일)(?:자|시)?\s*[:：]?\s*(20\d\d)?\D?(\d{1,2})?\D?(\d{1,2})?"
)
_DAY = re.compile(r"(20\d\d)\s?[-./년]\s?(\d{1,2})\s?[-./월]\s?(\d{1,2})")
_PHONE = re.compile(r"0\d{1,2}[-)]\s?\d{3,4}-\d{4}(?:\s?[~,]\s?\d{1,4})*")
_MANAGER = re.compile(r"^(?:담당자\s?정보|최종\s?(?:수정일|업데이트))")


@dataclass(frozen=True)
class Manager:
    """Who keeps a page: its department, number and the day it was last changed."""

    department: str = ""
    phone: str = ""
    updated_on: date | None = None


def without_boilerplate(
    blocks: Sequence[PageBlock], *, template: frozenset[str] = frozenset()
) -> list[PageBlock]:
    """Blocks that belong to the page itself. `template`: lines of the whole site.

    A survey ends the page: what follows it is the survey's, but for table rows.
    """
    kept: list[PageBlock] = []
    surveyed = False
    skip = False
    for block in blocks:
        surveyed = surveyed or (len(block.text) <= 80 and _SURVEY.search(block.text) is not None)
        if surveyed and block.kind is not BlockKind.ROW:
            continue
        if skip:
            skip = False
            continue
        if (label := _manager_label(block.text)) is not None:
            # The value stands in the line after its label, where it is not in the same.
            skip = not label
            continue
        if not _is_noise(block, template):
            kept.append(block)
    return kept


def template_lines(pages: Iterable[Sequence[PageBlock]]) -> frozenset[str]:
    """Lines that most pages of a site have; none while too few pages are known."""
    counted: Counter[str] = Counter()
    number = 0
    for blocks in pages:
        number += 1
        counted.update({block.text for block in blocks if block.kind is not BlockKind.ROW})
    if number < _TEMPLATE_PAGES:
        return frozenset()
    return frozenset(text for text, times in counted.items() if times >= number * _TEMPLATE_SHARE)


def page_manager(blocks: Sequence[PageBlock]) -> Manager:
    """What the box of who keeps the page says, wherever it stands."""
    lines = [clean_line(line) for block in blocks for line in block.text.split("\n")]
    department = phone = ""
    updated: date | None = None
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        if not department and (match := _DEPARTMENT.match(line)) and len(line) <= 60:
            department = match[1] or (following if len(following) <= 40 else "")
        if department and not phone and _PHONE_LABEL.match(line):
            found = _PHONE.search(line) or _PHONE.search(following)
            phone = found[0] if found else ""
        if updated is None and _UPDATED.match(line):
            updated = _day(line) or _day(following)
    found = _PHONE.search(department)
    if found:
        phone = phone or found[0]
        department = department[: found.start()].strip(" (:☎")
    return Manager(department[:80], phone[:40], updated)


def _manager_label(text: str) -> str | None:
    """What follows the label of a manager's box in its line; None for any other line."""
    if len(text) > 60 or "\n" in text:
        return None
    if _MANAGER.match(text) or _UPDATED.match(text):
        return text if _DAY.search(text) or text.startswith("담당자") else ""
    match = _DEPARTMENT.match(text)
    return match[1] if match and not re.match(r"담당\s?\S{5,}", text) else None


def _is_noise(block: PageBlock, template: frozenset[str]) -> bool:
    text = block.text.strip()
    if block.kind is BlockKind.ROW:
        return False
    if text in template and not _says_what_follows(text):
        return True
    return _NOISE.fullmatch(text) is not None or (
        len(text) <= 120 and _LICENCE.search(text) is not None
    )


def _says_what_follows(text: str) -> bool:
    """Labels of sections are the same on every page, and part of each."""
    from crawling.extraction.sections import section_label

    return section_label(text) is not None


def _day(text: str) -> date | None:
    match = _DAY.search(text)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None
