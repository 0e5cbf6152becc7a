"""True lines about catalogue policies, and lines made wrong on purpose out of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from chat.agent.cards import CitationBook
from chat.agent.evidence import PolicyEvidence, line_spans
from chat.agent.grounding.sources import Grounds
from chat.answer import PolicyItem, RuleBasis
from policies.catalogue.load import DATA_DIR, load_catalogue
from policies.catalogue.records import entry_record
from policies.vocabulary import Section, Verdict

SECTIONS = (Section.TARGET, Section.CRITERIA, Section.BENEFIT, Section.APPLICATION, Section.NOTICE)
_NUMBER = re.compile(r"\d[\d,]*")
_WON = re.compile(r"(\d[\d,]*)(원)")
_MAN = re.compile(r"(?<![억천] )(?<![\d,천])(\d[\d,]*)(만\s?원)")
_AGE = re.compile(r"만\s?(\d{1,3})세")


@dataclass(frozen=True)
class Line:
    """A line with the grounds it is checked against; `kind` says how it was made."""

    kind: str
    text: str
    grounds: Grounds


def evidences() -> list[PolicyEvidence]:
    """Catalogue entries as evidence, without a database."""
    paths = sorted(Path(DATA_DIR).rglob("*.yaml"))
    found = []
    for number, entry in enumerate(load_catalogue(paths).entries.values()):
        record = entry_record(entry)
        regions = [" ".join(filter(None, (r.sido, r.sigungu))) for r in record.regions]
        found.append(
            PolicyEvidence(
                policy_id=record.external_id,
                version_id=number,
                source="catalogue",
                name=record.name,
                agency=record.agency,
                region=", ".join(regions) or "전국",
                sections=record.sections,
                apply_url=record.apply_url,
                contacts=[vars(contact) for contact in record.contacts],
                year=record.year,
            )
        )
    return found


def grounds_for(evidence: PolicyEvidence, other: PolicyEvidence) -> Grounds:
    """All lines of a policy and of another as verified citations, the first one's first."""
    book = CitationBook()
    for each in (evidence, other):
        for section in SECTIONS:
            for span in line_spans(each, section):
                book.cite(each, span)
    citations = {c.ordinal: c.model_copy(update={"verified": True}) for c in book.citations}
    items = {each.policy_id: _item(each) for each in (evidence, other)}
    return Grounds(citations=citations, policies=items)


def _item(evidence: PolicyEvidence) -> PolicyItem:
    return PolicyItem(
        policy_id=evidence.policy_id,
        name=evidence.name,
        agency=evidence.agency,
        region=evidence.region,
        verdict=Verdict.NEEDS_MORE_INFO,
        verdict_label="확인 필요",
        basis=RuleBasis.CATALOGUED,
        basis_label="공식 자료로 정리한 기준",
        contacts=[f"{c['name']} {c['phone']}".strip() for c in evidence.contacts],
        apply_url=evidence.apply_url,
        year=evidence.year,
    )


def _man(match: re.Match[str]) -> str:
    value = int(match.group(1).replace(",", ""))
    return f"{value // 10_000}만 원" if value >= 10_000 and value % 10_000 == 0 else match.group()


def _digits(match: re.Match[str]) -> str:
    return f"{int(match.group(1).replace(',', '')) * 10_000:,}원"


# Other words for the same: what a model does to a sentence.
REWORDED: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("as it is", lambda text: text),
    ("amounts in 만", lambda text: _WON.sub(_man, text)),
    ("amounts in won", lambda text: _MAN.sub(_digits, text)),
    ("polite endings", lambda text: _polite(text)),
    ("without 만", lambda text: _AGE.sub(r"\1세", text)),
    ("first clause", lambda text: re.split(r",(?!\d)\s|(?<=다)\. ", text)[0]),
    ("full-width digits", lambda text: text.translate({48 + i: 0xFF10 + i for i in range(10)})),
)


def _polite(text: str) -> str:
    for old, new in (
        ("지급합니다", "드려요"),
        ("지원합니다", "지원해요"),
        ("받을 수 있습니다", "받을 수 있어요"),
        ("됩니다", "돼요"),
        ("합니다", "해요"),
        ("않습니다", "않아요"),
        ("없습니다", "없어요"),
        ("입니다", "이에요"),
    ):
        text = text.replace(old, new)
    return text


