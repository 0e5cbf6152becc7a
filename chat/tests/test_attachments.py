"""An answer quotes the row of an attachment and says where it stands."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from channels.db import database_sync_to_async
from django.urls import reverse

from chat.agent.cards import CitationBook
from chat.agent.evidence import AttachmentEvidence, Place, PolicyEvidence, Span, attachment_spans
from chat.models import Citation
from chat.tests.support import Talk, finish
from policies.models import PolicyAttachment
from policies.records import PolicyRecord, RecordAttachment
from policies.services import policy_load
from policies.services.embed import policies_embed
from policies.tests.documents import files
from policies.vocabulary import Section

NAME = "한빛 생활지원금"
URL = "https://example.go.kr/files/1"
ROW = "구분: 2인 가구 | 지원금액: 월 1,178,435원 | 비고: ※ 3개월까지"


@pytest.fixture
def policy(transactional_db: None) -> None:
    """A policy whose amounts stand only in its attachment, committed."""
    file = RecordAttachment(
        "지급 기준.pdf", URL, files.pdf("지급 기준입니다.", None, files.AMOUNTS)
    )
    sections = {
        Section.SUMMARY: "생활이 어려운 가구를 돕습니다.",
        Section.TARGET: "생활이 어려운 가구",
        Section.BENEFIT: "생활비를 드립니다. 자세한 것은 붙임을 봅니다.",
    }
    policy_load(
        record=PolicyRecord(
            source="test",
            external_id="one",
            name=NAME,
            agency="보건복지부",
            sections=sections,
            attachments=[file],
        )
    )
    policies_embed()


@pytest.fixture
async def talk(policy: None) -> AsyncIterator[Talk]:
    yield Talk()
    await finish()


async def test_an_answer_quotes_the_attachment_with_its_page(talk: Talk) -> None:
    told = await talk.say(f"{NAME} 2인 가구 지원금액이 얼마인가요?")
    cited = [each for each in told.answer["citations"] if each["attachment_id"] is not None]
    (row,) = [each for each in cited if each["quote"] == ROW]
    assert row["section"] == "attachment"
    assert row["section_label"] == "붙임 ‘지급 기준.pdf’ 2쪽"
    assert row["source_url"] == URL
    assert row["verified"]
    assert "월 1,178,435원" in told.text

    def stored() -> tuple[str, str]:
        citation = Citation.objects.get(message__turn_id=told.turn, quote=ROW)
        text = PolicyAttachment.objects.get(pk=citation.attachment_id).text
        return citation.quote, text[citation.start : citation.end]

    quote, text = await database_sync_to_async(stored)()
    assert quote == text


def evidence(text: str) -> PolicyEvidence:
    file = AttachmentEvidence(
        name="신청서.hwp",
        url="",
        text=text,
        places=[Place(start=0, end=4, label="1쪽"), Place(start=5, end=len(text), label="3쪽")],
    )
    return PolicyEvidence(
        policy_id="p",
        version_id=1,
        source="test",
        name=NAME,
        agency="",
        region="전국",
        sections={},
        source_url="https://example.go.kr/policy",
        spans=[Span(section=Section.ATTACHMENT, start=0, end=len(text), attachment=7)],
        attachments={7: file},
    )


def test_a_citation_is_labelled_by_where_it_stands() -> None:
    policy = evidence("첫째 글\n셋째 쪽의 글")
    first, second = attachment_spans(policy)
    book = CitationBook()
    assert [book.cite(policy, span) for span in (first, second, first)] == [1, 2, 1]
    assert [each.section_label for each in book.citations] == [
        "붙임 ‘신청서.hwp’ 1쪽",
        "붙임 ‘신청서.hwp’ 3쪽",
    ]
    assert [each.quote for each in book.citations] == ["첫째 글", "셋째 쪽의 글"]
    assert {each.source_url for each in book.citations} == {"https://example.go.kr/policy"}


def test_a_span_of_an_unknown_attachment_holds_nothing() -> None:
    policy = evidence("첫째 글\n셋째 쪽의 글")
    assert policy.stored(Section.ATTACHMENT, 8) == ""
    assert policy.text(Span(section=Section.ATTACHMENT, start=0, end=4, attachment=8)) == ""


@pytest.mark.django_db
def test_a_policy_with_attachments_has_its_page(policy: None, client: object) -> None:
    found = PolicyAttachment.objects.get()
    url = reverse("policies:detail", args=[found.version.policy_id])
    assert client.get(url).status_code == 200  # type: ignore[attr-defined]
