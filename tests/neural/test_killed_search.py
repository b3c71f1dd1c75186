"""A command that is killed within a search of a network goes on there, to the same files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

COMMAND = (
    "learn scores.csv --human people --learner network --network-units 128 --network-draws 3 --over inputs --folds 2 "
    "--repeats 1 --brief --seed 3 --workers 1 --checkpoint kept --out model"
)
TRAINED = 3 * (5 + 3)
"""Networks of three searches: for two folds, and for all outputs; each overfits five and draws three."""

WATCHED = """
import os, sys
from trueness.learning import network
from trueness.parallel import checkpoint

checkpoint.PATIENCE = checkpoint.SECONDS_BETWEEN_WRITES = 0.0
train = network.train


def said(*given):
    os.write(2, b"a network\\n")
    return train(*given)


network.train = said
from trueness.commands import main

sys.argv = ["trueness", *sys.argv[1].split()]
main()
"""
"""The command, which says whenever it begins to train a network."""


def started(folder):
    return subprocess.Popen(
        [sys.executable, "-c", WATCHED, COMMAND],
        cwd=folder,
        env={**os.environ, "TRUENESS_CACHE": str(folder / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process):
    """Wait until it has ended well, and return how many networks it trained."""
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return err.count("a network\n")


def written(folder):
    # the manifest says when it was made
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name in ("model.safetensors", "card.json")
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    rng = np.random.default_rng(5)
    a, b = rng.random((2, 8, 12))
    people = np.abs(a - 0.5) + b + 0.1 * rng.random((8, 12))
    lines = [f"s{i},d{j},{people[i, j]:.4f},{a[i, j]:.4f},{b[i, j]:.4f}" for i in range(8) for j in range(12)]
    (folder / "scores.csv").write_text("system,input,people,a,b\n" + "\n".join(lines) + "\n")
    assert ended(started(folder)) == TRAINED
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("at", [3, 12, 15, 23])
def test_a_killed_search_goes_on_after_its_last_network(undisturbed, tmp_path, at):
    (tmp_path / "scores.csv").write_bytes((undisturbed / "scores.csv").read_bytes())
    process = started(tmp_path)
    seen = 0
    while seen < at and process.stderr.readline():
        seen += 1
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert list((tmp_path / "kept").iterdir())
    # the one that was under way, and of a search that had begun to draw the best one, if it was trained before
    assert ended(started(tmp_path)) - (TRAINED - at + 1) in (0, int(at % 8 in (7, 0)))
    assert written(tmp_path / "model") == written(undisturbed / "model")
    assert list((tmp_path / "kept").iterdir()) == []
