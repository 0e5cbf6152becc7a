"""The fields of one 온통청년 policy as questions ask for them. Field names as in the API."""

from __future__ import annotations

from crawling.periods import parse_compact_date, parse_compact_ranges, parse_stamp
from crawling.sources.base import Fields
from crawling.sources.youthcenter import codes
from policies.records import RecordListing
from policies.structured.places import sido_codes

_CODED = (
    "pvsnInstGroupCd",
    "plcyPvsnMthdCd",
    "mrgSttsCd",
    "earnCndSeCd",
    "jobCd",
    "schoolCd",
    "plcyMajorCd",
    "sbizCd",
    "lclsfNm",
    "mclsfNm",
    "plcyKywdNm",
    "aplyPrdSeCd",
    "bizPrdSeCd",
    "sprtSclLmtYn",
    "sprtArvlSeqYn",
)
_PRESENT = (
    "aplyUrlAddr",
    "refUrlAddr1",
    "refUrlAddr2",
    "plcyAplyMthdCn",
    "sbmsnDcmntCn",
    "zipCd",
)
_PERIODS = {
    codes.PERIOD_RANGE: "range",
    codes.PERIOD_ALWAYS: "always",
    codes.PERIOD_CLOSED: "closed",
}


def listing_of(policy: Fields) -> RecordListing:
    """Codes and figures as they stand in the row; 0 of an income or a capacity is none."""
    areas = policy.parts("zipCd", ",")
    coded = {field: policy.parts(field, ",") for field in _CODED}
    coded["있음"] = [field for field in _PRESENT if policy.line(field)]
    limit = policy.line("sprtTrgtAgeLmtYn")
    return RecordListing(
        agency=policy.line("sprvsnInstCdNm"),
        operator=policy.line("operInstCdNm"),
        registrar=policy.line("rgtrInstCdNm"),
        codes=coded,
        areas=areas,
        nationwide=sido_codes() <= {code[:2] for code in areas},
        period=_PERIODS.get(policy.line("aplyPrdSeCd"), "other"),
        rounds=list(parse_compact_ranges(policy.text("aplyYmd"))),
        # Y means that age is *not* limited.
        age_limited={"N": True, "Y": False}.get(limit),
        age_from=_count(policy, "sprtTrgtMinAge"),
        age_to=_count(policy, "sprtTrgtMaxAge"),
        income_from=_count(policy, "earnMinAmt") or None,
        income_to=_count(policy, "earnMaxAmt") or None,
        views=_count(policy, "inqCnt"),
        capacity=_count(policy, "sprtSclCnt") or None,
        registered_at=parse_stamp(policy.line("frstRegDt")),
        modified_at=parse_stamp(policy.line("lastMdfcnDt")),
        begins_on=parse_compact_date(policy.line("bizPrdBgngYmd")),
        ends_on=parse_compact_date(policy.line("bizPrdEndYmd")),
    )


def _count(policy: Fields, field: str) -> int | None:
    text = policy.line(field).split(".")[0]
    return int(text) if text.isdecimal() else None
