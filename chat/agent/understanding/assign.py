"""Gives found facts to the right member and settles corrections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from chat.agent.understanding.clauses import Piece, raised_children
from chat.agent.understanding.health import Said
from chat.agent.understanding.infer import People
from chat.agent.understanding.kin import FEMALE, KIN, MALE
from chat.agent.understanding.people import KIN_WORDS
from chat.agent.understanding.types import SELF, Found, base_of

_MINORS = re.compile(r"(?:child|grandchild)\d*$")
_OWN_HOUSEHOLD = re.compile(r"(?:child|grandchild|spouse|sibling|brother|sister)\d*$")
_GROWN_UP_KEYS = frozenset(
    "employment marital_status married_on health_insurance health_insurance_premium veteran "
    "infertility_treatment pregnancy due_date delivered_on children receives".split()
)
_BIRTH_KEYS = frozenset({"pregnancy", "due_date", "delivered_on"})
_BOTH_ENDED = frozenset({"divorced", "separated"})
_SIBLING = re.compile(r"(?:brother|sister|sibling)\d*$")
_APART = re.compile(r"따로|떨어져|주말\s?부부|파견|해외|타지|객지|혼자|기러기|요양")
_FORMER = re.compile(r"전\s?(?:남편|신랑|부인|아내|와이프)")
_GIRLFRIEND = re.compile(r"여친|여자\s?친구|약혼녀")
_NEAR = 30
_RELATIVES_CHILD = re.compile(
    r"(?<![가-힣])(?P<kin>언니|누나|오빠|형|동생|여동생|남동생|이모|고모|삼촌|형수|올케|시누이)"
    r"(?:이|가|은|는|도)\s"
    r"(?:\S+\s){0,2}$"
)
_CHILD = re.compile(r"(?:아들|딸|애|아이)\S{0,2}(?:이|가|은|는)\s")
_LONE_PARENT = re.compile(
    rf"(?:{KIN_WORDS})(?:이|가|은|는|도)\s(?:[미비]혼[모부]|싱글(?:맘|대디|파파))"
)
_RAISED = re.compile(r"키[우워웁]|기르|길러|데리고")
_GROWN_UP = 25
_UNBORN = re.compile(r"뱃속|배\s?속")
_CORRECTS = re.compile(r"정정|정확히|아니[,\s]")
_TOGETHER = re.compile(r"같이\s?(?:살|사는|사세|지내)|함께\s?(?:살|사는)|모시고\s?(?:살|사는|삽)")
_COUNTED = re.compile(
    r"(?:애|아이|아들|딸|손주|자녀|아기)\S?\s?(?:둘|셋|넷|두\s?명|세\s?명|\d명)(?!\s?다)"
)
_ELDERS = r"남편|신랑|아내|와이프|엄마|어머니|아빠|아버지|할머니|할아버지|시어머니|장모님|장인어른"
_AHEAD = re.compile(
    rf"\s?(?:{_ELDERS})(?:이|가)(?:\s|요)|[^\n]{{0,14}}(?:{_ELDERS})(?:이|가)요|"
    rf"\s?(?:(?:우리|저희|울|제)\s?)?(?:{_ELDERS}|장모|딸|아들|아이)(?:이|가|은|는|요|께서)?"
    rf"(?:\s\d{{1,2}}(?:세|살)\S{{0,3}})?[\s.!?~]*$|"
    rf"(?:(?!나는|저는|제가|내가)[^\n])*?(?:우리|저희|울)\s?(?:{_ELDERS})(?:$|[\s,은는이가])"
)
_REACH = 160
_AHEAD_KEYS = frozenset({"long_term_care_grade", "disability", "disability_type"})
_FIRST_PERSON = re.compile(r"(?<![가-힣])(?:나|저|전|난|저는|나는|제가|내가|저도|나도)(?![가-힣])")


def _lives_apart(members: tuple[str, ...], facts: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether one relative was told to live alone (누나 혼자 살아요 의정부)."""
    return len(members) == 1 and facts.get(members[0], {}).get("household_size") == 1


