"""Words for ages: where they mean people, and where they are part of another word.

노인복지관, 청년센터, 아동수당, 경로당 … name places, laws and benefits. What follows a word (and,
for some, what precedes it) tells them apart.
"""

from __future__ import annotations

import re

from policies.vocabulary import AgeGroup

_PLACES = (
    r"복지|센터|시설|회관|정책|수당|급식|보호구역|보호전문|학대|공원|도서관|쉼터|상담|기본법|기본조례|문화|"
    r"위원|단체|교실|대학|관련|분야|사업|프로그램|네트워크|참여단|활동"
)
WORDS: dict[AgeGroup, str] = {
    AgeGroup.SENIOR: (
        rf"(?:(?:노인|어르신)(?!{_PLACES}|성|장기|정|회|돌봄|맞춤|요양|일자리|의료|건강|여가|인구|전문|틀니|개안|"
        r"안검진|실명|보호|폭행|우울|체육|관광|자원봉사|장애|일터|사회)|고령자(?!고용|친화|매입|주택|복지)|노령자|"
        r"경로우대(?:대상)?자?(?!지정|업소|증|를받는)|경로자)"
    ),
    AgeGroup.YOUTH: (
        rf"(?<!신)(?<!요)청년(?!{_PLACES}|몰|외|도|희망|내일|기본|통장|월세|저축|주택|매입|전세|공간|포털|일자리|"
        r"마을|디딤돌|드림|후계|창업사관|도전|허브|무역|미래|근속|채용|고용|재직자내일|우대형|버팀목|취업|면접|"
        r"구직활동|독립가구|이음|사다리|협의체|거버넌스|인턴|전용|형|들의|층?이?아닌|ㆍ?기업일|친화|소득|노동자통장|"
        r"행복|카드|서포터|예술분야|만원|지원|의집|[·,]?중장년일)"
    ),
    AgeGroup.MIDDLE_AGED: (
        r"(?:중장년층?|신중년|(?<![가-힣])장년층?|중년층)(?!내일|일자리|센터|사업|지원|적합)"
    ),
    AgeGroup.ADULT: r"(?<![여남구조달작형양감])성인(?!병|지|용|문해|기|[가-힣]*\d)",
    AgeGroup.MINOR: r"미성년자?(?!의?[유]?자?녀|후견|[가-힣]*제매)",
    AgeGroup.ADOLESCENT: (
        rf"청소년(?!{_PLACES}|수련|증|유해|보호|지도|육성|방과|국제|정서|심리|자립지원|한?부모|모자|부자|산모|미혼)"
    ),
    AgeGroup.INFANT: rf"영유아(?!{_PLACES}|보육|플라자|용품|건강검진|기|교육|원|와함께|발달)",
    AgeGroup.BABY: r"(?<!신)(?<!수)(?<!미)영아(?!종일|기|[·]?장애아전|전담|반|수당|·유아|란|용)",
    AgeGroup.PRESCHOOLER: (
        r"(?<!영)(?<!소)(?:(?<![가-힣])|(?<=[의·등한]))유아(?!학비|교육|기|무상|용|숲|반|풀)"
    ),
    AgeGroup.NEWBORN: (
        r"신생아(?!건강|중환자|도우미|난청|청각|가구|특례|I|매입|의?출생|의?출산|의?주민등록|의?주소|관리|"
        r"부모|특별|용품|와주민|와함께|와같|또는영아의출생)"
    ),
    AgeGroup.CHILD: (
        rf"(?:(?<!출생)(?<!출산)(?<!종료)(?<!퇴소)(?<!종결)아동(?!방과후|{_PLACES}|양육비|양육시설|보호|수급|보육|친화|권리|청소년복지|안전|기[각,에]|이력|"
        r"용|급|당|\d+점|\d명|분야|[가-힣]*\d+명\d*)|어린이(?!집|날|보호|공원|보험|병원|회관|놀이|통학|국가|재단|급식|안전))"
    ),
}
GROUPS: dict[AgeGroup, re.Pattern[str]] = {group: re.compile(word) for group, word in WORDS.items()}

_YOUNG = (
    AgeGroup.ADOLESCENT,
    AgeGroup.MINOR,
    AgeGroup.INFANT,
    AgeGroup.CHILD,
    AgeGroup.BABY,
    AgeGroup.PRESCHOOLER,
)
_GROWN = (AgeGroup.SENIOR, AgeGroup.YOUTH, AgeGroup.ADULT, AgeGroup.MIDDLE_AGED)
YOUNG = f"(?:{'|'.join(WORDS[group] for group in _YOUNG)}|미취학아동|영아(?=[가-힣]))"
GROWN = f"(?:{'|'.join(WORDS[group] for group in _GROWN)})"
# Words that make an age a child's, asked about by its parents.
CHILD = (
    r"(?:영유아|미취학아동|아동(?!복지|수당|급식)|영아(?!종일)|유아(?!학비)|어린이(?!집|날)|환아|신생아|"
    r"아기|원아|손자녀|자녀|유소년|소아|[세살월]아(?![가-힣])|아이(?!돌봄|사랑|행복))"
)
