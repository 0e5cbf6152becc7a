#!/usr/bin/env python
"""Django's command-line utility."""

import os
import sys


def main() -> None:
    """Run a management command; the servers it needs run too."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        from django.core.management import execute_from_command_line

        from config.runtime.environment import prepare
        from config.runtime.errors import RuntimeProblem
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("config", "policies"):
            raise
        sys.exit(
            f"오류: 없는 패키지가 있습니다({error.name}). make setup을 실행한 뒤 "
            ".venv/bin/python manage.py 로 시작해 주세요."
        )
    try:
        prepare(sys.argv)
    except RuntimeProblem as problem:
        sys.exit(f"오류: {problem}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
