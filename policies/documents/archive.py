"""ZIP containers checked before anything else reads them."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress

from policies.documents.limits import (
    ZIP_ENTRIES,
    ZIP_RATIO,
    ZIP_RATIO_FROM,
    ZIP_TOTAL,
    ZIP_XML_PART,
)
from policies.documents.text import clean_name
from policies.documents.types import DocumentFailed, FailureCode

_CHUNK = 64 * 1024
_UTF8_FLAG, _ENCRYPTED_FLAG = 0x800, 0x1
_XML_ENDINGS = (".xml", ".rels", ".hpf", ".rdf", ".vml")
# OPC (ECMA-376 part 2, 8.1.4) forbids document type declarations; OWPML has no use for one.
# Both stand in ASCII or in UTF-16 of either order.
_FORBIDDEN = tuple(
    mark.encode(encoding)
    for mark in ("<!DOCTYPE", "<!ENTITY")
    for encoding in ("ascii", "utf-16-le", "utf-16-be")
)


def open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive, its declared sizes within bounds.

    `zipfile` reads no member beyond its declared size, so the declared sums bind whoever reads
    it later. Raises DocumentFailed.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise DocumentFailed(FailureCode.BROKEN) from error
    members = archive.infolist()
    if len(members) > ZIP_ENTRIES:
        raise DocumentFailed(FailureCode.ARCHIVE_BOMB)
    total = sum(member.file_size for member in members)
    bloated = total > ZIP_RATIO_FROM and total > ZIP_RATIO * max(len(data), 1)
    if total > ZIP_TOTAL or bloated:
        raise DocumentFailed(FailureCode.ARCHIVE_BOMB)
    if any(member.flag_bits & _ENCRYPTED_FLAG for member in members):
        raise DocumentFailed(FailureCode.ENCRYPTED)
    return archive


def check_xml(archive: zipfile.ZipFile) -> None:
    """Read every XML part once: intact, of bounded size, and without a declaration that could
    define entities. Raises DocumentFailed."""
    for member in archive.infolist():
        if not member.filename.lower().endswith(_XML_ENDINGS):
            continue
        content = read_member(archive, member)
        if any(mark in content for mark in _FORBIDDEN):
            raise DocumentFailed(FailureCode.HOSTILE_XML)


def read_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, *, limit: int = ZIP_XML_PART
) -> bytes:
    """Content of a member of at most `limit` bytes, counted while it is read."""
    parts: list[bytes] = []
    size = 0
    try:
        with archive.open(member) as stream:
            while part := stream.read(_CHUNK):
                size += len(part)
                if size > limit:
                    raise DocumentFailed(FailureCode.ARCHIVE_BOMB)
                parts.append(part)
    except DocumentFailed:
        raise
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise DocumentFailed(FailureCode.BROKEN) from error
    except Exception as error:  # zlib.error, lzma.LZMAError: no common base
        raise DocumentFailed(FailureCode.BROKEN) from error
    return b"".join(parts)


def member_names(archive: zipfile.ZipFile) -> list[str]:
    """Names for people. Without the UTF-8 flag Korean Windows wrote them in CP949, which
    `zipfile` shows as CP437."""
    names = []
    for member in archive.infolist():
        name = member.filename
        if not member.flag_bits & _UTF8_FLAG:
            with suppress(UnicodeEncodeError, UnicodeDecodeError):
                name = name.encode("cp437").decode("cp949")
        if not name.endswith("/"):
            names.append(clean_name(name))
    return names
