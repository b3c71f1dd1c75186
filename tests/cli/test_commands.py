"""The table of commands says what the commands say themselves, and loads only the one that is called."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

import trueness
from trueness.cli import app
from trueness.cli.commands import COMMANDS, find_command

LOADED = """
import json, sys
from trueness.cli import main
sys.argv = ["trueness", *sys.argv[1:]]
try:
    main()
except SystemExit as leaving:
    status = leaving.code or 0
print(json.dumps([status, sorted(name for name in sys.modules if name.startswith("trueness.cli."))]), file=sys.stderr)
"""


def loaded_by(*words, **environment):
    """Return the status of a call, and which commands it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    status, modules = json.loads(done.stderr.splitlines()[-1])
    homes = {f"trueness.cli.{command.module}" for command in COMMANDS.values()}
    return status, {name.removeprefix("trueness.cli.") for name in homes & set(modules)}, done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_a_summary_is_the_first_paragraph_of_what_the_command_says(name):
    found = find_command(name)
    said = found.info.help if isinstance(found, typer.Typer) else inspect.getdoc(found)
    assert " ".join(said.partition("\n\n")[0].split()) == COMMANDS[name].summary


def test_help_loads_no_command():
    assert loaded_by("--help")[:2] == (0, set())
    assert loaded_by()[:2] == (2, set())
    assert loaded_by("--version")[:2] == (0, set())


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (("report", "--help"), "compare"),
        (("systems", "--help"), "systems"),
        (("datasets", "list", "--json"), "datasets"),
        (("metrics", "--help"), "metrics"),
    ],
)
def test_a_call_loads_its_command_and_no_other(words, module):
    assert loaded_by(*words)[:2] == (0, {module})


def test_a_name_that_is_none():
    status, modules, _ = loaded_by("comprae")
    assert (status, modules) == (2, set())
    assert CliRunner().invoke(app, ["comprae"]).exit_code == 2


def test_the_parser_takes_the_options_of_the_command_that_is_called():
    for _ in range(2):
        outcome = CliRunner().invoke(app, ["convert", "--help"])
        assert outcome.exit_code == 0
        assert "--lower-is-better" in outcome.output
        assert "Exit status" in outcome.output


@pytest.mark.parametrize(
    ("words", "complete"),
    [("trueness syst", "systems"), ("trueness systems --al", "--alpha"), ("trueness metrics sh", "show")],
)
def test_words_are_completed(words, complete):
    # how a shell asks
    _, _, out = loaded_by(
        _TRUENESS_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1)
    )
    assert complete in out


def test_it_runs_as_a_module():
    outcome = subprocess.run(
        [sys.executable, "-m", "trueness", "--version"], capture_output=True, text=True, check=True
    )
    assert outcome.stdout == f"trueness {trueness.__version__}\n"
