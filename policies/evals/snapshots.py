"""Published texts in the snapshots of public data, as the gold cases quote them.

A data folder holds one folder a snapshot. Its kind is known by its files: gov24
(`gov24_serviceList_snapshot.json`; serviceDetail repeats the same 지원대상 and 선정기준),
온통청년 (`youthcenter_snapshot.json`), or a corpus with sections (`documents.jsonl`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from policies.evals.corpus import CasesInvalid, CorpusDocument, read_rows
from policies.vocabulary import Section

TEXT_KEYS = ("title", "agency", "target", "criteria")
GOV24_LIST = "gov24_serviceList_snapshot.json"
GOV24_CONDITIONS = "gov24_supportConditions_snapshot.json"
YOUTH = "youthcenter_snapshot.json"
DOCUMENTS = "documents.jsonl"
_PERSONS = ("개인", "가구")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
Model = TypeVar("Model", bound=BaseModel)
Ages = tuple[int | None, int | None]


@dataclass(frozen=True)
class SnapshotPolicy:
    """One policy of a snapshot. `source` is "<folder>/<id>", as in the cases.

    `year`: of the snapshot, where its folder's name tells it. `coded_age`: ages in years from
    and to that the agency ticked (gov24 JA0110, JA0111), None where nothing is published.
    """

    source: str
    title: str
    agency: str
    target: str
    criteria: str
    for_persons: bool = True
    year: int | None = None
    coded_age: Ages | None = None


class _GovService(BaseModel):
    id: str = Field(alias="서비스ID")
    title: str = Field(alias="서비스명")
    agency: str | None = Field(default=None, alias="소관기관명")
    users: str | None = Field(default=None, alias="사용자구분")
    target: str | None = Field(default=None, alias="지원대상")
    criteria: str | None = Field(default=None, alias="선정기준")


class _GovServices(BaseModel):
    data: list[_GovService]


class _GovCondition(BaseModel):
    id: str = Field(alias="서비스ID")
    age_from: int | None = Field(default=None, alias="JA0110")
    age_to: int | None = Field(default=None, alias="JA0111")


class _GovConditions(BaseModel):
    data: list[_GovCondition]


class _Youth(BaseModel):
    id: str = Field(alias="plcyNo")
    title: str = Field(alias="plcyNm")
    agency: str | None = Field(default=None, alias="sprvsnInstCdNm")
    age_from: str = Field(alias="sprtTrgtMinAge")
    age_to: str = Field(alias="sprtTrgtMaxAge")
    age_limit: str = Field(alias="sprtTrgtAgeLmtYn")
    conditions: str | None = Field(default=None, alias="addAplyQlfcCndCn")
    excluded: str | None = Field(default=None, alias="ptcpPrpTrgtCn")
    income: str | None = Field(default=None, alias="earnEtcCn")


class _YouthList(BaseModel):
    rows: list[_Youth] = Field(alias="youthPolicyList")


class _YouthAnswer(BaseModel):
    result: _YouthList


def without_texts(case: Mapping[str, Any]) -> dict[str, Any]:
    """A gold case as it is committed: its published texts left out, which `source` names.

    The texts belong to their publishers; `--corpus` brings them back, byte for byte.
    """
    return {key: value for key, value in case.items() if key not in TEXT_KEYS}


def read_snapshots(folder: Path) -> dict[str, list[SnapshotPolicy]]:
    """Policies by snapshot, for a data folder or a single snapshot's folder.

    Snapshots without any 지원대상 or 선정기준 are left out. Raises CasesInvalid.
    """
    if not folder.is_dir():
        raise CasesInvalid(f"{folder}: 폴더가 없습니다")
    found: dict[str, list[SnapshotPolicy]] = {}
    root = folder.resolve()
    for place in [root, *sorted(path for path in root.iterdir() if path.is_dir())]:
        for name, reader in _READERS.items():
            if not (place / name).is_file():
                continue
            policies = list(reader(place))
            if any(each.target or each.criteria for each in policies):
                found[place.name] = policies
    return found


def _clean(text: str | None) -> str:
    return (text or "").replace("\r\n", "\n").replace("\r", "\n")


def _year(place: Path) -> int | None:
    match = _YEAR.search(place.name)
    return int(match.group()) if match else None


def _load(path: Path, model: type[Model]) -> Model:
    try:
        return model.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise CasesInvalid(f"{path}: 읽을 수 없습니다: {error.strerror}") from None
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        raise CasesInvalid(f"{path}: {where}: {detail['msg']}") from None
    except ValueError as error:
        raise CasesInvalid(f"{path}: JSON 오류: {error}") from None


def _gov24(place: Path) -> Iterator[SnapshotPolicy]:
    coded: dict[str, Ages] = {}
    if (place / GOV24_CONDITIONS).is_file():
        rows = _load(place / GOV24_CONDITIONS, _GovConditions).data
        coded = {row.id: (row.age_from, row.age_to) for row in rows}
    for service in _load(place / GOV24_LIST, _GovServices).data:
        yield SnapshotPolicy(
            source=f"{place.name}/{service.id}",
            title=service.title,
            agency=service.agency or "",
            target=_clean(service.target),
            criteria=_clean(service.criteria),
            for_persons=any(word in (service.users or "") for word in _PERSONS),
            year=_year(place),
            coded_age=coded.get(service.id),
        )


def _youth(place: Path) -> Iterator[SnapshotPolicy]:
    """온통청년 publishes ages and exclusions in fields: they stand before the text in words."""
    for row in _load(place / YOUTH, _YouthAnswer).result.rows:
        ages = f"연령 {row.age_from}~{row.age_to}세 (연령제한여부 {row.age_limit})\n"
        criteria = f"참여제한: {_clean(row.excluded)}" if row.excluded else ""
        if row.income:
            criteria += f"\n소득기타: {_clean(row.income)}"
        yield SnapshotPolicy(
            source=f"{place.name}/{row.id}",
            title=row.title,
            agency=row.agency or "",
            target=ages + _clean(row.conditions),
            criteria=criteria,
            year=_year(place),
        )


def _documents(place: Path) -> Iterator[SnapshotPolicy]:
    for document in read_rows(place / DOCUMENTS, CorpusDocument):
        sections = document.sections or {}
        yield SnapshotPolicy(
            source=f"{place.name}/{document.id}",
            title=document.title,
            agency=document.agency or "",
            target=sections.get(Section.TARGET) or "",
            criteria=sections.get(Section.CRITERIA) or "",
            year=_year(place),
        )


_READERS: dict[str, Callable[[Path], Iterator[SnapshotPolicy]]] = {
    GOV24_LIST: _gov24,
    YOUTH: _youth,
    DOCUMENTS: _documents,
}
