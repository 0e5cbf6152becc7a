"""What each format gives: text, rows, places."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest

from policies.documents.parse import parse_document
from policies.documents.types import (
    BlockKind,
    DocumentFailed,
    FailureCode,
    MediaType,
    ParsedDocument,
    document_from_data,
    document_to_data,
)
from policies.tests.documents import files


def rows(document: ParsedDocument) -> list[str]:
    return [block.text for block in document.blocks if block.kind is BlockKind.TABLE_ROW]


def failure(data: bytes, name: str = "파일") -> FailureCode:
    with pytest.raises(DocumentFailed) as caught:
        parse_document(data, name=name)
    return caught.value.code


@pytest.mark.parametrize(("binary", "kind"), [(True, MediaType.HWP), (False, MediaType.HWPX)])
def test_hangul_documents_give_paragraphs_and_merged_rows(binary: bool, kind: MediaType) -> None:
    document = parse_document(files.hangul(files.form, binary=binary), name="안내.pdf")
    assert document.media_type is kind
    assert document.title == "제1조 (지원대상)"
    assert [(block.kind, block.location.label()) for block in document.blocks] == [
        (BlockKind.HEADING, "1번째 문단"),
        (BlockKind.PARAGRAPH, "2번째 문단"),
        (BlockKind.TABLE_ROW, "표 1의 2행"),
        (BlockKind.TABLE_ROW, "표 1의 3행"),
        (BlockKind.TABLE_ROW, "표 1의 4행"),
        (BlockKind.LIST_ITEM, "3번째 문단"),
    ]
    assert rows(document) == [
        "구분: 1인 가구 | 지원금액: 월 713,102원 | 비고: 3개월",
        "구분: 2인 가구 | 지원금액: 월 1,178,435원 | 비고: 3개월",
        "문의는 129로 합니다.",
    ]
    assert "75% 이하인 가구에 ① 생계비 ② 의료비" in document.text


def test_a_hwp_file_made_after_the_published_format_is_read() -> None:
    lines = ["긴급복지 안내", "① 신분증", "지원금액은 월 713,102원입니다."]
    document = parse_document(files.hwp_by_hand(lines), name="안내.hwp")
    assert document.media_type is MediaType.HWP
    assert document.text.split("\n") == lines


@pytest.mark.parametrize("binary", [True, False])
def test_hangul_table_within_a_table_is_not_lost(binary: bool) -> None:
    def build(document: Any) -> None:
        outer = document.add_table(2, 2)
        files.fill(outer, [["구분", "내용"], ["서류", ""]])
        inner = outer.cell(1, 1).add_table(2, 2)
        files.fill(inner, [["서류명", "발급처"], ["진단서", "병원"]])

    document = parse_document(files.hangul(build, binary=binary), name="표")
    assert rows(document) == ["구분: 서류 | 내용: 서류명: 진단서 | 발급처: 병원"]


@pytest.mark.parametrize(
    ("flag", "code"),
    [(0x02, FailureCode.ENCRYPTED), (0x04, FailureCode.ENCRYPTED), (0x10, FailureCode.ENCRYPTED)],
    ids=["password", "distribution", "drm"],
)
def test_locked_hwp_is_told(flag: int, code: FailureCode) -> None:
    data = bytearray(files.hangul(files.form, binary=True))
    data[data.index(b"HWP Document File") + 36] |= flag
    assert failure(bytes(data)) is code


def test_old_formats_are_told() -> None:
    data = bytearray(files.hangul(files.form, binary=True))
    data[data.index(b"HWP Document File") + 35] = 3
    assert failure(bytes(data)) is FailureCode.OLD_FORMAT
    assert failure(b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05" + bytes(200)) is (
        FailureCode.OLD_FORMAT
    )


def test_encrypted_hwpx_is_told() -> None:
    manifest = b"<odf:manifest><odf:encryption-data/></odf:manifest>"
    data = files.with_part(
        files.hangul(files.form, binary=False), "META-INF/manifest.xml", manifest
    )
    assert failure(data) is FailureCode.ENCRYPTED


def test_word_gives_headings_lists_merged_cells_and_questions() -> None:
    def build(document: Any) -> None:
        document.add_heading("지원 안내", 1)
        document.add_paragraph("신분증", style="List Bullet")
        table = document.add_table(3, 3)
        for row, texts in enumerate(files.AMOUNTS):
            for column, text in enumerate(texts):
                table.cell(row, column).text = text
        table.cell(2, 2).text = ""
        table.cell(1, 2).merge(table.cell(2, 2))
        inner = table.cell(2, 0).add_table(2, 2)
        for row, texts in enumerate([["서류명", "발급처"], ["진단서", "병원"]]):
            for column, text in enumerate(texts):
                inner.cell(row, column).text = text
        document.add_paragraph("Q. 누가 받나요?")
        document.add_paragraph("A. 만 65세 이상입니다.")

    document = parse_document(files.word(build), name="안내")
    assert document.media_type is MediaType.DOCX
    kinds = [block.kind for block in document.blocks]
    assert kinds == ["heading", "list_item", "table_row", "table_row", "faq"]
    assert rows(document) == [
        "구분: 1인 가구 | 지원금액: 월 713,102원 | 비고: ① 생계지원",
        "구분: 2인 가구 / 서류명: 진단서 | 발급처: 병원 | 지원금액: 월 1,178,435원"
        " | 비고: ① 생계지원",
    ]
    assert document.blocks[-1].text == "Q. 누가 받나요?\nA. 만 65세 이상입니다."


def test_word_pages_are_known_only_by_the_marks_of_word() -> None:
    def build(document: Any, *, marked: bool) -> None:
        document.add_paragraph("첫 쪽")
        run = document.add_paragraph().add_run()
        if marked:
            run._r.append(run._r.makeelement(f"{{{run._r.nsmap['w']}}}lastRenderedPageBreak"))
        run.add_text("둘째 쪽")
        document.add_paragraph("여전히 둘째 쪽")

    marked = parse_document(files.word(lambda one: build(one, marked=True)), name="a")
    assert [block.location.page for block in marked.blocks] == [1, 2, 2]
    plain = parse_document(files.word(lambda one: build(one, marked=False)), name="a")
    assert [block.location.page for block in plain.blocks] == [None, None, None]
    assert plain.blocks[2].location.label() == "3번째 문단"


def test_word_content_controls_and_insertions_are_read_deletions_are_not() -> None:
    def build(document: Any) -> None:
        paragraph = document.add_paragraph("남는 글")._p
        w = f"{{{paragraph.nsmap['w']}}}"

        def put(parent: Any, name: str) -> Any:
            child = parent.makeelement(w + name)
            parent.append(child)
            return child

        put(put(put(paragraph, "ins"), "r"), "t").text = " 더한 글"
        put(put(put(paragraph, "del"), "r"), "delText").text = "지운 글"
        control = put(put(document.element.body, "sdt"), "sdtContent")
        put(put(put(control, "p"), "r"), "t").text = "고른 값"

    document = parse_document(files.word(build), name="a")
    assert document.text == "남는 글 더한 글\n고른 값"


def test_workbook_gives_sheets_rows_merged_cells_and_shown_values() -> None:
    document = parse_document(files.workbook(files.amounts_sheet), name="표")
    assert document.media_type is MediaType.XLSX
    assert rows(document) == [
        "구분: 1인 | 금액: 713,102 | 적용일: 2026-01-01",
        "구분: 2인 | 금액: 1,178,435 | 적용일: 2026-01-01",
        "제출서류: 신분증 | 발급처: 주민센터",
    ]
    labels = [b.location.label() for b in document.blocks if b.kind is BlockKind.TABLE_ROW]
    assert labels == ["‘지원 기준’ 시트 3행", "‘지원 기준’ 시트 4행", "‘서류’ 시트 2행"]
    assert "비밀" not in document.text
    assert document.warnings == ("숨긴 시트는 읽지 않았습니다.",)


def test_workbook_formulas_give_the_stored_value() -> None:
    def build(book: Any) -> None:
        for row in (["항목", "값"], ["합계", "=1+2"], ["비율", 0.75], ["여부", True]):
            book.active.append(row)
        book.active["B3"].number_format = "0%"

    data = files.workbook(build)
    name = "xl/worksheets/sheet1.xml"
    stored = re.sub(rb"<f>1\+2</f><v ?/?>(</v>)?", b"<f>1+2</f><v>3</v>", files.part_of(data, name))
    document = parse_document(files.with_part(data, name, stored), name="표")
    assert rows(document) == ["항목: 합계 | 값: 3", "항목: 비율 | 값: 75%", "항목: 여부 | 값: 예"]


def test_pdf_gives_pages_paragraphs_and_tables() -> None:
    data = files.pdf("긴급복지 안내문입니다.", files.AMOUNTS, None, "둘째 쪽의 글입니다.")
    document = parse_document(data, name="안내.pdf")
    assert [(block.text, block.location.page) for block in document.blocks] == [
        ("긴급복지 안내문입니다.", 1),
        ("구분: 1인 가구 | 지원금액: 월 713,102원 | 비고: ① 생계지원", 1),
        ("구분: 2인 가구 | 지원금액: 월 1,178,435원 | 비고: ※ 3개월까지", 1),
        ("둘째 쪽의 글입니다.", 2),
    ]


def test_pdf_table_over_pages_keeps_its_head_and_counts_on() -> None:
    body = [[f"{number}인 가구", f"월 {number}만원"] for number in range(1, 71)]
    document = parse_document(files.pdf([["구분", "지원금액"], *body]), name="표")
    assert rows(document) == [f"구분: {n}인 가구 | 지원금액: 월 {n}만원" for n in range(1, 71)]
    assert [block.location.row for block in document.blocks] == list(range(2, 72))
    pages = [block.location.page for block in document.blocks]
    assert pages == sorted(pages)
    assert set(pages) == {1, 2}
    assert {block.location.table for block in document.blocks} == {1}


def test_pdf_merged_cells_stand_in_each_row() -> None:
    table = [["구분", "지원금액", "비고"], ["1인", "월 10만원", "공통"], ["2인", "월 20만원", ""]]
    document = parse_document(files.pdf((table, [((2, 1), (2, 2))])), name="표")
    assert rows(document)[1] == "구분: 2인 | 지원금액: 월 20만원 | 비고: 공통"


def test_pdf_lines_of_a_paragraph_are_joined_without_cutting_words() -> None:
    text = "지원대상은 기준중위소득 75퍼센트 이하인 가구입니다. " * 6
    document = parse_document(files.pdf(text.strip()), name="글")
    assert len(document.blocks) == 1
    assert document.text.count("이하인 가구입니다.") >= 5


def test_scanned_pdf_has_no_text() -> None:
    assert failure(files.empty_pdf(3)) is FailureCode.NO_TEXT


def test_pdf_with_a_password_is_told() -> None:
    data = files.pdf("비밀", encrypt=files.StandardEncryption("열쇠", canPrint=0))
    assert failure(data) is FailureCode.ENCRYPTED


@pytest.mark.parametrize(
    "data",
    [
        files.pdf("안내", files.AMOUNTS),
        files.hangul(files.form, binary=True),
        files.workbook(files.amounts_sheet),
    ],
    ids=["pdf", "hwp", "xlsx"],
)
def test_every_block_is_addressed_and_survives_as_data(data: bytes) -> None:
    document = parse_document(data, name="문서")
    for block in document.blocks:
        assert document.text[block.start : block.end] == block.text
        assert block.location.label()
    assert document_from_data(document_to_data(document)) == document


def test_names_are_composed_and_say_nothing_of_the_format() -> None:
    data = files.hangul(lambda document: document.add_paragraph("글"), binary=True)
    document = parse_document(data, name=unicodedata.normalize("NFD", "폴더/신청서.pdf"))
    assert (document.title, document.media_type) == ("신청서", MediaType.HWP)


@pytest.mark.parametrize("data", [b"", b"GIF89a....", b"<html></html>", b"%PD", b"\x00" * 100])
def test_what_is_no_document_is_refused(data: bytes) -> None:
    assert failure(data) in {FailureCode.UNSUPPORTED, FailureCode.EMPTY}


def test_an_archive_of_files_names_them_in_korean() -> None:
    data = files.as_cp949("신청서.hwp")
    with pytest.raises(DocumentFailed, match=r"신청서\.hwp") as caught:
        parse_document(data, name="모음.zip")
    assert caught.value.code is FailureCode.UNSUPPORTED