@dataclass
class Ledger(People):
    """Decides whose a fact is; later statements replace earlier ones."""

    def take(self, piece: Piece, values: Iterable[Found], *, ahead: bool) -> None:
        """Give the facts of a piece to the members it is about; `ahead`: to whom comes next."""
        found = list(values)
        if ahead:
            self._waiting_facts += [(one, piece) for one in found if one.key in _AHEAD_KEYS]
            found = [one for one in found if one.key not in _AHEAD_KEYS]
        births = [one for one in found if one.key in _BIRTH_KEYS]
        mothers = self._owners(piece, births[0]) if births else ()
        if mothers and _MINORS.match(mothers[0]):
            found = [one for one in found if one.key != "age"]  # 딸은 둘째 낳은 지 한 달
        if mothers == (SELF,) and not piece.explicit:
            piece = replace(piece, subjects=mothers)  # 남편은 … 임신 30주 스물다섯
        lists = [[one for one in found if one.key == key] for key in ("age", "education")]
        if all(lists) and len(lists[0]) + len(lists[1]) == len(piece.subjects) > 1:
            both = sorted((*lists[0], *lists[1]), key=lambda one: one.start)
            lists = [both]  # 애 셋 초1 6살 3살
        for said in lists:
            self._spread(piece, said)
        for one in found:
            if one.key in {"age", "education"}:
                continue
            owners = self._owners(piece, one)
            self._last_owner[one.key] = owners
            for member in owners:
                self.put(member, one, piece.start)

    def _spread(self, piece: Piece, found: list[Found]) -> None:
        """Several ages for several children go to them in order; one goes to each of them."""
        if not found:
            return
        members = list(piece.subjects)
        if self.raised and members == [SELF] and found[0].value is not None:
            minors = all(one.key == "education" or one.value < 20 for one in found)
            if minors and not (piece.explicit and len(found) == 1):
                members = self.raised
                if len(found) == 1 and raised_children(piece):
                    found = found * len(members)
        if not piece.fresh and found[0].key == "age" and found[0].value >= _GROWN_UP:
            line = self.text[self.text.rfind("\n", 0, piece.start) + 1 : piece.start]
            if _RAISED.search(line) and all(_MINORS.match(one) for one in members):
                members = [SELF]  # 애 둘 혼자 키우고 있고 35살
        if (
            len(members) == 1
            and _MINORS.match(members[0])
            and len(found) > 1 - (found[0].key == "age")
        ):
            members = self._next_child(piece, members[0], found)
        if len(members) == 1:
            last = found[-1] if found[-1].key == "age" else found[0]
            self.put(members[0], last, piece.start)
            return
        key = (found[0].key, *members)
        for one in found:
            position = self._order.get(key, 0)
            alone = len(found) == 1 and position == 0 and not self.raised
            counted = bool(_COUNTED.search(piece.text))
            if alone and not counted:
                for member in members:
                    self.put(member, one, piece.start)
                return
            if position < len(members):
                self.put(members[position], one, piece.start)
                self._order[key] = position + 1

    def _next_child(self, piece: Piece, member: str, found: list[Found]) -> list[str]:
        """ "아이가 7살, 5살이에요": more ages than children named in one sentence."""
        base = base_of(member)
        correction = bool(_CORRECTS.search(piece.text))
        told = self._age_said.get(member) == piece.sentence and not piece.fresh
        if len(found) > 1 and not correction:
            return self.family.several(base, len(found))
        if told and not correction:
            member = self.family.add(base, None)
        self._age_said[member] = piece.sentence
        return [member]

    def _owners(self, piece: Piece, found: Found) -> tuple[str, ...]:
        subjects = tuple(one for one in piece.subjects if one not in self._dead) or (SELF,)
        minor = bool(_MINORS.match(subjects[0]))
        if minor and found.key == "pregnancy" and _UNBORN.search(piece.text):
            return (SELF,)
        if found.key == "employment" and "맞벌이" in piece.text and "spouse" in self.family.sexes:
            return (SELF, "spouse")
        if found.key == "household_types" and found.value == ["child_headed"]:
            return (SELF,)
        raised = _RELATIVES_CHILD.search(self.text[: piece.start + found.start][-_NEAR:])
        if minor and found.key == "household_types" and raised:
            return (KIN[raised["kin"]].member,)  # 언니가 애 셋 데리고
        if minor and _LONE_PARENT.search(piece.text):
            return subjects  # 딸이 미혼모예요
        if found.owner == "spouse":
            self.family.sexes.setdefault("spouse", None)
            return ("spouse",)
        if found.owner == "household":
            return self._household(piece, found, subjects)
        if found.key == "marital_status" and subjects == ("spouse",):
            return (SELF,)  # 마누라와 별거 중
        if found.key == "marital_status" and found.value in _BOTH_ENDED:
            parents = {subjects[0], *piece.companions}
            if parents >= {"mother", "father"} and piece.fresh:
                return ("mother", "father")  # 엄마는 … 아빠랑은 이혼
        partner = piece.mention and piece.mention.kin and piece.mention.kin.member == "spouse"
        if minor and found.key == "marital_status" and partner and not _CHILD.search(piece.text):
            return (SELF,)  # 아들 하나 있고 남편과는 사별했어요
        if minor and found.key == "marital_status" and _FORMER.match(piece.text[found.start :]):
            return (SELF,)  # 애는 전남편이 키워요
        if found.key in _BIRTH_KEYS:
            return self._mothers(piece, subjects)
        if found.owner == "pair":
            return (SELF,) if _OWN_HOUSEHOLD.match(subjects[0]) or SELF in subjects else subjects
        if minor and found.key in {"household_size", "household_types"} and len(subjects) == 1:
            return subjects if piece.mention and not piece.mention.owned else (SELF,)
        if minor and found.key in _GROWN_UP_KEYS and not self._grown(subjects[0], piece):
            return (SELF,)
        return subjects

    def _mothers(self, piece: Piece, subjects: tuple[str, ...]) -> tuple[str, ...]:
        """Whose a pregnancy or birth is: no man's, no baby's (아기 어제 낳았어요), but a grown
        daughter's."""
        one = subjects[0]
        if one == SELF and _GIRLFRIEND.search(self.text):
            return ()
        if self.family.sexes.get(one) == MALE:
            return (SELF,)
        if _MINORS.match(one):
            daughter = self.family.sexes.get(one) == FEMALE and piece.mention is not None
            return subjects if daughter and self._grown(one, piece) else (SELF,)
        return subjects

    def _grown(self, member: str, piece: Piece) -> bool:
        """Whether a child is old enough for work and marriage, or is named with it."""
        age = self._facts.get(member, {}).get("age")
        return (age or 0) >= 20 or (piece.explicit and (age is None or age >= 15))

    def _household(self, piece: Piece, found: Found, subjects: tuple[str, ...]) -> tuple[str, ...]:
        if SELF in subjects:
            together = found.key == "region" and _TOGETHER.search(piece.text)
            if together and piece.companions and subjects == (SELF,):
                return (SELF, *(one for one in piece.companions if one != SELF))
            return (SELF,)
        if "환자" in piece.text and self._knows(subjects[0], "conditions"):
            return subjects
        if _CORRECTS.search(piece.text):
            known = tuple(one for one, facts in self.known.items() if found.key in facts)
            if owners := self._last_owner.get(found.key, known):
                return owners
        if not piece.fresh and found.key == "household_types" and _SIBLING.match(subjects[0]):
            return (SELF,)  # 저는 초6 남동생은 초3이고 다문화가정
        if found.key in {"region", "household_size"} and _lives_apart(subjects, self._facts):
            return subjects
        if found.key == "region" and subjects == ("spouse",) and not _APART.search(piece.text):
            return (SELF,)
        own = all(_OWN_HOUSEHOLD.match(one) for one in subjects)
        minor = all(_MINORS.match(one) for one in subjects)
        if own and (not piece.explicit or (minor and found.key != "region")):
            return (SELF,)
        lost = found.key == "monthly_income" and not found.value
        if own and lost and self._facts.get(SELF, {}).get("monthly_income"):
            return ()  # 제가 260 벌고 아내는 소득이 없어요
        if own and (lost or found.key == "household_size"):
            return (SELF,)
        return subjects

    def belongs_ahead(self, piece: Piece, text: str) -> bool:
        """ "루게릭병이요 남편이 54세": what was said before the person it belongs to is named."""
        rest = text[piece.end : piece.end + _REACH].split("\n", 1)[0]
        start = max(text.rfind("\n", 0, piece.start) + 1, piece.start - _REACH)
        told = text[start : piece.end]
        return bool(_AHEAD.match(rest)) and not _FIRST_PERSON.search(told)

    def wait(self, said: Said, offset: int) -> None:
        shifted = Said(said.predicate, said.name, said.code, said.start + offset,
                       said.end + offset, said.stated, 0.7)  # fmt: skip
        self._waiting.append(shifted)

    def settle(self, piece: Piece) -> None:
        """Give what waits to the person that this piece names."""
        if piece.subjects == (SELF,) and not piece.explicit:
            return
        for said in self._waiting:
            self._disease(piece.subjects, said, 0)
        for found, origin in self._waiting_facts:
            for member in piece.subjects:
                self.put(member, found, origin.start)
        self._waiting.clear()
        self._waiting_facts.clear()

    def take_disease(self, piece: Piece, said: Said) -> None:
        subjects = tuple(one for one in piece.subjects if one not in self._dead)
        if not subjects:
            return
        if said.name == "미숙아" and not _MINORS.match(subjects[0]):
            subjects = tuple(self.family.keys_of("child")) or (self.family.add("child", None),)
        if not said.stated:
            self._deny(subjects, piece, said)
            return
        self._disease(subjects, said, piece.start)
