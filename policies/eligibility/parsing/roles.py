"""What an item is for: a condition, an exclusion, a definition, or none of the person's business.

Published texts put benefits, amounts, office hours and priorities next to the conditions; only
conditions and exclusions may decide (담당자가 재량으로 정하는 것도 조건이 아니다).
"""

from __future__ import annotations

import re
from enum import StrEnum

from policies.eligibility.parsing.content import content_words, names_a_group


class Role(StrEnum):
    CONDITION = "condition"
    EXCLUSION = "exclusion"
    ALTERNATIVE = "alternative"  # "포함", "…도 가능": lets further people in
    NOTICE = "notice"  # only its exclusions count
    IGNORED = "ignored"


class Join(StrEnum):
    """How the items under a heading belong together."""

    ALL = "all"
    ANY = "any"
    OPEN = "open"  # the text does not say


_EXCLUSION_LABEL = re.compile(
    r"(?:제외|참여제한|신청제한|지원제한|지급제한|이용제한|자격제한|제한대상|제한사항|중복|불가|결격|배제|감액|미지원|비대상)"
)
_EXCLUSION_HEAD = re.compile(
    r"^[※*#\[<(]*(?:지원|지급|신청|참여|선정|수혜|수급|이용|대상|대상자|중복|사업|자격|에서|서비스|및|·)*"
    r"(?:제외|불가|제한|금지|배제|결격)(?:대상자?|자|조건|요건|사항|기준|사유|업종|자격)?"
    r"(?:[(（][^)）]*[)）])?[\]>)]*[.:：]?$|"
    r"(?:아래|다음|각호|각목|어느하나)[^.]*(?:제외|불가|제한|없|않|금지|배제)[^.]{0,8}[.:：]?$"
)
_NOTICE = re.compile(
    r"(?:신청시|이용시|선정시)?(?:유의|주의|안내|참고|준수|기타)(?:사항|하실사항)?$|비고$"
)
_IGNORED_LABEL = re.compile(
    r"^(?:지원내용|지원금액?|지원규모|지원범위|지원기간|지원시기|지원시점|지급시기|지급일|지급액|지급금액|지원액|"
    r"지원방법|지급방법|신청방법|신청기간|신청기한|신청시기|신청장소|신청처|접수|구비서류|제출서류|필요서류|"
    r"준비서류|증빙서류|문의|담당|근거|지원근거|법적근거|근거법령|관련근거|관련법령|소요예산|예산|사업비|"
    r"추진|절차|지원절차|처리절차|사업기간|운영기간|사업내용|교육내용|운영|이용료|지원품목|지급물품|지원물품|지원횟수|지원한도|"
    r"지원인원|인원|모집인원|선발인원|신청인|신청자|우선|선정방법|선발방법|심사|평가|참고|참고사항|"
    r"용어|예시|서비스내용|지원수준|지원단가|지원항목|기타사항|문의처|홈페이지|유형|지원유형|"
    r"시행일|적용시점|적용기간|사용처|이용방법|이용시간|장소|교육장소|교육일정|일정|선정절차|결과|주의|"
    r"신청서류|지원종류|지원주기|지급주기|지급대상기간|제공기관|수행기관|시행기관|기간|내용|방법|시기|"
    r"추가지원|추가혜택|운영형태|운영방식|추진체계|비용|횟수|금액|서비스기간|서비스가격|본인부담금?|사업목적|목적|사업개요|개요|업종|기업|참여기업|대상대학|"
    r"대상기업|사업장|대상시설|시설|기관|단체)"
)
_IGNORED_HEAD = re.compile(
    r"^(?:지원내용|지원금액|지원절차|지원방법|신청방법|구비서류|제출서류|지원규모|우선(?:순위|지원|선정|선발)?(?:기준|대상자?)?|우대사항|"
    r"가점|운영형태|선정방법|유의사항|문의|참고|지원기간|신청기간|대상대학|기타|지원시기|지급시기)(?:등)?[:：]?$"
)
_PRIORITY = re.compile(
    r"(?:우선|(?<!경로)우대(?!자|용)|가점|(?<!출생)순위|(?:순|순서)(?:으로|대로)|선착순|추첨)[^,]{0,14}$|(?:낮은|높은|많은|적은|오래된)순$|(?<=[가-힣])유무$"
)
_DISCRETION = re.compile(
    r"(?:시장|군수|구청장|도지사|교육감|학교장|원장|읍면동장|이사장|기관장|소장|위원회|장관|지자체장|관리자|"
    r"자치단체의?장|[가-힣]{1,6}장)(?:이|가|께서|에서)[^,]{0,25}?"
    r"(?:인정|필요하다고|정하는|판단|결정하는|추천하는)|"
    r"^(?:그밖에|그외|기타)[^,]{0,40}(?:인정|필요|판단|해당)|(?:제외|제한|중단)할수있|(?:필요|적합|타당)하다고인정"
)
_ALTERNATIVE = re.compile(
    r"(?:포함|도(?:신청|지원|이용|참여)?(?:가능|대상|인정)|경우에?도(?:가능|인정|지원)|"
    r"(?:신청|지원|이용|참여|수강)가능|[자생인]가능|예외적?으로?(?:인정|지원|가능)?|예외(?:로|적으로)?인정|인정함)"
    r"(?:함|됨|합니다|한다|하다)?[.)]*$"
)
_EXCLUDES = re.compile(
    r"제외(?!한[가-힣]|하고|되지|하지|하며|시설)|배제|(?<!피)불가(?!피)|불허|비대상|"
    r"(?:지원|지급|신청|이용|참여|수급|가입|받을|대여)(?:이|을|를|은|는)?(?:할|될)?수(?:가|는)?없|"
    r"(?:지원|지급|선정|인정|해당)(?:이|은|는|을|를)?(?:되|하)지(?:않|아니)|"
    r"(?:지원|지급|자격|수급|수당)(?:이|을|를)?(?:정지|중지|중단)(?:함|됨|한다|됩니다|합니다)?[.)]*$|"
    r"(?:지원|신청|참여|지급|중복)(?:을|를|이)?(?:금지|제한)(?:함|됨|한다|됩니다|합니다)?[.)]*$"
)
# The words of the exclusion itself, behind the words for those excluded.
EXCLUSION_TAIL = re.compile(
    r"(?:은|는|을|를|이|가|도|의)?(?:경우)?(?:에는|에)?(?:본사업)?(?:지원|지급|신청|참여|이용|선정|수급|수혜)?"
    r"(?:대상자?)?(?:에서|으로)?(?:은|는|을|를|이|가)?"
    r"(?:제외|배제|불가|불허|비대상|금지|제한|정지|중지|중단|(?:할|될|받을)?수(?:가|는)?없|(?:되|하)지(?:않|아니))"
    r"[^가-힣]*(?:함|됨|한다|된다|됩니다|합니다|음|습니다|대상|대상자|자|처리|능)?[^가-힣]*$"
)
# What is not paid for the past, and those who do not meet the conditions anyway, are no
# exclusions of their own.
_NOT_EXCLUDING = re.compile(
    r"예산(?:의)?소진|(?:적용|기준적용)제외|(?:산출|산정|합산|계산|포함)(?:에서|시|대상에서)?(?:는)?제외|소급|재신청|환수|반환|이월|미충족자?$|(?:요건|기준|자격)[^,]{0,6}(?:충족하지|미충족|미달)|"
    r"(?:중복|사유|객실|횟수|건)[^,]{0,20}(?:적용|한하여)|(?:자동)?(?:가입|자격)?(?:해제|상실|소멸|탈락)$"
)
# Labels that name what is asked, so that the labelled items are asked together.
_ASPECT = re.compile(
    r"^(?:\d+[.)]\W*)?(?:지원대상|지급대상|신청대상|선정기준|지원기준|연령|나이|거주|주소|주민등록|소득|재산|자산|가구|병역|경력|영농경력|자녀수?|학력|취업|고용|근로|"
    r"국적|혼인|장애|주택|자격|요건|건강보험|기본|공통|소재|대상연령|사업장|근무)|(?:기준|요건|조건)$"
)
_CUE = re.compile(
    r"^(?:위의?|상기의?|아래의?|다음의?|각)?(?:[가-힣]{0,4})?(?:요건|조건|기준|사항|항목|각호)(?:을|를|이|에|의)?"
    r"(?:모두|전부|다|어느하나|하나라도|1개이상|하나)?(?:에|를|을)?(?:충족|총족|만족|해당|갖춘)(?P<rest>[^,]{0,14})$"
)
_FIGURE = re.compile(r"\d")
_REGARDLESS = re.compile(r"무관|관계없|상관없|제한없|구분없|제한은?없")
# What an office checks or an applicant hands in.
_PAPERS = re.compile(
    r"(?:여부|나이|서류|증명서|증|등본|초본|확인서|신분증)[^,]{0,10}(?:확인|제출|첨부|지참|증빙|구비)(?:필요|필수|요망|함|바람)?[.)]*$"
)
_NOTHING = re.compile(
    r"[-.]|(?:해당|제한|특별한)?(?:사항|제한)?(?:이)?없음|무관|미해당|전체|누구나|상관없음"
)
_ALL = re.compile(
    r"모두|각요건|전부|동시에|(?:요건|조건|기준|사항)(?:들)?을?(?:모두|다)?(?:갖춘|충족|만족)|충족하는|"
    r"[2-9]가지(?:를|요건|조건)|세부요건|자격요건|필수|공통"
)
_ANY = re.compile(
    r"(?:어느|하나|1개|한가지|1가지)(?:하나)?(?:이상|라도)?(?:에|이라도|만|의)?(?:요건|조건|기준|사항|항목)?(?:을|를|에)?"
    r"(?:해당|충족|만족|이상|속)|"
    r"중(?:어느)?(?:하나|한|1)|어느하나|각호의어느|(?:내지|또는)[^,]{0,8}(?:하나|충족)"
)


