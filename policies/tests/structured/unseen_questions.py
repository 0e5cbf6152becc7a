"""Own questions that the grammar had not seen when it was first measured on them."""

from __future__ import annotations

from policies.tests.structured.gov24_questions import (
    _ONLINE,
    _agency,
    _always,
    _any,
    _field,
    _kind,
    _open,
    _registered,
    _views,
)
from policies.tests.structured.oracle import (
    Case,
    Row,
    always,
    begins,
    both,
    closes_by,
    contains,
    ended,
    ends,
    fits_age,
    has,
    is_,
    is_open,
    lives,
    nationwide,
    no,
    number,
    only,
    open_or_always,
    split,
    starts,
    ticked,
    under,
    unopened,
)

C = Case
YOUTH_CASES = [
    C("제주만 대상인 청년정책 가운데 상시로 신청받는 건 모두 몇 건인가요?", "only 50, always", both(only("50"), always), ("region", "always", "count"), True),
    C("대구만 대상인데 이미 마감된 청년정책 개수 알려줘", "only 27, ended", both(only("27"), ended), ("region", "ended", "count"), True),
    C("경북에서만 받을 수 있는 청년정책 중에 접수 마감이 다음 달인 거 있을까", "only 47, ends in Aug", both(only("47"), ends("20260801", "20260831")), ("region", "deadline")),
    C("성북구만 대상으로 한 청년정책은요? 지난 것까지 다 보여주세요", "only 11290", only("11290"), ("region",)),
    C("충북만 대상이고 아직 접수가 시작 전인 청년정책", "only 43, unopened", both(only("43"), unopened), ("region", "future")),
    C("부산만 대상인 청년정책 중에서 문화 쪽 말고 일자리 분야로 오늘 신청 가능한 거, 상시 포함해서", "only 26, 일자리, open or always", both(only("26"), contains("lclsfNm", "일자리"), open_or_always), ("region", "category", "deadline")),
    C("순천시만 대상인 청년정책 전부 몇 개?", "only 12150", only("12150"), ("region", "count"), True),
    C("세종에 사는 사람이 오늘 신청할 수 있는 청년정책 몇 개야? 전국 대상 포함, 상시 제외", "lives 36, open", both(lives("36"), is_open), ("region", "national", "count"), True),
    C("전국 어디서나 신청 가능한 청년정책 말고, 인천만 대상인 것 중 오늘 접수중인 거", "only 28, open", both(only("28"), is_open), ("region", "deadline")),
    C("외교부가 주관하는 청년정책 몇 개나 돼?", "외교부", is_("sprvsnInstCdNm", "외교부"), ("agency", "count"), True),
    C("경상남도가 주관하는 청년정책 목록 보여주세요", "경상남도", is_("sprvsnInstCdNm", "경상남도"), ("agency",)),
    C("장애인 대상으로 표시된 청년정책 중에 아직 신청 가능한 게 있나요? 상시 접수도 포함해 주세요", "sbizCd 0014005, open or always", both(has("sbizCd", "0014005"), open_or_always), ("special", "deadline")),
    C("대학 졸업자 대상으로 표시된 청년정책 중 지금 접수받는 거 (상시 빼고)", "schoolCd 0049007, open", both(has("schoolCd", "0049007"), is_open), ("school", "deadline")),
    C("창업자 대상 청년정책 중 상시 접수가 몇 개인가요", "jobCd 0013006, always", both(has("jobCd", "0013006"), always), ("job", "always", "count"), True),
    C("소득 상관없는 청년정책 중 오늘 접수 중인 것은 몇 개? 상시는 빼고 세줘", "earnCndSeCd 0043001, open", both(is_("earnCndSeCd", "0043001"), is_open), ("income", "deadline", "count"), True),
    C("만 35세도 신청할 수 있고 인천만 대상인 청년정책 몇 개?", "only 28, age 35", both(only("28"), fits_age(35)), ("age", "region", "count"), True),
    C("나이가 만 20세부터라고 적힌 청년정책은 몇 개입니까?", "N, min 20", lambda r: r["sprtTrgtAgeLmtYn"] == "N" and number("sprtTrgtMinAge")(r) == 20, ("age", "count"), True),
    C("이름에 '창업'과 '지원'이 모두 들어간 청년정책 중 오늘 접수 중인 것, 상시 빼고", "name, open", both(contains("plcyNm", "창업", "지원"), is_open), ("name", "deadline")),
    C("온통청년에서 조회수 높은 순으로 3개만 보여줘", "top 3 views", _any, ("superlative",), False, (number("inqCnt"), True, 3)),
    C("충남만 대상인 청년정책 중 조회수가 제일 높은 건?", "only 44, views", only("44"), ("superlative", "region"), False, (number("inqCnt"), True, 1)),
    C("가장 오래전에 등록된 청년정책이 뭐야?", "frstRegDt min", _any, ("superlative",), False, (lambda r: r["frstRegDt"], False, 1)),
    C("올해 5월에 등록된 청년정책 개수", "frstRegDt 2026-05", begins("frstRegDt", "2026-05"), ("registered", "count"), True),
    C("9월에 접수를 시작하는 청년정책 뭐 있어?", "starts in Sep", starts("20260901", "20260930"), ("future",)),
    C("보름 안에 마감되는 청년정책 중 전국 대상인 것", "closes by 0727, nationwide", both(closes_by("20260727"), nationwide), ("deadline", "national")),
    C("교육 분야 청년정책 중에 지금 접수 중인 것 몇 개? 상시는 말고", "lclsfNm 교육, open", both(contains("lclsfNm", "교육"), is_open), ("category", "deadline", "count"), True),
    C("장기미취업청년 키워드가 붙은 청년정책 중 상시인 것", "keyword, always", both(has("plcyKywdNm", "장기미취업청년"), always), ("keyword", "always")),
]  # fmt: skip


