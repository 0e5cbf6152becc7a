"""에너지바우처 by household size. 에너지법 제16조의2. KRW for a whole year of use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from policies.estimates.parameters import NoParameters, parameters
from policies.estimates.results import estimated, refused, undecided
from policies.estimates.spans import Span
from policies.estimates.types import Estimate
from policies.korean import won

BENEFIT = "에너지바우처"
RULE = "energy_voucher"
FORMULA = "세대원 수에 따라 정해진 한 해 지원금액(기초생활수급 세대이면서 세대원 특성에 해당)"
_LARGEST = 4


@dataclass(frozen=True)
class VoucherHome:
    """None = not said. `recipient`: 생계·의료·주거·교육급여 가운데 하나를 받음; `member_fits`: a
    member is old, small, disabled, pregnant, gravely ill, or the family 한부모 or 다자녀."""

    as_of: date
    size: int | None = None
    recipient: bool | None = None
    member_fits: bool | None = None


def estimate_energy_voucher(home: VoucherHome) -> Estimate:
    """에너지바우처 (unit "원/년")."""
    if home.size is None:
        return undecided(BENEFIT, ["household_size"], formula=FORMULA)
    try:
        figures = parameters(RULE, home.as_of)
    except NoParameters as error:
        return refused(BENEFIT, error, home.as_of)
    amount = figures.values["amounts"][min(home.size, _LARGEST)]
    span = Span.exactly(amount)
    if False in (home.recipient, home.member_fits):
        span = Span.exactly(0)
    elif None in (home.recipient, home.member_fits):
        span = Span(0, amount)
    size = f"{home.size}인" if home.size < _LARGEST else "4인 이상"
    return estimated(
        BENEFIT, span, [figures], unit="원/년", formula=FORMULA,
        steps=[f"{size} 세대: 한 해 {won(amount)}", *_reasons(home)],
        missing=_missing(home) if span.high else [],
        notes=["겨울 연료비를 다른 제도로 받으면 겨울 바우처와 겹쳐 받지 못할 수 있어요."],
    )  # fmt: skip


def _reasons(home: VoucherHome) -> Iterable[str]:
    if home.recipient is False:
        yield "기초생활수급 세대가 받아요."
    if home.member_fits is False:
        yield (
            "65세 이상, 7세 이하, 등록장애인, 임산부, 중증·희귀·중증난치질환자, 한부모·소년소녀·"
            "다자녀 세대가 받아요."
        )


def _missing(home: VoucherHome) -> Iterable[str]:
    if home.recipient is None:
        yield "basic_livelihood"
    if home.member_fits is None:
        yield "member_fits"
