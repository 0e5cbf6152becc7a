"""The gate before anything else: crisis, injection, abuse, off-topic, or go on.

Patterns are data (`data/guard.yaml`, `data/guard_crisis.yaml`). Rules only, so that it costs well
below 5 ms and works with no model. A crisis is looked for first: nobody in danger is turned away
as rude or off topic. `chat.agent.guardrails` takes a second look at what is neither a crisis nor
an attack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from chat.agent.understanding.files import DATA
from chat.agent.understanding.types import GuardDecision, GuardLabel
from chat.agent.understanding.views import clean, disguises, joined, names_cipher, rude_disguises

REASONS = {
    GuardLabel.ALLOW: "복지·의료 정책에 관한 말씀입니다.",
    GuardLabel.OFF_TOPIC: "복지·의료 정책과 관계없는 질문이거나 의학적 판단이 필요한 질문입니다.",
    GuardLabel.INJECTION: "도우미의 규칙을 바꾸거나 남의 정보를 꺼내려는 요청입니다.",
    GuardLabel.ABUSE: "욕설이나 성적인 말, 비하하는 말이 들어 있습니다.",
    GuardLabel.CRISIS: "지금 위험한 상황일 수 있는 말씀입니다.",
}
_WORD = re.compile(r"@(\w+)@")
_PAST_KINDS = {"violence", "sexual"}


@dataclass(frozen=True)
class _Crisis:
    sure: dict[str, re.Pattern[str]]
    likely: dict[str, re.Pattern[str]]
    hints: dict[str, re.Pattern[str]]
    topic: re.Pattern[str]
    story: re.Pattern[str]
    heard: re.Pattern[str]
    past: re.Pattern[str]
    present: re.Pattern[str]
    idiom: re.Pattern[str]


@dataclass(frozen=True)
class _Patterns:
    injection: re.Pattern[str]
    injection_unless: re.Pattern[str]
    encoded: re.Pattern[str]
    decode: re.Pattern[str]
    abuse: re.Pattern[str]
    coarse: re.Pattern[str]
    off_topic: re.Pattern[str]
    off_unless: re.Pattern[str]
    medical: re.Pattern[str]
    medical_unless: re.Pattern[str]
    request: re.Pattern[str]
    domain: re.Pattern[str]
    sure_domain: re.Pattern[str]
    talk: re.Pattern[str]
    ask: re.Pattern[str]


def _read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return data


def _any(patterns: str | list[str], words: dict[str, str] | None = None) -> re.Pattern[str]:
    """One pattern out of one or several; `@name@` stands for a list of words. Words in between
    get a bound: without one, a long text without spaces would cost seconds."""
    listed = [patterns] if isinstance(patterns, str) else patterns
    told = (_bounded(_WORD.sub(lambda name: (words or {})[name[1]], one)) for one in listed)
    return re.compile("|".join(f"(?:{one})" for one in told), re.IGNORECASE)


def _bounded(pattern: str) -> str:
    parted = pattern.replace(r"(?:\S+\s?)", r"(?:\S{1,12}\s)")
    return parted.replace(r"\S*", r"\S{0,12}").replace(r"\S+", r"\S{1,12}")


@cache
def _crisis() -> _Crisis:
    data = _read("guard_crisis.yaml")
    kinds, hints = data.pop("kinds"), data.pop("hints")
    return _Crisis(
        sure={kind: _any(one["sure"]) for kind, one in kinds.items()},
        likely={kind: _any(one["likely"]) for kind, one in kinds.items() if "likely" in one},
        hints={kind: _any(pattern) for kind, pattern in hints.items()},
        **{name: _any(pattern) for name, pattern in data.items()},
    )


@cache
def _patterns() -> _Patterns:
    data = _read("guard.yaml")
    words, injection, abuse, off = (data[k] for k in ("words", "injection", "abuse", "off_topic"))
    return _Patterns(
        injection=_any(injection["any"], words),
        injection_unless=_any(injection["unless"]),
        encoded=_any(injection["encoded"]),
        decode=_any(injection["decode"]),
        abuse=_any(abuse["any"]),
        coarse=_any(abuse["coarse"]),
        off_topic=_any(off["any"]),
        off_unless=_any(off["unless"]),
        medical=_any(off["medical"]),
        **{
            name: _any(off[name])
            for name in ("medical_unless", "request", "domain", "sure_domain", "talk", "ask")
        },
    )


def crisis_kinds(text: str) -> list[str]:
    """Kinds of danger a text speaks of (emergency, suicide, overdose, violence …), worst first."""
    plain = clean(text)
    together = joined(plain)
    return _kinds(plain) or (_kinds(together) if together != plain else [])


def crisis_hints(text: str) -> list[str]:
    """Kinds of danger that words of a text may point at; says nothing of whether there is one."""
    plain = clean(text)
    return [kind for kind, pattern in _crisis().hints.items() if pattern.search(plain)]


def _kinds(plain: str) -> list[str]:
    rules = _crisis()
    asks_service = bool(rules.topic.search(plain))
    told = rules.story.search(plain)
    over = asks_service and rules.past.search(plain) and not rules.present.search(plain)
    kinds = [
        kind
        for kind, pattern in rules.sure.items()
        if not (told or (over and kind in _PAST_KINDS))
        and any(not _is_idiom(rules, plain, hit) for hit in pattern.finditer(plain))
    ]
    if not kinds and not asks_service and not told:
        kinds = [kind for kind, pattern in rules.likely.items() if pattern.search(plain)]
    return kinds


def _is_idiom(rules: _Crisis, text: str, hit: re.Match[str]) -> bool:
    """Whether an idiom ("폭탄 맞은", "주사 맞고") covers a part of the hit."""
    around = rules.idiom.finditer(text, max(0, hit.start() - 12), min(len(text), hit.end() + 6))
    return any(one.start() <= hit.end() and one.end() >= hit.start() for one in around)


def is_off_topic(text: str) -> bool:
    """Neither welfare nor health policy, or a question only a doctor may answer."""
    patterns = _patterns()
    plain = clean(text)
    if patterns.medical.search(plain):
        return not patterns.medical_unless.search(plain)
    if patterns.off_topic.search(plain):
        return not patterns.off_unless.search(plain)
    return bool(patterns.request.search(plain)) and not patterns.domain.search(plain)


def names_domain(text: str) -> bool:
    """Words that only somebody with a question about welfare or health policy says."""
    return bool(_patterns().sure_domain.search(clean(text)))


def asks_programme(text: str) -> bool:
    """A question for a service by somebody who names it or has heard of it: "자살 유족 지원
    어떻게 받아요", "혼자 사는데 도시락을 준다던데"."""
    plain, rules = clean(text), _crisis()
    if rules.heard.search(plain):
        return True
    asked = rules.topic.search(plain) and _patterns().ask.search(plain)
    return bool(asked) and names_domain(text)


