from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.evals.learn_guardrail import guardrail_learn
from chat.evals.learn_routes import routes_learn
from chat.evals.learn_tools import tool_cards_learn
from policies.bars import StageBars
from policies.errors import EmbedderUnavailable
from policies.evals.corpus import CasesInvalid

LEARNERS: dict[str, Callable[..., dict[str, Any]]] = {
    "guardrail": guardrail_learn,
    "routes": routes_learn,
    "tool_cards": tool_cards_learn,
}


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "함께 배포하는 가중치를 배우고 교차 검증한 수치를 보여 줍니다: 입력 살핌(guardrail), "
        "갈래와 도구(routes), 도구 카드(tool_cards)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=list(LEARNERS), help="무엇을 배울지")
        parser.add_argument("--write", action="store_true", help="배운 가중치를 저장합니다")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with StageBars() as bars:
                report = LEARNERS[options["what"]](progress=bars.show, write=options["write"])
        except CasesInvalid as error:
            raise CommandError(str(error)) from None
        except EmbedderUnavailable as error:
            raise CommandError(f"임베딩 모델을 쓸 수 없습니다: {error}") from None
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
