"""Who may apply to a 온통청년 policy: the coded conditions written out in Korean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crawling.sources.base import Fields
from crawling.sources.youthcenter import codes
from policies.geography import (
    CodeRegions,
    regions_of_agency,
    regions_of_codes,
    split_department,
)
from policies.records import RecordRegion

_DEPARTMENT = re.compile(
    r"(?:과|관|실|국|팀|단|시장|군수|구청장|사업소|보건소|농업기술(?:센터|원))$"
)
_MINISTRY = re.compile(r"^(?!정부산하)[가-힣]+(?:부|처|청|위원회)(?:\s|$)")
# Bodies whose names end like a department's (산학협력단, 한국…진흥원 …) are no part of one.
_SOMEBODY = re.compile(
    r"^(?:\(재\)|\(사\)|재단법인|사단법인|한국|국립|학교법인)|(?:협력단|공단|재단)$"
)
_REGISTRAR_FIELDS = ("rgtrInstCdNm", "rgtrUpInstCdNm", "rgtrHghrkInstCdNm")
_AGENCY_FIELDS = ("sprvsnInstCdNm", "operInstCdNm", "rgtrInstCdNm", "rgtrHghrkInstCdNm")
# sprtTrgtMaxAge 99 and more is how "no upper limit" is entered.
_NO_MAX_AGE = 99
_CONTRADICTION = "나이와 ‘제한 없음’ 표시가 함께 있어 확인이 필요합니다"
# A limit that is published without its figure stays a question that only the notice answers.
_AGE_UNKNOWN = "연령: 모집 공고에 적힌 나이인 사람(자료에는 나이가 없음)"
_INCOME_UNKNOWN = "소득: 모집 공고에 적힌 소득인 사람(자료에는 금액이 없음)"
# Fields whose values name no person by themselves (「대학 졸업」, 「공학계열」).
_OF_PERSONS = ("schoolCd", "plcyMajorCd", "sbizCd")
# Longer lists of regions are of no use to a reader.
_MAX_LISTED_REGIONS = 30


def policy_regions(policy: Fields) -> CodeRegions:
    """Where one must live: zipCd, else (it is missing in a few) the region of the agency.

    A local government that lists the whole country still serves its own residents.
    """
    listed = [code.strip() for code in policy.text("zipCd").split(",") if code.strip()]
    if listed:
        extra = [
            partner
            for code, partner in codes.CONVERTED.items()
            if code in listed and partner not in listed
        ]
        found = regions_of_codes([*listed, *extra])
        if found.nationwide and (local := _local_regions(policy)):
            return CodeRegions(local, nationwide=False, unknown=found.unknown)
        if found.regions or found.nationwide:
            return found
    for name in _AGENCY_FIELDS:
        if regions := regions_of_agency(policy.line(name)):
            return CodeRegions(regions, nationwide=False, unknown=listed)
    return CodeRegions([], nationwide=not listed, unknown=listed)


def _local_regions(policy: Fields) -> list[RecordRegion]:
    """Region of the local government that supervises or runs a policy, empty when none does.

    A department alone (「관광복지국」) belongs to the institution that registered the policy.
    """
    for field in ("sprvsnInstCdNm", "operInstCdNm"):
        name = policy.line(field)
        if regions := regions_of_agency(name):
            return regions
        if not _DEPARTMENT.search(name) or _MINISTRY.match(name) or _SOMEBODY.search(name):
            continue
        for registrar in _REGISTRAR_FIELDS:
            if regions := regions_of_agency(policy.line(registrar)):
                return regions
    return []


def agency_name(policy: Fields, regions: Sequence[RecordRegion]) -> str:
    """주관기관. A department alone (「청년정책과」) gets the policy's region or its institution."""
    name = policy.line("sprvsnInstCdNm", "rgtrInstCdNm", "operInstCdNm")
    if len(regions) == 1 and name == regions[0].sigungu:
        return str(regions[0])
    if regions_of_agency(name) or not _DEPARTMENT.search(name) or _MINISTRY.match(name):
        return name
    if len(regions) == 1:
        return f"{regions[0]} {name}"
    for field in _REGISTRAR_FIELDS:
        registrar = policy.line(field)
        institution, _ = split_department(registrar, local=True)
        if _MINISTRY.match(institution) or regions_of_agency(institution):
            return registrar if registrar.endswith(name) else f"{institution} {name}"
    return name


