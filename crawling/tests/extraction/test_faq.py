"""Questions with answers in the forms public sites write them."""

from __future__ import annotations

import pytest

from crawling.extraction.blocks import page_blocks
from crawling.extraction.faq import Faq, faq_text, page_faqs
from crawling.extraction.page import read_page

FIRST = Faq("기초연금은 언제 신청하나요?", "65세가 되는 달의 한 달 전부터 신청합니다.")
SECOND = Faq("대리인도 신청할 수 있나요?", "네. 위임장과 신분증을 가져오시면 됩니다.")

FORMS = [
    "<dl><dt>{q1}</dt><dd>{a1}</dd><dt>{q2}</dt><dd>{a2}</dd></dl>",
    '<dl><dt><span>Q</span> {q1}</dt><dd style="display:none"><span>A</span> {a1}</dd>'
    "<dt><span>Q</span> {q2}</dt><dd><span>A</span> {a2}</dd></dl>",
    '<ul class="faq_list"><li><div class="faq_q"><a href="#">{q1}</a></div>'
    '<div class="faq_a" style="display:none"><p>{a1}</p></div></li>'
    '<li><div class="faq_q"><a href="#">{q2}</a></div><div class="faq_a"><p>{a2}</p></div></ul>',
    "<table><tr><th>번호</th><th>질문</th><th>답변</th></tr><tr><td>1</td><td>{q1}</td><td>{a1}</td>"
    "</tr><tr><td>2</td><td>{q2}</td><td>{a2}</td></tr></table>",
    "<p>Q1. {q1}</p><p>A1. {a1}</p><p>Q2. {q2}</p><p>A2. {a2}</p>",
    "<h4>{q1}</h4><p>{a1}</p><h4>{q2}</h4><p>{a2}</p><h4>담당 부서</h4><p>어르신복지과</p>",
    "<p>질문: {q1}</p><p>답변: {a1}</p><p>질문: {q2}</p><p>답변: {a2}</p>",
]


@pytest.mark.parametrize("form", FORMS)
def test_pairs_are_found(form: str) -> None:
    markup = form.format(q1=FIRST.question, a1=FIRST.answer, q2=SECOND.question, a2=SECOND.answer)
    page = read_page(f"<body>{markup}</body>")
    assert page_faqs(page.root, page_blocks(page.root)) == [FIRST, SECOND]


@pytest.mark.parametrize(
    "markup",
    [
        "<dl><dt>지원대상</dt><dd>65세 이상</dd><dt>문의</dt><dd>02-000-0000</dd></dl>",
        "<h4>지원대상</h4><p>65세 이상 어르신</p>",
        "<table><tr><th>구분</th><th>내용</th></tr><tr><td>가</td><td>나</td></tr></table>",
        "",
    ],
)
def test_other_lists_are_no_questions(markup: str) -> None:
    page = read_page(f"<body>{markup}</body>")
    assert page_faqs(page.root, page_blocks(page.root)) == []


def test_the_text_of_a_section() -> None:
    assert faq_text([FIRST, SECOND]).startswith("Q. 기초연금은 언제 신청하나요?\nA. 65세가")
