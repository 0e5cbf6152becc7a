"""Files of every format, made by the libraries that write them."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from datetime import date
from typing import Any

import docx
import openpyxl
from hwpx.document import HwpxDocument
from hwpx.hwp5.cfb import build_compound_file
from hwpx.hwp5.writer import write_hwp5
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

FONT = "HYSMyeongJo-Medium"
AMOUNTS = [
    ["구분", "지원금액", "비고"],
    ["1인 가구", "월 713,102원", "① 생계지원"],
    ["2인 가구", "월 1,178,435원", "※ 3개월까지"],
]


def pdf(*story: Any, encrypt: StandardEncryption | None = None) -> bytes:
    """Texts are paragraphs, lists of rows ruled tables, None a new page."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    style = ParagraphStyle("body", fontName=FONT, fontSize=11, leading=16, wordWrap="CJK")
    parts: list[Any] = []
    for item in story:
        if item is None:
            parts.append(PageBreak())
        elif isinstance(item, str):
            parts += [Paragraph(item, style), Spacer(1, 12)]
        else:
            rows, spans = item if isinstance(item, tuple) else (item, [])
            table = Table(rows, repeatRows=1)
            rules = [
                ("FONT", (0, 0), (-1, -1), FONT),
                ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
            ]
            table.setStyle([*rules, *(("SPAN", low, high) for low, high in spans)])
            parts += [table, Spacer(1, 12)]
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, encrypt=encrypt).build(parts)
    return buffer.getvalue()


def empty_pdf(pages: int) -> bytes:
    """Pages with a line but no text, as a scan has."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    for _ in range(pages):
        canvas.line(10, 10, 200, 200)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def word(build: Callable[[Any], None]) -> bytes:
    document = docx.Document()
    build(document)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def workbook(build: Callable[[Any], None]) -> bytes:
    book = openpyxl.Workbook()
    build(book)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def amounts_sheet(book: Any) -> None:
    """Two sheets: amounts with merged cells, a date and a formula; and a hidden one."""
    sheet = book.active
    sheet.title = "지원 기준"
    sheet["A1"] = "2026년 긴급복지 지원금액"
    for row in (
        ["구분", "금액", "적용일"],
        ["1인", 713102, date(2026, 1, 1)],
        ["2인", 1178435, None],
    ):
        sheet.append(row)
    sheet.merge_cells("C3:C4")
    sheet["B3"].number_format = sheet["B4"].number_format = "#,##0"
    other = book.create_sheet("서류")
    other.append(["제출서류", "발급처"])
    other.append(["신분증", "주민센터"])
    hidden = book.create_sheet("내부용")
    hidden.append(["비밀"])
    hidden.sheet_state = "hidden"


def hangul(build: Callable[[Any], None], *, binary: bool) -> bytes:
    """An HWPX file, or the same document as HWP 5."""
    document = HwpxDocument.new()
    build(document)
    if not binary:
        return document.to_bytes()
    with zipfile.ZipFile(io.BytesIO(document.to_bytes())) as archive:
        return write_hwp5({name: archive.read(name) for name in archive.namelist()})


def fill(table: Any, rows: list[list[str]]) -> None:
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.set_cell_text(row, column, text)


def form(document: Any) -> None:
    """A notice with a table whose cells are merged both ways."""
    document.add_paragraph("제1조 (지원대상)")
    document.add_paragraph("기준중위소득 75\uff05 이하인 가구에 ① 생계비 ② 의료비를 드립니다.")
    table = document.add_table(4, 3)
    fill(
        table,
        [
            ["구분", "지원금액", "비고"],
            ["1인 가구", "월 713,102원", "3개월"],
            ["2인 가구", "월 1,178,435원", ""],
            ["문의는 129로 합니다.", "", ""],
        ],
    )
    table.merge_cells(1, 2, 2, 2)
    table.merge_cells(3, 0, 3, 2)
    document.add_paragraph("※ 신청은 주민센터에서 합니다.")


def archive(parts: dict[str, bytes | str], *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return buffer.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with one part replaced or added."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts: dict[str, bytes | str] = {each: source.read(each) for each in source.namelist()}
    return archive({**parts, name: content})


def part_of(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        return source.read(name)


def as_cp949(utf8_name: str) -> bytes:
    """An archive with one member whose name is in CP949 without the flag of UTF-8."""
    raw = utf8_name.encode("cp949")
    info = zipfile.ZipInfo("x" * len(raw))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr(info, b"content")
    return buffer.getvalue().replace(b"x" * len(raw), raw)


def hwp_by_hand(lines: list[str]) -> bytes:
    """An HWP 5 file put together after the published format (한글문서파일형식 5.0, revision 1.3):
    header, document properties and one section of plain paragraphs, nothing compressed."""

    def record(tag: int, level: int, payload: bytes) -> bytes:
        return struct.pack("<I", tag | level << 10 | len(payload) << 20) + payload

    body = b""
    for line in lines:
        text = f"{line}\r".encode("utf-16-le")
        head = struct.pack("<IIHBBHHHI", len(text) // 2, 0, 0, 0, 0, 0, 0, 0, 0)
        body += record(66, 0, head) + record(67, 1, text)
    return build_compound_file(
        [
            (
                "FileHeader",
                b"HWP Document File".ljust(32, b"\0") + b"\x00\x00\x00\x05" + bytes(220),
            ),
            ("DocInfo", record(16, 0, struct.pack("<7H3I", 1, 1, 1, 1, 1, 1, 1, 0, 0, 0))),
            ("BodyText/Section0", body),
        ]
    )
