"""Hostile and broken files end with a reason, each in its own process."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from typing import Any

import pytest
from hwpx.hwp5.cfb import CompoundFile, build_compound_file, read_all_streams
from reportlab.pdfgen.canvas import Canvas

from policies.documents.limits import MAX_PAGES, ProcessLimits
from policies.documents.parse import parse_document
from policies.documents.sandbox import document_read
from policies.documents.tables import Cell, table_rows
from policies.documents.types import DocumentFailed, FailureCode
from policies.tests.documents import files

DOCUMENT = "word/document.xml"
SHEET = "xl/worksheets/sheet1.xml"
SECTION = "Contents/section0.xml"


def failure(data: bytes, limits: ProcessLimits | None = None) -> FailureCode:
    with pytest.raises(DocumentFailed) as caught:
        document_read(data, name="파일", limits=limits)
    return caught.value.code


@pytest.fixture(scope="module")
def word() -> bytes:
    return files.word(lambda document: document.add_paragraph("글"))


@pytest.fixture(scope="module")
def hwpx() -> bytes:
    return files.hangul(files.form, binary=False)


@pytest.fixture(scope="module")
def sheet() -> bytes:
    return files.workbook(files.amounts_sheet)


LAUGHS = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'


@pytest.mark.parametrize("xml", [LAUGHS, OUTSIDE], ids=["billion laughs", "outside entity"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_entities_are_refused_in_every_format(
    xml: bytes, encoding: str, word: bytes, hwpx: bytes, sheet: bytes
) -> None:
    bad = xml.decode().encode(encoding)
    for data, part in ((word, DOCUMENT), (hwpx, SECTION), (sheet, SHEET), (word, "docProps/a.xml")):
        with pytest.raises(DocumentFailed) as caught:
            parse_document(files.with_part(data, part, bad), name="파일")
        assert caught.value.code is FailureCode.HOSTILE_XML


def test_a_zip_bomb_is_refused_before_it_is_read(word: bytes) -> None:
    bomb = files.with_part(word, "word/media/a.xml", b" " * (80 * 1024 * 1024))
    assert len(bomb) < 200_000
    assert failure(bomb) is FailureCode.ARCHIVE_BOMB


def test_too_many_members_are_refused(word: bytes) -> None:
    parts: dict[str, bytes | str] = {f"a/{number}": b"" for number in range(4_001)}
    assert failure(files.archive({**parts, DOCUMENT: b"<a/>"})) is FailureCode.ARCHIVE_BOMB


def test_a_member_larger_than_it_says_is_broken(word: bytes) -> None:
    """Sizes that lie cannot get past the check: no reader goes beyond them."""
    data = bytearray(files.with_part(word, DOCUMENT, b"<a>" + b" " * 100_000 + b"</a>"))
    real, lie = struct.pack("<I", 100_007), struct.pack("<I", 50)
    assert data.count(real) == 2
    assert failure(bytes(data.replace(real, lie))) is FailureCode.BROKEN


def test_an_encrypted_archive_is_told(word: bytes) -> None:
    data = bytearray(word)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(mark, place + 4)
    assert failure(bytes(data)) is FailureCode.ENCRYPTED


def test_deep_xml_is_refused(word: bytes) -> None:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    cell = "<w:tbl><w:tr><w:tc>"
    for depth, codes in (
        (40, {FailureCode.TOO_DEEP}),
        (5_000, {FailureCode.BROKEN, FailureCode.TOO_DEEP}),
    ):
        xml = (
            f'<w:document xmlns:w="{w}"><w:body>{cell * depth}<w:p/>'
            f"{'</w:tc></w:tr></w:tbl>' * depth}</w:body></w:document>"
        )
        assert failure(files.with_part(word, DOCUMENT, xml.encode())) in codes


def test_deep_tables_of_hangul_are_refused(hwpx: bytes) -> None:
    xml = files.part_of(hwpx, SECTION).decode()
    opening = "<hp:p><hp:run><hp:tbl><hp:tr><hp:tc><hp:subList>"
    closing = "</hp:subList></hp:tc></hp:tr></hp:tbl></hp:run></hp:p>"
    end = xml.rindex("</hs:sec>")
    deep = f"{xml[:end]}{opening * 30}<hp:p/>{closing * 30}{xml[end:]}"
    assert failure(files.with_part(hwpx, SECTION, deep.encode())) is FailureCode.TOO_DEEP


@pytest.mark.parametrize("stream", ["DocInfo", "BodyText/Section0"])
def test_a_bomb_within_a_binary_hangul_file_is_refused(stream: str) -> None:
    whole = CompoundFile(files.hangul(files.form, binary=True))
    streams = dict(read_all_streams(whole))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    streams[stream] = deflate.compress(bytes(300 * 1024 * 1024)) + deflate.flush()
    bomb = build_compound_file(list(streams.items()))
    assert len(bomb) < 1_000_000
    assert failure(bomb) in {FailureCode.ARCHIVE_BOMB, FailureCode.MEMORY}


def test_pages_without_end_are_refused() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for _ in range(MAX_PAGES + 1):
        canvas.showPage()
    canvas.save()
    assert failure(buffer.getvalue()) is FailureCode.TOO_MANY_PAGES


def test_a_page_tree_that_claims_pages_without_end_is_refused() -> None:
    data = files.pdf("글").replace(b"/Count 1", b"/Count 100000")
    assert failure(data) in {FailureCode.TOO_MANY_PAGES, FailureCode.BROKEN}


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_truncated_files_are_broken_or_read_in_part(
    share: float, word: bytes, hwpx: bytes, sheet: bytes
) -> None:
    whole = [word, hwpx, sheet, files.hangul(files.form, binary=True), files.pdf("글", None, "글")]
    for data in whole:
        try:
            document = document_read(data[: int(len(data) * share)], name="파일")
        except DocumentFailed as failed:
            assert failed.code in {  # noqa: PT017
                FailureCode.BROKEN,
                FailureCode.NO_TEXT,
                FailureCode.UNSUPPORTED,
            }
        else:
            assert document.text


def test_random_bytes_behind_every_mark_end_with_a_reason() -> None:
    generator = random.Random(20260101)
    for mark in (b"%PDF-1.7\n", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b""):
        assert failure(mark + generator.randbytes(20_000)) in {
            FailureCode.BROKEN,
            FailureCode.UNSUPPORTED,
        }


def test_damaged_bytes_never_escape(hwpx: bytes, sheet: bytes, word: bytes) -> None:
    """Any outcome but an exception of another kind."""
    generator = random.Random(7)
    whole = [files.hangul(files.form, binary=True), files.pdf("글", files.AMOUNTS), word, sheet]
    for data in [*whole, hwpx]:
        for _ in range(25):
            bad = bytearray(data)
            for _ in range(8):
                bad[generator.randrange(len(bad))] = generator.randrange(256)
            try:
                parse_document(bytes(bad), name="파일")
            except DocumentFailed as failed:
                assert failed.message.endswith((".", ")"))  # noqa: PT017


def test_a_loop_of_references_in_a_pdf_ends() -> None:
    data = files.pdf("글")
    loop = data.replace(b"/Type /Pages", b"/Type /Pages /Parent 1 0 R /Kids2")
    try:
        document_read(loop, name="파일")
    except DocumentFailed as failed:
        assert failed.code is not FailureCode.TIMEOUT  # noqa: PT017


def test_a_sheet_that_claims_all_cells_is_read_by_what_it_holds(sheet: bytes) -> None:
    part = files.part_of(sheet, SHEET)
    far = part.replace(b'<dimension ref="A1:C4"', b'<dimension ref="A1:XFD1048576"')
    far = far.replace(b'ref="C3:C4"', b'ref="A3:XFD1048576"')
    assert far != part
    document = document_read(files.with_part(sheet, SHEET, far), name="표")
    assert "구분: 1인" in document.text


def test_spans_end_where_the_table_does() -> None:
    head = [Cell(0, 0, "구분"), Cell(0, 1, "금액")]
    cells = [*head, Cell(1, 0, "전체", rows=10**9, columns=10**9), Cell(2, 1, "월 10만원")]
    rows, header = table_rows(cells)
    assert [row.text for row in rows] == ["전체", "구분: 전체 | 금액: 월 10만원"]
    assert header == ("구분", "금액")


def test_a_table_without_end_is_refused() -> None:
    with pytest.raises(DocumentFailed) as caught:
        table_rows([Cell(0, 0, "가"), Cell(10**6, 200, "나")])
    assert caught.value.code is FailureCode.TOO_MANY_PAGES


def test_text_without_end_is_refused() -> None:
    def build(book: Any) -> None:
        generator = random.Random(1)
        for _ in range(1_200):
            syllables = generator.choices(range(0xAC00, 0xD7A4), k=3_000)
            book.active.append(["".join(map(chr, syllables))])

    assert failure(files.workbook(build)) is FailureCode.OUTPUT_TOO_LARGE


def test_strange_characters_do_not_reach_the_database(word: bytes) -> None:
    xml = files.part_of(word, DOCUMENT).decode().replace(">글<", ">글\ufffe\u200b\ue000&#x0A;끝<")
    try:
        text = document_read(files.with_part(word, DOCUMENT, xml.encode()), name="파일").text
    except DocumentFailed as failed:
        assert failed.code is FailureCode.BROKEN  # noqa: PT017
    else:
        assert text == "글·\n끝"
    with zipfile.ZipFile(io.BytesIO(word)) as intact:
        assert intact.testzip() is None
