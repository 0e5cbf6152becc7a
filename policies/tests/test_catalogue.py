"""The catalogue: faults are named by file and line, and what ships is sound."""

from __future__ import annotations

from datetime import date
from functools import cache
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from policies.catalogue.load import LoadedCatalogue, load_catalogue
from policies.catalogue.records import SOURCE, entry_record
from policies.catalogue.schema import CatalogueEntry
from policies.eligibility.rule import rule_from_data, rule_leaves
from policies.models import DataVersion, Policy, PolicyRelation, PolicyVersion
from policies.retrieval.chunking import chunk_policy
from policies.retrieval.embedders import LocalEmbedder
from policies.services import catalogue_load, policy_load
from policies.services.embed import SHIPPED
from policies.tests.records import make_record
from policies.vocabulary import PolicyStatus

VALID = """\
id: sample-aid
name: 견본 지원금
agency: 보건복지부
year: 2026
themes: [생활지원]
summary: 견본입니다.
target: 만 65세 이상 어르신
benefit: 월 3만 원
application: 행정복지센터에 신청합니다.
contact:
  - {name: 보건복지상담센터, phone: '129'}
period: {kind: always, text: 연중}
sources:
  - {title: 복지로, url: 'https://www.bokjiro.go.kr', checked: 2026-06-12}
rule:
  all_of:
    - {criterion: age, min: 65, quote: 만 65세 이상}
"""


def write(folder: Path, text: str, name: str = "sample-aid.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@cache
def shipped() -> LoadedCatalogue:
    return load_catalogue()


@pytest.fixture
def entries() -> list[CatalogueEntry]:
    return list(shipped().entries.values())


def test_valid_entry_passes(tmp_path: Path) -> None:
    out = StringIO()
    call_command("check_catalogue", write(tmp_path, VALID), stdout=out)
    assert "카탈로그 1건 이상 없음" in out.getvalue()


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("year: 2026", "year: 올해", 4, "year"),
        ("year: 2026", "year: 1999", 4, "year"),
        ("themes: [생활지원]", "themes: [생활]", 5, "themes"),
        ("themes: [생활지원]", "themes: []", 5, "themes"),
        ("agency: 보건복지부", "agency: ''", 3, "agency"),
        ("agency: 보건복지부", "agency: [보건복지부]", 3, "agency"),
        ("year: 2026", "year: 2026\nunknown: 1", 5, "unknown"),
        ("year: 2026", "year: 2026\nname: 다시", 5, "'name' 가 두 번"),
        ("quote: 만 65세 이상", "quote: 만 60세 이상", 1, "quote 가 target 본문에 없습니다"),
        (", quote: 만 65세 이상", "", 1, "quote 가 없습니다"),
        ("criterion: age", "criterion: height", 17, "rule"),
        ("id: sample-aid", "id: other-aid", 1, "파일 이름(sample-aid)"),
        ("id: sample-aid", "id: Sample Aid", 1, "id"),
        ("kind: always", "kind: range", 12, "start 또는 end"),
        ("checked: 2026-06-12", "checked: 어제", 14, "checked"),
        ("'https://www.bokjiro.go.kr'", "복지로", 14, "url"),
        ("period: {", "related: [no-such]\nperiod: {", 12, "없는 정책 id 'no-such'"),
        ("period: {", "related: [sample-aid]\nperiod: {", 12, "없는 정책 id 'sample-aid'"),
        ("year: 2026", "year: [2026", 5, "YAML 오류"),
        ("period: {", "period: {kind: always, kind: always, ", 12, "'kind' 가 두 번"),
    ],
)
def test_fault_is_named_by_file_and_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in VALID
    path = write(tmp_path, VALID.replace(old, new, 1))
    errors = StringIO()
    with pytest.raises(CommandError, match="카탈로그 오류"):
        call_command("check_catalogue", path, stderr=errors)
    told = errors.getvalue()
    assert f"{path}:{line}: " in told
    assert message in told


