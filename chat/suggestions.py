"""Questions to start with: out of the family's profiles and what the data can answer."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count

from chat.agent.suggesting import SHOWN, answerable
from policies.korean import josa
from policies.models import Policy
from policies.retrieval.types import RegionFilter
from profiles.models import Profile

# (a word of the policy's name, a question that leads to it)
GENERAL = [
    ("기초연금", "부모님이 기초연금을 받을 수 있나요?"),
    ("고혈압", "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"),
    ("첫만남이용권", "아기가 태어나면 받을 수 있는 지원이 뭐예요?"),
    ("청년월세", "월세가 부담되는 청년이 받을 수 있는 지원을 알려 주세요"),
    ("본인부담상한제", "병원비가 너무 많이 나왔는데 도움받을 방법이 있나요?"),
]
# Official subjects to fill up with, where there are few of the others.
SUBJECTS = 3


def starting_questions(profiles: list[Profile]) -> list[str]:
    """At most four questions, those about the family first; the data answer each of them."""
    found: list[str] = []
    for profile in profiles:
        region = RegionFilter(profile.sido, profile.sigungu or None) if profile.sido else None
        found += answerable(list(_about(profile)), region, limit=SHOWN - len(found))
    if len(found) < SHOWN:
        others = [one for one in [*_general(), *_subjects()] if one not in found]
        found += answerable(others, None, limit=SHOWN - len(found))
    return found


def _general() -> list[str]:
    names = " ".join(
        Policy.objects.recommendable()
        .filter(source="catalogue", nationwide=True)
        .values_list("name", flat=True)
    )
    return [question for name, question in GENERAL if name in names]


def _subjects() -> list[str]:
    """Questions for the subjects of which there is most."""
    held = Policy.objects.recommendable().filter(nationwide=True)
    names = (
        held.filter(themes__name__isnull=False)
        .values("themes__name")
        .annotate(policies=Count("pk"))
        .order_by("-policies", "themes__name")
        .values_list("themes__name", flat=True)
    )
    return [f"{name} 정책에는 무엇이 있나요?" for name in names[:SUBJECTS]]


def _about(profile: Profile) -> Iterator[str]:
    who = "제가" if profile.relation == "self" else josa(profile.get_relation_display(), "이/가")
    place = f"{profile.sigungu}에 사는 " if profile.sigungu else ""
    if profile.pregnancy == "pregnant":
        yield f"{place}임신부가 받을 수 있는 지원을 알려 주세요"
    diseases = [fact.object for fact in profile.health_facts.all() if fact.predicate == "disease"]
    for disease in diseases[:1]:
        yield f"{place}{disease} 환자가 받을 수 있는 혜택이 뭐예요?"
    if profile.disability in {"severe", "mild"}:
        yield f"{who} 받을 수 있는 장애인 지원이 뭐가 있나요?"
    if profile.birth_date or place:
        yield f"{who} 받을 수 있는 혜택을 찾아 주세요"