def criteria_text(policy: Fields, regions: Sequence[RecordRegion]) -> str:
    """Age, residence, income, marriage, schooling, major, work and further conditions.

    Each line is worded so that the rule parser reads it as what the portal means: the values of
    one field are alternatives (또는), 무관 is no condition, and what stands under the heading at
    the end is excluded line by line.
    """
    lines = [_age_line(policy), _region_line(regions), _income_line(policy)]
    unrestricted: list[str] = []
    for field, label, names in codes.CODED_CRITERIA:
        values = _names(policy, field, names)
        if codes.UNRESTRICTED in values:
            unrestricted.append(label)
        elif values:
            ending = " 해당자" if field in _OF_PERSONS else ""
            lines.append(f"{label}: {' 또는 '.join(values)}{ending}")
    if unrestricted:
        lines.append(f"{', '.join(unrestricted)}: 무관")
    lines.append(_excluded(policy))
    return "\n".join(filter(None, lines))


def _excluded(policy: Fields) -> str:
    """Whom the programme leaves out. Many repeat the conditions here: that excludes nobody."""
    text = policy.content("ptcpPrpTrgtCn")
    if not text or text.split() == policy.content("addAplyQlfcCndCn").split():
        return ""
    return f"[참여 제한 대상]\n{text}" if "\n" in text else f"참여 제한 대상: {text}"


def _age_line(policy: Fields) -> str:
    """sprtTrgtAgeLmtYn Y means *no* limit; where it contradicts the ages, the line says so."""
    flag = policy.line("sprtTrgtAgeLmtYn")
    low, high = _number(policy, "sprtTrgtMinAge"), _number(policy, "sprtTrgtMaxAge")
    span = _age_span(low, high)
    if flag == "Y":
        if not span:
            return "연령: 무관"
        return f"연령 {low}~{high or _NO_MAX_AGE}세 (연령제한여부 Y: {_CONTRADICTION})"
    if span:
        return f"연령: {span}"
    return _AGE_UNKNOWN if flag == "N" else ""


def _age_span(low: int, high: int) -> str:
    bounded = 0 < high < _NO_MAX_AGE
    parts = [f"만 {low}세 이상" if low > 0 else "", f"만 {high}세 이하" if bounded else ""]
    return " ".join(filter(None, parts)) if low > 1 or bounded else ""


def _region_line(regions: Sequence[RecordRegion]) -> str:
    if not regions:
        return "거주 지역: 무관"
    names = [str(region) for region in regions[:_MAX_LISTED_REGIONS]]
    rest = len(regions) - len(names)
    ending = f" 외 {rest}곳" if rest else " 거주자" if len(names) == 1 else ""
    return f"거주 지역: {', '.join(names)}{ending}"


def _income_line(policy: Fields) -> str:
    """Amounts are in 만원 a year."""
    note = policy.content("earnEtcCn")
    match policy.line("earnCndSeCd"):
        case codes.INCOME_ANY:
            return "소득: 무관"
        case codes.INCOME_YEARLY:
            low, high = _number(policy, "earnMinAmt"), _number(policy, "earnMaxAmt")
            parts = [f"{low:,}만원 이상" if low else "", f"{high:,}만원 이하" if high else ""]
            if not any(parts):
                return f"소득: {note}" if note else _INCOME_UNKNOWN
            return f"소득: 연소득 {' '.join(filter(None, parts))}" + (f" ({note})" if note else "")
        case codes.INCOME_OTHER:
            return f"소득: {note}" if note else _INCOME_UNKNOWN
        case _:
            return f"소득: {note}" if note else ""


def _names(policy: Fields, field: str, names: dict[str, str]) -> list[str]:
    return [names.get(code, f"확인 필요(코드 {code})") for code in policy.parts(field, ",")]


def _number(policy: Fields, field: str) -> int:
    """0 for absent, as the API itself writes it."""
    text = policy.line(field).split(".")[0]
    return int(text) if text.isdecimal() else 0
