"""Words for poverty without a limit: 저소득층, 취약계층, 생활이 어려운 가정.

Where a bracket says who is meant, the bracket is the condition and the word only its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise import household, recipients
from policies.eligibility.parsing.recognise.phrases import (
    any_of,
    bracket,
    is_priority,
    negation_end,
    without_overlaps,
)
from policies.eligibility.parsing.recognise.ratios import ratios
from policies.eligibility.rule import (
    BasicLivelihoodCriterion,
    HouseholdTypeCriterion,
    LowIncomeCriterion,
    NearPoorCriterion,
    Rule,
)
from policies.vocabulary import BasicLivelihood, HouseholdType

CONFIDENCE = 0.6

_HOME = r"(?:가구|가정|세대|주민|시민|구민|군민|도민|국민|사람)?"
_CLASS = rf"(?:층|계층|자(?![녀가-힣])|자(?=[로의는를인가]|중|및)|취약계층)?{_HOME}"
_POOR = re.compile(
    r"(?P<legal>법정)?(?:기타)?(?<!비수급)저소득(?!공제|수준|기준|층?이?밀집|층?(?:특별)?전형|층?지원관련)"
    rf"{_CLASS}"
    rf"|(?:사회적?|경제적?|소득|복지)?취약(?:계층|가구|가정)(?!여부|범위)(?:에속하는)?{_HOME}"
    r"|(?:경제적(?:으로|인|사정이|여건이|형편이)?|(?<!일상)(?<!학교)(?<!사회)(?<!직장)생활(?:형편|여건|환경)?이?|가정형편이|형편이|살림이|가계가)"
    r"(?:매우|극히|특히|다소)?(?:어려운|어렵고|어렵거나|어려움이있는|곤란한|곤궁한|힘든)"
    r"(?:가구|가정|세대|주민|이웃|사람|저소득층|자(?![가-힣]))?"
)
# 취약계층 of another kind ("정보 취약계층"), or a word that a list before it has explained.
_OTHER_KIND = re.compile(
    r"(?:취업|건강|교통|의료|주거|가스|안전|정보|문화|환경|재난|에너지|교육|돌봄|금융|이동|동절기|기후"
    r"|폭염|한파|체육|디지털|법률|관광|학습|심리|스포츠|산림복지)$"
)
_LISTED = re.compile(r"등(?:의|기타|사회|의사회|사회적)?$")
_LIST_OF_POOR = re.compile(r"수급|차상위|한부모|최저보험료")
_FILLER = re.compile(
    r"(?:[,·/.*「」'\"\s~]|및|또는|와|과|이나|나|등의?|기타|포함|한정|해당|만|인|자|가구|가정|세대|통상|전체|중)*"
)
_EXTRA: tuple[tuple[re.Pattern[str], HouseholdType], ...] = (
    (re.compile(r"다자녀(?:가구|가정|세대)?"), HouseholdType.MULTI_CHILD),
)

_POOR_LIST = r"(?=[(\[:][^()]*(?:수급|차상위|중위소득))"
_WEAK_LIST = r"(?=[(\[:][^()]*(?:수급|차상위|중위소득|한부모|다문화|독거|장애))"
_NAMED = re.compile(
    rf"(?<=취약계층){_HOME}{_WEAK_LIST}|{_HOME}{_POOR_LIST}|(?:이|가)?아니(?:라도|어도)"
)
EXPLAINED: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"저소득(?:층|계층|가구|가정|주민)?{_HOME}{_POOR_LIST}|취약계층{_HOME}{_WEAK_LIST}"
    ),
    re.compile(
        r"등의?(?:기타)?(?:사회적?|경제적)?(?:저소득(?:층|계층|가구|가정|주민)?|취약(?:계층|가구|가정))"
        r"(?:가구|가정|세대|주민)?"
    ),
)


def _extra(flat: Flat) -> Iterator[Found]:
    for pattern, kind in _EXTRA:
        for word in pattern.finditer(flat.text):
            rule = HouseholdTypeCriterion(criterion="household_type", any_of=[kind])
            yield Found(*word.span(), rule, Kind.GROUP, "household_type")


def _groups(flat: Flat, setting: Setting) -> list[Found]:
    """Everything in the text that may define a word for poverty."""
    readers = (*recipients.RECOGNISERS, *household.RECOGNISERS, ratios)
    founds = [found for reader in readers for found in reader(flat, setting)]
    return [*founds, *_extra(flat)]


def _meant(text: str, start: int, end: int, groups: list[Found]) -> tuple[Rule, Kind] | None:
    """What a bracket from `start` to `end` says, None unless all of it is read."""
    inside = [found for found in groups if start <= found.start and found.end <= end]
    inside = without_overlaps(inside)
    if not inside or any(found.negated for found in inside):
        return None
    place = start
    for found in inside:
        if _FILLER.fullmatch(text, place, found.start) is None:
            return None
        place = found.end
    if _FILLER.fullmatch(text, place, end) is None:
        return None
    is_group = any(found.kind is Kind.GROUP for found in inside)
    kind = Kind.GROUP if is_group else Kind.SCOPE
    return any_of(found.rule for found in inside), kind


def _legal() -> Rule:
    """법정 저소득층: those whom a law makes poor."""
    return any_of(
        [
            BasicLivelihoodCriterion(criterion="basic_livelihood", any_of=list(BasicLivelihood)),
            NearPoorCriterion(criterion="near_poor"),
            HouseholdTypeCriterion(
                criterion="household_type", any_of=[HouseholdType.SINGLE_PARENT]
            ),
        ]
    )


def _is_other(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start]
    if _OTHER_KIND.search(before):
        return text.startswith("취약", start)
    return bool(_LISTED.search(before)) and bool(_LIST_OF_POOR.search(text[:start]))


def low_income(flat: Flat, setting: Setting) -> Iterator[Found]:
    """저소득층 and its like, as the bracket after it defines it, else without a limit."""
    text = flat.text
    groups: list[Found] | None = None
    for word in _POOR.finditer(text):
        start, end = word.span()
        inside = bracket(text, end)
        if inside is not None:
            groups = _groups(flat, setting) if groups is None else groups
            meant = _meant(text, *inside, groups)
            if meant is not None:
                yield Found(start, inside[1] + 1, meant[0], meant[1], "low_income", 0.9)
                continue
        if _NAMED.match(text, end) or _is_other(text, start) or is_priority(text, start, end):
            continue
        if word["legal"]:
            yield Found(start, end, _legal(), Kind.GROUP, "low_income", 0.9)
            continue
        rule = LowIncomeCriterion(criterion="low_income", confidence=CONFIDENCE)
        turned = negation_end(text, end)
        stretch_end = end if turned is None else turned
        yield Found(
            start,
            stretch_end,
            rule,
            Kind.GROUP,
            "low_income",
            CONFIDENCE,
            negated=turned is not None,
        )
