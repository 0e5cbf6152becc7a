"""Which members a word for a relative names: another child, the youngest, an in-law."""

from __future__ import annotations

import re

from chat.agent.understanding.describing import ELDERS
from chat.agent.understanding.kin import KIN, PAIRS, Kin
from chat.agent.understanding.numbers import SMALL_COUNT, native_number
from chat.agent.understanding.people import Family, Mention
from chat.agent.understanding.types import SELF

_UNIT = r"(?!\s?(?:식구|가족|살|개월|세(?![가-힣])|돌|달|주|번|시|학년|째))"
_SEVERAL = re.compile(
    rf"^\s?(?P<n>{SMALL_COUNT})(?:\s?명)?(?:이랑|이고요?|이에요|이라서?|인데요?|"
    rf"입니다|예요|에요|이|을|은|다|도|에|랑|하고|있)?(?=$|[\s,.(])(?!\s다(?![가-힣])){_UNIT}"
)
_SEVERAL_BEFORE = re.compile(r"(?:^|\s)(?P<n>두|세|네|다섯)\s$")
_ORDERS = (("넷째", 4), ("셋째", 3), ("둘째", 2), ("작은애", 2), ("첫째", 1), ("큰", 1))
_SIBLINGS = re.compile(r"(?<![가-힣])(?:형제|남매|자매)(?:가|는|이)?\s?(?:둘|셋|넷|다섯|여섯|\d)")
_ADDRESSED = {
    "어머님": "시어머니",
    "어머니": "시어머니",
    "아버님": "시아버지",
    "아버지": "시아버지",
}
_BABIES = frozenset({"아기", "애기", "아가", "신생아", "갓난아기", "갓난애", "늦둥이"})
OWN_AGE = re.compile(r"\s?(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱)\s?(?:살|개월|세|돌)")


class Named:
    """The people named so far."""

    def __init__(self, text: str, focus: str, family: Family) -> None:
        self.text = text
        self.family = family
        self.current: tuple[str, ...] = (focus,)
        self.recent: list[str] = [focus]
        self.third = self._was_third = False
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
        self._denied: list[str] = []
        self._baby = False  # the only child spoken of is a baby
        self.couple = False
        self._awaited = ("", 0)  # of whom somebody has said only that it is them

    def _set_aside(self, mention: Mention, kin: Kin) -> None:
        """어머니가 아니라 할머니가: not about her; 아들이 아니라 딸이요: the same child."""
        if kin.member == "child":
            self._denied = self.family.keys_of("child") if kin.sex else []
        elif kin.member not in PAIRS and "#" not in kin.member:
            keys = self.family.member(kin)
            self.kin_seen += [(kin, mention, key) for key in keys]
            self.named.update(keys)

    def _in_law(self, mention: Mention, kin: Kin) -> Kin:
        """ "시어머니 모시는데 어머님이": who has spoken of parents-in-law goes on with them."""
        word = mention.word
        if word == "할망" and "grandfather" in self.family.sexes:
            return KIN["할머니"]  # 하르방 … 할망
        if mention.owned or word not in _ADDRESSED:
            return kin
        seen = {one.member: said.word for one, said, _ in self.kin_seen}
        laws = [seen[one] for one in ("mother_in_law", "father_in_law") if one in seen]
        if kin.member in seen or not laws:
            return kin
        husbands = all(one.startswith("시") for one in laws)
        return KIN[_ADDRESSED[word]] if husbands or word.endswith("님") else kin

    def _beside(self, mention: Mention, kin: Kin, before: str, after: str) -> list[str]:
        """The other of two elders named in one breath (어머니 아버지 모두 …)."""
        named = [(word, member) for _, word, member in self.kin_seen if word is not mention]
        kinds = ELDERS if kin.member in ELDERS else frozenset(self.family.keys_of("child"))
        young = kin.member == "child" and mention.role == "copula"
        if not named or not (kin.member in ELDERS or young) or OWN_AGE.match(after):
            return []
        word, member = named[-1]
        alike = member in kinds and member != kin.member and not word.particle
        alike = alike or (young and member in kinds and bool(word.sex) and word.sex != kin.sex)
        return [member] if alike and before.endswith(f"{word.word} ") else []

    def _youngest(self, sex: str | None) -> str:
        """The last of the children that the text counts (막내 after 첫째, 둘째 is the third)."""
        if self._last_child is None:
            order = next((number for word, number in _ORDERS if word in self.text), 0)
            keys = self.family.keys_of("child")
            number = max(self.family.said_count, len(keys)) if self.family.said_count else 0
            number = number or max(order, len(keys)) + 1
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
                alike = self.family.of_sex(base, count, kin.sex)
                self.family.said_count = len(self.family.keys_of("child"))
                return alike
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
        if kin.member == "child#1" and self.family.keys_of("child") == ["child"] and self._baby:
            return [self.family.add("child", kin.sex)]  # 아기가 6개월 됐고 큰애는 38개월
        if kin.member == "child" and not kin.sex and mention.word in _BABIES:
            self._baby = True
        if kin.member == "child" and kin.sex and len(self._denied) == 1:
            keys, self._denied = self._denied, []
            self.family.sexes[keys[0]] = kin.sex
            return keys  # 아들이 아니라 딸이요
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

    def _another(self, mention: Mention, after: str) -> bool:
        """ "제 딸 8살, 아기 4개월": a child whose own age follows, after one that has an age."""
        if not self.current[0].startswith("child") or not self._explicit:
            return False
        here = self._clause_start + mention.start
        return bool(OWN_AGE.match(after)) and bool(
            re.search(rf"(?:딸|아들|애|아이)\S*\s?{OWN_AGE.pattern}", self.text[self._from : here])
        )
