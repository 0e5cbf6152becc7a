"""Employment status and trades; employment with conditions of its own stays unread."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.work import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

OUT_OF_WORK = ("unemployed", "job_seeking", "inactive")


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("청년 근로자", ("employed",)),
        ("관내 거주 직장인", ("employed",)),
        ("신청일 기준 취업 중인 자", ("employed",)),
        ("소상공인", ("self_employed",)),
        ("개인사업자", ("self_employed",)),
        ("미취업 청년", OUT_OF_WORK),
        ("무직자", OUT_OF_WORK),
        ("장기실직자", ("unemployed", "job_seeking")),
        ("구직자", ("job_seeking",)),
        ("구직 중에 있는 청년", ("job_seeking",)),
        ("취업준비생", ("job_seeking",)),
        ("육아휴직자", ("on_leave",)),
        ("육아휴직을 사용한 자", ("on_leave",)),
    ],
)
def test_status(words: str, kinds: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "employment", "one_of": list(kinds)}]
    assert found(RECOGNISERS, words)[0].kind is Kind.SCOPE


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("농업인", ("farmer",)),
        ("농어업인", ("farmer", "fisher")),
        ("농·어업인", ("farmer", "fisher")),
        ("농어민", ("farmer", "fisher")),
        ("임업인", ("forester",)),
        ("어업인", ("fisher",)),
        ("축산농가", ("livestock",)),
        ("영농에 종사하는 자", ("farmer",)),
    ],
)
def test_trades(words: str, kinds: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "employment", "one_of": list(kinds)}]
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    "words",
    [
        "농업경영체에 등록된 자",
        "「농어업경영체 육성 및 지원에 관한 법률」 제4조에 따라 농어업경영체로 등록된 자",
        "사업자등록이 되어 있는 자",
        "사업자등록 사실이 없는 자",
        "사업자등록을 하지 않은 자",
    ],
)
def test_a_registration_is_not_a_status(words: str) -> None:
    """Who is registered may do other work, and the other way round: it is asked by its words."""
    assert rules(RECOGNISERS, words) == []


def test_trade_keeps_its_crop_unread() -> None:
    words = "벼 재배 농업인"
    (one,) = found(RECOGNISERS, words)
    assert Flat.of(words).quote(one.start, one.end) == "농업인"


@pytest.mark.parametrize(
    "words",
    [
        "중소기업에 재직 중인 자",
        "동일 사업장에서 6개월 이상 재직 중인 자",
        "상시근로자 5인 미만",
        "도시근로자 월평균소득 100% 이하",
        "일용근로자",
        "근로자 수 30인 이하",
        "구직급여",
        "구직활동비",
        "실업급여",
        "취업 취약계층",
        "농업인 안전보험",
        "농업회사법인",
        "소상공인시장진흥공단",
        "예비창업자",
        "보조사업자",
        "여성농업인바우처",
        "부모 모두 비취업",
        "육아휴직 급여",
        "공공기관 재직자",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(
    texts_of(
        "재직 중 근로자 취업 미취업 실직 구직 자 농업인 어업인 축산 농가 "
        "사업자등록 소상공인 육아휴직"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
