"""Where a resident can go or call: offices of the place, with numbers that policies published."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from policies.geography import Region
from policies.geography.offices import Office, OfficeKind, hall_name, offices_of
from policies.geography.table import is_undivided
from policies.models import Policy, PolicyVersion
from policies.models import Region as RegionRow
from policies.residence import residence_regions

# A number with its area code; people's own mobile numbers are no office.
_PHONE = re.compile(r"0(?:2|[3-6]\d)-\d{3,4}-\d{4}(?!\d)")
_CENTER = re.compile(r"(?:주민\s?센터|행정복지\s?센터|읍사무소|면사무소)$")
_HEALTH_CENTER = re.compile(r"(?:^|[시군구\s])보건(?:소|의료원)")
_OWNER = re.compile(r"([가-힣]+[시군구])\s?(?:보건(?:소|의료원)|청)")
_SOURCE = "공개된 정책의 문의처"
_MAX_CENTERS = 5


def nearest_offices(region: Region | None, *, dong: str | None = None) -> list[Office]:
    """Offices for somebody who lives in `region` (its `dong` where known), the nearest first.

    A number comes from the contacts of policies of that 시군구, else from the cited table; an
    office without a known number has `phone` None. No number is ever made up.
    """
    listed = offices_of(region, dong=dong)
    if region is None or not (region.sigungu or is_undivided(region.sido)):
        return listed
    contacts = published_contacts(region)
    found: list[Office] = []
    for office in listed:
        if office.kind is OfficeKind.WELFARE_CENTER:
            found += _centers(contacts, dong) or [office]
        elif office.kind is OfficeKind.CITY_HALL:
            found.append(_numbered(office, _of_hall(contacts, hall_name(region))))
        elif office.kind is OfficeKind.HEALTH_CENTER and office.phone is None:
            found.append(_numbered(office, _of_health_center(contacts, region)))
        else:
            found.append(office)
    return found


Contact = tuple[str, str]


def published_contacts(region: Region) -> Counter[Contact]:
    """(name, number) of the contacts of policies for the 시군구 itself, with their count."""
    rows = RegionRow.objects.filter(pk__in=residence_regions(region.sido, region.sigungu).sure)
    own = rows if region.sigungu is None else rows.exclude(sigungu="")
    policies = Policy.objects.published().filter(regions__in=own.values("pk")).distinct()
    versions = PolicyVersion.objects.filter(pk__in=policies.values("current_version"))
    counted: Counter[Contact] = Counter()
    for contacts in versions.values_list("contacts", flat=True):
        for contact in contacts:
            name = " ".join(str(contact.get("name", "")).split())
            if phone := _PHONE.search(str(contact.get("phone", ""))):
                counted[name, phone[0]] += 1
    return counted


def _centers(contacts: Counter[Contact], dong: str | None) -> list[Office]:
    """행정복지센터 of the dong; 역삼1동 and 역삼2동 for 역삼동."""
    if not dong:
        return []
    named = {
        name: phone
        for name, phone in contacts
        if _CENTER.search(name) and re.sub(r"\d+", "", name.split()[-2:][0]).startswith(dong)
    }
    return [
        Office(name, OfficeKind.WELFARE_CENTER, named[name], _SOURCE) for name in sorted(named)
    ][:_MAX_CENTERS]


def _of_hall(contacts: Counter[Contact], hall: str) -> Contact | None:
    return _commonest(
        {each: count for each, count in contacts.items() if hall in each[0].replace(" ", "")}
    )


def _of_health_center(contacts: Counter[Contact], region: Region) -> Contact | None:
    """A 보건소 of the place: named without an owner, or with this one."""
    words = (region.sigungu or region.sido).split()
    own = {"".join(words), *words}
    return _commonest(
        {
            (name, phone): count
            for (name, phone), count in contacts.items()
            if _HEALTH_CENTER.search(name) and _owners(name) <= own
        }
    )


def _owners(name: str) -> set[str]:
    return set(_OWNER.findall(name))


def _commonest(counted: dict[Contact, int]) -> Contact | None:
    """The number named most often; of equals the one with the shortest name."""
    ranked = sorted(counted, key=lambda each: (-counted[each], len(each[0]), each))
    return ranked[0] if ranked else None


def _numbered(office: Office, contact: Contact | None) -> Office:
    if contact is None:
        return office
    name, phone = contact
    return replace(office, name=_full_name(office.name, name), phone=phone, source=_SOURCE)


def _full_name(office: str, contact: str) -> str:
    """The office with the department that answers, as published."""
    if _OWNER.search(contact):
        return contact
    department = re.sub(r"^\S*(?:보건소|보건의료원|청)\s*", "", contact)
    return f"{office} {department}".strip()
