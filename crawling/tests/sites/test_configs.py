"""The shipped sites, and files that describe none."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings

from config.runtime.paths import PROJECT
from crawling.errors import RecordError, RecordSkipped, SnapshotError
from crawling.services import snapshot_import
from crawling.sources.registry import CRAWLERS, SOURCES
from crawling.sources.sites.adapter import SiteSource
from crawling.sources.sites.collected import collected_pages
from crawling.sources.sites.site import read_site, sites
from policies.models import Policy

COLLECTED = PROJECT.parent / "shared" / "data" / "seoul_gu_health_centers"
GOOD = """name: some_town
title: 어느 누리집
publisher: 서울특별시 동작구보건소
sido: 서울특별시
sigungu: 동작구
hosts: [www.example.kr]
start: ['https://www.example.kr/health/']
allow: ['^/health/']
"""


def test_every_shipped_site_is_registered_and_has_a_promise() -> None:
    assert len(sites()) == 13
    for name, site in sites().items():
        assert name in CRAWLERS
        assert name in SOURCES
        assert name in settings.SOURCE_PROMISES
        assert CRAWLERS[name].rules.obey_robots
        assert CRAWLERS[name].rules.hosts == site.hosts
    districts = [site.sigungu for site in sites().values() if site.sigungu]
    assert len(set(districts)) == 11


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("^/health/", "^/health/(", "정규식이 아닙니다"),
        ("https://www.example.kr/health/", "www.example.kr", "주소가 아닙니다"),
        ("https://www.example.kr/health/", "https://other.kr/", "hosts에 없습니다"),
        ("sigungu: 동작구", "sigungu: 없는구", "지역을 모릅니다"),
        ("title: 어느 누리집", "title: 어느 누리집\nunknown: 1", "unknown"),
        ("name: some_town", "name: Some Town", "name"),
        ("hosts: [www.example.kr]", "hosts: []", "hosts"),
        ("name: some_town", "name: [", "읽을 수 없습니다"),
    ],
)
def test_a_wrong_file_is_refused_in_korean(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert read_site(path).region is not None
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(SnapshotError, match=told):
        read_site(path)


def test_collected_text_is_read(tmp_path: Path) -> None:
    site = sites()["gangnam_health"]
    row = {
        "title": "유축기 대여",
        "source_url": "https://health.gangnam.go.kr/web/business/moja/sub99.do#a",
        "raw_text": "본문\n유축기 대여\n지원대상\n출산 후 6개월 이내의 강남구 산모\n신청방법\n"
        "보건소 3층에 전화로 예약한 뒤 신분증을 가지고 방문해 주세요.\n[표 시작]\n비용 | 무료"
        "\n------\n[표 끝]\n담당부서\n건강관리과\n전화번호\n02-111-2222",
    }
    other = {**row, "source_url": "https://www.example.kr/"}
    text = json.dumps([row, other, row], ensure_ascii=False).replace("전화로", "전화\\-로")
    (tmp_path / "pages.json").write_text(text, encoding="utf-8")
    (tmp_path / "others.json").write_text("{broken", encoding="utf-8")
    (page,) = collected_pages(tmp_path, site)
    assert page.manager.phone == "02-111-2222"
    (item,) = SiteSource(site).read(tmp_path)
    record = SiteSource(site).parse(item, collected_on=date(2025, 11, 3))
    assert record.external_id == "/web/business/moja/sub99.do"
    with pytest.raises(SnapshotError, match="페이지가 없습니다"):
        collected_pages(tmp_path, sites()["gwanak_health"])


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the shared pages are not here")
def test_collected_pages_of_all_sites_are_accounted_for() -> None:
    """772 pages: those of the sites' own hosts and menus are a policy or skipped, none fails."""
    published = skipped = 0
    for site in sites().values():
        source = SiteSource(site)
        for item in source.read(COLLECTED):
            try:
                record = source.parse(item, collected_on=date(2025, 11, 3))
            except RecordSkipped as error:
                skipped += bool(error.reason)
            except RecordError as error:
                pytest.fail(str(error))
            else:
                assert record.sections
                assert record.regions or not site.sido
                published += 1
    assert published + skipped == 740
    assert 640 <= published <= 665


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="the shared pages are not here")
@pytest.mark.django_db
def test_collected_pages_become_policies_of_their_district() -> None:
    run = snapshot_import(source="jongno_health", path=COLLECTED, embed=False)
    assert (run.total, run.created + run.skipped) == (41, 41)
    assert run.created >= 37
    assert all(reason["reason"].startswith("정책이 아닌") for reason in run.reasons)
    local = Policy.objects.in_region("서울특별시", "종로구").filter(source="jongno_health")
    assert local.count() == run.created
    assert not Policy.objects.in_region("부산광역시").filter(source="jongno_health").exists()
    again = snapshot_import(source="jongno_health", path=COLLECTED, embed=False)
    assert (again.created, again.unchanged) == (0, run.created)
