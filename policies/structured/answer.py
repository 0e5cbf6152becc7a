"""The answer to a question for published fields: rows or a number, and how it was understood."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from policies.korean import long_date, number
from policies.models import Policy
from policies.structured.question import StructuredQuery
from policies.structured.read import Reading, read_question
from policies.structured.sql import run

# Rows told in full; the rest is counted.
MAX_ROWS = 100
SOURCE_NAMES = {
    "youthcenter": "온통청년 청년정책",
    "gov24": "보조금24 서비스",
    "bokjiro": "복지로 서비스",
    "catalogue": "정리된 정책",
}


@dataclass(frozen=True)
class Row:
    """One record of an answer. `period`: when one can apply, as published; `link`: its page."""

    policy_id: UUID
    external_id: str
    source: str
    name: str
    agency: str
    period: str
    link: str


@dataclass(frozen=True)
class StructuredAnswer:
    """`answered` False: an essential part was not understood (`unread`), search has to answer.

    `total`: matching records, `rows` the first of them in order; `number`: what was counted.
    `understood`: the question as it was read, a whole sentence; `dropped`: words left out.
    """

    answered: bool
    query: StructuredQuery
    understood: str
    unread: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    number: float | None = None
    total: int = 0
    ids: tuple[UUID, ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def conditions(self) -> list[str]:
        """Each condition of the answer in Korean."""
        return [each.label for each in self.query.filters]


def answer_question(
    text: str, *, as_of: date, source: str | None = None, rows: int = MAX_ROWS
) -> StructuredAnswer:
    """Answer a question from the published fields, as of a day in Asia/Seoul.

    A counted question tells its first records too, so that the number can be checked.
    """
    reading = read_question(text, as_of=as_of, source=source)
    understood = understood_sentence(reading)
    if not reading.is_understood:
        return StructuredAnswer(False, reading.query, understood, reading.unread, reading.dropped)
    query = reading.query
    counted = run(query).number if query.answer == "number" else None
    ids = run(query.model_copy(update={"answer": "ids"})).ids
    return StructuredAnswer(
        answered=True,
        query=query,
        understood=understood,
        dropped=reading.dropped,
        number=counted,
        total=len(ids),
        ids=tuple(ids),
        rows=tuple(_rows(ids[:rows])),
    )


def understood_sentence(reading: Reading) -> str:
    """How a question was read, in one Korean sentence or two."""
    query = reading.query
    where = SOURCE_NAMES.get(query.source or "", "모든 출처의 정책")
    conditions = ", ".join(f"[{each.label}]" for each in query.filters)
    text = f"{where} 가운데 "
    text += f"{conditions} 조건에 모두 맞는 것을 " if conditions else ""
    if query.order:
        limit = f" {query.limit}건(같은 값은 함께)" if query.limit else ""
        text += f"{query.order.label}으로{limit} "
    text += "셌어요" if query.answer == "number" else "찾았어요"
    text += f"(기준일 {long_date(query.as_of)})."
    if reading.dropped:
        words = ", ".join(f"‘{word}’" for word in reading.dropped)
        text += f" {words}: 이 말까지 이름에 들어간 정책이 없어 조건에 넣지 않았어요."
    if reading.unread:
        words = ", ".join(f"‘{word.strip()}’" for word in reading.unread)
        text += f" 이해하지 못한 부분: {words}."
    return text


def conclusion(answer: StructuredAnswer) -> str:
    """The result in one sentence."""
    if answer.number is not None:
        return f"모두 {number(answer.number)}건이에요."
    if not answer.total:
        return "조건에 맞는 정책이 없어요."
    if answer.query.limit == 1 and answer.total == 1:
        return f"‘{answer.rows[0].name}’이에요." if answer.rows else ""
    return f"조건에 맞는 정책은 {answer.total:,}건이에요."


def _rows(ids: list[UUID]) -> list[Row]:
    found = {
        policy.id: policy for policy in Policy.objects.filter(id__in=ids).select_related("agency")
    }
    return [_row(found[key]) for key in ids if key in found]


def _row(policy: Policy) -> Row:
    return Row(
        policy_id=policy.id,
        external_id=policy.external_id,
        source=policy.source,
        name=policy.name,
        agency=policy.agency.name,
        period=policy.period_text or policy.get_period_kind_display(),
        link=policy.detail_url or policy.apply_url,
    )
