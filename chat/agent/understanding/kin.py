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
    (
        "시어머니 시어머님 시엄마 시모 홀시어머니 시엄니 시어무이 시어매 시오마니",
        Kin("mother_in_law", FEMALE, _SHE),
    ),
    (
        "시아버지 시아버님 시부 홀시아버지 시아부지 시아부이 시아배",
        Kin("father_in_law", MALE, _SHE),
    ),
    ("장모님 장모 빙모 가시어머니", Kin("mother_in_law", FEMALE, _HE)),
    ("장인어른 장인 빙장 빙장어른", Kin("father_in_law", MALE, _HE)),
    (
        "엄마 어머니 어머님 어무이 어무니 어머이 엄니 어매 모친 울엄마 새엄마 어멍 오마니 어마이 "
        "어메 엄매 어마시 즈그엄마 노모 홀어머니 새어머니 계모 양어머니 친엄마 친어머니 생모",
        Kin("mother", FEMALE),
    ),
    (
        "아빠 아버지 아버님 아부지 아부이 아버이 압지 아배 아베 부친 울아빠 새아빠 아방 아바이 "
        "아바지 노부 홀아버지 새아버지 계부 양아버지 친아빠 친아버지 생부",
        Kin("father", MALE),
    ),
    ("부모님 부모 양친 노부모님 노부모", Kin("parents")),
    ("조부모님 조부모", Kin("grandparents")),
    (
        "외할머니 친할머니 할머니 할무이 할무니 할머이 할매 할미 외할매 조모",
        Kin("grandmother", FEMALE),
    ),
    (
        "외할아버지 친할아버지 할아버지 할부지 할아부지 할부이 하나부지 외할배 할배 하르방 조부",
        Kin("grandfather", MALE),
    ),
    (
        "애아빠 애들아빠 애기아빠 아기아빠 아이아빠 애_아빠 애들_아빠 애기_아빠 아기_아빠 "
        "아이_아빠 아이들_아빠 남편 남푠 냄편 신랑 그이 바깥사람 바깥어른 "
        "주인양반 쥔양반 영감탱이 우리집_아저씨 우리_집_아저씨 저희집_아저씨 서방님 서방 영감 "
        "영감님 바깥양반 "
        "집양반 우리집_양반 저희집_양반 애아범 애들아범",
        Kin("spouse", MALE, _HUSBAND),
    ),
    (
        "애엄마 애들엄마 애기엄마 애_엄마 애들_엄마 애기_엄마 아기_엄마 아이_엄마 아이들_엄마 "
        "할망 아내 와이프 와잎 와이푸 집사람 안사람 마누라 마눌 할멈 색시 각시 부인 마눌님 와입 "
        "안식구 집식구 여편네 마나님 우리_할망구 울_할망구 우리집_할망구",
        Kin("spouse", FEMALE, _WIFE),
    ),
    ("배우자 옆지기 반려자", Kin("spouse", None, (("marital_status", "married"),))),
    ("큰아들 첫째아들 첫아들 장남", Kin("child#1", MALE)),
    ("작은아들 둘째아들 차남", Kin("child#2", MALE)),
    ("큰딸 첫째딸 첫딸 장녀", Kin("child#1", FEMALE)),
    ("작은딸 둘째딸 차녀", Kin("child#2", FEMALE)),
    (
        "외동아들 아들내미 아들래미 아들램 아들놈 아들넘 아들자식 아들아이 아들애 아드님 "
        "아들_녀석 아들 양아들 의붓아들 수양아들 남자아이 남자애 사내아이 사내애 머스마",
        Kin("child", MALE),
    ),
    (
        "외동딸 딸내미 딸래미 딸램 딸아이 딸애 딸애기 딸년 딸자식 따님 딸 양딸 의붓딸 수양딸 "
        "여자아이 여자애 가시나",
        Kin("child", FEMALE),
    ),
    (
        "아이들 애들 아그들 아그 내새끼 내_새끼 우리_새끼 위탁아동 아이 애기 아기 아가 자녀 자식 "
        "신생아 갓난아기 갓난애 늦둥이 외동 애",
        Kin("child"),
    ),
    ("막내 막둥이 막내아이 막냉이 막내이 막내놈 막내녀석", Kin("child#last")),
    ("막내아들", Kin("child#last", MALE)),
    ("막내딸", Kin("child#last", FEMALE)),
    ("큰애 첫째 첫애 첫아이 큰아이 큰놈 큰넘 큰아 첫째놈 맏이", Kin("child#1")),
    ("작은애 둘째 작은아이 작은놈 작은넘 작은아 둘째놈", Kin("child#2")),
    ("셋째 셋째놈", Kin("child#3")),
    ("넷째", Kin("child#4")),
    ("쌍둥이_딸 쌍둥이딸 쌍둥이_자매 자매쌍둥이", Kin("twins", FEMALE)),
    ("쌍둥이_아들 쌍둥이아들 쌍둥이_형제 형제쌍둥이", Kin("twins", MALE)),
    (
        "쌍둥이 남매쌍둥이 남매_쌍둥이 쌍둥이_남매 쌍둥이남매 이란성쌍둥이 일란성쌍둥이",
        Kin("twins"),
    ),
    ("손자 외손자 친손자 손자놈 손자녀석", Kin("grandchild", MALE)),
    ("손녀 손녀딸 외손녀 친손녀", Kin("grandchild", FEMALE)),
    ("손주 외손주 손주녀석 손주놈 손주새끼 손지", Kin("grandchild")),
    ("큰손주 큰손자녀석", Kin("grandchild#1")),
    ("작은손주", Kin("grandchild#2")),
    ("큰손자", Kin("grandchild#1", MALE)),
    ("작은손자", Kin("grandchild#2", MALE)),
    ("큰손녀", Kin("grandchild#1", FEMALE)),
    ("작은손녀", Kin("grandchild#2", FEMALE)),
    ("며느리 며늘아기 며늘애 메누리 며느님", Kin("daughter_in_law", FEMALE)),
    ("사위 사우", Kin("son_in_law", MALE)),
    ("처남 큰처남 작은처남 막내처남", Kin("brother_in_law", MALE, _HE)),
    ("동서", Kin("brother_in_law")),
    (
        "시동생 형부 제부 시아주버니 시아주버님 아주버님 아주버니 시숙 도련님",
        Kin("brother_in_law", MALE, _SHE),
    ),
    ("매형 매제 매부", Kin("brother_in_law", MALE)),
    ("처제 처형 큰처형 막내처제 처남댁", Kin("sister_in_law", FEMALE, _HE)),
    ("시누이 시누 올케 새언니 손위시누", Kin("sister_in_law", FEMALE, _SHE)),
    ("형수님 형수 제수씨", Kin("sister_in_law", FEMALE, _HE)),
    ("친정오빠 친정오라버니 친정남동생", Kin("brother", MALE, _SHE)),
    ("친정언니 친정여동생", Kin("sister", FEMALE, _SHE)),
    ("친정동생", Kin("sibling", None, _SHE)),
    ("오라버니 오라비 오래비", Kin("brother", MALE, _SHE)),
    ("누이 누부 누이동생 누님", Kin("sister", FEMALE, _HE)),
    ("증조할머니 외증조할머니 증조모", Kin("great_grandmother", FEMALE)),
    ("증조할아버지 외증조할아버지 증조부", Kin("great_grandfather", MALE)),
    ("남동생 막내남동생 남동상", Kin("brother", MALE)),
    ("여동생 막내여동생 여동상", Kin("sister", FEMALE)),
    ("친동생 막내동생 큰동생 작은동생 둘째동생 동생", Kin("sibling")),
    ("친형 큰형 작은형 형님 성님 형", Kin("brother", MALE, _HE)),
    ("친오빠 큰오빠 작은오빠 오빠", Kin("brother", MALE, _SHE)),
    ("친누나 큰누나 작은누나 누나", Kin("sister", FEMALE, _HE)),
    ("친언니 큰언니 작은언니 언니", Kin("sister", FEMALE, _SHE)),
    (
        "이모 이모님 큰이모 작은이모 막내이모 고모 고모님 큰고모 작은고모 막내고모 숙모 외숙모 "
        "큰어머니 작은어머니",
        Kin("aunt", FEMALE),
    ),
    (
        "외숙 외숙부 숙부 백부 삼촌 외삼촌 큰삼촌 작은삼촌 막내삼촌 이모부 고모부 큰아버지 "
        "작은아버지 당숙",
        Kin("uncle", MALE),
    ),
    ("사촌 사촌동생", Kin("cousin")),
    ("사촌형 사촌오빠", Kin("cousin", MALE)),
    ("사촌누나 사촌언니", Kin("cousin", FEMALE)),
    ("조카", Kin("nephew")),
    ("조카딸 여조카 질녀 조카_여자애 조카_여자아이 여자_조카", Kin("niece", FEMALE)),
    ("조카아들 남조카 조카_남자애 조카_남자아이 남자_조카", Kin("nephew", MALE)),
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
