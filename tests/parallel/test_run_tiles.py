"""Tiles in order for any number of workers; wrong numbers of them are refused."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from trueness.errors import ArgumentError
from trueness.parallel import available_workers, run_tiles


@pytest.mark.parametrize("workers", [None, 1, 2, 4])
@pytest.mark.parametrize("chunk", [None, 1, 2, 3, 100])
def test_every_tile_once_and_in_order(workers, chunk):
    found = run_tiles(list, 7, workers=workers, chunk=chunk)
    assert [tile for part in found for tile in part] == list(range(7))
    assert all(len(part) <= (chunk or 1) for part in found)


def test_progress_counts_tiles():
    seen = []
    run_tiles(list, 5, workers=2, chunk=2, progress=lambda done, tiles: seen.append((done, tiles)))
    assert seen == [(2, 5), (4, 5), (5, 5)]


def test_nothing_to_do():
    assert run_tiles(list, 0) == []


def test_workers_are_threads_that_multiply_on_one_thread():
    barrier = threading.Barrier(2, timeout=20)  # both workers have to be there at once

    def look(_):
        barrier.wait()
        np.ones((2, 2)) @ np.ones((2, 2))
        return threading.get_ident(), {
            pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"
        }

    before = {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}
    found = run_tiles(look, 2, workers=2)
    assert len({thread for thread, _ in found}) == 2
    assert all(threads == {1} for _, threads in found)
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == before


def test_an_error_in_a_worker_comes_back():
    def fail(tiles):
        if 3 in tiles:
            raise ArgumentError("tile three")
        return tiles

    with pytest.raises(ArgumentError, match="tile three"):
        run_tiles(fail, 5, workers=2)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "two"])
def test_errors(wrong):
    with pytest.raises(ArgumentError, match="`workers` must be a whole number of at least 1"):
        run_tiles(list, 3, workers=wrong)
    with pytest.raises(ArgumentError, match="`chunk` must be a whole number of at least 1"):
        run_tiles(list, 3, chunk=wrong)


def test_available_workers():
    assert available_workers() >= 1
