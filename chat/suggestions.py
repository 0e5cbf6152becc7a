"""Questions to start with: out of the family's profiles and what the data can answer."""

from __future__ import annotations

from policies.models import Policy
from profiles.models import Profile

COUNT = 4
GENERAL = [
    ("기초연금", "부모님이 기초연금을 받을 수 있나요?"),
    ("고혈압·당뇨병 등록관리사업", "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"),
    ("첫만남이용권", "아기가 태어나면 받을 수 있는 지원이 뭐예요?"),
    ("청년월세", "월세가 부담되는 청년이 받을 수 있는 지원을 알려 주세요"),
    ("본인부담상한제", "병원비가 너무 많이 나왔는데 도움받을 방법이 있나요?"),
]


def starting_questions(profiles: list[Profile]) -> list[str]:
    """At most COUNT questions, those about the family first; each is about a policy that
    the data holds."""
    found = [question for profile in profiles for question in _about(profile)]
    held = " ".join(
        Policy.objects.recommendable()
        .filter(source="catalogue", nationwide=True)
        .values_list("name", flat=True)
    )
    found += [question for name, question in GENERAL if name.split("·")[0] in held]
    return list(dict.fromkeys(found))[:COUNT]


def _about(profile: Profile) -> list[str]:
    who = "제가" if profile.relation == "self" else f"{profile.get_relation_display()}가"
    place = f"{profile.sigungu}에 사는 " if profile.sigungu else ""
    questions = []
    if profile.pregnancy == "pregnant":
        questions.append(f"{place}임신부가 받을 수 있는 지원을 알려 주세요")
    diseases = [fact.object for fact in profile.health_facts.all() if fact.predicate == "disease"]
    questions += [
        f"{place}{disease} 환자가 받을 수 있는 혜택이 뭐예요?" for disease in diseases[:1]
    ]
    if profile.disability in {"severe", "mild"}:
        questions.append(f"{who} 받을 수 있는 장애인 지원이 뭐가 있나요?")
    if profile.birth_date or place:
        questions.append(f"{who} 받을 수 있는 혜택을 찾아 주세요")
    return questions
