"""The report of `benchmark search --scale` as lines for the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

# Nobody waits for more: a load of this size takes hours.
MOST_CHUNKS = 5_000_000
_SCALE = re.compile(r"(\d+)([kKmM]?)")
_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000}
_NAMES = {
    "poly": "Poly 검색",
    "forerunner": "제목 벡터 12개 + 재정렬",
    "forerunner_vectors_only": "  그중 벡터만",
    "exact": "BM25 SQL (그대로)",
    "in_use": "BM25 SQL (쓰는 것)",
    "ts_rank_cd": "ts_rank_cd + GIN",
    "bm25s": "bm25s (프로세스 안)",
}


def parse_scales(text: str) -> list[int]:
    """ "10k,100k,1M" as numbers of chunks, smallest first. Raises ValueError."""
    scales = set()
    for part in text.split(","):
        match = _SCALE.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"10k,100k,1M 처럼 적어 주세요: {text}")
        number = int(match.group(1)) * _FACTORS[match.group(2).lower()]
        if not 1 <= number <= MOST_CHUNKS:
            raise ValueError(f"1에서 {MOST_CHUNKS:,} 사이로 적어 주세요: {part.strip()}")
        scales.add(number)
    return sorted(scales)


def scale_lines(report: dict[str, Any]) -> list[str]:
    """A table a scale, then how the medians grow."""
    lines: list[str] = []
    for scale in report["scales"]:
        lines += _scale(scale)
    for step, ways in report["growth_p50"].items():
        lines.append(f"p50 증가 {step}: " + ", ".join(f"{n} ×{v}" for n, v in ways.items()))
    return lines


def _scale(scale: dict[str, Any]) -> list[str]:
    cold = scale["cold"]
    title = f"조각 {scale['chunks']:,} · 정책 {scale['policies']:,} · 색인어 {scale['postings']:,}"
    lines = [
        "",
        title,
        _row(["방법", "p50", "p95", "n", "CPU", "찬 p50", "찬 p95", "첫 질문", "겹침@20"]),
    ]
    for name, warm in {**scale["warm"], **scale["lexical"]}.items():
        chill = cold.get("ways", {}).get(name, {})
        used = round(warm["python_cpu_ms"] + (warm["database_cpu_ms"] or 0.0), 1)
        values = [warm["p50_ms"], warm["p95_ms"], warm["n"], used]
        values += [chill.get(key, "–") for key in ("p50_ms", "p95_ms", "first_p50_ms")]
        lines.append(_row([_NAMES[name], *values, warm.get("overlap_at_20", "")]))
    if not cold["measured"]:
        lines.append(f"찬 상태는 재지 못함: {cold['reason']}")
    elif not cold["cache_dropped"]:
        lines.append("찬 상태: 서버만 다시 시작했고, 운영체제의 캐시는 비울 수 없었습니다.")
    vector = scale["preparing_a_question"]["vector"]["p50_ms"]
    lines.append(f"질문 벡터 p50 {vector} ms (모든 방법에 같고 위에는 들어 있지 않음)")
    lines.append(f"Poly / 제목 벡터 p50 비: {scale['ratio_to_forerunner_p50']}")
    found = scale["vector_index"]
    widths = [key for key in found if key.startswith("ef_")]
    told = ", ".join(
        f"{w} {found[w]['recall']} ({found[w]['p50_ms']} ms, 색인 사용 {found[w]['by_index']:.0%})"
        for w in widths
    )
    lines.append(f"벡터 색인 재현율@{found['chunks']}: {told}, 전수 {found['exact']['p50_ms']} ms")
    built = scale["lexical"]["bm25s"]
    lines.append(
        f"bm25s: 다시 만들기 {built['rebuild_after_a_change_s']}초, 색인 {built['index_mb']} MB, "
        f"프로세스 +{built['process_growth_mb']} MB; SQL 반영 "
        f"{scale['publish_a_change']['postings']['p50_ms']} ms"
    )
    return lines


def _row(cells: Sequence[Any]) -> str:
    first = str(cells[0])
    # Hangul takes two columns.
    wide = sum(1 for letter in first if "가" <= letter <= "힣")
    return first + " " * max(1, 26 - len(first) - wide) + "".join(f"{c!s:>10}" for c in cells[1:])
