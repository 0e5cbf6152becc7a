"""Who is being talked about, moved on by each word for a person."""

from __future__ import annotations

import re

from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.numbers import NATIVE_AGE, SMALL_COUNT, native_number
from chat.agent.understanding.people import KIN_WORDS, Family, Mention
from chat.agent.understanding.types import SELF

_NEAR = 60  # signs around a person word that can tell its role; bounds the work on long texts
_NEGATED_PERSON = re.compile(r"^\s?(?:말고|아니|아녜|빼고|대신|안계|안\s?계|없)")
_POINTS = re.compile(r"(?:것은|건|게|사람은|분은|쪽은|말고|아니고|아니라)\s*$")
_BIRTH_WORD = re.compile(r"^\s?(?:를|을)?\s?(?:낳|임신|출산|갖|가지|가졌|계획|생각)")
_FORMER = re.compile(r"(?:전|前|헤어진|이혼한)\s?$")
# Syllables in ㄴ that may end a verb before a person (걸린, 다친); ends of common nouns left out.
_NIEUN = "".join(
    sign
    for code in range(0xAC04, 0xD7A4, 28)
    if (sign := chr(code)) not in "원간번분안건전년만산천인단관반선편친"
)
ADNOMINAL = re.compile(
    rf"(?:사는|사시는|계신|있는|다니는|[가-힣](?:는|은|던|인|한|된|신|의|난)|[{_NIEUN}]|"
    r"[1-6]\s?등?급|\s(?:된|지난|넘은)|"
    r"살|세|\d년생|\d개월|"
    r"[초중고]\s?\d|학생|장애인?|수급자|노인|한부모|"
    r"학년|유치원생?|취준생|직장인|환자|\d{2}대|중증|경증|독거)\s*$"
    rf"|(?:^|\s)(?:{NATIVE_AGE}|열(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉))\s*$"
)
_UNIT = r"(?!\s?(?:살|개월|세(?![가-힣])|돌|달|주|번|시|학년|째))"
_SEVERAL = re.compile(rf"^\s?(?P<n>{SMALL_COUNT})(?:\s?(?:명|이|을|은|다))?(?=$|[\s,.(]){_UNIT}")
_SEVERAL_BEFORE = re.compile(r"(?:^|\s)(?P<n>두|세|네|다섯)\s$")
# 남편 없이: somebody who is not there.
_NOBODY = re.compile(r"^\s?(?:없이|없[고어는습음다]|안\s?계[시세]|아예\s없)")
_ORDERS = (("넷째", 4), ("셋째", 3), ("둘째", 2), ("작은애", 2), ("첫째", 1), ("큰", 1))
# 아들 손자랑: the first of two people joined by 랑 is company, too.
_JOINED = re.compile(rf"\s?(?:{KIN_WORDS})(?:이?랑|하고|과|와)\s")
_OWN_AGE = re.compile(r"\s?(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱)\s?(?:살|개월|세|돌)")


ELDERS = frozenset(
    "mother father mother_in_law father_in_law grandmother grandfather aunt uncle".split()
)
HONOURED = re.compile(
    r"(?:[가-힣]셨|으시|[하되가오]시(?!면|[작설장간])|[가-힣]세요(?<!주세요)(?<!보세요)|십니다|"
    r"[가-힣]신(?:데|지|분))"
)


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
        if mention.role == "identity":
            self.identities.append((mention, (SELF,)))
            self._told_self = True
        elif mention.role == "pair":
            self._pair()
        elif mention.role == "group":
            self._group()
        elif mention.role == "self":
            if not _NEGATED_PERSON.match(after):
                self._become((SELF,))
        elif mention.kin is not None:
            self._take_kin(mention, mention.kin, before, after)

    def _take_kin(self, mention: Mention, kin: Kin, before: str, after: str) -> None:
        if _FORMER.search(before) or (mention.word == "부인" and mention.particle == "과"):
            return
        if kin.member not in PAIRS and mention.particle != "말고" and _NOBODY.match(after):
            return
        if kin.member.startswith("child#") and _BIRTH_WORD.match(after):
            return
        if kin.member.startswith("child") and _NEGATED_PERSON.match(after):
            return
        object_ = not kin.sex or mention.particle in {"", "을", "를"}
        if kin.member in {"child", "twins"} and object_ and _BIRTH_WORD.match(after):
            return
        if mention.role == "copula" and self._is_identity(mention, kin, before):
            self.identities.append((mention, (SELF,)))
            self._told_self = True
            return
        if kin.member in PAIRS and (
            mention.role == "companion"
            or _NEGATED_PERSON.match(after)
            or re.match(r"\s?(?:집|몰라|도움|동의)", after)
        ):
            return
        keys = self._keys(mention, kin, before, after)
        self.kin_seen.append((kin, mention, keys[0]))
        self.named.update(keys)
        if re.match(r"\s?사별", after):
            self.lost.add(keys[0])
            return
        joined = not mention.particle and _JOINED.match(after)
        if (
            mention.role == "companion"
            or joined
            or re.match(r"\s?(?:집에|집에서|집\s|모시|부양|돌보|간병(?!비))", after)
            or (kin.member == "nephew" and re.match(r"\s?(?:하나|둘|셋)?\s?데리고", after))
        ):
            self.recent.extend(key for key in keys if key not in self.recent[-1:])
            return
        if re.match(r"\s?(?:명의|이름|밑으로|밑에|앞으로)", after):
            return
        self._become(tuple(keys))

    def _youngest(self, sex: str | None) -> str:
        """The last of the children that the text counts (막내 after 첫째, 둘째 is the third)."""
        if self._last_child is None:
            order = next((number for word, number in _ORDERS if word in self.text), 0)
            number = max(order, len(self.family.keys_of("child"))) + 1
            self._last_child = self.family.several("child", number)[-1]
        self.family.sexes[self._last_child] = self.family.sexes[self._last_child] or sex
        return self._last_child

    def _keys(self, mention: Mention, kin: Kin, before: str, after: str) -> list[str]:
        base = kin.member
        if base == "child#last":
            return [self._youngest(kin.sex)]
        several = None
        if base in {"child", "grandchild"}:
            several = _SEVERAL.match(after) or _SEVERAL_BEFORE.search(before)
        count = native_number(several["n"]) if several else None
        if count and 2 <= count <= 9 and (not several or not several["n"].isdigit()):
            keys = self.family.several(base, count)
            if kin.sex:
                for key in keys:
                    self.family.sexes[key] = kin.sex
            return keys
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
        if self.current[0] != SELF and not re.search(r"(?:는|은|던)\s$", before):
            return False
        if kin.member in {"mother", "father"} and before.strip() and not _POINTS.search(before):
            return True
        describes = bool(ADNOMINAL.search(before)) and bool(before.strip())
        return describes or bool(re.search(r"(?:저는|전|제가|나는|난)\s*$", before))

    def _another(self, mention: Mention, after: str) -> bool:
        """ "제 딸 8살, 아기 4개월": a child whose own age follows, after one that has an age."""
        if not self.current[0].startswith("child") or not self._explicit:
            return False
        here = self._clause_start + mention.start
        return bool(_OWN_AGE.match(after)) and bool(
            re.search(rf"(?:딸|아들|애|아이)\S*\s?{_OWN_AGE.pattern}", self.text[self._from : here])
        )

    def _group(self) -> None:
        last = list(dict.fromkeys(reversed(self.recent)))[:2]
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
