"""The account page: data export and deletion."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import AccountDeleteForm
from accounts.models import User
from accounts.services import account_delete, account_export


@login_required
@require_safe
def account_home(request: HttpRequest) -> HttpResponse:
    """What a person can do with the account."""
    return render(request, "accounts/home.html")


@login_required
@require_POST
@never_cache
def account_download(request: HttpRequest) -> HttpResponse:
    """Everything stored about the person as a JSON file."""
    response = JsonResponse(
        account_export(user=cast(User, request.user)),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
    )
    name = f"poly-{timezone.localdate().isoformat()}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_remove(request: HttpRequest) -> HttpResponse:
    """Ask, then erase the account and sign out."""
    form = AccountDeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user = cast(User, request.user)
        logout(request)
        account_delete(user=user)
        messages.success(request, "계정과 저장된 내용을 모두 지웠어요. 이용해 주셔서 고맙습니다.")
        return redirect("chat:room")
    status = 422 if form.errors else 200
    return render(request, "accounts/delete.html", {"form": form}, status=status)
