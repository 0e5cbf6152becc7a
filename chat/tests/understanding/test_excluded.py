"""Policies named only to be set aside."""

from __future__ import annotations

import pytest

from chat.agent.understanding import excluded_names

NAMES = ["장애수당", "에너지바우처", "아동수당", "청년월세 지원", "부모급여"]


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("아동수당 말고 다른 거 알려줘", {"아동수당"}),
        ("에너지바우처 빼고요", {"에너지바우처"}),
        ("에너지 바우처는 제외하고 찾아줘", {"에너지바우처"}),
        ("장애수당이 아니라 아동수당이요", {"장애수당"}),
        ("아동수당은 이미 받고 있고 부모급여가 궁금해요", {"아동수당"}),
        ("장애수당 받고 있는데 에너지바우처도 되나요?", {"장애수당"}),
        ("이미 받고 있는 장애수당 말고", {"장애수당"}),
        ("아동수당이랑 부모급여 빼고", {"아동수당", "부모급여"}),
        ("아동수당, 부모급여 말고는요?", {"아동수당", "부모급여"}),
        ("청년월세지원 말고 장애수당", {"청년월세 지원"}),
        ("부모급여 벌써 신청했어요", {"부모급여"}),
        ("장애수당은 됐고 에너지바우처요", {"장애수당"}),
    ],
)
def test_names_set_aside(text: str, aside: set[str]) -> None:
    assert excluded_names(text, NAMES) == aside


@pytest.mark.parametrize(
    "text",
    [
        "장애수당 받을 수 있나요",
        "장애수당 받고 싶어요",
        "장애수당 안 받고 있어요",
        "장애수당은 받고 있지 않아요",
        "장애수당 받고 있으면 에너지바우처 못 받나요",
        "아동수당과 부모급여 비교해줘",
        "말고 빼고 제외",
        "",
    ],
)
def test_names_asked_about_stay(text: str) -> None:
    assert excluded_names(text, NAMES) == set()


def test_no_names_give_none() -> None:
    assert excluded_names("아동수당 말고", []) == set()
    assert excluded_names("아동수당 말고", ["", " "]) == set()


def test_the_longest_name_is_meant() -> None:
    assert excluded_names("장애아동수당 말고 아동수당", ["장애아동수당", "아동수당"]) == {
        "장애아동수당"
    }
