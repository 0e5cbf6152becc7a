"""The format of a file by its content; its name may say anything."""

from __future__ import annotations

from hwpx.hwp5.cfb import CompoundFile

from policies.documents.archive import member_names, open_archive, read_member
from policies.documents.magic import COMPOUND, PDF, PDF_WITHIN, ZIP
from policies.documents.types import DocumentFailed, FailureCode, MediaType

_HWP3 = b"HWP Document File V"
_HWPX_PARTS = ("Contents/content.hpf", "Contents/section0.xml", "Contents/header.xml")
_NAMES_SHOWN = 3


def media_type_of(data: bytes) -> MediaType:
    """Raises DocumentFailed for what cannot be read: unsupported, old_format, encrypted, …"""
    if not data:
        raise DocumentFailed(FailureCode.EMPTY)
    if data.startswith(_HWP3):
        raise DocumentFailed(FailureCode.OLD_FORMAT)
    if data.startswith(COMPOUND):
        return _compound_type(data)
    if data.startswith(ZIP):
        return _archive_type(data)
    if PDF in data[:PDF_WITHIN]:
        return MediaType.PDF
    raise DocumentFailed(FailureCode.UNSUPPORTED)


def _compound_type(data: bytes) -> MediaType:
    try:
        compound = CompoundFile(data)
        names = {path.split("/")[0] for path in compound.stream_paths()}
    except MemoryError:
        raise
    except Exception as error:  # a damaged container fails in many ways
        raise DocumentFailed(FailureCode.BROKEN) from error
    if "FileHeader" in names:
        return MediaType.HWP
    if "EncryptedPackage" in names:
        raise DocumentFailed(FailureCode.ENCRYPTED)
    if names & {"WordDocument", "Workbook", "Book", "PowerPoint Document"}:
        raise DocumentFailed(FailureCode.OLD_FORMAT)
    raise DocumentFailed(FailureCode.UNSUPPORTED)


def _archive_type(data: bytes) -> MediaType:
    archive = open_archive(data)
    names = set(archive.namelist())
    if names.intersection(_HWPX_PARTS):
        return MediaType.HWPX
    if "mimetype" in names:
        mark = read_member(archive, archive.getinfo("mimetype"), limit=1024)
        if mark.strip() == b"application/hwp+zip":
            return MediaType.HWPX
    if "word/document.xml" in names:
        return MediaType.DOCX
    if "xl/workbook.xml" in names:
        return MediaType.XLSX
    inside = ", ".join(member_names(archive)[:_NAMES_SHOWN])
    note = f"압축 파일이라면 안의 파일({inside})을 따로 올려 주세요." if inside else ""
    raise DocumentFailed(FailureCode.UNSUPPORTED, note)