def is_talk(text: str) -> bool:
    """A short answer or a reference to what was said before: means nothing alone."""
    plain = clean(text).strip()
    return len(plain) < 6 or (len(plain) < 24 and bool(_patterns().talk.search(plain)))


def guard_input(text: str) -> GuardDecision:
    """What to do with an utterance; crisis wins over injection, abuse and off-topic."""
    return decision(_label(text))


def decision(label: GuardLabel) -> GuardDecision:
    return GuardDecision(label, REASONS[label])


def _label(text: str) -> GuardLabel:
    plain = clean(text)
    together = joined(plain)
    if crisis_kinds(text):
        return GuardLabel.CRISIS
    if _is_injection(plain, together):
        return GuardLabel.INJECTION
    if _is_abuse(plain) or (together != plain and _is_abuse(together)):
        return GuardLabel.ABUSE
    if any(_is_abuse(view) for view in rude_disguises(plain)):
        return GuardLabel.ABUSE
    if is_off_topic(plain):
        return GuardLabel.OFF_TOPIC
    return GuardLabel.ALLOW


def _is_injection(plain: str, together: str) -> bool:
    patterns = _patterns()

    def attacks(view: str) -> bool:
        return bool(patterns.injection.search(view))

    if attacks(plain) and not patterns.injection_unless.search(plain):
        return True
    if together != plain and attacks(together):
        return True
    if names_cipher(plain) or any(attacks(view) for view in disguises(plain)):
        return True
    return bool(patterns.encoded.search(plain) and patterns.decode.search(plain))


def _is_abuse(plain: str) -> bool:
    """Insults, hatred, threats and sexual talk; a coarse word alone not where somebody in
    anger asks about welfare."""
    patterns = _patterns()
    if patterns.abuse.search(plain):
        return True
    if not patterns.coarse.search(plain):
        return False
    return not (patterns.sure_domain.search(plain) and patterns.ask.search(plain))
