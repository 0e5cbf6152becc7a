"""Published tables: 기준 중위소득, 선정기준액, 최저임금 and the figures of the estimates."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.telling import figure_item
from chat.agent.tools.registry import tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.estimates.parameters import NoParameters
from policies.estimates.reference_lists import Row, TableList, table_list
from policies.korean import josa


class TableName(StrEnum):
    """Tables by the names people use."""

    MEDIAN_INCOME = "기준 중위소득"
    LIVELIHOOD = "기초생활보장 선정기준"
    BASIC_PENSION = "기초연금 선정기준액"
    DISABILITY_PENSION = "장애인연금 선정기준액"
    MINIMUM_WAGE = "최저임금"
    RENT = "주거급여 기준임대료"
    EDUCATION = "교육급여 교육활동지원비"
    BASIC_PROPERTY = "기초생활보장 기본재산액"
    EMERGENCY = "긴급복지 생계지원 금액"
    ENERGY = "에너지바우처 지원금액"


class TableArguments(BaseModel):
    """어느 표의 몇 년 금액인지."""

    table: TableName = Field(description="표 이름")
    year: int | None = Field(default=None, ge=2000, le=2100, description="연도. 비우면 올해")
    household_size: int | None = Field(
        default=None, ge=1, le=30, description="가구원 수(명). 비우면 모두"
    )


@tool(arguments=TableArguments)
def get_reference_table(arguments: TableArguments, context: ToolContext) -> RetrievalResult:
    """복지 제도의 기준이 되는 공식 금액표(원)를 연도별로 보여 줍니다.

    기준 중위소득, 급여별 선정기준, 기초연금·장애인연금 선정기준액, 최저임금, 기준임대료 등 고시된
    값이며 표마다 고시와 법령을 함께 알려 줍니다. 그해 금액이 없으면 없다고 하거나 어느 해 금액인지
    밝힙니다.
    """
    source = "get_reference_table"
    year = arguments.year or context.as_of.year
    try:
        found = table_list(arguments.table.name, year)
    except NoParameters as error:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=arguments.table, summary=str(error)
        )
    rows = [row for row in found.rows if _asked(row, arguments.household_size)] or found.rows
    items = [_item(arguments.table, row) for row in rows]
    return RetrievalResult(
        source=source,
        query=f"{year}년 {arguments.table}",
        summary=f"{found.year}년 {josa(arguments.table, '이에요/예요')}.",
        items=items,
        total=len(items),
        notices=[*found.notes, *_cited(found)],
    )


def _asked(row: Row, size: int | None) -> bool:
    return size is None or row.size is None or row.size == size


def _item(table: TableName, row: Row) -> ResultItem:
    return figure_item(f"{table.name}:{row.title}", row.title, row.amount)


def _cited(found: TableList) -> list[str]:
    return [
        "근거: " + " · ".join(part for part in (source.title, source.law) if part)
        for source in found.sources
    ]
