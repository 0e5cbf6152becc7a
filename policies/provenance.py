"""One programme in several sources: which source each field is taken from, and who differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from policies.korean import long_date
from policies.models import Policy, PolicyGroup, PolicyVersion
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import PolicyStatus

# A section of fewer signs, and less than half as long as the fullest, only mentions what the
# others tell (lists of 복지로 say "방문" and "현금지급" where no details were collected).
_MENTION = 40


@dataclass(frozen=True)
class Told:
    """What one source says in a field, with the version that says it."""

    policy: Policy
    version: PolicyVersion
    text: str

    @property
    def source_name(self) -> str:
        return self.version.source_title or self.policy.agency.name


@dataclass(frozen=True)
class FieldSource:
    """A field of the programme: what is shown of it, and what other sources say instead."""

    key: str
    label: str
    told: Told
    others: tuple[Told, ...]

    @property
    def policy(self) -> Policy:
        return self.told.policy

    @property
    def text(self) -> str:
        return self.told.text

    @property
    def differing(self) -> tuple[str, ...]:
        """Names of the sources that say something else."""
        return tuple(sorted({each.policy.source for each in self.others}))


@dataclass(frozen=True)
class Programme:
    """A policy as all of its sources tell it. `records`: one a source record, the leading one
    first; `fields`: by key, those that any of them fills."""

    records: tuple[tuple[Policy, PolicyVersion], ...]
    fields: Mapping[str, FieldSource]

    @property
    def main(self) -> Policy:
        return self.records[0][0]

    @property
    def policies(self) -> list[Policy]:
        return [policy for policy, _ in self.records]

    @property
    def several(self) -> bool:
        return len(self.records) > 1

    @property
    def sections(self) -> list[FieldSource]:
        """The texts, in reading order."""
        return [self.fields[key.value] for key in SECTION_LABELS if key.value in self.fields]

    def told_by(self, key: str) -> tuple[Policy, PolicyVersion]:
        """The record that a field is taken from; the leading one where none fills it."""
        found = self.fields.get(key)
        return (found.told.policy, found.told.version) if found else self.records[0]


# A text of a policy, "" where its source says nothing.
_Read = Callable[[Policy, PolicyVersion], str]


def programme_of(policy: Policy) -> Programme:
    """The programme of a published policy: of the records of its group those of the same
    place, of any other policy itself alone."""
    records = [policy]
    if policy.group is not None and policy.group.kind == PolicyGroup.SAME_RECORD:
        members = policy.group.members.published().select_related("agency", "current_version")
        own = _places(policy)
        rest = members.exclude(pk=policy.pk).prefetch_related(
            "regions", "life_stages", "target_groups"
        )
        records += [each for each in rest if _places(each) == own]
    ranked = sorted(_pairs(records), key=lambda each: _rank("*", *each))
    return Programme(tuple(ranked), {each.key: each for each in _told(ranked)})


def field_sources(group: PolicyGroup) -> list[FieldSource]:
    """The fields of a group that is one thing in one place, in reading order; none for a
    national programme, whose places differ for good reason.

    Each comes from the source that settings.FIELD_PRECEDENCE trusts most with it among those
    that say more than a mention; of two equal ones from the one its publisher changed last.
    Records that ended speak only where no other does.
    """
    if group.kind != PolicyGroup.SAME_RECORD:
        return []
    members = group.members.published().select_related("agency", "current_version")
    return _told(_pairs(members.order_by("pk")))


def _pairs(policies: Iterable[Policy]) -> list[tuple[Policy, PolicyVersion]]:
    pairs = ((policy, policy.current_version) for policy in policies)
    return [(policy, version) for policy, version in pairs if version is not None]


def _told(pairs: Sequence[tuple[Policy, PolicyVersion]]) -> list[FieldSource]:
    found = []
    for key, label, read in _fields():
        said = [
            Told(policy, version, text)
            for policy, version in sorted(pairs, key=lambda each: _rank(key, *each))
            if (text := read(policy, version).strip())
        ]
        if key in SECTION_LABELS:
            fullest = max((len(each.text) for each in said), default=0)
            said.sort(key=lambda each: len(each.text) < min(_MENTION, fullest / 2))
        if said:
            best, *rest = said
            others = (each for each in rest if _plain(each.text) != _plain(best.text))
            found.append(FieldSource(key, label, best, tuple(others)))
    return found


def _places(policy: Policy) -> tuple[bool, frozenset[int]]:
    return policy.nationwide, frozenset(region.pk for region in policy.regions.all())


def _rank(key: str, policy: Policy, version: PolicyVersion) -> tuple[bool, int, float, str]:
    order = settings.FIELD_PRECEDENCE.get(key, settings.FIELD_PRECEDENCE["*"])
    place = order.index(policy.source) if policy.source in order else len(order)
    changed = version.source_updated_at
    ended = policy.status == PolicyStatus.CLOSED
    return ended, place, -changed.timestamp() if changed else 0.0, str(policy.pk)


def _fields() -> list[tuple[str, str, _Read]]:
    sections: list[tuple[str, str, _Read]] = [
        (section.value, label, _section(section.value)) for section, label in SECTION_LABELS.items()
    ]
    return [
        ("name", "정책명", lambda policy, version: policy.name),
        ("agency", "소관기관", lambda policy, version: policy.agency.name),
        *sections,
        ("phones", "연락처", _contacts),
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
