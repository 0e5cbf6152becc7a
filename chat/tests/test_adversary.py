"""A model that makes the sentences it is given wrong on purpose, behind the real protocol."""

from __future__ import annotations

import json
import re
from typing import Any

from chat.models import Message, Trace
from chat.tests.mutations import WRONG
from chat.tests.scripted_llm import Prompt, Reply, scripted_llm
from chat.tests.support import Talk
from chat.tests.test_model import evidence

QUESTIONS = (
    "기초연금 얼마 받아요? 저는 72세예요",
    "의료급여 수급자인데 장애수당 신청 방법 알려 주세요",
    "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?",
    "아동수당 신청 방법 알려 주세요",
    "에너지바우처 받을 수 있나요?",
    "재난적의료비 지원 설명해 주세요",
)
# With fewer turns of each there is one refused line at most of a kind.
ROUNDS = 2


def spoilt(request: Prompt) -> list[str]:
    """Every sentence offered, made wrong in every way that changes it."""
    lines = []
    for row in evidence(request):
        quote = re.sub(r"^\d+\. ", "", " ".join(row["문장"].split()))
        for _, spoil in WRONG:
            text = spoil(quote)
            if text != quote:
                lines.append(f"{row['정책']}: {text} [{row['번호']}]")
    return list(dict.fromkeys(lines))


async def test_no_spoilt_sentence_reaches_page_or_message(talk: Talk, settings: Any) -> None:
    settings.OPENAI_API_KEY = "test"
    settings.LLM_MODEL = "adversary"
    sent: list[str] = []
    taken: dict[str, int] = {}

    def reply(request: Prompt) -> str:
        if "[근거]" not in request["messages"][1]["content"]:
            return "{}"
        lines = spoilt(request)
        key = lines[0] if lines else ""
        start = taken.get(key, 0)
        taken[key] = start + 2
        sent.extend(lines[start : start + 2])
        return "\n".join(lines[start : start + 2])

    with scripted_llm(Reply(text=reply, piece=400)) as script:
        settings.OPENAI_BASE_URL = script.base_url
        for number in range(len(QUESTIONS) * ROUNDS):
            before = len(sent)
            told = await Talk().say(QUESTIONS[number % len(QUESTIONS)])
            shown = json.dumps([event.data for event in told.events], ensure_ascii=False)
            message = await Message.objects.aget(turn_id=told.turn, role=Message.Role.ASSISTANT)
            trace = await Trace.objects.aget(turn_id=told.turn)
            refused = {
                event["data"]["line"] for event in trace.events if event["kind"] == "line_refused"
            }
            for line in sent[before:]:
                assert line not in shown
                assert line not in message.text
                assert line in refused
    assert len(sent) > ROUNDS * len(QUESTIONS)
