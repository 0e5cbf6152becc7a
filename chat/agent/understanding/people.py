"""Words for people: who is meant, and what the word itself tells (아버지 → male)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chat.agent.understanding.kin import FEMALE, KIN, MALE, PAIRS, Kin
from chat.agent.understanding.types import SELF

SELF_WORDS = ("저만", "나만", "제가", "저는요", "저는", "저도", "전", "저요", "저", "내가", "나는",
              "나도", "난",
              "나", "본인이", "본인은", "본인", "저희는", "저희가", "저희도", "저희", "우리는",
              "우리가", "우리도", "제", "내")  # fmt: skip
_GROUP = ("둘다", "둘 다", "두분다", "두분 다", "두 분 다", "두분이서", "두 분이서", "두분이",
          "두 분이", "두분은", "두 분은", "두분만", "두 분만", "두분도", "두 분도", "두분께서",
          "두 분께서", "두분 모두", "두 분 모두", "두분", "두 분")  # fmt: skip
KIN_WORDS = "|".join(sorted(map(re.escape, KIN), key=len, reverse=True))
_self = "|".join(sorted(SELF_WORDS, key=len, reverse=True))
_PARTICLE = (
    r"(?:(?:이?랑|하고|한테서?|에게서?)(?:은|는|도|만|요)?|과는?|와는?|께서는|께서도|께서|께|으로|"
    r"로|을|를|의|말고|빼고|보다|"
    r"처럼|쪽|네(?:가|는|도|랑|에|에서|집에서?|집이)?|까지|부터|때문|가요|는요|은요|도요|이요|이가|이는|이도|들은|들이|들도|들|은|는|"
    r"이(?!에|고|라|[요죠])|"
    r"(?:가|는|은|도)(?:유|예|여|라)|가(?!정)|도|만(?!\d))?"
)
_COPULA = (
    r"(?:이에요|이예요|예요|에요|에유|예유|이에유|입니다|입네다|임다|임|이고요?|고요?|이구요?|이요|"
    r"요|"
    r"인데요?|인디요?|[ㄴ]?데요?|이라|이야|이우다|우다|이여|여|이라예|라예|이유|이어유|이지라|"
    r"이구만|"
    r"이올시다|올시다|이제|이네요?|네요|인(?=\s(?:저|제|나|내|전|난)))"
)
# Words for anybody of a sex and an age, which say who speaks only with a copula (아지매요).
_CALLED = {"아지매": FEMALE, "아줌마": FEMALE, "아주머니": FEMALE, "아줌씨": FEMALE, "처자": FEMALE,
           "처녀": FEMALE, "할망구": FEMALE, "아가씨": FEMALE, "새댁": FEMALE,
           "노파": FEMALE, "아재": MALE,
           "아저씨": MALE, "총각": MALE, "사내": MALE, "노인네": None, "늙은이": None}  # fmt: skip
_PRONOUNS = ("걔네", "걔", "얘", "쟤", "갸", "그애", "그 애", "그아이", "그 아이", "그놈", "그녀석")
PERSON = re.compile(
    rf"(?<![가-힣A-Za-z0-9])(?P<own>(?:우리|울|저희|제|내|즈이|저그|"
    rf"저의)\s?(?:집\s)?)?(?P<kin>{KIN_WORDS})(?:분|님|놈|넘|녀석)?"
    rf"(?:(?P<cop>{_COPULA})(?![가-힣])|(?P<part>{_PARTICLE})(?=$|[\s,.?!~()\d]|둘|혼자|"
    r"있|키[우워]))"
    rf"|(?<![가-힣])(?P<group>{'|'.join(_GROUP)})(?![가-힣])"
    rf"|(?<![가-힣])(?P<pair>둘이서?)(?=\s)"
    rf"|(?<![가-힣])(?P<all>(?:셋|넷|다섯|여섯|일곱)이서?)(?=\s)"
    rf"|(?<![가-힣])(?P<me>{_self})(?=$|[\s,.?!~]|\d)"
    rf"|(?<![가-힣])(?P<called>{'|'.join(_CALLED)}){_COPULA}(?![가-힣])"
    rf"|(?<![가-힣])(?P<that>{'|'.join(_PRONOUNS)})(?:가|는|은|도|를|이|한테)(?![가-힣])"
    r"|(?<![가-힣\d])(?P<little>(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉)\s?(?:살|개월)"
    r"\s?(?:짜리|배기|박이)|돌쟁이|"
    r"갓난쟁이|갓난이|젖먹이)"
    rf"(?!\s?(?:{KIN_WORDS}|강아지|고양이|차|개(?![가-힣])))"
    rf"|(?<![가-힣])(?P<bride>예비\s?신[부랑])(?={_COPULA}(?![가-힣]))"
    rf"|(?<![가-힣])(?P<short>엄만데|아빤데|할머닌데|할아버진데|미혼모|비혼모|미혼부|예비맘|"
    rf"예비아빠|(?:싱글|워킹|직장|전업|초보|아들|딸|남매|형제|자매|쌍둥이|다둥이)맘|맘|(?:싱글|워킹)(?:대디|파파)|노총각|노처녀|홀아비|홀애비|과부|미망인|"
    r"이혼남|이혼녀|돌싱[남녀])"
)
_SHORT_SEX = {
    "엄만데": FEMALE,
    "아빤데": MALE,
    "할머닌데": FEMALE,
    "할아버진데": MALE,
    "미혼모": FEMALE,
    "비혼모": FEMALE,
    "미혼부": MALE,
    "예비아빠": MALE,
    "노처녀": FEMALE,
    "과부": FEMALE,
    "미망인": FEMALE,
    "홀애비": MALE,
    "이혼녀": FEMALE,
    "돌싱녀": FEMALE,
    "싱글대디": MALE,
    "싱글파파": MALE,
    "워킹대디": MALE,
    "워킹파파": MALE,
    "노총각": MALE,
    "홀아비": MALE,
    "이혼남": MALE,
    "돌싱남": MALE,
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
_WITH = re.compile(r"(?:이?랑|하고|과|와|한테서?|에게서?)[은는도만요]?")
# Somebody of whom nothing is recorded.
THIRD = re.compile(
    r"(?<![가-힣])(?:옆집|이웃|친구|동료|지인|아는\s?(?:사람|분|언니|형|동생)|누가|누군가|남들|"
    r"다른\s?사람|[윗뒷앞]집|아랫집|이웃집|동네\s?(?:할머니|할아버지|아저씨|아주머니|아줌마|분|"
    r"어르신|언니|"
    r"형|동생|사람)|(?:[여남]자\s?친구|[여남]친|애인)(?:이|가|은|는|도|한테)?\s|선배|후배|동창|"
    r"룸메|세입자|사돈|질부|조카며느리|조카사위|"
    r"집주인|"
    r"집사님|권사님|장로님|신부님|스님|(?:우리|저희)\s?반\s|제자|"
    r"(?:담당하는|돌보는|맡은)\s\S*(?:어르신|분|가정|아동|학생)|(?:이용자|내담자|"
    r"클라이언트|민원인|대상자[분님]|신청자[분님])(?:분|님)?|"
    r"(?:어르신|할머니|할아버지|여성|남성|주민|환자|아동)\s한\s?(?:분|명)(?:이|은|을|께서)|"
    r"(?:그|이|저)\s?(?:분|사람)[이은는가도]\s|"
    r"드라마|뉴스|방송|유튜브|기사(?:에|를)|목사님|선생님|노숙자|어떤\s?(?:사람|분)|"
    r"팀장|사장님|경로당|회사\s?사람|맘카페|티비|TV)"
)


@dataclass(frozen=True)
class Mention:
    """A person word at `start`:`end`. `role`: subject, companion, copula, self,
    identity (who speaks), that (걔: whoever was spoken of), pair, group, or all (넷이:
    a whole household)."""

    start: int
    end: int
    word: str
    role: str
    kin: Kin | None
    owned: bool = False
    particle: str = ""
    sex: str | None = None
    ends_in_be: bool = False


# 안 좋다 아이가: a tag ("is it not?") of the south-east, and 아이고, which only sighs.
_NO_PERSON = re.compile(r"[가-힣][다라] 아이가$|[살세월] 난$|(?:^|\s)(?:아이고|애고|아이구)$")


def mentions(text: str) -> list[Mention]:
    """All person words of a text in order."""
    return [
        _mention(match)
        for match in PERSON.finditer(text)
        if not _NO_PERSON.search(text[max(0, match.start() - 4) : match.end()])
    ]


def _mention(match: re.Match[str]) -> Mention:
    start, end = match.span()
    if match["short"]:
        word = match["short"]
        sex = FEMALE if word.endswith("맘") else _SHORT_SEX[word]
        return Mention(start, end, word, "identity", None, sex=sex)
    if match["little"]:
        return Mention(start, end, "", "subject", KIN["아이"])
    if match["bride"]:
        sex = FEMALE if match["bride"].endswith("부") else MALE
        return Mention(start, end, match["bride"], "identity", None, sex=sex)
    if match["called"]:
        return Mention(start, end, match[0], "identity", None, sex=_CALLED[match["called"]])
    if match["that"]:
        return Mention(start, end, match["that"], "that", None)
    if match["group"]:
        return Mention(start, end, match["group"], "group", None)
    if match["all"]:
        return Mention(start, end, match["all"], "all", None)
    if match["pair"]:
        return Mention(start, end, match["pair"], "pair", None)
    if match["me"]:
        return Mention(start, end, match["me"], "self", None)
    kin = KIN[match["kin"]]
    particle = match["part"] or ""
    if match["cop"] is not None:
        role = "copula"
    elif particle in _COMPANION or _WITH.fullmatch(particle):
        role = "companion"
    else:
        role = "subject"
    return Mention(
        start, end, match["kin"], role, kin, bool(match["own"]), particle, kin.sex,
        match["cop"] == "인",
    )  # fmt: skip


@dataclass
class Family:
    """Members named so far; numbers children and grandchildren in the order of mention."""

    sexes: dict[str, str | None] = field(default_factory=dict)
    said_count: int = 0  # children as said ("애가 셋"), 0 where no number was said

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
        if kin.member in PAIRS:
            return [self._named(member, sex) for member, sex in PAIRS[kin.member]]
        if kin.member == "twins":
            twins = self.several("child", 2)
            for key in twins:
                self.sexes[key] = kin.sex or self.sexes[key]
            return twins
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
        return self.keys_of(base)[:number]

    def of_sex(self, base: str, number: int, sex: str) -> list[str]:
        """`number` children of one sex (딸 둘에 아들 하나); missing ones are added."""
        keys = [key for key in self.keys_of(base) if self.sexes[key] in {sex, None}][:number]
        keys += [self.add(base, sex) for _ in range(number - len(keys))]
        for key in keys:
            self.sexes[key] = sex
        return keys

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
