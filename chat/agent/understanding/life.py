"""Pregnancy, births, marriage, nationality and the move into a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from chat.agent.understanding.dates import AGO, DATE, ago, date_range, said_date
from chat.agent.understanding.numbers import NATIVE_AGE, SMALL_COUNT
from chat.agent.understanding.region import moved_in
from chat.agent.understanding.types import SELF, Found

# 33세 회사원 여자고, 미혼남, 고1 여학생; 남 and 여 alone only beside an age or a dividing sign.
_SEX = re.compile(
    r"(?:(?<![가-힣])|(?<=[세살대생]))(?:(?P<m>남자|남성|남아)|여자|여성|여아)(?:사람|직장인|분)?"
    r"(?=$|[\s,.)/]|혼자|고(?![등민교])|구(?:요|$|\s)|이[고구]|이?에[요유]|예[요유]|입니|입네|인[데디]|"
    r"이[여야우유라]|[요임여야]"
    r"(?![가-힣])|임다|라(?:서|고)?(?=[\s,]|$)|로(?=\s|$))(?!\s?(?:친구|아이|애|사람들?이|분들|"
    r"화장실|중학|고등))"
    r"|(?<![가-힣])(?:(?P<m2>남)|여)학생(?!들|\s?(?:지원|장학|전용|기숙))"
    r"|(?:미혼|기혼|비혼|독거|독신|취준|직장|장애)(?:(?P<m3>남)|녀|여)(?=$|[\s,.]|이|입|예|인|임|"
    r"요|여)"
    r"|(?<![가-힣])(?:(?P<m4>남)|여)잡니|(?<![가-힣])(?:(?P<m5>남)|여)(?:고생|대생|중생)"
    r"|(?<![가-힣])(?:(?P<m6>장가)|시집)(?:를|을)?\s?(?:아직\s)?(?:못|안)\s?(?:간|갔|가고|가서|감)"
)
_SEX_SIGN = re.compile(
    rf"(?:성별\s?[:은이]?\s?|(?:\d|{NATIVE_AGE})(?:[\s/,(]\s?|(?=남))|[세살대생]\s?[/,(]?\s?|(?:^|(?<=[\s,/]))"
    rf"(?=[남여]\s?[/,]?\s?(?:\d{{2}}|"
    rf"{NATIVE_AGE}))|^\s*(?=[남여]\s?[,/]))(?:(?P<m>남)|여)(?=$|[\s,.)/\d]|[요임](?![가-힣]))"
)
_PREGNANT = re.compile(
    r"임신\s?(?:한\s?지\s?)?(?:\d{1,2}\s?(?:주|준|개월|갤)|[가-힣]+\s?(?:달|개월)|중|했|초기|중기|후기|"
    r"말기|이래|인데|"
    r"이에|"
    r"이라|맞|된|됐|부\s?(?:입니|이에|예요|인데)|한\s?상태)|임산부(?:입니|이에|예요|인데|에요)|"
    r"예비\s?(?:맘|엄마)|"
    r"(?:아기|아이|애|둘째|셋째|첫째|첫아이|첫애)(?:를|을)?\s?(?:가졌|가진\s?지|임신)|(?:배\s?속|"
    r"뱃속)에|만삭|홑몸이?\s?아니|"
    r"(?:임산부|임신부|산모)\s?\d{1,2}\s?주|배가\s?(?:많이\s)?불러|(?:\d{1,2})주\s?차?\s?(?:임산부|임신부|산모)|출산(?:을)?\s?(?:앞두|"
    r"까지\s|이\s?\S+\s?남)|"
    r"(?:임신부|임부|임산부)(?:입니|이에|예요|인데|에요|고요|이고)|산달"
)
_NOT_PREGNANT = re.compile(
    r"임신(?:은|도|을|이)?\s?(?:한\s?(?:건|것은|게|거는|상태는)\s?)?(?:아직\s?)?(?:아니|아닙|아녜|안\s?(?:했|함|해)|아님|준비)"
)
_SUSPECTED = re.compile(
    r"것\s?같|거\s?같|듯|의심|일까|인지|아닌지|하면|하려|계획|싶|을\s?때|을\s?경우|었[을다던]|"
    r"다가|다면|으면"
)
_DUE = re.compile(r"예정일|산달|출산\s?예정|낳을\s?예정|분만\s?예정")
# 애기 태명은 튼튼이고 내년 1월 중순 예정; 둘째 2월에 나와요
_BABY_DUE = re.compile(
    r"태명|(?<![가-힣])(?:아기|애기|첫애|첫아이|둘째|셋째)(?:가|는|이|"
    r"도)?\s(?:\S+\s){0,3}?(?:\d{1,2}월|다음\s?달|이번\s?달|담달|내년)"
    r"\s?(?:초|중순|말|하순)?(?:에|쯤)?\s?(?:예정|나와|나옵|나올|나온다|태어날|태어나요)"
)
# 우리 애는 내년 2월에 태어나요
_TO_BE_BORN = re.compile(r"태어(?:나(?:요|네|고|는데|ㅂ)|납니|난다|날\s?(?:예정|거|것))")
_DUE_TIME = re.compile(r"\s?(?:초순?|중순|말|하순)?(?:에|쯤)?\s?예정(?!일)")
_EXPECTING = re.compile(r"임산부|임신|산모|태명|예정일")
# 14주요, after the word for who is pregnant.
_WEEKS = re.compile(
    r"(?<![\d만])[1-4]?\d\s?주\s?차?(?:요|예요|에요|이에요|입니다|됐|째|임|고|인데)"
    r"(?![가-힣]*\s?전)"
)
_BORN = re.compile(r"출산(?!\s?(?:지원|장려|휴가|급여|예정|하면|축하|비|용품|정책|전|후\s?지원|"
                   r"준비))|"
                   r"제왕\s?절개(?:를|로)?\s?(?:수술\s?)?(?:했|하고\s|하였|받았)|낳(?!으면|을|"
                   r"는다|을까)|분만(?!비)|애\s?낳은")  # fmt: skip
_SINCE = re.compile(
    rf"(?:낳은|출산한|분만한|낳고|출산하고)\s?지?\s?(?:이제\s|딱\s|벌써\s|겨우\s)?(?:{SMALL_COUNT}|"
    r"한|두|석|세|넉|네)?\s?"
    r"(?:일주일|열흘|보름|주일|개월|달|주|일)"
)
_BABY_SEX = re.compile(r"(?:(?P<m>남아)|여아)(?:를)?\s?(?:\S+\s)?(?:출산|낳|분만|순산)")
_POSTPARTUM = re.compile(r"산후\s?\d|출산\s?후\s?\d|몸\s?푼")
_IVF = re.compile(
    r"시험관|인공\s?수정|난임\s?(?:시술|치료|병원|클리닉|센터)(?!\s?비)|체외\s?수정|배아\s?이식|"
    r"난자\s?채취|과배란"
)
_IVF_PLAN = re.compile(r"생각|고민|알아보|계획|예정|하고\s?싶")
_IVF_NO = re.compile(
    r"^(?:\s?(?:이나|나|도|은|는|을|시술|인공\s?수정|시험관|아기|둘\s?다|아직|한\s?번도|"
    r"전혀)\s?){0,4}"
    r"(?:(?:안|못)\s?(?:해|했|받|하)|(?:경험|적)\S*\s?없|받은\s?적\S*\s?없|해\s?본\s?적\S*\s?없|"
    r"아직(?:이|요|$))"
)
_IVF_DONE = re.compile(
    r"실패|하고\s?(?:있|계)|했(?!으면|을)|받고(?!\s?싶)|받았|받는\s?중|하는\s?중|[번차]\s?째|"
    r"진행|\d\s?차|"
    r"다니(?!면|려)|다녀|다닙|시작(?!하려|하면|할)|시도|앞두"
)
_MARITAL: tuple[tuple[str, str], ...] = (
    ("single", r"(?:장가|시집)(?:를|을)?\s?(?:아직\s)?(?:못|안)\s?(?:간|갔|가고|가서|감)|"
               r"미혼(?!모|부)|비혼|결혼(?:은|도)?\s?(?:아직\s?)?안\s?(?:했|함|해|하셨|하심|한)|"
               r"독신|총각|"
               r"노총각|노처녀|미혼[모부]|비혼[모부]|싱글(?!맘|대디|파파)"),
    ("engaged", r"예비\s?(?:부부|신부|신랑)|(?:다음\s?[달주]|담달|내달|내년|곧|"
        r"조만간)\S*\s?(?:\S+\s){0,2}?결혼(?:해|합|하는|식|예정|을?\s?앞)|"
                r"결혼할\s?예정|"
                r"결혼\s?(?:예정|앞두|날\s?잡)|약혼"),
    ("separated", r"별거"),
    ("divorced", r"(?<!안\s)이혼(?!하면|해야|하자|하게\s?되|할|하려|\s?소송|\s?절차|\s?숙려)|"
        r"돌싱|(?<![가-힣])전\s?(?:남편|신랑|부인|아내|와이프|처(?=[가는와랑\s]))|갈라섰|갈라선\s?지"),
    ("widowed", r"사별|홀아비|과부|미망인|홀로\s?(?:되신|되셨|됐)|(?:남편|아내|신랑|와이프|영감|"
        r"집사람)(?:이|은|을|과)?\s?(?:\S+\s){0,2}"
                r"(?:죽|돌아가|사망|먼저\s?보내|하늘나라|세상을?\s?떠)"),
    ("married", r"결혼\s?\d{1,2}\s?년\s?차|기혼|결혼했(?!으면)|결혼(?:해서|하고(?!\s?싶)|한\s?지|"
        r"한\s?상태)|유부[남녀]|재혼|혼인\s?신고(?:\s|는|를)?.{0,14}(?:했|"
                r"함|하고)|신혼|"
                r"시집\s?왔|결혼\s?(?:19|20)\d{2}년|부부(?:예|이에|인데|입니|가\s?둘|\s?둘|랑\s|하고\s|는\s?둘)|"
                r"(?<![가-힣])부부(?:만|끼리|가|는)?\s?(?:둘|단둘|같이\s살|사는|사세|삽니|살(?:아|"
                r"고)|"
               r"월\s?(?:소득|수입)|맞벌이)|(?:저희|"
                r"우리)\s?부부"),
)  # fmt: skip
_FORMER_PARTNER = re.compile(
    r"(?<![가-힣])전\s?(?:(?P<m>남편|신랑)|부인|아내|와이프|마누라|집사람|처(?=[가는와랑\s]))(?=$|[가-힣\s,.])"
)
_MARITAL_RE = [(value, re.compile(pattern)) for value, pattern in _MARITAL]
_MARRIED_ON = re.compile(r"혼인\s?신고|결혼(?:했|식|한(?!\s?지|\s?상태|테)|\s(?=(?:19|20)\d{2}년))")
_MAN = re.compile(r"남편|신랑")
_FOREIGN_LANDS = (
    r"베트남|중국|필리핀|캄보디아|몽골|태국|우즈베키스탄|러시아|일본|네팔|미얀마|인도네시아|조선족|"
    r"라오스|파키스탄|방글라데시|미국|캐나다|대만|우즈벡|키르기스스탄|카자흐스탄|스리랑카|인도|"
    r"태국|시리아|나이지리아|영국|독일|프랑스|호주"
)
_NATIONALITY: tuple[tuple[str, str], ...] = (
    ("korean", r"귀화(?!\s?(?:안|못|준비|신청|하려|하고\s?싶|시험|하면))|한국\s?국적(?:을|"
        r"도)?\s?[땄취따]|한국\s?(?:사람|인|국적|분(?=[이은]|예))(?!.{0,6}(?:아니|아직|없|못))|한국인|"
        r"외국인\s?아니|"
               r"국적\s?취득"),
    ("marriage_migrant", rf"(?:{_FOREIGN_LANDS})에서\s?시집|시집\s?왔|결혼\s?이민|결혼\s?이주|"
        rf"국제\s?결혼\s?으로\s?(?:왔|온)|(?:결혼|이주)\s?이주\s?여성|이주\s?여성(?=이|입|인)|"
        r"한국\s?(?:남자|남편|남성|사람)(?:이랑|랑|하고|과|와|한테)\s?(?:만나\s?)?(?:결혼|시집)|"
        r"F-?6"),
    ("refugee", r"난민(?!\s?지원)"),
    ("foreign", rf"외국인(?!\s?(?:아니|등록|번호|근로자\s?지원|지원|도\s|은\s|만\s|이면))|"
                rf"(?:{_FOREIGN_LANDS})\s?(?:사람|출신|국적|유학생|인(?:이|인|입))|외국\s?국적|"
                r"(?:동포|조선족)(?:예|이|입|인|임|$|[\s,.])|국적(?:은|이)?\s?(?:아직\s|"
                rf"여전히\s)?(?:{_FOREIGN_LANDS})|고려인|(?:영주권자|영주권(?:이|을)?\s?(?:있|받|"
                r"가지))|"
                rf"(?:F-?[245]|E-?[79]|D-?[24]|H-?2)\s?비자|"
                rf"(?:{_FOREIGN_LANDS})(?:에서|서)\s?(?:온|왔|오신|넘어)"),
)  # fmt: skip
_KOREAN_PARTNER = re.compile(
    r"한국\s?(?:남자|남편|남성|여자|아내|여성|사람|분)(?:이?랑|하고|과|와|한테|에게)"
    r"\s?(?:\S+\s)?(?:결혼|시집|살)"
)
_NATIONALITY_RE = [(value, re.compile(pattern)) for value, pattern in _NATIONALITY]


def life(text: str, as_of: date, subject: str, told: str = "") -> Iterator[Found]:
    """Facts of pregnancy, birth, marriage, nationality and moving in a piece; `told`: the turn
    up to its end."""
    if match := _SEX.search(text):
        male = match["m"] or match["m2"] or match["m3"] or match["m4"] or match["m5"] or match["m6"]
        yield Found("sex", "male" if male else "female", *match.span())
    elif match := _SEX_SIGN.search(text):
        yield Found("sex", "male" if match["m"] else "female", *match.span())
    pregnancy = list(_pregnancy(text, as_of))
    if not pregnancy and _EXPECTING.search(told):
        pregnancy = list(_expected(text, as_of))
    yield from pregnancy
    yield from _infertility(text)
    yield from _marriage(text, as_of)
    if subject == SELF and (former := _FORMER_PARTNER.search(text)):
        yield Found("sex", "female" if former["m"] else "male", *former.span(), 0.8)
    yield from _nationality(text, subject)
    yield from moved_in(text, as_of)


def _pregnancy(text: str, as_of: date) -> Iterator[Found]:
    if none := _NOT_PREGNANT.search(text):
        yield Found("pregnancy", "none", *none.span())
        return
    if due := _DUE.search(text):
        yield Found("pregnancy", "pregnant", *due.span())
        if (match := DATE.search(text)) and (day := said_date(match, as_of, future=True)):
            yield Found("due_date", day, *match.span())
        return
    if baby := _BABY_DUE.search(text):
        yield Found("pregnancy", "pregnant", *baby.span(), 0.85)
        if (match := DATE.search(text)) and (day := said_date(match, as_of, future=True)):
            yield Found("due_date", day, *match.span(), 0.85)
        return
    coming = _TO_BE_BORN.search(text)
    if coming and (match := DATE.search(text)):
        day = said_date(match, as_of, future=True)
        if day and date_range(day)[1] > as_of:
            yield Found("pregnancy", "pregnant", *coming.span(), 0.85)
            yield Found("due_date", day, *match.span(), 0.85)
            return
    if (sure := _PREGNANT.search(text)) and not _SUSPECTED.match(text[sure.end() : sure.end() + 6]):
        suspected = re.search(
            r"임신한?\s?(?:것|거)\s?같|임신\s?(?:인지|일까|하면|하려|계획|준비)", text
        )
        if not suspected and "지원" not in text[sure.start() : sure.end() + 3]:
            yield Found("pregnancy", "pregnant", *sure.span())
            return
    born = _POSTPARTUM.search(text) or _BORN.search(text)
    if born and not re.search(r"(?:낳|출산하)(?:으면|면|을|려)", text):
        yield from _birth(text, as_of, born)


def _expected(text: str, as_of: date) -> Iterator[Found]:
    """What is said of a baby that was spoken of before: "14주요", "1월 중순 예정"."""
    said = DATE.search(text)
    if weeks := _WEEKS.search(text):
        yield Found("pregnancy", "pregnant", *weeks.span(), 0.8)
    elif said and _DUE_TIME.match(text[said.end() :]):
        yield Found("pregnancy", "pregnant", *said.span(), 0.8)
        if day := said_date(said, as_of, future=True):
            yield Found("due_date", day, *said.span(), 0.8)


def _birth(text: str, as_of: date, born: re.Match[str]) -> Iterator[Found]:
    day: str | None = None
    span = born.span()
    if (match := AGO.search(text)) or (match := AGO.search(_since(text))):
        day, span = ago(match, as_of), match.span()
    elif said := DATE.search(text):
        day, span = said_date(said, as_of), said.span()
    if day is None and not re.search(r"제왕|낳았|출산했|출산한\s?지|낳은\s?지|분만했", text):
        return
    if day is not None and as_of.year - int(day[:4]) >= 2:
        return
    if day is not None and date_range(day)[0] > as_of:
        yield Found("pregnancy", "pregnant", *born.span(), 0.85)  # 올해 12월에 출산해요
        yield Found("due_date", day, *span, 0.85)
        return
    yield Found("pregnancy", "postpartum", *born.span(), 0.9 if day else 0.6)
    if baby := _BABY_SEX.search(text):
        yield Found("sex", "male" if baby["m"] else "female", *baby.span(), 0.9, "newborn")
    if day is not None:
        yield Found("delivered_on", day, *span)


def _since(text: str) -> str:
    """The time since a birth with the verb that may be left out (낳은 지 한 달)."""
    since = _SINCE.search(text)
    return text[: since.end()] + "됐" if since else ""


def _infertility(text: str) -> Iterator[Found]:
    if match := _IVF.search(text):
        after = text[match.end() : match.end() + 30]
        if _IVF_NO.match(after):
            yield Found("infertility_treatment", False, *match.span())
        elif _IVF_DONE.search(after) and not _IVF_PLAN.search(after):
            yield Found("infertility_treatment", True, *match.span())


def _marriage(text: str, as_of: date) -> Iterator[Found]:
    for value, pattern in _MARITAL_RE:
        if (match := pattern.search(text)) and not re.match(
            r"\s?(?:은|는)?\s?(?:아니|안\s?(?:했|함|해))", text[match.end() :]
        ):
            yield Found("marital_status", value, *match.span())
            break
    if (wed := _MARRIED_ON.search(text)) and (match := DATE.search(text)):
        day = said_date(match, as_of)
        if day and date_range(day)[0] > as_of:
            yield Found("marital_status", "engaged", *wed.span())
        elif day and "예정" not in text:
            yield Found("married_on", day, *match.span())
            yield Found("marital_status", "married", *wed.span())


def _nationality(text: str, subject: str) -> Iterator[Found]:
    for value, pattern in _NATIONALITY_RE:
        if match := pattern.search(text):
            brides = {"mother", "daughter_in_law"} | (set() if _MAN.search(text) else {"spouse"})
            family = value == "foreign" and subject in brides
            # Where somebody comes from says less than the passport they tell of.
            sure = 0.7 if re.search(r"서\s?(?:온|왔|오신|넘어)$", match[0]) else 0.9
            named = "marriage_migrant" if family else value
            yield Found("nationality", named, *match.span(), sure)
            if subject == SELF and (partner := _KOREAN_PARTNER.search(text)):
                yield Found("nationality", "korean", *partner.span(), 0.8, "spouse")
                if sex := re.search(r"(남)|여|아내", partner[0]):
                    yield Found(
                        "sex", "male" if sex[1] else "female", *partner.span(), 0.8, "spouse"
                    )
            if "시집" in match[0] or re.search(r"한국\s?남\S+\s", match[0]):
                yield Found("sex", "female", *match.span())
                yield Found("marital_status", "married", *match.span())
            return
