"""Reports of the suites as lines for the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from policies.vocabulary import VERDICT_LABELS, Verdict

_NARROWEST = 7
_LABEL = 38
# Losing questions shown on the terminal; the JSON report has them all.
LOSING = 40
_TAGS = 15
_CLAUSES = 10
_PHRASES = 8
_SHARES = {
    "accuracy": "정확도",
    "false_likely": "잘못 된다고 함",
    "false_unlikely": "잘못 안 된다고 함",
}
_BAR = "─" * 72


def metric_table(report: Mapping[str, Any]) -> list[str]:
    """Metrics of Poly and of the baselines, one way a line."""
    names = list(report["metrics"])
    widths = [max(_NARROWEST, len(name)) for name in names]
    head = (f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"{report['suite']}: {report['cases']}문제", " ".join([" " * _LABEL, *head])]
    for label, metrics in {"poly": report["metrics"], **report["baselines"]}.items():
        values = (f"{metrics[n]:{width}.4f}" for n, width in zip(names, widths, strict=True))
        lines.append(" ".join([f"{label:{_LABEL}}", *values]))
    return lines


def retrieval_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics and baselines, the metrics of each kind of question, and the losing questions."""
    lines = metric_table(report)
    if report["kinds"]:
        lines += _title("질문 종류별")
    for name, metrics in report["kinds"].items():
        values = " ".join(f"{key} {metrics[key]:.4f}" for key in report["metrics"])
        lines.append(f"{name:{_LABEL}} {metrics['cases']:5d}문제  {values}")
    lines += _title(f"첫째로 찾지 못한 질문 {len(report['failures'])}개")
    for one in report["failures"][:LOSING]:
        place = f"{one['place']}째" if one["place"] else "없음"
        lines.append(f"{one['id']} ({place}) {one['question']}")
        lines.append(
            f"    정답 {', '.join(one['expected'])} / 첫째 {one['got'][0] if one['got'] else '-'}"
        )
    return lines


def eligibility_lines(report: Mapping[str, Any]) -> list[str]:
    """The whole report of the eligibility suite."""
    return [
        *metric_table(report),
        *_intervals(report),
        *_confusion(report["confusion"]),
        *_tags(report["by_tag"]),
        *_clauses(report["failing_clauses"]),
        *_coverage(report["coverage"]),
        *_ages(report["age_agreement"]),
    ]


def _title(text: str) -> list[str]:
    return ["", text, _BAR]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _row(cells: Iterable[Any], widths: Sequence[int]) -> str:
    """First cell to the left, the others to the right; Hangul takes two columns."""
    texts = [str(cell) for cell in cells]
    gaps = [" " * max(0, width - _width(text)) for text, width in zip(texts, widths, strict=True)]
    return " ".join(
        [texts[0] + gaps[0], *(g + t for g, t in zip(gaps[1:], texts[1:], strict=True))]
    )


def _percent(share: float) -> str:
    return f"{share * 100:.1f}%"


def _span(pair: Sequence[float]) -> str:
    return f"{pair[0] * 100:.1f}~{pair[1] * 100:.1f}%"


def _intervals(report: Mapping[str, Any]) -> list[str]:
    texts = report["by_text"]
    widths = (20, 8, 18, 22)
    rows = [
        (label, _percent(report["metrics"][name]), _span(report["intervals"][name]))
        for name, label in _SHARES.items()
    ]
    spread = ", ".join(f"{right}: {count}개" for right, count in texts["spread"].items())
    return [
        *_title("95% 구간"),
        _row(("", "값", "사례 기준(Wilson)", "원문 기준(재추출)"), widths),
        *(
            _row((*row, _span(texts["intervals"][name])), widths)
            for row, name in zip(rows, _SHARES, strict=True)
        ),
        f"원문 {texts['texts']}개에서 맞힌 사례 수: {spread}",
    ]


