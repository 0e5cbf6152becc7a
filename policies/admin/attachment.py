"""Attachments: what was read of them; caseworkers add files, read them again, withdraw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from accounts.models import User
from policies.admin.base import ReadOnlyAdmin, admin_link, badge, outside_link
from policies.documents.limits import MAX_FILE
from policies.errors import AttachmentInvalid
from policies.models import Policy, PolicyAttachment
from policies.services.attachments import (
    ENDINGS,
    attachment_reparse,
    attachment_upload,
    attachment_withdraw,
)

CHANGE = "admin:policies_policyattachment_change"
_SHOWN = 400
_KINDS = {
    PolicyAttachment.Status.PARSED: "approved",
    PolicyAttachment.Status.NO_TEXT: "draft",
    PolicyAttachment.Status.FAILED: "failed",
    PolicyAttachment.Status.SKIPPED: "none",
}


def status_badge(attachment: PolicyAttachment) -> SafeString:
    """Whether it was read."""
    kind = _KINDS[PolicyAttachment.Status(attachment.status)]
    return badge(kind, attachment.get_status_display())


class UploadForm(forms.Form):
    upload = forms.FileField(
        label="파일",
        help_text=f"PDF, HWP, HWPX, DOCX, XLSX · {MAX_FILE // 1024**2}MB까지",
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(ENDINGS)}),
        error_messages={
            "required": "올릴 파일을 골라 주세요.",
            "empty": "빈 파일은 올릴 수 없습니다.",
        },
    )

    def clean_upload(self) -> Any:
        upload = self.cleaned_data["upload"]
        if upload.size > MAX_FILE:
            raise forms.ValidationError(
                f"파일은 {MAX_FILE // 1024**2}MB까지 올릴 수 있습니다. 나누어 올려 주세요."
            )
        return upload


@admin.register(PolicyAttachment)
class PolicyAttachmentAdmin(ReadOnlyAdmin[PolicyAttachment]):
    list_display = ["name", "policy_name", "badge", "reason_text", "size_text", "parsed_at"]
    list_filter = ["status", "reason", "version__policy__source"]
    search_fields = ["name", "version__policy__name"]
    search_help_text = "파일 이름이나 정책명으로 찾습니다."
    list_per_page = 50
    ordering = ["-created_at", "-pk"]
    fieldsets = [
        (None, {"fields": ["name", "policy_link", "version_link", "badge", "reason_text"]}),
        ("파일", {"fields": ["source", "media_type", "size_text", "sha256", "by", "parsed_at"]}),
        ("읽은 글", {"classes": ["poly-full"], "fields": ["title", "notes", "block_text"]}),
    ]
    readonly_fields = [
        "policy_link",
        "version_link",
        "badge",
        "reason_text",
        "source",
        "size_text",
        "by",
        "notes",
        "block_text",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PolicyAttachment]:
        rows = super().get_queryset(request).select_related("version__policy", "uploaded_by")
        return rows.defer("text", "blocks", "version__sections", "version__raw")

    def get_urls(self) -> list[URLPattern]:
        pages = [
            ("upload/<uuid:policy_id>/", self.upload_view, "upload"),
            ("<int:pk>/reparse/", self.reparse_view, "reparse"),
            ("<int:pk>/withdraw/", self.withdraw_view, "withdraw"),
            ("<int:pk>/file/", self.file_view, "file"),
        ]
        ours = [
            path(route, self.admin_site.admin_view(view), name=f"policies_policyattachment_{name}")
            for route, view, name in pages
        ]
        return [*ours, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["may_change"] = request.user.has_perm("policies.change_policyattachment")
        return super().render_change_form(request, context, *args, **kwargs)

    def upload_view(self, request: HttpRequest, policy_id: Any) -> HttpResponse:
        """A form for one file; afterwards the page of what was read."""
        if not request.user.has_perm("policies.add_policyattachment"):
            raise PermissionDenied
        policy = get_object_or_404(Policy.objects.select_related("current_version"), pk=policy_id)
        form = UploadForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            upload = form.cleaned_data["upload"]
            user = cast(User, request.user)
            try:
                row = attachment_upload(
                    policy=policy, name=upload.name, content=upload.read(), user=user
                )
            except AttachmentInvalid as error:
                form.add_error("upload", str(error))
            else:
                self.log_addition(request, row, "파일을 올렸습니다.")
                self._told(request, row, f"붙임 파일을 올렸습니다: {row.name}")
                return redirect(CHANGE, row.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "붙임 올리기",
            "media": self.media,
            "policy": policy,
            "form": form,
        }
        return render(request, "admin/policies/policyattachment/upload.html", context)

    def reparse_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self._done(
            request, pk, lambda row: attachment_reparse(attachment=row), "파일을 다시 읽었습니다."
        )

    def withdraw_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self._done(
            request, pk, lambda row: attachment_withdraw(attachment=row), "붙임을 뺐습니다."
        )

    def file_view(self, request: HttpRequest, pk: int) -> FileResponse:
        """The kept file, always as a download: it is never shown as a page of this site."""
        row = self._found(pk)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if not row.file:
            raise Http404
        return FileResponse(
            row.file.open("rb"),
            as_attachment=True,
            filename=row.name,
            content_type="application/octet-stream",
        )

    def _done(
        self,
        request: HttpRequest,
        pk: int,
        change: Callable[[PolicyAttachment], PolicyAttachment],
        said: str,
    ) -> HttpResponse:
        if not request.user.has_perm("policies.change_policyattachment"):
            raise PermissionDenied
        row = self._found(pk)

        def post(request: HttpRequest) -> HttpResponse:
            try:
                change(row)
            except AttachmentInvalid as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.log_change(request, row, said)
                self._told(request, row, f"‘{row.name}’: {said}")
            return redirect(CHANGE, row.pk)

        return require_POST(post)(request)

    def _told(self, request: HttpRequest, row: PolicyAttachment, said: str) -> None:
        """Into the history of the policy and to the caseworker."""
        self.log_change(request, cast(Any, row.version.policy), said)
        read = row.status == PolicyAttachment.Status.PARSED
        note = "" if read else f" {row.reason_text}"
        self.message_user(request, said + note, messages.SUCCESS if read else messages.WARNING)

    def _found(self, pk: int) -> PolicyAttachment:
        rows = PolicyAttachment.objects.select_related("version__policy__current_version")
        return get_object_or_404(rows, pk=pk)

    @admin.display(description="정책", ordering="version__policy__name")
    def policy_name(self, row: PolicyAttachment) -> str:
        return row.version.policy.name

    @admin.display(description="정책")
    def policy_link(self, row: PolicyAttachment) -> SafeString:
        return admin_link(row.version.policy, row.version.policy.name)

    @admin.display(description="버전")
    def version_link(self, row: PolicyAttachment) -> SafeString:
        return admin_link(row.version, f"버전 {row.version.number}")

    @admin.display(description="상태", ordering="status")
    def badge(self, row: PolicyAttachment) -> SafeString:
        return status_badge(row)

    @admin.display(description="사유")
    def reason_text(self, row: PolicyAttachment) -> str:
        return row.reason_text or "–"

    @admin.display(description="크기", ordering="size")
    def size_text(self, row: PolicyAttachment) -> str:
        return f"{row.size / 1024:,.0f}KB" if row.size else "–"

    @admin.display(description="주소")
    def source(self, row: PolicyAttachment) -> SafeString | str:
        return outside_link(row.url) or ("올린 파일" if row.file else "적혀 있지 않음")

    @admin.display(description="올린 담당자")
    def by(self, row: PolicyAttachment) -> str:
        return str(row.uploaded_by) if row.uploaded_by else "출처에서 수집"

    @admin.display(description="알림")
    def notes(self, row: PolicyAttachment) -> str:
        return " ".join(row.warnings) or "없음"

    @admin.display(description="글")
    def block_text(self, row: PolicyAttachment) -> SafeString:
        blocks = row.read_blocks()
        context = {"blocks": blocks[:_SHOWN], "count": len(blocks), "shown": _SHOWN}
        return render_to_string("admin/policies/policyattachment/_blocks.html", context)
