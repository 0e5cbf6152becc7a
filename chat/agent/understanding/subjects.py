"""Who is being talked about, moved on by each word for a person."""

from __future__ import annotations

import re

from chat.agent.understanding.composed import beside_child, composed
from chat.agent.understanding.describing import HONOURED, LOOKED_AFTER
from chat.agent.understanding.identity import (
    cares_for_another,
    is_the_one,
    parent_of,
    says_who_speaks,
)
from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.named import OWN_AGE, Named
from chat.agent.understanding.people import KIN_WORDS, Mention
from chat.agent.understanding.types import NOBODY, SELF

_NEAR = 60  # signs around a person word that can tell its role; bounds the work on long texts
_NEGATED_PERSON = re.compile(r"^\s?(?:말고|아니|아녜|빼고|대신|안계|안\s?계|없)")
_BIRTH_WORD = re.compile(
    r"^\s?(?:를|을)?\s?(?:(?:오늘|어제|그제|그저께|엊그제|엊그저께|지난\s?[주달]|이번\s?[주달]|"
    r"방금|막|얼마\s?전에?|"
    r"곧|며칠\s?전에?|혼자서?|\d{1,2}월에?|\d{1,2}일에?|새벽에|아침에|하나|둘)\s){0,2}(?:낳|임신|"
    r"출산|갖|가지|가졌|계획|생각)"
)
_FORMER = re.compile(r"(?:전|前|헤어진|이혼한)\s?$")
_COUNTED_KIN = re.compile(r"(?:애|아이|자녀|자식|아들|딸|손주|손자|손녀|형제|남매|자매)\S?\s$")
# 애기 아빠는 도망갔고
_GONE = re.compile(r"\s?(?:\S+\s)?(?:도망|연락(?:이|도)?\s?(?:안|끊|두절)|누군지|모르)")
# 남편 없이: somebody who is not there.
_NOBODY = re.compile(r"^\s?(?:없이|없[고어는습음다]|안\s?계[시세]|아예\s없)")
# 아들 손자랑: the first of two people joined by 랑 is company, too.
_JOINED = re.compile(rf"\s?(?:{KIN_WORDS})(?:이?랑|하고|과|와)\s")
# 딸이 대신 적습니다: who writes, not whom it is about.
_PROXY = re.compile(
    r"\s?(?:\S+\s)?(?:대신|대리로)\s?(?:\S+\s)?(?:적|쓰|써|씁|물|묻|여쭤|여쭙|여쭈|문의|질문|신청|"
    r"작성|글|올|상담|알아|검색|들어)"
)
_ADULTS = re.compile(
    r"\s?(?:다\s)?(?:회사|직장|맞벌이|일(?:을|해|하)|농사|장사|무직|실직|한국|외국|공무원|자영업|"
    r"재혼|초혼)"
)
_OBJECT = re.compile(r"\s(?:둘|셋|넷|하나|[두세네]\s명|\d명)(?:을|를)(?=\s)")
_BOTH_OF_THEM = re.compile(r"(?:네|동생|언니|오빠|누나|형|딸|아들)\s부부(?:가|는)?\s$")
_BOTH_OF_US = re.compile(r"(?<![가-힣])부부(?:가|는)?\s$")
# 남편은 장남: what somebody is in another family.
_STANDING = re.compile(r"(?:남편은|신랑은|아내는|저는|제가|나는|전|난|본인은)\s$")
# 외숙모랑은 진작 이혼: a relative's former partner is no member.
_PARTED = re.compile(r"\s?(?:\S+\s)?(?:이혼|헤어|갈라|남남)")
_BY_BIRTH = frozenset("장남 장녀 차남 차녀 맏이 외동 외동딸 외동아들 막내 막내딸 막내아들".split())
_AFTER_KIN = re.compile(rf"(?:{KIN_WORDS})(?:이|가|은|는|도)?\s$")
# 아들 직장보험에 올라가 있어요: whose something is, not who has it.
_HOLDS = re.compile(
    r"\s?(?:명의|이름|밑으로|밑에|앞으로|(?:직장|회사|건강|의료)?\s?(?:의료\s?)?보험(?:에|으로|의)\s|"
    r"(?:의\s)?(?:직장\s?)?피부양자)"
)
_WAS_BORN = re.compile(
    r"\s?(?:(?:오늘|어제|그제|방금|막|새벽에|아침에)\s)?(?:낳았|낳은\s?지|출산(?:했|하였)|순산|"
    r"분만(?:했|하였))"
)
_OTHER = re.compile(r"\s?(?:아니라|아니고|아니구|아닌)(?=\s)")


