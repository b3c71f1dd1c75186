"""The pages for people with a judge, a metric or a shared task show what is printed, and name commands that run."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import pytest

from trueness.parallel import compiling, listening

DOCS = Path(__file__).parents[2] / "docs"
DOORS = ("i_have_a_judge", "i_have_a_metric", "i_run_a_shared_task")
COMMAND = re.compile(r"\| `(trueness [^`]+)` \|$", re.MULTILINE)


@pytest.fixture
def consoles(monkeypatch, tmp_path, tmp_path_factory):
    """What writes the pages, in a folder of its own."""
    spec = importlib.util.spec_from_file_location("write_consoles", DOCS / "write_consoles.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path_factory.mktemp("cache")))
    shutil.copytree(DOCS / "examples", tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)
    return module


@pytest.mark.parametrize("name", DOORS)
def test_the_page_shows_what_is_printed(consoles, name):
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert consoles.rewritten(page) == page


def test_that_loops_are_compiled_is_no_part_of_a_page(consoles, monkeypatch):
    """It is told where it happens first, so that a page would be another on a machine that is new."""

    def command():
        with listening(print):
            compiling.announce(compiling.COMPILING)
            sys.stdout.write("found\n")

    monkeypatch.setattr("trueness.commands.main", command)
    assert consoles.printed("trueness judge labels.csv") == "found\n"


@pytest.mark.parametrize("name", DOORS)
def test_what_comes_next_runs(consoles, name):
    commands = COMMAND.findall((DOCS / f"{name}.md").read_text(encoding="utf-8"))
    assert len(commands) >= 3
    for command in commands:
        said = consoles.printed(command)
        assert not said.startswith("trueness: "), (command, said)
        assert len(said.splitlines()) > 2, (command, said)


@pytest.mark.parametrize("name", DOORS)
def test_a_door_is_short(name):
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    assert len(prose.split()) < 320
