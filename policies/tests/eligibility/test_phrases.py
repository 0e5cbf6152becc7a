"""Phrases in which people say that a free criterion holds."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict
from pydantic import ValidationError

from policies.admin.criterion_form import form_class
from policies.catalogue.load import load_catalogue
from policies.eligibility.phrases import checked_phrase, says
from policies.eligibility.rule import OtherCriterion, rule_leaves

ALONE = "밥|옷|세수 못|도와|입혀 !잘"


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("옷도 제가 입혀 드려요", True),
        ("밥을 혼자 못 차려 드세요", True),
        ("밥은 혼자 잘 드시고 못 하는 게 없어요", False),
        ("옷이 많아요", False),
        ("장을 못 보세요", False),
    ],
)
def test_all_words_in_any_order_and_none_of_the_denied(clause: str, said: bool) -> None:
    assert says([ALONE], clause) is said
    assert says(["없는 말", ALONE], clause) is said


@pytest.mark.parametrize("phrase", ["", "   ", "!밥", "밥||옷", "밥 |옷"])
def test_what_is_no_phrase_is_refused_in_korean(phrase: str) -> None:
    with pytest.raises(ValueError, match="말하는 표현"):
        checked_phrase(phrase)
    with pytest.raises(ValidationError, match="말하는 표현"):
        OtherCriterion(criterion="other", key="열쇠", said=[phrase])


def _filled(**fields: str) -> Any:
    data = {"c-key": "돌봄필요", "c-section": "target", "c-quote": "돌봄이 필요한 분"}
    data |= {f"c-{name}": value for name, value in fields.items()}
    texts = {"target": "돌봄이 필요한 분"}
    return form_class("other")(texts, MultiValueDict({k: [v] for k, v in data.items()}), prefix="c")


def test_a_caseworker_writes_long_phrases_and_is_told_what_is_none() -> None:
    long = "|".join(f"말{number}" for number in range(100))
    good = _filled(said=f"{long} 못\n혼자 못", denied="혼자 잘")
    assert good.is_valid(), good.errors
    assert good.criterion["said"] == [f"{long} 못", "혼자 못"]
    bad = _filled(said="혼자 못\n!잘")
    assert not bad.is_valid()
    assert "말하는 표현" in str(bad.errors["said"])


def test_one_key_has_the_same_phrases_in_every_entry() -> None:
    by_key: dict[str, set[tuple[str, ...]]] = {}
    for entry in load_catalogue().entries.values():
        for leaf in rule_leaves(entry.rule) if entry.rule else []:
            if isinstance(leaf, OtherCriterion) and leaf.said:
                by_key.setdefault(leaf.key, set()).add(tuple(leaf.said))
    assert len(by_key) > 300
    shared = {key for key, phrases in by_key.items() if len(phrases) > 1}
    # The emergency of the medical aid is told in fewer ways than that of the living costs.
    assert shared <= {"긴급복지위기사유"}
