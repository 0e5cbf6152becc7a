"""Own questions over 온통청년, in many wordings."""

from __future__ import annotations

from policies.tests.structured.oracle import (
    Case,
    Row,
    Test,
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
    limited,
    lives,
    nationwide,
    next_end,
    no,
    number,
    only,
    open_or_always,
    starts,
    unopened,
    upcoming,
)

_views, _capacity = number("inqCnt"), number("sprtSclCnt")


def _any(row: Row) -> bool:
    return True


def _age(low: int | None = None, high: int | None = None) -> Test:
    def test(row: Row) -> bool:
        return (
            limited(row)
            and (low is None or number("sprtTrgtMinAge")(row) == low)
            and (high is None or number("sprtTrgtMaxAge")(row) == high)
        )

    return test


def _registered(row: Row) -> str:
    return str(row["frstRegDt"])


def _modified(row: Row) -> str:
    return str(row["lastMdfcnDt"])


C = Case
CASES = [
    C("부산만 대상인 청년정책 중 지금 접수 중인 거 알려줘(상시 빼고)", "only 26, open", both(only("26"), is_open), ("region", "deadline")),
    C("충남만 대상인 청년정책 중에 상시로 접수하는 게 몇 개야?", "only 44, always", both(only("44"), always), ("region", "always", "count"), True),
    C("전북만 대상인 청년정책 가운데 이번 달에 마감되는 것들", "only 52, closes by 0731", both(only("52"), closes_by("20260731")), ("region", "deadline")),
    C("강원도만 대상인 청년정책은 모두 몇 건?", "only 51", only("51"), ("region", "count"), True),
    C("세종시만 대상으로 하는 청년정책 중 오늘 신청 가능한 건? 상시도 포함해줘", "only 36, open or always", both(only("36"), open_or_always), ("region", "deadline")),
    C("충북만 대상이고 접수가 이미 끝난 청년정책은 몇 개?", "only 43, ended", both(only("43"), ended), ("region", "ended", "count"), True),
    C("울산만 대상인 청년정책 중 마감으로 표시된 게 몇 개인지", "only 31, 0057003", both(only("31"), is_("aplyPrdSeCd", "0057003")), ("region", "ended", "count"), True),
    C("경남 청년만 대상인 정책 중 지금 받고 있는 것, 상시 제외", "only 48, open", both(only("48"), is_open), ("region", "deadline")),
    C("제주만 대상인 청년정책 중에 8월에 접수 마감하는 게 있어?", "only 50, ends in Aug", both(only("50"), ends("20260801", "20260831")), ("region", "deadline")),
    C("서울만 대상인 청년정책 중 7월 20일까지 마감되는 거", "only 11, closes by 0720", both(only("11"), closes_by("20260720")), ("region", "deadline")),
    C("인천만 대상인 청년정책 중 30일 안에 접수가 끝나는 건 몇 개야", "only 28, closes by 0811", both(only("28"), closes_by("20260811")), ("region", "deadline", "count"), True),
    C("수원시만 대상인 청년정책 다 보여줘 마감 여부 상관없이", "only 4111x", only("4111"), ("region",)),
    C("강동구만 대상인 청년정책이 있나? 접수 상태는 상관없어", "only 11740", only("11740"), ("region",)),
    C("관악구에 사는 청년이 지금 신청할 수 있는 청년정책은? 전국 대상도 포함하고 상시는 제외", "lives 11620, open", both(lives("11620"), is_open), ("region", "deadline", "national")),
    C("해운대구 주소로 지금 접수 중인 청년정책 몇 개야? 전국 대상까지 넣고 상시는 빼줘", "lives 26350, open", both(lives("26350"), is_open), ("region", "deadline", "national", "count"), True),
    C("전국 대상인 청년정책 중에 지금 접수 중인 것만. 상시 말고", "nationwide, open", both(nationwide, is_open), ("national", "deadline")),
    C("전국 대상 청년정책 중 상시 접수는 몇 개?", "nationwide, always", both(nationwide, always), ("national", "always", "count"), True),
    C("포항시 거주자가 오늘 신청 가능한 청년정책(전국 대상은 빼고, 상시도 빼고)", "lives 4711x not nationwide, open", both(lives("4711"), no(nationwide), is_open), ("region", "deadline")),
    C("서울이나 경기만 대상인 청년정책 중 지금 접수 중인 것 (상시 제외)", "only 11 or 41, open", both(only("11", "41"), is_open), ("region", "deadline")),
    C("대전만 대상인 청년정책 중 창업 분야는 몇 개?", "only 30, mclsfNm 창업", both(only("30"), contains("mclsfNm", "창업")), ("region", "category", "count"), True),
    C("광주만 대상인 청년정책 중 지금 모집 중인 거. 상시는 빼", "only the five 구 of 광주, open", both(only("12210", "12240", "12270", "12300", "12330"), is_open), ("region", "deadline")),
    C("경북만 대상인 주거 분야 청년정책 목록", "only 47, lclsfNm 주거", both(only("47"), contains("lclsfNm", "주거")), ("region", "category")),
    C("울산만 대상인 청년정책 중 일자리 분야가 아닌 것은 몇 개야?", "only 31, not lclsfNm 일자리", both(only("31"), no(contains("lclsfNm", "일자리"))), ("region", "category", "negation", "count"), True),
    C("키워드가 '보조금'인 청년정책 중 지금 접수 중인 거 알려줘. 상시는 빼고", "plcyKywdNm 보조금, open", both(has("plcyKywdNm", "보조금"), is_open), ("keyword", "deadline")),
    C("바우처 키워드가 달린 청년정책 몇 개?", "plcyKywdNm 바우처", has("plcyKywdNm", "바우처"), ("keyword", "count"), True),
    C("대분류가 주거인 청년정책 중 상시 접수인 것은 몇 개?", "lclsfNm 주거, always", both(contains("lclsfNm", "주거"), always), ("category", "always", "count"), True),
    C("중분류가 예술인지원인 청년정책 중 오늘 신청되는 거, 상시 포함", "mclsfNm 예술인지원, open or always", both(contains("mclsfNm", "예술인지원"), open_or_always), ("category", "deadline")),
    C("기혼만 대상인 청년정책은 몇 개야?", "mrgSttsCd 0055001", is_("mrgSttsCd", "0055001"), ("marital", "count"), True),
    C("미혼자 대상으로 표시된 청년정책 중 접수가 끝난 거 몇 개?", "mrgSttsCd 0055002, ended", both(is_("mrgSttsCd", "0055002"), ended), ("marital", "ended", "count"), True),
    C("기혼자만 신청 가능한 청년정책 중 지금 접수 중이거나 상시인 것", "mrgSttsCd 0055001, open or always", both(is_("mrgSttsCd", "0055001"), open_or_always), ("marital", "deadline")),
    C("여성 대상으로 표시된 청년정책 알려줘", "sbizCd 0014002", has("sbizCd", "0014002"), ("special",)),
    C("장애인 대상으로 표시된 청년정책 몇 개?", "sbizCd 0014005", has("sbizCd", "0014005"), ("special", "count"), True),
    C("기초생활수급자 대상 청년정책 있어?", "sbizCd 0014003", has("sbizCd", "0014003"), ("special",)),
    C("한부모가정 대상으로 표시된 청년정책 전부", "sbizCd 0014004", has("sbizCd", "0014004"), ("special",)),
    C("농업인 대상 청년정책 중에 지금 접수 중인 것. 상시는 제외", "sbizCd 0014006, open", both(has("sbizCd", "0014006"), is_open), ("special", "deadline")),
    C("지역인재 대상으로 표시된 청년정책은 몇 건이야", "sbizCd 0014008", has("sbizCd", "0014008"), ("special", "count"), True),
    C("중소기업 대상으로 표시된 청년정책 중 상시 접수", "sbizCd 0014001, always", both(has("sbizCd", "0014001"), always), ("special", "always")),
    C("재직자 대상인 청년정책 중 오늘 접수 중인 것은? 상시 빼고", "jobCd 0013001, open", both(has("jobCd", "0013001"), is_open), ("job", "deadline")),
    C("미취업자만 대상인 청년정책 몇 개야", "jobCd only 0013003", is_("jobCd", "0013003"), ("job", "count"), True),
    C("미취업자 대상 청년정책은 몇 개?", "jobCd has 0013003", has("jobCd", "0013003"), ("job", "count"), True),
    C("프리랜서 대상으로 표시된 청년정책 알려줘", "jobCd 0013004", has("jobCd", "0013004"), ("job",)),
    C("자영업자나 프리랜서 대상 청년정책 몇 개?", "jobCd 0013002 or 0013004", has("jobCd", "0013002", "0013004"), ("job", "or", "count"), True),
    C("일용근로자 대상 청년정책", "jobCd 0013005", has("jobCd", "0013005"), ("job",)),
    C("영농종사자 대상으로 표시된 청년정책 중 아직 접수 중인 거(상시 포함)", "jobCd 0013008, open or always", both(has("jobCd", "0013008"), open_or_always), ("job", "deadline")),
    C("대학 재학생 대상 청년정책 중 지금 접수 중인 거 뭐 있어? 상시는 빼줘", "schoolCd 0049005, open", both(has("schoolCd", "0049005"), is_open), ("school", "deadline")),
    C("석·박사 대상으로 표시된 청년정책", "schoolCd 0049008", has("schoolCd", "0049008"), ("school",)),
    C("고교 재학생만 대상인 청년정책 몇 개?", "schoolCd only 0049002", is_("schoolCd", "0049002"), ("school", "count"), True),
    C("대학 재학생만 대상이고 상시로 받는 청년정책은?", "schoolCd only 0049005, always", both(is_("schoolCd", "0049005"), always), ("school", "always")),
    C("공학계열 전공 대상 청년정책 몇 개?", "plcyMajorCd 0011005", has("plcyMajorCd", "0011005"), ("major", "count"), True),
    C("예체능계열 대상으로 표시된 청년정책", "plcyMajorCd 0011006", has("plcyMajorCd", "0011006"), ("major",)),
    C("학력 제한 없는 청년정책 중 지금 접수 중인 게 몇 개? 상시는 세지 말고", "schoolCd 0049010, open", both(has("schoolCd", "0049010"), is_open), ("school", "deadline", "count"), True),
    C("소득 조건 무관인 청년정책은 몇 개야?", "earnCndSeCd 0043001", is_("earnCndSeCd", "0043001"), ("income", "count"), True),
    C("소득 조건이 있는 청년정책 중 상시 접수는 몇 개?", "earnCndSeCd 0043002 or 3, always", both(lambda r: r["earnCndSeCd"] in ("0043002", "0043003"), always), ("income", "always", "count"), True),
    C("소득 조건이 '기타'로 표시된 청년정책 몇 개?", "earnCndSeCd 0043003", is_("earnCndSeCd", "0043003"), ("income", "count"), True),
    C("연소득 상한이 6천만원 이상인 청년정책 알려줘", "earnMaxAmt>=6000", lambda r: number("earnMaxAmt")(r) >= 6000, ("income",)),
    C("연소득 상한이 7,500만원으로 적힌 청년정책", "earnMaxAmt=7500", lambda r: number("earnMaxAmt")(r) == 7500, ("income",)),
    C("연소득 하한이 5000만원인 청년정책은 몇 개", "earnMinAmt=5000", lambda r: number("earnMinAmt")(r) == 5000, ("income", "count"), True),
    C("나이 상한이 49세인 청년정책 몇 개?", "N, max 49", _age(high=49), ("age", "count"), True),
    C("만 18세부터 39세까지로 적힌 청년정책은 몇 개야?", "N, 18-39", _age(18, 39), ("age", "count"), True),
    C("대상 연령이 19~34세인 청년정책 중 지금 접수 중인 것, 상시는 빼고", "N, 19-34, open", both(_age(19, 34), is_open), ("age", "deadline")),
    C("최대 연령이 45세인 청년정책 중 상시 접수인 거 몇 개", "N, max 45, always", both(_age(high=45), always), ("age", "always", "count"), True),
    C("나이 제한이 없는 청년정책은 모두 몇 개야", "Y", is_("sprtTrgtAgeLmtYn", "Y"), ("age", "count"), True),
    C("만 40세가 신청할 수 있는 서울만 대상인 청년정책 몇 개?", "only 11, age 40", both(only("11"), fits_age(40)), ("age", "region", "count"), True),
    C("만 16세부터 지원되는 청년정책 알려줘", "N, min 16", _age(16), ("age",)),
    C("보건복지부가 주관하는 청년정책 전부 알려줘", "sprvsnInstCdNm 보건복지부", is_("sprvsnInstCdNm", "보건복지부"), ("agency",)),
    C("고용노동부 주관 청년정책 중 오늘 신청 가능한 거(상시 포함)", "고용노동부, open or always", both(is_("sprvsnInstCdNm", "고용노동부"), open_or_always), ("agency", "deadline")),
    C("중기부가 주관하는 청년정책 중 상시 접수가 몇 개지?", "중소벤처기업부, always", both(is_("sprvsnInstCdNm", "중소벤처기업부"), always), ("agency", "always", "count"), True),
    C("울산광역시가 주관하는 청년정책 중 7월에 마감되는 것", "울산광역시, closes by 0731", both(is_("sprvsnInstCdNm", "울산광역시"), closes_by("20260731")), ("agency", "deadline")),
    C("부산이 주관하는 청년정책 중 지금 접수 중인 거 알려줘(상시 빼고)", "begins 부산, open", both(begins("sprvsnInstCdNm", "부산"), is_open), ("agency", "deadline")),
    C("충청남도가 주관하는 청년정책 몇 개야?", "충청남도", is_("sprvsnInstCdNm", "충청남도"), ("agency", "count"), True),
    C("한국산업인력공단이 운영하는 청년정책은 몇 개?", "operInstCdNm", is_("operInstCdNm", "한국산업인력공단"), ("agency", "count"), True),
    C("인천테크노파크가 운영하는 청년정책 중 접수 중이거나 상시인 거", "operInstCdNm, open or always", both(is_("operInstCdNm", "인천테크노파크"), open_or_always), ("agency", "deadline")),
    C("중앙부처가 제공하는 청년정책 중 오늘 접수 중인 것. 상시는 빼고", "pvsnInstGroupCd 0054001, open", both(is_("pvsnInstGroupCd", "0054001"), is_open), ("agency_type", "deadline")),
    C("지자체가 제공하는 청년정책 중에 상시 접수는 몇 개?", "pvsnInstGroupCd 0054002, always", both(is_("pvsnInstGroupCd", "0054002"), always), ("agency_type", "always", "count"), True),
    C("조회수 상위 5개 청년정책", "inqCnt top 5", _any, ("superlative",), False, (_views, True, 5)),
    C("울산만 대상인 청년정책 중 조회수가 가장 많은 건?", "only 31, inqCnt max", only("31"), ("superlative", "region"), False, (_views, True, 1)),
    C("조회수가 제일 적은 청년정책은 뭐야", "inqCnt min", _any, ("superlative",), False, (_views, False, 1)),
    C("가장 먼저 등록된 청년정책 하나 알려줘", "frstRegDt min", _any, ("superlative",), False, (_registered, False, 1)),
    C("가장 최근에 수정된 청년정책 3개", "lastMdfcnDt top 3", _any, ("superlative",), False, (_modified, True, 3)),
    C("지원 규모가 제일 큰 청년정책은?", "sprtSclCnt max", _any, ("superlative",), False, (_capacity, True, 1)),
    C("제주만 대상인 청년정책 중 가장 최근에 등록된 것", "only 50, frstRegDt max", only("50"), ("superlative", "region"), False, (_registered, True, 1)),
    C("조회수가 1만 이상인 청년정책은 몇 개야?", "inqCnt>=10000", lambda r: _views(r) >= 10000, ("views", "count"), True),
    C("조회수 5000회가 넘는 상시 접수 청년정책", "inqCnt>5000, always", both(lambda r: _views(r) > 5000, always), ("views", "always")),
    C("선착순으로 모집하는 청년정책 중 지금 접수 중인 것(상시 제외)", "sprtArvlSeqYn Y, open", both(is_("sprtArvlSeqYn", "Y"), is_open), ("first_come", "deadline")),
    C("지원 인원이 1000명 이상인 청년정책 몇 개?", "sprtSclCnt>=1000", lambda r: _capacity(r) >= 1000, ("capacity", "count"), True),
    C("지원 규모가 500명인 청년정책은 몇 개야", "sprtSclCnt=500", lambda r: _capacity(r) == 500, ("capacity", "count"), True),
    C("이름에 '월세'가 들어간 청년정책 중 지금 접수 중인 거, 상시도 포함", "plcyNm 월세, open or always", both(contains("plcyNm", "월세"), open_or_always), ("name", "deadline")),
    C("이름에 농업 들어가는 청년정책 몇 개?", "plcyNm 농업", contains("plcyNm", "농업"), ("name", "count"), True),
    C("제목에 면접이 들어간 청년정책 중 정장은 이름에 없는 거", "plcyNm 면접, not 정장", both(contains("plcyNm", "면접"), no(contains("plcyNm", "정장"))), ("name", "negation")),
    C("'일경험' 청년정책 중 오늘 접수 중인 것 알려줘, 상시는 빼고", "plcyNm 일경험, open", both(contains("plcyNm", "일경험"), is_open), ("name", "deadline")),
    C("이름에 청년도전이 들어가는 청년정책 중 마감된 게 몇 개야", "plcyNm 청년도전, ended", both(contains("plcyNm", "청년도전"), ended), ("name", "ended", "count"), True),
    C("이번 달에 등록된 청년정책은 몇 개야?", "frstRegDt 2026-07", begins("frstRegDt", "2026-07"), ("registered", "count"), True),
    C("지난달에 등록된 청년정책 중 지금 접수 중인 거. 상시 빼고", "frstRegDt 2026-06, open", both(begins("frstRegDt", "2026-06"), is_open), ("registered", "deadline")),
    C("2025년 3월에 등록된 청년정책 몇 개?", "frstRegDt 2025-03", begins("frstRegDt", "2025-03"), ("registered", "count"), True),
    C("어제 등록된 청년정책 있어?", "frstRegDt 2026-07-11", begins("frstRegDt", "2026-07-11"), ("registered", "empty")),
    C("최근 일주일 사이에 수정된 청년정책 몇 개?", "lastMdfcnDt 07-05..07-12", lambda r: "2026-07-05" <= r["lastMdfcnDt"][:10] <= "2026-07-12", ("modified", "count"), True),
    C("다음 달에 접수가 시작되는 청년정책은?", "starts in Aug", starts("20260801", "20260831"), ("future",)),
    C("아직 접수가 시작되지 않은 청년정책이 전부 몇 개야", "all starts later", unopened, ("future", "count"), True),
    C("곧 접수가 열릴 예정인 청년정책 알려줘", "upcoming", upcoming, ("future",)),
    C("이번 주 안에 마감되는 청년정책 있니", "closes by Sunday 0712", closes_by("20260712"), ("deadline",)),
    C("다음 주에 마감되는 청년정책 알려줘", "ends 0713..0719", ends("20260713", "20260719"), ("deadline",)),
    C("지난달에 접수가 끝난 서울만 대상 청년정책", "only 11, ends in June", both(only("11"), ends("20260601", "20260630")), ("region", "past")),
    C("올해 12월 31일에 마감되는 인천만 대상인 청년정책 몇 개?", "only 28, ends 1231", both(only("28"), ends("20261231", "20261231")), ("region", "deadline", "count"), True),
    C("오늘 마감되는 청년정책은?", "ends today", ends("20260712", "20260712"), ("deadline",)),
    C("일주일 안에 마감되는 일자리 분야 청년정책", "closes by 0719, lclsfNm 일자리", both(closes_by("20260719"), contains("lclsfNm", "일자리")), ("deadline", "category")),
    C("7월 31일에 마감되는 청년정책 몇 개?", "ends 0731", ends("20260731", "20260731"), ("deadline", "count"), True),
    C("2026년 1월 1일에 접수를 시작한 청년정책은 몇 개야", "starts 20260101", starts("20260101", "20260101"), ("past", "count"), True),
    C("신청 링크가 있는 청년정책 중 지금 접수 중인 건 몇 개? 상시 제외", "aplyUrlAddr, open", both(lambda r: bool(r["aplyUrlAddr"].strip()), is_open), ("link", "deadline", "count"), True),
    C("서울만 대상인 청년정책 중 마감이 가장 빠른 것 하나", "only 11, first end to come", only("11"), ("superlative", "deadline"), False, (next_end, False, 1)),
    C("지금 접수 중인 청년정책 몇 개야? 상시까지 합쳐서", "open or always", open_or_always, ("deadline", "count"), True),
    C("청년정책 중 상시가 아닌데 지금 접수 중인 건 몇 개?", "open", is_open, ("deadline", "count"), True),
    C("사업기간이 올해 끝나는 전남광주통합특별시 주관 청년정책 몇 개?", "bizPrdEndYmd 2026, agency", both(begins("bizPrdEndYmd", "2026"), is_("sprvsnInstCdNm", "전남광주통합특별시")), ("business", "agency", "count"), True),
]  # fmt: skip
