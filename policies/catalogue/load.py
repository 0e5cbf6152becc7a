"""Reads and checks the YAML catalogue; problems are reported with file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from policies.catalogue.schema import CatalogueEntry

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DATA_DIR = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Problem:
    """One fault of the catalogue; prints as `file:line: message`."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


@dataclass(frozen=True)
class LoadedCatalogue:
    entries: dict[str, CatalogueEntry]
    problems: list[Problem]


def catalogue_files(root: Path = DATA_DIR) -> list[Path]:
    """YAML files of the catalogue in a stable order."""
    return sorted(root.rglob("*.yaml"))


def load_catalogue(files: Iterable[Path] | None = None) -> LoadedCatalogue:
    """Parse and validate entries. Never raises for a bad file: it becomes a `Problem`.

    References between entries (`related`, `exclusive_with`) are checked against the
    whole catalogue.
    """
    chosen = list(files) if files is not None else catalogue_files()
    entries: dict[str, CatalogueEntry] = {}
    origins: dict[str, tuple[Path, yaml.Node]] = {}
    problems: list[Problem] = []
    for path in chosen:
        for item in _load_file(path):
            if isinstance(item, Problem):
                problems.append(item)
                continue
            entry, node = item
            if entry.id in origins:
                other = origins[entry.id][0]
                problems.append(Problem(path, 1, f"id {entry.id!r} 가 {other} 와 겹칩니다"))
                continue
            entries[entry.id] = entry
            origins[entry.id] = (path, node)
    known = set(entries) | {path.stem for path in catalogue_files()}
    for entry in entries.values():
        path, node = origins[entry.id]
        for field in ("related", "exclusive_with"):
            for ref in getattr(entry, field):
                if ref not in known or ref == entry.id:
                    line = _line(node, (field,))
                    problems.append(Problem(path, line, f"{field}: 없는 정책 id {ref!r}"))
    return LoadedCatalogue(entries, problems)


def _load_file(path: Path) -> Iterator[tuple[CatalogueEntry, yaml.Node] | Problem]:
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=LOADER)
        data = yaml.load(text, Loader=LOADER)  # noqa: S506 - a safe loader, in C where built
    except UnicodeDecodeError as error:
        yield Problem(path, 1, f"UTF-8 이 아닙니다: {error.reason}")
        return
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        yield Problem(path, mark.line + 1 if mark else 1, f"YAML 오류: {error}".replace("\n", " "))
        return
    if node is None or not isinstance(data, dict):
        yield Problem(path, 1, "항목이 비었거나 키-값 형식이 아닙니다")
        return
    duplicates = list(_duplicate_keys(path, node))
    if duplicates:
        yield from duplicates
        return
    try:
        entry = CatalogueEntry.model_validate(data)
    except ValidationError as error:
        for detail in error.errors():
            where = ".".join(str(part) for part in detail["loc"])
            yield Problem(path, _line(node, detail["loc"]), f"{where}: {detail['msg']}")
        return
    if entry.id != path.stem:
        yield Problem(path, _line(node, ("id",)), f"id 는 파일 이름({path.stem})과 같아야 합니다")
        return
    yield entry, node


def _duplicate_keys(path: Path, node: yaml.Node) -> Iterator[Problem]:
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                yield Problem(path, key.start_mark.line + 1, f"키 {key.value!r} 가 두 번 나옵니다")
            seen.add(key.value)
            yield from _duplicate_keys(path, value)
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _duplicate_keys(path, child)


def _line(node: yaml.Node, loc: tuple[Any, ...]) -> int:
    """Line of the deepest node that the error location reaches (union tags are skipped)."""
    for part in loc:
        child = _child(node, part)
        if child is not None:
            node = child
    return node.start_mark.line + 1


def _child(node: yaml.Node, part: Any) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == part), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        child: yaml.Node = node.value[part]
        return child
    return None