def squeezed(text: str) -> str:
    return "".join(text.split())


def label_role(label: str) -> Role | None:
    """Role of what stands under a label; None when the label does not tell."""
    name = squeezed(label)
    if _NOTICE.match(name):
        return Role.NOTICE
    if _EXCLUSION_LABEL.search(name):
        return Role.EXCLUSION
    if _IGNORED_LABEL.match(name) and not name.endswith(("대상", "대상자", "자격", "요건", "조건")):
        return Role.IGNORED
    return None


def is_aspect(label: str) -> bool:
    """Whether a label names what is asked ("연령", "소득기준") and not who."""
    return bool(_ASPECT.match(squeezed(label)))


def head_role(text: str) -> Role | None:
    """Role that an item without a label gives to the items under it."""
    flat = squeezed(text)
    if _NOTICE.fullmatch(flat.strip("[]<>【】※*:：")):
        return Role.NOTICE
    if _EXCLUSION_HEAD.search(flat):
        return Role.EXCLUSION
    return Role.IGNORED if _IGNORED_HEAD.match(flat) else None


def is_priority(flat: str) -> bool:
    """Whether a clause only orders people who are in anyway."""
    return bool(_PRIORITY.search(flat))


def is_discretion(flat: str) -> bool:
    """Whether a clause leaves it to an office; that neither helps nor hurts anyone."""
    return bool(_DISCRETION.search(flat))


