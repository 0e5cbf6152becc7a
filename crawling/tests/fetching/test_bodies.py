"""Text of bytes, and bodies that are not what they say."""

from __future__ import annotations

import codecs
import time
from contextlib import suppress

import pytest

from crawling.fetching.bodies import parse_body
from crawling.fetching.charset import decode
from crawling.fetching.types import Expect, FetchError, FetchFault

TEXT = "뷁 지원 대상: 만 65세 이상 똠방각하"
META = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=euc-kr">'


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (TEXT.encode(), ""),
        (TEXT.encode(), "text/html; charset=EUC-KR"),
        (TEXT.encode(), "text/html; charset=ISO-8859-1"),
        (TEXT.encode("cp949"), "text/html; charset=EUC-KR"),
        (TEXT.encode("cp949"), "text/html;charset=ks_c_5601-1987"),
        (TEXT.encode("cp949"), "text/html; charset=utf-8"),
        (TEXT.encode("cp949"), "text/html; charset=ISO-8859-1"),
        (TEXT.encode("cp949"), "text/html; charset=no-such-thing"),
        (TEXT.encode("cp949"), "text/html; charset=base64"),
        (TEXT.encode("cp949"), ""),
        (TEXT.encode("utf-8-sig"), "text/html; charset=euc-kr"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), ""),
        (TEXT.encode("utf-16-le"), "text/plain; charset=utf-16-le"),
        ("가나다".encode("iso-2022-kr"), "text/html; charset=iso-2022-kr"),
    ],
)
def test_charsets(content: bytes, content_type: str) -> None:
    assert decode(content, content_type) in (TEXT, "가나다")


def test_charset_of_the_page_and_of_xml() -> None:
    assert TEXT in decode((META + TEXT).encode("cp949"), "text/html")
    xml = f'<?xml version="1.0" encoding="EUC-KR"?><a>{TEXT}</a>'
    root = parse_body(
        decode(xml.encode("cp949")), Expect.XML, content_type="text/xml", url="http://a"
    )
    assert root.text == TEXT


def test_one_broken_character_does_not_turn_the_page_into_another_charset() -> None:
    content = TEXT.encode() + b"\xff" + "입니다".encode()
    assert decode(content) == TEXT + "\ufffd" + "입니다"


@pytest.mark.parametrize(
    ("text", "content_type", "expect"),
    [
        ('{"a": "<p>글</p>"}', "text/html", Expect.JSON),
        ("<wantedList><p>1</p></wantedList>", "application/xml", Expect.XML),
        ('<?xml version="1.0"?><list><p>1</p></list>', "text/html", Expect.XML),
        ("\n\n<list>1</list>", "text/xml", Expect.XML),
        ("PK\x03\x04 <html>", "application/zip", Expect.FILE),
        ("<p>안내</p>", "text/html", Expect.HTML),
    ],
)
def test_bodies_that_are_right(text: str, content_type: str, expect: Expect) -> None:
    parse_body(text, expect, content_type=content_type, url="http://a")


@pytest.mark.parametrize(
    "text",
    [
        "<!-- a --> <!-- b -->\n<!DOCTYPE html><html><body>오류</body></html>",
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
        "<HTML><HEAD><TITLE>로그인</TITLE></HEAD></HTML>",
        "<div>잠시 뒤에 다시 접속해 주세요</div>",
    ],
)
@pytest.mark.parametrize("expect", [Expect.JSON, Expect.XML, Expect.FILE])
def test_pages_in_place_of_data(text: str, expect: Expect) -> None:
    with pytest.raises(FetchError) as caught:
        parse_body(text, expect, content_type="text/html", url="http://a")
    assert caught.value.kind is FetchFault.MAINTENANCE_PAGE


def test_numbers_that_are_none_become_null() -> None:
    data = parse_body("[NaN, Infinity, 1]", Expect.JSON, content_type="", url="http://a")
    assert data == [None, None, 1]


@pytest.mark.parametrize(
    "text",
    ["<!-- -->" * 2000, "<!--" * 5000, "<html><title>" * 20000, "<script " * 30000, " " * 100000],
    ids=["comments", "open-comments", "titles", "scripts", "blanks"],
)
@pytest.mark.parametrize("expect", [Expect.JSON, Expect.HTML])
def test_hostile_markup_takes_no_time(text: str, expect: Expect) -> None:
    begun = time.monotonic()
    with suppress(FetchError):
        parse_body(text + "<div>점검 중", expect, content_type="text/html", url="http://a")
    assert time.monotonic() - begun < 2
