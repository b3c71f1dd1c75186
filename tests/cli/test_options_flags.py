"""How options are typed, whatever names their arguments have."""

from __future__ import annotations

import inspect

from trueness.cli.options import SCORE, SOURCES, flag_of, option_flags, setting_options
from trueness.commands.compare import COMPARE
from trueness.commands.listing import COMMANDS, find_command
from trueness.studies.equivalence.settings import EquivalenceSettings


def test_how_an_option_is_typed():
    assert flag_of(COMPARE["stop_after"][0]) == "--stop-after"
    assert flag_of(SCORE["out"][0]) == "--out"
    assert flag_of(SOURCES["scores"][0]) is None


def test_by_the_names_of_arguments():
    assert option_flags({"scores": SOURCES["scores"], "test_over": COMPARE["test_over"]}) == {
        "test_over": "--test-over"
    }
    assert option_flags({"out": SCORE["out"]}) == {"out": "--out", "path": "--out"}
    flags = option_flags(setting_options(EquivalenceSettings))
    assert (flags["low"], flags["high"]) == ("--margin-low", "--margin-high")


def test_every_option_of_every_command_has_one():
    for command, said in COMMANDS.items():
        if command in ("data", "metrics"):  # groups of commands
            continue
        for question in said.questions:
            for name, parameter in inspect.signature(find_command(command, question.asks)).parameters.items():
                flag = flag_of(parameter.annotation)
                assert flag is not None or name in ("scores", "texts", "pairs", "manifest")