def is_beside_the_point(flat: str) -> bool:
    """Whether a clause is about payment, recovery or counting, not about who."""
    return bool(_NOT_EXCLUDING.search(flat))


def is_paperwork(flat: str) -> bool:
    """Whether a clause is about papers and checks, which change nothing about who gets it."""
    return bool(_PAPERS.search(flat))


def excludes(flat: str) -> bool:
    """Whether a clause says who does not get it."""
    return bool(_EXCLUDES.search(flat)) and not _NOT_EXCLUDING.search(flat)


def includes(flat: str) -> bool:
    """Whether a clause lets further people in."""
    return bool(_ALTERNATIVE.search(flat))


def is_nothing(flat: str) -> bool:
    """Whether a field was filled in with the word that there is nothing."""
    return bool(_NOTHING.fullmatch(flat))


def is_regardless(flat: str) -> bool:
    """Whether a clause says that something does not matter."""
    return bool(_REGARDLESS.search(flat))


def is_cue(flat: str) -> bool:
    """Whether a line only says how the lines around it belong together."""
    cue = _CUE.search(flat)
    if cue is None or _FIGURE.search(cue["rest"]):
        return False
    return not (names_a_group(cue["rest"]) and content_words(cue["rest"]))


def join_of(text: str) -> Join:
    """How the items under these words are joined."""
    flat = squeezed(text)
    if _ANY.search(flat):
        return Join.ANY
    return Join.ALL if _ALL.search(flat) else Join.OPEN
