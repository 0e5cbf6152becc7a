"""Attachments of loaded records: stored, indexed, and failing alone."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client

from policies.models import LexicalPosting, Policy, PolicyAttachment, PolicyChunk, PolicyVersion
from policies.records import RecordAttachment
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query
from policies.services import policy_load
from policies.services.attachments import MAX_PER_VERSION, NOT_GIVEN, TOO_MANY
from policies.services.embed import policies_embed
from policies.tests.documents import files
from policies.tests.records import load, make_record
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
URL = "https://example.go.kr/files/1"
PARSED = PolicyAttachment.Status.PARSED


@pytest.fixture(scope="module")
def notice() -> bytes:
    return files.pdf("긴급복지 안내문입니다.", None, files.AMOUNTS)


def attached(policy: Policy) -> list[PolicyAttachment]:
    return list(PolicyAttachment.objects.filter(version__current_for=policy))


def version(policy: Policy) -> PolicyVersion:
    policy.refresh_from_db()
    assert policy.current_version is not None
    return policy.current_version


def test_attachments_are_stored_read_and_indexed(notice: bytes) -> None:
    policy = load(attachments=[RecordAttachment("안내문.pdf", URL, notice)])
    (row,) = attached(policy)
    assert (row.status, row.name, row.url, row.size) == (PARSED, "안내문.pdf", URL, len(notice))
    assert not row.file
    assert row.label_at(row.text.index("1,178,435원")) == "2쪽"
    chunk = PolicyChunk.objects.get(attachment=row, page=2)
    assert chunk.section == Section.ATTACHMENT
    assert row.text[chunk.start : chunk.end] in chunk.text
    assert chunk.text.startswith("치매치료관리비 지원\n붙임 안내문.pdf 2쪽: ")
    terms = LexicalPosting.objects.filter(version=version(policy))
    assert dict(terms.values_list("term", "frequency"))["생계"] == 1


def test_a_long_attachment_does_not_lengthen_the_policy(notice: bytes) -> None:
    plain, full = load("plain"), load("full", attachments=[RecordAttachment("a.pdf", "", notice)])
    assert version(plain).term_count == version(full).term_count


def test_a_broken_attachment_keeps_nothing_away(notice: bytes) -> None:
    policy = load(
        attachments=[
            RecordAttachment("깨진 파일.hwp", "", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(900)),
            RecordAttachment("그림.png", "", b"\x89PNG\r\n\x1a\n"),
            RecordAttachment("스캔.pdf", "", files.empty_pdf(2)),
            RecordAttachment("주소만.hwp", URL),
            RecordAttachment("안내문.pdf", "javascript:alert(1)", notice),
        ]
    )
    rows = attached(policy)
    assert [(row.status, row.reason) for row in rows] == [
        ("failed", "broken"),
        ("skipped", "unsupported"),
        ("no_text", "no_text"),
        ("skipped", ""),
        ("parsed", ""),
    ]
    assert rows[0].reason_text == "파일이 손상되어 읽을 수 없습니다."
    assert rows[3].reason_text == NOT_GIVEN
    assert rows[4].url == ""
    assert PolicyChunk.objects.filter(policy=policy, attachment=rows[4]).exists()


def test_the_same_record_is_unchanged_and_reads_nothing(
    notice: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = make_record(attachments=[RecordAttachment("안내문.pdf", URL, notice)])
    policy_load(record=record)
    monkeypatch.setattr("policies.services.attachments.document_read", None)
    assert policy_load(record=record).outcome == "unchanged"
    away = make_record(attachments=[RecordAttachment("안내문.pdf", URL)])
    assert policy_load(record=away).outcome == "unchanged"
    assert PolicyAttachment.objects.count() == 1


def test_a_known_file_is_not_read_twice(notice: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    file = RecordAttachment("안내문.pdf", URL, notice)
    load(attachments=[file])
    monkeypatch.setattr("policies.services.attachments.document_read", None)
    policy = load(name="새 이름", attachments=[RecordAttachment("안내문.pdf", URL)])
    (row,) = attached(policy)
    assert row.status == PARSED
    assert version(policy).number == 2
    assert PolicyAttachment.objects.count() == 2


def test_a_changed_file_makes_a_new_version_and_keeps_the_old(notice: bytes) -> None:
    first = load(attachments=[RecordAttachment("안내문.pdf", URL, notice)])
    old = attached(first)[0]
    changed = load(attachments=[RecordAttachment("안내문.pdf", URL, files.pdf("바뀐 글"))])
    assert version(changed).number == 2
    assert attached(changed)[0].text == "바뀐 글"
    old.refresh_from_db()
    assert "1,178,435원" in old.text
    assert not PolicyChunk.objects.filter(attachment=old).exists()


def test_records_without_attachments_hash_as_before() -> None:
    from policies.services.contents import content_hash

    assert content_hash(make_record()) == content_hash(make_record(attachments=[]))


def test_attachments_beyond_the_bound_are_named_only() -> None:
    many = [RecordAttachment(f"{number}.pdf", "", b"x") for number in range(MAX_PER_VERSION + 1)]
    rows = attached(load(attachments=many))
    assert len(rows) == MAX_PER_VERSION + 1
    assert rows[-1].note == TOO_MANY


def test_files_are_read_outside_of_the_transaction(
    notice: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes seconds holds no lock of the database."""
    from policies.services import attachments

    seen = []
    read = attachments.document_read

    def watched(*args: object, **kwargs: object) -> object:
        seen.append(len(connection.savepoint_ids))
        return read(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(attachments, "document_read", watched)
    before = len(connection.savepoint_ids)
    load(attachments=[RecordAttachment("안내문.pdf", URL, notice)])
    assert seen == [before]


def test_search_finds_the_row_of_an_attachment(notice: bytes) -> None:
    policy = load(attachments=[RecordAttachment("지급기준.pdf", URL, notice)])
    load("other", name="장애인연금", sections={Section.SUMMARY: "매달 연금을 드립니다."})
    policies_embed()
    result = search_policies(Query("2인 가구 생계지원 금액은 얼마인가요"))
    assert result.hits[0].policy_id == policy.pk
    (row,) = attached(policy)
    found = [chunk for chunk in result.hits[0].chunks if chunk.attachment_id == row.pk]
    assert found
    assert "2쪽" in {chunk.place for chunk in found}


def test_citizens_see_the_files_of_a_policy(client: Client, notice: bytes) -> None:
    files = [
        RecordAttachment("안내문.pdf", URL, notice),
        RecordAttachment("깨진 파일.hwp", URL, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(900)),
    ]
    policy = load(attachments=files)
    page = client.get(f"/policies/{policy.pk}/").content.decode()
    assert "붙임 자료" in page
    assert f'href="{URL}"' in page
    assert "긴급복지 안내문입니다." in page
    assert "깨진 파일.hwp" in page
    assert "붙임 자료" not in client.get(f"/policies/{load('plain').pk}/").content.decode()
