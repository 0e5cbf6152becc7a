"""Agencies named in full or by an everyday short name, and kinds of agencies."""

from __future__ import annotations

import re

from policies.structured.grammar.draft import Draft
from policies.structured.question import Agency, AgencyColumn, Codes

# Everyday short names of ministries; each by its official name of 2026-07.
_SHORT = {
    "복지부": "보건복지부", "고용부": "고용노동부", "노동부": "고용노동부", "국토부": "국토교통부",
    "중기부": "중소벤처기업부", "농식품부": "농림축산식품부", "농림부": "농림축산식품부",
    "과기부": "과학기술정보통신부", "과기정통부": "과학기술정보통신부", "문체부": "문화체육관광부",
    "행안부": "행정안전부", "해수부": "해양수산부", "보훈부": "국가보훈부", "산업부": "산업통상부",
    "여가부": "성평등가족부", "성평등부": "성평등가족부", "환경부": "기후에너지환경부",
    "기후부": "기후에너지환경부", "식약처": "식품의약품안전처", "질병청": "질병관리청",
    "건보공단": "국민건강보험공단", "국민체육진흥공단": "서울올림픽기념국민체육진흥공단",
    "캠코": "한국자산관리공사", "한전": "한국전력공사", "코레일": "한국철도공사",
    "소진공": "소상공인시장진흥공단", "중진공": "중소벤처기업진흥공단", "신보": "신용보증기금",
    "기보": "기술보증기금", "장학재단": "한국장학재단", "산업인력공단": "한국산업인력공단",
}  # fmt: skip
# Former names (정부조직법 of 2025-10-01) where the data only has the new one.
_RENAMED = {
    "여성가족부": "성평등가족부", "산업통상자원부": "산업통상부", "환경부": "기후에너지환경부",
    "특허청": "지식재산처", "통계청": "국가데이터처",
}  # fmt: skip
_END = (
    r"(?:(?:이|가|에서|의)?\s?(?P<verb>주관|소관|"
    r"운영|담당|주최|시행|추진|관할|등록)(?:\s?기관)?(?:으로|"
    r"인|하는|한|이고|의|이)?"
    r"(?=[\s,.?!)¦]|$)|(?:이|가|에서)\s?(?:하는|하고\s?있는|해\s?주는|내놓은|제공하는|맡은|맡는)"
    r"|(?:이|가|에서|의|은|는)?(?=[\s,.?!)¦·/]|$)|(?:와|과|이나|나|이랑|랑|하고)(?=\s))"
)
# A name that is an agency by itself; others need a verb behind them.
_BODY = re.compile(
    r"(?:[가-힣]{2,}(?:부|처|청)|[가-힣()]{3,}(?:공단|"
    r"공사|재단|진흥원|연구원|교육청|위원회|기금|"
    r"법률구조공단"
    r"|공제회|기념관|번역원|개발원|의료원|보호원|"
    r"소비자원|인력원|관리원|평가원|장학회|테크노파크|"
    r"은행))$"
)
_BEFORE = re.compile(
    r"(?P<label>소관\s?기관|주관\s?기관|운영\s?기관|"
    r"등록\s?기관|담당\s?부서|부서)(?:명)?(?:이|"
    r"가|은|는)?\s$"
)
_UNKNOWN = re.compile(
    r"(?<![가-힣])(?P<name>[가-힣]{2,12}(?:부|처|청|공단|공사|재단|진흥원|교육청))"
    r"(?:이|가|에서)?\s?(?:소관|주관|운영|담당)(?:인|하는|의)?(?=[\s,.?!)¦]|$)"
)
_KINDS: list[tuple[str, str]] = [
    (r"중앙\s?(?:행정\s?기관|부처|정부)|정부\s?부처", "중앙행정기관"),
    (r"공공\s?기관", "공공기관"),
    (r"시·?\s?도\s?교육청|교육청", "교육청"),
    (r"광역\s?(?:시·?도|자치단체|지자체)|(?<![가-힣])시·?도", "광역시도"),
    (r"기초\s?(?:자치단체|지자체)|시·?군·?구", "시군구"),
    (r"지방\s?공기업", "지방공기업"),
    (
        r"지방\s?출자·?_?\s?(?:출연)?\s?기관|(?:지방\s?)?출자\s?출연\s?기관|지방\s?출연\s?기관",
        "지방출자_출연기관",
    ),
]
_KIND_TAIL = (
    r"(?:들)?(?:이|가|에서|의|은|는|으로|인)?\s?(?:유형|"
    r"소관|주관|운영|담당|하는|제공하는|관할)?(?:인|"
    r"하는|의)?"
)
_YOUTH_KINDS = {"중앙행정기관": "0054001", "광역시도": "0054002", "시군구": "0054002"}
_LOCAL = re.compile(r"(?:지방\s?자치\s?단체|지자체)" + _KIND_TAIL)


