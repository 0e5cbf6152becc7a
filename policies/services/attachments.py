"""Attachments: read outside of any lock, stored with their version, searchable at once."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from accounts.models import User
from policies.documents.limits import MAX_FILE
from policies.documents.magic import looks_readable
from policies.documents.sandbox import document_read
from policies.documents.text import clean_name
from policies.documents.types import DocumentFailed, FailureCode, block_to_data
from policies.errors import AttachmentInvalid
from policies.models import Policy, PolicyAttachment, PolicyVersion
from policies.records import PolicyRecord, RecordAttachment
from policies.services.edit import policy_reindex
from policies.services.versions import data_version_bump

logger = logging.getLogger(__name__)
MAX_PER_VERSION = 30
# Texts of files may be long, and a statement holds all of its rows.
_WRITTEN_TOGETHER = 20
NOT_GIVEN = "출처가 파일을 주지 않아 이름과 주소만 담았습니다."
TOO_MANY = f"붙임이 많아 앞의 {MAX_PER_VERSION}개만 읽었습니다."
WITHDRAWN = "담당자가 뺀 파일입니다."
ENDINGS = (".pdf", ".hwp", ".hwpx", ".docx", ".xlsx")
# What a file gave when it was read: the same file gives the same.
_READ_FIELDS = (
    "media_type",
    "size",
    "sha256",
    "status",
    "reason",
    "note",
    "title",
    "text",
    "blocks",
    "warnings",
    "parsed_at",
)
_STATUS = {
    FailureCode.NO_TEXT: PolicyAttachment.Status.NO_TEXT,
    FailureCode.UNSUPPORTED: PolicyAttachment.Status.SKIPPED,
}


def attachments_known(*, record: PolicyRecord) -> PolicyRecord:
    """`record` with the hash of files that its source names now without giving them, where
    the current version has them: a file out of reach today makes no new version."""
    if all(file.content is not None or file.sha256 for file in record.attachments):
        return record
    stored = PolicyAttachment.objects.filter(
        version__current_for__source=record.source,
        version__current_for__external_id=record.external_id,
    )
    known = {(row.name, row.url): row.sha256 for row in stored.only("name", "url", "sha256")}
    files = [
        replace(file, sha256=known.get((clean_name(file.name), _url(file.url)), ""))
        if file.content is None and not file.sha256
        else file
        for file in record.attachments
    ]
    return replace(record, attachments=files)


def attachments_read(*, files: Sequence[RecordAttachment]) -> list[PolicyAttachment]:
    """Unsaved rows of the files in order. A file that cannot be read gives a row that says so;
    nothing is raised. Takes as long as reading takes: no transaction should be open."""
    rows = []
    for number, file in enumerate(files):
        row = PolicyAttachment(name=clean_name(file.name), url=_url(file.url))
        if number >= MAX_PER_VERSION:
            row.note = TOO_MANY
        elif not _copied(row, file):
            if file.content is None:
                row.note = NOT_GIVEN
            else:
                _read_into(row, file.content)
        rows.append(row)
    return rows


def attachments_store(
    *, rows: Sequence[tuple[PolicyVersion, Sequence[PolicyAttachment], PolicyVersion | None]]
) -> None:
    """Files of new versions, each with its rows and the version before; what caseworkers
    uploaded to that goes along."""
    uploaded: dict[int, list[PolicyAttachment]] = {}
    earlier = [before.pk for _, _, before in rows if before is not None]
    if earlier:
        kept = PolicyAttachment.objects.filter(version__in=earlier).exclude(file="")
        for file in kept.order_by("version", "ordinal"):
            uploaded.setdefault(file.version_id, []).append(file)
            file.pk = None
    files = []
    for version, read, before in rows:
        carried = uploaded.get(before.pk, []) if before is not None else []
        for ordinal, file in enumerate([*read, *carried]):
            file.version, file.ordinal = version, ordinal
            files.append(file)
    PolicyAttachment.objects.bulk_create(files, batch_size=_WRITTEN_TOGETHER)


def attachment_upload(*, policy: Policy, name: str, content: bytes, user: User) -> PolicyAttachment:
    """Add a caseworker's file to the current version of `policy` and to the index.

    Raises AttachmentInvalid with a Korean sentence for a file that is not taken; one that is
    taken but cannot be read is stored with the reason.
    """
    name = clean_name(name)
    _check_upload(policy, name, content)
    row = PolicyAttachment(name=name, uploaded_by=user)
    _read_into(row, content)
    row.file.save(f"{uuid4().hex}{PurePosixPath(name).suffix}", ContentFile(content), save=False)
    try:
        with transaction.atomic():
            version = _locked(policy)
            last = version.attachments.aggregate(last=Max("ordinal"))["last"]
            row.version, row.ordinal = version, 0 if last is None else last + 1
            row.save()
            policy_reindex(policy=policy)
            data_version_bump(group=policy.source)
    except BaseException:
        row.file.delete(save=False)
        raise
    return row


def attachment_reparse(*, attachment: PolicyAttachment) -> PolicyAttachment:
    """Read an uploaded file anew. Raises AttachmentInvalid where the file is not kept.

    What was read stays when the file cannot be read this time.
    """
    if not attachment.file:
        raise AttachmentInvalid(
            "출처에서 가져온 파일은 보관하지 않아 다시 읽을 수 없습니다. 다시 수집해 주세요."
        )
    with attachment.file.open("rb") as stored:
        content = stored.read()
    fresh = PolicyAttachment(name=attachment.name)
    _read_into(fresh, content)
    was_read = attachment.status == PolicyAttachment.Status.PARSED
    if was_read and fresh.status != PolicyAttachment.Status.PARSED:
        raise AttachmentInvalid(f"다시 읽지 못해 전에 읽은 글을 그대로 둡니다. {fresh.reason_text}")
    for field in _READ_FIELDS:
        setattr(attachment, field, getattr(fresh, field))
    _save_indexed(attachment, _READ_FIELDS)
    return attachment


def attachment_withdraw(*, attachment: PolicyAttachment) -> PolicyAttachment:
    """Take a file out of the index and delete what was kept of it; its name stays on record."""
    stored = attachment.file.name if attachment.file else ""
    attachment.status, attachment.reason = PolicyAttachment.Status.SKIPPED, ""
    attachment.note, attachment.text, attachment.title = WITHDRAWN, "", ""
    attachment.blocks, attachment.warnings = [], []
    attachment.file = None
    fields = ("status", "reason", "note", "text", "title", "blocks", "warnings", "file")
    _save_indexed(attachment, fields)
    if stored and not PolicyAttachment.objects.filter(file=stored).exists():
        transaction.on_commit(lambda: attachment.file.storage.delete(stored))
    return attachment


def _save_indexed(attachment: PolicyAttachment, fields: Sequence[str]) -> None:
    with transaction.atomic():
        policy = attachment.version.policy
        current = _locked(policy)
        attachment.save(update_fields=list(fields))
        if current.pk == attachment.version_id:
            policy_reindex(policy=policy)
            data_version_bump(group=policy.source)


def _locked(policy: Policy) -> PolicyVersion:
    locked = Policy.objects.select_for_update(of=("self",)).get(pk=policy.pk)
    if locked.current_version is None:
        raise AttachmentInvalid("아직 본문이 없는 정책에는 파일을 붙일 수 없습니다.")
    policy.current_version = locked.current_version
    return locked.current_version


def _check_upload(policy: Policy, name: str, content: bytes) -> None:
    if policy.current_version is None:
        raise AttachmentInvalid("아직 본문이 없는 정책에는 파일을 붙일 수 없습니다.")
    if not content:
        raise AttachmentInvalid("빈 파일은 올릴 수 없습니다.")
    if len(content) > MAX_FILE:
        raise AttachmentInvalid(
            f"파일은 {MAX_FILE // 1024**2}MB까지 올릴 수 있습니다. 나누어 올려 주세요."
        )
    if not name.lower().endswith(ENDINGS) or not looks_readable(content):
        raise AttachmentInvalid("PDF, HWP, HWPX, DOCX, XLSX 파일만 올릴 수 있습니다.")
    if policy.current_version.attachments.count() >= MAX_PER_VERSION:
        raise AttachmentInvalid(f"붙임은 정책마다 {MAX_PER_VERSION}개까지 둘 수 있습니다.")
    digest = hashlib.sha256(content).hexdigest()
    there = Q(sha256=digest) & ~Q(note=WITHDRAWN)
    if policy.current_version.attachments.filter(there).exists():
        raise AttachmentInvalid("같은 파일이 이미 붙어 있습니다.")


def _copied(row: PolicyAttachment, file: RecordAttachment) -> bool:
    """Whether the same file was read before; what it gave then is what it gives."""
    digest = file.digest
    if not digest:
        return False
    rows = PolicyAttachment.objects.filter(sha256=digest).exclude(note=WITHDRAWN)
    if file.content is not None:
        rows = rows.filter(status=PolicyAttachment.Status.PARSED)
    read = rows.order_by("-parsed_at").first()
    if read is None:
        return False
    for field in _READ_FIELDS:
        setattr(row, field, getattr(read, field))
    return True


def _read_into(row: PolicyAttachment, content: bytes) -> None:
    row.size, row.sha256 = len(content), hashlib.sha256(content).hexdigest()
    row.parsed_at = timezone.now()
    try:
        document = document_read(content, name=row.name)
    except DocumentFailed as failed:
        logger.warning("attachment not read: %s", failed.code)
        row.status = _STATUS.get(failed.code, PolicyAttachment.Status.FAILED)
        row.reason, row.note = failed.code.value, failed.note
        return
    row.status = PolicyAttachment.Status.PARSED
    row.media_type, row.title = document.media_type.value, document.title[:200]
    row.text = document.text
    row.blocks = [block_to_data(block) for block in document.blocks]
    row.warnings = list(document.warnings)


def _url(url: str) -> str:
    """The address where it is one people may follow, else ""."""
    try:
        URLValidator(schemes=["http", "https"])(url)
    except ValidationError:
        return ""
    return url if len(url) <= 1000 else ""
