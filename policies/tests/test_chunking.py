"""Chunks cover every word of a policy once and stay inside their section."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from policies.retrieval.chunking import (
    DIGEST_CHARS,
    LABELS,
    MAX_CHARS,
    MIN_CHARS,
    chunk_policy,
    split_spans,
)
from policies.vocabulary import Section

# Short and long words, list marks, sentence ends, blank lines.
WORDS = st.sampled_from(
    ["지원", "만 65세 이상", "신청합니다.", "○", "①", "※", "\n", "\n\n", " ", "가" * 90, "a" * 400]
)
TEXTS = st.lists(WORDS, max_size=40).map(" ".join)
SECTIONS = st.dictionaries(st.sampled_from(list(Section)), TEXTS, max_size=4)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_spans_cover_every_character_once(text: str) -> None:
    spans = split_spans(text)
    covered: set[int] = set()
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(text)
        covered |= set(range(start, end))
        last = end
    assert all(text[place].isspace() for place in set(range(len(text))) - covered)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_spans_are_short_and_trimmed(text: str) -> None:
    for start, end in split_spans(text):
        assert text[start:end] == text[start:end].strip()
        assert end - start <= MAX_CHARS + MIN_CHARS + 2


@settings(max_examples=40, deadline=None)
@given(SECTIONS)
def test_chunks_stay_in_their_section_and_the_digest_is_first(sections: dict[Section, str]) -> None:
    chunks = chunk_policy("기초연금", sections)
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    digest, *rest = chunks
    assert (digest.start, digest.end, digest.section) == (0, 0, Section.SUMMARY)
    order = [list(Section).index(chunk.section) for chunk in rest]
    assert order == sorted(order)
    for chunk in rest:
        span = sections[chunk.section][chunk.start : chunk.end]
        assert chunk.end > chunk.start
        assert chunk.text == f"기초연금\n{LABELS[chunk.section]}: {span}"
    for section, text in sections.items():
        own = sum(len("".join(text[c.start : c.end].split())) for c in rest if c.section is section)
        assert own == len("".join(text.split()))


def test_list_items_and_sentences_stay_whole() -> None:
    items = [f"○ {number}번째 지원 대상은 {'가' * 60}입니다." for number in range(12)]
    text = " ".join(items)
    spans = split_spans(text)
    assert len(spans) > 1
    starts = {text.index(item) for item in items}
    assert {start for start, _ in spans} <= starts


def test_digest_has_everyday_words_and_openings_only() -> None:
    sections = {Section.SUMMARY: "개" * 500, Section.NOTICE: "유의할 점"}
    text = chunk_policy("기초연금", sections, keywords=["노인연금", "용돈"])[0].text
    assert text == f"기초연금\n{'개' * DIGEST_CHARS}\n노인연금, 용돈"


def test_same_text_has_the_same_hash() -> None:
    first, second = (chunk_policy("기초연금", {Section.TARGET: "65세"}) for _ in range(2))
    assert [c.content_hash for c in first] == [c.content_hash for c in second]
    assert chunk_policy("연금", {Section.TARGET: "65세"})[1].content_hash != first[1].content_hash


def test_rows_of_a_table_stay_whole_under_their_head() -> None:
    rows = [f"{n}인 가구 | 월 {n}00,000원 | {'노인 ' * 8}부부".strip() for n in range(1, 7)]
    text = "\n".join(["지원액은 아래와 같습니다.", "가구 | 금액 | 대상", *rows, "이상입니다."])
    chunks = chunk_policy("생계급여", {Section.BENEFIT: text})[1:]
    assert len(chunks) >= 4
    for row in rows:
        (own,) = [chunk for chunk in chunks if row in chunk.text]
        assert "가구 | 금액 | 대상" in own.text
        assert row in text[own.start : own.end]
    edges = [
        chunk for chunk in chunks if "아래와 같습니다" in chunk.text or "이상입니다" in chunk.text
    ]
    assert len(edges) == 2
    assert not any("|" in chunk.text for chunk in edges)


def test_a_question_stays_with_its_answer() -> None:
    answer = "주소지 행정복지센터에서 신청합니다. " * 6
    text = (
        f"질문: 어디서 신청하나요?\n답변: {answer.strip()}\n\n질문: 언제까지요?\n답변: 상시입니다."
    )
    first, second = chunk_policy("기초연금", {Section.FAQ: text})[1:]
    assert "어디서 신청" in first.text
    assert first.text.count("행정복지센터") == 6
    assert second.text.endswith("질문: 언제까지요?\n답변: 상시입니다.")
