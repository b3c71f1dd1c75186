"""Tiles in order for any number of workers; wrong numbers of them are refused."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from trueness.errors import ArgumentError
from trueness.parallel import Execution, available_workers, executing, run_pieces, run_tiles, step


@pytest.mark.parametrize("workers", [None, 1, 2, 4])
@pytest.mark.parametrize("chunk", [None, 1, 2, 3, 100])
def test_every_tile_once_and_in_order(workers, chunk):
    found = executing(Execution(workers=workers, chunk=chunk))(run_tiles)(
        list,
        7,
    )
    assert [tile for part in found for tile in part] == list(range(7))
    assert all(len(part) <= (chunk or 1) for part in found)


def test_progress_counts_tiles():
    seen = []
    with executing(Execution(workers=2, chunk=2), lambda _: lambda *now: seen.append(now)), step("a step"):
        run_tiles(list, 5)
    done = [tiles for tiles, _ in seen]
    assert sorted(np.diff([0, *done])) == [1, 2, 2]  # groups are finished in any order
    assert [of for _, of in seen] == [5, 5, 5]


def test_nothing_to_do():
    assert run_tiles(list, 0) == []
    assert list(run_pieces(sum, [])) == []


@pytest.mark.parametrize(
    "execution", [Execution(workers=1), Execution(workers=3), Execution("local", workers=2)]
)
def test_every_piece_once_and_in_order(execution):
    pieces = [(np.arange(k, k + 4.0), k) for k in range(9)]
    seen = []

    def total(piece):
        numbers, k = piece
        time.sleep(0.02 * (k == 3))
        return float(numbers.sum()) + k

    with executing(execution, lambda _: lambda *now: seen.append(now)), step("a step"):
        found = list(run_pieces(total, pieces))
    assert found == [total(piece) for piece in pieces]
    assert seen == [(done, 9) for done in range(1, 10)]


def test_what_a_piece_raises_comes_back():
    def fail(piece):
        raise ArgumentError(f"piece {piece}")

    with executing(Execution(workers=2)), pytest.raises(ArgumentError, match="piece"):
        list(run_pieces(fail, [1, 2, 3]))


def test_workers_are_threads_that_multiply_on_one_thread():
    barrier = threading.Barrier(2, timeout=20)  # both workers have to be there at once

    def look(_):
        barrier.wait()
        np.ones((2, 2)) @ np.ones((2, 2))
        return threading.get_ident(), {
            pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"
        }

    with threadpool_limits(2, user_api="blas"):
        found = executing(Execution(workers=2))(run_tiles)(look, 2)
        after = {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}
    assert len({thread for thread, _ in found}) == 2
    assert all(threads == {1} for _, threads in found)
    assert after == {2}


def test_an_error_in_a_worker_comes_back():
    def fail(tiles):
        if 3 in tiles:
            raise ArgumentError("tile three")
        return tiles

    with pytest.raises(ArgumentError, match="tile three"):
        executing(Execution(workers=2))(run_tiles)(fail, 5)


def test_available_workers():
    assert available_workers() >= 1
