"""Questions with their answers, in the forms that public sites write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crawling.extraction.blocks import BlockKind, PageBlock, element_text
from crawling.extraction.page import Element, words_of
from crawling.text import clean_line

_Q = re.compile(r"^\s*(?:Q\s?\d*|질문\s?\d*|문\s?\d*|\[질문\])\s*[.:：)\]]\s*", re.IGNORECASE)
_A = re.compile(r"^\s*(?:A\s?\d*|답변?|\[답변\])\s*[.:：)\]]\s*", re.IGNORECASE)
_ASKING = re.compile(
    r"(?:[?？]|나요|까요|는가요|인가요|ㄴ가요|습니까|되나요|하나요|어떻게 .{1,20}요)\s*[?？]?$"
)
_QUESTION_NAMES = re.compile(
    r"(?:^|[\s_-])(?:q|question|faq_?q|faq_?tit\w*|tit_q|quest\w*)(?:$|[\s_-])"
)
_ANSWER_NAMES = re.compile(
    r"(?:^|[\s_-])(?:a|answer|faq_?a|faq_?cont?\w*|txt_a|ans\w*|reply)(?:$|[\s_-])"
)
_PREFIX = re.compile(
    r"^\s*(?:Q|A|질문|답변)\s+(?:(?:내용\s?)?(?:보기|열기|닫기)\s*)?(?=\S)", re.IGNORECASE
)
_ROW_PAIR = re.compile(
    r"(?:^|\| )질문\s?(?:내용)?: (?P<q>.+?) \| 답변?\s?(?:내용)?: (?P<a>.+)$", re.DOTALL
)
_MOST_QUESTION = 300


@dataclass(frozen=True)
class Faq:
    question: str
    answer: str


def page_faqs(root: Element, blocks: Sequence[PageBlock]) -> list[Faq]:
    """Pairs of a page: marked up as such (lists of terms, q/a classes), in a table of questions,
    or written one after the other. Each question once."""
    found = [*_marked_up(root), *_of_rows(blocks), *_written(blocks)]
    pairs: dict[str, Faq] = {}
    for each in found:
        if each.question and each.answer and len(each.question) <= _MOST_QUESTION:
            pairs.setdefault(re.sub(r"\W", "", each.question), each)
    return list(pairs.values())


def faq_text(faqs: Sequence[Faq]) -> str:
    """Pairs as the text of a section: a question with its answer below."""
    return "\n\n".join(f"Q. {each.question}\nA. {each.answer}" for each in faqs)


def _marked_up(root: Element) -> Iterator[Faq]:
    for terms in root.iter("dl"):
        pairs = list(_terms(terms))
        if sum(_ASKING.search(each.question) is not None for each in pairs) * 2 >= len(pairs):
            yield from pairs
    question = ""
    for element in root.iter():
        if element.tag in ("dl", "dt", "dd", "a", "body") or not element.get("class"):
            continue
        names = words_of(element)
        if _QUESTION_NAMES.search(names):
            question = _bare(clean_line(element_text(element)))
        elif question and _ANSWER_NAMES.search(names):
            yield Faq(question, _bare(element_text(element)))
            question = ""


def _terms(terms: Element) -> Iterator[Faq]:
    question = ""
    for child in terms.iter("dt", "dd"):
        text = element_text(child)
        if child.tag == "dt":
            question = _bare(clean_line(text))
        elif question:
            yield Faq(question, _bare(text))
            question = ""


def _of_rows(blocks: Sequence[PageBlock]) -> Iterator[Faq]:
    for block in blocks:
        match = _ROW_PAIR.search(block.text) if block.kind is BlockKind.ROW else None
        if match:
            yield Faq(clean_line(match["q"]), match["a"].replace(" / ", "\n").strip())


def _written(blocks: Sequence[PageBlock]) -> Iterator[Faq]:
    """“Q. …” with what follows until the next one, and headings that ask."""
    question, answer, marked = "", list[str](), False
    for block in blocks:
        text = block.text.strip()
        heading = block.kind is BlockKind.HEADING
        asks = _Q.match(text) is not None
        if asks or (heading and _ASKING.search(text)):
            yield Faq(question, "\n".join(answer))
            first, _, rest = text.partition("\n")
            question, marked = _bare(first), asks
            answer = [_bare(rest)] if rest.strip() else []
        elif question and heading and not _A.match(text):
            yield Faq(question, "\n".join(answer))
            question, answer = "", []
        elif question and (marked or block.kind is not BlockKind.ROW or answer):
            answer.append(text if answer else _bare(text))
    yield Faq(question, "\n".join(answer))


def _bare(text: str) -> str:
    for mark in (_Q, _A, _PREFIX):
        text = mark.sub("", text, count=1)
    return text.strip()
