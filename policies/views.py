"""Pages about policies: the list and one policy."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from policies.checking.page import PolicyCheck, check_shown, policy_check
from policies.errors import PolicyNotFound
from policies.fact_form import nobody
from policies.forms import PolicySearchForm
from policies.models import Policy
from policies.people import KnownPerson, people_of
from policies.provenance import Programme, programme_of
from policies.selectors import (
    SEARCH_LIMIT,
    in_reading_order,
    policies_matching,
    policies_searched,
    policy_files,
    policy_get,
    policy_relations,
    with_list_relations,
)
from policies.vocabulary import Section

PER_PAGE = 20
_MEANT = (Section.TARGET.value, Section.CRITERIA.value)


@require_safe
def policy_list(request: HttpRequest) -> HttpResponse:
    """Search results when there is a text, else everything page by page."""
    form = PolicySearchForm(request.GET)
    form.is_valid()
    wanted = form.wanted()
    found: list[Policy] | None = None
    if wanted.text:
        found = policies_searched(wanted)
        pages: Paginator[Policy] = Paginator(found, SEARCH_LIMIT)
    else:
        pages = Paginator(
            with_list_relations(
                in_reading_order(
                    policies_matching(wanted).once_each(), local_first=bool(wanted.sido)
                )
            ),
            PER_PAGE,
        )
    context = {
        "form": form,
        "page": pages.get_page(request.GET.get("page")),
        "total": pages.count,
        "searched": found is not None,
        "narrowed": any(request.GET.get(name) for name in form.fields if name != "q"),
    }
    return render(request, "policies/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def policy_detail(request: HttpRequest, policy_id: UUID) -> HttpResponse:
    """Everything published about one policy with its sources, and its check form.

    Of a programme that several sources hold every record has this page, told by all of them.
    A sent form is judged and forgotten: nothing of it is stored.
    """
    try:
        policy = policy_get(policy_id)
    except PolicyNotFound as error:
        raise Http404(str(error)) from None
    sent = request.POST if request.method == "POST" else None
    people = people_of(request.user, timezone.localdate())
    person = _person(people, (sent or request.GET).get("member", ""))
    programme = programme_of(policy)
    check = _check(programme)
    shown = check_shown(check, person.facts if person else nobody(timezone.localdate()), sent)
    context = {
        "programme": programme,
        "policy": programme.main,
        "version": programme.main.current_version,
        "dated": programme.told_by("period")[0],
        "asked": programme.told_by("phones")[1],
        "apply_url": programme.told_by("apply_url")[0].apply_url,
        "files": [each for _, version in programme.records for each in policy_files(version)],
        "relations": policy_relations(programme.policies),
        "check": check,
        "form": shown.form,
        "result": shown.result,
        "people": people,
        "person": person,
        "today": timezone.localdate(),
    }
    status = 422 if shown.form.errors else 200
    return render(request, "policies/detail.html", context, status=status)


def _check(programme: Programme) -> PolicyCheck:
    """By the rule of the record that tells who is meant, else by the first that has one."""
    teller = next((key for key in _MEANT if key in programme.fields), _MEANT[0])
    told = programme.told_by(teller)[0]
    checks = (policy_check(each) for each in (told, *programme.policies))
    return next((check for check in checks if check.has_rule), policy_check(told))


def _person(people: Sequence[KnownPerson], wanted: str) -> KnownPerson | None:
    """The one of the family that is asked for; 404 for anybody else's, None for nobody."""
    if not wanted:
        return None
    for person in people:
        if str(person.id) == wanted:
            return person
    raise Http404
