"""Counts of the frequent words, so that a search need not count them."""

from __future__ import annotations

from django.conf import settings
from django.db import connection, transaction

_COUNT = """
INSERT INTO policies_lexicalterm (term, policies, average_length)
SELECT lp.term, count(*), 0
FROM policies_lexicalposting lp
JOIN policies_policy p ON p.current_version_id = lp.version_id
GROUP BY lp.term HAVING count(*) >= %(least)s
UNION ALL
SELECT '', count(*), coalesce(avg(v.term_count), 1)
FROM policies_policy p JOIN policies_policyversion v ON v.id = p.current_version_id
HAVING count(*) >= %(least)s
"""


@transaction.atomic
def lexicon_refresh() -> int:
    """Count anew the words of at least `RETRIEVAL["frequent_from"]` policies; returns how many.

    Until the next count they keep these numbers: a word in thousands of policies is worth the
    same with a few more. Small collections keep none and are counted at each search.
    """
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM policies_lexicalterm")
        cursor.execute(_COUNT, {"least": settings.RETRIEVAL["frequent_from"]})
        return max(int(cursor.rowcount) - 1, 0)
