from __future__ import annotations

import time

import pytest

from trueness.errors import DataError, FormatError
from trueness.metrics.llm_judge import prompt_language
from trueness.metrics.llm_judge.prompt import Prompt


def filled(user, **texts):
    made = Prompt(user, "", pairs=False, where="x.toml")
    given = {"output": "one\ntwo", "references": ("r1", "r2"), "source": "s", **texts}
    return made.messages(given)[0]["content"]


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        (
            "{% for r in references %}{{ loop.index }}. {{ r }}\n{% endfor %}{{ output }}",
            "1. r1\n2. r2\none\ntwo",
        ),
        ("{{ references|join('; ') }}|{{ output|replace('\n', ' ')|upper }}", "r1; r2|ONE TWO"),
        ("{{ output|length }} {{ references[0] }} {{ output[:3] }}{{ output and '' }}", "7 r1 one"),
        (
            "{% if source is defined and references|length > 1 %}{{ output ~ '!' }}{% else %}no{% endif %}",
            "one\ntwo!",
        ),
        ("{% for k in range(3) %}{{ k + 1 }}{% endfor %}{{ output|indent(2) }}", "123one\n  two"),
        ("{{ 'a' if source == 's' else 'b' }}{{ output|tojson }}", 'a"one\\ntwo"'),
        ("{% for r in references if r != 'r1' %}{{ r }}{% endfor %}{{ output[:3] }}", "r2one"),
    ],
)
def test_what_prompts_need(user, expected):
    assert filled(user) == expected


@pytest.mark.parametrize(
    "user",
    [
        "{{ output }}{{ 10 ** 10 ** 10 }}",
        "{{ output * 1000000000 }}",
        "{{ '%1000000000d' % 1 }}{{ output }}",
        "{% set x = output %}{% set x = x ~ x %}{{ x }}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}{{ output }}",
        "{% for x in references recursive %}{{ loop(references) }}{% endfor %}{{ output }}",
        "{{ output|center(1000000000) }}",
        "{{ output|format }}",
        "{{ output|replace('o', output) }}",
        "{{ output|replace('', 'x') }}",
        "{{ output|replace('o', 'ooo') }}",
        "{{ output|indent(100000000) }}",
        "{{ output|tojson|tojson }}",
        "{{ output|join('long')|join('longer') }}",
        "{{ output|truncate(end='" + "x" * 101 + "') }}",
        "{{ output|map('center', 1000)|join }}",
        "{{ output.upper() }}",
        "{{ (references|join)|join }}{{ output }}",
        "{% include 'x' %}{{ output }}",
        "{% filter upper %}{{ output }}{% endfilter %}",
        "{{ {'a': output} }}",
    ],
)
def test_what_may_grow_or_go_on_is_not_in_the_language(user):
    with pytest.raises(
        FormatError, match=r"the prompt uses .* \(line 1 of it\), which is not in the language"
    ):
        Prompt(user, "", pairs=False, where="x.toml")


@pytest.mark.parametrize(
    "user",
    [
        "{{ output }}{% for i in range(99999) %}{% for k in range(99999) %}{% endfor %}{% endfor %}",
        "{{ output }}" + "{% for i in range(50000) %}{% endfor %}" * 3,
        "{{ output }}" + ("{% for c in '" + "x" * 400 + "' %}") * 4 + "{% endfor %}" * 4,
    ],
)
def test_loops_without_end_end(user):
    begun = time.monotonic()
    with pytest.raises(FormatError, match="its loops have more than 100,000 turns"):
        Prompt(user, "", pairs=False, where="x.toml")
    assert time.monotonic() - begun < 5


def test_loops_over_a_text_are_counted_when_it_is_there():
    user = "{% for a in output %}{% for b in output %}{% endfor %}{% endfor %}{{ output }}"
    assert filled(user, output="x" * 300)
    with pytest.raises(DataError, match="its loops have more than 100,000 turns"):
        filled(user, output="x" * 400)


def test_time_is_bounded(monkeypatch):
    monkeypatch.setattr(prompt_language, "SECONDS", -1.0)
    with pytest.raises(FormatError, match="it takes more than -1 seconds"):
        filled("{% for a in references %}{{ output }}{% endfor %}")


def test_what_counts_is_no_placeholder():
    with pytest.raises(FormatError, match="the prompt names '_steps'"):
        filled("{% for a in _steps %}{{ output }}{% endfor %}")
