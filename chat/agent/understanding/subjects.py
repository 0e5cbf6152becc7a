"""Who is being talked about, moved on by each word for a person."""

from __future__ import annotations

import re

from chat.agent.understanding.describing import ADNOMINAL, ELDERS, HONOURED, LOOKED_AFTER, OWN_WORDS
from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.numbers import SMALL_COUNT, native_number
from chat.agent.understanding.people import KIN_WORDS, Family, Mention
from chat.agent.understanding.types import SELF

_NEAR = 60  # signs around a person word that can tell its role; bounds the work on long texts
_NEGATED_PERSON = re.compile(r"^\s?(?:말고|아니|아녜|빼고|대신|안계|안\s?계|없)")
_POINTS = re.compile(r"(?:것은|건|게|사람은|분은|쪽은|말고|아니고|아니라)\s*$")
_BIRTH_WORD = re.compile(
    r"^\s?(?:를|을)?\s?(?:(?:오늘|어제|그제|그저께|엊그제|엊그저께|지난\s?[주달]|이번\s?[주달]|"
    r"방금|막|얼마\s?전에?|"
    r"곧|며칠\s?전에?|혼자서?|\d{1,2}월에?|\d{1,2}일에?|새벽에|아침에|하나|둘)\s){0,2}(?:낳|임신|"
    r"출산|갖|가지|가졌|계획|생각)"
)
_FORMER = re.compile(r"(?:전|前|헤어진|이혼한)\s?$")
_COUNTED_KIN = re.compile(r"(?:애|아이|자녀|자식|아들|딸|손주|손자|손녀|형제|남매|자매)\S?\s$")
_UNIT = r"(?!\s?(?:식구|가족|살|개월|세(?![가-힣])|돌|달|주|번|시|학년|째))"
_SEVERAL = re.compile(
    rf"^\s?(?P<n>{SMALL_COUNT})(?:\s?명)?(?:이랑|이고요?|이에요|이라서?|인데요?|"
    rf"입니다|예요|에요|이|을|은|다|도|에|랑|하고|있)?(?=$|[\s,.(]){_UNIT}"
)
_SEVERAL_BEFORE = re.compile(r"(?:^|\s)(?P<n>두|세|네|다섯)\s$")
# 남편 없이: somebody who is not there.
_NOBODY = re.compile(r"^\s?(?:없이|없[고어는습음다]|안\s?계[시세]|아예\s없)")
_ORDERS = (("넷째", 4), ("셋째", 3), ("둘째", 2), ("작은애", 2), ("첫째", 1), ("큰", 1))
# 아들 손자랑: the first of two people joined by 랑 is company, too.
_JOINED = re.compile(rf"\s?(?:{KIN_WORDS})(?:이?랑|하고|과|와)\s")
# 딸이 대신 적습니다: who writes, not whom it is about.
_PROXY = re.compile(
    r"\s?(?:\S+\s)?(?:대신|대리로)\s?(?:\S+\s)?(?:적|쓰|써|씁|물|묻|여쭤|여쭙|여쭈|문의|질문|신청|"
    r"작성|글|올|상담|알아|검색|들어)"
)
_ELDER_WORD = re.compile(
    r"어머니|어머님|엄마|아버지|아버님|아빠|할머니|할아버지|부모님|장모|장인|시모|시부|노모"
)
_ADULTS = re.compile(
    r"\s?(?:다\s)?(?:회사|직장|맞벌이|일(?:을|해|하)|농사|장사|무직|실직|한국|외국|공무원|자영업|"
    r"재혼|초혼)"
)
# 남편은 장남: what somebody is in another family.
_STANDING = re.compile(r"(?:남편은|신랑은|아내는|저는|제가|나는|전|난|본인은)\s$")
# 외숙모랑은 진작 이혼: a relative's former partner is no member.
_SIBLINGS = re.compile(r"(?<![가-힣])(?:형제|남매|자매)(?:가|는|이)?\s?(?:둘|셋|넷|다섯|여섯|\d)")
_PARTED = re.compile(r"\s?(?:\S+\s)?(?:이혼|헤어|갈라|남남)")
_BY_BIRTH = frozenset("장남 장녀 차남 차녀 맏이 외동 외동딸 외동아들 막내 막내딸 막내아들".split())
_AFTER_KIN = re.compile(rf"(?:{KIN_WORDS})(?:이|가|은|는|도)?\s$")
_OWN_AGE = re.compile(r"\s?(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱)\s?(?:살|개월|세|돌)")


