"""Places and agencies: where one must live, and who is responsible."""

from __future__ import annotations

import re

from policies.korean import particle
from policies.structured.grammar.draft import Draft
from policies.structured.places import Place, is_ambiguous, places_of
from policies.structured.question import Agency, AgencyColumn, Area

YOUTH, GOV24 = "youthcenter", "gov24"
_ONLY = re.compile(
    r"\s?(?:에서)?(?:\s?(?:주민|거주자|시민|구민|"
    r"군민|도민|지역|청년|사람)(?:들)?)?\s?(?:에게)?만(?:\s?\([^)"
    r"]*\))?\s?"
    r"(?:을|를)?\s?(?:대상(?:인|이고|으로\s?하는|"
    r"으로\s?한|으로|이며)?|신청\S*|가능한|해당\S*|"
    r"위한|(?=[\s,]))"
    r"|\s?(?:한정|전용|에\s?한정된|에\s?국한된)"
)
_LIVES = re.compile(
    r"\s?(?:에|에서)?\s?(?:주소(?:지)?(?:로|를|"
    r"가|인)?(?:\s?둔)?|거주(?:자|하는|지|중인)?(?:도|"
    r"가|는)?|사는|살고\s?있는|살면|살\s?때|주민(?:이|"
    r"도|은)?|"
    r"[시구군도]민(?:이|도|은)?|지역(?:에서|에)?|사람(?:이|도)?)"
    r"(?:\s?(?:사람|청년|주민)(?:이|도|은)?)?"
)
_RUNS = r"(?:주관|소관|담당|운영|주최|시행|추진|관할|제공|내놓|하고\s?있|만든)"
_BY = re.compile(
    r"(?:이|가|에서|의)?\s?(?P<verb>주관(?:기관)?|"
    r"소관(?:기관)?|운영(?:기관)?|담당|주최|시행|"
    r"추진|관할|등록(?:기관)?)"
    r"(?:으로|인|하는|하고\s?있는|한|이고|이면서|중인|의|이)?(?=[\s,.?!)¦]|$)"
    r"|(?:이|가|에서)\s?(?P<does>하는|하고\s?있는|해\s?주는|내놓은|제공하는|맡은|맡는)"
)
_UNDER = re.compile(
    r"(?:\s?(?:내|안|관내|산하|소속|쪽))?(?:의)?\s?(?:\d{1,3}\s?개\s?)?"
    r"(?P<kinds>자치구|기초\s?자치단체|시·?군·?구|"
    r"구·?군|군·?구|시·?군|시군구청|구청|시청|"
    r"군청|[시군구])"
    r"(?:들)?(?:청)?(?:들)?(?:이|가|의|에서|은|는)?(?=[\s,.?!)¦]|$)"
)
_NATION = re.compile(
    r"전국(?:\s?(?:어디서나|어디서든|단위|공통|누구나))?(?:을|를|이|은)?\s?"
    r"(?:대상(?:인|으로\s?하는|으로|이고)?|(?:신청|지원)\s?(?:가능한|되는|할\s?수\s?있는))?\s?"
    r"(?:인|하는)?\s?(?:것|거|건|정책|청년정책)?"
)
_NATION_IN = re.compile(
    r"(?:것|거|건|정책)?\s?(?:도|까지|를|을|은|"
    r"는)?\s?(?:다|같이|함께)?\s?(?:넣|포함|함께|"
    r"같이|합쳐)\S*(?:\s줘)?"
)
_NATION_OUT = re.compile(
    r"(?:것|거|건|정책)?\s?(?:은|는|을|를)?\s?(?:빼|말고|제외|아닌|뺀|없이)\S*(?:\s줘)?"
)
_COLUMNS: dict[str, AgencyColumn] = {"운영": "operator", "등록": "registrar"}
_KINDS = {
    "자치구": "구",
    "구청": "구",
    "구·군": "구군",
    "군·구": "구군",
    "시청": "시",
    "군청": "군",
}


def read_regions(draft: Draft) -> None:
    """Places with the role the words around give them; a bare one by the source's custom:
    온통청년 lists residences, 보조금24 the responsible agency."""
    nation_local = _read_nation(draft)
    groups: dict[str, list[Place]] = {}
    for place, role in _roles(draft):
        if is_ambiguous(place):
            draft.unread.append(f"{place.text}(여러 시·도에 있는 이름)")
            continue
        groups.setdefault(role, []).append(place)
    for role, places in groups.items():
        draft.add(_filter(role, places, local=nation_local))


def _read_nation(draft: Draft) -> bool:
    """Whether nationwide policies are left out; 「전국 대상인」 alone asks for them."""
    local = False
    for match in draft.find(_NATION):
        rest = draft.rest
        if found := _NATION_IN.match(rest, match.end()):
            draft.take(match.start(), found.end())
        elif found := _NATION_OUT.match(rest, match.end()):
            draft.take(match.start(), found.end())
            local = True
        elif re.search(r"대상|어디|누구나", match[0]) or draft.source == YOUTH:
            draft.take(*match.span())
            draft.add(Area(how="nationwide", label="전국(모든 시·도) 대상"))
    return local


