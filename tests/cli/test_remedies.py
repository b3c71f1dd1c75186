"""A remedy that an error names is an option of the command that was run, and leads further."""

from __future__ import annotations

import copy
import csv
import random
import re

import pytest

from trueness.errors import UnsupportedMethodError

NAMED = ("--human", "human", "--metrics", "good,other")


@pytest.fixture
def write(tmp_path):
    def write_it(systems, inputs):
        draw = random.Random(1)
        with (tmp_path / "s.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["system", "input", "human", "human@ann", "human@bob", "good", "other"])
            for i in range(systems):
                for j in range(inputs):
                    one, other = draw.randrange(1, 6), draw.randrange(1, 6)
                    writer.writerow(
                        [f"s{i}", f"i{j}", (one + other) / 2, one, other, draw.random(), draw.random()]
                    )

    return write_it


COMMANDS = {
    "compare": ("compare", "s.csv", *NAMED, "--seed", 1),
    "correlate": ("compare", "--no-tests", "s.csv", *NAMED, "--seed", 1),
    "judge": ("judge", "s.csv", "--human", "human", "--judge", "good", "--seed", 1),
    "annotators": ("judge", "--annotators", "s.csv", "--human", "human", "--metrics", "good", "--seed", 1),
    "variants": (
        "compare",
        "--variants",
        "s.csv",
        "--human",
        "human",
        "--varied",
        "good,other",
        "--splits",
        9,
        "--seed",
        1,
    ),
    "multiverse": ("multiverse", "s.csv", *NAMED, "--splits", 2, "--seed", 1),
}


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (2, 9), (3, 9), (5, 1)])
@pytest.mark.parametrize("name", COMMANDS)
def test_what_an_error_advises_is_an_option_and_does_not_lead_in_a_circle(run, write, name, size):
    write(*size)
    words, tried = COMMANDS[name], []
    for _ in range(3):
        status, _, err = run(*words)
        if status in (0, 3):
            break
        assert "No such option" not in err, tried
        advised = re.findall(r"(--[a-z-]+ [a-z]+)", err.partition(". ")[2])
        assert advised not in tried, err
        if not advised:
            break
        tried.append(advised)
        words = (*COMMANDS[name], *(word for option in advised for word in option.split()))
    assert len(tried) < 3


def test_an_error_keeps_its_remedy_on_the_way_from_another_process():
    error = UnsupportedMethodError("It cannot be done.", remedy="Do `this`.", argument="this")
    again = copy.copy(error)  # as it is pickled
    assert (str(again), again.problem, again.argument) == (
        "It cannot be done. Do `this`.",
        error.problem,
        "this",
    )
