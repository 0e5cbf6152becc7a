"""Places in questions: codes and names of those who govern there."""

from __future__ import annotations

import pytest

from policies.structured.places import Place, area_codes, is_ambiguous, places_of, sido_codes


def place(text: str) -> Place:
    (found,) = places_of(text)
    return found


@pytest.mark.parametrize(
    ("text", "label", "authority"),
    [
        ("동작구 서비스", "서울특별시 동작구", "서울특별시 동작구"),
        ("서울 중구만 대상", "서울특별시 중구", "서울특별시 중구"),
        ("임실군 서비스", "전북특별자치도 임실군", "전북특별자치도 임실군"),
        ("임실 서비스", "전북특별자치도 임실군", "전북특별자치도 임실군"),
        ("전라북도가 주관", "전북특별자치도", "전북특별자치도"),
        ("제주도청 서비스", "제주특별자치도", "제주특별자치도"),
        ("경기 성남시 분당구", "경기도 성남시 분당구", "경기도 성남시 분당구"),
        ("포항 남구", "경상북도 포항시 남구", "경상북도 포항시 남구"),
    ],
)
def test_names(text: str, label: str, authority: str) -> None:
    found = place(text)
    assert found.label == label
    assert authority in found.authorities


def test_a_city_has_the_codes_of_its_districts() -> None:
    assert place("수원시만 대상").codes == area_codes("경기도", "수원시")
    assert len(place("수원시만 대상").codes) == 5


def test_a_whole_province_is_known_by_its_first_digits_a_former_one_by_its_parts() -> None:
    assert place("울산만 대상").sidos == frozenset({"31"})
    former = place("광주만 대상")
    assert former.sidos is None
    assert former.codes == {"12210", "12240", "12270", "12300", "12330"}


def test_a_name_of_several_provinces_is_ambiguous() -> None:
    assert is_ambiguous(place("중구만 대상"))
    assert not is_ambiguous(place("부산 중구만 대상"))


@pytest.mark.parametrize(
    "text", ["대구은행 대출", "경기 침체 지원", "예산 소진", "수영 강습", "고령 친화"]
)
def test_other_words(text: str) -> None:
    assert list(places_of(text)) == []


def test_every_province_has_a_code() -> None:
    assert len(sido_codes()) == 16
