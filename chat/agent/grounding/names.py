"""Names in a claim: programmes, agencies, places, laws. One that no source says is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from chat.agent.grounding.spelling import plain, squeezed
from policies.eligibility.regions import official_sido
from policies.retrieval.morphemes import kiwi
from policies.selectors import region_tree

_PROGRAMMES = (
    "수당|연금|급여|지원금|바우처|이용권|장려금|계좌|장학금|카드|보조금|지원사업|사업|제도|공제|대출|쿠폰|"
    "상품권|보험|주택|서비스|교실"
)
_AGENCIES = (
    "공단|공사|재단|센터|보건소|위원회|협회|은행|병원|의료원|복지관|지사|구청|시청|군청|도청|주민센터|"
    "복지부|노동부|여가부|가족부|교육부|국토부|교통부|법무부|안전부|보훈부|통일부|식품부|국세청|병무청|"
    "교육청|경찰청|관리청|진흥원|관리원|복지몰|앱"
)
_NAMED = re.compile(rf"[가-힣A-Za-z0-9·]{{2,}}?(?:{_PROGRAMMES}|{_AGENCIES})(?![가-힣]*환자)")
_LAW = re.compile(
    r"「([^」]+)」|([가-힣·]{2,}법(?:률)?)(?=\s?(?:제\s?\d|시행|에\s|의\s|상\s|에서|에 따)|[,.)]|$)"
)
_NO_LAW = re.compile(r"(?:방|요|불|합|적|용|기|문|어|비|수|해|민간요|작)법$")
_PLACE = re.compile(
    r"[가-힣]{1,5}?(?:특별자치시|특별자치도|통합특별시|특별시|광역시|[시군구도])"
    r"(?=$|[^가-힣]|[에의은는이가을를와과로민])"
)
_SHORT_PLACES = (
    "서울 부산 대구 인천 광주 대전 울산 세종 경기도 강원 충북 충남 전북 전남 경북 경남 제주".split()
)


def unknown_name(claim: str, sources: Iterable[str]) -> str:
    """The first name in `claim` that stands in none of `sources`, "" when all do."""
    known = squeezed("\n".join(sources))
    return next((name for name in names_of(claim) if squeezed(name) not in known), "")


def names_of(text: str) -> Iterator[str]:
    """Names that a text speaks of, as far as they can be told from common words."""
    text = plain(text)
    for match in _NAMED.finditer(text):
        yield match.group()
    for match in _LAW.finditer(text):
        name = match.group(1) or match.group(2)
        if not _NO_LAW.search(name):
            yield name
    for match in _PLACE.finditer(text):
        if match.group() in _places():
            yield match.group()
    for name in _SHORT_PLACES:
        if re.search(
            rf"(?<![가-힣]){name}(?![가-힣]*(?:특별|광역))(?=$|[^가-힣]|[시도에의은는이가민])", text
        ):
            yield name
    for token in kiwi().tokenize(text):
        if token.tag == "NNP" and len(token.form) > 1:
            yield token.form


@cache
def _places() -> frozenset[str]:
    """Names of 시·도 and 시·군·구, whole."""
    tree = region_tree()
    words = {word for names in tree.values() for name in names for word in name.split()}
    return frozenset({*tree, *map(official_sido, tree), *words})
