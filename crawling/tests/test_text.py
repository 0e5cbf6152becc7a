from __future__ import annotations

import unicodedata

import pytest

from crawling.text import (
    clean_line,
    clean_text,
    clean_url,
    content_or_empty,
    is_placeholder,
    split_contact,
    storable,
)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (None, ""),
        ("&amp;#9312; 하나&#13;&#9313; 둘", "① 하나\n② 둘"),
        ("&amp;amp;middot;", "·"),
        ("시&middot;군 &lt;월세 거주&gt;", "시·군 <월세 거주>"),
        ("가\r\n나\r다", "가\n나\n다"),
        ("가<br/>나<p class='x'>다</p>라 <b>마</b>", "가\n나\n다\n라 마"),
        ("<script>alert(1)</script>글<!-- 주석 -->", "글"),
        ("가\u00a0나\u3000다\u200b라\ufeff", "가 나 다라"),
        ("가  \n\n\n\n나\t\n", "가\n\n나"),
        ("\uf06d 하나\n\uf081 둘", "❍ 하나\n① 둘"),
        ("○ 하나\n  - 둘\n   ※ 셋", "○ 하나\n  - 둘\n   ※ 셋"),
        ("가\x00나\ud800다", "가나다"),
        ("https://x.kr/?a=1&region=2&copy=3", "https://x.kr/?a=1&region=2&copy=3"),
        (353003, "353003"),
    ],
)
def test_text_is_decoded_and_keeps_its_structure(raw: object, text: str) -> None:
    assert clean_text(raw) == text


def test_decomposed_hangul_is_composed() -> None:
    assert clean_text(unicodedata.normalize("NFD", "지원대상")) == "지원대상"


def test_cleaning_twice_changes_nothing() -> None:
    once = clean_text("&amp;amp;lt;가&amp;gt; &lt;br&gt; 나")
    assert clean_text(once) == once


def test_a_line_has_single_spaces() -> None:
    assert clean_line("  청년\n 지원  사업 ") == "청년 지원 사업"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "--",
        "해당없음",
        "해당 없음　",
        "○  해당 없음",
        "-해당없음.",
        "해당사항 없음",
        "없음",
        "제한 없음",
        "지원대상과 동일",
        "지원대상기준과 동일",
        "지원대상의 내용을 참고해주시기 바랍니다.",
        "지원대상의 내용을 참고해 주시기 바랍니다.",
        "지원대상, 신청방법의 내용을 참고해주시기 바랍니다.",
        "☞ 자세한 내용은 붙임파일을 확인해주시기 바랍니다",
        "하단 참고",
        "ㅤㅤ",
    ],
)
def test_placeholders_are_no_content(text: str) -> None:
    assert content_or_empty(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "지원대상과 동일하되 소득 50% 이하",
        "지원대상 참조, 소득기준 초과자가 연장형 이용 시 표준형에 준해서 지원",
        "구비서류 없음",
        "소득 제한없음",
        "공고문 참고",
        "월 5만원",
    ],
)
def test_what_says_something_is_content(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        ("https://www.gov.kr/a?x=1&reg=2", "https://www.gov.kr/a?x=1&reg=2"),
        ("https://www.bokjiro.go.kr/x?a=1&amp;b=2", "https://www.bokjiro.go.kr/x?a=1&b=2"),
        ("www.gov.kr ", "http://www.gov.kr"),
        ("booking.naver.com/booking/13", "http://booking.naver.com/booking/13"),
        ("-", ""),
        ("전화문의", ""),
        ("javascript:alert(1)", ""),
        ("ftp://x.go.kr", ""),
        ("http://a b.kr", ""),
        ("http://[::1", ""),
        ("//x.kr", ""),
        ("https://x.kr/" + "a" * 500, ""),
        (None, ""),
    ],
)
def test_only_valid_web_addresses_stay(raw: object, url: str) -> None:
    assert clean_url(raw) == url


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("교육부/02-6222-6060", ("교육부", "02-6222-6060")),
        ("보건사업과/모자보건실/031-839-4072", ("보건사업과/모자보건실", "031-839-4072")),
        ("보건복지상담센터 129", ("보건복지상담센터", "129")),
        ("주소지 읍·면·동 주민센터", ("주소지 읍·면·동 주민센터", "")),
        ("세무서/관할 세무서", ("세무서/관할 세무서", "")),
        ("129", ("", "129")),
        ("다산콜센터/02-120", ("다산콜센터", "02-120")),
        ("중구 건축과/2904044", ("중구 건축과", "2904044")),
        ("인구정책팀/000000", ("인구정책팀", "")),
        ("읍면동 주민센터 읍면동 주민센터", ("읍면동 주민센터", "")),
        ("스타트업 1357(내선번호 3번)", ("스타트업 1357(내선번호 3번)", "")),
    ],
)
def test_contacts_split_into_name_and_phone(text: str, contact: tuple[str, str]) -> None:
    assert split_contact(text) == contact


def test_what_postgres_refuses_is_taken_out_of_raw_records() -> None:
    assert storable({"가\x00": ["나\ud800", 1, None]}) == {"가": ["나", 1, None]}
