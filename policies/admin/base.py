"""What the admins of this app share: read-only pages, badges, links."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

ModelT = TypeVar("ModelT", bound=Model)


class TitledAdmin(admin.ModelAdmin[ModelT]):
    """Pages headed by what they show; `page_title` may say it better than `str`."""

    def page_title(self, obj: ModelT) -> str:
        return str(obj)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["title"] = self.opts.verbose_name
        if (obj := context.get("original")) is not None:
            context["subtitle"] = self.page_title(obj)
        return super().render_change_form(request, context, *args, **kwargs)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = {"title": self.opts.verbose_name_plural}
        return super().changelist_view(request, {**title, **(extra_context or {})})

    def framed(self, request: HttpRequest, title: str, **context: Any) -> dict[str, Any]:
        """Context of a page of its own inside the admin."""
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "media": self.media,
            **context,
        }

    class Media:
        css = {"all": ["css/admin.css"]}


class KeptAdmin(TitledAdmin[ModelT]):
    """Rows come from the sources: none is added or deleted by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModelT | None = None) -> bool:
        return False


class ReadOnlyAdmin(KeptAdmin[ModelT]):
    """Pages that show and change nothing."""

    def has_change_permission(self, request: HttpRequest, obj: ModelT | None = None) -> bool:
        return False


def badge(kind: str, text: str) -> SafeString:
    """A word in a coloured frame; the word alone carries the meaning."""
    return format_html('<span class="poly-badge poly-badge--{}">{}</span>', kind, text)


def admin_link(obj: Model, text: str) -> SafeString:
    """Link to the admin page of `obj`."""
    meta = obj._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[obj.pk])
    return format_html('<a href="{}">{}</a>', url, text)


def outside_link(url: str) -> SafeString | str:
    """Link that leaves the admin; anything but http(s) is shown as text only."""
    if not url.startswith(("http://", "https://")):
        return url
    return format_html('<a href="{}" rel="noopener noreferrer" target="_blank">{}</a>', url, url)