def test_unreadable_files_are_faults_too(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("이름: 견본".encode("cp949"))
    paths = [latin, write(tmp_path, "", "empty.yaml"), write(tmp_path, "- 목록", "list.yaml")]
    problems = load_catalogue(paths).problems
    assert [problem.path.name for problem in problems] == ["latin.yaml", "empty.yaml", "list.yaml"]
    assert "UTF-8" in problems[0].message


def test_two_files_with_one_id_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    paths = [write(tmp_path, VALID), write(tmp_path / "a", VALID)]
    assert "겹칩니다" in load_catalogue(paths).problems[0].message


def test_missing_file_is_an_error() -> None:
    with pytest.raises(CommandError, match="파일이 없습니다"):
        call_command("check_catalogue", Path("/none/such.yaml"))


def test_an_entry_without_rule_says_why(tmp_path: Path) -> None:
    text = VALID.split("rule:", maxsplit=1)[0]
    assert "rule_note" in load_catalogue([write(tmp_path, text)]).problems[0].message
    noted = write(tmp_path, text + "rule_note: 지자체마다 다릅니다\n")
    assert not load_catalogue([noted]).problems


def test_shipped_entries_are_valid_and_many(entries: list[CatalogueEntry]) -> None:
    assert not shipped().problems
    national = [entry for entry in entries if entry.region is None]
    districts = [e.region.sigungu for e in entries if e.region and e.region.sido == "서울특별시"]
    assert len(national) >= 80
    assert len([name for name in districts if name]) >= 30
    assert "동작구" in districts
    assert len({entry.name for entry in national}) == len(national)


def test_every_quote_stands_in_its_stored_section(entries: list[CatalogueEntry]) -> None:
    for entry in entries:
        record = entry_record(entry)
        if entry.rule is None:
            assert entry.rule_note
            continue
        for leaf in rule_leaves(rule_from_data(record.rule)):
            if leaf.quote:
                assert leaf.quote in record.sections[leaf.section], (entry.id, leaf.quote)
            else:
                assert leaf.criterion == "region"


def test_every_entry_says_where_it_is_from_and_when(entries: list[CatalogueEntry]) -> None:
    for entry in entries:
        for source in entry.sources:
            assert source.url.scheme == "https", entry.id
            assert date(2021, 1, 1) <= source.checked <= date(2026, 12, 31), entry.id
        record = entry_record(entry)
        assert record.detail_url.startswith("https://"), entry.id
        assert record.collected_on == max(source.checked for source in entry.sources)
        assert record.source_title


def test_local_rule_binds_its_region_first(entries: list[CatalogueEntry]) -> None:
    for entry in entries:
        if entry.region is None:
            continue
        rule = entry_record(entry).rule
        assert rule is not None
        first = rule["all_of"][0]
        assert (first["criterion"], first["sido"]) == ("region", entry.region.sido)
        assert first.get("sigungu") == entry.region.sigungu


def test_shipped_vectors_cover_the_catalogue(entries: list[CatalogueEntry]) -> None:
    wanted = {
        chunk.content_hash
        for entry in entries
        if (record := entry_record(entry))
        for chunk in chunk_policy(
            record.name, record.sections, keywords=[*record.aliases, *record.keywords]
        )
    }
    with np.load(SHIPPED) as data:
        model, known = str(data["model"]), set(data["hashes"].tolist())
        assert data["vectors"].shape == (len(known), LocalEmbedder.model.dimension)
    hint = "embeddings.npz is stale: run `manage.py load_catalogue --ship`"
    assert model == LocalEmbedder.model.key, hint
    stale = len(wanted - known)
    assert stale == 0, f"{stale} chunks have no vector; {hint}"


@pytest.mark.django_db
def test_loading_twice_changes_nothing_and_closes_what_left() -> None:
    total = len(shipped().entries)
    told: list[tuple[int, int]] = []
    counts = catalogue_load(progress=lambda done, whole: told.append((done, whole)))
    assert (counts["created"], counts["closed"]) == (total, 0)
    assert told[-1] == (total, total)
    assert PolicyRelation.objects.filter(kind=PolicyRelation.RELATED).exists()
    pension = Policy.objects.get(source=SOURCE, external_id="basic-pension")
    jobs = Policy.objects.get(source=SOURCE, external_id="senior-jobs")
    assert PolicyRelation.objects.filter(origin=pension, target=jobs).exists()
    dongjak = Policy.objects.in_region("서울특별시", "동작구").filter(nationwide=False)
    assert dongjak.exists()
    assert not dongjak.filter(regions__sigungu="강남구").exists()

    gone = policy_load(record=make_record("gone", source=SOURCE)).policy
    other = policy_load(record=make_record("other", source="gov24")).policy
    relations = PolicyRelation.objects.count()
    number = DataVersion.objects.get(group=SOURCE).number
    again = catalogue_load()
    assert (again["unchanged"], again["closed"]) == (total, 1)
    assert PolicyRelation.objects.count() == relations
    assert PolicyVersion.objects.filter(policy__source=SOURCE).count() == total + 1
    assert DataVersion.objects.get(group=SOURCE).number > number
    gone.refresh_from_db()
    other.refresh_from_db()
    assert (gone.status, other.status) == (PolicyStatus.CLOSED, PolicyStatus.OPEN)
