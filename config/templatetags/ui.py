"""Components of the pages. A missing or wrong argument raises instead of rendering nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.contrib import messages
from django.contrib.messages.storage.base import Message as Flash
from django.forms import BoundField
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from policies.eligibility.questions import ASKING, subject_of
from policies.korean import josa
from policies.models import Policy
from policies.provenance import Programme
from policies.vocabulary import VERDICT_LABELS, PolicyStatus, Verdict
from profiles.summary import who, whose

register = template.Library()

_VERDICT_ICONS = {
    Verdict.LIKELY: "check",
    Verdict.NEEDS_MORE_INFO: "question",
    Verdict.UNLIKELY: "cross",
}
_STATES = {
    "met": ("check", "맞아요"),
    "not_met": ("cross", "맞지 않아요"),
    "unknown": ("question", "확인이 필요해요"),
}
ICONS = frozenset(
    "alert bell building calendar check chevron close cross document external family "
    "home list money phone pin question quote search send stop trash user".split()
)
NOTICE_KINDS = frozenset({"info", "success", "warning", "error"})
_CITATION = re.compile(r"\[(\d{1,3})\]")
# 02-598-6088, (02)120, 1899-9988~9, 0212345678, and short numbers like 129 or 1355.
_DIALLABLE = re.compile(
    r"\(?0\d{1,2}[)\- ]{1,2}(?:\d{3,4}-\d{4}(?:~\d{1,4})?|1\d{2}(?!\d))"
    r"|\d{4}-\d{4}(?:~\d{1,4})?|0\d{8,10}|(?<!\d)1\d{2,3}(?!\d)"
)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A decorative icon of the sprite; its meaning always stands beside it as text."""
    if name not in ICONS:
        raise template.TemplateSyntaxError(f"no icon named {name!r}")
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("img/icons.svg"),
        name,
    )


@register.inclusion_tag("policies/_verdict.html")
def verdict(value: str, label: str = "") -> dict[str, str]:
    """Badge of a verdict: icon and words, never colour alone."""
    kind = Verdict(value)
    return {
        "verdict": kind.value,
        "icon_name": _VERDICT_ICONS[kind],
        "label": label or VERDICT_LABELS[kind],
    }


@register.simple_tag
def verdict_label(value: str) -> str:
    """Words of a verdict."""
    return VERDICT_LABELS[Verdict(value)]


