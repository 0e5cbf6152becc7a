"""Korean filters and page components."""

from __future__ import annotations

import pytest
from django.template import Context, Template, TemplateSyntaxError

from config.templatetags import ui


def render(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('{{ "나이"|josa:"을/를" }}', "나이를"),
        ("{{ 2470000|won }}", "2,470,000원"),
        ('{{ "2026-06-12"|kdate }}', "2026년 6월 12일"),
        ("{{ none|won }}{{ none|kdate }}", ""),
        ('{{ "region"|fact_prompt }}', "사는 곳은 "),
        ('{{ "javascript:alert(1)"|weblink }}', ""),
        ('{{ "https://www.gov.kr/"|weblink }}', "https://www.gov.kr/"),
    ],
)
def test_filters(source: str, expected: str) -> None:
    assert render(source, none=None) == expected


@pytest.mark.parametrize(
    "source",
    [
        "{% icon %}",
        '{% icon "nothing" %}',
        "{% verdict %}",
        "{% notice %}말{% endnotice %}",
        '{% notice "loud" %}말{% endnotice %}',
        "{% cited text %}",
    ],
)
def test_missing_and_wrong_arguments_raise(source: str) -> None:
    with pytest.raises((TemplateSyntaxError, ValueError)):
        render(source, text="말")


@pytest.mark.parametrize(
    ("text", "dialled"),
    [
        ("동작구 치매안심센터 02-598-6088", ["025986088"]),
        ("(02)120", ["02120"]),
        ("콜센터 1899-9988, 129", ["18999988", "129"]),
        ("1355", ["1355"]),
        ("02-820-9436~9", ["028209436"]),
        ("2026년 30,000원 12층", []),
    ],
)
def test_telephone_numbers(text: str, dialled: list[str]) -> None:
    html = ui.phones(text)
    assert [part.split('"')[0] for part in html.split('href="tel:')[1:]] == dialled


def test_text_of_others_is_escaped() -> None:
    assert "<b>" not in ui.phones("<b>129</b>")
    cited = ui.cited("<b>월 3만 원</b> [2]", "m1")
    assert "<b>" not in cited
    assert 'href="#m1-source-2"' in cited
