"""Work on processes: the same numbers, one thread each, whatever dies in between, and nothing left behind."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from trueness.errors import ArgumentError
from trueness.parallel import (
    Execution,
    current_execution,
    executing,
    process_workers,
    run_each,
    run_tiles,
    shipped_work,
)
from trueness.parallel.process_workers import WorkersLostError

TWO = Execution("local", workers=2)


def killing(folder, *, at, always=False):
    """Return work whose worker is killed at some tile, the first time or always."""
    numbers, parent = np.arange(200_000.0), os.getpid()

    def work(tiles):
        with (folder / "calls").open("a") as log:
            log.write("".join(f"{tile}\n" for tile in tiles))
        if at in tiles and os.getpid() != parent:
            mark = folder / "killed"
            if always or not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return [float(numbers[tile]) for tile in tiles]

    return work


def test_tiles_run_on_processes_in_order():
    with executing(TWO):
        found = executing(Execution.of(chunk=2))(run_tiles)(
            lambda tiles: (os.getpid(), list(tiles), current_execution()), 9
        )
    assert [tile for _, tiles, _ in found for tile in tiles] == list(range(9))
    assert os.getpid() not in {process for process, _, _ in found}
    assert {execution for _, _, execution in found} == {TWO.within_a_worker()}


def test_every_process_multiplies_on_one_thread():
    def look(_):
        np.ones((2, 2)) @ np.ones((2, 2))
        return {pool["num_threads"] for pool in threadpool_info()}

    with executing(TWO):
        assert set().union(*run_tiles(look, 4)) == {1}


def test_errors_come_back():
    def fail(tiles):
        raise ArgumentError(f"tile {tiles[0]}")

    with executing(TWO), pytest.raises(ArgumentError, match="tile"):
        run_tiles(fail, 4)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_a_killed_worker_is_replaced(tmp_path):
    with executing(TWO):
        found = run_tiles(killing(tmp_path, at=3), 12)
    assert found == [[float(tile)] for tile in range(12)]
    assert (tmp_path / "killed").exists()
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]
    assert calls.count(3) == 2
    assert set(calls) == set(range(12))


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_workers_that_always_die_are_given_up(tmp_path, monkeypatch):
    monkeypatch.setenv(shipped_work.FOLDER_VARIABLE, str(tmp_path / "work"))
    (tmp_path / "work").mkdir()
    start = time.monotonic()
    with (
        executing(TWO),
        pytest.raises(WorkersLostError, match=r"workers died 3 times in a row, with . pieces"),
    ):
        run_tiles(killing(tmp_path, at=3, always=True), 6)
    assert time.monotonic() - start < 120
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]
    assert process_workers.MOST_DEATHS <= calls.count(3) <= process_workers.MOST_DEATHS + 6
    assert list((tmp_path / "work").iterdir()) == []


def test_work_that_holds_the_lock_runs_on_processes_though_the_engine_is_threads():
    def process(_):
        return os.getpid()

    with executing(Execution("threads", workers=2)):
        assert os.getpid() not in run_each(process, range(4), processes=True)
        assert set(run_each(process, range(4))) == {os.getpid()}
        assert set(executing(Execution.of(workers=1))(run_each)(process, range(4), processes=True)) == {
            os.getpid()
        }
    with executing(TWO):
        assert os.getpid() not in run_each(process, range(4))
