from __future__ import annotations

import pytest

from chat.agent.understanding import find_pii, mask_pii
from chat.tests.understanding.helpers import full_width


@pytest.mark.parametrize(
    ("text", "secret", "kind"),
    [
        ("주민번호 620315-1234567이에요", "620315-1234567", "rrn"),
        ("6203151234567 입니다", "6203151234567", "rrn"),
        ("전화 010-9876-1234로 주세요", "010-9876-1234", "mobile"),
        ("01098761234", "01098761234", "mobile"),
        (full_width("010-9876-1234"), full_width("010-9876-1234"), "mobile"),
        ("공일공 삼삼삼삼 사사사사요", "공일공 삼삼삼삼 사사사사", "mobile"),
        ("집 전화 031-222-3333이요", "031-222-3333", "landline"),
        ("메일은 a.b+c@mail.example.kr입니다", "a.b+c@mail.example.kr", "email"),
        ("신한 110-123-456789로 들어와요", "110-123-456789", "account"),
        ("우체국 12345678901234", "12345678901234", "account"),
        ("카드 1234-5678-9012-3456", "1234-5678-9012-3456", "card"),
        ("여권 M98765432", "M98765432", "passport"),
        ("면허 11-12-345678-90", "11-12-345678-90", "licence"),
        ("차는 34나5678이에요", "34나5678", "plate"),
        ("서울 강북구 도봉로 89길 13, 402호 살아요", "도봉로 89길 13, 402호", "address"),
        ("주민번호 앞 880101 뒤 1234567이에요", "880101 뒤 1234567", "rrn"),
        ("010 1234 다시 5678이에요", "010 1234 다시 5678", "mobile"),
        ("신한110123456789", "110123456789", "account"),
        ("문래로20길 56 사는 사람", "문래로20길 56", "address"),
        ("상도동 12-3 살아요", "상도동 12-3", "address"),
    ],
)
def test_personal_data_is_masked(text: str, secret: str, kind: str) -> None:
    spans = find_pii(text)
    assert [(text[one.start : one.end], one.kind) for one in spans] == [(secret, kind)]
    assert secret not in mask_pii(text)


@pytest.mark.parametrize(
    "text",
    [
        "129로 전화해요",
        "1577-1000 연결이 안 돼요",
        "1600-0000번",
        "재산이 123,456,789원이에요",
        "작년에 12345678원 썼어요",
        "2026-01-01부터 2026-12-31까지",
        "고시 제2026-88호",
        "서비스ID 630000000412",
        "진단코드 C34.1",
        "지역으로 8만원 내요",
        "실제로 3명이 살아요",
        "만 65세 1인가구 120%",
        "2026.11.29 기준",
    ],
)
def test_numbers_that_tell_nothing_of_a_person_stay(text: str) -> None:
    assert mask_pii(text) == text


def test_several_secrets_in_one_text() -> None:
    text = "아들 150505-3123456, 제 번호 010-1111-2222"
    assert mask_pii(text) == "아들 [주민등록번호], 제 번호 [전화번호]"
