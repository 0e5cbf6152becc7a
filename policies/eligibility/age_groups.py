"""Ages behind the words for them: what the law puts inside, and how far ordinances reach.

민법 제4조 (성년 19세) · 아동복지법 제3조 (아동 18세 미만) · 영유아보육법 제2조 (영유아 7세 이하의
취학 전 아동) · 청소년기본법 제3조 (9세 이상 24세 이하) · 청년기본법 제3조 (19세 이상 34세 이하;
other laws and ordinances reach from 15 to 49) · 노인복지법 제26조 (65세 이상; some programmes from
60) · 모자보건법 제2조 (신생아: 출생 후 28일 이내) · 중장년 (노후준비 지원, 고용정책: 40세부터 64세
안팎).
"""

from __future__ import annotations

from dataclasses import dataclass

from policies.vocabulary import AgeGroup

_YEAR = 12


@dataclass(frozen=True)
class Band:
    """Ages in full months, both ends inclusive. Inside `sure` is MET, outside `wide` NOT_MET."""

    sure: tuple[int, int]
    wide: tuple[int, int]


def _years(low: int, high: int) -> tuple[int, int]:
    return low * _YEAR, high * _YEAR + _YEAR - 1


_END = 130
BANDS: dict[AgeGroup, Band] = {
    AgeGroup.NEWBORN: Band((0, 0), (0, 1)),
    AgeGroup.BABY: Band((0, 11), _years(0, 2)),
    AgeGroup.INFANT: Band(_years(0, 5), _years(0, 7)),
    AgeGroup.PRESCHOOLER: Band(_years(3, 5), _years(0, 7)),
    AgeGroup.CHILD: Band(_years(0, 12), _years(0, 18)),
    AgeGroup.ADOLESCENT: Band(_years(9, 18), _years(9, 24)),
    AgeGroup.MINOR: Band(_years(0, 18), _years(0, 18)),
    AgeGroup.ADULT: Band(_years(19, _END), _years(18, _END)),
    AgeGroup.YOUTH: Band(_years(19, 34), _years(15, 49)),
    AgeGroup.MIDDLE_AGED: Band(_years(50, 64), _years(40, 69)),
    AgeGroup.SENIOR: Band(_years(65, _END), _years(60, _END)),
}
