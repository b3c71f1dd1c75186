"""Prompts see the texts, and nothing else."""

from __future__ import annotations

import pytest

from trueness.errors import DataError, FormatError
from trueness.metrics.llm_judge import prompt
from trueness.metrics.llm_judge.prompt import Prompt


def filled(user, system="", **texts):
    made = Prompt(user, system, pairs=False, where="x.toml")
    return made.messages({"output": "o", "references": ("r1", "r2"), "source": "s", **texts})


def test_placeholders_are_filled_in_as_they_are():
    user = "{{ source }}|{{ output }}|{% for one in references %}[{{ one }}]{% endfor %}"
    assert filled(user, "Be fair to {{ output }}.", output="<b>&{{ x }}") == [
        {"role": "system", "content": "Be fair to <b>&{{ x }}."},
        {"role": "user", "content": "s|<b>&{{ x }}|[r1][r2]"},
    ]


def test_a_prompt_without_a_message_of_the_system():
    assert filled("{{ output }}") == [{"role": "user", "content": "o"}]


@pytest.mark.parametrize(
    "user",
    [
        "{{ output.__class__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}{{ output }}",
        "{{ output.format.__globals__ }}",
        "{{ references.__init__ }} {{ output }}",
    ],
)
def test_a_template_reaches_nothing_else(user):
    with pytest.raises(FormatError, match=r"filling in the prompt failed|not in the language"):
        Prompt(user, "", pairs=False, where="x.toml")


def test_a_template_reads_no_file():
    with pytest.raises(FormatError, match=r"the prompt uses include"):
        Prompt("{{ output }}{% include '/etc/hostname' %}", "", pairs=False, where="x.toml")


def test_an_endless_prompt_is_given_up(monkeypatch):
    monkeypatch.setattr(prompt, "LONGEST", 1000)
    with pytest.raises(FormatError, match=r"longer than 1,000 letters"):
        Prompt("{% for i in range(99999) %}{{ output }}{% endfor %}", "", pairs=False, where="x.toml")


def test_what_fails_on_some_texts_only_is_said_then():
    made = Prompt("{{ output }}{{ references[1] }}", "", pairs=False, where="x.toml")
    with pytest.raises(DataError, match=r"x.toml: filling in the prompt failed"):
        made.messages({"output": "o", "references": ("r1",), "source": None})


def test_pairs_have_placeholders_of_their_own():
    made = Prompt("{{ first }}{{ second }}", "", pairs=True, where="x.toml")
    assert (
        made.messages({"first": "a", "second": "b", "references": (), "source": None})[0]["content"] == "ab"
    )
    with pytest.raises(FormatError, match=r"must show '\{\{ second \}\}'"):
        Prompt("{{ first }}", "", pairs=True, where="x.toml")
    with pytest.raises(FormatError, match=r"names 'output'"):
        Prompt("{{ first }}{{ second }}{{ output }}", "", pairs=True, where="x.toml")
