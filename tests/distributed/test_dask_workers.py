"""A real cluster of two processes: equal numbers, workers that are killed, errors that come back."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.parallel import Execution, dask_workers, executing, run_each, run_pieces, run_tiles
from trueness.parallel.execution import current_session
from trueness.parallel.process_workers import WorkersLostError
from trueness.statistics.engine import column_pieces
from trueness.statistics.engine.left_out_matrices import left_out_coefficients
from trueness.statistics.engine.resample import SWAPS, TILE, PermutationPlan
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

distributed = pytest.importorskip("distributed", reason="the extra 'distributed' is not installed")
pytestmark = [pytest.mark.distributed, pytest.mark.filterwarnings("default")]

LEVELS = ("system", "input", "global", "per_system")
COEFFICIENTS = ("pearson", "spearman", "kendall", "tau_c", "gamma")
TWO = Execution("dask", workers=2)


def killing(folder: Path, *, at: int, always: bool = False):
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


def everything(execution: Execution, chunk: int | None = None) -> dict[object, bytes]:
    """Return the bits of all that is resampled."""
    rng = np.random.default_rng(0)
    metrics, human = rng.normal(size=(3, 8, 11)), rng.integers(1, 6, (8, 11)) / 3
    metrics[2, rng.random((8, 11)) < 0.1] = np.nan
    arrays = ScoreArrays.of(metrics, human)
    found: dict[object, bytes] = {}
    with executing(execution):
        plan = bootstrap_plan(arrays, "both", 4 * TILE + 7, 11)
        for g, group in enumerate(
            executing(Execution.of(chunk=chunk))(bootstrap)(
                arrays, arrays.single_groups(), plan, LEVELS, COEFFICIENTS
            )
        ):
            found |= {(g, key): values.tobytes() for key, values in group.values.items()}
        for swap in SWAPS:
            drawn = PermutationPlan(swap, 8, 11, 2 * TILE + 7, 5)
            counted = executing(Execution.of(chunk=chunk))(permutation_exceedances)(
                arrays, [(0, 1), (1, 2)], drawn, LEVELS, COEFFICIENTS
            )
            for key, item in counted.items():
                numbers = (item.observed, item.greater, item.less, item.beyond, item.undefined)
                found[swap, key] = b"".join(part.tobytes() for part in numbers)
    return found


@pytest.mark.parametrize("chunk", [None, 2])
def test_equal_bits(chunk):
    serial, found = everything(Execution(workers=1)), everything(TWO, chunk)
    assert found.keys() == serial.keys()
    assert [key for key, bits in serial.items() if found[key] != bits] == []


def test_equal_bits_though_a_worker_is_killed(monkeypatch, tmp_path):
    """The worker dies in the midst of a bootstrap, by a signal that nothing can catch."""
    mark = tmp_path / "killed"
    plain = dask_workers._run

    def run(work, version, item):
        if 2 in item and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return plain(work, version, item)

    monkeypatch.setattr(dask_workers, "_run", run)
    serial = everything(Execution(workers=1))
    assert not mark.exists()
    found = everything(TWO)
    assert mark.exists()
    assert [key for key, bits in serial.items() if found[key] != bits] == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_worker_is_replaced(tmp_path, workers):
    """Where there is only one, the work placed on it dies with it."""
    with executing(Execution("dask", workers=workers)):
        found = run_tiles(killing(tmp_path, at=3), 12)
    assert found == [[float(tile)] for tile in range(12)]
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]
    assert calls.count(3) == 2
    assert set(calls) == set(range(12))


def test_workers_that_always_die_are_given_up(tmp_path):
    with executing(TWO), pytest.raises(WorkersLostError, match="workers died 3 times in a row"):
        run_tiles(killing(tmp_path, at=3, always=True), 6)


def test_errors_come_back():
    def fail(tiles):
        raise ArgumentError(f"tile {tiles[0]}")

    def lose(tiles):
        raise FileNotFoundError(2, "gone")

    with executing(TWO):
        with pytest.raises(ArgumentError, match="tile"):
            run_tiles(fail, 4)
        with pytest.raises(FileNotFoundError, match="gone"):
            run_tiles(lose, 4)


def test_pieces_of_columns_are_equal_bits_and_more_than_can_be_in_hand(monkeypatch):
    """No worker has all scores: each piece travels with its own, and comes when another is finished."""
    monkeypatch.setattr(column_pieces, "PIECE", 8 * 20)
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(2, 8, 900)), rng.integers(1, 6, (8, 900)) / 3, rng.random((8, 900)) < 0.9

    def found() -> list[bytes]:
        left_out = left_out_coefficients(
            *scores, np.arange(8), 8, ("pearson", "kendall"), two=("kendall",)
        ).values()
        return [part.tobytes() for parts in left_out for part in parts]

    with executing(Execution(workers=1)):
        expected = found()
    with executing(TWO):
        assert found() == expected


def test_pieces_though_a_worker_is_killed(tmp_path):
    parent = os.getpid()

    def total(piece):
        if piece[0] == 5 and os.getpid() != parent and not (tmp_path / "killed").exists():
            (tmp_path / "killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return float(piece.sum())

    pieces = [np.arange(k, k + 50_000.0) for k in range(20)]
    with executing(TWO):
        assert list(run_pieces(total, pieces)) == [float(piece.sum()) for piece in pieces]
    assert (tmp_path / "killed").exists()


def test_one_cluster_serves_a_block_and_ends_with_it():
    def process(_):
        return os.getpid()

    with executing(TWO):
        first = set(run_tiles(process, 20))
        client = next(iter(current_session().opened.values()))
        again = set(run_each(process, range(20), processes=True))
        assert client is next(iter(current_session().opened.values()))
    assert os.getpid() not in first | again
    assert len(first | again) == 2
    assert client.status == "closed"


def test_a_running_cluster_by_address_and_by_file(tmp_path):
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp", host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        path = tmp_path / "scheduler.json"
        client.write_scheduler_file(str(path))
        for where in (cluster.scheduler_address, str(path)):
            with executing(Execution.of(engine=f"dask={where}")):
                assert run_tiles(list, 5) == [[0], [1], [2], [3], [4]]
        assert len(client.scheduler_info()["workers"]) == 2  # it is not ours to close


def test_nobody_there(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_workers, "SECONDS_TO_WAIT", 1.0)
    with (
        executing(Execution("dask", str(tmp_path / "nothing"))),
        pytest.raises(ArgumentError, match="be an address such"),
    ):
        run_tiles(list, 3)
    monkeypatch.setattr(dask_workers, "SECONDS_TO_CONNECT", 1.0)
    begun = time.monotonic()
    with (
        executing(Execution("dask", "tcp://127.0.0.1:9")),
        pytest.raises(
            WorkersLostError, match=r"the Dask cluster failed \(tcp://127.0.0.1:9: .* another --engine"
        ),
    ):
        run_tiles(list, 3)
    assert time.monotonic() - begun < 10
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address=None, protocol="tcp", host="127.0.0.1"
        ) as cluster,
        executing(Execution("dask", cluster.scheduler_address)),
        pytest.raises(WorkersLostError, match="no worker within 1 seconds"),
    ):
        run_tiles(list, 3)


def test_workers_of_another_version_are_refused(monkeypatch):
    monkeypatch.setattr(trueness, "__version__", "99.0")
    with executing(TWO), pytest.raises(UnsupportedMethodError, match=r"this is 99\.0") as refused:
        run_tiles(list, 3)
    assert isinstance(refused.value, WorkersLostError)  # it can be mended, so what is kept stays
