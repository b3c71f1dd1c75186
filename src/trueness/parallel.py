"""Run independent tiles of work on one or several workers, in an order that never shows in the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from trueness.errors import check_integer

Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with the number of tiles done and the number of all tiles."""


def available_workers() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_tiles(
    function: Callable[[Sequence[int]], Result],
    tiles: int,
    *,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Call a function on consecutive groups of tiles and return its results in the order of the tiles.

    Each worker is a thread, since matrix products and array arithmetic release the interpreter lock; every matrix
    product runs on one thread, so that its sums are added in the same order for any number of workers.

    Parameters
    ----------
    function : callable
        Takes a sequence of tile numbers; must not depend on which tiles come together.
    tiles : int
        Number of tiles.
    workers : int, optional
        Number of workers (default: the processors available).
    chunk : int, optional
        Tiles per call (default: one).
    progress : callable, optional
        Called after each group with (tiles done, all tiles).

    Raises
    ------
    ArgumentError
        If `workers` or `chunk` is not a positive whole number.
    """
    import joblib
    from threadpoolctl import threadpool_limits

    workers = available_workers() if workers is None else check_integer("workers", workers, minimum=1)
    chunk = 1 if chunk is None else check_integer("chunk", chunk, minimum=1)
    groups = [range(start, min(start + chunk, tiles)) for start in range(0, tiles, chunk)]
    results: list[Result] = []
    done = 0
    with threadpool_limits(limits=1):
        pending = joblib.Parallel(n_jobs=workers, backend="threading", return_as="generator")(
            joblib.delayed(function)(group) for group in groups
        )
        for group, result in zip(groups, pending, strict=True):
            results.append(result)
            done += len(group)
            if progress is not None:
                progress(done, tiles)
    return results
