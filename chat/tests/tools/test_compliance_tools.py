"""Tools that guard: personal data, claims, sources, suspicious messages."""

from __future__ import annotations

from datetime import date

import pytest

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus
from chat.tests.tools.family import asking
from policies.guides.scams import LinkKind, links_in, suspicion
from policies.models import PolicyVersion
from policies.tests.factories import AGE_RULE, make_policy

pytestmark = pytest.mark.django_db
SCAM = "[복지부] 지원금 대상입니다. https://gov.kr.pay-now.top 에서 인증번호를 입력하세요"


def test_personal_data_is_masked_and_never_handed_back() -> None:
    text = "제 번호는 010-1234-5678이고 기초연금 334,810원, 상담은 129예요"
    result = run_tool("mask_personal_data", {"text": text}, asking())
    assert "1234" not in result.model_dump_json()
    assert "334,810원" in result.items[0].content
    assert "129" in result.items[0].content
    assert result.total == 1
    nothing = run_tool("mask_personal_data", {"text": "기초연금 받고 싶어요"}, asking())
    assert nothing.status is ResultStatus.NOT_FOUND
    masked = run_tool("mask_personal_data", {"text": "제 번호는 [전화번호]예요"}, asking())
    assert "이미 가려" in masked.summary


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (SCAM, ["112", "1332", "118", "129"]),
        ("수수료 3만원을 먼저 입금하시면 지원금을 드립니다", ["112", "1332", "129"]),
        ("통장이랑 체크카드를 택배로 보내 주세요", ["112", "1332", "129"]),
        ("팀뷰어를 설치하시면 대신 신청해 드려요", ["112", "118", "129"]),
        ("비밀\u200b번호를 알려 주세요", ["112", "1332", "129"]),
        ("소비쿠폰 신청은 bit.ly/abc", ["118", "129"]),
    ],
)
def test_signs_of_fraud_lead_to_the_right_numbers(text: str, numbers: list[str]) -> None:
    result = run_tool("check_suspicious_message", {"text": text}, asking())
    assert "사기일 가능성이 커요" in result.summary
    assert [item.id for item in result.items if item.kind == "office"] == numbers
    assert all(item.url for item in result.items if item.kind == "sign")


@pytest.mark.parametrize(
    "text",
    [
        "신분증을 가지고 주민센터로 오세요",
        "지원금은 매월 25일 통장으로 입금됩니다",
        "통장 사본을 주민센터에 내야 합니다",
        "문의는 129로 전화하세요",
    ],
)
def test_no_sign_is_never_called_safe(text: str) -> None:
    result = run_tool("check_suspicious_message", {"text": text}, asking())
    assert result.total == 0
    assert "안전하다고 말씀드릴 수는 없어요" in result.summary
    assert [item.id for item in result.items] == ["129"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("https://www.bokjiro.go.kr/ssis", [LinkKind.OFFICIAL]),
        ("www.gov.kr에서", [LinkKind.OFFICIAL]),
        ("https://bokjiro.go.kr.evil.com/x", [LinkKind.FOREIGN]),
        ("https://fake-go.kr/x", [LinkKind.FOREIGN]),
        ("ｈｔｔｐｓ：／／ｅｖｉｌ．ｃｏｍ", [LinkKind.FOREIGN]),  # noqa: RUF001
        ("han.gl/abc", [LinkKind.SHORTENED]),
        ("hong@example.com 은 편지 주소", []),
    ],
)
def test_links_are_told_by_the_end_of_their_host(text: str, kinds: list[LinkKind]) -> None:
    found = suspicion(text).links
    assert [link.kind for link in found] == kinds


def test_a_host_counts_once() -> None:
    assert len(list(links_in("https://a.com/1 https://A.com/2"))) == 1


def test_a_claim_is_held_against_the_official_text() -> None:
    text = "만 65세 이상 어르신에게 매달 30만원을 드립니다."
    make_policy("어르신 수당", sections={"benefit": text})
    given = {"policy": "어르신 수당", "claim": "만 65세 이상에게 매달 30만원을 줍니다"}
    result = run_tool("check_claim", given, asking())
    assert result.items[0].metadata["claim"] in {"supported", "partly"}
    version = PolicyVersion.objects.get(pk=result.items[0].version_id)
    assert version.sections["benefit"][result.items[0].start : result.items[0].end] == text
    for claim in ("만 60세 이상 어르신에게 줍니다", "어르신에게 매달 40만원을 드립니다"):
        wrong = run_tool("check_claim", {**given, "claim": claim}, asking())
        assert wrong.items[0].metadata["claim"] == "otherwise"
    other = run_tool("check_claim", {**given, "claim": "휠체어를 빌려준다"}, asking())
    assert other.status is ResultStatus.NOT_FOUND
    assert "거짓이라는 뜻은 아니에요" in other.notices[0]


def test_the_age_of_a_policy_and_of_its_sources_is_told() -> None:
    policy = make_policy("어르신 수당", rule=AGE_RULE)
    version = policy.current_version
    assert version is not None
    policy.source = "gov24"
    policy.save()
    old = run_tool("check_source_freshness", {"policy": "어르신 수당"}, asking())
    assert old.items[0].metadata["stale"] is True
    assert "바뀌었을 수 있어요" in old.summary
    version.collected_on = date(2026, 11, 29)
    version.save()
    new = run_tool("check_source_freshness", {}, asking())
    assert "약속한 주기 안" in new.summary
    assert new.items[0].metadata == {"count": 1, "newest": "2026-11-29", "stale": False}


def test_coverage_counts_what_is_held() -> None:
    empty = run_tool("get_data_coverage", {}, asking())
    assert empty.status is ResultStatus.UNAVAILABLE
    make_policy("전국 정책", rule=AGE_RULE)
    make_policy("동작 정책", region=("서울특별시", "동작구"))
    result = run_tool("get_data_coverage", {}, asking())
    assert result.total == 2
    assert "전국 정책이 1건이고, 1건은" in result.summary
    regions = {i.id: i.metadata["count"] for i in result.items if i.id.startswith("지역")}
    assert regions == {"지역:서울특별시": 1}
