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
        ("다니던 데 관뒀어요", "구직급여"),
        ("공장이 문을 닫았어요", "구직급여"),
        ("가게를 접었어요", "폐업"),
        ("이번 달 생활비가 똑 떨어졌어요", "긴급복지"),
        ("벌이가 하나도 없어요", "생계급여"),
        ("월세가 석 달이나 밀렸어요", "긴급복지 주거지원"),
        ("주인이 방 빼래요", "임시거처"),
        ("친구 집에 얹혀살아요", "주거취약계층 주거지원"),
        ("카드 돌려막다가 터졌어요", "채무조정"),
        ("집주인이 보증금을 안 돌려줘요", "법률구조"),
        ("월남 다녀오셨어요", "참전명예수당"),
        ("유방 사진 찍으래요", "국가암검진"),
        ("줄담배를 피워요", "금연클리닉"),
        ("누나가 강제입원됐어요", "정신질환자 치료비"),
        ("옷도 혼자 못 입으세요", "장기요양"),
        ("밥을 혼자 못 차려 드세요", "노인맞춤돌봄서비스"),
        ("세 살인데 아직 말을 못 해요", "발달재활서비스"),
        ("양육비를 한 푼도 안 줘요", "양육비 이행"),
        ("밭일 대신 해 줄 사람", "영농도우미"),
        ("버스를 못 타세요", "특별교통수단"),
        ("전기세를 두 달 못 냈어요", "긴급복지지원"),
        ("방이 냉골이에요", "에너지바우처"),
        ("틀니가 부러졌어요", "틀니"),
        ("한국말이 서툴러요", "한국어교육"),
        ("그룹홈에서 살았어요", "자립준비청년"),
        ("수급자가 되고 싶어요", "생계급여"),
        ("노맞돌이 뭐예요", "노인맞춤돌봄서비스"),
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


@pytest.mark.parametrize(
    ("text", "term", "leads"),
    [
        ("우리 집사람이 아파요", "배우자", True),
        ("집으로 사람을 보내 주세요", "배우자", False),
        ("학교 때려치우고 싶대요", "학교 밖 청소년", True),
        ("손가락이 잘렸어요", "구직급여", False),
        ("국장님이 오셨어요", "국가장학금", False),
        ("회사 문 닫았어요", "소상공인 폐업지원", False),
        ("전세 재계약이 안 됐어요", "구직급여", False),
    ],
)
def test_longer_and_guarded_forms_win(text: str, term: str, leads: bool) -> None:
    assert (term in official(text)) is leads


def test_bad_files_are_refused(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "double.yaml"  # type: ignore[operator]
    path.write_text("a: {said: [가], official: [나]}\na: {said: [다], official: [라]}\n")
    with pytest.raises(ValueError, match="a"):
        read_yaml(path)
    with pytest.raises(ValueError, match="sayd"):
        entry_of("x", {"sayd": ["가나"], "said": ["가나"], "official": ["다라"]})
    with pytest.raises(ValueError, match="slang"):
        entry_of("x", {"said": ["가나"], "official": ["다라"], "kind": "slang"})
