"""Work on processes of this machine; one that dies is replaced, and its work done again."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from trueness.errors import TruenessError
from trueness.parallel.shipped_work import shipped

MOST_DEATHS = 3
"""How often in a row workers may die before anything is finished: then it is not by accident."""


class WorkersLostError(TruenessError, OSError):
    """Workers died again and again."""


def on_processes(
    function: Callable[[Any], Any], items: Sequence[Any], workers: int
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place of each item and its result as they are finished.

    Raises
    ------
    WorkersLostError
        If workers die `MOST_DEATHS` times in a row without finishing anything.
    """
    pending = dict(enumerate(items))
    deaths = 0
    with shipped(function) as work:
        while pending:
            before = len(pending)
            try:
                with contextlib.closing(_finished(work, dict(pending), workers)) as finished:
                    for place, result in finished:
                        del pending[place]
                        yield place, result
            except BrokenProcessPool as error:
                deaths = 1 if len(pending) < before else deaths + 1
                if deaths >= MOST_DEATHS:
                    raise lost(len(pending)) from error


def lost(pending: int) -> WorkersLostError:
    """Return the error for workers that die again and again."""
    return WorkersLostError(
        f"workers died {MOST_DEATHS} times in a row, with {pending} pieces of work left; most often there is too "
        "little memory for all of them. Use fewer workers, or give resampling less memory (--workers, --memory)."
    )


def _finished(
    work: Callable[[Any], Any], pending: dict[int, Any], workers: int
) -> Generator[tuple[int, Any], None, None]:
    import joblib

    with joblib.parallel_config(backend="loky", inner_max_num_threads=1, initializer=_begin):
        run = joblib.Parallel(n_jobs=workers, return_as="generator_unordered", max_nbytes=None, batch_size=1)
        yield from run(joblib.delayed(_placed)(work, place, item) for place, item in pending.items())


def _placed(work: Callable[[Any], Any], place: int, item: Any) -> tuple[int, Any]:
    return place, work(item)


def _begin() -> None:
    """Make a new process ready."""
    ignore_interruptions()
    if os.name == "posix":
        threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    """End when the process that started this one is gone, however that ended: nobody else would wait for results."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def ignore_interruptions() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the one that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
