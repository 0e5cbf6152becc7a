"""Records of a source become policies."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from crawling.errors import RecordError
from crawling.runs.targets import About, Change, Outcome, Staged, Undo, digest_of
from crawling.sources.base import RawItem
from crawling.sources.base import Source as SourceAdapter
from policies.errors import RecordInvalid
from policies.models import Policy, PolicyAttachment
from policies.querysets import PolicyQuerySet
from policies.records import PolicyRecord
from policies.records_json import record_from_data, record_to_data
from policies.services.attachments import attachments_read
from policies.services.contents import record_check
from policies.services.load import Loading, LoadResult, policies_load, records_new
from policies.services.prepared import (
    Prepared,
    prepared_from_data,
    prepared_to_data,
    record_prepare,
)
from policies.services.restore import (
    policies_close,
    policy_pictures,
    policy_restore,
    policy_status_put,
    policy_withdraw,
)
from policies.vocabulary import PolicyStatus, Section

logger = logging.getLogger(__name__)
# What readers never see of a record by itself.
_UNSEEN = ("raw", "collected_on", "source_updated_at")
# Contents of attachments are read before anything is published; this is what is kept.
_FILE_FIELDS = (
    *("name", "url", "media_type", "size", "sha256", "status", "reason", "note", "title"),
    *("text", "blocks", "warnings"),
)


class PolicyTarget:
    """Policies of one source, made by its adapter."""

    embeds = True

    def __init__(self, adapter: SourceAdapter) -> None:
        self.adapter = adapter
        self.about = About(
            adapter.title, adapter.publisher, adapter.document_url, adapter.data_group
        )

    def stage(self, item: RawItem, *, day: date) -> Staged:
        record = self.adapter.parse(item, collected_on=day)
        try:
            record_check(record=record)
        except RecordInvalid as error:
            raise RecordError(item.external_id, str(error)) from None
        published = record_to_data(record)
        seen = {key: value for key, value in published.items() if key not in _UNSEEN}
        length = sum(len(text) for text in record.sections.values())
        data = {"record": published, "files": _files(record)}
        return Staged(item.external_id, data, digest_of(seen), length, _lacks(record))

    def refs(self, ids: Collection[str]) -> Mapping[str, str]:
        rows = self._policies(ids).published().values_list("external_id", "current_version")
        return {external_id: str(version) for external_id, version in rows}

    def known(self) -> Iterable[str]:
        rows = Policy.objects.published().filter(source=self.adapter.name)
        return rows.exclude(status=PolicyStatus.CLOSED).values_list("external_id", flat=True)

    def prepare(self, rows: Sequence[Staged]) -> list[Staged]:
        """Words and rule of what is not stored yet."""
        records = [record_from_data(row.data["record"]) for row in rows]
        new = {record.external_id: record for record in records_new(records=records)}
        return [
            self._prepared(row, new[row.external_id]) if row.external_id in new else row
            for row in rows
        ]

    def publish(self, rows: Sequence[Staged], *, closed: Collection[str]) -> list[Change]:
        records = [record_from_data(row.data["record"]) for row in rows]
        new = [record.external_id for record in records_new(records=records)]
        shown = self._policies(new).published()
        pictures = policy_pictures(ids=list(shown.values_list("pk", flat=True)))
        ended = self._policies([row.external_id for row in rows if row.external_id in closed])
        statuses = dict(ended.values_list("external_id", "status"))
        results = policies_load(
            rows=[
                Loading(record, _files_of(row), _prepared_of(row))
                for row, record in zip(rows, records, strict=True)
            ]
        )
        return [
            self._change(record, result, pictures, statuses)
            for record, result in zip(records, results, strict=True)
        ]

    def close(self, ids: Sequence[str]) -> list[Change]:
        before = policies_close(source=self.adapter.name, external_ids=ids)
        refs = self.refs(before)
        return [
            Change(key, Outcome.CLOSED, refs.get(key, ""), {"status": status})
            for key, status in before.items()
        ]

    def restore(self, undos: Sequence[Undo]) -> Mapping[str, str]:
        policies = {
            policy.external_id: policy
            for policy in self._policies([undo.external_id for undo in undos])
        }
        for undo in undos:
            policy = policies.get(undo.external_id)
            if policy is None:
                continue
            if undo.before is None:
                policy_withdraw(policy=policy)
            elif "rows" in undo.before:
                policy_restore(policy=policy, picture=undo.before)
            else:
                self._status_put(undo.external_id, undo.before["status"])
        return self.refs(policies)

    def _prepared(self, row: Staged, record: PolicyRecord) -> Staged:
        try:
            prepared = record_prepare(record=record, files=_files_of(row))
        except Exception:
            # One odd record must not keep all others away; its publish will tell.
            logger.exception("%s %s: not prepared", self.adapter.name, row.external_id)
            return row
        return replace(row, data={**row.data, "prepared": prepared_to_data(prepared)})

    def _change(
        self,
        record: PolicyRecord,
        result: LoadResult,
        pictures: Mapping[str, dict[str, Any]],
        statuses: Mapping[str, str],
    ) -> Change:
        """What came of a record, by what there was before. `statuses`: of ended policies."""
        key = record.external_id
        before, outcome = pictures.get(key), Outcome(result.outcome)
        if outcome is Outcome.CHANGED and before is None:
            # It was stored but not shown: for readers it is new.
            outcome = Outcome.NEW
        if key in statuses and record.status is not PolicyStatus.CLOSED:
            before, outcome = before or {"status": statuses[key]}, Outcome.REOPENED
            self._status_put(key, record.status)
        return Change(key, outcome, str(result.policy.current_version_id), before)

    def _status_put(self, external_id: str, status: str) -> None:
        policy_status_put(source=self.adapter.name, external_id=external_id, status=status)

    def _policies(self, ids: Collection[str]) -> PolicyQuerySet:
        return Policy.objects.filter(source=self.adapter.name, external_id__in=ids)


def _files_of(row: Staged) -> list[PolicyAttachment]:
    return [PolicyAttachment(**values) for values in row.data["files"]]


def _prepared_of(row: Staged) -> Prepared | None:
    data = row.data.get("prepared")
    return prepared_from_data(data) if data is not None else None


def _files(record: PolicyRecord) -> list[dict[str, Any]]:
    """Attachments as JSON, read now: it takes long, and no transaction is open yet."""
    rows = attachments_read(files=record.attachments)
    return [
        {name: getattr(row, name) for name in _FILE_FIELDS}
        | {"status": str(row.status), "parsed_at": row.parsed_at and row.parsed_at.isoformat()}
        for row in rows
    ]


def _lacks(record: PolicyRecord) -> tuple[str, ...]:
    sections = record.sections
    asked = {
        "소관기관": record.agency.strip(),
        "지원대상": sections.get(Section.TARGET) or sections.get(Section.CRITERIA),
        "지원내용": sections.get(Section.BENEFIT),
    }
    return tuple(name for name, value in asked.items() if not value)
