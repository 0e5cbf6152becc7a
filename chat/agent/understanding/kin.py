"""The words for relatives: which member each means and what it tells by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    ("시부모님 시부모", Kin("parents_in_law", None, _SHE)),
    ("처부모님 처부모", Kin("parents_in_law", None, _HE)),
    ("시어머니 시어머님 시엄마 시모", Kin("mother_in_law", FEMALE, _SHE)),
    ("시아버지 시아버님 시부", Kin("father_in_law", MALE, _SHE)),
    ("장모님 장모", Kin("mother_in_law", FEMALE, _HE)),
    ("장인어른 장인", Kin("father_in_law", MALE, _HE)),
    (
        "엄마 어머니 어머님 어무이 어무니 어머이 엄니 어매 모친 울엄마 새엄마 어멍 오마니 어마이 "
        "노모 홀어머니 새어머니 계모 양어머니 친엄마 친어머니 생모",
        Kin("mother", FEMALE),
    ),
    (
        "아빠 아버지 아버님 아부지 아부이 아버이 압지 아배 부친 울아빠 새아빠 아방 아바이 아바지 "
        "노부 홀아버지 새아버지 계부 양아버지 친아빠 친아버지 생부",
        Kin("father", MALE),
    ),
    ("부모님 부모 양친 노부모님 노부모", Kin("parents")),
    ("조부모님 조부모", Kin("grandparents")),
    (
        "외할머니 친할머니 할머니 할무이 할무니 할머이 할매 할미 외할매 조모",
        Kin("grandmother", FEMALE),
    ),
    ("외할아버지 친할아버지 할아버지 할부지 할배 조부", Kin("grandfather", MALE)),
    (
        "애아빠 애들아빠 애기아빠 아기아빠 아이아빠 애_아빠 애들_아빠 애기_아빠 아기_아빠 "
        "아이_아빠 아이들_아빠 남편 남푠 신랑 서방님 서방 영감 영감님 바깥양반 "
        "집양반 우리집_양반 저희집_양반 애아범 애들아범",
        Kin("spouse", MALE, _HUSBAND),
    ),
    (
        "애엄마 애들엄마 애기엄마 애_엄마 애들_엄마 애기_엄마 아기_엄마 아이_엄마 아이들_엄마 "
        "할망 아내 와이프 와잎 집사람 안사람 마누라 마눌 할멈 색시 부인",
        Kin("spouse", FEMALE, _WIFE),
    ),
    ("배우자", Kin("spouse", None, (("marital_status", "married"),))),
    ("큰아들 첫째아들 첫아들 장남", Kin("child#1", MALE)),
    ("작은아들 둘째아들 차남", Kin("child#2", MALE)),
    ("큰딸 첫째딸 첫딸 장녀", Kin("child#1", FEMALE)),
    ("작은딸 둘째딸 차녀", Kin("child#2", FEMALE)),
    (
        "외동아들 아들내미 아들래미 아들램 아들놈 아들넘 아들자식 아들아이 아들애 아드님 "
        "아들_녀석 아들 남자아이 남자애 사내아이 사내애 머스마",
        Kin("child", MALE),
    ),
    (
        "외동딸 딸내미 딸래미 딸램 딸아이 딸애 딸애기 딸년 딸자식 따님 딸 여자아이 여자애 가시나",
        Kin("child", FEMALE),
    ),
    (
        "아이들 애들 아이 애기 아기 아가 자녀 자식 신생아 갓난아기 갓난애 늦둥이 외동 애",
        Kin("child"),
    ),
    ("막내 막둥이 막내아이 막냉이", Kin("child#last")),
    ("막내아들", Kin("child#last", MALE)),
    ("막내딸", Kin("child#last", FEMALE)),
    ("큰애 첫째 첫애 첫아이 큰아이 큰놈 맏이", Kin("child#1")),
    ("작은애 둘째 작은아이 작은놈", Kin("child#2")),
    ("셋째", Kin("child#3")),
    ("넷째", Kin("child#4")),
    ("쌍둥이_딸 쌍둥이딸 쌍둥이_자매 자매쌍둥이", Kin("twins", FEMALE)),
    ("쌍둥이_아들 쌍둥이아들 쌍둥이_형제 형제쌍둥이", Kin("twins", MALE)),
    (
        "쌍둥이 남매쌍둥이 남매_쌍둥이 쌍둥이_남매 쌍둥이남매 이란성쌍둥이 일란성쌍둥이",
        Kin("twins"),
    ),
    ("손자 외손자 친손자 손자놈 손자녀석", Kin("grandchild", MALE)),
    ("손녀 손녀딸 외손녀 친손녀", Kin("grandchild", FEMALE)),
    ("손주 외손주", Kin("grandchild")),
    ("며느리", Kin("daughter_in_law", FEMALE)),
    ("사위", Kin("son_in_law", MALE)),
    ("처남 동서", Kin("brother_in_law", MALE, _HE)),
    ("시동생 형부 제부", Kin("brother_in_law", MALE, _SHE)),
    ("매형 매제 매부", Kin("brother_in_law", MALE)),
    ("처제 처형", Kin("sister_in_law", FEMALE, _HE)),
    ("시누이 시누 올케 새언니 손위시누", Kin("sister_in_law", FEMALE, _SHE)),
    ("형수님 형수 제수씨", Kin("sister_in_law", FEMALE, _HE)),
    ("남동생 막내남동생", Kin("brother", MALE)),
    ("여동생 막내여동생", Kin("sister", FEMALE)),
    ("친동생 막내동생 동생", Kin("sibling")),
    ("친형 큰형 작은형 형님 형", Kin("brother", MALE, _HE)),
    ("친오빠 큰오빠 작은오빠 오빠", Kin("brother", MALE, _SHE)),
    ("친누나 큰누나 작은누나 누나 누님", Kin("sister", FEMALE, _HE)),
    ("친언니 큰언니 작은언니 언니", Kin("sister", FEMALE, _SHE)),
    (
        "이모 이모님 큰이모 작은이모 막내이모 고모 고모님 큰고모 작은고모 막내고모 숙모 외숙모 "
        "큰어머니 작은어머니",
        Kin("aunt", FEMALE),
    ),
    (
        "삼촌 외삼촌 큰삼촌 작은삼촌 막내삼촌 이모부 고모부 큰아버지 작은아버지 당숙",
        Kin("uncle", MALE),
    ),
    ("사촌 사촌동생", Kin("cousin")),
    ("사촌형 사촌오빠", Kin("cousin", MALE)),
    ("사촌누나 사촌언니", Kin("cousin", FEMALE)),
    ("조카", Kin("nephew")),
)
# Words for two people at once: their members, each with a sex.
PAIRS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "parents": (("mother", FEMALE), ("father", MALE)),
    "parents_in_law": (("mother_in_law", FEMALE), ("father_in_law", MALE)),
    "grandparents": (("grandmother", FEMALE), ("grandfather", MALE)),
}
KIN: dict[str, Kin] = {
    word.replace("_", " "): kin for words, kin in _TABLE for word in words.split()
}
