"""Words for people: who is meant, and what the word itself tells (아버지 → male)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from chat.agent.understanding.types import SELF

FEMALE, MALE = "female", "male"


@dataclass(frozen=True)
class Kin:
    """`member` is the key; `sex` of the person; `asker` what the word says of the asker."""

    member: str
    sex: str | None = None
    asker: tuple[tuple[str, Any], ...] = ()


_WIFE = (("sex", MALE), ("marital_status", "married"))
_HUSBAND = (("sex", FEMALE), ("marital_status", "married"))
_HE, _SHE = (("sex", MALE),), (("sex", FEMALE),)
_TABLE: tuple[tuple[str, Kin], ...] = (
    ("친정엄마 친정어머니 친정어머님 친정어무이", Kin("mother", FEMALE, _SHE)),
    ("친정아빠 친정아버지 친정아버님", Kin("father", MALE, _SHE)),
    ("친정부모님 친정부모", Kin("parents", None, _SHE)),
    ("시어머니 시어머님 시엄마", Kin("mother_in_law", FEMALE, _SHE)),
    ("시아버지 시아버님", Kin("father_in_law", MALE, _SHE)),
    ("장모님 장모", Kin("mother_in_law", FEMALE, _HE)),
    ("장인어른 장인", Kin("father_in_law", MALE, _HE)),
    ("엄마 어머니 어머님 어무이 엄니 어매 모친 울엄마 새엄마", Kin("mother", FEMALE)),
    ("아빠 아버지 아버님 아부지 아배 부친 울아빠 새아빠", Kin("father", MALE)),
    ("부모님 부모 양친", Kin("parents")),
    ("외할머니 친할머니 할머니 할무이 할매", Kin("grandmother", FEMALE)),
    ("외할아버지 친할아버지 할아버지 할배", Kin("grandfather", MALE)),
    ("애아빠 애기아빠 아기아빠 아이아빠 남편 신랑 영감 바깥양반", Kin("spouse", MALE, _HUSBAND)),
    ("애엄마 할망 아내 와이프 집사람 안사람 마누라 할멈 색시", Kin("spouse", FEMALE, _WIFE)),
    ("배우자", Kin("spouse", None, (("marital_status", "married"),))),
    ("큰아들 첫째아들 장남", Kin("child#1", MALE)),
    ("작은아들 둘째아들 차남", Kin("child#2", MALE)),
    ("큰딸 첫째딸 장녀", Kin("child#1", FEMALE)),
    ("작은딸 둘째딸 차녀", Kin("child#2", FEMALE)),
    ("외동아들 막내아들 아들내미 아들놈 아들", Kin("child", MALE)),
    ("외동딸 막내딸 딸내미 딸아이 딸", Kin("child", FEMALE)),
    ("아이들 애들 아이 애기 아기 자녀 자식 신생아 갓난아기 애", Kin("child")),
    ("큰애 첫째 첫아이 큰아이 맏이", Kin("child#1")),
    ("작은애 둘째 작은아이", Kin("child#2")),
    ("셋째", Kin("child#3")),
    ("쌍둥이", Kin("twins")),
    ("손자", Kin("grandchild", MALE)),
    ("손녀 손녀딸", Kin("grandchild", FEMALE)),
    ("손주", Kin("grandchild")),
    ("며느리", Kin("daughter_in_law", FEMALE)),
    ("사위", Kin("son_in_law", MALE)),
    ("처남 동서", Kin("brother_in_law", MALE, _HE)),
    ("시동생 형부 제부", Kin("brother_in_law", MALE, _SHE)),
    ("매형 매제 매부", Kin("brother_in_law", MALE)),
    ("처제 처형", Kin("sister_in_law", FEMALE, _HE)),
    ("시누이 시누 올케", Kin("sister_in_law", FEMALE, _SHE)),
    ("형수님 형수 제수씨", Kin("sister_in_law", FEMALE, _HE)),
    ("남동생", Kin("brother", MALE)),
    ("여동생", Kin("sister", FEMALE)),
    ("친동생 동생", Kin("sibling")),
    ("친형 형님 형", Kin("brother", MALE, _HE)),
    ("친오빠 오빠", Kin("brother", MALE, _SHE)),
    ("친누나 누나 누님", Kin("sister", FEMALE, _HE)),
    ("친언니 언니", Kin("sister", FEMALE, _SHE)),
    ("이모 고모 숙모 큰어머니 작은어머니", Kin("aunt", FEMALE)),
    ("삼촌 외삼촌 이모부 고모부 큰아버지 작은아버지", Kin("uncle", MALE)),
    ("조카", Kin("nephew")),
)
KIN: dict[str, Kin] = {word: kin for words, kin in _TABLE for word in words.split()}
SELF_WORDS = ("제가", "저는요", "저는", "저도", "전", "저요", "저", "내가", "나는", "나도", "난",
              "나", "본인이", "본인은", "본인", "저희는", "저희가", "저희도", "저희", "우리는",
              "우리가", "우리도", "제", "내")  # fmt: skip
_GROUP = ("둘다", "둘 다", "두분다", "두분 다", "두 분 다", "두분이서", "두 분이서", "두분이",
          "두 분이", "두분은", "두 분은", "두분", "두 분")  # fmt: skip
KIN_WORDS = "|".join(sorted(map(re.escape, KIN), key=len, reverse=True))
_self = "|".join(sorted(SELF_WORDS, key=len, reverse=True))
_PARTICLE = (
    r"(?:이?랑|하고|과|와|한테서?|에게서?|께서는|께서도|께서|께|으로|로|을|를|의|말고|빼고|보다|"
    r"처럼|쪽|네|까지|부터|때문|가요|는요|은요|도요|이요|이가|이는|이도|들은|들이|들도|들|은|는|"
    r"이(?!에|고|라|[요죠])|"
    r"가(?!정)|도|만(?!\d))?"
)
_COPULA = (
    r"(?:이에요|이예요|예요|에요|입니다|임|이고요?|고요?|이요|요|인데요?|인디|[ㄴ]?데요?|이라)"
)
PERSON = re.compile(
    rf"(?<![가-힣A-Za-z0-9])(?P<own>(?:우리|울|저희|제|내|"
    rf"저의)\s?(?:집\s)?)?(?P<kin>{KIN_WORDS})(?:분)?"
    rf"(?:(?P<cop>{_COPULA})(?![가-힣])|(?P<part>{_PARTICLE})(?=$|[\s,.?!~()\d]|둘|혼자))"
    rf"|(?<![가-힣])(?P<group>{'|'.join(_GROUP)})(?![가-힣])"
    rf"|(?<![가-힣])(?P<pair>둘이서?)(?=\s)"
    rf"|(?<![가-힣])(?P<me>{_self})(?=$|[\s,.?!~]|\d)"
    rf"|(?<![가-힣])(?P<short>엄만데|아빤데|할머닌데|할아버진데|미혼모|비혼모|미혼부|예비맘|"
    rf"예비아빠|(?:싱글|워킹)맘|맘)"
)
_SHORT_SEX = {
    "엄만데": FEMALE,
    "아빤데": MALE,
    "할머닌데": FEMALE,
    "할아버진데": MALE,
    "미혼모": FEMALE,
    "비혼모": FEMALE,
    "미혼부": MALE,
    "예비맘": FEMALE,
    "예비아빠": MALE,
    "싱글맘": FEMALE,
    "워킹맘": FEMALE,
    "맘": FEMALE,
}
_COMPANION = frozenset(
    [
        "랑",
        "이랑",
        "하고",
        "과",
        "와",
        "한테",
        "한테서",
        "에게",
        "에게서",
        "께",
        "을",
        "를",
        "의",
        "말고",
        "빼고",
        "보다",
        "처럼",
        "로",
        "으로",
        "때문",
    ]
)
# Somebody of whom nothing is recorded.
THIRD = re.compile(
    r"(?<![가-힣])(?:옆집|이웃|친구|동료|지인|아는\s?(?:사람|분|언니|형|동생)|누가|누군가|남들|"
    r"다른\s?사람|"
    r"드라마|뉴스|방송|유튜브|기사(?:에|를)|목사님|선생님|노숙자|어떤\s?(?:사람|분)|"
    r"팀장|사장님|경로당|회사\s?사람|맘카페)"
)


@dataclass(frozen=True)
class Mention:
    """A person word at `start`:`end`. `role`: subject, companion, identity or group."""

    start: int
    end: int
    word: str
    role: str
    kin: Kin | None
    owned: bool = False
    particle: str = ""
    sex: str | None = None


def mentions(text: str) -> list[Mention]:
    """All person words of a text in order."""
    return [_mention(match) for match in PERSON.finditer(text)]


def _mention(match: re.Match[str]) -> Mention:
    start, end = match.span()
    if match["short"]:
        return Mention(start, end, match["short"], "identity", None, sex=_SHORT_SEX[match["short"]])
    if match["group"]:
        return Mention(start, end, match["group"], "group", None)
    if match["pair"]:
        return Mention(start, end, match["pair"], "pair", None)
    if match["me"]:
        return Mention(start, end, match["me"], "self", None)
    kin = KIN[match["kin"]]
    particle = match["part"] or ""
    if match["cop"] is not None:
        role = "copula"
    elif particle in _COMPANION:
        role = "companion"
    else:
        role = "subject"
    return Mention(start, end, match["kin"], role, kin, bool(match["own"]), particle, kin.sex)


@dataclass
class Family:
    """Members named so far; numbers children and grandchildren in the order of mention."""

    sexes: dict[str, str | None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def keys_of(self, base: str) -> list[str]:
        pattern = re.compile(rf"{base}\d*$")
        return [key for key in self.sexes if pattern.match(key)]

    def add(self, base: str, sex: str | None) -> str:
        number = len(self.keys_of(base)) + 1
        key = base if number == 1 else f"{base}{number}"
        self.sexes[key] = sex
        return key

    def member(self, kin: Kin, current: str = SELF) -> list[str]:
        """Keys meant by a kin word, new ones included."""
        if kin.member == "parents":
            return [self._named("mother", FEMALE), self._named("father", MALE)]
        if kin.member == "twins":
            return self.several("child", 2)
        base, _, order = kin.member.partition("#")
        if base == "child" and self.keys_of("grandchild") and order:
            base = "grandchild"
        if base not in {"child", "grandchild"}:
            return [self._relative(base, kin.sex)]
        if order:
            key = self.several(base, int(order))[int(order) - 1]
            self.sexes[key] = kin.sex or self.sexes[key]
            return [key]
        return [self._descendant(base, kin.sex, current)]

    def several(self, base: str, number: int) -> list[str]:
        """The first `number` children; missing ones are added."""
        while len(self.keys_of(base)) < number:
            self.add(base, None)
        self.counts[base] = max(self.counts.get(base, 0), number)
        return self.keys_of(base)[:number]

    def _named(self, key: str, sex: str | None) -> str:
        self.sexes.setdefault(key, sex)
        return key

    def _relative(self, base: str, sex: str | None) -> str:
        if base == "sibling":
            known = [key for key in ("brother", "sister", "sibling") if key in self.sexes]
            return known[0] if known else self._named("sibling", None)
        return self._named(base, sex)

    def _descendant(self, base: str, sex: str | None, current: str) -> str:
        keys = self.keys_of(base)
        if sex is None:
            return current if current in keys else keys[-1] if keys else self.add(base, None)
        for key in keys:
            if self.sexes[key] == sex:
                return key
        for key in keys:
            if self.sexes[key] is None:
                self.sexes[key] = sex
                return key
        return self.add(base, sex)
