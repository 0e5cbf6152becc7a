from __future__ import annotations

import pytest

from chat.agent.understanding import Route, policy_mentions, route


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("새로 시작할게요", Route.RESET),
        ("지금까지 대화 다 지워줘", Route.RESET),
        ("이 정책 저장해줘", Route.SAVE),
        ("제 정보 기억해 주세요", Route.SAVE),
        ("안녕하세요", Route.SMALLTALK),
        ("고맙습니다 큰 도움이 됐어요", Route.SMALLTALK),
        ("비트코인 지금 사도 돼?", Route.OUT_OF_SCOPE),
        ("이 진통제 하루에 몇 알 먹어요?", Route.OUT_OF_SCOPE),
        ("장애수당 신청은 어디서 해요?", Route.APPLICATION_ASSIST),
        ("주거급여 서류 뭐가 필요해요", Route.APPLICATION_ASSIST),
        ("주거급여 탈락했는데 이의신청 되나요", Route.APPLICATION_ASSIST),
        ("아버지가 69세인데 기초연금 받을 수 있나요", Route.ELIGIBILITY),
        ("저는 장애수당 얼마나 받을 수 있어요?", Route.ELIGIBILITY),
        ("부모급여랑 가정양육수당 같이 받을 수 있나요", Route.ELIGIBILITY),
        ("에너지바우처가 뭐예요?", Route.SEARCH),
        ("노인 돌봄 서비스 찾아주세요", Route.SEARCH),
        ("관악구 보건소 어디 있나요", Route.SEARCH),
        ("이제 그만 살고 싶어요", Route.CRISIS),
    ],
)
def test_routes(text: str, expected: Route) -> None:
    decision = route(text)
    assert decision.route is expected
    assert decision.reason.endswith("다.")


@pytest.mark.parametrize(
    ("text", "context", "tool"),
    [
        ("서류는요?", ["주거급여 받고 싶어요"], "required_documents"),
        ("언제까지 내야 해요?", ["기초연금 이의신청 하려고요"], "appeal_guide"),
        ("장애인은요?", ["통신비 깎아주는 제도 찾아줘"], "search_welfare"),
        ("얼마야?", ["에너지바우처가 뭐예요?"], "get_policy_detail"),
    ],
)
def test_follow_ups_take_the_tool_from_the_turns_before(
    text: str, context: list[str], tool: str
) -> None:
    assert route(text, context=context).tool == tool


def test_a_facility_without_a_place_asks_for_the_region() -> None:
    assert route("근처 노인복지관 찾아줘").ask == "region"
    assert route("광진구 노인복지관 찾아줘").ask is None


def test_a_nameless_application_asks_which_policy() -> None:
    assert route("서류 뭐 가져가야 돼요?").ask == "policy"


def test_policies_are_named_officially() -> None:
    assert policy_mentions("실업급여랑 긴급 복지 중에 뭐가 나아요") == ["구직급여", "긴급복지"]
