"""Typed operation: questions that have one exact answer in the published fields."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from policies.api.structured_schemas import RecordOut, StructuredIn, StructuredOut
from policies.structured.answer import answer_question, conclusion

router = Router(tags=["search"])


@router.post("/structured", response=StructuredOut, summary="표에서 바로 답하는 질문")
def structured(request: HttpRequest, body: StructuredIn) -> StructuredOut:
    """마감, 개수, 나이, 지역 같은 항목으로 묻는 질문에 정확한 목록이나 수로 답합니다. 이해하지
    못한 부분이 있으면 찾지 않고 `unread` 로 알려 줍니다."""
    as_of = body.as_of or timezone.localdate()
    found = answer_question(body.question, as_of=as_of)
    return StructuredOut(
        answered=found.answered,
        as_of=as_of,
        conclusion=conclusion(found) if found.answered else "",
        understood=found.understood,
        unread=list(found.unread),
        dropped=list(found.dropped),
        number=found.number,
        total=found.total,
        records=[RecordOut(**asdict(row)) for row in found.rows],
        query=found.query,
    )