def true_lines(found: list[PolicyEvidence]) -> Iterator[Line]:
    """Every sentence of every policy, cited, in several wordings."""
    for evidence, other in zip(found, [*found[1:], found[0]], strict=True):
        grounds = grounds_for(evidence, other)
        for number, citation in grounds.citations.items():
            if citation.policy_id != evidence.policy_id:
                continue
            quote = " ".join(citation.quote.split())
            for kind, reword in REWORDED:
                text = reword(quote)
                if kind == "as it is" or text != quote:
                    yield Line(kind, f"{evidence.name}: {text} [{number}]", grounds)


def _swap(old: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(old, new, text, count=1)


def _more(match: re.Match[str]) -> str:
    digits = match.group()
    first = "1" if digits[0] == "9" else str(int(digits[0]) + 1)
    return first + digits[1:]


def _arabic(match: re.Match[str]) -> str:
    changed = _more(match)
    return changed.translate({48 + i: 0x0660 + i for i in range(10)})


WRONG: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("another value", lambda text: _NUMBER.sub(_more, text, count=1)),
    ("another last value", lambda text: re.sub(r"\d[\d,]*(?=\D*$)", _more, text)),
    ("value in foreign digits", lambda text: _NUMBER.sub(_arabic, text, count=1)),
    ("ten times", _swap(r"(?<![.\d])([1-9]\d*)(?=\s?(?:만\s?원|원|%|세|개월|명|회))", r"\g<1>0")),
    ("month for year", _swap(r"매월|매달|(?<![\d가-힣])월(?=\s?(?:최대 )?\d)", "매년")),
    ("year for month", _swap(r"매년|연간|(?<![\d가-힣])연(?=\s?(?:최대 )?\d)", "매월")),
    ("thousand for ten thousand", _swap(r"(?<=\d)만(?=\s?원)", "천")),
    ("won for percent", _swap(r"(?<=\d)%", "만 원")),
    ("years for months", _swap(r"(?<=\d)개월", "년")),
    ("at most for at least", _swap(r"이상(?!지질)", "이하")),
    ("over for at least", _swap(r"(?<=[세원%명월])\s?이상", " 초과")),
    ("at least for at most", _swap(r"이하", "이상")),
    ("under for at most", _swap(r"(?<=[세원%명월])\s?이하", " 미만")),
    ("at least for under", _swap(r"미만", "이상")),
    ("no limit named", _swap(r"최대 (?=[\d])", "최소 ")),
    ("denied", _swap(r"(지원|지급|신청|제공|발급|감면)(?:합니다|해요)", r"\1하지 않습니다")),
    ("granted", _swap(r"지 않습니다", "기도 합니다")),
    ("cannot", _swap(r"수 있습니다", "수 없습니다")),
    ("can", _swap(r"수 없습니다", "수 있습니다")),
    ("included", _swap(r"제외", "포함")),
    ("excluded", _swap(r"포함", "제외")),
    ("another agency", _swap(r"국민연금공단|행정복지센터|국민건강보험공단|보건소", "한국가나재단")),
    ("another place", _swap(r"서울특별시|서울시|동작구|강남구|관악구", "해운대구")),
    ("another phone", _swap(r"(?<=\d{2}-)\d{3,4}(?=-\d{4})", "9876")),
)


def wrong_lines(found: list[PolicyEvidence]) -> Iterator[Line]:
    """True lines with one thing made wrong, and true sentences told of another policy."""
    for evidence, other in zip(found, [*found[1:], found[0]], strict=True):
        grounds = grounds_for(evidence, other)
        for number, citation in grounds.citations.items():
            if citation.policy_id != evidence.policy_id:
                continue
            # The number of a step says nothing.
            quote = re.sub(r"^\d+\. ", "", " ".join(citation.quote.split()))
            for kind, spoil in WRONG:
                text = spoil(quote)
                if text != quote:
                    yield Line(kind, f"{evidence.name}: {text} [{number}]", grounds)
            if re.search(r"\d", quote) and other.name not in quote:
                line = f"{other.name}: {quote} [{number}]"
                yield Line("told of another policy", line, grounds)
