"""받고 있는 지원: what the family receives, its sums, and what excludes each other."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from policies.korean import josa
from profiles.errors import BenefitRefused
from profiles.ledger import benefit_get, household_ledger
from profiles.ledger_form import BenefitForm, EndForm
from profiles.ledger_services import benefit_add, benefit_delete, benefit_end, benefit_update
from profiles.models import ReceivedBenefit
from profiles.selectors import family_of

_PAGES = ["GET", "HEAD", "POST"]


def own_benefit(request: HttpRequest, benefit_id: UUID) -> ReceivedBenefit:
    """The signed-in user's entry; 404 for anybody else's, as if it did not exist."""
    benefit = benefit_get(request.user, benefit_id)
    if benefit is None:
        raise Http404
    return benefit


@login_required
@never_cache
@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    """All that is received, by member, with sums and clashes."""
    found = household_ledger(request.user, timezone.localdate())
    return render(request, "profiles/ledger.html", {"ledger": found})


@login_required
@require_http_methods(_PAGES)
def ledger_add(request: HttpRequest) -> HttpResponse:
    """Write down a benefit; `?member=` and `?name=` fill the form."""
    family = list(family_of(cast(User, request.user)))
    if not family:
        return redirect("profiles:ledger")
    sent = request.POST if request.method == "POST" else None
    given = {key: request.GET[key] for key in ("member", "name") if key in request.GET}
    form = BenefitForm(sent, family=family, initial=given)
    if form.is_valid():
        profile = next(each for each in family if str(each.id) == form.cleaned_data["member"])
        try:
            added = benefit_add(profile=profile, values=form.values())
        except BenefitRefused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"{josa(added.name, '을/를')} 적어 두었어요.")
            return redirect("profiles:ledger")
    return _form(request, form, None)


@login_required
@require_http_methods(_PAGES)
def ledger_edit(request: HttpRequest, benefit_id: UUID) -> HttpResponse:
    """Change an entry."""
    benefit = own_benefit(request, benefit_id)
    form = BenefitForm(request.POST if request.method == "POST" else None, benefit=benefit)
    if form.is_valid():
        try:
            benefit_update(benefit=benefit, values=form.values())
        except BenefitRefused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"{josa(benefit.name, '을/를')} 고쳤어요.")
            return redirect("profiles:ledger")
    return _form(request, form, own_benefit(request, benefit_id))


@login_required
@require_http_methods(_PAGES)
def ledger_end(request: HttpRequest, benefit_id: UUID) -> HttpResponse:
    """Ask for the last day, then end the entry."""
    benefit = own_benefit(request, benefit_id)
    sent = request.POST if request.method == "POST" else None
    form = EndForm(sent, initial={"until": timezone.localdate()}, label_suffix="")
    if form.is_valid():
        try:
            benefit_end(benefit=benefit, until=form.cleaned_data["until"])
        except BenefitRefused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"{josa(benefit.name, '을/를')} 끝난 지원으로 옮겼어요.")
            return redirect("profiles:ledger")
    status = 422 if form.errors else 200
    context = {"form": form, "benefit": benefit}
    return render(request, "profiles/ledger_end.html", context, status=status)


@login_required
@require_POST
def ledger_delete(request: HttpRequest, benefit_id: UUID) -> HttpResponse:
    """Forget an entry."""
    benefit = own_benefit(request, benefit_id)
    name = benefit.name
    benefit_delete(benefit=benefit)
    messages.success(request, f"{josa(name, '을/를')} 지웠어요.")
    return redirect("profiles:ledger")


def _form(request: HttpRequest, form: BenefitForm, benefit: ReceivedBenefit | None) -> HttpResponse:
    status = 422 if form.errors else 200
    context = {"form": form, "benefit": benefit}
    return render(request, "profiles/ledger_form.html", context, status=status)
