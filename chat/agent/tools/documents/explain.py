"""What a paper is, and what a notice that somebody pasted says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pydantic import BaseModel, Field

from chat.agent.grounding.figures import Figure, Kind, figures_of
from chat.agent.grounding.spelling import plain
from chat.agent.tools.documents.required import certificate_item
from chat.agent.tools.place import invalid
from chat.agent.tools.registry import tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from chat.agent.understanding.pii import mask_pii
from policies.eligibility.evaluate import evaluate
from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, parse_policy
from policies.eligibility.reference import bundled_tables
from policies.guides.papers import paper_named, paper_source, papers
from policies.korean import josa, long_date

AUTOMATIC = "자동 분석한 결과라 틀릴 수 있어요. 중요한 내용은 원문과 담당 기관에서 확인해 주세요."
MAX_NOTICE = 20_000
# A pasted text that holds nothing to read: shorter than any sentence of a notice.
MIN_NOTICE = 10
MIN_UNREAD = 4
_DEADLINE = re.compile(r"까지|마감|기한|이내|신청\s?기간|접수")
# Headings of a notice: those that say whom it is for, and all others.
_HEADING = re.compile(
    r"^[^가-힣A-Za-z]{0,8}(?:(?P<who>(?:지원|신청|모집|선정|제외|서비스)?\s?(?:대상|자격|기준|요건|조건)(?:자)?"
    r"(?:\s?(?:제외|요건|기준))?)|(?P<else>(?:지원|서비스)?\s?(?:내용|금액|혜택|규모|기간|방법)|신청|접수|제출|구비|문의|담당"
    r"|일정|장소|기타|유의|참고|추진|사업|목적|개요|선정\s?(?:방법|절차|발표)))[가-힣·\s]{0,10}(?:[:：\]】)>]|$)"
)
_KINDS = {
    Kind.AMOUNT: ("금액", "amount"),
    Kind.DATE: ("날짜", "date"),
    Kind.PERCENT: ("비율", "percent"),
    Kind.PHONE: ("전화번호", "contact"),
}


class PaperName(BaseModel):
    document: str = Field(
        min_length=1, max_length=200, description="알고 싶은 서류 이름. 예: 가족관계증명서"
    )


class Notice(BaseModel):
    text: str = Field(
        min_length=1, max_length=MAX_NOTICE, description="읽을 안내문·공고문의 글(2만 자까지)"
    )
    title: str = Field(default="", max_length=200, description="안내문의 제목이나 사업 이름")


@tool(arguments=PaperName)
def explain_document(arguments: PaperName, context: ToolContext) -> RetrievalResult:
    """신청에 쓰는 서류 하나가 무엇인지, 어디서 어떻게 떼고 수수료(원)가 얼마인지 설명합니다.

    정부24·전자가족관계등록시스템·국민건강보험공단·홈택스와 제증명수수료 고시에 따릅니다.
    """
    source = "explain_document"
    paper = paper_named(arguments.document)
    if paper is None:
        known = ", ".join(each.name for each in papers()[:8])
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=arguments.document,
            summary=f"{josa(f'‘{arguments.document}’', '은/는')} 설명을 갖고 있지 않은 서류예요. "
            "정부24(1588-2188)나 신청하는 기관에 물어보세요.",
            notices=[f"설명을 갖고 있는 서류의 예: {known}"],
        )  # fmt: skip
    told = paper_source(paper)
    return RetrievalResult(
        source=source, query=paper.name, items=[certificate_item(paper)],
        summary=f"{paper.what} {paper.need}",
        notices=[
            f"근거: {' · '.join(part for part in (told.title, told.law) if part)}",
            "수수료와 방법은 바뀔 수 있으니 떼기 전에 확인해 주세요.",
        ],
    )  # fmt: skip


@tool(arguments=Notice)
def read_notice_text(arguments: Notice, context: ToolContext) -> RetrievalResult:
    """붙여 넣은 안내문·공고문에서 대상 조건과 금액(원)·날짜·전화번호를 뽑아 쉬운 말로 풉니다.

    규칙으로 자동 분석하며, 읽지 못한 부분은 그대로 보여 줍니다. 주민등록번호 같은 것은 가립니다.
    """
    source = "read_notice_text"
    text = mask_pii(arguments.text)
    if len("".join(text.split())) < MIN_NOTICE:
        return invalid(source, "text", "읽을 수 있는 안내문이 아니에요. 글을 더 보내 주세요.")
    people = _about_people(text)
    parsed = parse_policy(PolicyText(arguments.title, "", people, year=context.as_of.year))
    items = [*_conditions(parsed, context), *_figures(text, context.as_of), *_unread(parsed)]
    if not items:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, notices=[AUTOMATIC],
            summary="이 글에서 조건이나 금액, 날짜를 찾지 못했어요.",
        )  # fmt: skip
    counts = {kind: sum(item.kind == kind for item in items) for kind in _TOLD}
    told = ", ".join(f"{label} {counts[kind]}가지" for kind, label in _TOLD.items() if counts[kind])
    notices = [AUTOMATIC]
    if text != arguments.text:
        notices.append("개인을 알아볼 수 있는 번호 등은 가리고 읽었어요.")
    return RetrievalResult(
        source=source, query=arguments.title, items=items, total=len(items), notices=notices,
        summary=f"자동 분석: {told}를 읽었어요.",
    )  # fmt: skip


def _about_people(text: str) -> str:
    """The lines under headings that say who it is for, who not; the whole text without such
    headings."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            inside = heading["who"] is not None
        if inside:
            kept.append(line)
    return "\n".join(kept) or text


