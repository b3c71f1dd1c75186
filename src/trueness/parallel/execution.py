"""Where and within what limits work runs: said once around it, and known to all that happens within."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.parallel.progress import Watch, watched

ENGINES = ("threads", "local", "dask")
"""``threads`` of this process, ``local`` processes, or the workers of a ``dask`` cluster."""

_UNITS = {letter: power for power, letter in enumerate(("", "k", "m", "g", "t"))}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?\s*", re.IGNORECASE)


@dataclasses.dataclass(frozen=True)
class Execution:
    """Where and within what limits work runs; changes no number.

    Attributes
    ----------
    engine : {'threads', 'local', 'dask'}
    address : str or None
        Of a Dask scheduler, or the path of its scheduler file; None starts a cluster on this machine.
    workers : int or None
        Threads or processes; None for as many as there are processors.
    memory : int
        Bytes that resampling may hold beyond its results, over all workers of one machine.
    checkpoint : Path or None
        The folder in which finished tiles are kept until a run is complete; None keeps nothing.
    chunk : int or None
        Tiles that a worker is given at a time; None for one.

    Raises
    ------
    ArgumentError
        If the engine is unknown, an address goes with an engine that has none, `workers`, `chunk` or `memory` is not a
        positive whole number, or `workers` are asked of a running cluster, which has its own.
    """

    engine: str = "threads"
    address: str | None = None
    workers: int | None = None
    memory: int = 512 * 2**20
    checkpoint: Path | None = None
    chunk: int | None = None

    def __post_init__(self) -> None:
        check_choice("engine", self.engine, ENGINES)
        check_integer("memory", self.memory, minimum=1)
        if self.workers is not None:
            check_integer("workers", self.workers, minimum=1)
        if self.chunk is not None:
            check_integer("chunk", self.chunk, minimum=1)
        if self.address is not None and self.engine != "dask":
            raise ArgumentError(f"an address belongs to dask=ADDRESS; engine '{self.engine}' lacks one.")
        if self.address is not None and self.workers is not None:
            raise ArgumentError(
                f"the Dask cluster at '{self.address}' has workers of its own: leave `workers` out."
            )

    @classmethod
    def of(
        cls,
        *,
        engine: str | None = None,
        workers: int | None = None,
        chunk: int | None = None,
        memory: int | str | None = None,
        checkpoint: str | Path | None = None,
    ) -> Execution:
        """Return the present execution with what is given changed.

        Parameters
        ----------
        engine : str, optional
            ``threads``, ``local``, ``dask`` or ``dask=ADDRESS``.
        workers, chunk : int, optional
        memory : int or str, optional
            Bytes, or a size such as ``512MiB`` or ``2GB``.
        checkpoint : str or Path, optional
        """
        changes: dict[str, Any] = {}
        if engine is not None:
            name, given, address = str(engine).partition("=")
            if given and not address:
                raise ArgumentError(f"`engine` '{engine}' lacks an address after '='.")
            changes |= {"engine": name, "address": address or None}
        if workers is not None:
            changes["workers"] = check_integer("workers", workers, minimum=1)
        if chunk is not None:
            changes["chunk"] = check_integer("chunk", chunk, minimum=1)
        if memory is not None:
            changes["memory"] = parse_size("memory", memory)
        if checkpoint is not None:
            changes["checkpoint"] = Path(checkpoint).expanduser()
        return dataclasses.replace(current_execution(), **changes)

    @property
    def place(self) -> tuple[str, str | None, int | None]:
        """Where work runs: executions that say the same of it share what is opened there."""
        return self.engine, self.address, self.workers

    def within_a_worker(self) -> Execution:
        """Return how work runs that a worker starts: in that worker, which is one of many."""
        return Execution(workers=1, memory=self.memory)


def parse_size(argument: str, size: int | str) -> int:
    """Return a number of bytes, given as such or as a size such as ``512MiB`` (2 to the 29th) or ``2GB`` (2 billion).

    Raises
    ------
    ArgumentError
        If it is no size, or less than a byte.
    """
    if isinstance(size, str):
        found = _SIZE.fullmatch(size)
        if found is None or (found[3] and not found[2]):
            raise ArgumentError(
                f"`{argument}` must be a number of bytes or a size such as 512MiB or 2GB; it is {size!r}."
            )
        base = 1024 if found[3] else 1000
        size = int(float(found[1]) * base ** _UNITS[found[2].lower()])
    return check_integer(argument, size, minimum=1)


class Session:
    """An execution, and what was opened for it, or for an outer one in the same place."""

    def __init__(self, execution: Execution, outer: Session | None = None) -> None:
        self.execution = execution
        self.closing = contextlib.ExitStack()
        self.opened: dict[Any, Any] = {}
        self.own: contextlib.AbstractContextManager[Any] = self.closing
        if outer is not None and outer.execution.place == execution.place:
            self.closing, self.opened, self.own = outer.closing, outer.opened, contextlib.nullcontext()


_SESSION: contextvars.ContextVar[Session | None] = contextvars.ContextVar("session", default=None)


def current_session() -> Session | None:
    """Return what `executing` has begun, None outside."""
    return _SESSION.get()


def current_execution() -> Execution:
    """Return where work runs now."""
    session = _SESSION.get()
    return Execution() if session is None else session.execution


@contextlib.contextmanager
def executing(execution: Execution, watch: Watch | None = None) -> Iterator[None]:
    """Let work within the block run as given; a cluster that was started for it ends with the block.

    A block within another that says the same place goes on using what the outer one has opened.

    Parameters
    ----------
    execution : Execution
    watch : callable, optional
        Told of the steps within the block (see `progress.step`); without it, whoever watches already.
    """
    outer = _SESSION.get()
    session = Session(execution, outer)
    token = _SESSION.set(session)
    try:
        with session.own, contextlib.nullcontext() if watch is None else watched(watch):
            yield
    finally:
        _SESSION.reset(token)


def memory_budget() -> int:
    """Return the bytes that resampling may hold beyond its results, over all workers."""
    return current_execution().memory


def available_workers() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chosen_workers() -> int:
    """Return how many workers to use: as many as the execution says, else one per processor."""
    return current_execution().workers or available_workers()
