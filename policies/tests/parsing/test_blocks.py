"""Markers, numbers, labels and headings to a tree of items."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing.blocks import Item, items
from policies.tests.parsing.words import texts_of


def shape(text: str) -> list[object]:
    """Items as their own words, each with the items under it behind it."""

    def of(listed: list[Item]) -> list[object]:
        result: list[object] = []
        for item in listed:
            label = f"{item.label}|" if item.label else ""
            result.append(label + item.text(text).strip())
            if item.children:
                result.append(of(item.children))
        return result

    return of(items(text))


def kinds(text: str) -> list[str]:
    return [each.kind for item in items(text) for each in item.walk()]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("□ 장애인", "box"),
        ("■장애인", "box"),
        ("○ 장애인", "ring"),
        ("ㅇ 장애인", "ring"),
        ("o 장애인", "ring"),
        ("① 장애인", "circled"),
        ("(1) 장애인", "paren"),
        ("\u2160. 장애인", "roman"),
        ("1. 장애인", "digit"),
        ("1) 장애인", "half"),
        ("가. 장애인", "letter"),
        ("나) 장애인", "letter"),
        ("※ 장애인", "note"),
        ("* 장애인", "note"),
        ("- 장애인", "dash"),
        ("• 장애인", "dash"),
        ("· 장애인", "dash"),
        ("장애인", ""),
    ],
)
def test_marker_of_a_line(line: str, kind: str) -> None:
    (item,) = items(line)
    assert (item.kind, item.text(line)) == (kind, "장애인")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("① 장애인 ② 노인 ③ 아동", ["장애인", "노인", "아동"]),
        ("(1) 장애인 (2) 노인", ["장애인", "노인"]),
        ("1. 장애인 2. 노인 3. 아동", ["장애인", "노인", "아동"]),
        ("가. 장애인 나. 노인", ["장애인", "노인"]),
        ("• 장애인 • 노인", ["장애인", "노인"]),
        ("○ 장애인 ○ 노인", ["장애인", "노인"]),
        ("- 장애인 - 노인", ["장애인", "노인"]),
        ("1. 장애인 2. 노인\n3. 아동", ["장애인", "노인", "아동"]),
    ],
)
def test_markers_in_mid_line(text: str, expected: list[str]) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2025. 1. 1. 이후 출생한 아동",
        "소득이 1.5배 이하인 가구",
        "만 6-12세 아동",
        "만 19~39세 청년",
        "장애인ㆍ노인·아동",
        "제1호 또는 제2호에 해당하는 자",
        "4~6개월(① 예비 ② 본) 영아",
        "2026. 3. 1. ~ 2026. 6. 30. 사이 전입한 자",
    ],
)
def test_signs_that_are_no_markers(text: str) -> None:
    assert shape(text) == [text]


def test_levels_come_back_to_a_known_marker() -> None:
    text = "□ 대상\n ○ 첫째\n  - 하나\n  - 둘\n ○ 둘째\n□ 기준\n ○ 셋째"
    assert shape(text) == ["대상", ["첫째", ["하나", "둘"], "둘째"], "기준", ["셋째"]]


def test_bullets_run_together_in_one_line() -> None:
    text = "1) 지원대상 - 한부모가족 - 조손가족 2) 선정기준 - 중위소득 60% 이하"
    assert shape(text) == [
        "지원대상",
        ["한부모가족", "조손가족"],
        "선정기준",
        ["중위소득 60% 이하"],
    ]


@pytest.mark.parametrize(
    ("line", "label", "words"),
    [
        ("지원대상: 만 65세 이상", "지원대상", "만 65세 이상"),
        ("○ 지원 대상 : 만 65세 이상", "지원 대상", "만 65세 이상"),
        ("(연령) 만 19세 이상", "연령", "만 19세 이상"),
        ("[소득기준] 중위소득 50% 이하", "소득기준", "중위소득 50% 이하"),
        ("- 소득기준： 중위소득 50% 이하", "소득기준", "중위소득 50% 이하"),
        ("2자녀 : 월 5만원", "2자녀", "월 5만원"),
    ],
)
def test_labels(line: str, label: str, words: str) -> None:
    (item,) = items(line)
    assert (item.label, item.text(line)) == (label, words)
    assert line[item.label_start :].startswith(label)


def test_a_time_is_no_label() -> None:
    (item,) = items("운영시간 10:00부터")
    assert item.label == ""


def test_labels_behind_strokes() -> None:
    text = "대상 : 노인 / 소득 : 중위소득 50% 이하 / 연령 : 65세 이상"
    assert shape(text) == ["대상|노인", "소득|중위소득 50% 이하", "연령|65세 이상"]


def test_headings_hold_what_follows() -> None:
    text = "[지원대상]\n만 65세 이상\n<제외대상>\n시설 입소자"
    assert shape(text) == ["지원대상|", ["만 65세 이상"], "제외대상|", ["시설 입소자"]]


def test_a_note_belongs_to_what_stands_before() -> None:
    text = "○ 만 65세 이상\n※ 시설 입소자 제외\n○ 등록장애인"
    assert shape(text) == ["만 65세 이상", ["시설 입소자 제외"], "등록장애인"]


def test_lines_that_go_on() -> None:
    for second in ("또는 국가유공자", "(만 65세 이상)", "및 그 배우자"):
        text = f"○ 등록장애인\n{second}"
        assert shape(text) == [f"등록장애인\n{second}"]
    assert shape("- 본인\n  이어지는 줄\n- 다음") == ["본인", ["이어지는 줄"], "다음"]


def test_everything_behind_a_head_of_exclusions_belongs_to_it() -> None:
    text = "지원제외 대상\n① 시설 입소자\n② 휴학생\n※ 군 복무자"
    assert shape(text) == ["지원제외 대상", ["시설 입소자", "휴학생", ["군 복무자"]]]


def test_a_line_that_breaks_off_holds_the_list() -> None:
    text = "관내에 거주하는 자 중\n- 장애인\n- 노인"
    assert shape(text) == ["관내에 거주하는 자 중", ["장애인", "노인"]]


def test_nothing_comes_of_nothing() -> None:
    assert items("") == items("\r\n \t\n\u3000\n") == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings(ending: str) -> None:
    assert shape(f"- 장애인{ending}- 노인{ending}") == ["장애인", "노인"]


MARKS = "□ ○ ㅇ ① ② (1) 1. 2. 1) 2) 가. 나. ※ * - · / : [ ] ( ) 지원대상 제외 기준 \n 장애인"


@given(st.lists(texts_of(MARKS), max_size=6).map("\n".join))
def test_items_lie_inside_the_text_in_order(text: str) -> None:
    every = [each for item in items(text) for each in item.walk()]
    for each in every:
        assert 0 <= each.start <= each.end <= len(text)
        if each.label:
            assert text[each.label_start :].startswith(each.label)
    starts = [each.start for each in every]
    assert starts == sorted(starts)


@given(st.lists(texts_of(MARKS), max_size=6).map("\n".join))
def test_no_word_is_lost_or_doubled(text: str) -> None:
    """Letters stand in exactly one item, in its words or its label."""
    covered = [0] * len(text)
    for item in items(text):
        for each in item.walk():
            for place in range(each.start, each.end):
                covered[place] += 1
            for place in range(each.label_start, each.label_start + len(each.label)):
                covered[place] += 1 if each.label else 0
    letters = [i for i, sign in enumerate(text) if sign in "장애인제외"]
    assert all(covered[place] == 1 for place in letters)
