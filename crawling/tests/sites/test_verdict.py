"""Pages that are policies and pages that are none, by signs a person can follow."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from config.runtime.paths import PROJECT
from crawling.extraction.blocks import BlockKind, PageBlock
from crawling.extraction.boilerplate import (
    page_manager,
    template_lines,
    without_boilerplate,
)
from crawling.extraction.sections import page_sections, section_label
from crawling.extraction.verdict import page_verdict
from crawling.sources.sites.collected import text_blocks
from crawling.tests.sites.pages import collected_rows
from policies.vocabulary import Section

COLLECTED = PROJECT.parent / "shared" / "data" / "seoul_gu_health_centers"
LABELS = Path(__file__).with_name("labels.tsv")


def lines(*texts: str, kind: BlockKind = BlockKind.PARAGRAPH) -> list[PageBlock]:
    return [PageBlock(kind, text) for text in texts]


@pytest.mark.parametrize(
    ("title", "texts", "reason"),
    [
        ("공지사항", ["새 소식입니다. " * 10], "게시판·자료실입니다"),
        (
            "오시는 길",
            ["지하철 2호선 1번 출구에서 걸어서 5분 거리에 있습니다. " * 4],
            "위치·현황 안내입니다",
        ),
        ("난임부부 지원", ["준비 중입니다."], "본문이 거의 없습니다"),
        (
            "안내",
            ["Health center information for foreign residents. " * 5],
            "한국어 안내가 아닙니다",
        ),
        (
            "산후조리 지원",
            ["시스템 점검 중입니다. 이용에 불편을 드려 죄송합니다."],
            "오류·점검·로그인 화면입니다",
        ),
        (
            "장티푸스",
            ["장티푸스균의 감염 경로와 증상, 잠복기, 합병증, 예방수칙을 알아봅니다. " * 6],
            "질병·건강 정보입니다",
        ),
    ],
)
def test_pages_that_are_no_policy(title: str, texts: list[str], reason: str) -> None:
    verdict = page_verdict(lines(*texts), title=title)
    assert (verdict.policy, verdict.reason) == (False, reason)


def test_a_board_is_known_by_its_rows() -> None:
    rows = [
        "번호 | 제목 | 작성자 | 등록일",
        *(f"{n} | 글 {n} | 보건과 | 2026-05-0{n}" for n in (1, 2, 3)),
    ]
    verdict = page_verdict(lines(*rows, "다음 페이지 이동", kind=BlockKind.ROW), title="치매 소개")
    assert verdict.reason == "게시판 목록입니다"


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("□ 지원대상", Section.TARGET),
        ("1. 신청방법 :", Section.APPLICATION),
        ("[구비서류]", Section.DOCUMENTS),
        ("선정기준 및 지원내용", Section.BENEFIT),
        ("지원대상 및 내용", Section.BENEFIT),
        ("난임부부 지원대상", Section.TARGET),
        ("자주 묻는 질문", Section.FAQ),
        ("이 사업은 관내 어르신을 대상으로 합니다", None),
        ("보건소 소식", None),
    ],
)
def test_labels_of_sections(text: str, section: Section | None) -> None:
    assert section_label(text) is section


def test_sections_of_a_page() -> None:
    found = page_sections(
        lines(
            "난임부부 지원",
            "시술비를 지원합니다.",
            "○ 지원대상 : 난임부부",
            "신청기간",
            "연중",
            "문의: 02-1-2",
        ),
        title="난임부부 지원",
    )
    assert found == {
        Section.SUMMARY: "시술비를 지원합니다.",
        Section.TARGET: "난임부부",
        Section.APPLICATION: "신청기간\n연중",
        Section.CONTACT: "02-1-2",
    }


def test_what_every_page_has_belongs_to_none() -> None:
    pages = [lines("빠른 예약", "지원대상", f"대상 {n}", "만족도 조사", "끝") for n in range(9)]
    template = template_lines(pages)
    assert [block.text for block in without_boilerplate(pages[3], template=template)] == [
        "지원대상",
        "대상 3",
    ]
    assert template_lines(pages[:5]) == frozenset()


def test_who_keeps_a_page() -> None:
    found = page_manager(
        lines("담당부서 : 건강증진과", "연락처 : 02-330-1234", "최종수정일", "2026-05-04 10:00")
    )
    assert (found.department, found.phone) == ("건강증진과", "02-330-1234")
    assert str(found.updated_on) == "2026-05-04"


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the shared pages are not here")
@pytest.mark.parametrize("half", [0, 1])
def test_collected_pages_against_labels(half: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Half 0 was looked at while the signs were chosen, half 1 was only measured."""
    labels = dict(
        line.split("\t") for line in LABELS.read_text().splitlines() if not line.startswith("#")
    )
    by_file: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in collected_rows(COLLECTED):
        by_file[row["file"]].append(row)
    found: Counter[tuple[bool, bool]] = Counter()
    for rows in by_file.values():
        blocks = [text_blocks(row["raw_text"]) for row in rows]
        template = template_lines(blocks)
        for row, own in zip(rows, blocks, strict=True):
            label = labels.get(row["source_url"], "policy")
            digest = hashlib.sha256(row["source_url"].encode()).hexdigest()
            if label == "unclear" or int(digest, 16) % 2 != half:
                continue
            kept = without_boilerplate(own, template=template)
            found[page_verdict(kept, title=row["title"]).policy, label == "policy"] += 1
    right, wrong, missed = found[True, True], found[True, False], found[False, True]
    precision, recall = right / (right + wrong), right / (right + missed)
    with capsys.disabled():
        sys.stdout.write(
            f"\npolicy pages, half {half}: {sum(found.values())} pages, precision {precision:.3f},"
            f" recall {recall:.3f}, others known {found[False, False]}"
            f" of {found[False, False] + wrong}\n"
        )
    assert precision > 0.97
    assert recall > 0.97
    assert found[False, False] / (found[False, False] + wrong) > 0.88
