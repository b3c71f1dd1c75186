"""Call a function on tiles of work, or on items, with any engine, and give results in order."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from trueness.errors import check_integer
from trueness.parallel.checkpoint import current_checkpoint
from trueness.parallel.execution import Execution, chosen_workers, current_execution, executing

Item = TypeVar("Item")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with the number of tiles done and the number of all tiles."""


def run_tiles(
    function: Callable[[Sequence[int]], Result],
    tiles: int,
    *,
    workers: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    identity: Callable[[], str] | None = None,
) -> list[Result]:
    """Call a function on consecutive groups of tiles and return its results in the order of the tiles.

    Where it runs is what `executing` says, by default on threads of this process, since matrix products and compiled
    loops release the interpreter lock. Every matrix product runs on one thread, so that its sums are added in the same
    order for any number of workers.

    Parameters
    ----------
    function : callable
        Takes a sequence of tile numbers; must not depend on which tiles come together.
    tiles : int
        Number of tiles.
    workers : int, optional
        Number of workers (default: what the execution says, else the processors available).
    chunk : int, optional
        Tiles per call (default: one).
    progress : callable, optional
        Called after each group with (tiles done, all tiles).
    identity : callable, optional
        Returns what tells this work from all other (see `fingerprint.fingerprint`); with it, groups that are finished
        are kept while `checkpoint.keeping` says so, and are not computed again.

    Raises
    ------
    ArgumentError
        If `workers` or `chunk` is not a positive whole number.
    WorkersLostError
        If workers die again and again.
    """
    chunk = 1 if chunk is None else check_integer("chunk", chunk, minimum=1)
    workers = chosen_workers(workers)
    groups = [range(start, min(start + chunk, tiles)) for start in range(0, tiles, chunk)]
    results: dict[int, Result] = {}
    checkpoint = None if identity is None else current_checkpoint()
    work = ""
    if checkpoint is not None and identity is not None:
        work = identity()
        kept = checkpoint.load(work)
        results = {
            place: kept[group.start, group.stop]
            for place, group in enumerate(groups)
            if (group.start, group.stop) in kept
        }
        checkpoint.begin(tiles)
        checkpoint.loaded(sum(len(groups[place]) for place in results))
    done = sum(len(groups[place]) for place in results)
    if done and progress is not None:
        progress(done, tiles)
    pending = [place for place in range(len(groups)) if place not in results]
    engine = current_execution().engine
    serial = engine != "dask" and (workers == 1 or len(pending) <= 1)
    ready = _OneThread(function) if engine != "threads" and not serial else function
    with contextlib.ExitStack() as stack:
        if ready is function:
            stack.enter_context(_threadpools().limit(limits=1))
        finished = _completed(
            ready, [groups[place] for place in pending], "threads" if serial else engine, workers
        )
        for k, result in stack.enter_context(contextlib.closing(finished)):
            place = pending[k]
            results[place] = result
            done += len(groups[place])
            if checkpoint is not None:
                checkpoint.keep(work, groups[place], result)
            if progress is not None:
                progress(done, tiles)
    return [results[place] for place in range(len(groups))]


def run_each(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    workers: int | None = None,
    processes: bool = False,
    progress: Progress | None = None,
) -> list[Result]:
    """Call a function on each item and return its results in order.

    Parameters
    ----------
    function : callable
        For processes, items and results must be picklable.
    items : sequence
    workers : int, optional
        Number of workers (default: what the execution says, else the processors available); one works in this process,
        whatever the engine.
    processes : bool
        For work that holds the interpreter lock: it runs on processes of this machine, or on the cluster that
        `executing` says, and never on threads.
    progress : callable, optional
        Called after each item with (items done, all items).

    Raises
    ------
    ArgumentError
        If `workers` is not a positive whole number.
    WorkersLostError
        If workers die again and again.
    """
    workers = chosen_workers(workers)
    engine = current_execution().engine
    if workers == 1 or len(items) <= 1:
        engine = "threads"
    elif processes and engine == "threads":
        engine = "local"
    results: dict[int, Result] = {}
    with contextlib.closing(_completed(function, items, engine, workers)) as finished:
        for place, result in finished:
            results[place] = result
            if progress is not None:
                progress(len(results), len(items))
    return [results[place] for place in range(len(items))]


def _completed(
    function: Callable[[Any], Any], items: Sequence[Any], engine: str, workers: int
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place of each item and its result as they are finished."""
    if not items:
        return
    within = _Within(current_execution().within_a_worker(), function)
    if engine == "dask":
        from trueness.parallel.dask_workers import on_dask

        yield from on_dask(within, items, workers)
    elif workers == 1 or len(items) == 1:
        for place, item in enumerate(items):
            yield place, function(item)
    elif engine == "local":
        from trueness.parallel.process_workers import on_processes

        yield from on_processes(within, items, min(workers, len(items)))
    else:
        import joblib

        run = joblib.Parallel(min(workers, len(items)), backend="threading", return_as="generator_unordered")
        yield from run(joblib.delayed(_placed)(within, place, item) for place, item in enumerate(items))


def _placed(function: Callable[[Any], Any], place: int, item: Any) -> tuple[int, Any]:
    return place, function(item)


@dataclasses.dataclass(frozen=True)
class _Within:
    """A function that runs under an execution wherever it is called: contexts reach no other thread by themselves."""

    execution: Execution
    function: Callable[[Any], Any]

    def __call__(self, item: Any) -> Any:
        with executing(self.execution):
            return self.function(item)


@dataclasses.dataclass(frozen=True)
class _OneThread:
    """A function whose matrix products run on one thread, in whatever process."""

    function: Callable[[Any], Any]

    def __call__(self, item: Any) -> Any:
        with _threadpools().limit(limits=1):
            return self.function(item)


@functools.cache
def _threadpools() -> Any:
    """Return the thread pools of the loaded libraries; looking for them takes longer than a small tile."""
    import numpy as np  # noqa: F401 - its matrix products have to be there to be found
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
