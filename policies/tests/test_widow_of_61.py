"""A person that earlier systems went wrong with: 61, widowed, alone in 대구, poor, not yet old.

They recommended services for old people to her, and a youth's rent subsidy.
"""

from __future__ import annotations

import re

import pytest

from policies.catalogue.load import load_catalogue
from policies.catalogue.schema import CatalogueEntry
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.reference import bundled_tables
from policies.vocabulary import Verdict

WIDOW = ApplicantFacts.model_validate(
    {
        "as_of": "2026-11-29",
        "birth_date": "1965-03-02",
        "sex": "female",
        "region": {"sido": "대구광역시"},
        "household_size": 1,
        "household_types": ["one_person"],
        "marital_status": "widowed",
        "children": [],
        "disability": "none",
        "employment": "inactive",
        "other": {"저소득층": True},
    }
)


@pytest.fixture(scope="module")
def decisions() -> dict[str, Decision]:
    """Decision by the name of each catalogue entry with a rule."""
    entries = [entry for entry in load_catalogue().entries.values() if entry.rule is not None]
    return {entry.name: decide(entry) for entry in entries}


def decide(entry: CatalogueEntry) -> Decision:
    assert entry.rule is not None
    return evaluate(entry.rule, WIDOW, bundled_tables())


@pytest.mark.parametrize(
    ("name", "verdict", "told"),
    [
        ("근로·자녀장려금", Verdict.NEEDS_MORE_INFO, "재산을 알면"),
        ("생계급여", Verdict.NEEDS_MORE_INFO, "기준중위소득 32% 이하인지"),
        ("결핵환자 부양가족 생활보호비(입원·격리치료명령)", Verdict.NEEDS_MORE_INFO, "결핵"),
        ("차상위 본인부담경감", Verdict.NEEDS_MORE_INFO, "기준중위소득 50% 이하인지"),
        ("자활근로", Verdict.NEEDS_MORE_INFO, "기초생활수급자인지"),
        ("청년월세 지원", Verdict.UNLIKELY, "만 19세 이상 34세 이하여야 하는데 만 61세입니다."),
        ("기초연금", Verdict.UNLIKELY, "만 65세 이상이어야 하는데 만 61세입니다."),
        ("노인맞춤돌봄서비스", Verdict.UNLIKELY, "만 65세 이상이어야 하는데 만 61세입니다."),
        ("독거노인·장애인 응급안전안심서비스", Verdict.UNLIKELY, "만 65세 이상이어야"),
    ],
)
def test_each_service_gets_the_verdict_it_deserves(
    decisions: dict[str, Decision], name: str, verdict: Verdict, told: str
) -> None:
    decision = decisions[name]
    assert decision.verdict is verdict
    assert any(told in each.sentence for each in decision.outcomes if each.decisive)


def test_nothing_for_the_old_or_for_children_is_promised(decisions: dict[str, Decision]) -> None:
    named = {name for name in decisions if re.search("노인|어르신|아동|영유아|출산|청년", name)}
    assert len(named) > 40
    assert not [name for name in named if decisions[name].verdict is Verdict.LIKELY]
