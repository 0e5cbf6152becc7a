"""Reports of the chat's suites as lines for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.agent.understanding.model_facts import REFUSAL_LABELS, RESULT_LABELS
from policies.evals.tables import metric_table

SHOWN = 30


def answer_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics, kinds of absence, and the cases that failed."""
    lines = [*metric_table(report), f"살핀 문장: {report['claims']}개"]
    for kind, got in report["absences"].items():
        told = ", ".join(f"{name} {count}" for name, count in got.items())
        lines.append(f"답이 없는 질문({kind}): {told}")
    failures = report["failures"]
    lines.append(f"실패: {len(failures)}건")
    lines += [f"  {row['id']} {row['question']} → {row['got']}" for row in failures[:SHOWN]]
    return lines


def extraction_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics, the keys that lose most, and the cases that failed."""
    lines = [*metric_table(report), *_model_lines(report["model"])]
    weak = sorted(report["by_key"].items(), key=lambda pair: pair[1]["f1"])
    lines += [
        f"  {key}: 정밀도 {rates['precision']:.3f} 재현율 {rates['recall']:.3f}"
        for key, rates in weak
        if rates["f1"] < 1
    ]
    failures = report["failures"]
    lines.append(f"실패: {len(failures)}건")
    for row in failures[:SHOWN]:
        lines.append(f"  {row['id']} {' / '.join(row['turns'])}")
        lines.append(f"    놓침: {', '.join(row['expected'])} · 잘못 읽음: {', '.join(row['got'])}")
    return lines


def _model_lines(model: Mapping[str, Any] | None) -> list[str]:
    """What became of the model's facts, [] where it was not asked."""
    if model is None:
        return []
    results = {kind: count for kind, count in model["results"].items() if count}
    told = [f"{RESULT_LABELS[kind]} {count}" for kind, count in results.items()]
    reasons = [f"{REFUSAL_LABELS[kind]} {count}" for kind, count in model["refused"].items()]
    read = sum(results.values())
    lines = [
        f"모델({model['name']})이 읽은 사실: {read}개 중 {model['accepted']}개 인정"
        f" ({', '.join(told) or '없음'})",
        f"거절한 까닭: {', '.join(reasons) or '없음'}",
    ]
    failures = [f"{reason} {count}" for reason, count in model["failures"].items()]
    return [*lines, f"답하지 못한 까닭: {', '.join(failures)}"] if failures else lines


def routing_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics of turns, ways taken for others, and the cases that failed."""
    lines = metric_table(report)
    told = ", ".join(f"{pair} {count}" for pair, count in report["confused"].items())
    lines.append(f"헷갈린 갈래: {told or '없음'}")
    lines.append(f"실패: {len(report['failures'])}건")
    for row in report["failures"]:
        wanted, got = row["expected"], row["got"]
        wrong = [f"{key} {wanted[key]}→{got[key]}" for key in wanted if wanted[key] != got[key]]
        lines.append(f"  {row['id']} {row['utterance']}: {', '.join(wrong)}")
    return lines


def scenario_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics, kinds of fault, and each turn that failed."""
    lines = [*metric_table(report), f"대화 차례: {report['turns']}개"]
    lines += [f"  {kind}: {count}" for kind, count in report["kinds"].items()]
    for row in report["failures"]:
        lines.append(f"  {row['id']} {row['user']}")
        lines += [f"    {text}" for text in row["expected"]]
    return lines


def tool_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics of the three ways, what is taken for what, and the cases that failed."""
    lines = metric_table(report)
    if report["unregistered"]:
        lines.append(f"아직 없는 도구의 카드: {', '.join(report['unregistered'])}")
    for way, pairs in report["confused"].items():
        told = ", ".join(f"{pair} {count}" for pair, count in list(pairs.items())[:SHOWN])
        lines.append(f"헷갈린 짝({way}): {told or '없음'}")
    for title, name in (("실패", "failures"), ("카드만 쓸 때 실패", "card_failures")):
        lines.append(f"{title}: {len(report[name])}건")
        lines += [
            f"  {row['id']} {row['utterance']} → {', '.join(row['got'][:3]) or '없음'}"
            f" (정답 {row['expected'] or '없음'})"
            for row in report[name]
        ]
    return lines