def read_agencies(draft: Draft) -> None:
    """Names of agencies, the longest first."""
    _read_short(draft)
    for name in _named(draft):
        pattern = re.compile(rf"(?<![가-힣]){_spaced(name)}{_END}")
        for match in draft.find(pattern):
            before = _BEFORE.search(draft.rest[: match.start()])
            if not (before or match["verb"] or _BODY.search(name)):
                continue
            _add(draft, name, match, before)


def read_kinds(draft: Draft) -> None:
    """Kinds of agencies, and at last names that no record has: their answer is none."""
    _read_kinds(draft)
    for match in draft.find(_UNKNOWN):
        name = match["name"]
        draft.add(Agency(names=(name,), label=f"소관·주관기관이 {name}"))
        draft.take(*match.span())


def _spaced(name: str) -> str:
    return r"\s?".join(re.escape(word) for word in name.split())


def _named(draft: Draft) -> list[str]:
    """Published names that stand in the question, the longest first. Places are read apart."""
    squeezed = draft.text.replace(" ", "")
    known = draft.vocabulary.agencies | set(_RENAMED)
    found = [name for name in known if len(name) > 2 and name.replace(" ", "") in squeezed]
    return sorted((n for n in found if not _is_place(n)), key=len, reverse=True)


def _is_place(name: str) -> bool:
    from policies.structured.places import places_of

    return any(place.start == 0 and place.end == len(name) for place in places_of(name))


def _add(draft: Draft, name: str, match: re.Match[str], before: re.Match[str] | None) -> None:
    said = f"{before['label'] if before else ''}{match['verb'] or ''}"
    column: AgencyColumn = (
        "operator" if "운영" in said else "registrar" if "등록" in said else "agency"
    )
    title = {"agency": "소관·주관기관", "operator": "운영기관", "registrar": "등록기관"}[column]
    known = name if name in draft.vocabulary.agencies else _RENAMED.get(name, name)
    negated = draft.negation(match.end())
    label = f"{title}이 {known}" + (f"(옛 이름 {name})" if known != name else "")
    if negated:
        label = f"{label} 아님"
    draft.add(Agency(column=column, names=(known,), negated=bool(negated), label=label))
    draft.take(before.start() if before else match.start(), negated or match.end())


def _read_short(draft: Draft) -> None:
    for short in sorted(_SHORT, key=len, reverse=True):
        name = _SHORT[short]
        pattern = re.compile(rf"(?<![가-힣]){re.escape(short)}{_END}")
        for match in draft.find(pattern):
            if short in draft.vocabulary.agencies:
                break
            _add(draft, name, match, _BEFORE.search(draft.rest[: match.start()]))


def _read_kinds(draft: Draft) -> None:
    youth = draft.source == "youthcenter"
    for words, kind in _KINDS:
        if youth and kind not in _YOUTH_KINDS:
            continue
        for match in draft.find(re.compile(rf"(?:{words}){_KIND_TAIL}")):
            negated = draft.negation(match.end())
            _add_kind(draft, kind, negated=bool(negated), youth=youth)
            draft.take(match.start(), negated or match.end())
    if youth:
        for match in draft.find(_LOCAL):
            _add_kind(draft, "시군구", negated=False, youth=True)
            draft.take(*match.span())


def _add_kind(draft: Draft, kind: str, *, negated: bool, youth: bool) -> None:
    if youth:
        field, value = "pvsnInstGroupCd", _YOUTH_KINDS[kind]
        title = "제공기관이 " + ("중앙부처" if value == "0054001" else "지자체")
    else:
        field, value, title = "소관기관유형", kind, f"소관기관 유형이 {kind.replace('_', '·')}"
    label = f"{title} 아님" if negated else title
    draft.add(Codes(field=field, values=(value,), negated=negated, label=label))
