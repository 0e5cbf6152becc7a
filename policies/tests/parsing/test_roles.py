"""What an item is for, by its label, head or words; which words say something of a person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing import content, roles
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Setting
from policies.eligibility.parsing.recognise.phrases import bracket, negation_end
from policies.eligibility.parsing.registry import ignored, recognise, recognisers
from policies.eligibility.parsing.roles import Join, Role


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("지원대상", None),
        ("선정기준", None),
        ("소득 기준", None),
        ("제외대상", Role.EXCLUSION),
        ("지원 제외", Role.EXCLUSION),
        ("신청 제한 사항", Role.EXCLUSION),
        ("중복지원 불가", Role.EXCLUSION),
        ("결격사유", Role.EXCLUSION),
        ("지원내용", Role.IGNORED),
        ("지원 금액", Role.IGNORED),
        ("신청방법", Role.IGNORED),
        ("구비서류", Role.IGNORED),
        ("우선순위", Role.IGNORED),
        ("문의처", Role.IGNORED),
        ("유의사항", Role.NOTICE),
        ("참고 사항", Role.NOTICE),
    ],
)
def test_labels(label: str, role: Role | None) -> None:
    assert roles.label_role(label) is role


@pytest.mark.parametrize(
    ("head", "role"),
    [
        ("지원 제외 대상", Role.EXCLUSION),
        ("※ 신청 제외자", Role.EXCLUSION),
        ("다음에 해당하는 자는 지원 불가", Role.EXCLUSION),
        ("아래의 경우 지원하지 않음", Role.EXCLUSION),
        ("지원내용", Role.IGNORED),
        ("우선순위", Role.IGNORED),
        ("유의사항", Role.NOTICE),
        ("만 65세 이상", None),
        ("시설 입소자", None),
    ],
)
def test_heads(head: str, role: Role | None) -> None:
    assert roles.head_role(head) is role


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("연령", True),
        ("소득기준", True),
        ("거주 요건", True),
        ("신혼부부", False),
        ("1유형", False),
    ],
)
def test_labels_that_name_what_is_asked(label: str, expected: bool) -> None:
    assert roles.is_aspect(label) is expected


@pytest.mark.parametrize(
    ("text", "join"),
    [
        ("다음 요건을 모두 충족하는 자", Join.ALL),
        ("아래 조건을 갖춘 사람", Join.ALL),
        ("3가지 요건을 충족", Join.ALL),
        ("다음 중 하나에 해당하는 자", Join.ANY),
        ("각 호의 어느 하나에 해당하는 사람", Join.ANY),
        ("다음 중 1개 이상 해당", Join.ANY),
        ("만 65세 이상", Join.OPEN),
        ("", Join.OPEN),
    ],
)
def test_how_items_are_joined(text: str, join: Join) -> None:
    assert roles.join_of(text) is join


@pytest.mark.parametrize(
    "clause",
    [
        "시설입소자제외",
        "공무원은신청불가",
        "휴학생은지원할수없음",
        "타사업참여자는지급하지않음",
        "중복지원금지",
    ],
)
def test_clauses_that_exclude(clause: str) -> None:
    assert roles.excludes(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "만65세이상",
        "소급하여지급하지않음",
        "자격요건미충족자",
        "제외한나머지",
        "불가피한사유",
        "환수조치",
    ],
)
def test_clauses_that_exclude_nobody(clause: str) -> None:
    assert not roles.excludes(clause)


@pytest.mark.parametrize(
    "clause", ["유족포함", "외국인도신청가능", "휴학생도지원가능함", "예외인정"]
)
def test_clauses_that_include(clause: str) -> None:
    assert roles.includes(clause)


@pytest.mark.parametrize("clause", ["수급자우선", "저소득층우선지원", "선착순", "소득이낮은순"])
def test_priorities(clause: str) -> None:
    assert roles.is_priority(clause)


@pytest.mark.parametrize("clause", ["경로우대자", "만65세이상", "우대용교통카드소지자"])
def test_no_priorities(clause: str) -> None:
    assert not roles.is_priority(clause)


@pytest.mark.parametrize(
    "clause", ["구청장이필요하다고인정하는자", "기타시장이인정하는자", "읍면동장이추천하는자"]
)
def test_discretion(clause: str) -> None:
    assert roles.is_discretion(clause)
    assert not roles.is_discretion("만65세이상")


@pytest.mark.parametrize(
    "flat", ["-", "없음", "해당없음", "해당사항없음", "누구나", "전체", "무관"]
)
def test_fields_filled_with_nothing(flat: str) -> None:
    assert roles.is_nothing(flat)


@pytest.mark.parametrize(
    "text", ["고독사 위험이 있는 사람", "자원봉사 활동", "북한 이탈", "노숙인"]
)
def test_words_that_say_something(text: str) -> None:
    assert content.content_words(text)


@pytest.mark.parametrize("text", ["", "지원 대상자", "신청일 현재", "3명", "12", "및 또는"])
def test_words_that_stand_around(text: str) -> None:
    assert not content.content_words(text)


@pytest.mark.parametrize("text", ["노숙인", "자원봉사자", "병역명문가", "시설 입소자(예정)"])
def test_groups_of_people(text: str) -> None:
    assert content.names_a_group(text)
    assert content.says_of_a_person(text)


@pytest.mark.parametrize("text", ["중소기업", "사회복지시설", "어린이 공원 조합", "비영리 단체"])
def test_organisations_are_no_persons(text: str) -> None:
    assert content.names_an_organisation(text)


@pytest.mark.parametrize("text", ["장려금", "월 20만원", "상담 프로그램", "재료비", "수강료 50%"])
def test_benefits(text: str) -> None:
    assert content.names_a_benefit(text)


@pytest.mark.parametrize(
    ("text", "at", "inside"),
    [
        ("가(나)다", 1, (2, 3)),
        ("가(나(다)라)마", 1, (2, 7)),
        ("가(나", 1, None),
        ("가나", 0, None),
        ("가", 5, None),
    ],
)
def test_brackets(text: str, at: int, inside: tuple[int, int] | None) -> None:
    assert bracket(text, at) == inside


@pytest.mark.parametrize(
    ("rest", "turned"),
    [
        ("이아닌자", True),
        ("에해당하지않는", True),
        ("가아니며", True),
        ("인자", False),
        ("", False),
    ],
)
def test_negations(rest: str, turned: bool) -> None:
    assert (negation_end(f"수급자{rest}", 3) is not None) is turned


def test_every_family_is_registered() -> None:
    names = {reader.__module__.rsplit(".", 1)[-1] for reader in recognisers()}
    assert {"ages", "births", "disability", "homes", "weeks", "maternity", "veterans"} <= names


@given(st.text(max_size=40))
def test_any_text_passes_all_recognisers(words: str) -> None:
    flat = Flat.of(words)
    for found in recognise(flat, Setting(year=2026)):
        assert 0 <= found.start < found.end <= len(flat.text)
    for start, end in ignored(flat):
        assert 0 <= start < end <= len(flat.text)
