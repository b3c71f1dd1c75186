"""An option that is given without a value, as by a variable of a shell that is not set, is wrong use: everywhere."""

from __future__ import annotations

import pytest

from trueness.commands.asking import Plain
from trueness.commands.listing import COMMANDS, loaded
from trueness.errors import ArgumentError


def commands():
    """Yield every command as it is asked each of its questions, and those of groups, each with its name."""
    for name, one in COMMANDS.items():
        for question in one.questions:
            found = loaded(name, question.asks)
            inner = getattr(found, "commands", None)
            if inner is None:
                yield f"{name} {question.asks}".strip(), found
            else:
                yield from ((f"{name} {key}", member) for key, member in inner.items())


ALL = dict(commands())


@pytest.mark.parametrize("name", ALL)
def test_no_option_takes_an_empty_value(name):
    command = ALL[name]
    assert isinstance(command, Plain)
    # typer's own, of which the parser that is asked is made
    context = command.context_class(command, info_name=name)
    options = [
        one for one in command.get_params(context) if one.param_type_name == "option" and not one.is_flag
    ]
    for one in options:
        flag = max(one.opts, key=len)
        values = ["", "  ", "\t"] if not one.multiple else ["", " ", ",", " , ,"]
        for words in [[flag, value] for value in values] + [[f"{flag}="]]:
            with pytest.raises(ArgumentError, match=f"^{flag} is empty"):
                command.parse_args(context, ["x", *words])
        if one.multiple:
            with pytest.raises(ArgumentError, match=f"^{flag} is empty"):
                command.parse_args(context, ["x", flag, "a", flag, ""])


def test_many_options_are_tried():
    assert len(ALL) > 25


@pytest.mark.parametrize(
    "words",
    [
        ("judge", "scores.csv", "--human", "relevance", "--gate", ""),
        ("compare", "scores.csv", "--human", ""),
        ("compare", "scores.csv", "--out", ""),
        ("score", "scores.csv", "--metrics", "bleu", "--judge-url", ""),
        ("data", "list", "--json", "--cache="),
        ("rerun", ""),
        ("check", ""),
    ],
)
def test_the_status_is_that_of_wrong_use(run, scores, words):
    outcome = run(*words)
    assert outcome.status == 2
    assert "is empty" in outcome.err or "No such option" in outcome.err
