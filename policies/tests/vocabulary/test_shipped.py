"""The curated vocabulary itself."""

from __future__ import annotations

from collections import Counter

import pytest

from policies.vocab.check import entry_problems
from policies.vocab.files import read_yaml
from policies.vocab.forms import compiled, flat_forms
from policies.vocab.shipped import entry_of, shipped_entries, shipped_matcher


def official(text: str) -> set[str]:
    return {term for one in shipped_matcher().expansions(text) for term in one.official}


def test_it_is_large() -> None:
    entries = shipped_entries()
    assert len(entries) > 450
    assert sum(len(entry.said) for entry in entries) > 4000


def test_every_entry_is_one_a_caseworker_could_save() -> None:
    owners: dict[str, str] = {}
    for entry in shipped_entries():
        problems = entry_problems(entry, owners)
        assert not problems, (entry.key, problems)
        owners |= dict.fromkeys(flat_forms(entry.said), entry.key)


def test_every_form_can_be_found() -> None:
    forms = [form for entry in shipped_entries() for form in entry.said]
    empty = [form for form, read in zip(forms, compiled(forms), strict=True) if read == ([], [])]
    assert not empty


def test_forms_find_their_own_entry() -> None:
    """Said alone, a form leads to its entry or to a longer or equal form of another."""
    matcher = shipped_matcher()
    silent = [
        form
        for entry in shipped_entries()
        if not (entry.needs or entry.not_before or entry.not_after)
        for form in entry.said
        if not any(sign in form for sign in "(~") and ".." not in form
        if not matcher.expansions(form)
    ]
    assert len(silent) <= 20, Counter(silent)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("애 병원비", "아동"),
        ("애 병원비", "의료비"),
        ("혈압약 먹어요", "고혈압"),
        ("나이든 사람", "노인"),
        ("방세가 밀렸어요", "월세"),
        ("셋방 살아요", "주거급여"),
        ("기저귀값이 너무 들어요", "기저귀·조제분유"),
        ("이빨을 해 넣어야 돼요", "틀니"),
        ("회사에서 짤렸어요", "구직급여"),
        ("회사에서 잘렸는데요", "구직급여"),
        ("혼자 애 키워요", "한부모가족"),
        ("엄마가 깜빡깜빡하세요", "치매"),
        ("할머니가 누워만 계세요", "노인장기요양보험"),
        ("시험관 세 번째예요", "난임"),
        ("애기 낳았어요", "출산"),
        ("카드값을 못 내요", "채무조정"),
        ("전기세가 많이 나와요", "에너지바우처"),
        ("수도세 깎아주나요", "상하수도요금 감면"),
        ("뱃삯이 비싸요", "여객선 운임"),
        ("지붕이 새요", "집수리"),
        ("아버지 장례 치를 돈이 없어요", "장제급여"),
        ("돈 좀 빌려주는 데 있나요", "융자"),
        ("반찬 갖다 주는 거", "밑반찬 배달"),
        ("엄마 씻겨 줄 사람", "방문목욕"),
        ("말벗이 필요해요", "말벗"),
        ("밤에 애 봐줄 사람 없나요", "아이돌봄서비스"),
        ("남편한테 맞고 살아요", "가정폭력"),
        ("탈북했어요", "북한이탈주민"),
        ("외국에서 시집온 며느리", "결혼이민자"),
        ("월남 갔다 왔어요", "참전유공자"),
        ("농사짓는 사람", "농업인"),
        ("물질하는 할망", "해녀"),
        ("우리 집사람이 아파요", "배우자"),
        ("당뇨약 먹는 아부지", "당뇨병"),
        ("풍 맞으셨어요", "뇌병변장애"),
        ("신장 투석 받아요", "만성신부전"),
        ("E11 진단", "당뇨병"),
        ("고엽제 환자", "고엽제후유의증"),
    ],
)
def test_everyday_words_lead_to_official_terms(text: str, term: str) -> None:
    assert term in official(text)


@pytest.mark.parametrize(
    "text",
    ["지방세 얼마예요", "애인이랑 여행", "화장품 사고 싶어요", "통풍이 안 되는 방", "B동 203호"],
)
def test_other_words_lead_nowhere_wrong(text: str) -> None:
    assert not official(text) & {"아동", "월세", "장제급여", "통풍", "자녀"}


def test_bad_files_are_refused(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "double.yaml"  # type: ignore[operator]
    path.write_text("a: {said: [가], official: [나]}\na: {said: [다], official: [라]}\n")
    with pytest.raises(ValueError, match="a"):
        read_yaml(path)
    with pytest.raises(ValueError, match="sayd"):
        entry_of("x", {"sayd": ["가나"], "said": ["가나"], "official": ["다라"]})
    with pytest.raises(ValueError, match="slang"):
        entry_of("x", {"said": ["가나"], "official": ["다라"], "kind": "slang"})
