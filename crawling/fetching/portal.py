"""Error answers of the public data portal (data.go.kr), which come with status 200 too."""

from __future__ import annotations

import re

from crawling.fetching.types import FetchError, FetchFault

_ENVELOPE = re.compile(r"<OpenAPI_ServiceResponse|<cmmMsgHeader", re.IGNORECASE)
_CODE = re.compile(r"<returnReasonCode>\s*(\d{1,3})", re.IGNORECASE)
_NAMES = [re.compile(rf"<{tag}>\s*([A-Z_ ]{{3,80}})") for tag in ("returnAuthMsg", "errMsg")]
_USED_UP = re.compile(
    r"LIMITED_NUMBER_OF_SERVICE_REQUESTS|quota exceeded"
    r"|트래픽[^.]{0,20}초과|제한\s?횟수[^.]{0,10}초과",
    re.IGNORECASE,
)
_LOOKED_AT = 2000
# Codes of the official guide; the others are failures of the service, worth another try.
_QUOTA = {22}
_KEY = {20, 21, 30, 31, 32, 33}
_REQUEST = {10, 11, 12}


def portal_fault(text: str, *, url: str = "") -> FetchError | None:
    """The error in a body, when it is an error envelope of the portal."""
    head = text[:_LOOKED_AT]
    if not _ENVELOPE.search(head):
        return None
    code = _CODE.search(head)
    name = next((match[1].strip() for each in _NAMES if (match := each.search(head))), "")
    return code_fault(int(code[1]) if code else 99, name, url=url)


def code_fault(code: int, name: str = "", *, url: str = "") -> FetchError:
    """The error a result code of the portal stands for."""
    what = f"코드 {code:02d} {name}".strip()
    if code in _QUOTA:
        return FetchError(FetchFault.QUOTA, f"오늘의 요청 한도를 다 썼습니다({what})", url=url)
    if code in _KEY:
        message = f"서비스 키를 쓸 수 없습니다({what}). 키와 활용 신청을 확인해 주세요"
        return FetchError(FetchFault.CREDENTIALS, message, url=url)
    if code in _REQUEST:
        message = f"서비스가 요청을 받지 않습니다({what}). 주소나 요청 항목이 바뀐 것 같습니다"
        return FetchError(FetchFault.SCHEMA, message, url=url)
    message = f"서비스가 오류로 답했습니다({what})"
    return FetchError(FetchFault.STATUS, message, url=url, status=503)


def quota_used_up(text: str) -> bool:
    """Whether an answer of refusal speaks of the daily quota, not of the moment's rate."""
    return _USED_UP.search(text[:_LOOKED_AT]) is not None
