"""How long what a source published may be taken for current."""

from typing import Any

# `stale_days`: after so many days answers say how old the text is. `unusable_days`: after so
# many, finding nothing in the source proves nothing. `yearly`: texts of an earlier year are
# stale whatever their day. The open services change on any day and are to be collected daily;
# the catalogue is checked once a year. Sites of health centres change seldom.
_SITES = (
    "gangnam_health",
    "gangdong_health",
    "gangbuk_health",
    "gangseo_health",
    "gwanak_health",
    "gwangjin_health",
    "dongjak_health",
    "seodaemun_health",
    "seongbuk_health",
    "yeongdeungpo_health",
    "jongno_health",
    "ehealth",
    "seoul_welfare",
)
SOURCE_PROMISES: dict[str, dict[str, Any]] = {
    "gov24": {"stale_days": 7, "unusable_days": 90},
    "bokjiro": {"stale_days": 7, "unusable_days": 90},
    "youthcenter": {"stale_days": 7, "unusable_days": 90},
    "lh_complexes": {"stale_days": 30, "unusable_days": 180},
    "lh_notices": {"stale_days": 3, "unusable_days": 14},
    "applyhome": {"stale_days": 3, "unusable_days": 14},
    "applyhome_rates": {"stale_days": 7, "unusable_days": 90},
    "welfare_facilities": {"stale_days": 30, "unusable_days": 180},
    **{name: {"stale_days": 30, "unusable_days": 180} for name in _SITES},
    "catalogue": {"stale_days": 400, "unusable_days": 800, "yearly": True},
}
# Of one programme in several sources each field comes from the first of these that has it; "*"
# is for fields that are not named. 복지로 writes criteria out, 보조금24 and 온통청년 keep the ways,
# periods and papers of an application, and the catalogue was read by people.
_APPLYING = ["catalogue", "gov24", "youthcenter", "bokjiro"]
_ASKING = ["catalogue", *_SITES, "gov24", "bokjiro", "youthcenter"]
FIELD_PRECEDENCE: dict[str, list[str]] = {
    "*": ["catalogue", "bokjiro", "gov24", "youthcenter"],
    "application": _APPLYING,
    "documents": _APPLYING,
    "period": _APPLYING,
    "apply_url": _APPLYING,
    "contact": _ASKING,
    "phones": _ASKING,
}
