"""Pieces for the index: their places, their heads, their offsets."""

from __future__ import annotations

from policies.documents.build import Builder
from policies.documents.chunks import ReadAttachment, attachment_chunks
from policies.documents.tables import Cell
from policies.documents.types import BlockKind, MediaType
from policies.vocabulary import Section

LONG = "기준중위소득 75% 이하인 가구에 생계비를 드립니다. "


def pieces(builder: Builder) -> list[tuple[str, str, int | None]]:
    document = builder.document(MediaType.PDF, title="", name="안내.pdf")
    read = ReadAttachment("안내.pdf", document.text, document.blocks)
    found = attachment_chunks("긴급복지", read, first=7)
    assert [piece.chunk.ordinal for piece in found] == list(range(7, 7 + len(found)))
    for piece in found:
        span = document.text[piece.chunk.start : piece.chunk.end]
        assert piece.chunk.text.endswith(f": {span}")
        assert piece.chunk.section is Section.ATTACHMENT
    return [(piece.label, piece.chunk.text, piece.page) for piece in found]


def table(builder: Builder, count: int, *, page: int | None = None) -> None:
    head = [Cell(0, 0, "구분"), Cell(0, 1, "지원금액")]
    body = [
        cell
        for row in range(1, count + 1)
        for cell in (Cell(row, 0, f"{row}인 가구"), Cell(row, 1, f"월 {row}0만원"))
    ]
    builder.table([*head, *body], page=page)


def test_pages_and_tables_are_never_mixed_and_rows_stay_whole() -> None:
    builder = Builder()
    builder.paragraph("첫 쪽의 글", page=1)
    table(builder, 30, page=1)
    table(builder, 1, page=1)
    builder.paragraph("둘째 쪽의 글", page=2)
    found = pieces(builder)
    assert found[0] == ("1쪽", "긴급복지\n붙임 안내.pdf 1쪽: 첫 쪽의 글", 1)
    assert found[-1] == ("2쪽", "긴급복지\n붙임 안내.pdf 2쪽: 둘째 쪽의 글", 2)
    assert found[-2][1] == "긴급복지\n붙임 안내.pdf 1쪽: 구분: 1인 가구 | 지원금액: 월 10만원"
    rows = [line for _, text, _ in found[1:-1] for line in text.split(": ", 1)[1].split("\n")]
    assert len(rows) == 31
    assert all(row.startswith("구분: ") and row.endswith("만원") for row in rows)


def test_without_pages_a_piece_says_from_where_to_where() -> None:
    builder = Builder()
    builder.paragraph("하나")
    builder.paragraph("둘")
    table(builder, 2)
    assert [label for label, _, _ in pieces(builder)] == [
        "1번째 문단~2번째 문단",
        "표 1의 2행~3행",
    ]


def test_a_heading_begins_a_piece_and_questions_stand_alone() -> None:
    builder = Builder()
    builder.paragraph("앞 글", page=1)
    builder.paragraph("신청 방법", kind=BlockKind.HEADING, page=1)
    builder.paragraph("주민센터에 신청합니다.", page=1)
    builder.paragraph("Q. 언제까지인가요?", page=1)
    builder.paragraph("A. 연말까지입니다.", page=1)
    texts = [text.split(": ", 1)[1] for _, text, _ in pieces(builder)]
    assert texts == [
        "앞 글",
        "신청 방법\n주민센터에 신청합니다.",
        "Q. 언제까지인가요?\nA. 연말까지입니다.",
    ]


def test_a_long_paragraph_is_cut_at_sentences() -> None:
    builder = Builder()
    builder.paragraph(LONG * 30, page=3)
    found = pieces(builder)
    assert len(found) > 1
    assert all(text.rstrip().endswith(".") for _, text, _ in found)
    assert {page for _, _, page in found} == {3}
