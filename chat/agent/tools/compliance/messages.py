"""Personal data in a text, and suspicious messages."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel

from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from chat.agent.understanding import find_pii, mask_pii
from chat.agent.understanding.pii import LABELS
from policies.guides.scams import FoundSign, Suspicion, call, suspicion

MASK, SUSPICIOUS = "mask_personal_data", "check_suspicious_message"
_NEVER_SAFE = (
    "여기서 찾지 못했다고 안전하다는 뜻은 아니에요. 주소를 누르지 말고, 문자에 적힌 번호가 아니라 "
    "주민센터나 공식 번호로 직접 물어보세요."
)


class TextArguments(BaseModel):
    """A text of the person."""

    text: str = from_talk(
        "question", min_length=1, max_length=5000, description="살펴볼 글(5,000자까지)"
    )


@tool(arguments=TextArguments)
def mask_personal_data(arguments: TextArguments, context: ToolContext) -> RetrievalResult:
    """글에 든 개인정보(주민등록번호, 전화번호, 계좌·카드번호, 이메일, 상세 주소)를 찾아 가립니다.

    무엇을 몇 군데 가렸는지와 가린 글을 돌려주고, 원래 번호는 돌려주지 않습니다. 금액과 상담 전화
    번호는 가리지 않습니다.
    """
    found = find_pii(arguments.text)
    masked = mask_pii(arguments.text)
    if not found and any(label in masked for label in LABELS.values()):
        return RetrievalResult(
            source=MASK,
            summary="말씀하신 글의 개인정보는 받을 때 이미 가려 두었어요.",
            items=[_text_item(masked)],
        )
    if not found:
        return RetrievalResult(
            source=MASK,
            status=ResultStatus.NOT_FOUND,
            summary="글에서 개인정보 형식을 찾지 못했어요. 이름처럼 형식이 없는 것은 찾지 못해요.",
            items=[_text_item(masked)],
        )
    counts = Counter(LABELS[each.kind].strip("[]") for each in found)
    told = ", ".join(f"{name} {count}곳" for name, count in counts.items())
    return RetrievalResult(
        source=MASK,
        summary=f"개인정보 {len(found)}곳을 가렸어요: {told}.",
        items=[_text_item(masked)],
        total=len(found),
        notices=["이름처럼 정해진 형식이 없는 것은 가리지 못할 수 있으니 한 번 더 살펴봐 주세요."],
    )


@tool(arguments=TextArguments)
def check_suspicious_message(arguments: TextArguments, context: ToolContext) -> RetrievalResult:
    """지원금이나 복지를 내세운 문자·전화 내용에 사기의 징후가 있는지 살펴봅니다.

    선입금, 비밀번호·인증번호 요구, 통장 대여, 앱 설치·원격 조종, 신분증 요구, 공공기관이 아닌 주소
    등을 근거와 함께 알려 주고 112(경찰)·1332(금융감독원)·118(인터넷진흥원)·129 가운데 맞는 곳을
    안내합니다. 안전하다고 말하지는 않습니다.
    """
    found = suspicion(arguments.text)
    calls = [_call(number) for number in found.numbers]
    if not found.signs:
        return RetrievalResult(
            source=SUSPICIOUS,
            summary="정해 둔 사기 징후는 찾지 못했지만, 안전하다고 말씀드릴 수는 없어요.",
            items=calls,
            total=0,
            notices=[_NEVER_SAFE],
        )
    return RetrievalResult(
        source=SUSPICIOUS,
        summary=_warning(found),
        items=[*(_sign(each) for each in found.signs), *calls],
        total=len(found.signs),
        notices=[
            "답장하거나 주소를 누르거나 돈을 보내지 마세요.",
            "이미 보냈거나 알려 주었다면 바로 112에 신고하고 은행에 지급정지를 요청하세요.",
        ],
    )


def _text_item(masked: str) -> ResultItem:
    return ResultItem(id="masked", title="가린 글", content=masked, kind="text")


def _warning(found: Suspicion) -> str:
    names = ", ".join(each.sign.name for each in found.signs)
    if found.strong:
        return f"사기일 가능성이 커요. 이런 징후가 있어요: {names}."
    return f"조심하셔야 해요. 이런 점을 먼저 확인해 주세요: {names}."


def _sign(found: FoundSign) -> ResultItem:
    source = found.sign.source
    return ResultItem(
        id=found.sign.name,
        title=found.sign.name,
        content=f"“{mask_pii(found.quote)}” — {found.sign.says} (근거: {source.title})",
        kind="sign",
        score=found.sign.weight / 2,
        url=source.url,
        metadata={
            "weight": found.sign.weight,
            "source": source.title,
            "told_on": source.told_on.isoformat() if source.told_on else None,
        },
    )


def _call(number: str) -> ResultItem:
    who = call(number)
    return ResultItem(id=number, title=f"{number} {who.name}", content=who.purpose, kind="office")
