from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from policies.services.vocabulary import vocabulary_load


class Command(BaseCommand):
    help = (
        "기본 제공 어휘를 적재합니다. 담당자가 고친 어휘는 그대로 두며, 다시 실행해도 안전합니다."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = vocabulary_load()
        self.stdout.write(
            f"어휘: 새로 {counts['created']}, 바뀜 {counts['changed']}, "
            f"그대로 {counts['unchanged']}, 담당자 것 유지 {counts['kept']}, "
            f"삭제 {counts['removed']}"
        )
