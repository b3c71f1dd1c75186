"""`trueness compare --engine dask`: the same JSON, and a run that is interrupted goes on with another engine."""

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

pytest.importorskip("distributed", reason="the extra 'distributed' is not installed")
pytestmark = pytest.mark.distributed

SLOWED = """
import os, time
from trueness.parallel import checkpoint
from trueness.statistics.resampling.bootstrap import BootstrapTiles

checkpoint.PATIENCE = checkpoint.SECONDS_BETWEEN_WRITES = 0.0
plain = BootstrapTiles.tile

def tile(self, number):
    with open(os.environ["CALLS"], "a") as log:
        log.write(f"{number}\\n")
    time.sleep(float(os.environ["PAUSE"]))
    return plain(self, number)

BootstrapTiles.tile = tile
"""

# what a shell starts in the background ignores SIGINT, and so would all that it starts
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from trueness.commands import main
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(8, 10))
    lines = ["system,input,human,good,fair"]
    for (i, j), value in np.ndenumerate(quality):
        good, fair = value + rng.normal(size=2) * (0.3, 2)
        lines.append(f"s{i},d{j},{round(value)},{float(good)!r},{float(fair)!r}")
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "sitecustomize.py").write_text(SLOWED)
    return tmp_path


def compare(folder: Path, *more: str, pause: float = 0.05) -> subprocess.Popen[str]:
    words = (
        "compare",
        "scores.csv",
        "--human",
        "human",
        "--seed",
        "7",
        "--coefficient",
        "pearson",
        "--json",
        "--interval",
        "percentile",
        "--resamples",
        "10240",
        *more,
    )
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        cwd=folder,
        env={
            **os.environ,
            "CALLS": str(folder / "calls"),
            "PAUSE": str(pause),
            "PYTHONPATH": os.pathsep.join([str(folder / "first"), os.environ.get("PYTHONPATH", "")]),
            "TRUENESS_CACHE": str(folder / "cache"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def rows_of(run: subprocess.Popen[str]) -> list[dict]:
    out, err = run.communicate(timeout=180)
    # the warnings of the study stand there, and nothing else
    complaints = [line for line in err.splitlines() if not line.startswith("warning: ")]
    assert (run.returncode, complaints) == (0, [])
    return json.loads(out)


def test_the_same_json_as_with_threads(folder):
    expected = rows_of(compare(folder, "--workers", "1"))
    assert rows_of(compare(folder, "--engine", "dask", "--workers", "2")) == expected


def test_interrupted_on_dask_it_goes_on_with_threads(folder):
    run = compare(folder, "--engine", "dask", "--workers", "2", pause=1.0)
    last = time.monotonic() + 120
    calls = folder / "calls"
    while not calls.exists() or len(calls.read_text().splitlines()) < 8:
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < last
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does, the workers too
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    note, *rest = err.splitlines()
    assert "finished work is kept in" in note
    assert rest == ["trueness: interrupted"]
    found = rows_of(compare(folder, "--workers", "2"))
    both = len(calls.read_text().splitlines())
    assert found == rows_of(compare(folder, "--workers", "1", "--no-checkpoint"))
    whole = len(calls.read_text().splitlines()) - both
    assert 8 < both <= whole + 4


def test_a_wrong_address_is_one_line(folder):
    out, err = compare(folder, "--engine", "dask=nowhere.json").communicate(timeout=120)
    assert out == ""
    assert err == (
        "trueness: --engine: 'nowhere.json' must be an address such as tcp://host:8786, or a scheduler file.\n"
    )
