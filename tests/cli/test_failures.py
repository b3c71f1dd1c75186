"""Messages name what was typed: options on the command line, arguments in Python."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from trueness.cli.failures import as_typed, exit_code, message_of, say_flags
from trueness.errors import ArgumentError
from trueness.methods import two_way_jackknife
from trueness.parallel import step
from trueness.studies.compare.settings import Settings

QUICK = ("--human", "relevance", "--resamples", 50, "--seed", 3)


@pytest.fixture(autouse=True)
def no_command():
    say_flags({})
    yield
    say_flags({})


def test_arguments_become_the_options_of_the_command_and_nothing_else_changes():
    text = (
        "`test_over` and `family`='baseline' of `sources`, see `trueness compare`; '`test_over`' is a name."
    )
    assert as_typed(text) == text
    say_flags({"test_over": "--test-over", "family": "--family", "low": "--margin-low"})
    assert as_typed(text) == (
        "--test-over and --family baseline of `sources`, see `trueness compare`; '`test_over`' is a name."
    )
    assert as_typed("`low` <= 0") == "--margin-low <= 0"
    assert as_typed("`family`='two words'") == "--family='two words'"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("compare", "--test-over", "x"), "--test-over must be one of 'systems'"),
        (("compare", "--stop-after", 0), "--stop-after must be a whole number"),
        (("compare", "--tie-calibration", "often", "--coefficient", "acc_eq"), "--tie-calibration must be"),
        (("compare", "--family", "baseline"), "--family baseline needs a --baseline metric"),
        (("compare", "--seed", -1), "'--seed'"),
        (("compare", "--table", "all", "--to", "csv"), "--table all is for the terminal"),
        (("compare", "--equivalence", "--margin-low", 0.1), "--margin-low <= 0 <= --margin-high"),
        (("compare", "--equivalence"), "give either --margin, the largest"),
        (("compare", "--equivalence", "--margin", 3), "--margin must be less than 2"),
        (("plan", "--systems", "few"), "--systems must be whole numbers"),
        (("systems", "--people", "*"), "--people names every system"),
        (("convert", "--out", "x.xyz"), "--out must end in '.csv'"),
        (("judge", "--lam", 2), "--lam must be 'optimal'"),
        (("compare", "--pool", "--weights", "a="), "--weights must be one value or"),
    ],
)
def test_the_command_line_names_options(run, scores, words, says):
    command, *more = words
    asked = () if command == "convert" else ("--resamples", 50, "--human", "relevance")
    status, out, err = run(command, scores, *asked, *more)
    assert (status, out) == (2, "")
    assert says in err
    assert "`" not in err


def test_python_names_arguments():
    with pytest.raises(ArgumentError, match="`test_over` must be one of"):
        Settings(test_over="x")
    with pytest.raises(ArgumentError, match="`rng` must be"):
        Settings.of(rng=-1)


def test_a_message_before_any_command_is_not_changed_by_the_last_one(run, scores):
    assert "--test-over" in run("compare", scores, *QUICK, "--test-over", "x").err
    assert as_typed("`test_over`") == "--test-over"
    assert run("--version").status == 0
    assert as_typed("`test_over`") == "`test_over`"


def test_where_memory_runs_out_the_step_the_array_and_options_that_the_command_has_are_named():
    with pytest.raises(MemoryError) as failed, step("permuting systems"), step("drawing"):
        np.empty(2**50)
    assert message_of(failed.value) == (
        "there is not enough memory for drawing: unable to allocate 8.00 PiB for an array with shape "
        "(1125899906842624,) and data type float64. Give it less: fewer rows at once."
    )
    say_flags({"resamples": "--resamples", "workers": "--workers", "human": "--human"})
    assert message_of(MemoryError()) == (
        "there is not enough memory. Give it less: fewer resamples (--resamples) or fewer workers (--workers)."
    )


def test_a_command_that_runs_out_of_memory_says_so_in_one_line(run, scores, monkeypatch):
    def too_large(*_, **__):
        raise MemoryError

    monkeypatch.setattr(two_way_jackknife, "two_way_jackknife", too_large)
    status, out, err = run("compare", scores, *QUICK)
    assert (status, out) == (3, "")
    assert err.startswith("trueness: there is not enough memory for intervals. Give it less: fewer resamples")
    assert err.count("\n") == 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_where_results_find_no_room_nothing_is_said_to_be_wrong_with_the_data(number):
    error = OSError(number, os.strerror(number), "out/page.html")
    assert exit_code(error) == 6
    assert (
        message_of(error) == f"out/page.html: {os.strerror(number).lower()}. Make room, or write elsewhere."
    )
    assert exit_code(OSError(errno.EACCES, "Permission denied", "scores.csv")) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_told_by_the_status(scores):
    with Path("/dev/full").open("w") as full:
        asked = [sys.executable, "-m", "trueness", "check", str(scores), "--json"]
        found = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 6
    assert "no space left on device. Make room" in found.stderr