class Subjects(Named):
    """The people a text is about, as far as it has been read."""

    def _take(self, mention: Mention, text: str) -> None:
        """Move the subject according to one person word."""
        before = text[max(0, mention.start - _NEAR) : mention.start]
        after = text[mention.end : mention.end + _NEAR]
        if mention.role == "identity" and (_AFTER_KIN.search(before) or self._of_another()):
            return  # 딸이 미혼모예요
        if mention.role == "identity":
            self._speaks(mention)
            self.current, self._explicit = (SELF,), True
        elif mention.role == "pair":
            self._pair()
        elif mention.role == "group":
            self._group(mention.word, before, after)
        elif mention.role == "all":
            if not (HONOURED.search(after) or _COUNTED_KIN.search(before)):
                self._become((SELF,))
        elif mention.role == "that":
            if others := [one for one in self.recent if one != SELF]:
                self._become((others[-1],))
        elif mention.role == "self":
            if not _NEGATED_PERSON.match(after):
                self._become((SELF,))
        elif mention.kin is not None:
            self._take_kin(mention, mention.kin, before, after)

    def _take_kin(self, mention: Mention, kin: Kin, before: str, after: str) -> None:
        if mention.particle in {"이", "가"} and _PROXY.match(after):
            self._speaks(mention)
            return
        kin = composed(mention, self._in_law(mention, kin), before)
        if self._only_named(mention, kin, before, after):
            return
        if self._means_nobody(mention, kin, before, after):
            return
        sentence = self.text[self._from : self._clause_start + mention.start]
        first = not (self.kin_seen or self.identities)
        if cares_for_another(mention, sentence[-_NEAR:], after) or is_the_one(
            mention, kin, before, after, first=first
        ):
            self._speaks(mention)
            self._become((SELF,))
            return
        if mention.role == "copula" and self._is_identity(mention, kin, before):
            self._speaks(mention)
            return
        if kin.member in PAIRS and (
            mention.role == "companion"
            or _NEGATED_PERSON.match(after)
            or re.match(r"\s?(?:집|몰라|도움|동의)", after)
        ):
            return
        keys = self._keys(mention, kin, before, after)
        others = keys[1:] if kin.sex else []
        self._see(mention, kin, [*others, keys[0]])
        self.named.update(keys)
        if re.match(r"\s?사별", after):
            self.lost.add(keys[0])
        elif self._is_company(mention, kin, after):
            self.recent.extend(key for key in keys if key not in self.recent[-1:])
        elif not _HOLDS.match(after):
            if mention.role == "copula":
                self._awaited = keys[0], self._sentence
            self._become((*self._beside(mention, kin, before, after), *keys))

    def _see(self, mention: Mention, kin: Kin, keys: list[str]) -> None:
        self.kin_seen += [(kin, mention, key) for key in keys]
        self.named.update(keys)

    def _only_named(self, mention: Mention, kin: Kin, before: str, after: str) -> bool:
        """A child's sibling, a newborn, or somebody set aside; the last two are not gone on
        with."""
        if self.current[0].startswith("child") and (other := beside_child(kin, before)):
            key = self.family.add("child", other.sex)  # 밑에 동생이 백일 지났어요
            self._see(mention, other, [key])
            self._become((key,))
            return True
        if kin.sex and kin.member in {"child", "grandchild"} and _WAS_BORN.match(after):
            self._see(mention, kin, self.family.member(kin))  # 딸을 낳았어요
            return True
        if _OTHER.match(after) and mention.particle in {"", "이", "가", "은", "는"}:
            self._set_aside(mention, kin)
            return True
        return False

    def _is_company(self, mention: Mention, kin: Kin, after: str) -> bool:
        """Whether the word names somebody only as company of whom the sentence is about."""
        return (
            mention.role == "companion"
            or bool(not mention.particle and _JOINED.match(after))
            or bool(LOOKED_AFTER.match(after))
            or self._is_object(kin, after)
            or (kin.member == "nephew" and bool(re.match(r"\s?(?:하나|둘|셋)?\s?데리고", after)))
        )

    def _of_another(self) -> bool:
        """Whether the sentence tells of a relative named as its subject (딸이 … 미혼모예요)."""
        last = self.kin_seen[-1][1] if self.kin_seen else None
        told = last is not None and last.particle in {"이", "가", "은", "는"}
        return told and self._explicit and self.current != (SELF,)

    def _is_object(self, kin: Kin, after: str) -> bool:
        """ "장모님이 애 둘을 봐주시는데": children are only whom another looks after."""
        others = self._explicit and not self.current[0].startswith(("child", "grandchild"))
        young = kin.member.startswith(("child", "grandchild"))
        single = len(self.current) == 1 and self.current != (SELF,)
        return others and young and single and bool(_OBJECT.match(after))

    def _speaks(self, mention: Mention) -> None:
        """The word says who the asker is."""
        self.identities.append((mention, (SELF,)))
        self._told_self = True

    def _means_nobody(self, mention: Mention, kin: Kin, before: str, after: str) -> bool:
        """Whether a kin word names no member: somebody gone, denied, yet unborn, or a former
        partner."""
        if _FORMER.search(before) or (mention.word == "부인" and mention.particle == "과"):
            return True
        if not mention.word and _AFTER_KIN.search(before):
            return True  # 손자 다섯살짜리
        if self._stands(mention, before, after):
            return True
        if parent_of(mention.word) and _GONE.match(after):
            return True  # 애기 아빠는 도망갔고
        strange = self.family.keys_of("grandchild") or "nephew" in self.family.sexes
        if parent_of(mention.word) and strange and "spouse" not in self.family.sexes:
            self._become((NOBODY,))
            return True  # 손녀 … 애 엄마는
        if kin.member not in PAIRS and mention.particle != "말고" and _NOBODY.match(after):
            return True
        if kin.member.startswith("child") and _NEGATED_PERSON.match(after):
            return True
        if mention.role == "companion" and _PARTED.match(after):
            return kin.member not in {"spouse", "mother", "father"}
        object_ = not kin.sex or mention.particle in {"", "을", "를"}
        young = kin.member in {"child", "twins", "grandchild"}
        born = kin.member.startswith("child#") or (young and object_)
        return born and bool(_BIRTH_WORD.match(after))

    def _is_identity(self, mention: Mention, kin: Kin, before: str) -> bool:
        rest = self.text[self._clause_start + mention.end :]
        first = not (self.kin_seen or self.identities)
        told = self.text[: self._clause_start]
        return says_who_speaks(mention, kin, before, rest, self.current[0], told, first=first)

    def _stands(self, mention: Mention, before: str, after: str) -> bool:
        """ "남편은 장남": what somebody is among brothers and sisters, and no child."""
        by_birth = mention.word in _BY_BIRTH and mention.role == "subject" and not mention.particle
        return by_birth and bool(_STANDING.search(before)) and not OWN_AGE.match(after)

    def _group(self, word: str, before: str, after: str) -> None:
        if _BOTH_OF_THEM.search(before):
            return  # 동생네 부부가 둘 다
        last = list(dict.fromkeys(reversed(self.recent)))[:2]
        young = any(one.startswith("child") for one in last)
        if young and _ADULTS.match(after) and "spouse" in self.recent:
            self._become((SELF, "spouse"))
            return
        if len(self.current) > 1:
            return
        if word.startswith("두") and SELF in last:
            return  # 고모 두 분이: nobody says so of themselves
        if _BOTH_OF_US.search(before):
            self.family.sexes.setdefault("spouse", None)
            self.couple = True
            last = ["spouse", SELF]  # 부부 둘 다 38살
        if len(last) == 2:
            self._become(tuple(reversed(last)))

    def _pair(self) -> None:
        """ "나는 … 마누라는 … 둘이 사는데": the asker's household, or both of two others."""
        last = list(dict.fromkeys(reversed(self.recent)))[:2]
        if len(self.current) == 1 and self.current != (SELF,) and len(last) == 2:
            elders = SELF not in last and not any(one.startswith("child") for one in last)
            self._become(tuple(reversed(last)) if elders else (SELF,))

    def _become(self, members: tuple[str, ...]) -> None:
        self._self_said = members == (SELF,)
        self.current = members
        self._explicit = True
        for member in members:
            if member in self.recent:
                self.recent.remove(member)
            self.recent.append(member)
