from __future__ import annotations

import pytest

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from chat.tests.tools.asking import DONGJAK, TODAY, ask, check_spans, item_named, titles
from policies.models import Policy, PolicyRelation
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]


def test_a_policy_is_told_in_its_own_sentences() -> None:
    result = ask("get_policy_detail", policy="기초연금")
    assert result.status is ResultStatus.OK
    assert check_spans(result) >= 8
    assert any("349,700원" in item.content for item in result.items)
    assert any("1355" in notice for notice in result.notices)


def test_the_asked_part_comes_first() -> None:
    result = ask("get_policy_detail", "그거 얼마야?", policies=("첫만남이용권",))
    assert result.items[1].section is Section.BENEFIT
    assert "200만원" in result.items[1].content


def test_chosen_sections_that_are_empty_are_told() -> None:
    load("bare", name="빈 항목 정책", sections={Section.SUMMARY: "요약만 있습니다."})
    result = ask("get_policy_detail", policy="빈 항목 정책", sections=["documents"])
    assert result.status is ResultStatus.NOT_FOUND
    assert "구비서류 항목이" in result.summary


def test_a_policy_is_meant_by_its_id_too(welfare: dict[str, Policy]) -> None:
    result = ask("get_policy_detail", policy=str(welfare["basic-pension"].id))
    assert result.query == "기초연금"


def test_ways_of_not_finding_a_policy_are_told_apart() -> None:
    none = ask("get_policy_detail", policy="우주여행수당")
    assert none.status is ResultStatus.NO_SUCH_POLICY
    assert "‘우주여행수당’이라는" in none.summary
    missing = ask("get_policy_detail")
    assert missing.needs_user_input is not None
    assert missing.needs_user_input.argument == "policy"
    other = ask("get_policy_detail", policy="동작 출산축하금과 출산축하용품", sido="부산광역시")
    assert other.status is ResultStatus.NOT_FOUND
    assert "다른 지역(서울특별시 동작구)" in other.summary
    wrong = ask("get_policy_detail", policy=["기초연금"])
    assert wrong.status is ResultStatus.INVALID
    assert wrong.problems["policy"] == "글자여야 합니다."


def test_several_of_a_name_are_asked_about() -> None:
    load("a", name="효도수당 가", sections={Section.SUMMARY: "가"})
    load("b", name="효도수당 나", sections={Section.SUMMARY: "나"})
    result = ask("get_policy_detail", policy="효도수당")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert set(titles(result)) == {"효도수당 가", "효도수당 나"}


def test_words_at_the_end_of_a_name_do_not_hide_it() -> None:
    assert ask("get_policy_detail", policy="부모급여 지원사업").query == "부모급여"


def test_policies_are_compared_aspect_by_aspect() -> None:
    result = _compare("부모급여", "가정양육수당")
    assert result.status is ResultStatus.OK
    assert check_spans(result) >= 8
    assert {"지원내용 · 부모급여", "지원내용 · 가정양육수당"} <= set(titles(result))


def test_parts_of_one_policy_are_explained() -> None:
    result = _compare("의료급여 1종", "의료급여 2종")
    assert {"의료급여 1종", "의료급여 2종"} <= set(titles(result))
    assert any("입원 무료" in item.content for item in result.items)


def test_one_name_cannot_be_compared() -> None:
    result = _compare("부모급여")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert _compare("부모급여", "우주여행수당").status is ResultStatus.NO_SUCH_POLICY


def test_exclusive_policies_say_so_with_the_sentence(welfare: dict[str, Policy]) -> None:
    PolicyRelation.objects.create(
        origin=welfare["parental-benefit"],
        target=welfare["home-care-allowance"],
        kind=PolicyRelation.EXCLUSIVE,
        quote="부모급여와 함께 받을 수 없습니다.",
    )
    compared = _compare("부모급여", "가정양육수당")
    assert any("함께 받을 수 없습니다" in notice for notice in compared.notices)
    related = ask("get_related_policies", policy="부모급여")
    link = item_named(related, "가정양육수당")
    assert link.metadata["relation"] == "exclusive"
    assert "부모급여와 함께 받을 수 없습니다." in link.content
    assert "가정양육수당" in related.graph_summary


def test_a_policy_without_relations_is_not_found() -> None:
    load("lonely", name="외톨이 정책", sections={Section.SUMMARY: "혼자입니다."})
    result = ask("get_related_policies", policy="외톨이 정책")
    assert result.status is ResultStatus.NOT_FOUND


def test_changes_between_versions_are_shown_before_and_after() -> None:
    load("moved", name="오르는 수당", sections={Section.BENEFIT: "월 10만 원을 드립니다."})
    load("moved", name="오르는 수당", sections={Section.BENEFIT: "월 12만 원을 드립니다."})
    result = ask("get_policy_changes", policy="오르는 수당")
    assert result.total == 1
    assert result.items[0].metadata["removed"] == ["월 10만 원을 드립니다."]
    assert result.items[0].metadata["added"] == ["월 12만 원을 드립니다."]
    unchanged = ask("get_policy_changes", policy="기초연금")
    assert (unchanged.status, unchanged.items) == (ResultStatus.OK, [])
    assert "알 수 없어요" in unchanged.notices[0]


def test_the_official_sentence_is_found_word_for_word() -> None:
    result = ask("find_official_sentence", "기초연금 이사하면 다시 신청해야 하나요")
    assert check_spans(result) == len(result.items) > 0
    assert "전입신고" in result.items[0].content
    inside = ask("find_official_sentence", "부부가 받으면 줄어드나", policy="기초연금")
    assert any("20%" in item.content for item in inside.items)
    nothing = ask("find_official_sentence", "반려견 미용", policy="기초연금")
    assert nothing.status is ResultStatus.NOT_FOUND


def test_a_term_is_explained_with_its_law_or_by_its_use() -> None:
    result = ask("explain_welfare_term", term="소득 인정액")
    assert result.items[0].metadata["law"] == "국민기초생활 보장법 제2조"
    used = ask("explain_welfare_term", term="기저귀")
    assert all("기저귀" in item.content for item in used.items)
    unknown = ask("explain_welfare_term", term="쿠르쿠마")
    assert unknown.status is ResultStatus.NOT_FOUND


def test_a_policy_of_the_region_is_meant_there() -> None:
    result = ask("get_policy_detail", policy="서울형 긴급복지", region=DONGJAK)
    assert result.query == "서울형 긴급복지"


def _compare(*names: str) -> RetrievalResult:
    return run_tool("compare_policies", {"policies": list(names)}, ToolContext(TODAY))
