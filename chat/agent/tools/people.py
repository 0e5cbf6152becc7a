"""Whose turn it is: members of the family as a talk and an account know them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field

from accounts.models import User
from accounts.selectors import user_get
from chat.agent.facts import member_name
from chat.agent.tools.place import invalid
from chat.agent.tools.registry import from_talk
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from chat.agent.understanding.kin import KIN
from chat.agent.understanding.people import SELF_WORDS
from chat.agent.understanding.types import SELF
from policies.eligibility.dates import age_in_years
from policies.eligibility.facts import ApplicantFacts
from profiles.choices import RELATION
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.selectors import family_by_key

_RELATIONS = {label: key for key, label in RELATION}
ASK_WHO = "가족 한 분 한 분의 나이와 사는 곳을 알려 주시겠어요?"


class OfMember(BaseModel):
    """One member of the family."""

    member: str = from_talk(
        "member",
        default=SELF,
        min_length=1,
        max_length=40,
        description="가족 구성원. 본인은 self, 그 밖에는 어머니·배우자 같은 말이나 저장한 이름",
    )


class WithConsent(OfMember):
    """What a tool writes of a member: only a plain true is a yes."""

    consent: bool = Field(
        default=False,
        strict=True,
        description="본인이 저장해도 된다고 말했으면 true. 말하기 전에는 false",
    )


@dataclass(frozen=True)
class Family:
    """Members by key. `saved`: their profiles, where the account keeps one; `facts`: what the
    talk and the profiles know of each."""

    user: User | None
    saved: dict[str, Profile]
    facts: dict[str, ApplicantFacts]

    @property
    def known(self) -> dict[str, ApplicantFacts]:
        """Facts of the members of whom something is known."""
        return {key: facts for key, facts in self.facts.items() if facts.known()}

    def name(self, key: str) -> str:
        """What the person calls the member."""
        return self.saved[key].name if key in self.saved else member_name(key)

    def key_of(self, said: str) -> str | None:
        """Key of the member meant by a key, a saved name or a word for kin."""
        said = said.strip()
        if said in self.saved or said in self.facts or said == SELF:
            return said
        named = [key for key, profile in self.saved.items() if profile.name == said]
        if len(named) == 1:
            return named[0]
        if said in SELF_WORDS:
            return SELF
        if said in KIN:
            return _child(KIN[said].member)
        return _RELATIONS.get(said)


def family_in(context: ToolContext) -> Family:
    """The family of who asks; what a talk says goes before what is saved."""
    user = user_get(context.owner.user_id) if context.owner and context.owner.user_id else None
    saved = family_by_key(user) if user else {}
    kept = {key: facts_of(profile, as_of=context.as_of) for key, profile in saved.items()}
    return Family(user, saved, {**kept, **context.members})


def member_in(source: str, family: Family, said: str) -> str | RetrievalResult:
    """Key of the member meant, or the result that tells that nobody is."""
    key = family.key_of(said)
    if key is not None:
        return key
    known = ", ".join(family.name(each) for each in family.facts) or "아직 없음"
    text = f"‘{said}’에 맞는 가족을 찾지 못했어요. 알고 있는 가족: {known}."
    return invalid(source, "member", text)


def asker_of(source: str, family: Family) -> User | RetrievalResult:
    """The account that asks; the result that asks to sign in where there is none."""
    if family.user is not None:
        return family.user
    return RetrievalResult(
        source=source, status=ResultStatus.SIGN_IN, summary="로그인한 뒤에 쓸 수 있어요."
    )


def age_of(facts: ApplicantFacts) -> int | None:
    """Age in full years on the day of the facts, None where it is not known."""
    if facts.birth_date is not None:
        return age_in_years(facts.birth_date, facts.as_of)
    return facts.age


def _child(member: str) -> str:
    """child#2 of the word table as the key of a talk: child2, the first one child."""
    base, _, number = member.partition("#")
    return f"{base}{number}" if number not in ("", "1") else base
