from __future__ import annotations

import pytest

from chat.agent.tools.types import ResultStatus
from chat.tests.tools.asking import ask, check_spans, item_named, titles
from policies.guides.papers import paper_of_line, paper_source, papers
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]

NOTICE = """2026년 청년 월세 지원 공고
지원대상: 만 19세 이상 39세 이하 무주택 청년
제외대상: 주거급여 수급자
지원내용: 월 최대 20만원씩 12개월
신청기간: 2026. 12. 1. ~ 2026. 12. 15.까지
문의: 02-820-1234, 담당 880101-1234567"""


def test_papers_are_the_lines_of_the_official_list() -> None:
    result = ask("required_documents", policy="기초연금")
    assert [item.content for item in result.items][:2] == ["신분증", "사회보장급여 신청서"]
    assert check_spans(result) == len(result.items) == result.total
    assert "무료" in str(result.items[1].metadata["how_to_get"])


def test_a_paper_that_is_asked_about_and_not_listed_is_told() -> None:
    listed = ask("required_documents", "전세계약서도 내야 되나요", policy="주거급여")
    assert not any("적혀 있지 않아요" in notice for notice in listed.notices)
    absent = ask("required_documents", "가족관계증명서도 내야 되나요", policy="기초연금")
    assert any("가족관계증명서’는 이 목록에" in notice for notice in absent.notices)


def test_a_proxy_is_told_when_the_text_says_nothing_of_one() -> None:
    silent = ask("required_documents", "대리인이면 뭘 더 가져가요?", policy="기초연금")
    assert any("대리인이 더 낼 서류는 이 자료에 없어요" in notice for notice in silent.notices)
    told = ask("required_documents", "대리인이면 뭘 더 가져가요?", policy="에너지바우처")
    assert any("위임장" in item.content for item in told.items)
    assert not any("이 자료에 없어요" in notice for notice in told.notices)


def test_certificates_and_procedures_are_no_policies() -> None:
    certificate = ask("required_documents", "한부모증명서 떼려면 서류 뭐 필요해요")
    assert titles(certificate) == ["한부모가족 증명서"]
    assert "신분증" in certificate.summary
    home = ask("required_documents", "요양원 입소할 때 필요한 서류가 뭐예요?")
    assert "장기요양인정서" in home.summary
    nothing = ask("required_documents", "서류 뭐 떼가면 돼요?")
    assert nothing.status is ResultStatus.NEEDS_USER_INPUT


def test_papers_that_are_not_held_are_not_made_up() -> None:
    load("nopapers", name="서류 없는 정책", sections={Section.SUMMARY: "요약입니다."})
    result = ask("required_documents", policy="서류 없는 정책")
    assert (result.status, result.items) == (ResultStatus.NOT_FOUND, [])
    load("none", name="서류 필요 없는 정책", sections={Section.DOCUMENTS: "해당 없음"})
    assert (
        "따로 내는 서류가 없다고" in ask("required_documents", policy="서류 필요 없는 정책").summary
    )


def test_a_checklist_names_each_paper_once() -> None:
    result = ask("make_document_checklist", policies=("기초연금", "생계급여", "우주여행수당"))
    shared = item_named(result, "사회보장급여 신청서")
    assert shared.metadata["needed_for"] == ["기초연금", "생계급여"]
    assert len(titles(result)) == len(set(titles(result)))
    assert check_spans(result) == len(result.items)
    assert any("우주여행수당" in notice for notice in result.notices)
    none = ask("make_document_checklist", policies=("우주여행수당",))
    assert none.status is ResultStatus.NO_SUCH_POLICY


def test_a_paper_is_explained_with_its_source() -> None:
    result = ask("explain_document", document="가족관계 증명서")
    assert result.items[0].metadata["fee"].startswith("온라인 무료")
    assert "가족관계의 등록 등에 관한 규칙" in result.notices[0]
    unknown = ask("explain_document", document="우주선 면허")
    assert unknown.status is ResultStatus.NOT_FOUND


def test_every_paper_has_a_source_and_is_found_by_each_of_its_names() -> None:
    for paper in papers():
        assert paper_source(paper).url.startswith("https://")
        for name in paper.names:
            found = paper_of_line(name)
            assert found is not None, name
            assert found.key == paper.key, name


def test_a_notice_is_read_into_conditions_amounts_and_days() -> None:
    result = ask("read_notice_text", text=NOTICE, facts={"age": 25})
    assert result.summary.startswith("자동 분석")
    assert "자동 분석한 결과라 틀릴 수 있어요" in result.notices[0]
    age = item_named(result, "만 19세 이상 39세 이하")
    assert age.metadata["state"] == "met"
    assert item_named(result, "제외 조건").metadata["exclusion"] is True
    assert item_named(result, "금액").metadata["value"] == 200_000
    end = item_named(result, "마감일")
    assert (end.metadata["day"], end.metadata["days_left"]) == ("2026-12-15", 15)


def test_personal_numbers_of_a_notice_do_not_come_back() -> None:
    result = ask("read_notice_text", text=NOTICE)
    assert "880101" not in result.model_dump_json()


def test_a_text_that_says_nothing_is_told() -> None:
    short = ask("read_notice_text", text="안녕")
    assert short.problems["text"].startswith("읽을 수 있는 안내문이 아니에요")
    assert ask("read_notice_text").status is ResultStatus.NEEDS_USER_INPUT
    long = ask("read_notice_text", text="가" * 20_001)
    assert long.problems["text"] == "20000자 이하여야 합니다."
