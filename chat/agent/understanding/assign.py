"""Gives found facts to the right member and settles corrections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from chat.agent.understanding.clauses import Piece
from chat.agent.understanding.health import Said
from chat.agent.understanding.kin import FEMALE, KIN, MALE
from chat.agent.understanding.people import KIN_WORDS
from chat.agent.understanding.spread import AT_SCHOOL, CORRECTS, MINORS, RAISED, AgesGiven
from chat.agent.understanding.types import SELF, Found

_OWN_HOUSEHOLD = re.compile(r"(?:child|grandchild|spouse|sibling|brother|sister)\d*$")
_GROWN_UP_KEYS = frozenset(
    "employment marital_status married_on health_insurance health_insurance_premium veteran "
    "infertility_treatment pregnancy due_date delivered_on children receives".split()
)
_SPREAD = ("education", "age", "birth_date")
_BIRTH_KEYS = frozenset({"pregnancy", "due_date", "delivered_on"})
_BOTH_ENDED = frozenset({"divorced", "separated"})
_SIBLING = re.compile(r"(?:brother|sister|sibling)\d*$")
_WORKING = frozenset({"employed", "self_employed", "farmer", "fisher"})
_HOME_KEYS = frozenset({"tenure", "owns_home", "assets", "household_size", "household_types"})
_OUR_HOME = re.compile(
    r"(?:우리|저희)\s?(?:집|동네)(?:은|이)?\s?$|(?<![가-힣])(?:집은|사는\s?(?:곳|데)(?:은|는))\s?$"
)
_APART = re.compile(r"따로|떨어져|주말\s?부부|파견|해외|타지|객지|혼자|기러기|요양")
_FORMER = re.compile(r"전\s?(?:남편|신랑|부인|아내|와이프|처)")
_GIRLFRIEND = re.compile(r"여친|여자\s?친구|약혼녀")
_NEAR = 30
_RELATIVES_CHILD = re.compile(
    r"(?<![가-힣])(?P<kin>언니|누나|오빠|형|동생|여동생|남동생|이모|고모|삼촌|형수|올케|시누이)"
    r"(?:이|가|은|는|도)?\s"
    r"(?:\S+\s){0,2}$"
)
_CHILD = re.compile(r"(?:아들|딸|애|아이)\S{0,2}(?:이|가|은|는)\s")
_LONE_PARENT = re.compile(
    rf"(?:{KIN_WORDS})(?:이|가|은|는|도)\s(?:(?!저는|제가|나는)\S+\s){{0,4}}?(?:[미비]혼[모부]|싱글(?:맘|대디|파파))"
)
# 우리 아들이 결혼 안 하고 혼자 사는데
_GROWN_ALONE = re.compile(
    r"(?:아들|딸)(?:이|은)\s(?!있|하나|둘)(?:(?!키우|데리고|저는|제가|나는)[^.?!])*혼자\s?\S*$"
)
_UNBORN = re.compile(r"뱃속|배\s?속")
_TOGETHER = re.compile(r"같이\s?(?:살|사는|사세|지내)|함께\s?(?:살|사는)|모시고\s?(?:살|사는|삽)")
_ELDERS = (
    r"남편|신랑|영감|아내|와이프|집사람|마누라|할멈|시아버지|시부모님|노모|엄마|어머니|"
    r"아빠|아버지|할머니|할아버지|시어머니|장모님|장인어른"
)
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
class Ledger(AgesGiven):
    """Decides whose a fact is; later statements replace earlier ones."""

    def take(self, piece: Piece, values: Iterable[Found], *, ahead: bool) -> None:
        """Give the facts of a piece to the members it is about; `ahead`: to whom comes next."""
        found = list(values)
        if ahead:
            self._waiting_facts += [(one, piece) for one in found if one.key in _AHEAD_KEYS]
            found = [one for one in found if one.key not in _AHEAD_KEYS]
        births = [one for one in found if one.key in _BIRTH_KEYS]
        mothers = self._owners(piece, births[0]) if births else ()
        if mothers and MINORS.match(mothers[0]):
            found = [
                one for one in found if one.key != "age" or one.value > 10
            ]  # 딸은 둘째 낳은 지 한 달
        if mothers == (SELF,) and not piece.explicit:
            piece = replace(piece, subjects=mothers)  # 남편은 … 임신 30주 스물다섯
        lists = [[one for one in found if one.key == key] for key in _SPREAD]
        born = lists[2] = lists[2] if len(lists[2]) > 1 else []
        if all(lists[:2]) and len(lists[0]) + len(lists[1]) == len(piece.subjects) > 1:
            both = sorted((*lists[0], *lists[1]), key=lambda one: one.start)
            lists = [both]  # 애 셋 초1 6살 3살
        for said in lists:
            self._spread(piece, said)
        for one in found:
            if one.key in {"age", "education"} or one in born:
                continue
            mine = 0 <= self._own_from - piece.start < one.start
            owners = (SELF,) if mine else self._owners(piece, one)
            self._last_owner[one.key] = owners
            for member in owners:
                self.put(member, one, piece.start)

    def _owners(self, piece: Piece, found: Found) -> tuple[str, ...]:
        subjects = tuple(one for one in piece.subjects if one not in self._dead) or (SELF,)
        if subjects == (SELF,) and (earner := self._earner(piece, found)):
            return (earner,)
        minor = bool(MINORS.match(subjects[0]))
        if minor and found.key == "pregnancy" and _UNBORN.search(piece.text):
            return (SELF,)
        if found.key == "employment" and "맞벌이" in piece.text:
            return (SELF, "spouse") if "spouse" in self.family.sexes else (SELF,)
        if found.key == "household_types" and (home := self._home_of(piece, found, subjects)):
            return home
        if found.owner == "spouse":
            self.family.sexes.setdefault("spouse", None)
            return ("spouse",)
        if found.owner == "household":
            return self._household(piece, found, subjects)
        if found.key in {"marital_status", "children", "married_on"} and "spouse" in subjects:
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
        if found.owner == "newborn":
            return (self.family.add("child", found.value),)
        if found.owner == "carer":
            return tuple(one for one in piece.companions[::-1] if not MINORS.match(one))[:1] or (
                SELF,
            )
        if found.owner == "pair":
            return (SELF,) if _OWN_HOUSEHOLD.match(subjects[0]) or SELF in subjects else subjects
        if minor and found.key in {"household_size", "household_types"} and len(subjects) == 1:
            told = self.text[: piece.start + found.end][-_REACH:].rsplit("\n", 1)[-1]
            grown = bool(_GROWN_ALONE.search(told)) and self._grown(subjects[0], piece)
            named = piece.mention and not piece.mention.owned
            return subjects if named or grown else (SELF,)
        if minor and found.key in _GROWN_UP_KEYS and not self._grown(subjects[0], piece):
            return (SELF,)
        return subjects

    def _home_of(
        self, piece: Piece, found: Found, subjects: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Whose household a kind of household is, where the words around it say so."""
        if found.value == ["child_headed"]:
            return (SELF,)
        if not MINORS.match(subjects[0]):
            return None
        raised = _RELATIVES_CHILD.search(self.text[: piece.start + found.start][-_NEAR:])
        if raised:
            return (KIN[raised["kin"]].member,)  # 언니가 애 셋 데리고
        line = self.text[: piece.end][-_NEAR:].rsplit("\n", 1)[-1]
        return subjects if _LONE_PARENT.search(line) else None  # 딸이 미혼모예요

    def _earner(self, piece: Piece, found: Found) -> str | None:
        """ "고2인데 엄마랑 살아요. 식당 다녀요": the parent's work, of somebody at school."""
        works = found.key == "employment" and found.value in _WORKING
        earners = [one for one in piece.companions if one in {"mother", "father"}]
        if not works or piece.explicit or not earners or not self._at_school():
            return None
        return earners[-1]

    def _mothers(self, piece: Piece, subjects: tuple[str, ...]) -> tuple[str, ...]:
        """Whose a pregnancy or birth is: no man's, no baby's (아기 어제 낳았어요), but a grown
        daughter's; a husband's is his wife's."""
        owners = self._bearers(piece, subjects)
        wife = owners == (SELF,) and self.family.sexes.get("spouse") == FEMALE
        return ("spouse",) if wife and "spouse" not in self._dead else owners

    def _bearers(self, piece: Piece, subjects: tuple[str, ...]) -> tuple[str, ...]:
        one = subjects[0]
        if one == SELF and _GIRLFRIEND.search(self.text):
            return ()
        if self.family.sexes.get(one) == MALE:
            return (SELF,)
        if MINORS.match(one):
            daughter = self.family.sexes.get(one) == FEMALE and piece.mention is not None
            return subjects if daughter and self._grown(one, piece) else (SELF,)
        return subjects

    def _grown(self, member: str, piece: Piece) -> bool:
        """Whether a child is old enough for work and marriage, or is named with it."""
        told = self._facts.get(member, {})
        if told.get("education") in AT_SCHOOL:
            return False
        age = told.get("age")
        return (age or 0) >= 20 or (piece.explicit and (age is None or age >= 15))

    def _household(self, piece: Piece, found: Found, subjects: tuple[str, ...]) -> tuple[str, ...]:
        if found.key == "household_size" and "이렇게" in piece.text:
            return (SELF,)  # 저 아내 아들 둘 어머니 이렇게 다섯 식구
        if SELF in subjects:
            together = found.key == "region" and _TOGETHER.search(piece.text)
            if together and piece.companions and subjects == (SELF,):
                return (SELF, *(one for one in piece.companions if one != SELF))
            return (SELF,)
        if "환자" in piece.text and self._knows(subjects[0], "conditions"):
            return subjects
        if CORRECTS.search(piece.text):
            known = tuple(one for one, facts in self.known.items() if found.key in facts)
            if owners := self._last_owner.get(found.key, known):
                return owners
        reared = bool(RAISED.search(piece.text[found.start : found.end]))
        told = found.key == "household_types" and not (piece.fresh or reared)
        if told and _SIBLING.match(subjects[0]):
            return (SELF,)  # 저는 초6 남동생은 초3이고 다문화가정
        if found.key in {"region", "household_size"} and _lives_apart(subjects, self._facts):
            return subjects
        home = found.key == "region" or found.key in _HOME_KEYS
        earned = found.key == "monthly_income"
        home = home or (earned and ("맞벌이" in piece.text or not piece.fresh))
        with_them = (self._facts.get(SELF, {}).get("household_size") or 1) > 1
        house = found.key in _HOME_KEYS - {"household_size", "household_types"}
        if house and _SIBLING.match(subjects[0]) and not _APART.search(piece.text):
            return (SELF,)  # 여동생 중2 반지하 월세
        if found.key in _HOME_KEYS and with_them and not piece.explicit:
            return (SELF,)  # 아빠랑 둘이 살고 아빠 실직했어요. 집은 임대아파트
        if home and subjects == ("spouse",) and not _APART.search(piece.text):
            return (SELF,)
        own = all(_OWN_HOUSEHOLD.match(one) for one in subjects)
        minor = all(MINORS.match(one) for one in subjects)
        young = minor and not self._lives_alone(subjects, piece, found)
        if own and (not piece.explicit or young):
            return (SELF,)
        if found.key == "region" and self._is_ours(piece, found):
            return (SELF,)
        if found.key == "region" and len(subjects) == 1 and self._live_together(subjects[0]):
            return (SELF, *subjects)
        lost = found.key == "monthly_income" and not found.value
        if own and lost and self._facts.get(SELF, {}).get("monthly_income"):
            return ()  # 제가 260 벌고 아내는 소득이 없어요
        if own and (lost or found.key == "household_size"):
            return (SELF,)
        return subjects

    def _lives_alone(self, subjects: tuple[str, ...], piece: Piece, found: Found) -> bool:
        """Whether a place may be a child's own: a grown-up's, or a son's or daughter's of whom no
        age is known; small children live where the asker does."""
        if found.key != "region" or not all(self._grown(one, piece) for one in subjects):
            return False
        age = self._facts.get(subjects[0], {}).get("age")
        said = piece.mention is None or piece.mention.kin is None or piece.mention.kin.sex
        return age is not None or bool(said and self.family.sexes.get(subjects[0]))

    def _is_ours(self, piece: Piece, found: Found) -> bool:
        """ "장모님 82세 우리집 춘천"."""
        return bool(_OUR_HOME.search(piece.text[: found.start]))

    def _live_together(self, member: str) -> bool:
        """Whether the asker was told to live with one elder or sibling (엄마랑 둘이 살고)."""
        words = [word for word, kin in KIN.items() if kin.member == member]
        pattern = (
            rf"(?:{'|'.join(map(re.escape, words))})(?:이?랑|하고|와|과)\s(?:저\s|"
            rf"나\s)?(?:\S+\s)?(?:둘이?서?|같이|함께)?\s?(?:살|사는|삽)"
        )
        return bool(words) and bool(re.search(pattern, self.text))

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
        if said.name == "미숙아" and not MINORS.match(subjects[0]):
            subjects = tuple(self.family.keys_of("child")) or (self.family.add("child", None),)
        if not said.stated:
            self._deny(subjects, piece, said)
            return
        self._disease(subjects, said, piece.start)
