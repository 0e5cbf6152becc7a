from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from chat.agent.checkpoints import checkpoint_tables_create


class Command(BaseCommand):
    help = "대화 체크포인트 표를 만듭니다. 다시 실행해도 안전합니다."

    def handle(self, *args: Any, **options: Any) -> None:
        checkpoint_tables_create()
        self.stdout.write("체크포인트 표가 준비됐습니다.")
