"""Whether a sentence asks for records by published fields, before anything is looked up."""

from __future__ import annotations

import re

_SET = r"(?:정책|서비스|사업|지원\s?사업|지원금|제도|프로그램)"
_COUNT = re.compile(r"몇\s?(?:개|건|가지|곳|군데)|개수|건수")
_ORDER = re.compile(
    r"조회\s?수|(?:제일|가장)\s?(?:최근|먼저|빨리|늦게|많이|오래)|마감\s?(?:임박|빠른)\s?순"
)
_PERIOD = re.compile(
    r"(?:이번|다음|지난)\s?(?:달|주|주말)|이달|올해|오늘|지금|현재|내일|연말|월말|\d{1,2}월|\d{1,3}\s?일\s?(?:안|이내|내)|"
    r"(?:일주일|한\s?달|보름|열흘)\s?(?:안|이내|내)"
)
_STATE = re.compile(
    r"마감|끝나|종료|접수|모집\s?(?:중|기간)|신청\s?(?:중|되는|가능한|할\s?수\s?있는|받는|기간)|열리|시작"
)
_FIELD = re.compile(
    r"만\s?대상|소관|주관|상시|이름에|제목에|등록된|수정된|분야|키워드|지원\s?유형|대상\s?연령|전국\s?대상"
)
_LIST = re.compile(
    r"뭐|무엇|어떤|어디|있(?:어|나|니|을까|는지)|알려|보여|찾아|목록|리스트|전부|모두|[?？]\s?$|중(?:에|에서)?\s"
)
# Someone's own case is for the rules, steps of an application are for its guide.
_OTHER = re.compile(
    r"(?<![가-힣])(?:저|나|제|내|우리|저희|난|전)(?:는|은|도|가|희|같은|처럼|한테|에게)?(?=[\s,]|$)|제가|내가|"
    r"엄마|어머니|아빠|아버지|남편|아내|아들|딸|할머니|할아버지|부모님|동생|"
    r"받을\s?수\s?있(?:나|을|어|는지)|자격|서류|신청\s?(?:방법|절차|어떻게)|어떻게\s?신청|얼마"
)


def asks_fields(text: str) -> bool:
    """A question about a set of policies by count, deadline, order or a field of theirs, of
    nobody in particular. Cheap and strict: what it lets through is still read in full."""
    if _OTHER.search(text) or not re.search(_SET, text):
        return False
    if _COUNT.search(text) or _ORDER.search(text):
        return True
    listed = _LIST.search(text) is not None
    timed = _PERIOD.search(text) is not None and _STATE.search(text) is not None
    return listed and (timed or _FIELD.search(text) is not None)
