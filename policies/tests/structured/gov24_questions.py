"""Own questions over 보조금24, in many wordings."""

from __future__ import annotations

from policies.tests.structured.oracle import (
    TODAY,
    Case,
    Row,
    Test,
    begins,
    both,
    contains,
    due_dates,
    either,
    is_,
    no,
    number,
    split,
    ticked,
    under,
)

_views = number("조회수")
_always = is_("신청기한", "상시신청")
_ONLINE = either(split("신청방법", "정부24온라인신청"), split("신청방법", "기타 온라인신청"))
_HOUSEHOLDS = (
    "JA0401",
    "JA0402",
    "JA0403",
    "JA0404",
    "JA0410",
    "JA0411",
    "JA0412",
    "JA0413",
    "JA0414",
)


def _any(row: Row) -> bool:
    return True


def _open(row: Row) -> bool:
    days = due_dates(row)
    return days is not None and days[0] <= TODAY <= days[1]


def _agency(name: str) -> Test:
    return is_("소관기관명", name)


def _field(name: str) -> Test:
    return is_("서비스분야", name)


def _kind(name: str) -> Test:
    return is_("소관기관유형", name)


def _only(code: str, group: tuple[str, ...]) -> Test:
    return lambda row: [name for name in group if row.get(name) == "Y"] == [code]


def _modified(row: Row) -> str:
    return str(row["수정일시"])


def _registered(row: Row) -> str:
    return str(row["등록일시"])


