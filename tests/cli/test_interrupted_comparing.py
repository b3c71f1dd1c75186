"""A comparison that is interrupted or killed goes on where it was, with the seed that was drawn."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOWED = """
import os, sys, time

def slow(name, plain):
    def run(self, tile):
        with open(os.environ["CALLS"], "a") as log:
            log.write(f"{name} {tile}\\n")
        time.sleep(0.05)
        return plain(self, tile)
    return run

if "resource_tracker" not in " ".join(sys.orig_argv):  # which resamples nothing
    from trueness.parallel import checkpoint
    from trueness.statistics.resampling.bootstrap import BootstrapTiles
    from trueness.statistics.resampling.permutation import PermutationTiles

    checkpoint.PATIENCE = checkpoint.SECONDS_BETWEEN_WRITES = 0.0
    for name, kind in {"tile": BootstrapTiles, "differences": PermutationTiles}.items():
        setattr(kind, name, slow(name, getattr(kind, name)))
"""
"""What every process does first that finds it as `sitecustomize`, so that the workers do, too."""

TILES_OF_AN_INTERVAL = 10
TILES_OF_A_TEST = 8
TILES = TILES_OF_AN_INTERVAL + 2 * TILES_OF_A_TEST
"""Of a whole comparison; both levels ask for the same resamples, which a checkpoint keeps for the second."""

KILLED_AFTER = 15

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these are signals of POSIX")


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    (folder / "first").mkdir(exist_ok=True)
    (folder / "first" / "sitecustomize.py").write_text(SLOWED)
    return subprocess.Popen(
        [sys.executable, "-c", "from trueness.commands import main; main()", *words],
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


ASKED = ("compare", "scores.csv", "--human", "relevance", "--coefficient", "pearson", "--json")
ASKED += (
    "--interval",
    "percentile",
    "--test",
    "permutation",
    "--test-over",
    "systems",
    "--resamples",
    "5120",
)


def compare(folder: Path, *more: str) -> subprocess.Popen[str]:
    return start(folder, *ASKED, *more)


def calls(folder: Path) -> list[str]:
    log = folder / "calls"
    return log.read_text().splitlines() if log.exists() else []


def wait_for_calls(folder: Path, run: subprocess.Popen[str], count: int) -> None:
    last = time.monotonic() + 120
    while len(calls(folder)) < count:
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < last, "nothing is being resampled"
        time.sleep(0.01)


def rows_of(run: subprocess.Popen[str]) -> list[dict]:
    out, err = run.communicate(timeout=120)
    assert run.returncode == 0
    assert all(line.startswith("warning: ") for line in err.splitlines()), err
    return json.loads(out)


def seed_of(rows: list[dict]) -> str:
    return next(part for part in rows[0]["signature"].split("|") if part.startswith("seed:"))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["threads", "local"])
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=["ctrl-c", "term", "kill"]
)
def test_goes_on_where_it_was(tmp_path, scores, number, engine):
    more = ("--engine", engine, "--workers", "2")
    run = compare(tmp_path, *more)
    wait_for_calls(tmp_path, run, KILLED_AFTER)
    if number == signal.SIGINT:
        os.killpg(run.pid, number)  # as a terminal does
    else:
        run.send_signal(number)
    out, err = run.communicate(timeout=60)
    (path,) = (tmp_path / "cache" / "checkpoints").glob("*.sqlite")
    assert out == ""
    if number == signal.SIGKILL:
        assert run.returncode == -number
        time.sleep(1)  # its workers may be at their last tile
    else:
        assert run.returncode == 128 + number
        first, *rest = err.splitlines()
        said = re.fullmatch(
            r"trueness: finished work is kept in (.*) \((\d+) tiles, of (\d+) in the steps so far\); "
            r"the same command goes on from there",
            first,
        )
        assert said[1] == str(path)
        assert KILLED_AFTER - 2 <= int(said[2]) < int(said[3])
        assert rest == (["trueness: interrupted"] if number == signal.SIGINT else [])
    before = len(calls(tmp_path))
    found = rows_of(compare(tmp_path, *more))
    both = len(calls(tmp_path))
    assert list((tmp_path / "cache" / "checkpoints").iterdir()) == []
    (seed,) = {seed_of(found)}
    again = ("--seed", seed.removeprefix("seed:"), "--workers", "1", "--no-checkpoint")
    assert found == rows_of(compare(tmp_path, *again))
    whole = len(calls(tmp_path)) - both
    assert before < whole
    # of each thread the tile at hand and one that is not written yet; processes are handed work ahead
    in_hand = 4 if engine == "threads" else 6
    assert whole == TILES + TILES_OF_AN_INTERVAL
    assert TILES <= both <= TILES + in_hand
    assert both - before <= TILES - KILLED_AFTER + in_hand


def test_goes_on_with_another_engine(tmp_path, scores, run):
    killed = compare(tmp_path, "--seed", "3", "--workers", "1", "--checkpoint", "kept", "--level", "system")
    wait_for_calls(tmp_path, killed, KILLED_AFTER)
    killed.send_signal(signal.SIGINT)
    _, err = killed.communicate(timeout=60)
    assert "finished work is kept in kept/" in err
    more = ("--seed", "3", "--engine", "local", "--workers", "2", "--level", "system")
    found = rows_of(compare(tmp_path, *more, "--checkpoint", "kept"))
    both = len(calls(tmp_path))
    # undisturbed, by threads: engines give the same numbers, and no workers have to start
    undisturbed = ("--seed", "3", "--workers", "1", "--level", "system", "--no-checkpoint")
    assert found == json.loads(run(*ASKED, *undisturbed).out)
    assert KILLED_AFTER <= both <= TILES_OF_AN_INTERVAL + TILES_OF_A_TEST + 1


def test_what_is_asked_wrongly_is_said_before_anything_is_read(run):
    outcome = run("compare", "nowhere.csv", "--engine", "spark")
    assert outcome.status == 2
    assert "--engine must be one of 'threads', 'local', 'dask'; it is 'spark'" in outcome.err
    assert (
        "--memory must be a number of bytes or a size"
        in run("compare", "nowhere.csv", "--memory", "lots").err
    )
    assert run("rerun", "nowhere.json", "--engine", "dask=").status != 0