def _roles(draft: Draft) -> list[tuple[Place, str]]:
    """Each place with its role; 「서울이나 경기만」 gives all of a list the last one's role."""
    places = list(places_of(draft.rest))
    found: list[tuple[Place, str]] = []
    following = ""
    for index in range(len(places) - 1, -1, -1):
        place = places[index]
        role, end = _role(draft, place)
        joined = index + 1 < len(places) and re.fullmatch(
            r"\s?(?:,|·|/|이나|나|와|과|랑|이랑|하고|또는|및|혹은)\s?",
            draft.rest[place.end : places[index + 1].start],
        )
        if role == "bare" and joined and following:
            role = following
        following = role
        draft.take(place.start, end)
        found.append((place, role))
    return [
        (place, _usual(draft, place) if role == "bare" else role) for place, role in found[::-1]
    ]


def _role(draft: Draft, place: Place) -> tuple[str, int]:
    rest = draft.rest
    if place.is_sido and (match := _UNDER.match(rest, place.end)) and not place.office:
        by = _BY.match(rest, match.end())
        return f"under:{_kinds(match['kinds'])}", by.end() if by else match.end()
    if match := _BY.match(rest, place.end + _office(draft, place)):
        verb = (match["verb"] or "주관")[:2]
        prefix = "prefix" if place.short and not match["does"] else "exact"
        return f"{prefix}:{_COLUMNS.get(verb, 'agency')}", match.end()
    end = place.end + _office(draft, place)
    if place.office:
        return "exact:agency", end
    if match := _ONLY.match(rest, place.end):
        return "only", match.end()
    if match := _LIVES.match(rest, place.end):
        return "lives", match.end()
    negated = draft.negation(place.end)
    if negated:
        return "not", negated
    return "bare", place.end


def _office(draft: Draft, place: Place) -> int:
    """Signs behind the name that still belong to it: 「제주도」 of 「제주도청」."""
    return 1 if place.office and draft.rest.startswith("청", place.end) else 0


def _kinds(said: str) -> str:
    said = said.replace(" ", "")
    if said in _KINDS:
        return _KINDS[said]
    kinds = "".join(sign for sign in "시군구" if sign in said)
    return "시군구" if "자치단체" in said else kinds or "시군구"


def _usual(draft: Draft, place: Place) -> str:
    if draft.source == GOV24:
        return "exact:agency"
    return "lives"


def _filter(role: str, places: list[Place], *, local: bool) -> Area | Agency:
    labels = ", ".join(place.label for place in places)
    kind, _, detail = role.partition(":")
    if kind in ("only", "lives", "not"):
        return _area(kind, places, labels, local=local)
    names = tuple(dict.fromkeys(name for place in places for name in place.authorities))
    if kind == "under":
        kinds = "·".join(detail)
        return Agency(under=names, kinds=detail, label=f"소관기관이 {labels}의 {kinds}")
    column: AgencyColumn = detail  # type: ignore[assignment]
    title = {"agency": "소관·주관기관", "operator": "운영기관", "registrar": "등록기관"}[column]
    if kind == "prefix":
        starts = tuple(dict.fromkeys(place.text for place in places))
        said = ", ".join(starts)
        return Agency(
            column=column,
            prefixes=starts,
            label=f"{title} 이름이 ‘{said}’{particle(said, '으로/로')} 시작",
        )
    own = tuple(dict.fromkeys(part for name in names for part in (name, *_alone(name, places))))
    return Agency(column=column, names=own, label=f"{title}이 {labels}")


def _alone(name: str, places: list[Place]) -> tuple[str, ...]:
    """A 시군구 is also published without its 시도 where that says enough."""
    last = name.split()[-1]
    said = {place.text.split()[-1] for place in places}
    return (last,) if last in said and " " in name else ()


def _area(kind: str, places: list[Place], labels: str, *, local: bool) -> Area:
    codes = tuple(sorted(code for place in places for code in place.codes))
    whole = [place.sidos for place in places]
    sidos = tuple(sorted(code for own in whole for code in own or ()))
    if kind == "only":
        every = tuple(sidos) if all(own is not None for own in whole) else ()
        label = f"거주지역이 {labels}뿐(전국 대상과 지역이 적히지 않은 정책은 뺌)"
        return Area(how="only", codes=codes, sidos=every, label=label)
    note = "전국 대상은 뺌" if local else "전국 대상도 들어감"
    label = f"{labels} 거주자가 신청할 수 있음({note})"
    if kind == "not":
        return Area(how="includes", codes=codes, local=True, negated=True, label=f"{labels} 제외")
    return Area(how="includes", codes=codes, local=local, label=label)
