"""Recipients: 기초생활수급자, 차상위계층, and those of other benefits named as a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise import livelihood, near_poor
from policies.eligibility.parsing.recognise.phrases import (
    is_priority,
    law_pattern,
    law_start,
    negation_end,
)
from policies.eligibility.rule import ReceivesCriterion

# As texts write them, to the official name.
_OFFICIAL = {
    "기초노령연금": "기초연금",
    "장애연금": "장애인연금",
    "실업급여": "구직급여",
    "가정양육수당": "양육수당",
    "긴급복지지원": "긴급복지",
    "장애인활동지원급여": "장애인활동지원",
    "장애인활동지원서비스": "장애인활동지원",
    "활동지원급여": "장애인활동지원",
    "한부모가족아동양육비": "한부모가족 아동양육비",
    "노인맞춤돌봄서비스": "노인맞춤돌봄",
    "노인맞춤돌봄": "노인맞춤돌봄",
}
_NAMES = (
    "기초노령연금|기초연금|장애인연금|장애연금|장애아동수당|장애수당|아동수당|부모급여|가정양육수당|양육수당"
    "|구직급여|실업급여|육아휴직급여|출산전후휴가급여|국민연금|노령연금|유족연금|상병수당|구직촉진수당"
    "|긴급복지지원|장애인활동지원급여|장애인활동지원서비스|장애인활동지원|활동지원급여|한부모가족아동양육비"
    "|노인맞춤돌봄서비스|노인맞춤돌봄|참전명예수당|보훈명예수당|농민수당|농어민수당|청년수당|국가장학금"
)
_WHO = (
    r"(?:수급(?:권자|자격자|대상자|자(?!격)|가구|세대)|수령자|수혜자|(?<=수당|연금|급여)대상자(?=[,·)]|$)"
    r"|지원대상자?(?=[,·)]|가구|$|및)|이용자"
    r"|을(?:지급)?(?:받고있는|받는|받은|수급하는|수령하는|수급중인)(?:자(?![가-힣])|사람)?"
    r"|를(?:지급)?(?:받고있는|받는|받은|수급하는|수령하는|수급중인)(?:자(?![가-힣])|사람)?)(?:가구|세대)?"
)
_RECEIVES = re.compile(rf"(?P<name>{_NAMES})(?:의)?{_WHO}")
_LAWS = law_pattern(r"[가-힣]{2,14}법(?:률)?")
# "「기초연금법」에 따른 수급자": the law names the benefit.
_BY_LAW = re.compile(
    r"「?(?P<name>기초연금|장애인연금|아동수당)법」?(?:제?\d+[조항호](?:의\d+)?)*(?:에따른|에의한|상의?)"
    r"(?:연금|수당)?수급(?:권)?자"
)
# 차상위 장애수당 is a kind of near-poor, not the benefit alone.
_NEAR_POOR_KIND = re.compile(r"차상위[^,.]{0,14}$")


def _found(flat: Flat, match: re.Match[str]) -> Iterator[Found]:
    text, (start, end) = flat.text, match.span()
    if is_priority(text, start, end) or _NEAR_POOR_KIND.search(text[max(0, start - 20) : start]):
        return
    turned = negation_end(text, end)
    name = _OFFICIAL.get(match["name"], match["name"])
    yield Found(
        law_start(text, start, _LAWS),
        end if turned is None else turned,
        ReceivesCriterion(criterion="receives", any_of=[name]),
        Kind.GROUP,
        "receipt",
        negated=turned is not None,
    )


def receipts(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Recipients of a benefit by its name: "기초연금 수급자", "장애수당을 받는 자"."""
    for match in _RECEIVES.finditer(flat.text):
        before = flat.text[: match.start()]
        if flat.starts_word(match.start()) or before.endswith(("및", "또는", "이상", "인", "의")):
            yield from _found(flat, match)


def receipts_by_law(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Recipients by the law of the benefit: "「장애인연금법」 제2조제4호에 따른 수급자"."""
    for match in _BY_LAW.finditer(flat.text):
        yield from _found(flat, match)


RECOGNISERS = (*livelihood.READERS, *near_poor.READERS, receipts, receipts_by_law)