_TOLD = {
    "condition": "조건",
    "amount": "금액",
    "date": "날짜",
    "percent": "비율",
    "contact": "전화번호",
    "unread": "읽지 못한 부분",
}


def _conditions(parsed: ParsedRule, context: ToolContext) -> Iterator[ResultItem]:
    """Each condition with its own words and what it means for the person, as far as known."""
    if parsed.rule is None:
        return
    decision = evaluate(parsed.rule, context.facts, bundled_tables())
    for number, each in enumerate(decision.outcomes, start=1):
        quote = " ".join(each.quote.split())
        label = "제외 조건" if each.exclusion else "조건"
        yield ResultItem(
            id=f"condition:{number}", title=f"{label}: {quote}", content=each.sentence,
            kind="condition",
            metadata={
                "state": each.state.value,
                "quote": each.quote,
                "exclusion": each.exclusion,
                "criterion": each.criterion,
            },
        )  # fmt: skip


def _figures(text: str, as_of: date) -> Iterator[ResultItem]:
    """Amounts, days, shares and numbers to call, each once, with the line it stands in."""
    seen: set[tuple[Kind, object]] = set()
    for line in text.splitlines():
        read = plain(line)
        for figure in figures_of(line):
            if figure.kind not in _KINDS or (figure.kind, figure.value) in seen:
                continue
            seen.add((figure.kind, figure.value))
            yield _figure_item(figure, read, len(seen), as_of)


def _figure_item(figure: Figure, line: str, number: int, as_of: date) -> ResultItem:
    label, kind = _KINDS[figure.kind]
    said = line[figure.start : figure.end].strip()
    metadata: dict[str, object] = {"value": figure.value}
    if figure.kind is Kind.DATE and (day := _whole_day(str(figure.value))):
        metadata["day"] = day.isoformat()
        if _DEADLINE.search(line[figure.end :][:12]) or _DEADLINE.search(line[: figure.start]):
            left = (day - as_of).days
            label = "마감일" if _ends(line, figure) else "날짜"
            metadata["days_left"] = left
            said = f"{long_date(day)}({_left(left)})"
    return ResultItem(
        id=f"{kind}:{number}", title=f"{label}: {said}", content=" ".join(line.split()), kind=kind,
        metadata=metadata,
    )  # fmt: skip


def _ends(line: str, figure: Figure) -> bool:
    return bool(re.match(r"\s*(?:\([^)]*\)\s*)?까지|\s*마감", line[figure.end :]))


def _left(days: int) -> str:
    if days < 0:
        return f"{-days}일 지남"
    return f"{days}일 남음" if days else "오늘"


def _whole_day(value: str) -> date | None:
    """The day of "2026-7-1"; None where a part is not said or no such day is."""
    parts = value.split("-")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    try:
        return date(*map(int, parts))
    except ValueError:
        return None


def _unread(parsed: ParsedRule) -> Iterator[ResultItem]:
    """Stretches that nobody understood; a lone ending is none."""
    telling = [span for span in parsed.unparsed if len("".join(span.text.split())) >= MIN_UNREAD]
    for number, span in enumerate(telling, start=1):
        yield ResultItem(
            id=f"unread:{number}", title="읽지 못한 부분", content=" ".join(span.text.split()),
            kind="unread",
        )  # fmt: skip
