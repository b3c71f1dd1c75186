"""What goes wrong, as one line on standard error and an exit code."""

from __future__ import annotations

import contextvars
import errno
import os
import re
from collections.abc import Mapping
from typing import Any

from trueness.errors import (
    ArgumentError,
    DataError,
    DownloadError,
    EndpointError,
    MissingExtraError,
    UnsupportedMethodError,
    series,
)
from trueness.parallel import StepMemoryError

WRONG_USE, WARNINGS, OUTSIDE, DIFFERENT, GATE, INTERRUPTED, UNREAD = 2, 5, 6, 7, 8, 130, 141

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What the system says where a file finds no room: the disk is full, a quota is used up, a file may not be so large."""

EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (ArgumentError, WRONG_USE),
    (DataError, 3),
    (UnsupportedMethodError, 4),
    (DownloadError, OUTSIDE),
    (EndpointError, OUTSIDE),
    (MissingExtraError, OUTSIDE),
    (BrokenPipeError, UNREAD),
    (OSError, 3),
    (MemoryError, 3),
    (RecursionError, 3),
    (KeyboardInterrupt, INTERRUPTED),
)
"""Exit codes by kind of error; also 0 (done), 5 (`--strict` and a warning), 7 (`rerun`, `metrics verify`: other
numbers), and 8 (a gate not passed)."""

LONGEST = 2000
"""Letters of a message that are shown: a name in it may have any length."""

LESS_MEMORY = {
    "resamples": "fewer resamples",
    "memory": "less for resampling to hold",
    "workers": "fewer workers",
    "metrics": "fewer metrics",
    "only": "fewer systems or inputs",
}
"""What takes less memory, by the argument that says how much there is of it."""

_FLAGS: contextvars.ContextVar[Mapping[str, str] | None] = contextvars.ContextVar("flags", default=None)

_ARGUMENT = re.compile(r"(?<!['\w])`(\w+)`(?:='([^'\s]*)')?")
"""An argument as messages name it, alone or with its value: ``margin`` or ``family``='baseline' in single backticks."""


def say_flags(flags: Mapping[str, str]) -> None:
    """Let messages name options from now on, by the argument that each of them becomes."""
    _FLAGS.set(flags)


def as_typed(text: str) -> str:
    """Return a message with the options of the running command in place of the arguments they become.

    What is no option of the command keeps its name.
    """
    flags = _FLAGS.get() or {}

    def typed(found: re.Match[str]) -> str:
        flag, value = flags.get(found[1]), found[2]
        if flag is None:
            return found[0]
        return flag if value is None else f"{flag} {value}"

    return _ARGUMENT.sub(typed, text)


def exit_code(error: BaseException) -> int | None:
    """Return the exit code of an error that a user can act on, None for a fault of the program."""
    if _is_usage(error):
        return WRONG_USE
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return OUTSIDE
    for kind, code in EXIT_CODES:
        if isinstance(error, kind):
            return code
    return None


def message_of(error: BaseException) -> str:
    """Return what a user is told about an error: one line that cannot steer the terminal, none if nobody reads."""
    return "" if isinstance(error, BrokenPipeError) else one_line(as_typed(_message(error)))


def one_line(text: str) -> str:
    """Return a text with everything unprintable escaped, and its middle left out where it is very long."""
    shown = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )
    if len(shown) > LONGEST:
        half = LONGEST // 2
        shown = f"{shown[:half]} … ({len(shown) - 2 * half} letters left out) … {shown[-half:]}"
    return shown


def _out_of_memory(error: MemoryError) -> str:
    """Return in which step memory ran out, what was too large where that is known, and what takes less."""
    problem, large = "there is not enough memory", str(error)
    if isinstance(error, StepMemoryError):
        problem, large = f"{problem} for {error.step}", error.large
    if large:  # of an array NumPy says how large it would have been
        problem += f": {large[0].lower()}{large[1:].rstrip('.')}"
    known = _FLAGS.get() or {}
    ways = [f"{words} ({known[argument]})" for argument, words in LESS_MEMORY.items() if argument in known]
    return f"{problem}. Give it less: {series(ways or ['fewer rows at once'], 'or')}."


def _is_usage(error: BaseException) -> bool:
    """Whether the parser of the command line raised this (its own exceptions are not public everywhere)."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def _message(error: Any) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    if _is_usage(error):
        context = getattr(error, "ctx", None)
        text = error.format_message().strip().rstrip(".")
        return f"{text}. See {context.command_path if context else 'trueness'} --help."
    if isinstance(error, MemoryError):
        return _out_of_memory(error)
    if isinstance(error, RecursionError):
        return "something in the file is nested too deeply to be read."
    if (
        isinstance(error, OSError)
        and error.strerror
        and not isinstance(error, (DownloadError, EndpointError))
    ):
        path = error.filename2 or error.filename
        unnamed = "the current folder: " if error.errno == errno.ENOENT else ""  # all others are named
        where = f"{os.fsdecode(path)}: " if path else unnamed
        remedy = " Make room, or write elsewhere." if error.errno in NO_ROOM else ""
        return f"{where}{error.strerror.lower()}.{remedy}"
    # a remedy is left out where the command has no option that it names
    idle = isinstance(error, UnsupportedMethodError) and error.argument not in {"", *(_FLAGS.get() or {})}
    return str(error.problem if idle else error)
