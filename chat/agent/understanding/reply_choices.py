"""Short answers that choose one of a few values, by fact key; the first pattern that fits counts."""

from __future__ import annotations

_LANDS = (
    r"베트남|중국|필리핀|캄보디아|몽골|태국|우즈베키스탄|러시아|일본|네팔|미얀마|인도네시아|라오스|"
    r"미국|캐나다|대만"
)
_RELATIVES = r"남편|아내|와이프|아들|딸|며느리|자식|부모|아빠|엄마|사위"
_SPOUSES = r"남편|아내|영감|신랑|집사람|와이프|배우자"

CHOICES: dict[str, tuple[tuple[str, str], ...]] = {
    "nationality": (
        ("korean", r"귀화|외국인\s?(?:은|이)?\s?아니|탈북|새터민|북한\s?이탈"),
        (
            "korean",
            r"^(?!.*아니).*(?:대한민국|한국\s?(?:사람|인|국적|$|이|요)|우리\s?나라|내국인|korean)",
        ),
        ("marriage_migrant", r"결혼\s?이(?:민|주)|시집\s?왔|국제\s?결혼|결혼해서\s?(?:왔|온)"),
        ("refugee", r"난민(?!\s?(?:신청|아니))"),
        (
            "foreign",
            rf"외국인|외국\s?(?:국적|사람)|동포|조선족|고려인|(?:{_LANDS})(?!.*아니)",
        ),
    ),
    "sex": (
        ("male", r"남자|남성|(?<![가-힣])남(?=$|[\s요이입예])|할아버지|아저씨|(?<!fe)male"),
        ("female", r"여자|여성|(?<![가-힣])여(?=$|[\s요이입예])|할머니|아줌마|아주머니|female"),
    ),
    "health_insurance": (
        ("dependent", r"피부양|밑으로|밑에|딸려|얹혀|앞으로\s?(?:올|되|돼|들)"),
        (
            "dependent",
            rf"(?:{_RELATIVES})\S*\s?(?:직장\S*\s?)?(?:한테|에|에게|쪽)\s?(?:올|들|붙|등록|얹)",
        ),
        ("medical_aid_1", r"[1일]\s?종"),
        ("medical_aid_2", r"[2이]\s?종"),
        ("employee", r"직장|회사"),
        ("regional", r"지역"),
        ("none", r"^(?:건강\s?보험|보험)?\S{0,2}\s?(?:없|안\s?들|미가입|가입\s?안)"),
    ),
    "marital_status": (
        ("divorced", r"이혼(?!\s?(?:은|안|소송|예정|준비))|갈라섰|돌싱"),
        ("widowed", rf"사별|(?:{_SPOUSES})\S*\s?(?:먼저|돌아|죽|사망|하늘|세상)"),
        ("separated", r"별거|따로\s?살"),
        ("engaged", r"약혼|결혼\s?(?:예정|앞두|준비)|예비\s?(?:부부|신랑|신부)"),
        ("single", r"미혼|비혼|독신|총각|처녀|싱글|결혼\s?전|혼자\s?살아"),
        ("single", r"^(?!.*이혼).*(?:안\s?(?:했|함|갔|해)|아직|못\s?(?:했|갔))"),
        ("married", rf"기혼|결혼|유부|재혼|(?:{_SPOUSES})\S*\s?(?:있|살)|^했"),
    ),
    "tenure": (
        ("public_rental", r"임대|LH|SH|행복\s?주택|영구|공공"),
        ("monthly_rent", r"월세|사글세|달세"),
        ("jeonse", r"전세"),
        ("owned", r"자가|(?:내|제|우리|저희|본인|자기)\s?(?:집|명의|거|꺼)|집주인|샀|소유"),
        (
            "other",
            r"기숙사|고시원|쪽방|여관|여인숙|얹혀|시설|무상|사택|관사|친척\s?집|부모님\s?집|기타",
        ),
    ),
    "pregnancy": (
        ("none", r"^둘\s?다\s?아니|임신\S*\s?(?:아니|안|아닙)"),
        ("postpartum", r"출산\s?(?:했|한\s?지|직후|후)|낳았|낳은\s?지|산후|몸\s?풀"),
        ("pregnant", r"임신(?!\s?(?:준비|계획|하려|하고\s?싶))|임산부|만삭|뱃속"),
        ("pregnant", r"\d{1,2}\s?(?:주|개월)\s?(?:차|됐|요|이)"),
    ),
    "disability": (
        ("none", r"등록(?:은|을)?\s?(?:안|아직|못)|비장애|신청\s?중"),
        ("mild", r"심하지\s?않|안\s?심|경증|가벼|(?<!\d)[4-6]\s?급"),
        ("severe", r"심한|심해|중증|심합|(?<!\d)[1-3]\s?급"),
    ),
    "long_term_care_grade": (
        ("none", r"등급\s?외|안\s?받|신청\s?(?:중|안)|탈락"),
        ("cognitive", r"인지"),
    ),
}
