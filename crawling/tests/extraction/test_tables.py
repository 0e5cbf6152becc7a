"""Tables of web pages: merged cells in every row they cover, heads with every value."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from config.runtime.paths import PROJECT
from crawling.extraction.blocks import BlockKind, element_text, page_blocks
from crawling.extraction.page import read_page
from crawling.extraction.tables import is_layout, own_cells, read_table

JUNGNANG = PROJECT.parent / "shared" / "data" / "jungnang_gu_health_center_html_2010"


def rows(markup: str) -> list[str]:
    blocks = page_blocks(read_page(f"<body>{markup}</body>").root)
    return [block.text for block in blocks if block.kind is BlockKind.ROW]


def test_a_merged_cell_stands_in_every_row() -> None:
    found = rows(
        "<table><thead><tr><th>종목<th>금액<th>비고</thead>"
        "<tr><td rowspan=2>일본뇌염<td>2,890<td>3세 이상"
        "<tr><td>1,450<td>3세 미만"
        "<tr><td>골밀도검사<td colspan=2>무료</table>"
    )
    assert found == [
        "종목: 일본뇌염 | 금액: 2,890 | 비고: 3세 이상",
        "종목: 일본뇌염 | 금액: 1,450 | 비고: 3세 미만",
        "종목: 골밀도검사 | 금액·비고: 무료",
    ]


def test_a_head_of_two_rows() -> None:
    found = rows(
        "<table><tr><th rowspan=2>구분</th><th colspan=2>소득 기준</th></tr>"
        "<tr><th>직장</th><th>지역</th></tr>"
        "<tr><td>2인<br>가구</td><td>31,980원</td><td>21,413원</td></tr></table>"
    )
    assert found == ["구분: 2인 / 가구 | 소득 기준 > 직장: 31,980원 | 소득 기준 > 지역: 21,413원"]


def test_titles_at_the_side() -> None:
    assert rows(
        "<table><tr><th>지원대상</th><td>관내 임산부</td></tr>"
        "<tr><th>기간</th><td>연중</td></tr></table>"
    ) == ["지원대상: 관내 임산부", "기간: 연중"]
    assert rows(
        "<table><tr><th rowspan=2>난임</th><th>체외수정</th><td>150만원</td></tr>"
        "<tr><th>인공수정</th><td>50만원</td></tr></table>"
    ) == ["난임 > 체외수정: 150만원", "난임 > 인공수정: 50만원"]
    assert rows(
        "<table><tr><th>대상</th><td>어르신</td><th>비용</th><td>무료</td></tr></table>"
    ) == ["대상: 어르신 | 비용: 무료"]


def test_layout_tables_are_ordinary_content() -> None:
    blocks = page_blocks(
        read_page("<table><tr><td><h3>지원대상</h3><p>65세 이상 어르신</p></td></tr></table>").root
    )
    assert [block.kind for block in blocks] == [BlockKind.HEADING, BlockKind.PARAGRAPH]


@pytest.mark.parametrize(
    "cell", ["rowspan=0", "rowspan=99999999", "colspan=-3", "rowspan='2%'", "colspan=4000"]
)
def test_odd_spans_lose_no_text(cell: str) -> None:
    found = " ".join(
        rows(f"<table><tr><th>가<th>나<tr><td {cell}>첫째<td>둘째<tr><td>셋째<td>넷째</table>")
    )
    assert all(word in found for word in ("첫째", "셋째", "넷째"))


def test_unclosed_and_nested_tables() -> None:
    found = rows(
        "<table class=tbl><tr><th>항목<th>내용<tr><td>서류<td><table><tr><td>신분증<tr><td>통장"
        "</table><tr><td>장소<td>보건소"
    )
    assert found == ["항목: 서류 | 내용: 신분증 / 통장", "항목: 장소 | 내용: 보건소"]


def cells_and_places(table: html.HtmlElement) -> list[tuple[str, int]]:
    """Text of each cell and how many rows it covers, counted apart from the code under test."""
    body_rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    found = []
    for number, row in enumerate(body_rows):
        for cell in row:
            if cell.tag in ("td", "th"):
                wanted = int(cell.get("rowspan", "1").strip() or 1)
                text = " ".join("".join(cell.itertext()).split())
                found.append((text, min(wanted, len(body_rows) - number)))
    return found


@pytest.mark.skipif(not JUNGNANG.is_dir(), reason="the shared pages are not here")
def test_real_pages_of_2010_keep_every_cell_in_every_row_it_covers() -> None:
    """All 13 data tables of the 19 pages: no cell lost, none in too few rows."""
    tables = wrong = cells = 0
    for path in sorted([*JUNGNANG.glob("*.jsp"), *JUNGNANG.glob("*.html")]):
        page = read_page(path.read_text(encoding="utf-8"))
        for table in page.root.iter("table"):
            if is_layout(table):
                continue
            tables += 1
            lines = [_squeezed(row) for row in read_table(table, element_text).rows]
            heads = {id(cell) for cell in own_cells(table) if cell.tag == "th"}
            for (text, covered), cell in zip(
                cells_and_places(table), own_cells(table), strict=True
            ):
                needed = _squeezed(text)
                if not needed or id(cell) in heads:
                    continue
                cells += 1
                wrong += sum(needed in line for line in lines) < covered
    assert (tables, wrong) == (13, 0)
    assert cells > 400


@pytest.mark.skipif(not JUNGNANG.is_dir(), reason="the shared pages are not here")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "01_0101010101.jsp",
            "종목: 일본뇌염 | 금액(원): 1,450 | 비고: 만3세미만 타구주민(☎2627-2685)",
        ),
        (
            "01_0101010301.jsp",
            "식품군: 마. 올리고당 | 식품의 유형: 모든 품목",
        ),
        (
            "06_0101060101.jsp",
            "사업명: 조기시력 검진 | 대상: 영유아 / (만3세~6세) | 소득수준: 없음"
            " | 보험료기준 / (2인기준): 없음 | 비율(%) / (기:시:구): 구비100"
            " | 지원: 정밀검진 본인부담금",
        ),
        ("03_0101030401.jsp", "신고 내용별: 청소년에게 주류를 제공하는 행위 | 보상금액: 200,000원"),
    ],
)
def test_lines_of_real_pages(name: str, line: str) -> None:
    text = (JUNGNANG / name).read_text(encoding="utf-8")
    assert line in [block.text for block in page_blocks(read_page(text).root)]


@pytest.mark.skipif(not JUNGNANG.is_dir(), reason="the shared pages are not here")
def test_real_pages_leave_no_markup_behind() -> None:
    for path in sorted(Path(JUNGNANG).glob("*.*")):
        if path.suffix in (".jsp", ".html"):
            text = element_text(read_page(path.read_text(encoding="utf-8")).root)
            assert text
            assert not any(sign in text for sign in ("<%", "%>", "<td", "ഀ", "컨텐츠 영역", "&nbsp"))


def _squeezed(text: str) -> str:
    kept = "".join(char for char in text if char.isalnum())
    return kept.lower()
