"""A comparison of systems that is killed goes on where it was, on input of the size of published ones."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

EAGER = """
import os, time
from trueness.parallel import checkpoint
from trueness.statistics.engine.resample import PermutationPlan

checkpoint.PATIENCE = checkpoint.SECONDS_BETWEEN_WRITES = 0.0
plain = PermutationPlan.input_coins

def slow(self, tile):
    with open(os.environ["CALLS"], "a") as log:
        log.write(f"{tile}\\n")
    time.sleep(0.05)
    return plain(self, tile)

PermutationPlan.input_coins = slow
"""
"""What every process does first that finds it as `sitecustomize`, so that the workers do, too."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these are signals of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with as many systems, inputs and scorers as SummEval has, and experts' scores of some."""
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(16, 1)) + rng.normal(size=(16, 100))
    columns = {
        "relevance": np.clip(np.round(3 + quality, 2), 1, 5),
        **{f"metric{k}": quality + (1 + k) * rng.normal(size=quality.shape) for k in range(5)},
    }
    lines = ["system,input," + ",".join(columns)]
    lines += [
        f"s{i},d{j}," + ",".join(repr(float(values[i, j])) for values in columns.values())
        for i in range(16)
        for j in range(100)
    ]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "sitecustomize.py").write_text(EAGER)
    return tmp_path


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    given = (
        "systems",
        "scores.csv",
        "--human",
        "relevance",
        "--json",
        "--table",
        "all",
        "--resamples",
        "9999",
    )
    return subprocess.Popen(
        [sys.executable, "-c", "from trueness.commands import main; main()", *given, *words],
        cwd=folder,
        env={
            **os.environ,
            "CALLS": str(folder / "calls"),
            "PYTHONPATH": os.pathsep.join([str(folder / "first"), os.environ.get("PYTHONPATH", "")]),
            "TRUENESS_CACHE": str(folder / "cache"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def calls(folder: Path) -> int:
    log = folder / "calls"
    return len(log.read_text().splitlines()) if log.exists() else 0


def answer(run: subprocess.Popen[str]) -> dict:
    out, err = run.communicate(timeout=300)
    assert (run.returncode, err) == (0, "")
    return json.loads(out)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [(), ("--seed", "7")], ids=["drawn", "given"])
@pytest.mark.parametrize("engine", ["threads", "local"])
def test_goes_on_where_it_was_killed(folder, engine, seed):
    words = ("--checkpoint", "kept", "--engine", engine, "--workers", "2", *seed)
    run = start(folder, *words)
    last = time.monotonic() + 120
    while calls(folder) < 70:  # in the fourth of six scorers, of twenty tiles each
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < last, "nothing is being permuted"
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.communicate(timeout=60)
    assert run.returncode == -signal.SIGKILL
    assert len(list((folder / "kept").glob("*.sqlite"))) == 1
    time.sleep(1)  # its workers may be at their last tile
    before = calls(folder)
    found = answer(start(folder, *words, "--out", "s.html"))
    both = calls(folder)
    assert list((folder / "kept").iterdir()) == []
    del found["page"], found["manifest"]
    (drawn,) = (part for part in found["signature"].split("|") if part.startswith("seed:"))
    again = ("--seed", drawn.removeprefix("seed:"), "--no-checkpoint", "--workers", "1")
    assert answer(start(folder, *again)) == found
    assert calls(folder) - both == 120
    assert (
        before + 40 <= both <= 120 + 20
    )  # tiles are written behind the work: a busy disk loses more than those at hand
    assert seed in ((), ("--seed", drawn.removeprefix("seed:")))
    done = subprocess.run(
        [sys.executable, "-c", "from trueness.commands import main; main()", "rerun", "s.html"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
