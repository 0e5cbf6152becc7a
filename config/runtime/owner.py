"""Which OS user runs the embedded servers, and what that user must be able to reach.

PostgreSQL refuses to run as root. A root run therefore uses the owner of the existing data, or
a dedicated account without a shell or home.
"""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.runtime.errors import RuntimeProblem

SERVICE_USER = "poly-db"


@dataclass(frozen=True)
class Owner:
    """OS user of the servers."""

    uid: int
    gid: int

    @property
    def spawn_options(self) -> dict[str, Any]:
        """Arguments for subprocess that switch to this user; empty if we already are."""
        if os.geteuid() == self.uid:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def choose_owner(data: Path) -> Owner:
    """User for the servers of this data directory."""
    owner_uid = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        if owner_uid not in (None, os.geteuid()):
            raise RuntimeProblem(
                f"다른 사용자가 만든 데이터입니다: {data}\n 그 사용자(또는 root)로 실행하거나 "
                "POLY_VAR로 다른 위치를 정해 주세요."
            )
        return Owner(os.geteuid(), os.getegid())
    if owner_uid:
        return Owner(owner_uid, data.stat().st_gid)
    return _service_owner()


def _service_owner() -> Owner:
    entry = _find_user()
    if entry is None:
        _create_user()
        entry = _find_user()
    if entry is None:
        raise RuntimeProblem(
            "PostgreSQL은 root로 실행할 수 없고, 전용 계정도 만들지 못했습니다. "
            "일반 사용자로 실행하거나 useradd를 설치해 주세요."
        )
    return Owner(entry.pw_uid, entry.pw_gid)


def _find_user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(SERVICE_USER)
    except KeyError:
        return None


def _create_user() -> None:
    tool = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if tool is None:
        return
    options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
    # Fails when another process was faster; the caller looks again.
    subprocess.run(
        [tool, *options, "--shell", "/usr/sbin/nologin", SERVICE_USER],
        check=False,
        capture_output=True,
    )


def own_directory(path: Path, owner: Owner) -> None:
    """Make or adopt a directory that only `owner` (and root) may enter."""
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.lstat()
        # In a shared temporary directory somebody else may have put something in its place.
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner.uid, os.geteuid()):
            raise RuntimeProblem(f"다른 사용자가 차지한 경로입니다. 지운 뒤 다시 해 주세요: {path}")
        if found.st_uid != owner.uid:
            os.chown(path, owner.uid, owner.gid)
        if stat.S_IMODE(found.st_mode) != 0o700:
            path.chmod(0o700)
    except PermissionError as error:
        raise RuntimeProblem(f"디렉터리를 만들 권한이 없습니다: {path}") from error


def open_way(targets: list[Path], owner: Owner) -> list[Path]:
    """Let `owner` pass through the directories above each target.

    Adds the traverse bit (o+x) only where it is missing, and returns the directories changed.
    """
    changed: list[Path] = []
    if os.geteuid() == owner.uid:
        return changed
    for target in targets:
        for directory in reversed(target.resolve().parents):
            found = directory.stat()
            if found.st_uid == owner.uid or found.st_mode & stat.S_IXOTH:
                continue
            try:
                directory.chmod(stat.S_IMODE(found.st_mode) | stat.S_IXOTH)
            except OSError as error:
                raise RuntimeProblem(
                    f"전용 계정({SERVICE_USER})이 지나갈 수 없고 통과 권한(o+x)도 더할 수 없는 "
                    f"디렉터리입니다. 다른 위치에 두고 실행해 주세요: {directory}"
                ) from error
            changed.append(directory)
    return changed


def open_package(root: Path, owner: Owner) -> None:
    """Let `owner` read and run an installed package of binaries (a strict umask hides it)."""
    if os.geteuid() == owner.uid or root.stat().st_mode & stat.S_IROTH:
        return
    for path in (root, *root.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))
