"""Data of an event in Korean: single values as pairs, lists of records as tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chat.admin.labels import ROUTE_LABELS
from chat.admin.tables import Pair, Table
from chat.agent.describe import fact_label
from chat.agent.facts import member_name
from chat.agent.judging import BASIS_LABELS
from chat.agent.understanding.model_facts import REFUSAL_LABELS, RESULT_LABELS
from policies.eligibility.questions import ASKING
from policies.vocabulary import VERDICT_LABELS
from profiles import choices

_NAMES = {
    "text": "말한 내용",
    "label": "판단",
    "reason": "이유",
    "profiles": "불러온 가족",
    "turns": "대화 차례",
    "question": "정리한 질문",
    "route": "경로",
    "residual": "사실을 뺀 질문",
    "names": "정책",
    "key": "물은 것",
    "query": "검색어",
    "region": "지역",
    "embedder": "임베딩 모델",
    "below_floor": "모두 기준 점수 아래",
    "cache_hits": "캐시에서 찾음",
    "cache_misses": "캐시에 없음",
    "citations": "인용",
    "verified": "확인한 인용",
    "claims_removed": "근거가 없어 뺀 문장",
    "line": "거절한 문장",
    "started": "쓰기 시작함",
    "removed": "지운 내부 표현",
    "member": "누구",
    "before": "앞의 값",
    "after": "새 값",
    "minutes": "쉰 시간(분)",
    "known": "기억하던 것",
    "summary": "요약",
    "questions": "제안한 질문",
    "refused": "뺀 질문",
    "prompt": "쓴 프롬프트",
    "error": "오류",
}
_GUARD_LABELS = {
    "allow": "통과",
    "crisis": "위기 상황",
    "off_topic": "주제 밖",
    "injection": "지시 바꾸기 시도",
    "abuse": "욕설",
}
_ORDER = {key: place for place, key in enumerate(_NAMES)}
# Ends of a step in a way: "가 —중복 불가→ 나".
_STEP = re.compile(r"—|→")
_PREDICATES = dict(choices.PREDICATE)


def pairs(data: Mapping[str, Any]) -> list[Pair]:
    """Everything that no table shows, in a fixed order (stored JSON keeps none)."""
    return [
        Pair(_NAMES.get(key, key), _said(key, value))
        for key, value in sorted(data.items(), key=lambda item: _ORDER.get(item[0], len(_ORDER)))
        if table(key, value, {}) is None and value not in ("", None)
    ]


def table(key: str, value: Any, names: Mapping[str, str]) -> Table | None:
    """Table of the value, or None where it is not a list of records of a known kind."""
    maker = _TABLES.get(key)
    if maker is None or not isinstance(value, list | dict) or not value:
        return None
    return maker(value, names)


def _said(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "예" if value else "아니요"
    if key == "label":
        return _GUARD_LABELS.get(str(value), str(value))
    if key == "route":
        return ROUTE_LABELS.get(str(value), str(value))
    if key == "member":
        return member_name(str(value))
    if key == "key" and value == "age":
        return "나이"
    if key == "key" and value in ASKING:
        return ASKING[value].subject
    if key == "profiles" and isinstance(value, list):
        return ", ".join(member_name(str(member)) for member in value) or "없음"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, Mapping):
        return " ".join(_said("", item) for item in value.values() if item) or "없음"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_said("", item) for item in value) or "없음"
    return str(value)


def _facts(value: Any, names: Mapping[str, str]) -> Table | None:
    if not isinstance(value, Mapping):
        return None
    rows: list[list[str]] = []
    for member, facts in value.items():
        for key, fact in facts.items() if isinstance(facts, Mapping) else []:
            rows += [[member_name(str(member)), *pair] for pair in _fact(str(key), fact)]
    return Table("사실", ["누구", "무엇", "값"], rows) if rows else None


def _fact(key: str, value: Any) -> list[tuple[str, str]]:
    if key == "other" and isinstance(value, Mapping):
        return [(str(name), _said("", answer)) for name, answer in value.items()]
    try:
        name, _, shown = fact_label(key, value).partition(": ")
    except (KeyError, TypeError, ValueError):
        return [(key, _said("", value))]
    return [(name, shown)]


def _triples(value: Any, names: Mapping[str, str]) -> Table | None:
    rows = [
        [
            member_name(str(row.get("subject", ""))),
            _PREDICATES.get(str(row.get("predicate")), str(row.get("predicate", ""))),
            str(row.get("object", "")),
            str(row.get("code") or "–"),
            _score(row.get("confidence")),
        ]
        for row in _records(value)
    ]
    heads = ["누구", "관계", "내용", "KCD 코드", "신뢰도"]
    return Table("건강 사실", heads, rows) if rows else None


def _model_facts(value: Any, names: Mapping[str, str]) -> Table | None:
    rows = [
        [
            member_name(str(row.get("member", ""))),
            _said("key", str(row.get("key", ""))),
            str(row.get("value", "")),
            str(row.get("quote", "")) or "–",
            _score(row.get("confidence")),
            RESULT_LABELS.get(str(row.get("result")), str(row.get("result", ""))),
            REFUSAL_LABELS.get(str(row.get("reason")), str(row.get("reason", ""))) or "–",
        ]
        for row in _records(value)
    ]
    heads = ["누구", "무엇", "값", "말", "확신", "결과", "까닭"]
    return Table("모델이 읽은 사실", heads, rows) if rows else None


def _hits(value: Any, names: Mapping[str, str]) -> Table | None:
    rows = [
        [
            str(place),
            names.get(str(hit.get("id")), f"지워진 정책 {hit.get('id')}"),
            *(_score(hit.get(key)) for key in ("score", "vector", "lexical")),
        ]
        for place, hit in enumerate(_records(value), start=1)
    ]
    return Table("찾은 정책", ["순위", "정책", "점수", "의미", "낱말"], rows) if rows else None


def _walk(value: Any, names: Mapping[str, str]) -> Table | None:
    """Each way through the graph: from, by what, to, and the steps between."""
    rows = []
    for line in value if isinstance(value, list) else []:
        steps = [step.strip() for step in _STEP.split(str(line))]
        rows.append([steps[0], " · ".join(steps[1:-1]) or "–", steps[-1]])
    return Table("관계를 따라간 길", ["정책", "관계", "이어진 정책"], rows) if rows else None


def _verdicts(value: Any, names: Mapping[str, str]) -> Table | None:
    verdicts = {verdict.value: label for verdict, label in VERDICT_LABELS.items()}
    bases = {basis.value: label for basis, label in BASIS_LABELS.items()}
    rows = [
        [
            str(row.get("name", "")),
            verdicts.get(str(row.get("verdict")), str(row.get("verdict", ""))),
            bases.get(str(row.get("basis")), str(row.get("basis", ""))),
        ]
        for row in _records(value)
    ]
    return Table("판정", ["정책", "판정", "기준"], rows) if rows else None


def _score(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, int | float) else "–"


def _records(value: Any) -> list[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)]


_TABLES: dict[str, Callable[[Any, Mapping[str, str]], Table | None]] = {
    "facts": _facts,
    "triples": _triples,
    "model_facts": _model_facts,
    "hits": _hits,
    "verdicts": _verdicts,
    "walk": _walk,
}
