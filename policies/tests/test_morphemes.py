"""Index terms of Korean text, and BM25 over them."""

from __future__ import annotations

import math
import unicodedata

import pytest

from policies.retrieval.filters import scope_of
from policies.retrieval.keyword import best_matches
from policies.retrieval.morphemes import WORDS_FILE, term_counts, terms
from policies.retrieval.question import prepared
from policies.retrieval.types import Query
from policies.tests.records import load_texts


@pytest.mark.parametrize("text", ["당뇨병 환자의 혈당에서", "기초연금 신청방법은?", "임신·출산"])
def test_decomposed_hangul_is_the_same_text(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(text)


def test_full_width_and_invisible_signs_are_folded() -> None:
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in "CCTV65")
    assert terms(f"{wide[:4]} {wide[4:]}세") == terms("CCTV 65세")
    assert terms("의료\u00a0급여\u200b") == terms("의료 급여")


def test_both_spellings_of_a_compound_meet() -> None:
    assert "당뇨병환자" in terms("당뇨병 환자 지원")
    assert set(terms("당뇨병환자")) & set(terms("당뇨병 환자"))
    assert set(terms("의료비지원")) & set(terms("의료비 지원")) >= {"지원"}


@pytest.mark.parametrize("particle", ["에서", "을", "이", "으로", "부터", "까지", "의"])
def test_particles_are_dropped(particle: str) -> None:
    assert terms(f"혈당{particle}") == terms("혈당") == ["혈당"]


def test_empty_words_of_questions_tell_nothing() -> None:
    assert terms("어떻게 받을 수 있는지 궁금해요") == []
    assert terms("") == terms("… !! ①") == []


def test_letters_are_lower_case_and_long_terms_cut() -> None:
    assert terms("CCTV") == terms("cctv")
    assert all(len(term) <= 60 for term in terms("a" * 200))


def test_words_of_the_field_stay_whole() -> None:
    words = [
        line.split("#")[0].strip() for line in WORDS_FILE.read_text(encoding="utf-8").splitlines()
    ]
    whole = [word for word in words if word and word in terms(f"{word}을 신청")]
    assert len(whole) >= 0.9 * len([word for word in words if word])


def test_boosts_add_to_the_weight_of_a_term() -> None:
    query = Query(text="당뇨병 당뇨병 검사", boosts={"당뇨병": 3.0, "치매": 1.0}, vocabulary=False)
    weights = prepared(query).terms
    assert weights["당뇨병"] == 5
    assert weights["검사"] == weights["치매"] == 1


TEXTS = {
    "a": "당뇨병 환자에게 당뇨병 검사비를 지원합니다. 보건소에서 신청합니다.",
    "b": "치매 환자의 약값을 지원합니다.",
    "c": "난방비를 지원합니다. 겨울 난방비와 여름 냉방비를 지원하는 사업입니다.",
    "d": "당뇨병 소모성 재료 구입비",
}


def asked(question: str, boosts: dict[str, float]) -> dict[str, float]:
    return prepared(Query(text=question, boosts=boosts, vocabulary=False)).terms


def plain_bm25(question: str, boosts: dict[str, float]) -> dict[str, float]:
    """BM25 (k1 1.5, b 0.75) as in a textbook."""
    documents = {name: term_counts(f"{name}\n{text}") for name, text in TEXTS.items()}
    average = sum(counts.total() for counts in documents.values()) / len(documents)
    scores: dict[str, float] = {}
    for term, weight in asked(question, boosts).items():
        df = sum(term in counts for counts in documents.values())
        idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
        for name, counts in documents.items():
            tf = counts[term]
            length = counts.total() / average
            if tf:
                gain = tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * length))
                scores[name] = scores.get(name, 0.0) + weight * idf * gain
    return scores


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "boosts"),
    [
        ("당뇨병 환자 검사", {}),
        ("지원", {}),
        ("난방비 난방비 당뇨병", {}),
        ("약값", {"당뇨병": 2.0}),
        ("우주선", {}),
    ],
)
def test_sql_gives_textbook_bm25(question: str, boosts: dict[str, float]) -> None:
    policies = load_texts(TEXTS)
    names = {policy.pk: name for name, policy in policies.items()}
    scope = scope_of(Query(text=question))
    scored = best_matches(asked(question, boosts), scope=scope, limit=10)
    assert {names[key]: score for key, score in scored.items()} == pytest.approx(
        plain_bm25(question, boosts)
    )
    assert list(scored.values()) == sorted(scored.values(), reverse=True)
    assert len(best_matches(asked(question, boosts), scope=scope, limit=1)) == min(1, len(scored))
