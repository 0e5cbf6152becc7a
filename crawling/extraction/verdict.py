"""Whether a page describes something that residents can receive, or only informs.

A score of plain signs, each with its reason, so that a person can follow why a page was left
out. Measured on labelled pages of eleven districts (crawling/tests/sites).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crawling.extraction.blocks import BlockKind, PageBlock
from crawling.extraction.sections import page_sections
from policies.vocabulary import Section

_MIN_CHARS = 60
_HANGUL = re.compile("[가-힣]")
_ERROR = re.compile(
    r"페이지를\s?찾을\s?수\s?없|존재하지\s?않는\s?(?:페이지|게시물)|시스템\s?(?:점검|오류)|서비스\s?(?:점검|일시\s?중단)"
    r"|접근\s?(?:권한이\s?없|이\s?거부)|잘못된\s?(?:접근|경로)|404\s?(?:Not\s?Found|error)|로그인이\s?필요|이용에\s?불편을\s?드려",
    re.IGNORECASE,
)
_BOARD_HEAD = re.compile(r"(?:번호|순번)\b.*\b제목\b|제목\b.*\b(?:작성자|등록일|작성일|조회수?)\b")
_PAGING = re.compile(
    r"(?:첫|이전|다음|마지막)\s?페이지|게시물\s?(?:검색|이\s?없)|총\s?(?:게시물\s?)?\d+\s?건"
)
_NEWS_ROW = re.compile(r"20\d\d[-.]\d{2}[-.]\d{2}")
_QUIZ = re.compile(
    r"전혀\s?(?:그렇지|아니|없)|매우\s?그렇다|거의\s?(?:매일|없)|지난\s?(?:2주|한\s?달|1년)|총\s?\d*\s?점|점수|문항|자가\s?(?:검진|진단)"
    r"|결과\s?보기|해당(?:되|하)는\s?(?:곳|번호|항목)"
)
_DISEASE = re.compile(
    r"증상|감염\s?경로|전파\s?경로|잠복기|병원체|예방\s?수칙|예방법|원인|합병증|발생\s?현황|진단\s?기준|바이러스|세균|매개체"
    r"|정의|치료법|약물\s?치료|역학|유행"
)
_RULES = re.compile(
    r"과태료|벌금|벌칙|징역|위반|행정\s?처분|(?<!자)영업\s?(?:자|신고|허가|정지)|업소|식품\s?위생|원산지|준수\s?사항|의무(?:자|화|시설|대상)"
    r"|설치\s?기준|법\s?제\d+조|시행규칙|소유자|관리자|지정\s?현황|표지"
)
_RECEIVING = re.compile(
    r"무료|지원금|지원\s?(?:대상|내용|금액|한도|기준|범위|신청)|본인\s?부담|바우처|중위소득|예산\s?(?:소진|범위)|지급|대여|예약|신청"
    r"|상담|검진|검사|접종|교실|프로그램|방문|등록|참여|모집|제공|환급|감면|운영\s?(?:시간|기간|일시)|수강|이용\s?(?:대상|방법|시간|안내)"
)
_GOOD_TITLE = re.compile(
    r"지원|서비스|교실|프로그램|검진|접종|대여|클리닉|의료비|수당|바우처|돌봄|재활|상담|방문|급여|시술|산후|발급|주치의|치료"
)
_WEAK_TITLE = re.compile(r"사업|관리|센터|건강|교육|운영|지소|진료")
_BAD_TITLES: list[tuple[str, str]] = [
    (
        "게시판·자료실",
        r"게시판|공지|소식|자료실|사진|갤러리|보도|동영상|뉴스|온라인\s?상담실|채용|입찰|책자|ebook",
    ),
    (
        "위치·현황 안내",
        r"오시는\s?길|찾아오|위치|층별|조직도|직원|부서\s?안내|인사말|연혁"
        r"|(?<!지원)(?<!지원 )현황|찾기|기관\s?정보|설치\s?장소|지역\s?자원|조리원\s?안내",
    ),
    (
        "규제·신고 안내",
        r"법령|관련\s?법|법정|원산지|위생|식중독|업소|(?<!자)영업|단속|과태료|금연\s?(?:구역|환경)|방사능|회수"
        r"|판매\s?중지|신고|의무|설치\s?기준|의약\s?안전|기관\s?등록|관리\s?책임자",
    ),
    (
        "감염병·방역 정보",
        r"감염병(?!\s?(?:입원|.*치료비|.*지원|.*검진))|감염$|바이러스|테러|해외\s?여행|손\s?씻기(?!.*대여)|방역|소독"
        r"|유충|모기|이상\s?반응|수돗물",
    ),
    (
        "건강 정보",
        r"(?:이란|의\s?이해|정보|척도|체크리스트|사용법|자가\s?(?:검진|진단))\s*(?:안내)?$|QR|질환$|증$|조현병"
        r"|조울증|우울증|알코올\s?중독$|ADHD|스트레스$|^불안$|^우울$|가이드",
    ),
    (
        "사업이 아닌 안내",
        r"건강\s?도시|지역사회\s?건강\s?조사|기증|통계|동물|메인|개인정보|저작권|이용\s?약관|사이트맵",
    ),
]
_BAD = [(re.compile(pattern), reason) for reason, pattern in _BAD_TITLES]
_SECTION_WORTH = {
    Section.TARGET: 2.0,
    Section.CRITERIA: 1.5,
    Section.BENEFIT: 1.0,
    Section.APPLICATION: 1.5,
    Section.DOCUMENTS: 2.0,
    Section.CONTACT: 0.5,
}
_ROW_LABEL = re.compile(
    r"(?:^|\| )(?:[가-힣]+\s?)?(?:대상|내용|비용|신청|이용\s?방법|운영\s?시간|장소)"
    r"\s?(?:자|방법|기간)?(?::| \|)"
)
_FEW = 2
# Where the signs for a policy are worth more than those against it.
_THRESHOLD = 1.0


@dataclass(frozen=True)
class Verdict:
    """`reason` (Korean) says why a page is no policy, "" for a policy."""

    policy: bool
    reason: str
    score: float


def page_verdict(blocks: Sequence[PageBlock], *, title: str) -> Verdict:
    """Whether the page `blocks` (without boilerplate) under `title` tells of a policy."""
    text = "\n".join(block.text for block in blocks)
    refused = _refused(blocks, text, title)
    if refused:
        return Verdict(False, refused, 0.0)
    against, reason = _against(blocks, text, title)
    score = _in_favour(blocks, text, title) - against
    if score >= _THRESHOLD:
        return Verdict(True, "", score)
    return Verdict(False, reason or "누가 무엇을 받는지 적혀 있지 않습니다", score)


def _refused(blocks: Sequence[PageBlock], text: str, title: str) -> str:
    """What needs no weighing: nothing to read, another language, an error page, a board."""
    letters = len(re.sub(r"\s", "", text))
    hangul = len(_HANGUL.findall(text))
    if _ERROR.search(f"{title} {text[:400]}") and letters < 600:
        return "오류·점검·로그인 화면입니다"
    if letters < _MIN_CHARS:
        return "본문이 거의 없습니다"
    if hangul < letters * 0.2:
        return "한국어 안내가 아닙니다"
    rows = [block.text for block in blocks if block.kind is BlockKind.ROW]
    listed = any(_BOARD_HEAD.search(row.replace("|", " ")) for row in rows)
    dated = sum(_NEWS_ROW.search(row) is not None for row in rows)
    if (listed and (dated >= 3 or _PAGING.search(text))) or len(_PAGING.findall(text)) >= 4:
        return "게시판 목록입니다"
    return ""


def _in_favour(blocks: Sequence[PageBlock], text: str, title: str) -> float:
    sections = page_sections(blocks, title=title)
    score = sum(worth for section, worth in _SECTION_WORTH.items() if section in sections)
    score += min(sum(_ROW_LABEL.search(block.text) is not None for block in blocks), 2) * 1.0
    words = len({re.sub(r"\s", "", found) for found in _RECEIVING.findall(text)})
    score += min(words, 10) * 0.35
    if _GOOD_TITLE.search(title):
        score += 2.5
    elif _WEAK_TITLE.search(title):
        score += 1.0
    return score


def _against(blocks: Sequence[PageBlock], text: str, title: str) -> tuple[float, str]:
    """(weight, the reason that weighs most)."""
    weights: dict[str, float] = {}
    for pattern, reason in _BAD:
        if pattern.search(title):
            weights[f"{reason}입니다"] = 5.0
            break
    weights["질병·건강 정보입니다"] = _density(_DISEASE, text) * 0.35
    weights["규제·의무를 알리는 글입니다"] = _density(_RULES, text) * 0.4
    weights["자가검진 문항입니다"] = _density(_QUIZ, text) * 0.5
    short = sum(len(block.text) <= 12 for block in blocks)
    if len(blocks) > 40 and short > len(blocks) * 0.85:
        weights["메뉴·링크만 있는 화면입니다"] = 4.0
    reason = max(weights, key=lambda each: weights[each])
    return sum(weights.values()), reason if weights[reason] >= 1.0 else ""


def _density(pattern: re.Pattern[str], text: str) -> float:
    """Finds in a thousand characters, at most 14; one or two words are no sign."""
    found = len(pattern.findall(text))
    return min(found / max(len(text), 400) * 1000, 14.0) if found > _FEW else 0.0
