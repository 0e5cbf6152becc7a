"""HTML made a tree that holds nothing but what a reader would see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lxml import etree, html

from crawling.text import clean_line

# Elements of lxml have no types.
Element = Any

MAX_CHARACTERS = 2_000_000
MAX_ELEMENTS = 20_000
# Server tags, declarations and conditional comments, by their beginnings and ends.
_SPANS = (("<%", "%>"), ("<?", "?>"), ("<!--[if", "<![endif]-->"))
# The line ends of a file whose bytes were swapped.
_SWAPPED_ENDS = re.compile("[\u0d00\u0a00](?=\\s|$)")
_DROPPED = {
    "script", "style", "noscript", "template", "iframe", "object", "embed", "applet", "svg",
    "math", "canvas", "audio", "video", "link", "meta", "base", "input", "select", "textarea",
    "button", "option", "dialog", "frame", "frameset", "map", "area",
}  # fmt: skip
_KEPT_ATTRIBUTES = {
    "id", "class", "href", "title", "alt", "rowspan", "colspan", "scope", "role", "summary",
    "colgroup",
}  # fmt: skip
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)"
    r"|font-size\s*:\s*0|text-indent\s*:\s*-\d{3,}|left\s*:\s*-\d{4,}",
    re.IGNORECASE,
)
_HIDDEN_NAMES = re.compile(
    r"(?:^|[\s_-])(?:blind|sr-only|screen-?out|skip(?:nav|-nav|_nav)?|hidden|ir|visually-hidden"
    r"|a11y-hidden|hid)(?:$|[\s])"
)
# Tabs and foldable answers are hidden until somebody opens them.
_OPENED = re.compile(
    r"tab|accord|toggle|fold|answer|reply|faq|(?:^|[\s_-])(?:a|cont|con|panel)(?:$|[\s_-])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Page:
    """`root`: the body without anything unseen; `title`: of the head; `meta`: descriptions."""

    root: Element
    title: str
    meta: dict[str, str]


def read_page(text: str) -> Page:
    """The page in `text`; any text is one. Comments, scripts, forms, hidden text and all
    attributes but a few harmless ones are gone, and what stands past all measure."""
    text = text[:MAX_CHARACTERS].replace("\x00", "")
    for opening, closing in _SPANS:
        text = _without(text, opening, closing)
    tree = _tree(_SWAPPED_ENDS.sub("", text))
    title = clean_line(" ".join(tree.xpath("//head//title//text()")[:1]))
    meta = _meta(tree)
    body = tree.find("body")
    root = body if body is not None else tree
    _sanitise(root)
    return Page(root=root, title=title, meta=meta)


def words_of(element: Element) -> str:
    """Id and classes of an element, for looking at."""
    return f"{element.get('id', '')} {element.get('class', '')}".strip().lower()


def select(root: Element, selector: str) -> list[Element]:
    """Elements for `#id`, `.class`, `tag`, `tag.class` or `tag#id`; [] for anything else."""
    match = re.fullmatch(r"([a-z0-9]*)([#.]?)([\w-]*)", selector.strip())
    if match is None or not any(match.groups()):
        return []
    tag, mark, name = match[1] or "*", match[2], match[3]
    if not mark:
        return list(root.iter(tag))
    found = root.iter(tag) if tag != "*" else root.iter(etree.Element)
    if mark == "#":
        return [each for each in found if each.get("id") == name]
    return [each for each in found if name in each.get("class", "").split()]


def _without(text: str, opening: str, closing: str) -> str:
    """`text` without the spans from an opening to its closing; what never closes stays. Goes
    over the text once, whatever it holds."""
    parts = []
    start = 0
    while (begin := text.find(opening, start)) >= 0:
        end = text.find(closing, begin + len(opening))
        if end < 0:
            break
        parts.append(text[start:begin])
        start = end + len(closing)
    return "".join([*parts, text[start:]])


def _tree(text: str) -> Element:
    parser = html.HTMLParser(
        remove_comments=True, remove_pis=True, no_network=True, huge_tree=False, recover=True
    )
    try:
        return html.document_fromstring(text, parser=parser, ensure_head_body=True)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return html.document_fromstring("<p></p>", parser=html.HTMLParser(), ensure_head_body=True)


def _meta(tree: Element) -> dict[str, str]:
    found = {}
    for element in tree.iter("meta"):
        name = element.get("name") or element.get("property") or ""
        if name in {"description", "og:title", "og:description", "keywords"}:
            found[name] = clean_line(element.get("content", ""))
    return found


def _sanitise(root: Element) -> None:
    for number, element in enumerate(list(root.iter())):
        if element is not root and (number > MAX_ELEMENTS or _is_unseen(element)):
            _remove(element)
            continue
        for name in list(element.attrib):
            if name.lower() not in _KEPT_ATTRIBUTES:
                del element.attrib[name]


def _is_unseen(element: Element) -> bool:
    return (
        not isinstance(element.tag, str) or element.tag.lower() in _DROPPED or _is_hidden(element)
    )


def _is_hidden(element: Element) -> bool:
    words = words_of(element)
    # The caption of a table is often hidden, and says what the table is about.
    if element.tag in {"caption", "th", "td"} or any(
        parent.tag in {"caption", "thead"} for parent in element.iterancestors()
    ):
        return False
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return not _OPENED.search(words)
    if _HIDING.search(element.get("style", "")):
        return element.tag != "dd" and not _OPENED.search(words)
    return _HIDDEN_NAMES.search(words) is not None


def _remove(element: Element) -> None:
    """Take out an element; the text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail or ""
    before = element.getprevious()
    if before is not None:
        before.tail = f"{before.tail or ''} {tail}" if tail.strip() else (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)
