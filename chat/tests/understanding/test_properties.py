"""What holds for any text at all."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from chat.agent.understanding import (
    extract,
    find_pii,
    guard_input,
    mask_pii,
    rewrite,
    route,
)
from chat.agent.understanding.health import _names
from chat.tests.understanding.helpers import DAY
from policies.eligibility.conditions import find_disease
from policies.eligibility.facts import ApplicantFacts

_WORDS = st.sampled_from(
    (
        "저는 제가 엄마 아버지는 남편이랑 아들 딸이 둘다 67세 예순 65년생 9주 임신 당뇨 치매는 "
        "아니고 암 서울 동작구 광주 살아요 월 280만원 중위소득 52% 수급자 차상위 장애 3급 2등급 "
        "혼자 돌아가셨어요 만약 실직하면 친구가 뭐 있나요? 지원 . , \n 아니 정정 010-1234-5678 "
        "600101-1234567 작년 3월에 둘 키워요 쌍둥이 0 99999년 2월 31일생 999살 ㅋㅋ"
    ).split(" ")
)
_TALK = st.lists(_WORDS, max_size=30).map(" ".join)
_ANY = st.one_of(st.text(max_size=200), _TALK)
_LISTED = frozenset(ApplicantFacts.model_fields)


@settings(max_examples=300, deadline=None)
@given(_ANY)
def test_extract_never_raises_and_quotes_are_pieces_of_the_text(text: str) -> None:
    found = extract(text, as_of=DAY)
    for member, proofs in found.evidence.items():
        for key, proof in proofs.items():
            assert key in found.facts[member]
            assert 0 < proof.confidence <= 1
            assert text[proof.start : proof.end] == proof.quote
    for facts in found.facts.values():
        assert facts.keys() <= _LISTED
    assert all(one.quote in text for one in found.triples)


@settings(max_examples=200, deadline=None)
@given(_ANY)
def test_the_gates_never_raise(text: str) -> None:
    assert guard_input(text).reason
    assert route(text, context=[text]).reason
    rewrite(text, last_question=text, last_policies=["기초연금"], focus="self")


@settings(max_examples=200, deadline=None)
@given(_ANY)
def test_masking_leaves_no_span_and_keeps_the_rest(text: str) -> None:
    spans = find_pii(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    rest = "".join(
        text[left:right]
        for left, right in zip(
            [0, *(one.end for one in spans)],
            [*(one.start for one in spans), len(text)],
            strict=True,
        )
    )
    assert len(mask_pii(text)) >= len(rest)


def test_codes_agree_with_the_eligibility_table() -> None:
    _, entries = _names()
    for name, code in entries.values():
        listed = find_disease(name)
        if code and listed and listed.codes:
            assert code in listed.codes, name
