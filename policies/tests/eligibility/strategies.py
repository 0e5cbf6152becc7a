"""Hypothesis strategies: consistent people of whom everything is known, and random rules."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from policies.eligibility.dates import age_in_years
from policies.eligibility.derive import CHILD_YEARS
from policies.eligibility.reference import bundled_tables
from policies.tests.eligibility.people import AS_OF

Draw = st.DrawFn
_CAPS = {"생계": 32, "의료": 40, "주거": 48, "교육": 50}


def _days_before(low: int, high: int) -> st.SearchStrategy[date]:
    return st.integers(low, high).map(lambda days: AS_OF - timedelta(days=days))


def _age(draw: Draw) -> dict[str, Any]:
    """Birth date, and what goes with an age."""
    birth = draw(_days_before(1, 36000))
    years = age_in_years(birth, AS_OF)
    work = ["employed", "unemployed", "job_seeking", "farmer", "livestock", "on_leave"]
    if years < 5:
        schools = ["preschool", "not_student"]
    elif years < CHILD_YEARS:
        schools = ["elementary", "middle"]
    else:
        schools = ["high", "university", "graduate", "not_student"]
    return {
        "birth_date": birth,
        "employment": "inactive" if years < CHILD_YEARS else draw(st.sampled_from(work)),
        "education": draw(st.sampled_from(schools)),
    }


def _is_child(facts: dict[str, Any]) -> bool:
    return age_in_years(facts["birth_date"], AS_OF) < CHILD_YEARS


def _pregnancy(draw: Draw, child: bool) -> dict[str, Any]:
    if draw(st.booleans()):
        return {"sex": "male", "pregnancy": "none"}
    state = draw(st.sampled_from(["none", "pregnant", "postpartum"]))
    facts: dict[str, Any] = {"sex": "female", "pregnancy": "none" if child else state}
    if facts["pregnancy"] == "pregnant":
        facts["due_date"] = AS_OF + timedelta(days=draw(st.integers(0, 200)))
    if facts["pregnancy"] == "postpartum":
        facts["delivered_on"] = draw(_days_before(0, 180))
    return facts


def _household(draw: Draw, child: bool, delivered: date | None) -> dict[str, Any]:
    """A child has no children of its own to be told of, and may live in any family."""
    status = "single" if child else draw(st.sampled_from(["single", "married", "divorced"]))
    wed = draw(_days_before(0, 6000)) if status == "married" else None
    children = [] if child else draw(st.lists(_days_before(500, 9000), max_size=3))
    children += [] if delivered is None else [delivered]
    size = draw(st.integers(1, 9))
    types: list[str] = ["one_person"] if size == 1 else []
    if status != "married" and (children or child) and draw(st.booleans()):
        types.append("single_parent")
    several = len(children) >= 3 or ((child or len(children) == 2) and draw(st.booleans()))
    if several:
        types.append("multi_child")
    if wed is not None and (AS_OF - wed).days < 2500:
        types.append("newlywed")
    return {
        "marital_status": status,
        "married_on": wed,
        "children": None if child else children,
        "household_size": size,
        "household_types": types,
    }


def _money(draw: Draw, size: int) -> dict[str, Any]:
    median = bundled_tables().median_income(AS_OF.year, size)
    assert median is not None
    ratio = draw(st.integers(0, 200))
    benefits = [name for name, cap in _CAPS.items() if ratio <= cap and draw(st.booleans())]
    if "의료" in benefits:
        insurance = draw(st.sampled_from(["medical_aid_1", "medical_aid_2"]))
    else:
        insurance = draw(st.sampled_from(["employee", "regional", "dependent"]))
    paid = None if "의료" in benefits else draw(st.sampled_from([1, 50_000, 70_000, 200_000]))
    received = draw(st.sampled_from([["기초연금"], ["장애수당"], ["장애수당", "기초연금"]]))
    lists_others = bool(benefits) or draw(st.booleans())
    return {
        "median_income_ratio": ratio,
        "monthly_income": median.amount * ratio // 100,
        "basic_livelihood": benefits,
        "near_poor": ratio <= 50 and not benefits and draw(st.booleans()),
        "health_insurance": insurance,
        "health_insurance_premium": paid,
        "receives": received if lists_others else [],
        "assets": draw(st.sampled_from([0, 100_000_000, 300_000_000])),
    }


def _health(draw: Draw) -> dict[str, Any]:
    grade = draw(st.integers(0, 6))
    facts: dict[str, Any] = {"disability": "none"}
    if grade:
        facts = {
            "disability": "severe" if grade <= 3 else "mild",
            "legacy_disability_grade": grade,
            "disability_type": draw(st.sampled_from(["지체", "시각", "지적", "발달"])),
        }
    known = st.sampled_from(["당뇨", "위암", "암", "윌슨병", "크론병"])
    facts["conditions"] = draw(st.lists(known, max_size=2))
    facts["long_term_care_grade"] = draw(st.sampled_from(["none", "1", "cognitive"]))
    return facts


def _free(draw: Draw, veteran: bool, types: list[str]) -> dict[str, bool]:
    """Free keys, each in words of its own."""
    return {
        "세대주": draw(st.booleans()),
        "참전유공자": veteran and draw(st.booleans()),
        "3자녀이상가정": "multi_child" in types,
        "중소또는중견기업재직": draw(st.booleans()),
        "동일사업장6개월이상근무": draw(st.booleans()),
        "유사사업참여또는수령": draw(st.booleans()),
        "귀향여비없음": draw(st.booleans()),
    }


@st.composite
def people(draw: Draw) -> dict[str, Any]:
    """Facts in JSON form without contradictions, everything known."""
    age = _age(draw)
    child = _is_child(age)
    pregnancy = _pregnancy(draw, child)
    household = _household(draw, child, pregnancy.get("delivered_on"))
    owned, veteran = draw(st.booleans()), draw(st.booleans())
    places = [("서울특별시", "동작구"), ("전남광주통합특별시", "광산구"), ("경기도", "수원시")]
    sido, sigungu = draw(st.sampled_from(places))
    return {
        "as_of": AS_OF,
        "region": {"sido": sido, "sigungu": sigungu},
        "moved_in_on": draw(_days_before(0, 3000)),
        "nationality": draw(st.sampled_from(["korean", "foreign"])),
        "owns_home": owned,
        "tenure": draw(st.sampled_from(["owned", "jeonse"] if owned else ["jeonse", "other"])),
        "infertility_treatment": draw(st.booleans()),
        "veteran": veteran,
        "other": _free(draw, veteran, household["household_types"]),
        **age,
        **household,
        **pregnancy,
        **_money(draw, household["household_size"]),
        **_health(draw),
    }


@st.composite
def partial_people(draw: Draw, whole: dict[str, Any]) -> dict[str, Any]:
    """The same person with some facts not asked yet; a birth date may shrink to a said age, and
    a region to its 시도 (the move told then being the one into that, it is left out)."""
    facts = {key: value for key, value in whole.items() if key == "as_of" or draw(st.booleans())}
    if "birth_date" not in facts and draw(st.booleans()):
        facts["age"] = age_in_years(whole["birth_date"], AS_OF)
    if "region" in facts and draw(st.booleans()):
        facts["region"] = {"sido": whole["region"]["sido"]}
        facts.pop("moved_in_on", None)
    if "other" in facts:
        facts["other"] = {k: v for k, v in whole["other"].items() if draw(st.booleans())}
    return facts


LEAVES: list[dict[str, Any]] = [
    {"criterion": "age", "min": 19, "max": 64},
    {"criterion": "age", "min": 65},
    {"criterion": "age", "unit": "months", "below": 24},
    {"criterion": "age", "unit": "year_age", "min": 19, "max": 34},
    {"criterion": "age", "max": 39, "at": "year_start"},
    {"criterion": "age", "min": 19, "at": "year_end"},
    {"criterion": "age", "min": 20, "max": 40, "on": "2025-07-01"},
    {"criterion": "age", "min": 25, "at": "birth"},
    {"criterion": "age_group", "group": "청년"},
    {"criterion": "age_group", "group": "노인"},
    {"criterion": "age_group", "group": "영유아"},
    {"criterion": "birth_window", "born_from": "1980-03-01", "born_to": "2005-02-28"},
    {"criterion": "sex", "one_of": ["female"]},
    {"criterion": "region", "sido": "서울", "sigungu": "동작구"},
    {"criterion": "region", "sido": "광주광역시"},
    {"criterion": "region", "sido": "경기도", "sigungu": "수원시 장안구"},
    {"criterion": "residence", "min_months": 6},
    {"criterion": "residence", "min_days": 180, "at": "birth"},
    {"criterion": "residence", "min_months": 12, "at": "year_start"},
    {"criterion": "residence", "max_months": 36},
    {"criterion": "residence", "moved_from": "2022-01-01", "moved_to": "2025-12-31"},
    {"criterion": "nationality", "one_of": ["korean"]},
    {"criterion": "household_type", "any_of": ["one_person", "multi_child"]},
    {"criterion": "household_type", "any_of": ["single_parent", "newlywed"]},
    {"criterion": "household_size", "min": 4},
    {"criterion": "marital_status", "one_of": ["married"]},
    {"criterion": "married_within", "max_months": 84},
    {"criterion": "married_within", "min_months": 12, "married_from": "2015-01-01"},
    {"criterion": "children", "min_count": 2, "below": 18},
    {"criterion": "children", "within_months": 12},
    {"criterion": "children", "within_days": 365, "born_from": "2026-01-01"},
    {"criterion": "children", "ordinal": 3, "max": 12, "at": "year_start"},
    {"criterion": "children", "min_count": 0, "max_count": 1, "at": "birth", "below": 7},
    {"criterion": "pregnancy", "one_of": ["pregnant"]},
    {"criterion": "pregnancy", "one_of": ["postpartum"], "within_months": 3},
    {"criterion": "pregnancy", "one_of": ["pregnant"], "min_weeks": 16},
    {"criterion": "pregnancy", "one_of": ["pregnant"], "min_weeks": 12, "max_weeks": 32},
    {"criterion": "pregnancy", "one_of": ["pregnant"], "max_weeks": 11},
    {"criterion": "median_income_ratio", "max": 50},
    {"criterion": "median_income_ratio", "min": 30, "max": 120},
    {"criterion": "monthly_income", "max": 2_000_000},
    {"criterion": "monthly_income", "table": "basic_pension"},
    {"criterion": "health_insurance", "one_of": ["medical_aid_1"]},
    {"criterion": "premium", "employee_max": 100_000, "regional_max": 50_000},
    {"criterion": "premium", "minimum": True},
    {"criterion": "low_income"},
    {"criterion": "assets", "below": 300_000_000},
    {"criterion": "assets", "max": 100_000_000},
    {"criterion": "owns_home", "equals": False},
    {"criterion": "tenure", "one_of": ["owned"]},
    {"criterion": "basic_livelihood", "any_of": ["생계", "의료"]},
    {"criterion": "near_poor"},
    {"criterion": "disability", "one_of": ["severe"]},
    {"criterion": "disability", "one_of": ["severe", "mild"], "types": ["지적"]},
    {"criterion": "disability", "one_of": ["severe", "mild"], "legacy_grade_max": 2},
    {"criterion": "long_term_care_grade", "one_of": ["1", "2"]},
    {"criterion": "condition", "any_of": ["당뇨병", "위암"]},
    {"criterion": "condition", "any_of": ["희귀질환"]},
    {"criterion": "employment", "one_of": ["employed", "livestock"]},
    {"criterion": "education", "one_of": ["university", "graduate"]},
    {"criterion": "education", "one_of": ["preschool"]},
    {"criterion": "infertility_treatment"},
    {"criterion": "veteran"},
    {"criterion": "veteran", "kinds": ["국가유공자"], "family": True},
    {"criterion": "veteran", "kinds": ["참전유공자", "의사상자"]},
    {"criterion": "household_type", "any_of": ["multi_child"], "quote": "3자녀 이상 가정"},
    {"criterion": "receives", "any_of": ["기초연금", "생계급여"]},
    {"criterion": "other", "key": "세대주"},
    {
        "criterion": "other",
        "key": "동일 사업장 근무",
        "quote": "중소·중견기업 동일 사업장에서 6개월 이상 근무한 자",
    },
    {"criterion": "other", "key": "동일 사업장", "quote": "동일 사업장에서 6개월 이상 근무"},
    {
        "criterion": "other",
        "key": "유사사업",
        "quote": "유사사업 참여 중이거나 지원금을 수령한 자",
    },
    {"criterion": "other", "key": "여비", "quote": "귀향여비가 없는 자", "negative": True},
    {"criterion": "sex", "one_of": ["male"], "unclear": True, "quote": "그 밖의 경우"},
]


def _groups(branches: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    several = st.lists(branches, min_size=1, max_size=4)
    plain = st.tuples(st.sampled_from(["all_of", "any_of", "none_of"]), several)
    return st.one_of(
        plain.map(lambda pair: {pair[0]: pair[1]}),
        several.flatmap(
            lambda listed: st.integers(1, len(listed)).map(
                lambda count: {"at_least": count, "of": listed}
            )
        ),
    )


def rules() -> st.SearchStrategy[dict[str, Any]]:
    """Rules in JSON form, groups nested at will."""
    return st.recursive(st.sampled_from(LEAVES), _groups, max_leaves=8)