class Subjects:
    """The people a text is about, as far as it has been read."""

    def __init__(self, text: str, focus: str, family: Family) -> None:
        self.text = text
        self.family = family
        self.current: tuple[str, ...] = (focus,)
        self.recent: list[str] = [focus]
        self.third = False
        self.named: set[str] = set()
        self.lost: set[str] = set()
        self.identities: list[tuple[Mention, tuple[str, ...]]] = []
        self.kin_seen: list[tuple[Kin, Mention, str]] = []
        self._explicit = False
        self._sentence = 0
        self._line = 0
        self._from = 0
        self._clause_start = 0
        self._told_self = False
        self._last_child: str | None = None
        self._supposed = False
        self._self_said = False

    def _take(self, mention: Mention, text: str) -> None:
        """Move the subject according to one person word."""
        before = text[max(0, mention.start - _NEAR) : mention.start]
        after = text[mention.end : mention.end + _NEAR]
        if mention.role == "identity" and _AFTER_KIN.search(before):
            return  # 딸이 미혼모예요
        if mention.role == "identity":
            self._speaks(mention)
            self.current, self._explicit = (SELF,), True
        elif mention.role == "pair":
            self._pair()
        elif mention.role == "group":
            self._group(after)
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
        if self._means_nobody(mention, kin, before, after):
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
        self.kin_seen += [(kin, mention, key) for key in (*others, keys[0])]
        self.named.update(keys)
        if re.match(r"\s?사별", after):
            self.lost.add(keys[0])
            return
        joined = not mention.particle and _JOINED.match(after)
        if (
            mention.role == "companion"
            or joined
            or LOOKED_AFTER.match(after)
            or (kin.member == "nephew" and re.match(r"\s?(?:하나|둘|셋)?\s?데리고", after))
        ):
            self.recent.extend(key for key in keys if key not in self.recent[-1:])
            return
        if re.match(r"\s?(?:명의|이름|밑으로|밑에|앞으로)", after):
            return
        self._become((*self._beside(mention, kin, before, after), *keys))

    def _beside(self, mention: Mention, kin: Kin, before: str, after: str) -> list[str]:
        """The other of two elders named in one breath (어머니 아버지 모두 …)."""
        named = [(word, member) for _, word, member in self.kin_seen if word is not mention]
        if not named or kin.member not in ELDERS or _OWN_AGE.match(after):
            return []
        word, member = named[-1]
        alike = member in ELDERS and member != kin.member and not word.particle
        return [member] if alike and before.endswith(f"{word.word} ") else []

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
        if kin.member not in PAIRS and mention.particle != "말고" and _NOBODY.match(after):
            return True
        if kin.member.startswith("child") and _NEGATED_PERSON.match(after):
            return True
        if mention.role == "companion" and _PARTED.match(after):
            return kin.member not in {"spouse", "mother", "father"}
        object_ = not kin.sex or mention.particle in {"", "을", "를"}
        born = kin.member.startswith("child#") or (kin.member in {"child", "twins"} and object_)
        return born and bool(_BIRTH_WORD.match(after))

    def _youngest(self, sex: str | None) -> str:
        """The last of the children that the text counts (막내 after 첫째, 둘째 is the third)."""
        if self._last_child is None:
            order = next((number for word, number in _ORDERS if word in self.text), 0)
            keys = self.family.keys_of("child")
            number = self.family.said_count or max(order, len(keys)) + 1
            alike = [one for one in keys if sex and self.family.sexes[one] == sex]
            counted = alike if order < len(keys) else []  # 딸 둘 아들 하나 … 막내아들은
            self._last_child = (counted or self.family.several("child", number))[-1]
        self.family.sexes[self._last_child] = self.family.sexes[self._last_child] or sex
        return self._last_child

    def _keys(self, mention: Mention, kin: Kin, before: str, after: str) -> list[str]:
        base = kin.member
        told = self.text[: self._clause_start + mention.start]
        ordered = base.startswith("child#") and not self.family.keys_of("child")
        if ordered and _SIBLINGS.search(told):
            return self.family.member(Kin("sibling", kin.sex))  # 형제가 넷인데 막내가
        if base == "child#last":
            grandchildren = self.family.keys_of("grandchild")
            if grandchildren and not self.family.keys_of("child"):
                return [grandchildren[-1]]
            return [self._youngest(kin.sex)]
        several = None
        if base in {"child", "grandchild"}:
            several = _SEVERAL.match(after) or _SEVERAL_BEFORE.search(before)
        count = native_number(several["n"]) if several else None
        if count and 2 <= count <= 9 and (not several or not several["n"].isdigit()):
            if kin.sex:
                return self.family.of_sex(base, count, kin.sex)
            if base == "child":
                self.family.said_count = count
            return self.family.several(base, count)
        alike = [one for one in self.current if self.family.sexes.get(one) in {None, kin.sex}]
        if kin.sex and mention.particle.startswith("들") and 1 < len(alike) == len(self.current):
            for key in alike:  # 아홉살 여섯살 남자애들
                self.family.sexes[key] = kin.sex
            return alike
        current = self.current[0] if len(self.current) == 1 else SELF
        if kin.member == "child" and kin.sex is None and self._another(mention, after):
            return [self.family.add("child", None)]
        if (
            mention.role == "copula"
            and kin.member == "child"
            and current.startswith("child")
            and kin.sex
            and not mention.owned
            and self.family.sexes.get(current) is None
        ):
            self.family.sexes[current] = kin.sex
            return [current]
        return self.family.member(kin, current)

    def _is_identity(self, mention: Mention, kin: Kin, before: str) -> bool:
        """저는 외동아들이고 / 직장 다니는 누나예요: the word says who the asker is."""
        if mention.owned or before.rstrip().endswith(("말고", "아니고", "아니라")):
            return False
        if self.current[0].startswith("child") and kin.member in {"mother", "father"}:
            return True
        if self.current[0].startswith("grandchild") and kin.member.startswith("grand"):
            return True
        if self.current[0] != SELF and not re.search(r"(?:는|은|던)\s$", OWN_WORDS.sub("", before)):
            return False
        if kin.member in {"mother", "father"} and before.strip() and not _POINTS.search(before):
            return True
        young = kin.member.startswith(("child", "grandchild")) or kin.member.endswith("_in_law")
        if young and not self.text[: self._clause_start].strip() and not before.strip():
            # 딸인데요 아버지가 79세세요
            return bool(_ELDER_WORD.search(self.text[self._clause_start + mention.end :]))
        describes = bool(ADNOMINAL.search(before)) and bool(before.strip())
        return describes or bool(re.search(r"(?:저는|전|제가|나는|난)\s*$", before))

    def _stands(self, mention: Mention, before: str, after: str) -> bool:
        """ "남편은 장남": what somebody is among brothers and sisters, and no child."""
        by_birth = mention.word in _BY_BIRTH and mention.role == "subject" and not mention.particle
        return by_birth and bool(_STANDING.search(before)) and not _OWN_AGE.match(after)

    def _another(self, mention: Mention, after: str) -> bool:
        """ "제 딸 8살, 아기 4개월": a child whose own age follows, after one that has an age."""
        if not self.current[0].startswith("child") or not self._explicit:
            return False
        here = self._clause_start + mention.start
        return bool(_OWN_AGE.match(after)) and bool(
            re.search(rf"(?:딸|아들|애|아이)\S*\s?{_OWN_AGE.pattern}", self.text[self._from : here])
        )

    def _group(self, after: str) -> None:
        last = list(dict.fromkeys(reversed(self.recent)))[:2]
        if any(one.startswith("child") for one in last) and _ADULTS.match(after):
            last = ["spouse", SELF] if "spouse" in self.recent else last
        if len(self.current) > 1:
            return
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
