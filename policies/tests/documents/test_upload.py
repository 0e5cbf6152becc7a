"""Caseworkers attach files, read them again and withdraw them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from policies.documents.limits import MAX_FILE
from policies.errors import AttachmentInvalid
from policies.models import DataVersion, LexicalPosting, Policy, PolicyAttachment, PolicyChunk
from policies.services.attachments import (
    WITHDRAWN,
    attachment_reparse,
    attachment_upload,
    attachment_withdraw,
)
from policies.tests.admin_support import client_of, staff, superuser
from policies.tests.documents import files
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
UPLOAD = "admin:policies_policyattachment_upload"
CHANGE = "admin:policies_policyattachment_change"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(scope="module")
def notice() -> bytes:
    return files.hangul(files.form, binary=True)


def put(policy: Policy, content: bytes, name: str = "안내.hwp") -> PolicyAttachment:
    user = superuser()
    return attachment_upload(policy=policy, name=name, content=content, user=user)


def stored() -> list[str]:
    return [row.file.name for row in PolicyAttachment.objects.exclude(file="")]


def post(client: Client, policy: Policy, content: bytes, name: str = "안내.hwp") -> Any:
    upload = SimpleUploadedFile(name, content)
    url = reverse(UPLOAD, args=[policy.pk])
    return client.post(url, {"upload": upload}, follow=True)


def test_an_upload_is_searchable_at_once_and_in_the_history(notice: bytes) -> None:
    policy = load()
    before = DataVersion.objects.get(group="test").number
    page = post(client_of(superuser()), policy, notice).content.decode()
    row = PolicyAttachment.objects.get()
    assert "붙임 파일을 올렸습니다: 안내.hwp" in page
    assert "구분: 1인 가구 | 지원금액: 월 713,102원 | 비고: 3개월" in page
    assert "표 1의 2행" in page
    assert row.version == policy.current_version
    assert row.uploaded_by is not None
    assert PolicyChunk.objects.filter(attachment=row, policy=policy).exists()
    assert LexicalPosting.objects.filter(version=row.version, term="생계비").exists() or (
        LexicalPosting.objects.filter(version=row.version, term="생계").exists()
    )
    assert DataVersion.objects.get(group="test").number > before
    said = LogEntry.objects.filter(object_id=str(policy.pk))
    assert [entry.change_message for entry in said] == ["붙임 파일을 올렸습니다: 안내.hwp"]


def test_the_policy_page_lists_its_attachments(notice: bytes) -> None:
    policy = load()
    put(policy, notice)
    client = client_of(staff("policies.view_policy"))
    page = client.get(reverse("admin:policies_policy_change", args=[policy.pk])).content.decode()
    assert "안내.hwp" in page
    assert reverse(UPLOAD, args=[policy.pk]) in page


def test_the_other_chunks_and_their_ids_of_text_stay(notice: bytes) -> None:
    policy = load()
    hashes = set(PolicyChunk.objects.values_list("content_hash", flat=True))
    put(policy, notice)
    now = PolicyChunk.objects.exclude(section=Section.ATTACHMENT)
    assert set(now.values_list("content_hash", flat=True)) == hashes


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("안내.exe", b"MZ", "PDF, HWP, HWPX, DOCX, XLSX 파일만 올릴 수 있습니다."),
        ("안내.pdf", b"<html>", "PDF, HWP, HWPX, DOCX, XLSX 파일만 올릴 수 있습니다."),
        ("안내.pdf", b"", "빈 파일은 올릴 수 없습니다."),
        ("안내.pdf", b"%PDF-" + bytes(MAX_FILE), "파일은 30MB까지 올릴 수 있습니다."),
    ],
    ids=["ending", "content", "empty", "size"],
)
def test_what_is_not_taken_is_told(name: str, content: bytes, said: str) -> None:
    page = post(client_of(superuser()), load(), content, name).content.decode()
    assert said in page
    assert not PolicyAttachment.objects.exists()
    assert not stored()


def test_a_file_that_cannot_be_read_is_stored_with_the_reason() -> None:
    page = post(client_of(superuser()), load(), b"%PDF-1.7 broken", "깨짐.pdf").content.decode()
    assert "파일이 손상되어 읽을 수 없습니다." in page
    assert PolicyAttachment.objects.get().status == PolicyAttachment.Status.FAILED


def test_the_same_file_is_taken_once(notice: bytes) -> None:
    policy = load()
    row = put(policy, notice)
    with pytest.raises(AttachmentInvalid, match="같은 파일이 이미 붙어 있습니다"):
        attachment_upload(policy=policy, name="b.hwp", content=notice, user=row.uploaded_by)


def test_an_upload_goes_along_to_the_next_version(notice: bytes) -> None:
    policy = load()
    put(policy, notice)
    changed = load(sections={Section.SUMMARY: "바뀐 글입니다."})
    changed.refresh_from_db()
    row = PolicyAttachment.objects.get(version=changed.current_version)
    assert row.text
    assert PolicyChunk.objects.filter(attachment=row).exists()
    assert PolicyAttachment.objects.count() == 2


def test_reading_again_needs_the_file(notice: bytes) -> None:
    policy = load()
    row = put(policy, notice)
    PolicyAttachment.objects.filter(pk=row.pk).update(text="", blocks=[], status="failed")
    row.refresh_from_db()
    assert attachment_reparse(attachment=row).status == PolicyAttachment.Status.PARSED
    assert PolicyChunk.objects.filter(attachment=row).exists()
    row.file = None
    with pytest.raises(AttachmentInvalid, match="보관하지 않아"):
        attachment_reparse(attachment=row)


def test_what_was_read_stays_when_the_file_is_broken_now(notice: bytes) -> None:
    row = put(load(), notice)
    with row.file.open("wb") as target:
        target.write(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    with pytest.raises(AttachmentInvalid, match="전에 읽은 글을 그대로 둡니다"):
        attachment_reparse(attachment=PolicyAttachment.objects.get(pk=row.pk))
    row.refresh_from_db()
    assert row.text


def test_a_withdrawn_file_is_gone_from_index_and_disk(
    notice: bytes, django_capture_on_commit_callbacks: Any
) -> None:
    policy = load()
    row = put(policy, notice)
    storage, name = row.file.storage, row.file.name
    with django_capture_on_commit_callbacks(execute=True):
        attachment_withdraw(attachment=row)
    row.refresh_from_db()
    assert (row.status, row.reason_text, row.text) == ("skipped", WITHDRAWN, "")
    assert not PolicyChunk.objects.filter(attachment=row).exists()
    assert not storage.exists(name)
    again = attachment_upload(policy=policy, name="b.hwp", content=notice, user=row.uploaded_by)
    assert again.status == PolicyAttachment.Status.PARSED


@pytest.mark.parametrize("page", ["reparse", "withdraw"])
def test_changes_need_the_permission_and_a_post(page: str, notice: bytes) -> None:
    row = put(load(), notice)
    url = reverse(f"admin:policies_policyattachment_{page}", args=[row.pk])
    assert client_of(staff("policies.view_policyattachment")).post(url).status_code == 403
    changer = client_of(staff("policies.change_policyattachment", email="b@example.com"))
    assert changer.get(url).status_code == 405
    assert changer.post(url).status_code == 302


def test_uploading_needs_the_permission(notice: bytes) -> None:
    policy = load()
    response = post(client_of(staff("policies.view_policy")), policy, notice)
    assert response.status_code == 403
    assert not PolicyAttachment.objects.exists()


def test_the_file_is_only_ever_a_download(notice: bytes) -> None:
    row = put(load(), notice, name="안내 <b>.hwp")
    url = reverse("admin:policies_policyattachment_file", args=[row.pk])
    response = client_of(staff("policies.view_policyattachment")).get(url)
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"].startswith("attachment")
    assert b"".join(response.streaming_content) == notice
    assert client_of(staff(email="c@example.com")).get(url).status_code == 403


def test_the_text_of_a_file_is_shown_as_text() -> None:
    row = put(load(), files.pdf("&lt;script&gt;alert(1)&lt;/script&gt;"), name="a.pdf")
    page = client_of(staff("policies.view_policyattachment")).get(reverse(CHANGE, args=[row.pk]))
    assert "<script>alert(1)" not in page.content.decode()
    assert "&lt;script&gt;alert(1)" in page.content.decode()
