"""One programme in several sources: which source each field is taken from, and who differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from policies.korean import long_date
from policies.models import Policy, PolicyGroup, PolicyVersion
from policies.models.policy import SECTION_LABELS


@dataclass(frozen=True)
class FieldSource:
    """A field of the programme: its text, the policy it stands in, and the sources that say
    something else."""

    label: str
    text: str
    policy: Policy
    differing: tuple[str, ...]


# A text of a policy, "" where its source says nothing.
_Read = Callable[[Policy, PolicyVersion], str]


def field_sources(group: PolicyGroup) -> list[FieldSource]:
    """The fields of a group that is one thing in one place, in reading order; none for a
    national programme, whose places differ for good reason.

    Each comes from the source that settings.FIELD_PRECEDENCE trusts most with it among those
    that say anything; of two equal ones from the one its publisher changed last.
    """
    if group.kind != PolicyGroup.SAME_RECORD:
        return []
    members = group.members.published().select_related("agency", "current_version")
    pairs = [(policy, policy.current_version) for policy in members.order_by("pk")]
    found = []
    for key, label, read in _fields():
        said = [
            (policy, version, text)
            for policy, version in pairs
            if version is not None and (text := read(policy, version).strip())
        ]
        if not said:
            continue
        best = min(said, key=lambda each: _rank(key, each[0], each[1]))
        differing = {policy.source for policy, _, text in said if _plain(text) != _plain(best[2])}
        found.append(FieldSource(label, best[2], best[0], tuple(sorted(differing))))
    return found


def _rank(key: str, policy: Policy, version: PolicyVersion) -> tuple[int, float, str]:
    order = settings.FIELD_PRECEDENCE.get(key, settings.FIELD_PRECEDENCE["*"])
    place = order.index(policy.source) if policy.source in order else len(order)
    changed = version.source_updated_at
    return place, -changed.timestamp() if changed else 0.0, str(policy.pk)


def _fields() -> list[tuple[str, str, _Read]]:
    sections: list[tuple[str, str, _Read]] = [
        (section.value, label, _section(section.value)) for section, label in SECTION_LABELS.items()
    ]
    return [
        ("name", "정책명", lambda policy, version: policy.name),
        ("agency", "소관기관", lambda policy, version: policy.agency.name),
        *sections,
        ("contact", "연락처", _contacts),
        ("period", "신청기간", _period),
        ("apply_url", "신청 주소", lambda policy, version: policy.apply_url),
    ]


def _section(name: str) -> _Read:
    return lambda policy, version: str(version.sections.get(name, ""))


def _contacts(policy: Policy, version: PolicyVersion) -> str:
    return "\n".join(
        f"{contact.get('name', '')} {contact.get('phone', '')}".strip()
        for contact in version.contacts
    )


def _period(policy: Policy, version: PolicyVersion) -> str:
    if policy.period_start and policy.period_end:
        return f"{long_date(policy.period_start)} ~ {long_date(policy.period_end)}"
    return policy.period_text


def _plain(text: str) -> str:
    return "".join(text.split())
