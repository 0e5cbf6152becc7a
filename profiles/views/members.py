"""Pages of the family: list, form, main member, deletion."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from policies.korean import josa
from profiles.forms import ProfileForm
from profiles.models import Profile
from profiles.selectors import family_of, member_get
from profiles.services import profile_create, profile_delete, profile_set_main, profile_update
from profiles.summary import saved_facts, whose


def own_member(request: HttpRequest, profile_id: UUID) -> Profile:
    """The signed-in user's member; 404 for anybody else's, as if it did not exist."""
    profile = member_get(request.user, profile_id)
    if profile is None:
        raise Http404
    return profile


@login_required
@require_safe
def profile_list(request: HttpRequest) -> HttpResponse:
    """Members of the family."""
    members = [(profile, saved_facts(profile)) for profile in family_of(request.user)]
    return render(request, "profiles/list.html", {"members": members})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile_new(request: HttpRequest) -> HttpResponse:
    """Add a member."""
    form = ProfileForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        profile = profile_create(user=cast(User, request.user), values=form.values())
        messages.success(request, f"{josa(profile.name, '을/를')} 가족에 더했어요.")
        return redirect("profiles:list")
    return _form(request, form, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile_edit(request: HttpRequest, profile_id: UUID) -> HttpResponse:
    """Change a member."""
    profile = own_member(request, profile_id)
    form = ProfileForm(request.POST if request.method == "POST" else None, profile=profile)
    if request.method == "POST" and form.is_valid():
        profile_update(profile=profile, values=form.values())
        messages.success(request, f"{whose(profile)} 내용을 저장했어요.")
        return redirect("profiles:list")
    return _form(request, form, profile)


@login_required
@require_POST
def profile_main(request: HttpRequest, profile_id: UUID) -> HttpResponse:
    """Make a member the one conversations start with."""
    profile = profile_set_main(profile=own_member(request, profile_id))
    messages.success(request, f"이제 {whose(profile)} 상황을 기준으로 대화를 시작해요.")
    return redirect("profiles:list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile_remove(request: HttpRequest, profile_id: UUID) -> HttpResponse:
    """Ask, then forget a member."""
    profile = own_member(request, profile_id)
    if request.method != "POST":
        return render(request, "profiles/delete.html", {"profile": profile})
    owner = whose(profile)
    profile_delete(profile=profile)
    messages.success(request, f"{owner} 내용을 모두 지웠어요.")
    return redirect("profiles:list")


def _form(request: HttpRequest, form: ProfileForm, profile: Profile | None) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "profiles/form.html", {"form": form, "profile": profile}, status=status)
