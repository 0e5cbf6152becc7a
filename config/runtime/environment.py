"""Servers for management commands that run without `manage.py up`."""

from __future__ import annotations

import atexit
import os

from config.runtime.checks import check_var
from config.runtime.console import Console
from config.runtime.paths import RuntimePaths, current_paths
from config.runtime.scratch import discard
from config.runtime.servers import Servers, ensure_servers

# `up` looks after the servers itself; the others work on files only.
_WITHOUT_SERVERS = {
    "check",
    "check_catalogue",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "spectacular",
    "startapp",
    "startproject",
    "up",
    "version",
}
_HELP = {"-h", "--help", "--version"}


def needs_servers(arguments: list[str]) -> bool:
    """Whether `manage.py <arguments>` talks to PostgreSQL or Redis."""
    if not arguments or _HELP.intersection(arguments):
        return False
    return arguments[0] not in _WITHOUT_SERVERS


def prepare(argv: list[str]) -> None:
    """Make `manage.py` ready before the settings load.

    Servers started for a command stop when it ends, unless another process uses them by then.
    """
    arguments = argv[1:]
    for position, argument in enumerate(arguments):
        # Django reads --settings later than the embedded servers' place is chosen.
        if argument.startswith("--settings="):
            os.environ["DJANGO_SETTINGS_MODULE"] = argument.partition("=")[2]
        elif argument == "--settings" and position + 1 < len(arguments):
            os.environ["DJANGO_SETTINGS_MODULE"] = arguments[position + 1]
    paths = current_paths()
    check_var(paths.var)
    if needs_servers(arguments):
        servers = ensure_servers(paths, Console().warn)
        atexit.register(_finish, servers, paths)


def _finish(servers: Servers, paths: RuntimePaths) -> None:
    servers.release()
    if paths.is_scratch:
        # Commands under the test settings leave nothing, unless a test session uses it too.
        discard(paths)
