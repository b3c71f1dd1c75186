"""Whatever a command prints about data that hardly suffice names its own options, and one thing is one thing."""

from __future__ import annotations

import csv
import random
import re

import pytest

from trueness.commands.listing import loaded

SHAPES = {
    "one_row": (1, 1, {}),
    "one_system": (1, 6, {}),
    "one_input": (5, 1, {}),
    "few_systems": (3, 8, {}),
    "four_systems": (4, 6, {}),
    "flat_judge": (5, 6, {"j2": ("fail", "1")}),
    "empty_judge": (5, 6, {"j2": ("", "")}),
    "flat_human": (5, 6, {"human@ann": ("fail", "3"), "human@bob": ("fail", "3")}),
    "one_annotator": (5, 6, {"human@bob": ("", "")}),
}
"""Systems, inputs, and columns in which labels or numbers are all the same."""

HUMAN, SEED, FEW = ("--human", "human"), ("--seed", 1), ("--resamples", 50)
COMMANDS = {
    "compare": (*HUMAN, *SEED),
    "compare --no-tests": (*HUMAN, *SEED, "--out", "page.html"),
    "judge": (*HUMAN, *SEED),
    "judge --annotators": (*HUMAN, *SEED, "--small", "wilcoxon"),
    "judge --panel": HUMAN,
    "judge --drift": HUMAN,
    "systems": SEED,
    "disagreements": HUMAN,
    "compare --variants": (*HUMAN, *SEED, "--varied", "j1,j2", "--splits", 9),
    "multiverse": (*HUMAN, *SEED, "--metrics", "j1,j2", "--splits", 2),
    "compare --worth": HUMAN,
    "compare --ranges": (*HUMAN, *SEED, *FEW),
    "compare --equivalence": (*HUMAN, *SEED, *FEW, "--margin", 0.1),
    "compare --pool": (*HUMAN, *SEED, "--tables-by", "topic"),
    "learn": (*HUMAN, *SEED, "--repeats", 1, "--brief"),
}

WRONG = {
    "many of one": re.compile(
        r"(?<![\d.,])1 (outputs|inputs|systems|metrics|annotators|judges|labels|pairs|tables|tests|scorers|anchors)\b"
    ),
    "one of many": re.compile(r"\b1 (output|input|system|metric|annotator|judge) (have|are|give)\b"),
    "no number": re.compile(r"\bnan\b"),
    "all of them": re.compile(r"[Oo]nly (\d+) of \1\b"),
    "quoted twice": re.compile(r"''\w"),
    "either": re.compile(r"\w\((s|es)\)"),
}


@pytest.fixture
def write(tmp_path):
    def write_it(kind, systems, inputs, same):
        draw = random.Random(3)
        names = ["human@ann", "human@bob", "j1", "j2"]
        with (tmp_path / "t.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["system", "input", "topic", *names])
            for i in range(systems):
                for j in range(inputs):
                    quality = draw.gauss(0.3 * i, 1)
                    scores = [quality + draw.gauss(0, noise) for noise in (0.3, 0.3, 0.6, 1)]
                    cells = [
                        ("pass" if score > 0 else "fail") if kind == "labels" else f"{score:.3f}"
                        for score in scores
                    ]
                    for name, values in same.items():
                        cells[names.index(name)] = values[kind == "scores"]
                    writer.writerow([f"s{i}", f"i{j}", f"t{j // 3}", *cells])

    return write_it


def _flags(command):
    name, asks = (*command.split(), "")[:2]
    asked = loaded(name, "" if asks == "--no-tests" else asks)
    return {name for option in asked.params for name in option.opts}


@pytest.mark.parametrize("kind", ["labels", "scores"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_said_of_data_that_hardly_suffice(run, write, command, shape, kind):
    systems, inputs, same = SHAPES[shape]
    write(kind, systems, inputs, same)
    files = ("t.csv", "t.csv") if command == "judge --drift" else ("t.csv",)
    every = ("--table", "cautions") if "--table" in _flags(command) else ()
    for more in {(), every}:
        status, out, err = run(*command.split(), *files, *COMMANDS[command], *more, width=4000)
        assert status in (0, 2, 3, 4), err
        text = f"{out}\n{err}"
        # a whole command runs wherever it stands
        said = re.sub(r"`trueness [^`]*`|\nNext:\n.*", "", text)
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", said)) <= _flags(command)
        for what, wrong in WRONG.items():
            assert not wrong.search(text), (what, wrong.search(text), text)
