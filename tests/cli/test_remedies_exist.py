"""What the program tells people to type is there: every option and command that a text of its source names."""

from __future__ import annotations

import re

import pytest
from hardening.sentences import texts

from trueness.commands.listing import COMMANDS, loaded

TEXTS = list(texts())
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
COMMAND = re.compile(r"`trueness ([a-z]+)((?: --[a-z-]+)*)")
OF_OTHER_PROGRAMS = {"--local-dir", "--scheduler-file"}
"""Options of other programs that texts name."""


def options() -> dict[str, set[str]]:
    """Return the options of each command, those of all its questions together."""
    found: dict[str, set[str]] = {}
    for name, command in COMMANDS.items():
        mine = found.setdefault(name, {"--help", "--help-all", "--version"})
        for one in command.questions:
            mine.update({one.asks} - {""})
            called = loaded(name, one.asks)
            for part in (called, *getattr(called, "commands", {}).values()):
                mine.update(
                    flag for parameter in part.params for flag in (*parameter.opts, *parameter.secondary_opts)
                )
    return found


OPTIONS = options()


def test_there_are_many():
    assert sum(len(OPTION.findall(one.template)) for one in TEXTS) > 150
    assert len(OPTIONS["compare"]) > 60


def test_options_in_texts_are_there():
    known = set().union(*OPTIONS.values()) | OF_OTHER_PROGRAMS
    strays = {
        (one.path, one.line, option)
        for one in TEXTS
        for option in OPTION.findall(one.template)
        if option not in known and not any(other.startswith(option) for other in known)
    }
    assert not strays


def test_commands_in_texts_are_there():
    found = [(one, *match.groups()) for one in TEXTS for match in COMMAND.finditer(one.template)]
    assert found
    strays = [
        (one.path, one.line, command, given)
        for one, command, given in found
        if command not in OPTIONS or not set(given.split()) <= OPTIONS[command]
    ]
    assert not strays


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_name_options_of_their_command(name):
    for one in COMMANDS[name].questions:
        assert set(OPTION.findall(one.example)) <= OPTIONS[name], one.example
