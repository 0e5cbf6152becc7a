"""Bytes of a page → text, whatever charset the server believes them to be in."""

from __future__ import annotations

import codecs
import re

_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_IN_BODY = re.compile(
    rb"<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([\w.:-]+)|<meta[^>]{0,300}?charset\s*=\s*[\"']?([\w.:-]+)",
    re.IGNORECASE,
)
_LOOKED_AT = 4096
# Names for EUC-KR under which sites send its superset, and single-byte charsets, which decode
# anything and are never right for Korean.
_KOREAN = {"euc-kr", "euc_kr", "euckr", "ks_c_5601-1987", "ksc5601", "ks_c_5601", "x-windows-949"}
_MEANINGLESS = {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252"}
_LOST = "\ufffd"


def decode(content: bytes, content_type: str = "") -> str:
    """Text of a body.

    What decodes as UTF-8 is UTF-8; then what header and page declare, and CP949, are tried:
    the reading that loses the fewest characters wins, the earlier one when equal.
    """
    for mark, name in _BOMS.items():
        if content.startswith(mark):
            return content.decode(name, errors="replace")
    declared = _declared(content, content_type)
    if "iso-2022-kr" in declared:
        return content.decode("iso-2022-kr", errors="replace")
    best = content.decode("utf-8", errors="replace")
    for name in dict.fromkeys([*declared, "cp949"]):
        lost = best.count(_LOST)
        if not lost:
            break
        try:
            text = content.decode(name, errors="replace")
        except UnicodeError:  # "undefined", "idna": codecs that refuse some bytes whatever is asked
            continue
        if text.count(_LOST) < lost:
            best = text
    return best


def _declared(content: bytes, content_type: str) -> list[str]:
    found = [match[1] for match in [_IN_HEADER.search(content_type)] if match]
    if match := _IN_BODY.search(content[:_LOOKED_AT]):
        found.append((match[1] or match[2]).decode("ascii", errors="replace"))
    names = [name.lower() for name in found]
    names = ["cp949" if name in _KOREAN else name for name in names]
    return [name for name in names if name not in _MEANINGLESS and _known(name)]


def _known(name: str) -> bool:
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return False
    # Codecs that are no charsets (base64, rot13, zip) would not give text.
    return codec._is_text_encoding
