"""What somebody in danger is told: short, calm, with the lines that fit."""

from __future__ import annotations

import re

from chat.agent.understanding.guard import crisis_kinds

_LINES = {
    "109": "자살예방 상담전화 109 (24시간, 전화·문자)",
    "119": "다치거나 약을 드셨다면 119",
    "112": "지금 위험하면 경찰 112 (말하기 어려우면 문자도 됩니다)",
    "1366": "여성긴급전화 1366 (24시간, 가정폭력·성폭력 상담과 쉼터 연결)",
    "1388": "청소년상담 1388 (24시간, 전화·문자·카카오톡)",
    "1577-1389": "노인학대 신고·상담 1577-1389 (24시간)",
    "129": "보건복지상담 129 (긴급복지 연결)",
}
_YOUNG = re.compile(
    r"(?:초|중|고)\s?[1-6](?!\d)|중학생|고등학생|초등학생|청소년|학교|선생님|"
    r"(?:아빠|엄마|삼촌|새아빠|오빠)\S{0,3}\s|1\d살|열\S살"
)
_ELDER = re.compile(
    r"할머니|할아버지|어르신|노인|요양원|요양병원|시어머니|며느리|어머니를|아버지를|팔십|칠십"
)
_OTHER = re.compile(r"옆집|이웃|친구|아들이|동생|아이가|애가|할머니를|할머니가|할머니\s|요양원")
_CALM = "많이 힘드셨겠습니다. 지금 안전하신지가 가장 먼저입니다."
_CALM_OTHER = "걱정되는 상황을 알려 주셔서 고맙습니다. 안전이 가장 먼저입니다."
_CLOSING = "혼자 견디지 않으셔도 됩니다. 통화가 어려우면 가까이 있는 사람에게 지금 알려 주세요."
_WELFARE = "급한 일이 지나고 나면, 생계나 의료비 지원도 제가 함께 찾아보겠습니다."


def crisis_numbers(text: str) -> list[str]:
    """Hotlines that fit a text, the most urgent first; 109 and 112 for an unclear danger."""
    kinds = set(crisis_kinds(text))
    numbers: list[str] = []
    if "overdose" in kinds:
        numbers += ["119", "109"]
    if kinds & {"suicide", "self_harm"}:
        numbers += ["109", "119"]
    if kinds & {"violence", "sexual", "abuse_report"}:
        numbers += ["112"]
        numbers += ["1577-1389"] if _ELDER.search(text) else ["1366"]
    if _YOUNG.search(text):
        numbers += ["1388"]
    return [*dict.fromkeys(numbers or ["109", "112"]), "129"]


def crisis_reply(text: str) -> str:
    """A calm Korean answer with fitting hotlines; asks nothing and promises nothing."""
    opening = _CALM_OTHER if _OTHER.search(text) else _CALM
    lines = "\n".join(f"- {_LINES[number]}" for number in crisis_numbers(text))
    return f"{opening}\n바로 도움을 받으실 수 있는 곳입니다.\n{lines}\n{_CLOSING}\n{_WELFARE}"