@register.inclusion_tag("policies/_reason.html")
def reason(value: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """One criterion with its mark and the mark's text alternative."""
    icon_name, mark = _STATES[value["state"]]
    return {"reason": value, "icon_name": icon_name, "mark": mark, "prefix": prefix}


@register.simple_block_tag
def notice(content: str, kind: str) -> SafeString:
    """A boxed message: info, success, warning or error."""
    if kind not in NOTICE_KINDS:
        raise template.TemplateSyntaxError(f"no notice of kind {kind!r}")
    symbol = {"success": "check", "info": "bell"}.get(kind, "alert")
    return format_html(
        '<div class="notice notice--{}">{}<div class="notice__body">{}</div></div>',
        kind,
        icon(symbol),
        content,
    )


@register.inclusion_tag("components/field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form field with label, help and errors tied to it for screen readers."""
    if not isinstance(bound, BoundField):
        raise template.TemplateSyntaxError("field needs a form field")
    group = getattr(bound.field.widget, "use_fieldset", False)
    checkbox = bound.widget_type == "checkbox"
    return {"field": bound, "group": group, "checkbox": checkbox}


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: Context, page: Any) -> dict[str, Any]:
    """Links to the pages of a list; the other parameters of the address stay."""
    query = context["request"].GET.copy()
    query.pop("page", None)
    return {
        "page": page,
        "query": query.urlencode(),
        "numbers": page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "gap": page.paginator.ELLIPSIS,
    }


@register.simple_tag
def flashes(request: HttpRequest) -> list[Flash]:
    """Messages of the last action (the chat page has `messages` of its own)."""
    return list(messages.get_messages(request))


@register.simple_tag
def cited(text: str, prefix: str) -> SafeString:
    """Text whose [n] become links to the sources of the message."""
    parts = _CITATION.split(text)
    pieces = [
        citation(int(part), prefix) if index % 2 else format_html("{}", part)
        for index, part in enumerate(parts)
    ]
    return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped above


@register.simple_tag
def status_tag(policy: Policy) -> SafeString:
    """Badge of a policy's state: past its last day it takes no more applications."""
    over = policy.period_end is not None and policy.period_end < timezone.localdate()
    if over and policy.status != PolicyStatus.CLOSED:
        return format_html('<li class="tag tag--{}">{}</li>', "closed", "접수 마감")
    label = policy.get_status_display()
    return format_html('<li class="tag tag--{}">{}</li>', policy.status, label)


@register.inclusion_tag("policies/_told.html")
def told_in(programme: Programme, key: str) -> dict[str, Any]:
    """Which source a field of a policy is taken from, with what others say instead; nothing
    where there is one source only."""
    return {"field": programme.fields.get(key) if programme.several else None}


register.filter("who", who)
register.filter("whose", whose)


@register.simple_tag
def citation(ordinal: int, prefix: str) -> SafeString:
    """Link to source `ordinal` of the message named by `prefix`."""
    return mark_safe(  # noqa: S308 - a rendered template
        render_to_string("chat/_citation.html", {"ordinal": ordinal, "prefix": prefix}).strip()
    )


@register.simple_tag
def phones(text: str) -> SafeString:
    """A contact line with its telephone numbers as links."""

    def pieces() -> Iterable[tuple[SafeString]]:
        last = 0
        for found in _DIALLABLE.finditer(text):
            yield (format_html("{}", text[last : found.start()]),)
            number = found.group()
            dial = re.sub(r"[^0-9]", "", number.split("~")[0])
            yield (format_html('<a class="tel" href="tel:{}">{}</a>', dial, number),)
            last = found.end()
        yield (format_html("{}", text[last:]),)

    return format_html_join("", "{}", pieces())


@register.filter
def weblink(url: object) -> str:
    """The address if a browser may follow it: http or https, else nothing."""
    text = str(url or "")
    return text if text.lower().startswith(("http://", "https://")) else ""


@register.filter
def fact_prompt(key: str) -> str:
    """Beginning of an answer to a question about a fact: "region" → "사는 곳은 ".

    Nothing for a free key: it is an internal name.
    """
    return f"{josa(subject_of(key), '은/는')} " if key in ASKING else ""


@register.simple_tag
def fact_prompts() -> dict[str, str]:
    """All of them, for the script of the chat page."""
    return {key: fact_prompt(key) for key in ASKING}


@register.simple_tag
def ask_url(name: str) -> str:
    """Address of the chat page with a question about the policy in its box."""
    question = f"{name}에 대해 알려 주세요."
    return f"{reverse('chat:room')}?{urlencode({'q': question})}"


@register.simple_tag
def blank_answer() -> dict[str, Any]:
    """An answer with nothing in it, for the templates that the script fills."""
    lists = "note_options heard notices differences items next_steps citations suggestions".split()
    return {"conclusion": "", "note": "", "ask": None, **{name: [] for name in lists}}


@register.simple_tag
def blank_item() -> dict[str, Any]:
    """A policy card with nothing in it."""
    lists = "reasons missing benefit application documents contacts exclusive related".split()
    texts = (
        "policy_id name agency region verdict verdict_label basis_label deadline apply_url "
        "detail_url collected_on year flip_on stale"
    ).split()
    return {**{name: [] for name in lists}, **dict.fromkeys(texts, "")}


@register.simple_tag
def blank_source() -> dict[str, str]:
    """A source with nothing in it."""
    names = "ordinal policy_id policy_name section_label quote source_title source_url collected_on"
    return dict.fromkeys(names.split(), "")


@register.simple_tag
def blank_row() -> dict[str, Any]:
    """A claim, a link, a fact, a missing one or a question with nothing in it."""
    names = "id name text unchecked key question reason member item label confirm"
    texts = dict.fromkeys(names.split(), "")
    return {**texts, "citations": [], "options": []}


@register.simple_tag
def states() -> list[dict[str, Any]]:
    """One empty criterion of each state."""
    return [{"state": state, "text": "", "citations": []} for state in _STATES]


@register.simple_tag
def verdicts() -> list[str]:
    """Values of a verdict."""
    return [kind.value for kind in Verdict]
