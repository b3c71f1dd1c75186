"""Call a function on tiles of work, or on items, with any engine, and give results in order."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeVar

from trueness.parallel.checkpoint import Checkpoint, checkpoint_around, current_checkpoint, within_tile
from trueness.parallel.execution import Execution, chosen_workers, current_execution, executing
from trueness.parallel.packing import Packed, thing_of
from trueness.parallel.progress import current_progress, watched

Item = TypeVar("Item")
Result = TypeVar("Result")
Identity = Callable[[], str]
"""Returns what tells a piece of work from all other (see `fingerprint.fingerprint`)."""


def run_tiles(
    function: Callable[[Sequence[int]], Result], tiles: int, *, identity: Identity | None = None
) -> list[Result]:
    """Call a function on consecutive groups of tiles and return its results in the order of the tiles.

    Where it runs, and how many tiles a worker is given at a time, is what `executing` says: by default on threads of
    this process, since matrix products and compiled loops release the interpreter lock, and one tile. Every matrix
    product runs on one thread, so that its sums are added in the same order for any number of workers. After each group
    the `step` that is named around the call is told of (tiles done, all tiles).

    Parameters
    ----------
    function : callable
        Takes a sequence of tile numbers; must not depend on which tiles come together.
    tiles : int
        Number of tiles.
    identity : callable, optional
        With it, groups that are finished are kept while `checkpoint.keeping` says so, and are not computed again. Their
        results must be made of numbers, texts and arrays.

    Raises
    ------
    WorkersLostError
        If workers die again and again.
    """
    chunk = current_execution().chunk or 1
    groups = [range(start, min(start + chunk, tiles)) for start in range(0, tiles, chunk)]

    def compute(places: list[int]) -> Generator[tuple[int, Result], None, None]:
        return _on_one_thread_each(function, [groups[place] for place in places])

    return _gathered(groups, compute, identity)


def run_pieces(function: Callable[[Item], Result], pieces: Sequence[Item]) -> Iterator[Result]:
    """Call a function on each piece of data, where and as `run_tiles` does, and yield its results in order.

    A piece travels with its arrays and the function without any: no worker holds them all. A result that others wait
    for is yielded at once.

    Parameters
    ----------
    function : callable
    pieces : sequence
        Such as tuples of arrays, which may be views: in this process nothing is copied.

    Raises
    ------
    WorkersLostError
        If workers die again and again.
    """
    progress = current_progress()
    early: dict[int, Result] = {}
    following = 0
    items = [Packed(piece) for piece in pieces]
    with contextlib.closing(_on_one_thread_each(_OfPiece(function), items)) as finished:
        for done, (place, result) in enumerate(finished, 1):
            early[place] = result
            if progress is not None:
                progress(done, len(items))
            while following in early:
                yield early.pop(following)
                following += 1


def run_each(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    processes: bool = False,
    identity: Identity | None = None,
) -> list[Result]:
    """Call a function on each item and return its results in order.

    Where it runs is what `executing` says; one worker, or one item, is in this process, whatever the engine. After each
    item the `step` that is named around the call is told of (items done, all items). What the function itself runs has
    one worker, and reports nothing.

    Parameters
    ----------
    function : callable
        For processes, items and results must be picklable.
    items : sequence
    processes : bool
        For work that holds the interpreter lock: it runs on processes of this machine, or on the cluster that
        `executing` says, and never on threads.
    identity : callable, optional
        As in `run_tiles`; items are tiles.

    Raises
    ------
    WorkersLostError
        If workers die again and again.
    """
    workers = chosen_workers()

    def compute(places: list[int]) -> Generator[tuple[int, Result], None, None]:
        engine = current_execution().engine
        if workers == 1 or len(places) <= 1:
            engine = "threads"
        elif processes and engine == "threads":
            engine = "local"
        return _completed(function, [items[place] for place in places], engine, workers)

    return _gathered([range(place, place + 1) for place in range(len(items))], compute, identity)


def _on_one_thread_each(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> Generator[tuple[int, Result], None, None]:
    """Yield the place of each item and its result as they are finished, every matrix product on one thread."""
    execution, workers = current_execution(), chosen_workers()
    serial = execution.engine != "dask" and (workers == 1 or len(items) <= 1)
    engine = "threads" if serial else execution.engine
    with contextlib.ExitStack() as stack:
        ready = function
        if engine == "threads":
            stack.enter_context(_on_one_thread())
        else:
            ready = _OneThread(function)
        yield from stack.enter_context(contextlib.closing(_completed(ready, items, engine, workers)))


def _gathered(
    groups: Sequence[range],
    compute: Callable[[list[int]], Generator[tuple[int, Result], None, None]],
    identity: Identity | None,
) -> list[Result]:
    """Return the results of all groups in their order, those that were kept and those that are computed now.

    Parameters
    ----------
    groups : sequence of range
        Of tiles, one after the other.
    compute : callable
        Given the places of groups, yields where in these each is and its result, as they are finished.
    identity : callable, optional
    """
    total = groups[-1].stop if groups else 0
    progress = current_progress()
    checkpoint = None if identity is None else current_checkpoint()
    results: dict[int, Result] = {}
    work = ""
    if checkpoint is not None and identity is not None:
        work = identity()
        kept = checkpoint.load(work)
        results = {
            place: kept[group.start, group.stop]
            for place, group in enumerate(groups)
            if (group.start, group.stop) in kept
        }
        checkpoint.begin(total)
        checkpoint.loaded(sum(len(groups[place]) for place in results))
    done = sum(len(groups[place]) for place in results)
    if done and progress is not None:
        progress(done, total)
    pending = [place for place in range(len(groups)) if place not in results]
    with contextlib.closing(compute(pending)) as finished:
        for k, result in finished:
            place = pending[k]
            results[place] = result
            done += len(groups[place])
            if checkpoint is not None:
                checkpoint.keep(work, groups[place], result)
            if progress is not None:
                progress(done, total)
    return [results[place] for place in range(len(groups))]


def _completed(
    function: Callable[[Any], Any], items: Sequence[Any], engine: str, workers: int
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place of each item and its result as they are finished."""
    if not items:
        return
    serial = engine != "dask" and (workers == 1 or len(items) == 1)
    here = serial or engine == "threads"
    within = _Within(current_execution().within_a_worker(), function, checkpoint_around() if here else None)
    if engine == "dask":
        from trueness.parallel.dask_workers import on_dask

        yield from on_dask(within, items, workers)
    elif serial:
        for place, item in enumerate(items):
            yield place, within(item)
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
    """A function that runs as a worker does wherever it is called, so also in this process and in this thread.

    What it runs in turn is on this worker, and part of the tile: it is neither reported nor kept, but for steps of a
    tile in this process.
    """

    execution: Execution
    function: Callable[[Any], Any]
    around: Checkpoint | None = None

    def __call__(self, item: Any) -> Any:
        with executing(self.execution), watched(None), within_tile(self.around):
            return self.function(item)


@dataclasses.dataclass(frozen=True)
class _OneThread:
    """A function whose matrix products run on one thread, in whatever process."""

    function: Callable[[Any], Any]

    def __call__(self, item: Any) -> Any:
        with _on_one_thread():
            return self.function(item)


@dataclasses.dataclass(frozen=True)
class _OfPiece:
    """A function of pieces that come packed."""

    function: Callable[[Any], Any]

    def __call__(self, item: Any) -> Any:
        return self.function(thing_of(item))


def _on_one_thread() -> Any:
    """Return a context in which matrix products run on one thread.

    SciPy brings a library of its own for them, whenever it comes.
    """
    return _thread_pools(("numpy", "scipy.linalg") if "scipy.linalg" in sys.modules else ("numpy",)).limit(
        limits=1
    )


@functools.cache
def _thread_pools(modules: tuple[str, ...]) -> Any:
    """Return the thread pools of these modules' libraries; looking for them takes longer than a small tile."""
    from threadpoolctl import ThreadpoolController

    for module in modules:
        importlib.import_module(module)  # only what is loaded is found
    return ThreadpoolController()
