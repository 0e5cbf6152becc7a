"""Work, school, health insurance and veterans."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from chat.agent.understanding.files import DATA
from chat.agent.understanding.types import Found

_LISTS: dict[str, str] = yaml.safe_load((DATA / "jobs.yaml").read_text(encoding="utf-8"))


def _any(name: str) -> str:
    return "|".join(sorted(map(re.escape, _LISTS[name].split()), key=len, reverse=True))


_BE = r"(?=$|[\s,.]|이|예|에요|입|인|임|로\s?일|으로\s?일|고(?![객])|하|해|라)"
# "요양보호사 부를 수 있나요", "생활지원사가 오세요" speak of who comes to help.
_COMES = (
    r"(?!\S{0,2}\s+(?:\S+\s)?(?:부르|부를|불러|오[시세는실]|올|와|보내|신청|쓰|쓸|써|이용|필요|구하|구할|"
    r"선생|도움|지원|붙|파견|연결|배정|만나|바꾸|바꿔))"
)
_AT_WORK = (
    rf"(?:{_any('workplaces')})(?:을|에|도|는|에서)?\s?(?:(?!못|안)\S+\s)?(?:아직\s?)?"
    r"(?:다니|다녀|다님|다닙|다닌|출근|댕[기겨깁김]|나가(?!서\s?살|려|고\s?싶)|나갑|나간|일하|일[해함합허혀]|벌(?:어|고|"
    r"이)|"
    r"일을?\s?[하해합]|설거지|서빙|근무)"
    rf"|(?:{_any('visited')})(?:에서|에)\s?(?:\S+\s){{0,2}}?(?:일하|일[해함합]|일을?\s?[하해합]|설거지|"
    rf"서빙|근무)"
)
_EMPLOYMENT: tuple[tuple[str, str], ...] = (
    ("on_leave", r"육아\s?휴직(?!\s?(?:이\s)?끝)\s?(?:중|들어|하고\s?있|쓰고\s?있|썼)|"
                 r"휴직계\S*\s?(?:냈|내고|낸)|휴직(?!\s?(?:이\s)?끝)(?:이에|중|\s중|하고|했|입니|예요|임|\s?상태|(?=[\s.,]|"
                 r"$))(?!\s?급여)|병가\s?(?:중|내)|육휴\s?(?:중|이|들어|쓰|인)|"
                 r"출산\s?휴가\s?(?:중|들어|쓰)"),
    ("employed", r"(?:직장|회사|공장|일자리)(?:에|을|를)?\s?(?:새로\s|다시\s)?(?:들어갔|구했|"
                 r"잡았|옮겼)|"
                 r"(?:재)?취[직업](?:을\s)?(?:했(?!으면)|해서)|입사(?:했(?!으면)|한\s?지)"),
    ("job_seeking", r"구직\s?(?:활동)?\s?중|취준|취업\s?준비|공시생|고시생|"
                    r"면접\s?(?:을\s)?(?:보러|보고)\s?(?:다니|다녀|있)|취업(?:이|"
        r"을)?\s?(?:안\s?[돼되]|못)|이력서\s?(?:넣|쓰|돌리)|일자리를?\s?(?:찾고|구하고|"
                    r"알아보고|구하는\s?중|찾는\s?중)|일을?\s?못\s?구|구직자|(?:일|일자리|"
                    r"직장)(?:을|를)?\s?"
                    r"(?:구하고|찾고|구하는\s?중|찾는\s?중|알아보고|알아보는\s?중|구해요|구합니|찾아요|찾습|알아봐요)"),
    ("unemployed", r"무직(?!자\s?지원)|백수|권고\s?사직(?:을|으로)?\s?(?:당|받|됐)|정리\s?해고|"
                   rf"(?:{_any('shops')}|장사|사업|가게|식당|\S{{1,4}}집)(?:를|을|도|가|"
                   r"이)?\s?(?:하다가?\s)?(?:\S+에?\s)?"
                   r"(?:\S+에\s)?(?:접었|접고|망했|망해서|망하고|문\s?닫)|"
                   r"일(?:이|자리가?|거리가?)?\s?(?:끊|잃)|(?:직장|일자리)(?:을|를)?\s?잃(?!으면|"
                   r"을|게)|"
                   r"(?:집에서\s)?놀고\s?(?:있|먹)|(?:지금|도|은|는|[쳐파져려]서)\s(?:집에서\s)?놀(?:아요|아$|고$|구요|지요|죠)|(?:일을?|하던\s?일을?)\s?쉬(?:고|어|는)|"
                   r"(?:지금|째|동안|넘게|부터)\s?쉬(?:고|는\s?중)|(?<!가락\s)(?<!가락이\s)(?<!손이\s)(?<!손\s)(?<!다리\s)(?<!다리가\s)짤[렸려리려]|"
                   r"(?<!가락\s)(?<!가락이\s)(?<!손이\s)(?<!손\s)(?<!다리\s)(?<!다리가\s)(?:잘렸|잘려서)|"
                   r"[쳐파]서\s(?:\S+\s)?쉬(?:세요|십니|셔요|어요|고|는)|"
                   r"실업\s?(?:상태|중)|"
                   r"실직한(?=\s|$)|실직\s?(?:했|자(?:예|입|이)|한\s?지|한지|\d|당|상태|"
                   r"중|해서|하고|하셔|하셨|된)|남편\s실직|(?<=\s)(?:실직|퇴직)(?=\s*$)|실직(?=$|[\s,]+\d)|실업자|"
                   r"(?:회사|직장|일|알바|가게|식당|공장|마트|학원|병원)(?:를|을|은|는|"
                   r"도)?\s?(?:\S+에?\s)?(?:그만\s?[뒀두둔둠]|잘렸|짤렸|잘린)|(?:사업|장사|자영업)\S*\s(?:하다가?\s)?망|퇴사(?:했|한\s?지|"
                   r"한지|하고|해서)|퇴직(?:했|하고|한\s?지|하셨|해서|하였|하신|한\s상태|함(?![가-힣]))|"
                   r"(?:하던\s)?(?:일|장사|가게)(?:을|를)?\s?(?:접|놓)(?:었|고|으셨)|해고|"
                   r"일(?:이|을)?\s?(?:떨어|없어서|안\s?해)|폐업(?!\s?(?:지원|하면))|"
                   r"(?<![가-힣])일(?:을|은|도)?\s?(?:안|못)\s?(?:하|해|합|함|나가|나갑|다니|다녀)|권고\s?사직(?=$|[\s,.])|"
                   r"(?:회사|공장|직장)(?:가|이|도)?\s?(?:망[했하]|문\s?(?:을\s)?닫|부도)|명퇴|명예\s?퇴직|퇴직자(?=$|[\s,.예이입])|"
                   r"퇴직\s(?:했|하고|하셨)|(?:집에서|그냥|요즘)\s쉬(?:어|고|는)|^\s*쉬고\s?(?:있|계)|"
                   r"(?<![가-힣])(?<![을할될한른]\s)일(?:이|거리가?|감이)?\s없(?:어요|어$|습|고)"),
    ("inactive", r"전업\s?(?:주부|맘|육아)|집안일(?:을|만)?\s?[해하합]|전업(?=$|[\s.,]*$|"
                 r"이[에고]|예요|입니)|(?:살림만|집에서\s?살림)\s?(?:해|하|합)|"
        r"은퇴(?:했|하고|하셨|하시고|"
        r"한\s?지|해서|자(?:예|입|이))|가정\s?주부|(?<![가-힣])주부(?=$|[\s,.]|예|이|입|인|[구고시세신라임](?!부))|"
        r"집에서\s(?:\S+\s)?(?:애|아이|아기|애기|손주)(?:들)?(?:을|를|만)?\s?(?:봐|보고|보는|봅|키우고|키워요|돌보|돌봐)|"
        r"(?<![가-힣])육아만\s?(?:하|해|함)|(?<![가-힣])살림(?:을|만)?\s?(?:해요|합니|하고\s있|하는)"),
    ("farmer", r"농사(?!\s?(?:지으면|지을|짓고\s?싶|지원))|(?:밭일|논일)(?:을)?\s?(?:하|해)|"
        r"농업\s?경영체|농부|농업인(?!\s?지원)|농업에|과수원|(?<![가-힣])(?:밭|논|논밭)(?:을|에)?\s?(?:좀\s|조금\s)?(?:매[요고는]|맵니|갈아|부쳐|일구)|"
     r"(?<!게스트)(?<!파티)하우스(?:를)?\s?(?:해요|합니|하고\s|하는)|재배(?:해|하|합)|"
     r"귀농했|[가-힣]밭(?:을|를)?\s?(?:합니|해요|하고|하는|하며|일구|부쳐|부치|농사)|농민(?=이|입|인|예)|하우스\s?농"),
    ("fisher", r"고기잡이|어부|어업(?=에|인|을|\s?[하합해])|양식장|양식(?:업|을)?\s?(?:하|해|합)|"
        r"바다일|갯일|어선|뱃사람|뱃놈|선원(?=$|[\s,.]|생활)|양식(?=$|[\s,.]*$|해|하고)|낚시배|배\s?몰|배\s?타(?:는|고|요|시)|뱃일|선원(?=이|입|으)|물질(?:을)?\s?(?:하|해)|고기를?\s?잡|해녀|"
        r"어민"),
    ("livestock", r"축산|양봉|양돈|한우\s?키|(?:소|젖소|돼지|닭|오리|염소|한우)(?:를|"
        r"을)?\s?(?:\S+\s?마리\S?\s?)?(?:키[우워웁]|기르|길러|칩니다|쳐요|치고|치는|먹여요|멕이)|낙농|목장|양계"),
    ("forester", r"임업|표고(?:버섯)?(?:를|을)?\s?(?:키|재배|농)|산림\s?일"),
    ("self_employed", rf"자영업|프리랜서|프리로\s?일|1인\s?(?:사업|기업)|보험\s?설계사|"
        rf"(?:{_any('shops')})(?:를|을)?\s?"
                      r"(?:작게\s|조그맣게\s)?(?:운영|하고\s?있|합니|해요|하는데|"
                      r"하는\s?(?!사람도)|하세|하시|"
                      r"해서|하면서|하며|차렸|차려)|"
                      r"(?:가게|시장|길|노상|트럭)에서\s(?:\S+\s)?(?:팔아|팔고|팝니|파는|파세)|"
                      rf"(?:{_any('shops')}|회사)\s?(?:사장|원장|점주|주인)(?=이에|예요|입니|"
                      rf"이고|인데|인 |임)|"
                      r"개인\s?사업|개인\s?택시|개인\s?화물|지입(?=\s|으로|차)|용달(?=\s?(?:을|하|"
                      r"해|로|몰|뛰))|공부방(?=\s?(?:을|하|해|운영))|"
                      r"과외(?=\s?(?:로|하(?!고\s?싶)|해요))|노점|행상|트럭\s?장사|소상공인|"
                      r"사업자(?!\s?등록)"),
    ("employed", r"직장인|맞벌이|(?:회사|직장)(?:을|에|도)?\s?(?:아직\s?)?(?:다니|다녀|다님|다닙|"
                 r"다닌|댕[기겨깁김]|출근)|[가-힣]+(?:업|업체|기업)(?:에)?\s?(?:다니|다녀|다닙)|회사원|"
                 r"출근\s?중|월급|연봉(?:이|은|으로)?\s?\d|알바|아르바이트|(?:식당|건설|공장|청소|경비|"
                 r"마트|배달|노가다|막노동)"
                 r"\s?(?:일|에서\s?일)(?:을|도)?\s?(?:해|하|합|다니|다녀)|일(?:을)?\s?(?:해요|하세|"
                 r"하십|하고\s?있|하시|함(?![가-힣])|합니|하심)|재직(?:\s?중|(?=$|[\s,.]|하고|합니))|복직(?:했|함|하셨)|근무\s?중|정규직|계약직|"
                 rf"(?<![가-힣])(?:{_any('jobs')}){_COMES}{_BE}|{_AT_WORK}|"
                 r"(?:택시|버스|트럭|화물차|지게차)(?:를)?\s?(?:몰|모[는시]|끌)|"
                 r"(?:배달|대리|알바|노가다|막일|일용직|일당)(?:을|도|으로)?\s?(?:뛰|나가)|"
                 r"일(?:을)?\s?다[니녀닙]|(?:청소|간병|남의\s?집\s?일|파출부\s?일?)\s?(?:을\s)?(?:다니|다녀|다닙)|"
                 r"(?:노가다|막노동|막일|투잡)(?:를|을)?\s?(?:하|해|합|뛰)|(?:용접|미장|도배|타일|배관|목수)(?:일)?(?:을)?\s?"
                 r"(?:해|하는|하고|합니)|주방\s?(?:일|보조)(?=$|[\s,.])|[가-힣]에서\s(?:\S+\s)?일(?:하고|해요|합니|하세|하는|해(?=$|[\s,.]))|(?<=\S)\s근무(?=$|[,.]|\s?중|하|해)|"
                 r""
                 r"(?:혼자|만)\s?일(?:해|하)|(?:식당|청소|경비|마트|공사장|공장)"
                 r"일(?=$|[\s.,])|워킹\s?(?:맘|대디|파파)|직장맘|"
                 r"비정규직|일용직|(?:운전|배달|경비|청소|미화|택배|대리운전)(?:을|"
                 r"도)?\s?(?:하(?:고|시|세|는데|며)|해요|합니다|해서)|(?:군인|교사|간호사|"
                 r"간호조무사|요양보호사|경찰|소방관|미화원|경비원|택배기사|운전기사|택시기사|"
                 rf"버스기사|활동지원사|사회복지사){_COMES}(?=$|[\s,.]|이|예|에요|입|인|로\s?일)|"
                 r"공무원(?!\s?연금)|"
                 r"다니는\s?중|직장\s?다|직장\s?생활|\S+(?:에|에서)\s?근무"),
)  # fmt: skip
_EMPLOYMENT_RE = [(value, re.compile(pattern)) for value, pattern in _EMPLOYMENT]
_NOT_NOW = re.compile(
    r"^다가\s|^\s?일\s?하(?:시)?다가?\s|^\S*\s?(?:\S+\s)?(?:하다가|뛰다가|[짓니치쓰모]다가|하다\s|다니다|하시다|이었|였는데|했었|"
    r"생각|할까|하려|"
    r"고민|알아보|구하|필요)|^(?:일|일은|는|은|를|을|도)?\s?(?:인제\s|이제\s|더\s?이상\s)?(?:안|못)"
    r"\s?(?:하|해|합|했|짓|지[어으을]|다니|다녀|나가)"
)
# Whose job a word names: people who come or are called, no job of the family's.
_HELPERS = re.compile(
    r"^\s?(?:선생)?(?:님|들)|^\s(?:좀|한\s?[명분]|매일|하루)\s|^\s?(?:이|가|을|를)?\s?(?:쓰(?:고|는|려|면|기)|써(?:요|야|서)|구하|"
    r"구해|두고|불러|부르|오시|오세|"
    r"오는|온다|와서|와요|왔|파견|연결|바꿔|통화|비용|채용|모집|공고|자격|시험|준비|되려|되고|붙여|"
    r"보내)"
)
# 농사짓는 건 아니고요: what somebody is said not to do.
_IS_NOT = re.compile(r"^[^\s,.]{0,3}(?:는|은)?\s?(?:건|게|것은|것이|거는|거)\s?(?:아니|아녜|아닙)")
# 농사는 장인어른이 지으세요
# 제가 집에서 | 애들 보고 있어요
_AT_HOME_WITH = re.compile(
    r"집에서\s(?:애|아이|아기|애기|손주)들?(?:을|를|만)?\s?(?:보고|봐요|봅니|보는|돌보|키우고\s?있)"
)
_TILLS = re.compile(r"(?<![가-힣])지(?:으[세시십]|어요|으신|으심)")
_GENERIC = re.compile(r"^\s?(?:지원|대출|혜택|정책|급여|제도|지급|신청|공제)")
_EDUCATION: tuple[tuple[str, str], ...] = (
    ("out_of_school", r"학교(?:는|를|도)?\s?(?:\S+\s)?(?:그만\s?[뒀두둔]|안\s?다[니녀]|자퇴)|"
                      r"(?<![가-힣])학교(?:를|에서)?\s?(?:\S+\s)?나왔|"
                      r"검정고시\s?(?:준비|보|공부)|자퇴(?!\s?(?:를\s|을\s)?(?:하겠|하려|할|한다|"
                      r"하면|하고\s?싶|하자|생각|고민|시키|원하))|학교\s?밖\s?청소년(?=이|입|인|"
                      r"예)|중퇴"),
    ("preschool", r"어린이집(?:에)?\s?(?:\S+\s)?(?:다[니녀]|보내(?!려|고\s?싶|면|야)|가요|등원)|"
                  r"유치원(?!\s?(?:비|교사|선생|학비|원비|지원|에서|입학|보내려|알아|"
                  r"들어가))(?:생|에)?\s?(?:다[니녀]|보내)?|어린이집(?=$|[,.])"),
    ("graduate", r"로스쿨|(?<![가-힣])석사(?=$|[\s,.]*$|생|\s?중)|대학원(?=생|에\s?다|을?\s?다|"
                 r"\s?재학|\s?(?:석사|박사)|$|[,.]|이|예)|(?:석사|"
        r"박사)\s?과정"),
    ("university", r"대학생|대학교?\s?(?:새내기|신입생)|휴학(?:하고|해서|했|함)|유학생|"
                   r"대학교?\s?(?:를|에)?\s?(?:다[니녀]|재학|\d\s?학년|휴학|"
                   r"[일이삼사]학년)|휴학생|휴학\s?중|전문대(?:\s?다|(?=$|[\s,.]|생|에))|(?:방통|사이버|방송통신|야간|디지털)대(?:학교?)?(?=$|[\s,.]|생|에|를)|"
                   r"(?:의|간호|교|공|법|사범|약|한의)대생|복학생|대딩|대학교?\s?신입생|"
                   r"(?<![가-힣])대\d(?!\d)"),
    ("high", r"고등학생|고등학교\s?(?:를|에)?\s?(?:다[니녀]|재학|\d\s?학년)|"
             r"(?<![가-힣])고\s?[1-3](?!\d|\s?[만천%])|고딩|(?:특성화|마이스터|일반|인문|자사|과학)고(?:등학교)?\s?(?:\d\s?학년|에?\s?다[니녀])|[여남]고생|고등\s\d|"
             r"고등학교\s?(?:에\s)?(?:들어갔|올라갔|입학했|진학했)|고등학교(?=$|[,.]|"
             r"예|이)"),
    ("middle", r"중학생|중학교\s?(?:를|에)?\s?(?:다[니녀]|재학|\d\s?학년)|"
               r"(?<![가-힣])중\s?[1-3](?!\d|\s?[%가만천명개])|중딩|중학교\s?(?:에\s)?(?:들어갔|"
               r"올라갔|입학했|진학했)|중학교(?=$|[,.]|예|이)"),
    ("elementary", r"초등\s?학생|초등학교\s?(?:를|에)?\s?(?:다[니녀]|재학|\d\s?학년|"
        r"입학(?!\s?(?:지원|축하|준비|앞|예정|하면|전))|들어가요|들어갔)|"
                   r"(?<![가-힣])초\s?[1-6](?!\d)|초등\s?\d\s?학년|초등(?=$|[\s,.]|생|예|이)|"
                   r"초딩"),
)  # fmt: skip
_EDUCATION_RE = [(value, re.compile(pattern)) for value, pattern in _EDUCATION]
_INSURANCE: tuple[tuple[str, str], ...] = (
    ("medical_aid_1", r"의료\s?(?:급여|보호)\s?(?:수급자?\s?)?(?:가\s|는\s)?[1일]\s?종(?!에서|"
                      r"이?었|이다가|\s?아니|\s?말고)|[1일]종\s?수급"),
    ("medical_aid_2", r"의료\s?(?:급여|보호)\s?(?:수급자?\s?)?(?:가\s|"
                      r"는\s)?(?:[1일]\s?종\S*\s(?:\S+\s)?)?[2이]\s?종|[2이]종\s?(?:수급|의료\s?급여)"),
    ("dependent", r"피부양자(?!\s?(?:자격|조건|되|될|기준))|(?:보험|밑|앞)(?:에|으로)\s?(?:\S+\s)?"
                 r"(?:올라가|들어가|얹혀|올려져|등록돼|등록되어)\s?있"),
    ("regional", r"(?:건강\s?보험|건보료?|의료\s?보험)(?:은|는|이)?\s?(?:있\S+\s)?지역(?=$|"
                 r"[\s,.]|이|으)"),
    ("employee", r"(?:건강\s?보험|건보|의료\s?보험)(?:은|는|이)?\s?직장(?=$|[,.]|이에|이[고구])|"
                 r"(?:건강\s?보험|건보|의료\s?보험)\S{0,2}\s(?:회사|직장)(?:에서|로|으로)\s?"
                 r"(?:내|들|나가|떼|빠져|가입)|"
                 r"직장\s?(?:가입자?|의료\s?보험|건강\s?보험|건보|보험)(?!\s?(?:기준|이면|도\s))|"
                 r"직장으로\s?(?:가입|내)|(?:직장|회사|월급)에서\s?(?:\S+\s){0,3}?(?:건보료|보험료|건강보험)|"
                 r"(?:건보료|보험료|건강보험료)\S*\s(?:\S+\s){0,2}?(?:월급|회사)에서\s(?:\S+\s)?(?:떼|빠|공제|나가)"),
    ("regional", r"지역\s?(?:가입자?|의료\s?보험|건강\s?보험|건보|보험)(?!\s?(?:기준|이면|도\s))|"
                 r"(?:건보료|보험료)\S*\s?지역으로|지역으로\s?(?:\S+\s)?내|지역으로\s\d+만"),
    ("none", r"(?:건강\s?보험|건보|의료\s?보험)(?:이|도|은|가)?\s?(?:아예\s)?(?:없(?!으면|나)|"
             r"안\s?들|미가입)"),
)  # fmt: skip
# 지역이에요, after health insurance was spoken of.
_INSURED = re.compile(
    r"^\s*(?:(?P<r>지역)|직장)(?:이에요|이요|예요|요|입니다|이고요?|으로요?)?[\s.!~]*$"
)
_OF_INSURANCE = re.compile(r"(?:건강\s?보험|건보|의료\s?보험|보험료)[^?!\n]{0,30}$")
_INSURANCE_RE = [(value, re.compile(pattern)) for value, pattern in _INSURANCE]
_GRADE = re.compile(r"(?<![가-힣\d])(?P<n>[1-6])\s?학년")
_SECOND_KIND = re.compile(r"(?:^|\s)(?P<n>[12])\s?종")
_VETERAN = re.compile(
    r"(?:국가\s?)?보훈\s?대상자?|국가\s?유공자|참전\s?(?:용사|유공자)|상이\s?군경|독립\s?유공자|"
    r"고엽제|보훈\s?가족|(?:월남전|베트남전)(?:에)?\s?참전|6\.?25\s?참전"
)
_NO = re.compile(r"^\s?(?:은|는|도|이|가|자|자는|자도)?\s?(?:아니|아닌|아닙|아님|안\s?[되돼])")
_COUNTED = re.compile(r"\s?(?:하나|한\s?명|둘|셋|넷|[두세네]\s?명|\d\s?명)(?![가-힣]{2})")
_TO_COME = re.compile(
    r"\s?(?:학교)?\s?(?:에\s)?입학(?!했)|\s?(?:학교)?\s?(?:에\s)?(?:들어가|올라가)(?:는데|요|기|야)"
)
_BEFORE_IT = re.compile(r"(?:예비\s?|내년에?\s(?:\S+\s)?)$")
_LOOKS_FOR = re.compile(r"^\s?(?:지원|혜택|수당|신청|병원|등록)")


def work(text: str, told: str = "", clause: str = "", *, several: bool = False) -> Iterator[Found]:
    """Facts of work, school, insurance and veterans in a piece; `several`: schools of several
    children may be told one after another."""
    caring = _AT_HOME_WITH.search(clause)
    ends = caring.end() - clause.find(text) if caring and text in clause else 0
    if 0 < ends <= len(text) and "집에서" not in text:
        yield Found("employment", "inactive", 0, ends, 0.8, "carer")
    for value, pattern in _EMPLOYMENT_RE:
        if match := next((one for one in pattern.finditer(text) if _holds(text, one)), None):
            yield Found("employment", value, *match.span())
            break
    else:
        if (tills := _TILLS.search(text)) and "농사" in told:
            yield Found("employment", "farmer", *tills.span(), 0.8)
    schools = list(_schools(text, several=several))
    if several:
        schools = schools or list(_grades(text))
    yield from sorted(schools, key=lambda one: one.start) if several else schools[:1]
    for value, pattern in _INSURANCE_RE:
        if (match := pattern.search(text)) and not _NO.match(text[match.end() :]):
            yield Found("health_insurance", value, *match.span())
            break
    else:
        alone = _INSURED.match(text)
        if alone and _OF_INSURANCE.search(told[: len(told) - len(text)]):
            kind = "regional" if alone["r"] else "employee"
            yield Found("health_insurance", kind, *alone.span(), 0.8)
    if (match := _VETERAN.search(text)) and not _LOOKS_FOR.match(text[match.end() :]):
        yield Found("veteran", not _NO.match(text[match.end() :]), *match.span())


def _schools(text: str, *, several: bool) -> Iterator[Found]:
    """Schools in the order in which one of several is believed."""
    taken: list[tuple[int, int]] = []
    for value, pattern in _EDUCATION_RE:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            if not several and _COUNTED.match(text[match.end() :]) and "키우" not in text:
                continue
            ahead = _TO_COME.match(text[match.end() :]) and (
                "앞" in text[match.end() :] or "내년" in text
            )
            if ahead or _BEFORE_IT.search(text[: match.start()]):
                continue  # 초등 입학 앞둔, 예비 초1
            if not _NO.match(text[match.end() :]):
                taken.append(match.span())
                yield Found("education", value, *match.span())
        if value == "out_of_school" and taken:
            return  # 중3인데 자퇴했어요


def _grades(text: str) -> Iterator[Found]:
    """ "6학년, 3학년" of children: only primary school has a fourth grade and higher ones."""
    grades = list(_GRADE.finditer(text))
    if any(match["n"] in "456" for match in grades):
        for match in grades:
            yield Found("education", "elementary", *match.span(), 0.8)


def medical_aid_kind(text: str) -> Iterator[Found]:
    """A bare "2종" after 의료급여 was spoken of."""
    if match := _SECOND_KIND.search(text):
        yield Found("health_insurance", f"medical_aid_{match['n']}", match.start("n"), match.end())


def _holds(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() :]
    return not (
        _NO.match(after)
        or _GENERIC.match(after)
        or _NOT_NOW.match(after)
        or _HELPERS.match(after)
        or _IS_NOT.match(after)
    )
