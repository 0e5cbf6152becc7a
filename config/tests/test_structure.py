"""Rules of the code base that no linter knows."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.template import engines

from config.celery import app as celery_app
from config.runtime.paths import PROJECT

APPS = ("accounts", "profiles", "policies", "chat", "crawling")
PACKAGES = ("config", *APPS)
MODULE_LINES, TEST_LINES, FUNCTION_LINES = 300, 400, 50
# Rows of another's page or of the index: not looked at by themselves.
WITHOUT_ADMIN = {
    "profiles.HealthFact",
    "policies.PolicyRelation",
    "policies.PolicySignature",
    "policies.LexicalPosting",
    "policies.LexicalTerm",
    "policies.Listing",
    "policies.ListingRound",
    "policies.Embedding",
    "crawling.EditionChange",
    "chat.Citation",
    "chat.ToolCardVector",
}
# Production settings want their variables; the server's entry point loads the models.
NOT_IMPORTED = ("config.settings.", "config.asgi")
TASKS = {
    "chat.tasks.turns_recover",
    "chat.tasks.checkpoints_prune",
    "chat.tasks.tool_cards_embed",
    "policies.tasks.embed.embed_missing",
    "policies.tasks.graph.graph_refresh",
    "policies.tasks.lexicon.lexicon_refresh",
    "policies.tasks.rules.rules_read_changed",
    "crawling.tasks.source_crawl",
    "crawling.tasks.run_continue",
    "crawling.tasks.runs_recover",
    "crawling.tasks.edition_take_back",
    "crawling.tasks.sources_check",
    "crawling.tasks.history_clean",
    "crawling.tasks.coverage_report",
    "policies.tasks.embed.reembed_continue",
}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")


def modules() -> list[Path]:
    """Our Python files, migrations left out."""
    found = [PROJECT / "manage.py", PROJECT / "conftest.py"]
    for package in PACKAGES:
        found += (PROJECT / package).rglob("*.py")
    return [path for path in found if "migrations" not in path.parts]


def is_test(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


def relative(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_modules_are_short() -> None:
    long = []
    for path in modules():
        count = len(path.read_text(encoding="utf-8").splitlines())
        if count > (TEST_LINES if is_test(path) else MODULE_LINES):
            long.append(f"{relative(path)}: {count}")
    assert not long


def test_functions_are_short() -> None:
    long = [
        f"{relative(path)}:{node.lineno} {node.name}: {count}"
        for path in modules()
        if not is_test(path)
        for node in functions(path)
        if (count := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    ]
    assert not long


def test_nothing_is_printed_or_left_unfinished() -> None:
    found = []
    for path in modules():
        text = path.read_text(encoding="utf-8")
        calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
        if any(isinstance(call.func, ast.Name) and call.func.id == "print" for call in calls):
            found.append(f"{relative(path)}: print")
        if path != Path(__file__) and UNFINISHED.search(text):
            found.append(f"{relative(path)}: unfinished")
    found += [
        f"{relative(path)}: unfinished"
        for path in (PROJECT / "templates").rglob("*.html")
        if UNFINISHED.search(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_every_module_imports() -> None:
    for package in PACKAGES:
        for found in pkgutil.walk_packages([str(PROJECT / package)], f"{package}."):
            if ".tests" in found.name or found.name.startswith(NOT_IMPORTED):
                continue
            importlib.import_module(found.name)


def test_every_model_is_of_its_app_and_has_an_admin() -> None:
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    assert len(models) > 20
    bare = {model._meta.label for model in models if not admin.site.is_registered(model)}
    assert bare == WITHOUT_ADMIN
    for model in models:
        assert model.__str__ is not type(model).__str__
        assert re.search("[가-힣]", str(model._meta.verbose_name)), model


@pytest.mark.parametrize("name", ["models", "admin", "tasks"])
def test_packages_import_all_their_modules(name: str) -> None:
    """`manage.py check` does not see an emptied `__init__`."""
    for app in APPS:
        folder = PROJECT / app / name
        if not folder.is_dir():
            continue
        source = (folder / "__init__.py").read_text(encoding="utf-8")
        defining = r"@admin\.register|@shared_task|\(models\.Model\)|\(NamedTerm\)"
        for path in folder.glob("[a-z]*.py"):
            if re.search(defining, path.read_text(encoding="utf-8")):
                assert re.search(rf"\b{path.stem}\b", source), f"{app}.{name}.{path.stem}"


def test_tasks_are_registered_and_scheduled_ones_exist() -> None:
    celery_app.loader.import_default_modules()
    ours = {name for name in celery_app.tasks if name.split(".")[0] in PACKAGES}
    assert ours == TASKS
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled <= ours


def our_migrations() -> list[tuple[str, migrations.Migration]]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return [
        (f"{app}.{name}", migration)
        for (app, name), migration in loader.disk_migrations.items()
        if app in APPS
    ]


def test_migrations_have_names_and_go_back() -> None:
    found = our_migrations()
    assert {name.split(".")[0] for name, _ in found} == set(APPS)
    for name, migration in found:
        assert "auto_" not in name
        for operation in migration.operations:
            assert operation.reversible, f"{name}: {operation}"


def test_every_template_parses() -> None:
    engine = engines["django"]
    folder = PROJECT / "templates"
    names = [str(path.relative_to(folder)) for path in folder.rglob("*.*") if path.is_file()]
    assert len(names) > 50
    for name in names:
        engine.get_template(name)


def test_prompts_are_files() -> None:
    for path in modules():
        if is_test(path) or "agent" not in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert "당신은" not in node.value, f"{relative(path)}:{node.lineno}"
