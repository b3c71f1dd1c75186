"""What is known of studies by their folders alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trueness.commands.listing import COMMANDS, PANELS, commands_of
from trueness.errors import ArgumentError
from trueness.studies import drift
from trueness.studies.drift.rows import DriftResult
from trueness.study.folders import STUDIES, has_file, listed, study_of


@pytest.mark.parametrize("name", STUDIES)
def test_a_folder_has_a_study_and_says_what_it_is(name):
    assert has_file(name, "study")
    said = listed(name)
    if said is not None:
        assert bool(said.panel) != bool(said.asks)
        assert said.panel in ("", *PANELS)
        assert said.command in COMMANDS
        assert said.summary.endswith(".")
        assert len(said.summary) < 120


def test_a_study_that_says_no_command_has_none_of_its_own():
    assert listed("compare") is None


def test_a_study_is_a_command_or_a_question_of_another():
    pool, judge = listed("pool"), listed("judge")
    assert (pool.command, pool.asks, pool.panel) == ("compare", "--pool", "")
    assert (judge.command, judge.asks) == ("judge", "")


def test_a_class_is_of_the_study_in_whose_folder_it_is():
    assert study_of(DriftResult) == "drift"
    assert study_of(pytest.Item) is None
    assert study_of(type("Else", (), {"__module__": "trueness.study.study"})) is None


def test_what_studies_say_of_themselves_loads_none():
    program = (
        "import sys; from trueness.study.folders import STUDIES, listed; [listed(name) for name in STUDIES];"
        "print([name for name in sys.modules if name.count('.') > 2 and name.startswith('trueness.studies')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (
            {"PANEL": "I have scores by metrics"},
            "`PANEL of studies/drift/__init__.py` must be one of 'I have scores by metrics and by people'",
        ),
        (
            {"COMMAND": "judges"},
            "`COMMAND of studies/drift/__init__.py` must be one of .*Did you mean 'judge'",
        ),
    ],
)
def test_a_heading_or_command_that_does_not_exist_is_named_with_its_file(monkeypatch, said, says):
    monkeypatch.delattr(drift, "COMMAND")
    for name, value in said.items():
        monkeypatch.setattr(drift, name, value, raising=False)
    with pytest.raises(ArgumentError, match=says):
        commands_of(["compare", "judge", "drift"])
