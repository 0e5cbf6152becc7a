"""Questions in words over stored records."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from policies.structured.answer import conclusion
from policies.tests.structured.listed import EVERYWHERE, SEOUL, ask, day, gov24, keys, youth

pytestmark = pytest.mark.django_db
Y, G = "youthcenter", "gov24"


def test_only_and_lives_differ_by_nationwide_and_unlisted_areas() -> None:
    youth("own")
    youth("both", areas=["31110", "47111"])
    youth("all", areas=EVERYWHERE, nationwide=True)
    youth("none", areas=[])
    assert keys(ask("울산만 대상인 청년정책", Y)) == ["own"]
    assert sorted(
        keys(ask("울산 중구 주소로 신청할 수 있는 청년정책 중 오늘 접수 중인 것", Y))
    ) == [
        "all",
        "both",
        "own",
    ]
    local = ask("울산 거주자가 오늘 접수할 수 있는 청년정책, 전국 대상은 빼고", Y)
    assert sorted(keys(local)) == ["both", "own"]
    assert keys(ask("전국 대상인 청년정책", Y)) == ["all"]


def test_open_means_a_dated_round_unless_always_is_added() -> None:
    youth("open")
    youth("always", period="always", rounds=[])
    youth("over", rounds=[(day("2026-06-01"), day("2026-07-11"))])
    youth("last_day", rounds=[(day("2026-07-12"), day("2026-07-12"))])
    assert sorted(keys(ask("지금 접수 중인 청년정책, 상시는 빼고", Y))) == ["last_day", "open"]
    assert ask("오늘 신청 가능한 청년정책 몇 개야? 상시 포함", Y).number == 3
    assert keys(ask("상시로 받는 청년정책", Y)) == ["always"]
    assert keys(ask("접수가 이미 끝난 청년정책", Y)) == ["over"]


def test_deadlines_count_from_the_day_of_the_question() -> None:
    youth("soon", rounds=[(day("2026-07-01"), day("2026-07-20"))])
    youth("month", rounds=[(day("2026-07-01"), day("2026-07-31"))])
    youth("next", rounds=[(day("2026-07-01"), day("2026-08-31"))])
    youth("june", rounds=[(day("2026-06-01"), day("2026-06-30"))])
    assert keys(ask("이번 달에 마감되는 청년정책", Y)) == ["soon", "month"]
    assert keys(ask("7월 20일까지 마감되는 청년정책", Y)) == ["soon"]
    assert keys(ask("일주일 안에 마감되는 청년정책", Y, date(2026, 7, 24))) == ["month"]
    assert keys(ask("지난달에 끝난 청년정책", Y)) == ["june"]
    assert keys(ask("마감일이 8월인 청년정책", Y)) == ["next"]


def test_rounds_of_one_record_are_kept_apart() -> None:
    rounds = [(day("2026-05-01"), day("2026-05-31")), (day("2026-09-01"), day("2026-09-30"))]
    youth("two", rounds=rounds)
    youth("first", rounds=[(day("2026-08-01"), day("2026-08-31"))])
    assert ask("지금 접수 중인 청년정책 몇 개?", Y).number == 0
    assert sorted(keys(ask("앞으로 접수가 열릴 청년정책", Y))) == ["first", "two"]
    assert keys(ask("접수가 아직 안 열린 청년정책", Y)) == ["first"]
    assert keys(ask("다음 달에 접수 시작하는 청년정책", Y)) == ["first"]


def test_codes_any_only_and_not() -> None:
    youth("one", codes={"jobCd": ["0013003"], "mrgSttsCd": ["0055002"]})
    youth("more", codes={"jobCd": ["0013003", "0013006"]})
    assert sorted(keys(ask("미취업자 대상 청년정책", Y))) == ["more", "one"]
    assert keys(ask("미취업자만 대상인 청년정책", Y)) == ["one"]
    assert keys(ask("미혼만 대상인 청년정책", Y)) == ["one"]
    assert keys(ask("미취업자 대상 청년정책 중 창업자 대상은 빼고", Y)) == ["one"]


def test_categories_hold_every_published_value_with_the_word() -> None:
    youth("a", codes={"lclsfNm": ["교육"]})
    youth("b", codes={"lclsfNm": ["교육･직업훈련"]})
    youth("c", codes={"lclsfNm": ["주거"], "plcyKywdNm": ["보조금"]})
    assert sorted(keys(ask("교육 분야 청년정책", Y))) == ["a", "b"]
    assert keys(ask("키워드가 '보조금'인 청년정책", Y)) == ["c"]
    assert sorted(keys(ask("주거 분야가 아닌 청년정책", Y))) == ["a", "b"]


def test_ages_and_incomes() -> None:
    youth("limited", age_from=15, age_to=34)
    youth("marked", age_from=15, age_to=34, age_limited=False)
    youth("income", income_to=5000, codes={"earnCndSeCd": ["0043002"]})
    assert keys(ask("만 15세부터라고 적힌 청년정책", Y)) == ["limited"]
    assert keys(ask("나이 제한이 없는 청년정책", Y)) == ["marked"]
    assert sorted(keys(ask("만 37세가 신청할 수 있는 청년정책", Y))) == ["income", "marked"]
    assert keys(ask("연소득 상한이 5천만원으로 적힌 청년정책", Y)) == ["income"]
    assert keys(ask("연소득 상한이 4,000만원 이상인 청년정책", Y)) == ["income"]
    assert ask("연소득 상한이 6천만원 이상인 청년정책 몇 개?", Y).number == 0


def test_superlatives_keep_ties_and_leave_unknown_values_out() -> None:
    youth("a", views=30)
    youth("b", views=30)
    youth("c", views=20)
    youth("d", views=None)
    assert sorted(keys(ask("조회수가 제일 많은 청년정책", Y))) == ["a", "b"]
    assert keys(ask("조회수가 제일 적은 청년정책은?", Y)) == ["c"]
    assert len(keys(ask("조회수 상위 3개 청년정책", Y))) == 3
    youth("e", registered_at=datetime(2026, 7, 11, 23, 59, tzinfo=SEOUL))
    assert keys(ask("가장 최근에 등록된 청년정책 하나만", Y)) == ["e"]
    assert keys(ask("어제 등록된 청년정책", Y)) == ["e"]


def test_agencies_by_name_short_name_and_under_a_province() -> None:
    gov24("dongjak")
    gov24("gwanak", agency="서울특별시 관악구")
    gov24("city", agency="서울특별시", codes={"소관기관유형": ["광역시도"]})
    gov24("board", agency="서울특별시교육청", codes={"소관기관유형": ["교육청"]})
    gov24("corporation", agency="서울특별시금천구시설관리공단")
    gov24("ministry", agency="보건복지부", codes={"소관기관유형": ["중앙행정기관"]})
    assert keys(ask("동작구 서비스", G)) == ["dongjak"]
    assert sorted(keys(ask("서울 자치구 서비스", G))) == ["dongjak", "gwanak"]
    assert keys(ask("서울시 소관 서비스", G)) == ["city"]
    assert keys(ask("복지부가 소관인 서비스", G)) == ["ministry"]
    assert keys(ask("중앙부처 서비스", G)) == ["ministry"]
    assert keys(ask("교육청이 소관인 서비스", G)) == ["board"]
    assert ask("국세청 소관 서비스 몇 개?", G).number == 0
    both = ask("보건복지부와 서울특별시교육청 소관 서비스", G)
    assert sorted(keys(both)) == ["board", "ministry"]


def test_conditions_ticked_and_not_ticked() -> None:
    gov24("own", codes={"JA": ["JA0402"]})
    gov24("loose", codes={"JA": ["JA0402", "JA0410"]})
    question = "북한이탈주민으로 표시돼 있고 가구조건 '해당사항없음'은 아닌 서비스"
    assert keys(ask(question, G)) == ["own"]
    assert keys(ask("북한이탈주민만 표시된 서비스", G)) == ["own"]
    assert keys(ask("JA0410이 Y인 서비스", G)) == ["loose"]


def test_words_of_a_name_and_the_topic() -> None:
    gov24("shingles", "대상포진 예방접종 지원", age_from=60)
    gov24("flu", "독감 예방접종 지원", age_from=60)
    gov24("card", "공주사랑상품권")
    assert keys(ask("대상포진 주사 지원 중에 만 60세부터 되는 데가 어디야?", G)) == ["shingles"]
    assert keys(ask("이름에 예방접종 들어가고 독감은 이름에 없는 서비스", G)) == ["shingles"]


def test_a_quote_in_a_name_is_a_value_and_no_sql() -> None:
    gov24("a", "출산 지원")
    question = '이름에 "\'); DROP TABLE policies_policy; --" 들어간 서비스'
    assert not ask(question, G).rows
    assert keys(ask("이름에 출산 들어간 서비스", G)) == ["a"]
    assert not ask("이름에 '%' 들어간 서비스 중 상시신청", G).rows


@pytest.mark.parametrize(
    "question",
    [
        "중구만 대상인 청년정책",
        "마감 청년정책 알려줘 보라색",
        "상시신청 청년정책이 가장 많은 자치구는?",
        "신청기간이 3개 이상인 청년정책",
        "청년정책",
        "",
    ],
)
def test_what_is_not_understood_is_left_to_the_search(question: str) -> None:
    youth("a")
    found = ask(question, Y)
    assert not found.answered
    assert not found.rows
    assert found.number is None


def test_how_it_was_understood_is_told() -> None:
    youth("a")
    found = ask("울산만 대상이고 지금 접수 중인 청년정책이 모두 몇 개지? 상시는 세지 마", Y)
    assert found.number == 1
    assert "거주지역이 울산광역시뿐" in found.understood
    assert "2026년 7월 12일에 접수 중" in found.understood
    assert conclusion(found) == "모두 1건이에요."
    assert found.rows[0].link == "https://example.go.kr/a"


def test_the_source_is_told_by_the_question() -> None:
    youth("y", areas=["11590"])
    gov24("g")
    assert ask("동작구 서비스 몇 개야?").query.source == G
    assert ask("조회수가 제일 많은 청년정책").query.source == Y
    everywhere = ask("동작구 청년정책 중 이번 달 마감")
    assert everywhere.query.source is None
    assert keys(everywhere) == ["y"]
    assert ask("동작구 정책 몇 개야?").number == 2