def _confusion(table: Mapping[str, Mapping[str, int]]) -> list[str]:
    widths = (24, *(18 for _ in Verdict))
    heads = [VERDICT_LABELS[verdict] for verdict in Verdict]
    return [
        *_title("판정 비교 (줄: 정답, 칸: 답)"),
        _row(("", *heads), widths),
        *(
            _row((VERDICT_LABELS[expected], *(table[expected][got] for got in Verdict)), widths)
            for expected in Verdict
        ),
    ]


def _tags(tags: Mapping[str, Mapping[str, Any]]) -> list[str]:
    widths = (22, 5, 8, 16, 16, 18)
    head = ("", "사례", *list(_SHARES.values())[:1], "95% 구간", *list(_SHARES.values())[1:])
    rows = [
        _row(
            (
                tag,
                row["n"],
                _percent(row["accuracy"]),
                _span(row["intervals"]["accuracy"]),
                _percent(row["false_likely"]),
                _percent(row["false_unlikely"]),
            ),
            widths,
        )
        for tag, row in list(tags.items())[:_TAGS]
    ]
    return (
        [*_title(f"어려움 종류별 (많은 순 {_TAGS}가지)"), _row(head, widths), *rows] if rows else []
    )


def _clauses(clauses: Sequence[Mapping[str, Any]]) -> list[str]:
    if not clauses:
        return []
    lines = _title("틀린 판정을 이끈 조건")
    for clause in clauses[:_CLAUSES]:
        confused = ", ".join(f"{pair} {count}" for pair, count in clause["confused"].items())
        lines.append(f"{clause['criterion']}: 사례 {clause['cases']}건 ({confused})")
        said = [each["quote"] for each in clause["quotes"] if each["quote"]][:3]
        lines.extend(f"    ‘{' '.join(quote.split())[:70]}’" for quote in said)
    return lines


def _coverage(figures: Mapping[str, Mapping[str, Any]] | None) -> list[str]:
    lines = _title("원문 이해율")
    if figures is None:
        return [
            *lines,
            "재지 않았습니다. --corpus 에 공개 자료 폴더를 주면 함께 잽니다(--no-coverage 없이).",
        ]
    widths = (34, 6, 6, 10, 8, 8, 6, 6, 6, 10)
    heads = ("정책", "규칙", "남김 없음", "조건", "구절", "유형", "자유", "못 읽음", "ms(중앙)")
    lines.append(_row(("", *heads), widths))
    lines.extend(
        _row(
            (
                "모두" if name == "all" else name,
                row["policies"],
                row["with_rule"],
                _percent(row["nothing_unread"]),
                _percent(row["criteria_read"]),
                _percent(row["spans_read"]),
                row["typed"],
                row["free"],
                row["unparsed"],
                row["time"]["p50_ms"] if row["time"] else "-",
            ),
            widths,
        )
        for name, row in figures.items()
    )
    lines.append("조건·구절: 사실과 맞대어 볼 수 있게 읽은 비율, 자유: 원문 그대로 묻는 조건")
    unread = figures["all"]["unread_phrases"][:_PHRASES]
    said = (f"‘{each['text'][:24]}’ {each['policies']}" for each in unread)
    return [*lines, f"자주 못 읽은 구절: {', '.join(said)}"]


def _ages(figures: Mapping[str, Any] | None) -> list[str]:
    if figures is None or not figures["stated"]:
        return []
    return [
        *_title("나이: 기관이 표시한 값(JA0110·JA0111)과 견줌 (참고: 표시값은 정확하지 않음)"),
        f"원문에 나이가 있는 서비스 {figures['stated']}개: 표시 없음 {figures['no_code']}, "
        f"나이를 못 읽음 {figures['no_rule_age']}, 견줌 {figures['compared']}",
        f"같음 {figures['exact']} ({_percent(figures['exact_share'])}), "
        f"한 살 안 {figures['within_one']}, 다름 {figures['differs']}",
    ]
