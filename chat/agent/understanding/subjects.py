"""Who is being talked about, moved on by each word for a person."""

from __future__ import annotations

import re

from chat.agent.understanding.numbers import NATIVE_AGE, SMALL_COUNT, native_number
from chat.agent.understanding.people import KIN_WORDS, Family, Kin, Mention
from chat.agent.understanding.types import SELF

_NEAR = 60  # signs around a person word that can tell its role; bounds the work on long texts
_NEGATED_PERSON = re.compile(r"^\s?(?:말고|아니|아녜|빼고|대신|안계|안\s?계|없)")
_POINTS = re.compile(r"(?:것은|건|게|사람은|분은|쪽은|말고|아니고|아니라)\s*$")
_BIRTH_WORD = re.compile(r"^\s?(?:를|을)?\s?(?:낳|임신|출산|갖|가지|가졌|계획|생각)")
_FORMER = re.compile(r"(?:전|前|헤어진|이혼한)\s?$")
ADNOMINAL = re.compile(
    r"(?:사는|사시는|계신|있는|다니는|[가-힣](?:는|은|던|인|한|된|신|의|난)|\s(?:된|지난|넘은)|"
    r"살|세|\d개월|"
    r"[초중고]\s?\d|학생|장애인?|수급자|노인|한부모|"
    r"학년|유치원생?|취준생|직장인|환자)\s*$"
    rf"|(?:^|\s)(?:{NATIVE_AGE}|열(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉))\s*$"
)
_SEVERAL = re.compile(rf"^\s?(?P<n>{SMALL_COUNT})(?:\s?(?:명|이|을|은|다))?(?=$|[\s,.(])")
# 아들 손자랑: the first of two people joined by 랑 is company, too.
_JOINED = re.compile(rf"\s?(?:{KIN_WORDS})(?:이?랑|하고|과|와)\s")
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
        if _FORMER.search(before):
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
        if kin.member == "parents" and (
            mention.role == "companion"
            or _NEGATED_PERSON.match(after)
            or re.match(r"\s?(?:집|몰라|도움|동의)", after)
        ):
            return
        keys = self._keys(mention, kin, after)
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
        ):
            self.recent.extend(key for key in keys if key not in self.recent[-1:])
            return
        if re.match(r"\s?(?:명의|이름)", after):
            return
        self._become(tuple(keys))

    def _keys(self, mention: Mention, kin: Kin, after: str) -> list[str]:
        base = kin.member
        several = _SEVERAL.match(after) if base in {"child", "grandchild"} else None
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
        self.current = members
        self._explicit = True
        for member in members:
            if member in self.recent:
                self.recent.remove(member)
            self.recent.append(member)
