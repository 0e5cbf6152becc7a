"""우리 가족 혜택: all members against all policies, a member at a time.

With a script the page opens at once and asks for the members one by one, so that it shows how
far it is and can be stopped and taken up again. Without one the same is made in one request.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from policies.models import Policy
from policies.screening.candidates import Dropped
from policies.screening.items import ONLY_ONE
from policies.vocabulary import VERDICT_LABELS, Verdict
from profiles.answers import AnswerForm
from profiles.benefit_rows import BenefitRow, benefit_rows, policies_of
from profiles.benefits import ALREADY, GROUPS, Benefits, Found, MemberBenefits
from profiles.models import Profile
from profiles.selectors import family_of
from profiles.views.declined import declined_of

PER_PAGE = 20
LABELS = {ALREADY: "지금 받고 계신 것", **{each.value: VERDICT_LABELS[each] for each in Verdict}}
_DROPPED = {
    Dropped.REGION.value: "사는 지역이 다른 정책",
    Dropped.AGE.value: "나이가 맞지 않는 정책",
    Dropped.SEX.value: "성별이 맞지 않는 정책",
}


class Group(NamedTuple):
    """Policies of one kind: those of the page, and how many there are in all."""

    key: str
    label: str
    total: int
    page: Page[Found]
    rows: list[BenefitRow]
    open: bool


class Member(NamedTuple):
    """One member's part of the page; `groups` empty while nothing was screened."""

    profile: Profile
    found: MemberBenefits | None
    groups: list[Group]
    exclusive: list[list[Policy]]
    dropped: list[tuple[str, int]]
    only_one: str = ONLY_ONE


def family_benefits(request: HttpRequest) -> Benefits:
    """The screening of the signed-in user's family today."""
    return Benefits(list(family_of(request.user)), timezone.localdate())


@login_required
@never_cache
@require_safe
def benefits(request: HttpRequest) -> HttpResponse:
    """The page; `?all=1` screens everybody before it answers."""
    family = family_benefits(request)
    ready = family.ready()
    if request.GET.get("all"):
        ready = {profile.id: family.of(profile) for profile in family.family}
    done = len(ready) == len(family.family)
    context = {
        "members": [_member(family, each, ready.get(each.id)) for each in family.family],
        "done": done,
        "steps": len(family.family) + 1,
        **(question_context(request, family) if done and family.family else {}),
    }
    return render(request, "profiles/benefits.html", context)


@login_required
@never_cache
@require_safe
def benefits_member(request: HttpRequest, profile_id: UUID) -> HttpResponse:
    """One member's part, screened now unless it is there; by itself it is no page."""
    family = family_benefits(request)
    profile = _own(family, profile_id)
    if not request.GET.get("part"):
        return redirect(f"{reverse('profiles:benefits')}?all=1#member-{profile.id}")
    member = _member(family, profile, family.of(profile))
    return render(request, "profiles/_benefits_member.html", {"member": member})


@login_required
@never_cache
@require_safe
def benefits_question(request: HttpRequest) -> HttpResponse:
    """The next best question, once all members were screened; by itself it is no page."""
    if not request.GET.get("part"):
        return redirect("profiles:benefits")
    context = question_context(request, family_benefits(request))
    return render(request, "profiles/_benefits_question.html", context)


@login_required
@never_cache
@require_safe
def benefits_group(request: HttpRequest, profile_id: UUID, group: str) -> HttpResponse:
    """All policies of one group, page by page; `?part=1` is the rows of a page alone."""
    if group not in GROUPS:
        raise Http404
    family = family_benefits(request)
    profile = _own(family, profile_id)
    shown = _group(family, profile, family.of(profile), group, request.GET.get("page"))
    part = bool(request.GET.get("part"))
    template = "profiles/_benefits_rows.html" if part else "profiles/benefits_group.html"
    return render(request, template, {"profile": profile, "group": shown})


def question_context(request: HttpRequest, family: Benefits) -> dict[str, Any]:
    """The question with its form, and how many were declined."""
    declined = declined_of(request)
    found = family.question(declined) if family.family else None
    form = AnswerForm(question=found, family=family.family, as_of=family.as_of) if found else None
    return {"question": found, "form": form, "declined": len(declined)}


def _own(family: Benefits, profile_id: UUID) -> Profile:
    """A member of the own family; 404 for anybody else's."""
    for profile in family.family:
        if profile.id == profile_id:
            return profile
    raise Http404


def _member(family: Benefits, profile: Profile, found: MemberBenefits | None) -> Member:
    if found is None:
        return Member(profile, None, [], [], [])
    groups = [_group(family, profile, found, key) for key in GROUPS if found.groups[key]]
    names = policies_of([each for group in found.exclusive for each in group])
    exclusive = [[names[each] for each in group if each in names] for group in found.exclusive]
    dropped = [(_DROPPED[reason], count) for reason, count in found.dropped.items()]
    return Member(profile, found, groups, exclusive, dropped)


def _group(
    family: Benefits, profile: Profile, found: MemberBenefits, key: str, number: Any = 1
) -> Group:
    listed = found.groups[key]
    page: Page[Found] = Paginator(listed, PER_PAGE).get_page(number)
    facts = family.facts[profile.id]
    rows = benefit_rows(list(page.object_list), facts, received=key == ALREADY)
    first = Verdict.LIKELY.value if found.groups[Verdict.LIKELY.value] else None
    opened = key in {ALREADY, first or Verdict.NEEDS_MORE_INFO.value}
    return Group(key, LABELS[key], len(listed), page, rows, opened)
