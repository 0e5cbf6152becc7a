"""What changed between two versions, section by section and line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from policies.models import PolicyVersion
from policies.models.policy import SECTION_LABELS

_CONTEXT = 2


@dataclass(frozen=True)
class Line:
    """`kind`: same, added, removed or gap (lines left out)."""

    kind: str
    text: str


@dataclass(frozen=True)
class SectionDiff:
    label: str
    lines: list[Line]
    added: int
    removed: int


def version_diff(old: PolicyVersion, new: PolicyVersion) -> list[SectionDiff]:
    """Sections and other texts that differ, in reading order."""
    before, after = dict(_texts(old)), dict(_texts(new))
    return [
        _section(label, before[label], after[label])
        for label in before
        if before[label] != after[label]
    ]


def _texts(version: PolicyVersion) -> Iterable[tuple[str, str]]:
    for section, label in SECTION_LABELS.items():
        yield label, version.sections.get(section.value, "")
    contacts = [f"{c.get('name', '')} {c.get('phone', '')}".strip() for c in version.contacts]
    yield "연락처 목록", "\n".join(contacts)
    yield "근거 법령", "\n".join(version.legal_basis)
    yield "기준 연도", str(version.year or "")


def _section(label: str, old: str, new: str) -> SectionDiff:
    before, after = old.splitlines(), new.splitlines()
    lines: list[Line] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag == "equal":
            lines += _shortened(before[i1:i2], first=i1 == 0, last=i2 == len(before))
            continue
        lines += [Line("removed", text) for text in before[i1:i2]]
        lines += [Line("added", text) for text in after[j1:j2]]
    added = sum(line.kind == "added" for line in lines)
    return SectionDiff(label, lines, added, sum(line.kind == "removed" for line in lines))


def _shortened(same: Sequence[str], *, first: bool, last: bool) -> list[Line]:
    """Unchanged lines near a change; a long run between is replaced by its length."""
    head = 0 if first else _CONTEXT
    tail = 0 if last else _CONTEXT
    hidden = len(same) - head - tail
    if hidden <= 1:
        return [Line("same", text) for text in same]
    end = [Line("same", text) for text in same[len(same) - tail :]]
    gap = Line("gap", f"바뀌지 않은 {hidden}줄")
    return [*(Line("same", text) for text in same[:head]), gap, *end]
