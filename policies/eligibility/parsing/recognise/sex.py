"""Sex: 남성, 여성, 여자, 부녀자. Offices and programmes that carry the word say nothing."""

from __future__ import annotations

import re
from typing import Any

from policies.eligibility.parsing.found import Kind, Recogniser
from policies.eligibility.parsing.recognise.matching import recogniser, wording
from policies.vocabulary import Sex

_FEMALE: dict[str, Any] = {"criterion": "sex", "one_of": [Sex.FEMALE]}
_MALE: dict[str, Any] = {"criterion": "sex", "one_of": [Sex.MALE]}
_PAIR = r"남[·,/]?녀|(?:여성|남성|여자|남자|여|남)[·,/및]*(?:여성|남성|여자|남자|여|남)"

_sex = recogniser(
    wording(
        r"(?<!이민)(?<!이주)(?<!남성[·,/및])(?<!남성)여성(?!가족|복지|회관|단체|정책|일자리|새로|기업"
        r"|친화|긴급|의?전화|폭력|[·,/및]?남성|기준|의주소|비전|발전|문화|센터|인력|창업|안심|평등"
        r"|정치|리더|대학|중심|농업인?센터|질환|병원|인권|HPV|농업인바우처)",
        _FEMALE,
        Kind.SCOPE,
        "sex",
    ),
    # 참여자, 기여자, 대여자 … end in 여자 as well.
    wording(
        r"여자(?!친구|[가-힣]*(?:학교|기숙사)|[·,/및]?남자)",
        _FEMALE,
        Kind.SCOPE,
        "sex",
        word=True,
    ),
    wording(r"부녀자?(?!회|복지|상담)", _FEMALE, Kind.SCOPE, "sex"),
    wording(r"(?<![참남])여(?=학생|대생)", _FEMALE, Kind.SCOPE, "sex", word=True),
    wording(
        r"(?<!여성[·,/및])(?<!여성)남성(?![·,/및]?여성|육아대디|폭력)",
        _MALE,
        Kind.SCOPE,
        "sex",
    ),
    wording(r"남자(?!친구|[·,/및]?여자|[가-힣]*학교)", _MALE, Kind.SCOPE, "sex", word=True),
)

RECOGNISERS: tuple[Recogniser, ...] = (_sex,)
IGNORED: tuple[re.Pattern[str], ...] = (re.compile(_PAIR),)
