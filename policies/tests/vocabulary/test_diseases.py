"""Diseases ↔ KCD ↔ programmes."""

from __future__ import annotations

import json

import pytest

from policies.eligibility.conditions import _TABLE
from policies.tests.records import sample_data
from policies.vocab.diseases import disease_of_code, diseases, lineage, programme_words
from policies.vocab.kcd import code_range, plain_code, within
from policies.vocab.shipped import shipped_matcher

KCD = sample_data("kcd_icd3_partial/ICDCodes.json")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("E11", "제2형 당뇨병"),
        ("e11.9", "제2형 당뇨병"),
        ("E119", "제2형 당뇨병"),
        ("E12", "당뇨병"),
        ("I10", "고혈압"),
        ("I63.9", "뇌경색"),
        ("C50", "유방암"),
        ("C80", "암"),
        ("N18.5", "만성신부전"),
        ("G12.2", "루게릭병"),
        ("G12.0", "척수성 근위축증"),
        ("M35.2", "베체트병"),
        ("F00", "알츠하이머병"),
        ("F20", "조현병"),
    ],
)
def test_disease_of_a_code(code: str, name: str) -> None:
    found = disease_of_code(code)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("code", ["M35", "A00", "Z99", "", "E1", "11E", "당뇨", "E11-E14", "EE11"])
def test_codes_of_no_disease(code: str) -> None:
    assert disease_of_code(code) is None


def test_codes_and_ranges() -> None:
    assert plain_code(" c50.91 ") == "C509"
    assert code_range("E10-E14") == ("E10", "E14")
    assert within("E149", [("E10", "E14")])
    assert not within("M35", [("M352", "M352")])
    for bad in ("", "E14-E10", "E1", "E10-E11-E12", "e10"):
        with pytest.raises(ValueError, match=bad or None):
            code_range(bad)


def test_programme_words_go_up_to_the_wider_diseases() -> None:
    assert "치매치료관리비" in programme_words("알츠하이머병")
    assert {"암환자 의료비지원", "산정특례"} <= set(programme_words("유방암"))
    assert "희귀질환자 의료비지원" in programme_words("파킨슨병")
    assert programme_words("모르는 병") == ()
    assert [one.name for one in lineage(diseases()["직장암"])][:3] == ["직장암", "대장암", "암"]


def test_it_agrees_with_the_table_of_the_rules() -> None:
    """Where both name a disease, the codes of the rules are among ours."""
    ours = diseases()
    both = [each for each in _TABLE if each.name in ours and ours[each.name].codes]
    assert len(both) > 40
    for each in both:
        for code in each.codes:
            if len(code) < 3:
                continue
            first = {one[:3] for found in ours[each.name].ranges for one in found}
            near = within(code, ours[each.name].ranges) or code in first
            assert near, (each.name, code)


def test_spellings_name_one_disease() -> None:
    seen: dict[str, str] = {}
    for disease in diseases().values():
        for spelling in disease.spellings:
            flat = spelling.replace(" ", "")
            assert seen.setdefault(flat, disease.name) == disease.name, spelling


def test_a_spelling_leads_to_its_disease_and_no_other_entry() -> None:
    matcher = shipped_matcher()
    for disease in diseases().values():
        for spelling in disease.spellings:
            keys = [one.key for one in matcher.expansions(spelling)]
            assert keys == [f"disease-{disease.key}"], spelling


def test_a_disease_leads_to_its_programmes() -> None:
    (one,) = shipped_matcher().expansions("투석")
    assert one.official[0] == "만성신부전"
    assert "산정특례" in one.official


@pytest.mark.skipif(not KCD.exists(), reason="the list of KCD categories is not beside the project")
def test_codes_are_categories_of_kcd() -> None:
    """The list has A00-N03; every first category of ours in that stretch is one of it."""
    rows = json.loads(KCD.read_text(encoding="utf-8"))["results"]
    listed = {row["name"] for row in rows}
    ours = {first[:3] for disease in diseases().values() for first, _ in disease.ranges}
    assert {code for code in ours if code < "N04"} <= listed
