"""Pages about policies: the list and one policy."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from policies.errors import PolicyNotFound
from policies.forms import PolicySearchForm
from policies.models import Policy
from policies.selectors import (
    SEARCH_LIMIT,
    in_reading_order,
    policies_matching,
    policies_searched,
    policy_get,
    policy_relations,
    with_list_relations,
)

PER_PAGE = 20


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
                in_reading_order(policies_matching(wanted), local_first=bool(wanted.sido))
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


@require_safe
def policy_detail(request: HttpRequest, policy_id: UUID) -> HttpResponse:
    """Everything published about one policy, with its source."""
    try:
        policy = policy_get(policy_id)
    except PolicyNotFound as error:
        raise Http404(str(error)) from None
    context = {
        "policy": policy,
        "version": policy.current_version,
        "relations": policy_relations(policy),
    }
    return render(request, "policies/detail.html", context)
