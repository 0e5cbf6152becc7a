"""Head cells, merged cells and tables without a head."""

from __future__ import annotations

import unicodedata

import pytest

from policies.documents.tables import Cell, repeated_head, table_rows
from policies.documents.text import clean, clean_name, kind_of
from policies.documents.types import BlockKind


def grid(*rows: list[str]) -> list[Cell]:
    return [Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)]


def texts(cells: list[Cell]) -> list[str]:
    return [row.text for row in table_rows(cells)[0]]


def test_a_form_of_names_and_values_has_no_head() -> None:
    assert texts(grid(["성명", "홍길동"], ["연락처", "02-123-4567"])) == [
        "성명: 홍길동",
        "연락처: 02-123-4567",
    ]
    assert texts(grid(["성명", "", "생년월일", ""], ["주소", "", "전화", ""])) == [
        "성명 | 생년월일",
        "주소 | 전화",
    ]


def test_two_columns_have_a_head_where_the_second_says_so() -> None:
    cells = grid(["서류명", "발급처"], ["진단서", "병원"])
    assert texts(cells) == ["서류명: 진단서 | 발급처: 병원"]
    assert texts(grid(["사업명", "긴급복지"], ["지원대상", "위기가구"])) == [
        "사업명: 긴급복지",
        "지원대상: 위기가구",
    ]


def test_values_in_the_first_row_are_no_head() -> None:
    assert texts(grid(["1인", "월 713,102원"], ["2인", "월 1,178,435원"])) == [
        "1인: 월 713,102원",
        "2인: 월 1,178,435원",
    ]


def test_years_and_sizes_may_be_a_head() -> None:
    cells = grid(["가구원수", "2025년", "2026년"], ["1인", "2,392,013원", "2,564,238원"])
    assert texts(cells) == ["가구원수: 1인 | 2025년: 2,392,013원 | 2026년: 2,564,238원"]


def test_a_head_of_two_rows_names_both() -> None:
    cells = [
        Cell(0, 0, "구분", rows=2),
        Cell(0, 1, "지원금액", columns=2),
        Cell(1, 1, "단독"),
        Cell(1, 2, "부부"),
        *[Cell(2, column, text) for column, text in enumerate(["기초", "월 34만원", "월 54만원"])],
    ]
    assert texts(cells) == ["구분: 기초 | 지원금액 > 단독: 월 34만원 | 지원금액 > 부부: 월 54만원"]


def test_marked_head_cells_count_before_looks() -> None:
    cells = [Cell(0, 0, "10만원", head=True), Cell(0, 1, "20만원", head=True)]
    assert texts([*cells, Cell(1, 0, "가"), Cell(1, 1, "나")]) == ["10만원: 가 | 20만원: 나"]


def test_a_cell_over_the_whole_width_divides_the_table() -> None:
    cells = [*grid(["구분", "금액"]), Cell(1, 0, "〈수도권〉", columns=2)]
    cells += [Cell(2, 0, "1인"), Cell(2, 1, "10만원")]
    assert texts(cells) == ["〈수도권〉", "구분: 1인 | 금액: 10만원"]


def test_a_table_that_is_only_its_head_still_says_it() -> None:
    cells = [Cell(0, 0, "구분"), Cell(0, 1, "금액")]
    assert texts(cells) == ["구분: 금액"]


def test_a_head_said_again_on_the_next_page_is_known() -> None:
    cells = grid(["구분", "금액"], ["3인", "30만원"])
    assert repeated_head(cells, ("구분", "금액")) == 1
    assert repeated_head(cells, ("항목", "금액")) == 0
    rows, _ = table_rows(cells, header=("구분", "금액"), skip=1)
    assert [row.text for row in rows] == ["구분: 3인 | 금액: 30만원"]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        (unicodedata.normalize("NFD", "신청"), "신청"),
        ("\uff17\uff15\uff05\u3000이하", "75% 이하"),
        ("① ② ※ ～ （가）", "① ② ※ ～ （가）"),
        ("가\u200b나\x00다\ufeff", "가나다"),
        ("\uf0b7 항목", "· 항목"),
        ("  한\t줄 \r\n\r\n 두 줄 ", "한 줄\n두 줄"),
    ],
)
def test_text_is_cleaned_but_marks_stay(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        (unicodedata.normalize("NFD", "신청서.hwp"), "신청서.hwp"),
        ("신청서.hwp".encode("cp949").decode("latin-1"), "신청서.hwp"),
        ("../../etc/신청서.hwp", "신청서.hwp"),
        ("C:\\문서\\신청서.hwp", "신청서.hwp"),
        ("café.pdf", "café.pdf"),
        ("\x00\n", "이름 없는 파일"),
        ("가" * 300 + ".hwp", "가" * 196 + ".hwp"),
    ],
)
def test_names_are_repaired(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("① 신분증", BlockKind.LIST_ITEM),
        ("○ 지원대상", BlockKind.LIST_ITEM),
        ("가. 지원내용", BlockKind.LIST_ITEM),
        ("1) 신청서", BlockKind.LIST_ITEM),
        ("제2장 신청", BlockKind.HEADING),
        ("Ⅱ. 지원내용", BlockKind.HEADING),
        ("지원대상은 저소득 가구입니다.", BlockKind.PARAGRAPH),
        ("10만원을 드립니다.", BlockKind.PARAGRAPH),
    ],
)
def test_kinds_are_told_by_the_beginning(text: str, kind: BlockKind) -> None:
    assert kind_of(text) is kind
