"""The table of commands says what the commands say themselves, and loads only the one that is called."""

from __future__ import annotations

import inspect
import json
import shlex
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

import trueness
from trueness.commands import app
from trueness.commands.asking import Asking
from trueness.commands.help_pages import option_names
from trueness.commands.listing import COMMANDS, asked_by, find_command, loaded

LOADED = """
import contextlib, io, json, os, sys
from trueness.commands import main
from trueness.commands.listing import COMMANDS

homes = {one.module for command in COMMANDS.values() for one in command.questions}
for call in json.loads(sys.argv[1]):
    words, environment = call
    sys.argv = ["trueness", *words]
    os.environ.update(environment)
    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code or 0
    loaded = [home for home in homes if sys.modules.pop(f"trueness.{home}", None)]
    print(json.dumps([call, [status, sorted(loaded), out.getvalue()]]))
    for name in environment:
        del os.environ[name]
"""
"""Makes calls in one process, which forgets the commands that one has loaded before the next."""

COMPLETED = (
    ("trueness syst", "systems"),
    ("trueness systems --al", "--alpha"),
    ("trueness metrics sh", "show"),
)
LOADING_NONE = {"--help": 0, "": 2, "--version": 0, "comprae": 2}
LOADING_ONE = {
    "compare --help": "commands.compare",
    "compare --pool --help": "studies.pool.command",
    "systems --help": "studies.systems.command",
    "data list --json": "commands.data",
    "demo --help": "commands.compare",
}


ASKED = [(name, one.asks) for name, command in COMMANDS.items() for one in command.questions]
"""Every command with every option that asks something else."""


def asking(words):
    """Return the variables by which a shell asks for the end of words."""
    last = str(len(words.split()) - 1)
    return {"_TRUENESS_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": last}


@pytest.fixture(scope="module")
def loaded_by():
    """What returns the status of a call, which commands it has loaded, and what it prints."""
    calls = [(words.split(), {}) for words in (*LOADING_NONE, *LOADING_ONE)]
    calls += [([], asking(words)) for words, _ in COMPLETED]
    done = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(calls)], capture_output=True, text=True, check=True
    )
    found = {json.dumps(call): result for call, result in map(json.loads, done.stdout.splitlines())}
    return lambda words, **environment: found[json.dumps([words.split(), environment])]


@pytest.mark.parametrize(("name", "asks"), ASKED)
def test_a_summary_is_the_first_paragraph_of_what_the_command_says(name, asks):
    found = find_command(name, asks)
    said = found.info.help if isinstance(found, typer.Typer) else inspect.getdoc(found)
    assert " ".join(said.partition("\n\n")[0].split()) == COMMANDS[name].question(asks).summary


@pytest.mark.parametrize(("name", "asks"), ASKED)
def test_an_example_is_of_the_command_and_what_it_shows_first_are_options_of_it(name, asks):
    said = COMMANDS[name].question(asks)
    words = shlex.split(said.example)
    assert words[0] == name
    assert asked_by(name, words[1:]) == ([asks] if asks else [])
    found = loaded(name, asks)
    if isinstance(found, Asking):
        flags = option_names(found.params)
        assert {word for word in words if word.startswith("--")} | set(said.usual) <= flags


@pytest.mark.parametrize(("words", "status"), LOADING_NONE.items())
def test_help_and_a_name_that_is_none_load_no_command(loaded_by, words, status):
    assert loaded_by(words)[:2] == [status, []]


@pytest.mark.parametrize(("words", "module"), LOADING_ONE.items())
def test_a_call_loads_its_command_and_no_other(loaded_by, words, module):
    assert loaded_by(words)[:2] == [0, [module]]


def test_a_name_that_is_none():
    assert CliRunner().invoke(app, ["comprae"]).exit_code == 2


def test_the_parser_takes_the_options_of_the_command_that_is_called():
    for _ in range(2):
        outcome = CliRunner().invoke(app, ["convert", "--help-all"])
        assert outcome.exit_code == 0
        assert "--lower-is-better" in outcome.output
        assert "Exit status" in outcome.output


@pytest.mark.parametrize(("words", "complete"), COMPLETED)
def test_words_are_completed(loaded_by, words, complete):
    *_, out = loaded_by("", **asking(words))
    assert complete in out


def test_it_runs_as_a_module():
    outcome = subprocess.run(
        [sys.executable, "-m", "trueness", "--version"], capture_output=True, text=True, check=True
    )
    assert outcome.stdout == f"trueness {trueness.__version__}\n"
