"""Policies that a text calls by name."""

from __future__ import annotations

import re

from django.db import connection

from policies.residence import residence_regions
from policies.retrieval.types import RegionFilter

# Names so short are parts of many words.
SHORT = 3
_NAMED = """
SELECT p.id, p.name, n.form, p.nationwide
FROM policies_policy p
CROSS JOIN LATERAL (
    SELECT lower(regexp_replace(form, '[[:space:]·ㆍ・,()]', '', 'g')) AS form
    FROM unnest(
        p.aliases || p.name::varchar
        || regexp_replace(
            p.name, '[[:space:]]*(지원사업|서비스|사업|제도|지원)$', ''
        )::varchar
    ) AS form
) n
WHERE p.current_version_id IS NOT NULL AND length(n.form) >= 3
  AND position(n.form IN %(text)s) > 0
  AND (p.nationwide OR %(regions)s::bigint[] IS NULL OR EXISTS (
    SELECT 1 FROM policies_policy_regions pr
    WHERE pr.policy_id = p.id AND pr.region_id = ANY(%(regions)s::bigint[])))
ORDER BY length(n.form) DESC, (%(regions)s::bigint[] IS NOT NULL AND NOT p.nationwide) DESC,
         p.nationwide DESC, (p.source = 'catalogue') DESC, p.name
LIMIT 60
"""


def policies_said(text: str, region: RegionFilter | None = None) -> list[tuple[str, str, str]]:
    """(id, name, form said) of policies whose name or alias stands in `text`, longest first.

    Of a region only those that may apply there, its own before the nation's; without a region
    a nationwide policy leaves local ones of the name out.
    """
    squeezed = re.sub(r"[\s·ㆍ・,()]", "", text).lower()
    lived = residence_regions(region.sido, region.sigungu) if region else None
    with connection.cursor() as cursor:
        regions = list(lived.possible) if lived else None
        cursor.execute(_NAMED, {"text": squeezed, "regions": regions})
        rows = cursor.fetchall()
    if region is None and any(nationwide for *_, nationwide in rows):
        rows = [row for row in rows if row[3]]
    forms: list[str] = []
    found: dict[str, tuple[str, str, str]] = {}
    for policy_id, name, form, _ in rows:
        # A name inside a longer one that was said is not meant (장려금 in 출산장려금).
        if any(form != longer and form in longer for longer in forms):
            continue
        if len(form) <= SHORT and not re.search(rf"(?<![가-힣]){re.escape(form)}", text.lower()):
            # Nor one inside a name that nobody gave (장려금 in 고양이입양장려금).
            continue
        forms.append(form)
        found.setdefault(str(policy_id), (str(policy_id), name, form))
    return list(found.values())[:20]