def _is_corporation(row: Row) -> bool:
    return bool(row["소관기관유형"] == "지방출자_출연기관")


GOV24_CASES = [
    C("노원구 서비스 중에 상시로 신청 가능한 게 몇 개나 있나요?", "agency, always", both(_agency("서울특별시 노원구"), _always), ("agency", "always", "count"), True),
    C("경상북도 구미시가 하는 서비스 전부 알려 주세요", "agency", _agency("경상북도 구미시"), ("agency",)),
    C("문화체육관광부 소관은 몇 개야?", "agency", _agency("문화체육관광부"), ("agency", "count"), True),
    C("산림청에서 하는 서비스 중 상시신청", "agency, always", both(_agency("산림청"), _always), ("agency", "always")),
    C("서울 자치구들 중 보호·돌봄 서비스를 하는 데가 어디야", "under 서울, field", both(under("서울특별시", "구"), _field("보호·돌봄")), ("agency", "category")),
    C("대전 자치구 서비스 중 생활안정 분야는 몇 개?", "under 대전, field", both(under("대전광역시", "구"), _field("생활안정")), ("agency", "category", "count"), True),
    C("전북 시군 서비스 가운데 임신·출산 분야", "under 전북, field", both(under("전북특별자치도", "시군"), _field("임신·출산")), ("agency", "category")),
    C("지방출자출연기관 서비스는 총 몇 개입니까", "kind", _is_corporation, ("agency_type", "count"), True),
    C("중앙부처가 하는 서비스 중 고용·창업 분야이면서 온라인 신청되는 것은 몇 개?", "kind, field, online", both(_kind("중앙행정기관"), _field("고용·창업"), _ONLINE), ("agency_type", "category", "way", "count"), True),
    C("대상연령이 18세~39세로 돼 있는 서비스", "18-39", both(is_("JA0110", 18), is_("JA0111", 39)), ("age",)),
    C("이름에 '어르신'이 들어가고 상시신청인 서비스는 몇 개?", "name, always", both(contains("서비스명", "어르신"), _always), ("name", "always", "count"), True),
    C("이름에 출산장려금이 들어간 서비스 중 조회수가 가장 많은 것", "name, views", contains("서비스명", "출산장려금"), ("name", "superlative"), False, (_views, True, 1)),
    C("다문화가족으로 표시됐지만 북한이탈주민으로는 표시되지 않은 서비스 몇 개?", "JA0401 not JA0402", both(ticked("JA0401"), no(ticked("JA0402"))), ("household", "negation", "count"), True),
    C("방문신청이 되는 통일부 서비스", "way, agency", both(split("신청방법", "방문신청"), _agency("통일부")), ("way", "agency")),
    C("지원유형이 현물인 서비스 가운데 보건·의료 분야는 몇 개야?", "현물, field", both(split("지원유형", "현물"), _field("보건·의료")), ("benefit", "category", "count"), True),
    C("가장 먼저 등록된 서비스는 무엇인가요", "registered min", _any, ("superlative",), False, (_registered, False, 1)),
    C("2026년 5월 1일 이후에 수정된 보건복지부 서비스 몇 개?", "modified from 2026-05-01, agency", both(lambda r: r["수정일시"][:8] >= "20260501", _agency("보건복지부")), ("modified", "agency", "count"), True),
    C("지금 신청기간 안에 있는(날짜로 적힌) 중앙행정기관 서비스", "open, kind", both(_open, _kind("중앙행정기관")), ("deadline", "agency_type")),
    C("부산광역시 소관 서비스 중 주거·자립 분야", "agency, field", both(_agency("부산광역시"), _field("주거·자립")), ("agency", "category")),
    C("제주시 서비스는 몇 개야", "agency", _agency("제주특별자치도 제주시"), ("agency", "count", "zero"), True),
    C("질병/질환자로 표시된 질병관리청 서비스", "JA0330, agency", both(ticked("JA0330"), _agency("질병관리청")), ("condition", "agency")),
]  # fmt: skip
