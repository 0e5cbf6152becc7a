"""Words that describe a person, and that show who is meant."""

from __future__ import annotations

import re

from chat.agent.understanding.numbers import NATIVE_AGE

# Syllables in ㄴ that may end a verb before a person (걸린, 다친); ends of common nouns left out.
_NIEUN = "".join(
    sign
    for code in range(0xAC04, 0xD7A4, 28)
    if (sign := chr(code)) not in "원간번분안건전년만산천인단관반선편친혼손군연민권순"
)
ADNOMINAL = re.compile(
    rf"(?:사는|사시는|계신|있는|다니는|[가-힣](?:는|은|던|인|한|된|신|의|난)|[{_NIEUN}]|"
    r"[1-6]\s?등?급|\s(?:된|지난|넘은|난)|"
    r"살|세|(?:살|개월)\s?(?:짜리|배기|박이)|돌쟁이|\d년생|\d개월|"
    r"[초중고]\s?\d|학생|(?:초등|중등|고등|유치원|어린이집|중고)생|장애인?|수급자|노인|한부모|"
    r"학년|유치원생?|취준생|직장인|환자|유공자|참전용사|군인|농부|어부|\d{2}대|중증|경증|독거)\s*$"
    rf"|(?:^|\s)(?:{NATIVE_AGE}|[이삼사오육칠팔구]십|열(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉))\s*$"
)
# What stands before a word for the asker tells of the asker: 마흔둘 엄마예요.
OWN_WORDS = re.compile(
    rf"(?:만\s?)?(?:\d{{2}}\s?(?:살|세)?|{NATIVE_AGE}(?:\s?살)?|\d{{2}}년생)\s(?:된\s|"
    r"먹은\s)?(?:\S+\s)?$"
)
LOOKED_AFTER = re.compile(
    r"\s?(?:집에|집에서|집\s|모시|부양|돌보|간병(?!비)|수발|(?:[을를]\s)?(?:보느라|봐주느라|키우느라|보면서|키우면서|맡기))"
)
# Who is spoken of with honour.
ELDERS = frozenset(
    "mother father mother_in_law father_in_law grandmother grandfather aunt uncle "
    "great_grandmother great_grandfather".split()
)
HONOURED = re.compile(
    rf"(?:[가-힣]셨|으시|(?:{NATIVE_AGE}|[살세]|\d)(?:이)?(?:시[고며지]|신데|신디|셔|십니|세요)|"
    r"[하되가오]시(?!면|[작설장간])|[가-힣]세요(?<!주세요)(?<!보세요)|십니다|"
    r"[가-힣]신(?:데|지|분)|(?:[사계하되오가보드이쓰프]|으)심(?=$|[\s.,!~]))"
)
