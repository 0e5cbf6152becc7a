"""What is wrong with an entry, in Korean sentences by field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from policies.vocab.forms import flat_forms, form_problem
from policies.vocab.kcd import code_range
from policies.vocab.types import Entry

# What the table has room for; longer "words" are sentences that nobody says again.
LONGEST = 100
SHORTEST_GUARD = 2
Problems = dict[str, list[str]]


def entry_problems(entry: Entry, taken: Mapping[str, str]) -> Problems:
    """Field → sentences, empty when the entry is fine. `taken`: forms without spaces of the
    other entries in use → what those entries are called."""
    problems: Problems = {
        "said": _said_problems(entry, taken),
        "official": _official_problems(entry),
        "weight": [] if 0 < entry.weight <= 1 else ["무게는 0보다 크고 1 이하여야 합니다."],
        "codes": [
            f"‘{code}’은(는) 질병분류기호가 아닙니다. E11 또는 E10-E14처럼 적어 주세요."
            for code in entry.codes
            if not _is_code(code)
        ],
    }
    for field in ("not_before", "not_after", "needs"):
        problems[field] = _blank(getattr(entry, field))
    return {field: found for field, found in problems.items() if found}


def _said_problems(entry: Entry, taken: Mapping[str, str]) -> list[str]:
    if not entry.said and not entry.codes:
        return ["사람들이 하는 말을 하나 이상 적어 주세요."]
    found: list[str] = []
    for form in entry.said:
        if problem := form_problem(form) or _too_long(form):
            found.append(problem)
            continue
        for flat in sorted(flat_forms([form])):
            if owner := taken.get(flat):
                found.append(f"‘{form}’은(는) 다른 어휘 ‘{owner}’에 이미 있습니다.")
            if len(flat) < SHORTEST_GUARD and not _guarded(entry):
                found.append(
                    f"‘{form}’은(는) 한 글자여서 엉뚱한 곳에서도 찾습니다. ‘홀로 선 말만’을 켜거나 "
                    "앞뒤 조건을 적어 주세요."
                )
        if set(entry.official) == {form.strip()}:
            found.append(f"‘{form}’은(는) 공식 용어와 같아서 아무것도 넓히지 않습니다.")
    return [*found, *(f"‘{form}’이(가) 두 번 있습니다." for form in _repeated(entry.said))]


def _official_problems(entry: Entry) -> list[str]:
    if not entry.official:
        return ["공식 용어를 하나 이상 적어 주세요."]
    found = _blank(entry.official)
    found += [problem for term in entry.official if (problem := _too_long(term))]
    return [*found, *(f"‘{term}’이(가) 두 번 있습니다." for term in _repeated(entry.official))]


def _guarded(entry: Entry) -> bool:
    return bool(entry.word or entry.not_before or entry.not_after or entry.needs)


def _too_long(text: str) -> str | None:
    return f"‘{text[:20]}…’은(는) {LONGEST}자가 넘습니다." if len(text) > LONGEST else None


def _blank(words: Iterable[str]) -> list[str]:
    return ["빈 낱말이 있습니다."] if any(not word.strip() for word in words) else []


def _repeated(words: Iterable[str]) -> list[str]:
    """Words that come again, spaces ignored, as they are written the second time."""
    seen: set[str] = set()
    again = []
    for word in words:
        flat = "".join(word.split())
        if flat in seen:
            again.append(word)
        seen.add(flat)
    return again


def _is_code(code: str) -> bool:
    try:
        code_range(code)
    except ValueError:
        return False
    return True
