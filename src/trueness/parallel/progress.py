"""What is being computed and how far it is: named around the work, and told to whoever watches."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator, Sequence

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is: tiles, or items."""

Watch = Callable[[str], Progress | None]
"""Given the name of a step, returns what is to be told of it; None for nothing."""

TextProgress = Callable[[str, int, int], None]
"""Called with what is worked on (a metric, a file), how much of it is done, and how much there is; 0 is unknown."""

_WATCH: contextvars.ContextVar[Watch | None] = contextvars.ContextVar("watch", default=None)
Listener = Callable[[str], None]
"""Called with a sentence that has to be known before the work is done."""

_LISTENER: contextvars.ContextVar[Listener | None] = contextvars.ContextVar("listener", default=None)
_PROGRESS: contextvars.ContextVar[Progress | None] = contextvars.ContextVar("progress", default=None)


def current_progress() -> Progress | None:
    """Return what is to be told of the step that runs now; None where none is named or nobody watches."""
    return _PROGRESS.get()


class StepMemoryError(MemoryError):
    """Memory ran out.

    Parameters
    ----------
    step : str
        What was computed.
    large : str
        What was too large; empty where nobody knows.
    """

    def __init__(self, step: str, large: str) -> None:
        super().__init__(step, large)
        self.step, self.large = step, large


@contextlib.contextmanager
def step(name: str) -> Iterator[None]:
    """Say what the block computes; of steps within each other the innermost is reported.

    Raises
    ------
    StepMemoryError
        Where memory runs out, of the innermost step, too.
    """
    watch = _WATCH.get()
    token = _PROGRESS.set(None if watch is None else watch(name))
    try:
        yield
    except StepMemoryError:
        raise
    except MemoryError as error:
        raise StepMemoryError(name, str(error)) from error
    finally:
        _PROGRESS.reset(token)


@contextlib.contextmanager
def part_of_step(part: int, parts: int) -> Iterator[None]:
    """Say that what the block reports is one of several equal parts of the step, counted from 0."""
    whole = _PROGRESS.get()

    def report(done: int, total: int) -> None:
        if whole is not None:
            whole(part * total + done, parts * total)

    token = _PROGRESS.set(None if whole is None else report)
    try:
        yield
    finally:
        _PROGRESS.reset(token)


@contextlib.contextmanager
def watched(watch: Watch | None) -> Iterator[None]:
    """Let the steps within the block be reported so, and none that was named outside; None for no step at all."""
    tokens = _WATCH.set(watch), _PROGRESS.set(None)
    try:
        yield
    finally:
        _PROGRESS.reset(tokens[1])
        _WATCH.reset(tokens[0])


def announce(text: str) -> None:
    """Say something before work starts, such as that nothing can come of it; unheard where nobody listens."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(text)


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let what is announced within the block be told so."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def one_watch(progress: Progress | None) -> Watch | None:
    """Return what tells one callback of every step; None without one."""
    return None if progress is None else lambda _: progress


_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0


def duration(seconds: float) -> str:
    """Return a time in words, with one digit or two.

    Examples
    --------
    >>> duration(42.0), duration(400.0), duration(30_000.0)
    ('40 seconds', '7 minutes', '8 hours')
    """
    units: Sequence[tuple[float, str]] = (
        (_DAY, "day"),
        (_HOUR, "hour"),
        (_MINUTE, "minute"),
        (10.0, "0 second"),
    )
    size, unit = next(one for one in units if seconds >= 1.5 * one[0] or one[1] == "0 second")
    number = max(1, round(seconds / size))
    return f"{number:,}{'' if unit == '0 second' else ' '}{unit}s"
