"""Reads across sources: the same programme elsewhere, names of any status, days of collection."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import Case, F, Func, Max, Q, TextField, Value, When

from policies.models import Policy, PolicyAttachment, PolicyVersion, SourceCheck
from policies.models.group import PolicyGroup
from policies.querysets import PolicyQuerySet
from policies.vocabulary import Section

# Left out of names that are compared, as people leave them out.
NAME_SIGNS = " ·ㆍ・,()"


def squeezed_name(name: str) -> str:
    """A name as names are compared: without spaces and the signs people leave out."""
    return "".join(sign for sign in name if sign not in NAME_SIGNS).lower()


class _Squeezed(Func):
    template = f"lower(translate(%(expressions)s, '{NAME_SIGNS}', ''))"
    output_field = TextField()


def policy_twins(ids: list[str]) -> PolicyQuerySet:
    """Published policies with the name of one of `ids`, or in one record group with it;
    those themselves left out."""
    own = Policy.objects.filter(id__in=ids).values_list("name", "group_id")
    names = [squeezed_name(name) for name, _ in own]
    groups = [group for _, group in own if group is not None]
    same = Q(squeezed__in=names) | Q(group_id__in=groups, group__kind=PolicyGroup.SAME_RECORD)
    found = Policy.objects.published().annotate(squeezed=_Squeezed(F("name")))
    return found.filter(same).exclude(id__in=ids)


def policies_called(name: str) -> PolicyQuerySet:
    """Published policies whose name or alias holds `name`, exact names first."""
    wanted = squeezed_name(name)
    found = Policy.objects.published().annotate(
        squeezed=_Squeezed(F("name")),
        others=_Squeezed(Func(F("aliases"), Value("|"), function="array_to_string")),
    )
    exact = Case(When(squeezed=wanted, then=0), default=1)
    called = Q(squeezed__contains=wanted) | Q(others__contains=wanted)
    return found.filter(called).order_by(exact, "name", "id")


def sources_seen() -> dict[str, date]:
    """The newest day on which anything of each source was collected; sources without a day
    are left out."""
    rows = (
        Policy.objects.published()
        .values_list("source")
        .annotate(day=Max("current_version__collected_on"))
        .order_by()
    )
    seen = {source: day for source, day in rows if day is not None}
    for source, day in SourceCheck.objects.values_list("source", "good_on"):
        if source in seen:
            seen[source] = max(day, seen[source])
    return seen


def stored_texts(keys: Sequence[tuple[int, Section, int | None]]) -> list[str]:
    """Texts of (version, section, attachment or None), "" for what is not stored."""
    versions = PolicyVersion.objects.in_bulk({version for version, _, _ in keys})
    files = {
        (row.version_id, row.pk): row.text
        for row in PolicyAttachment.objects.filter(pk__in={key for *_, key in keys if key})
    }
    return [
        files.get((version, file), "")
        if file is not None
        else versions[version].sections.get(section.value, "")
        if version in versions
        else ""
        for version, section, file in keys
    ]
