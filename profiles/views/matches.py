"""What a family member may receive."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from policies.vocabulary import Verdict
from profiles.selectors import MemberDecision, member_matches
from profiles.views.members import own_member

PER_PAGE = 20
SHOWN = (Verdict.LIKELY, Verdict.NEEDS_MORE_INFO)


@login_required
@require_safe
def profile_matches(request: HttpRequest, profile_id: UUID) -> HttpResponse:
    """Policies with a rule that the member may receive, with the verdict on each."""
    profile = own_member(request, profile_id)
    found = member_matches(profile, as_of=timezone.localdate())
    decisions = found.rows
    counts = Counter(row.verdict for row in decisions)
    wanted = request.GET.get("verdict", "")
    if wanted in SHOWN:
        decisions = [row for row in decisions if row.verdict == wanted]
    pages: Paginator[MemberDecision] = Paginator(decisions, PER_PAGE)
    context = {
        "profile": profile,
        "page": pages.get_page(request.GET.get("page")),
        "tabs": [(verdict.value, counts[verdict]) for verdict in SHOWN],
        "checked": found.checked,
        "dropped": found.checked - len(found.rows),
        "total": sum(counts.values()),
        "wanted": wanted,
    }
    return render(request, "profiles/matches.html", context)
