"""What is wanted of the rows: a list, a count, the first few by some order."""

from __future__ import annotations

import re

from policies.numerals import NATIVE_ONES, NATIVE_TENS
from policies.structured.grammar.draft import Draft
from policies.structured.question import Order, OrderColumn

_MOST = r"(?:제일|가장|젤|최고로|최대로)\s*"
_HIGH = r"(?:많|높|큰|크|인기)\S*"
_LOW = r"(?:적|낮|작)\S*"
_VIEWS = r"(?:조회\s?수?|조회)(?:가|이|는|은|를)?\s?"
_RECENT = r"(?:최근(?:에|의)?|나중에|늦게|새로|요즘)\s?"
_OLD = r"(?:오래\s?전(?:에)?|먼저|일찍|오래(?:된|\s?안)?|옛날에)\s?"
_REGISTERED = r"(?:등록|올라|올린|나온|생긴|추가|신설|신규)\S*"
_MODIFIED = r"(?:내용이\s|정보가\s)?(?:수정|갱신|업데이트|변경|고쳐|바뀐)\S*"
_DEADLINE = r"(?:접수\s?|신청\s?)?(?:마감|기한)(?:일|이|가)*\s?"
_CAPACITY = r"(?:지원|모집|선발)\s?(?:규모|인원|수)(?:가|이|은|는)?\s?"
_ROWS: list[tuple[str, OrderColumn, bool, str]] = [
    (rf"{_VIEWS}{_MOST}{_HIGH}", "views", True, "조회수가 많은 순"),
    (
        rf"{_MOST}(?:{_VIEWS}{_HIGH}|많이\s?(?:본|조회(?:된|"
        r"한)?)\S*|인기\s?(?:많|있)\S*)",
        "views",
        True,
        "조회수가 많은 순",
    ),
    (
        rf"{_VIEWS}(?:상위|{_HIGH}\s?순\S*|순(?:으로|"
        r"위)?|1위\S*|톱|TOP|최다|최고|최댓값\S*|최대)",
        "views",
        True,
        "조회수가 많은 순",
    ),
    (
        rf"{_VIEWS}{_MOST}{_LOW}|{_MOST}(?:{_VIEWS}{_LOW}|"
        r"조회(?:가|수가)?\s?(?:안|적)\S*|적게\s?(?:본|"
        r"조회)\S*)",
        "views",
        False,
        "조회수가 적은 순",
    ),
    (rf"{_VIEWS}(?:하위|{_LOW}\s?순\S*|꼴찌\S*|최저|최소)", "views", False, "조회수가 적은 순"),
    (rf"수정(?:한|된)\s?지\s?{_MOST}오래\S*", "modified_at", False, "수정한 지 오래된 순"),
    (rf"등록(?:한|된)\s?지\s?{_MOST}오래\S*", "registered_at", False, "먼저 등록된 순"),
    (
        rf"{_MOST}{_RECENT}{_REGISTERED}|최신\s?(?:등록\S*|"
        rf"순\S*)|등록\S*\s?{_MOST}(?:최근|늦|나중)\S*|"
        r"(?:최근|최신)\s?등록\s?순\S*",
        "registered_at",
        True,
        "최근에 등록된 순",
    ),
    (
        rf"{_MOST}(?:{_OLD}{_REGISTERED}|오래된)|등록\S*\s?{_MOST}(?:오래|"
        r"빠른|이른|먼저)\S*",
        "registered_at",
        False,
        "먼저 등록된 순",
    ),
    (
        rf"{_MOST}{_RECENT}{_MODIFIED}|수정(?:일|일시|"
        rf"일자)\S*\s?{_MOST}(?:최근|늦|나중)\S*|최근\s?(?:수정|"
        r"변경)\s?순\S*",
        "modified_at",
        True,
        "최근에 수정된 순",
    ),
    (
        rf"{_MOST}{_OLD}(?:{_MODIFIED}|안\s?(?:고친|"
        rf"바뀐)\S*)|수정(?:일|일시|일자)?\S*\s?{_MOST}(?:오래|"
        r"빠른|이른|먼저)\S*",
        "modified_at",
        False,
        "수정한 지 오래된 순",
    ),
    (
        rf"{_DEADLINE}{_MOST}(?:빠른|빨리|이른|급한|"
        rf"가까운|임박|먼저)\S*|{_MOST}(?:빨리|먼저|"
        r"일찍|곧)\s?(?:마감|끝나|접수가?\s?끝)\S*|"
        rf"마감\s?(?:임박\s?)?순\S*|{_MOST}(?:마감이\s?)?(?:임박|"
        r"급)한",
        "deadline",
        False,
        "마감이 빠른 순",
    ),
    (
        rf"{_DEADLINE}{_MOST}(?:늦|먼|나중|오래\s?남)\S*|{_MOST}(?:늦게|"
        r"나중에)\s?(?:마감|끝나)\S*",
        "deadline",
        True,
        "마감이 늦은 순",
    ),
    (
        rf"{_CAPACITY}{_MOST}{_HIGH}|{_MOST}(?:많은\s?인원|"
        r"많이\s?(?:뽑|선발|모집|지원))\S*",
        "capacity",
        True,
        "지원 규모가 큰 순",
    ),
    (rf"{_CAPACITY}{_MOST}{_LOW}", "capacity", False, "지원 규모가 작은 순"),
    (
        r"(?:(?:대상|지원)?\s?(?:연령|나이)\S*\s?상한|"
        rf"(?:최대|최고|상한)\s?(?:연령|나이))\S*\s?{_MOST}(?:높|"
        r"많|큰)\S*",
        "age_to",
        True,
        "나이 상한이 높은 순",
    ),
    (
        r"(?:(?:대상|지원)?\s?(?:연령|나이)\S*\s?하한|"
        rf"(?:최소|최저|하한|시작)\s?(?:연령|나이))\S*\s?{_MOST}(?:낮|"
        r"적|어린)\S*",
        "age_from",
        False,
        "나이 하한이 낮은 순",
    ),
    (
        rf"(?:연\s?)?소득\s?상한\S*\s?{_MOST}(?:높|"
        r"많|큰)\S*",
        "income_to",
        True,
        "소득 상한이 높은 순",
    ),
    (
        rf"(?:연\s?)?소득\s?상한\S*\s?{_MOST}(?:낮|"
        r"적|작)\S*",
        "income_to",
        False,
        "소득 상한이 낮은 순",
    ),
]
_ORDERS = [(re.compile(pattern), column, down, label) for pattern, column, down, label in _ROWS]
_PLACE_WORDS = r"(?:구|군|시|시군구|자치구|지역|기관|부처|나라)"
_COUNT = re.compile(
    r"(?:모두|전부|전체|총|다\s?해서|합해서|합쳐서|합하면|다)?\s?"
    r"(?:몇\s?(?:개|건|가지|종|종류|곳|군데|개나|"
    r"갠|갭)\S*|(?:총|전체)?\s?(?:개수|건수|갯수|"
    r"가짓수)\S*|얼마나\s?(?:많|있|되)\S*"
    r"|(?<![가-힣])수(?:는|가|를|만)\s?(?:몇|얼마|"
    r"알|세|궁금|어떻게)?\S*|(?:세어|세|헤아려)\s?(?:줘|"
    r"봐|주세요)\S*|몇(?:이|인|이나|이야)?\S*\s?$)"
)
_AGENCIES = re.compile(
    r"(?:기관|지자체|부처)(?:은|는|이|가)?\s?(?:모두|총)?\s?몇\s?(?:곳|개|군데)\S*"
)
_NUMBER = NATIVE_ONES | {"열": NATIVE_TENS["열"]}
_NTH = re.compile(r"(?P<n>두|세|네|다섯|\d{1,2})\s?번째로")
_LIMIT = re.compile(
    r"(?:상위|톱|TOP|top|앞에서|위에서)?\s?(?P<n>\d{1,3}|"
    r"한|두|세|네|다섯|열)\s?(?:개|건|가지|곳|"
    r"군데|위(?:까지)?)"
    r"(?:씩|까지|만)?(?:\s?만)?(?:\s?(?:골라|뽑아|보여|알려)\S*)?|(?P<one>하나|딱\s?하나)(?:만|씩)?"
    r"|(?:상위|톱|TOP|top)\s?(?P<top>\d{1,3})(?!\d)"
)


def read_shape(draft: Draft) -> None:
    """Superlatives with their number of rows, and whether a count is asked for."""
    for match in draft.find(_NTH):
        # 「두 번째로 많은」: the superlative's place in the row.
        draft.skip = _NUMBER[match["n"]] - 1 if match["n"] in _NUMBER else int(match["n"]) - 1
        said = "가장" + " " * (len(match[0]) - 2)
        draft.rest = draft.rest[: match.start()] + said + draft.rest[match.end() :]
    for pattern, column, descending, label in _ORDERS:
        found = next(draft.find(pattern), None)
        if found is not None:
            draft.order = Order(column=column, descending=descending, label=label)
            draft.take(*found.span())
            break
    for match in draft.find(_COUNT):
        draft.is_count = True
        draft.take(*match.span())
    if draft.order is not None:
        draft.limit = _limit(draft)


def _limit(draft: Draft) -> int | None:
    """One row for a superlative that names no number; none for a mere order (순으로)."""
    match = next(draft.find(_LIMIT), None)
    if match is not None:
        draft.take(*match.span())
        said = match["n"] or match["top"]
        return int(said) if said and said.isdecimal() else _NUMBER.get(said or "하나", 1)
    return None if re.search(r"순(?:으로|서)", draft.text) else 1