C = Case
CASES = [
    C("관악구 서비스는 몇 개야?", "agency", _agency("서울특별시 관악구"), ("agency", "count"), True),
    C("해운대구 소관 서비스 전부 보여줘", "agency", _agency("부산광역시 해운대구"), ("agency",)),
    C("전라북도 완주군 서비스 중 상시신청은 몇 개?", "agency, always", both(_agency("전북특별자치도 완주군"), _always), ("agency", "always", "count"), True),
    C("수원시 서비스 뭐 있어", "agency", _agency("경기도 수원시"), ("agency",)),
    C("경기도가 소관인 서비스 몇 개?", "agency", _agency("경기도"), ("agency", "count"), True),
    C("서울시 소관 서비스 목록", "agency", _agency("서울특별시"), ("agency",)),
    C("충청북도청 서비스 중 상시로 신청되는 것", "agency, always", both(_agency("충청북도"), _always), ("agency", "always")),
    C("강원도 도청이 하는 서비스는 몇 개지?", "agency", _agency("강원특별자치도"), ("agency", "count"), True),
    C("대구 구·군에서 하는 보건·의료 분야 서비스", "under 대구", both(under("대구광역시", "구군"), _field("보건·의료")), ("agency", "category")),
    C("경기도 시군이 하는 임신·출산 분야 서비스는 몇 개?", "under 경기도", both(under("경기도", "시군"), _field("임신·출산")), ("agency", "category", "count"), True),
    C("인천 구·군이 소관인 서비스 중 상시신청은 몇 개?", "under 인천", both(under("인천광역시", "구군"), _always), ("agency", "always", "count"), True),
    C("경상남도 시·군에서 하는 보육·교육 서비스 뭐 있어", "under 경남", both(under("경상남도", "시군"), _field("보육·교육")), ("agency", "category")),
    C("서울 자치구 서비스 중 문화·환경 분야인 거 몇 개", "under 서울", both(under("서울특별시", "구"), _field("문화·환경")), ("agency", "category", "count"), True),
    C("전남광주통합특별시 시·군·구가 하는 서비스는 모두 몇 개야?", "under", under("전남광주통합특별시", "시군구"), ("agency", "count"), True),
    C("고용노동부 서비스 중에 상시신청인 게 몇 개야", "agency, always", both(_agency("고용노동부"), _always), ("agency", "always", "count"), True),
    C("농림축산식품부가 소관인 서비스 몇 건?", "agency", _agency("농림축산식품부"), ("agency", "count"), True),
    C("여성가족부 소관 서비스 알려줘", "성평등가족부 is its name now", _agency("성평등가족부"), ("agency", "renamed")),
    C("해수부 서비스 전부", "agency", _agency("해양수산부"), ("agency",)),
    C("질병관리청 소관 서비스 전부", "agency", _agency("질병관리청"), ("agency",)),
    C("국세청 소관 서비스 몇 개 있어?", "agency, none", _agency("국세청"), ("agency", "zero", "count"), True),
    C("한국장학재단 서비스는 뭐가 있어?", "agency", _agency("한국장학재단"), ("agency",)),
    C("대한법률구조공단이 하는 서비스 몇 개", "agency", _agency("대한법률구조공단"), ("agency", "count"), True),
    C("용산구시설관리공단 서비스 목록 보여줘", "agency", _agency("용산구시설관리공단"), ("agency",)),
    C("대구광역시교육청 서비스 전부 알려줘", "agency", _agency("대구광역시교육청"), ("agency",)),
    C("교육청이 소관인 서비스는 몇 개?", "kind", _kind("교육청"), ("agency_type", "count"), True),
    C("공공기관 서비스 중 고용·창업 분야", "kind, field", both(_kind("공공기관"), _field("고용·창업")), ("agency_type", "category")),
    C("중앙행정기관 서비스 중 상시신청이 아닌 것은 몇 개?", "kind, not always", both(_kind("중앙행정기관"), no(_always)), ("agency_type", "negation", "count"), True),
    C("지방공기업이 하는 서비스 중 상시신청 몇 개", "kind, always", both(_kind("지방공기업"), _always), ("agency_type", "always", "count"), True),
    C("광역시도 서비스 중 농림축산어업 분야는 몇 개야?", "kind, field", both(_kind("광역시도"), _field("농림축산어업")), ("agency_type", "category", "count"), True),
    C("생활안정 분야 서비스는 모두 몇 개?", "field", _field("생활안정"), ("category", "count"), True),
    C("보호·돌봄 분야에서 신청이 필요 없는 서비스", "field, 신청불필요", both(_field("보호·돌봄"), split("신청방법", "신청불필요")), ("category", "way")),
    C("행정·안전 분야 서비스 중 조회수가 가장 많은 것", "field, max views", _field("행정·안전"), ("superlative", "category"), False, (_views, True, 1)),
    C("고용창업 분야 서비스 중 온라인으로 신청되는 것은 몇 개?", "field, online", both(_field("고용·창업"), _ONLINE), ("category", "way", "count"), True),
    C("정부24에서 온라인 신청되는 서비스 몇 개야?", "정부24온라인신청", split("신청방법", "정부24온라인신청"), ("way", "count"), True),
    C("방문신청만 되는 서울 자치구 서비스는 몇 개?", "only 방문신청", both(is_("신청방법", "방문신청"), under("서울특별시", "구")), ("way", "agency", "count"), True),
    C("지원유형이 이용권인 서비스 중 상시신청은 몇 개?", "이용권, always", both(split("지원유형", "이용권"), _always), ("benefit", "always", "count"), True),
    C("현금으로 주는 임신·출산 분야 서비스 몇 개?", "현금, field", both(split("지원유형", "현금"), _field("임신·출산")), ("benefit", "category", "count"), True),
    C("지원유형이 현금(장학금)인 중앙행정기관 서비스", "현금(장학금), kind", both(split("지원유형", "현금(장학금)"), _kind("중앙행정기관")), ("benefit", "agency_type")),
    C("소상공인 대상 서비스 중 상시신청인 것은 몇 개?", "user, always", both(split("사용자구분", "소상공인"), _always), ("user", "always", "count"), True),
    C("임산부로 표시된 중앙부처 서비스 중 가구조건 해당사항없음이 아닌 것", "JA0302, kind", both(ticked("JA0302"), _kind("중앙행정기관"), no(ticked("JA0410"))), ("condition", "agency_type")),
    C("다자녀가구만 표시된 서비스는 몇 개?", "only JA0411", _only("JA0411", _HOUSEHOLDS), ("household", "only", "count"), True),
    C("한부모가정으로 표시돼 있고 가구조건 해당사항없음은 아닌 강남구 서비스", "JA0403 not JA0410", both(ticked("JA0403"), no(ticked("JA0410")), _agency("서울특별시 강남구")), ("household", "agency")),
    C("1인가구로 표시된 경기도 소관 서비스 몇 개?", "JA0404", both(ticked("JA0404"), _agency("경기도")), ("household", "agency", "count"), True),
    C("여성만 표시된 서비스는 모두 몇 개야", "JA0102 not JA0101", both(ticked("JA0102"), no(ticked("JA0101"))), ("sex", "only", "count"), True),
    C("남성으로 표시되지 않고 여성으로 표시된 보건·의료 분야 서비스", "JA0102 not JA0101, field", both(ticked("JA0102"), no(ticked("JA0101")), _field("보건·의료")), ("sex", "negation")),
    C("장애인으로 표시된 서비스 중 이름에 장애인이 들어가는 것은 몇 개?", "JA0328, name", both(ticked("JA0328"), contains("서비스명", "장애인")), ("condition", "name", "count"), True),
    C("국가보훈대상자로 표시된 국가보훈부 소관 서비스", "JA0329, agency", both(ticked("JA0329"), _agency("국가보훈부")), ("condition", "agency")),
    C("어업인으로 표시된 해양수산부 서비스 몇 개", "JA0314, agency", both(ticked("JA0314"), _agency("해양수산부")), ("condition", "agency", "count"), True),
    C("중위소득 200% 초과도 표시된 보건복지부 서비스는 몇 개?", "JA0205, agency", both(ticked("JA0205"), _agency("보건복지부")), ("income", "agency", "count"), True),
    C("중위소득 0~50%만 표시된 서비스 몇 개야?", "only JA0201", _only("JA0201", ("JA0201", "JA0202", "JA0203", "JA0204", "JA0205")), ("income", "only", "count"), True),
    C("구직자로 표시된 고용노동부 서비스", "JA0327, agency", both(ticked("JA0327"), _agency("고용노동부")), ("condition", "agency")),
    C("대상연령이 65세부터인 서비스는 몇 개?", "JA0110=65", is_("JA0110", 65), ("age", "count"), True),
    C("대상연령이 19세~34세인 서비스 알려줘", "19-34", both(is_("JA0110", 19), is_("JA0111", 34)), ("age",)),
    C("나이 상한이 12세인 보호·돌봄 분야 서비스", "JA0111=12, field", both(is_("JA0111", 12), _field("보호·돌봄")), ("age", "category")),
    C("만 70세부터 되는 서비스 중 상시신청", "JA0110=70, always", both(is_("JA0110", 70), _always), ("age", "always")),
    C("이름에 출산이 들어가는 서비스 중 상시신청이 아닌 것", "name, not always", both(contains("서비스명", "출산"), no(_always)), ("name", "negation")),
    C("이름에 '예방접종'이 들어간 서비스 중 만 65세부터 되는 것", "name, 65", both(contains("서비스명", "예방접종"), is_("JA0110", 65)), ("name", "age")),
    C("이름에 장학금 들어가는 서비스 몇 개?", "name", contains("서비스명", "장학금"), ("name", "count"), True),
    C("'출산장려금 지원'이라는 이름의 서비스는 몇 개", "name", contains("서비스명", "출산장려금 지원"), ("name", "count"), True),
    C("산후조리 서비스 중 상시신청인 데가 어디야?", "name, always", both(contains("서비스명", "산후조리"), _always), ("name", "always")),
    C("난임 서비스 이름 들어간 것 중 부산 구·군이 하는 것", "name, under", both(contains("서비스명", "난임"), under("부산광역시", "구군")), ("name", "agency")),
    C("신청기한이 날짜로 적혀 있고 오늘 그 안에 드는 서비스 중 울산광역시 남구 것", "agency, open", both(_agency("울산광역시 남구"), _open), ("agency", "deadline")),
    C("조회수 1위 서비스는?", "max views", _any, ("superlative",), False, (_views, True, 1)),
    C("조회수가 가장 높은 서비스 3개 알려줘", "top 3", _any, ("superlative",), False, (_views, True, 3)),
    C("보건복지부 서비스 중 조회수가 제일 많은 건 뭐야?", "max views, agency", _agency("보건복지부"), ("superlative", "agency"), False, (_views, True, 1)),
    C("수정한 지 가장 오래된 서비스", "min modified", _any, ("superlative",), False, (_modified, False, 1)),
    C("가장 최근에 등록된 서비스 하나", "max registered", _any, ("superlative",), False, (_registered, True, 1)),
    C("조회수 10만 이상인 서비스는 몇 개?", "views", lambda row: _views(row) >= 100_000, ("views", "count"), True),
    C("2026년 7월에 수정된 서비스 몇 개?", "modified", begins("수정일시", "202607"), ("modified", "count"), True),
    C("이번 달에 내용이 수정된 서비스 중 중앙부처 것", "modified, kind", both(begins("수정일시", "202607"), _kind("중앙행정기관")), ("modified", "agency_type")),
    C("2025년에 등록된 서비스는 몇 개야", "registered", begins("등록일시", "2025"), ("registered", "count"), True),
    C("2026년 6월에 등록된 서비스 있어?", "registered", begins("등록일시", "202606"), ("registered",)),
    C("선정기준이 적혀 있는 서비스는 몇 개?", "there", lambda row: bool(row["선정기준"]), ("there", "count"), True),
    C("상시신청이고 온라인으로 신청할 수 있는 서울 자치구 서비스", "always, online", both(_always, _ONLINE, under("서울특별시", "구")), ("always", "way", "agency")),
    C("JA0404가 Y인 서울특별시 서비스 몇 개?", "JA0404", both(ticked("JA0404"), _agency("서울특별시")), ("household", "code", "count"), True),
    C("담당 부서가 건강증진과인 서비스 중 상시신청은 몇 개?", "department", both(is_("부서명", "건강증진과"), _always), ("department", "always", "count"), True),
    C("신청방법이 온라인만 되는 서비스는 몇 개?", "online only", lambda row: bool(row["신청방법"]) and all("온라인" in way for way in row["신청방법"].split("||")), ("way", "only", "count"), True),
    C("법인이나 시설 대상 서비스 중 보호·돌봄 분야", "user, field", both(split("사용자구분", "법인/시설/단체"), _field("보호·돌봄")), ("user", "category")),
    C("무주택세대로 표시되고 주거·자립 분야인 서비스는 몇 개?", "JA0412, field", both(ticked("JA0412"), _field("주거·자립")), ("household", "category", "count"), True),
    C("농업인과 어업인 모두 표시된 중앙부처 서비스 몇 개", "JA0313, JA0314", both(ticked("JA0313", "JA0314"), _kind("중앙행정기관")), ("condition", "agency_type", "count"), True),
]  # fmt: skip
