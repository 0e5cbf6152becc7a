"""The part of a page that is its content: without menus, heads, feet and side columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawling.extraction.links import file_links
from crawling.extraction.page import Element, select, words_of

_NAMED = (
    "main", "article", "#contentArea", "#content-area", "#contents", "#content", "#cont",
    "#sub_content", "#subContent", "#txt", "#print_area", ".contents", ".content", ".con_area",
    ".sub_content", ".cont_body", ".board_view", ".view_cont",
)  # fmt: skip
_OUTSIDE = re.compile(
    r"(?:^|[\s_-])(?:gnb|lnb|snb|tnb|fnb|nav|navi|navigation|menu|submenu|leftmenu|left_menu|aside"
    r"|side|sidebar|sitemap|breadcrumb|location|path|linemap|sns|share|print|util|quick|banner"
    r"|popup|layer_pop|satisf\w*|survey|research|poll|rating|comment_?(?:list|write|form)|paging|pagination|page_navi"
    r"|prev_?next|footer|copyright|family_?site|search_?box|search_?form|login|top_?btn|skip\w*)"
    r"(?:$|[\s_-])"
)
_OUTSIDE_TAGS = {"nav", "footer", "aside"}
_OUTSIDE_ROLES = {"navigation", "banner", "contentinfo", "search", "complementary"}
_CONTAINERS = {"div", "ul", "ol", "section", "form", "p", "header", "dl", "fieldset", "span"}
# What is called a menu but holds most of the page is no menu.
_MOST = 0.6
_LINK_LIST = 3
_LINK_SHARE = 0.9
_LINK_CHARS = 30
_ENOUGH = 40
_A_WORD = 15
# Where a file lies does not matter to what it is.
_ANYWHERE = "https://localhost/"


def main_content(root: Element, selectors: Sequence[str] = ()) -> Element:
    """The element with the content. Named by the site's `selectors`, by a usual name, or the
    one with the most text that is no link; what surrounds it is cut out of the tree."""
    for selector in selectors:
        found = [each for each in select(root, selector) if _length(each) > 0]
        if found:
            return _cleaned(max(found, key=_length))
    _cleaned(root)
    whole = _length(root)
    for selector in _NAMED:
        for each in select(root, selector):
            if _length(each) >= max(_ENOUGH, whole * 0.3):
                return _innermost(each)
    return _innermost(root)


def _cleaned(root: Element) -> Element:
    """Cut out menus and the like, and lists of links, which are menus whatever they are called."""
    whole = max(_length(root), 1)
    for element in list(root.iter()):
        if element is root or element.getparent() is None:
            continue
        outside = _is_outside(element) and _length(element) < whole * _MOST
        if outside or (element.tag in ("ul", "ol") and _is_link_list(element)):
            _cut(element)
    return root


def _is_outside(element: Element) -> bool:
    if element.tag in _OUTSIDE_TAGS or element.get("role") in _OUTSIDE_ROLES:
        return True
    return element.tag in _CONTAINERS and _OUTSIDE.search(words_of(element)) is not None


def _is_link_list(element: Element) -> bool:
    """A list of short links alone; links to files stay, they belong to the content."""
    links = element.findall(".//a")
    if len(links) < _LINK_LIST or element.find(".//table") is not None:
        return False
    texts = [" ".join(link.itertext()).strip() for link in links]
    if any(len(text) > _LINK_CHARS for text in texts):
        return False
    linked = sum(len(text) for text in texts)
    return linked >= _length(element) * _LINK_SHARE and not file_links(element, _ANYWHERE)


def _innermost(element: Element) -> Element:
    """The deepest element that still holds all of the text that is no link, but for a word."""
    current = element
    while True:
        own = _worth(current)
        inner = [child for child in current if isinstance(child.tag, str)]
        best = max(inner, key=_worth, default=None)
        if best is None or best.tag in ("table", "ul", "ol", "dl", "p") or own == 0:
            return current
        if own - _worth(best) > _A_WORD:
            return current
        current = best


def _worth(element: Element) -> int:
    linked = sum(_length(link) for link in element.iter("a"))
    return max(_length(element) - linked, 0)


def _length(element: Element) -> int:
    return sum(len(text.strip()) for text in element.itertext())


def _cut(element: Element) -> None:
    parent = element.getparent()
    tail = element.tail or ""
    if tail.strip():
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
    parent.remove(element)
