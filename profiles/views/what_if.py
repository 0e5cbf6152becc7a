"""상황이 바뀌면?: what a change of life does to all verdicts. Nothing is saved."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import ASKING
from policies.models import Policy
from policies.screening.changes import Change, Shift, WhatIfScreening, what_if_screen
from profiles.benefit_rows import policies_of
from profiles.facts import facts_of
from profiles.selectors import family_of
from profiles.what_if_form import WhatIfForm

SHOWN, MOST_SHOWN = 20, 500
_HEADINGS = {
    Shift.GAINED: "새로 받을 가능성이 높아지는 것",
    Shift.OPENED: "받을 수도 있게 되는 것",
    Shift.UNSETTLED: "다시 확인해야 하는 것",
    Shift.LOST: "더는 맞지 않게 되는 것",
}
_NO_ASKING = {"other": "그 밖의 사실", "as_of": "기준일"}


class Moved(NamedTuple):
    """A policy whose verdict moved. `rest`: the sentence that says so after the policy's name,
    which is its link; `why`: the reason."""

    policy: Policy
    rest: str
    why: str


class Kind(NamedTuple):
    """All policies that moved the same way; `rest`: how many are not shown."""

    shift: str
    heading: str
    total: int
    rows: list[Moved]
    rest: int


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def benefits_what_if(request: HttpRequest) -> HttpResponse:
    """Form, and below it what would be gained, opened, unsettled and lost."""
    family = list(family_of(request.user))
    sent = request.POST if request.method == "POST" else None
    form = WhatIfForm(sent, family=family)
    context: dict[str, object] = {"form": form, "family": family}
    if form.is_valid():
        profile = next(each for each in family if str(each.id) == form.cleaned_data["member"])
        facts = facts_of(profile, as_of=timezone.localdate())
        changes = form.changes(facts)
        if changes:
            shown = _shown(request)
            found = what_if_screen(facts, changes, shown=shown)
            context |= {"profile": profile, **_told(found, facts), "next": shown + SHOWN}
            context["sent"] = _sent(request)
    status = 422 if form.errors else 200
    return render(request, "profiles/what_if.html", context, status=status)


def _shown(request: HttpRequest) -> int:
    wanted = request.POST.get("shown", "")
    return min(int(wanted), MOST_SHOWN) if wanted.isdecimal() and wanted != "0" else SHOWN


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """The form as it was sent, to be sent again for more rows."""
    names = request.POST.keys() - {"csrfmiddlewaretoken", "shown"}
    return [(name, request.POST[name]) for name in sorted(names)]


def _told(found: WhatIfScreening, before: ApplicantFacts) -> dict[str, object]:
    """What moved, and which facts were taken to change."""
    after = found.what_if.facts
    listed = [each for rows in found.changes.values() for each in rows]
    policies = policies_of([each.item.policy_id for each in listed])
    kinds = [
        Kind(
            shift.value,
            _HEADINGS[shift],
            found.counts[shift],
            [
                _moved(each, policies[each.item.policy_id])
                for each in rows
                if each.item.policy_id in policies
            ],
            found.counts[shift] - len(rows),
        )
        for shift, rows in found.changes.items()
        if found.counts[shift]
    ]
    unborn = "children" in found.what_if.changed and before.children is None
    return {
        "result": True,
        "kinds": kinds,
        "changed": [_name(key) for key in found.what_if.changed],
        "followed": [_name(key) for key in found.what_if.followed],
        "unknown": [_name(key) for key in found.what_if.unknown],
        "day": after.as_of if after.as_of != before.as_of else None,
        "only_child": unborn,
    }


def _moved(change: Change, policy: Policy) -> Moved:
    return Moved(policy, change.sentence.removeprefix(policy.name), change.why)


def _name(key: str) -> str:
    return ASKING[key].subject if key in ASKING else _NO_ASKING.get(key, key)
