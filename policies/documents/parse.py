"""One door for all formats. Runs in the reading process (`sandbox`)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from policies.documents.limits import MAX_FILE
from policies.documents.sniff import media_type_of
from policies.documents.text import clean_name
from policies.documents.types import DocumentFailed, FailureCode, MediaType, ParsedDocument

_READERS = {
    MediaType.PDF: ("policies.documents.pdf", "read_pdf"),
    MediaType.HWP: ("policies.documents.owpml", "read_hwp"),
    MediaType.HWPX: ("policies.documents.owpml", "read_hwpx"),
    MediaType.DOCX: ("policies.documents.docx", "read_docx"),
    MediaType.XLSX: ("policies.documents.xlsx", "read_xlsx"),
}


def parse_document(data: bytes, *, name: str) -> ParsedDocument:
    """Text, blocks and addresses of a document; its format is told by the content.

    Raises DocumentFailed, and MemoryError where the process has no more. Whatever else a
    library raises on a damaged file is `broken`.
    """
    if len(data) > MAX_FILE:
        raise DocumentFailed(FailureCode.TOO_LARGE)
    kind = media_type_of(data)
    module, function = _READERS[kind]
    read: Callable[..., ParsedDocument] = getattr(import_module(module), function)
    try:
        return read(data, name=clean_name(name))
    except (DocumentFailed, MemoryError):
        raise
    except RecursionError as error:
        raise DocumentFailed(FailureCode.TOO_DEEP) from error
    except Exception as error:  # libraries raise anything on a damaged file
        raise DocumentFailed(FailureCode.BROKEN) from error
