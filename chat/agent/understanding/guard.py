"""The gate before anything else: crisis, injection, abuse, off-topic, or go on.

Patterns are data (`data/guard.yaml`). Rules only, so that it costs well below 5 ms and works
with no model. A crisis is looked for first: nobody in danger is turned away as rude or off topic.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from chat.agent.understanding.files import DATA
from chat.agent.understanding.types import GuardDecision, GuardLabel
from policies.numerals import FULL_WIDTH

MAX_LENGTH = 2000
_UNBROKEN = re.compile(r"(\S{50})(?=\S)")
REASONS = {
    GuardLabel.ALLOW: "복지·의료 정책에 관한 말씀입니다.",
    GuardLabel.OFF_TOPIC: "복지·의료 정책과 관계없는 질문이거나 의학적 판단이 필요한 질문입니다.",
    GuardLabel.INJECTION: "도우미의 규칙을 바꾸거나 남의 정보를 꺼내려는 요청입니다.",
    GuardLabel.ABUSE: "욕설이나 성적인 말, 비하하는 말이 들어 있습니다.",
    GuardLabel.CRISIS: "지금 위험한 상황일 수 있는 말씀입니다.",
}
_HIDDEN = re.compile(r"[\u200b-\u200f\u2060\ufeff]")
# NFKC would turn ㅅㅂ into other signs, so only full-width forms are folded.
_SQUEEZE = re.compile(r"[\s\-_.·*|/]+")
_SPELLED = re.compile(r"(?:\b[A-Za-z]\b[\s\-_.·*]){4,}[A-Za-z]\b")


@dataclass(frozen=True)
class _Patterns:
    strong: dict[str, re.Pattern[str]]
    weak: dict[str, re.Pattern[str]]
    crisis_unless: re.Pattern[str]
    strong_unless: re.Pattern[str]
    idiom: re.Pattern[str]
    injection: re.Pattern[str]
    encoded: re.Pattern[str]
    abuse: re.Pattern[str]
    off_topic: re.Pattern[str]
    medical: re.Pattern[str]
    off_unless: re.Pattern[str]
    request: re.Pattern[str]
    domain: re.Pattern[str]


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


@cache
def _patterns() -> _Patterns:
    data: dict[str, Any] = yaml.safe_load((DATA / "guard.yaml").read_text(encoding="utf-8"))
    kinds = data["crisis"]["kinds"]
    return _Patterns(
        strong={kind: re.compile(one["strong"]) for kind, one in kinds.items() if "strong" in one},
        weak={kind: re.compile(one["weak"]) for kind, one in kinds.items() if "weak" in one},
        crisis_unless=re.compile(data["crisis"]["unless"]),
        strong_unless=re.compile(data["crisis"]["unless_strong"]),
        idiom=re.compile(data["crisis"]["idiom"]),
        injection=_any(data["injection"]["any"]),
        encoded=re.compile(data["injection"]["encoded"]),
        abuse=_any(data["abuse"]["any"]),
        off_topic=_any(data["off_topic"]["any"]),
        medical=_any(data["off_topic"]["medical"]),
        off_unless=re.compile(data["off_topic"]["unless"]),
        request=re.compile(data["off_topic"]["request"]),
        domain=re.compile(data["off_topic"]["domain"]),
    )


def _clean(text: str) -> str:
    """Beginning and end of a text, hidden signs and full-width forms undone."""
    if len(text) > MAX_LENGTH:
        text = f"{text[:MAX_LENGTH]} {text[-MAX_LENGTH // 2 :]}"
    plain = _HIDDEN.sub("", unicodedata.normalize("NFC", text).translate(FULL_WIDTH))
    return _UNBROKEN.sub(r"\1 ", plain)  # bounds the work on endless words


def crisis_kinds(text: str) -> list[str]:
    """Kinds of danger a text speaks of (suicide, overdose, violence …), worst first."""
    patterns = _patterns()
    plain = _clean(text)
    kinds = []
    for kind, pattern in patterns.strong.items():
        if any(not _is_idiom(patterns, plain, hit) for hit in pattern.finditer(plain)):
            kinds.append(kind)
    if kinds and patterns.strong_unless.search(plain):
        kinds = []
    if not kinds and not patterns.crisis_unless.search(plain):
        kinds = [kind for kind, pattern in patterns.weak.items() if pattern.search(plain)]
    return kinds


def _is_idiom(patterns: _Patterns, text: str, hit: re.Match[str]) -> bool:
    """Whether an idiom ("아파 죽겠다", "주사 맞고") covers a part of the hit."""
    around = patterns.idiom.finditer(text, max(0, hit.start() - 12), min(len(text), hit.end() + 6))
    return any(one.start() <= hit.end() and one.end() >= hit.start() for one in around)


def is_off_topic(text: str) -> bool:
    """Neither welfare nor health policy, or a question only a doctor may answer."""
    patterns = _patterns()
    plain = _clean(text)
    if patterns.medical.search(plain):
        return not re.search(
            r"지원|의료비|급여|비용|혜택|바우처|보건소|무료|그냥\s?주|보험\s?(?:되|적용)", plain
        )
    if patterns.off_topic.search(plain):
        return not patterns.off_unless.search(plain)
    return bool(patterns.request.search(plain)) and not patterns.domain.search(plain)


def guard_input(text: str) -> GuardDecision:
    """What to do with an utterance; crisis wins over injection, abuse and off-topic."""
    return _decision(_label(text))


def _label(text: str) -> GuardLabel:
    patterns = _patterns()
    plain = _clean(text)
    if crisis_kinds(plain):
        return GuardLabel.CRISIS
    spelled = _SPELLED.search(plain)
    squeezed = _SQUEEZE.sub("", plain) if spelled else plain
    if patterns.injection.search(plain) or (spelled and patterns.injection.search(squeezed)):
        return GuardLabel.INJECTION
    if patterns.encoded.search(plain) and re.search(r"풀어|디코딩|해석|실행|decode|시키는", plain):
        return GuardLabel.INJECTION
    if patterns.abuse.search(plain):
        return GuardLabel.ABUSE
    if is_off_topic(plain):
        return GuardLabel.OFF_TOPIC
    return GuardLabel.ALLOW


def _decision(label: GuardLabel) -> GuardDecision:
    return GuardDecision(label, REASONS[label])
