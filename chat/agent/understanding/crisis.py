"""What somebody in danger is told: short, calm, with the lines that fit."""

from __future__ import annotations

import re

from chat.agent.understanding.guard import crisis_hints, crisis_kinds

_LINES = {
    "119": "숨쉬기 어렵거나 의식이 없거나, 다치거나 약을 드셨다면 지금 바로 119",
    "109": "자살예방 상담전화 109 (24시간, 전화·문자)",
    "112": "지금 위험하면 경찰 112 (말하기 어려우면 문자도 됩니다)",
    "1366": "여성긴급전화 1366 (24시간, 가정폭력·성폭력 상담과 쉼터 연결)",
    "1388": "청소년상담 1388 (24시간, 전화·문자·카카오톡)",
    "1577-1389": "노인학대 신고·상담 1577-1389 (24시간)",
    "129": "보건복지상담 129 (긴급복지 연결)",
}
# Lines of a kind of danger, the most urgent first.
_OF_KIND = {
    "emergency": ("119",),
    "overdose": ("119", "109"),
    "suicide": ("109", "119"),
    "self_harm": ("109", "119"),
    "sexual": ("112", "1366"),
    "violence": ("112",),
    "hunger": ("129",),
}
_UNCLEAR = ("109", "112")
_HARM = {"violence", "sexual"}
_YOUNG = re.compile(
    r"(?<![가-힣])(?:초|중|고)\s?[1-6](?!\d)|중학생|고등학생|초등학생|(?<![가-힣])[초중고]딩|청소년|학교|"
    r"선생님|(?:아빠|엄마|삼촌|새아빠|새엄마)(?:가|한테|는|랑|\s)|(?<!\d)1\d\s?살|열\S{0,2}\s?살"
)
_ELDER = re.compile(
    r"할머니|할아버지|할매|할배|어르신|노인|노모|요양원|요양병원|요양보호사|시어머니|시아버지|며느리|"
    r"(?:어머니|아버지|장모님?|장인)(?:를|을)|팔십|칠십|여든|일흔"
)
_OTHER = re.compile(
    r"옆집|윗집|아랫집|이웃|친구|아들이|동생|아이가|애가|할머니를|할머니가|할머니\s|요양원"
)
_CALM = "많이 힘드셨겠습니다. 지금 안전하신지가 가장 먼저입니다."
_CALM_OTHER = "걱정되는 상황을 알려 주셔서 고맙습니다. 안전이 가장 먼저입니다."
_CLOSING = "혼자 견디지 않으셔도 됩니다. 통화가 어려우면 가까이 있는 사람에게 지금 알려 주세요."
_WELFARE = "급한 일이 지나고 나면, 생계나 의료비 지원도 제가 함께 찾아보겠습니다."


def crisis_numbers(text: str) -> list[str]:
    """Hotlines that fit a text, the most urgent first; 109 and 112 for an unclear danger, and
    129 always."""
    kinds = crisis_kinds(text) or crisis_hints(text)
    numbers = [number for kind in kinds for number in _OF_KIND[kind]]
    if _HARM.intersection(kinds):
        numbers += ["1577-1389"] if _ELDER.search(text) else []
        numbers += ["1388"] if _YOUNG.search(text) else []
        numbers += [] if _ELDER.search(text) or _YOUNG.search(text) else ["1366"]
    elif _YOUNG.search(text):
        numbers += ["1388"]
    unclear = [] if set(numbers) - {"129"} else _UNCLEAR
    rest = [number for number in dict.fromkeys([*unclear, *numbers]) if number != "129"]
    return [*rest, "129"]


def crisis_reply(text: str) -> str:
    """A calm Korean answer with fitting hotlines; asks nothing and promises nothing."""
    opening = _CALM_OTHER if _OTHER.search(text) else _CALM
    lines = "\n".join(f"- {_LINES[number]}" for number in crisis_numbers(text))
    return f"{opening}\n바로 도움을 받으실 수 있는 곳입니다.\n{lines}\n{_CLOSING}\n{_WELFARE}"


def help_notice(text: str) -> str:
    """One sentence beside the answer to a text that may speak of a danger."""
    lines = ", ".join(_LINES[number] for number in crisis_numbers(text))
    return f"혹시 지금 위험하거나 견디기 힘드시면 바로 도움을 받으실 수 있어요: {lines}."
