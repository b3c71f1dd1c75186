"""The command line: parse, call, print."""

from __future__ import annotations

import contextlib
import errno
import functools
import gc
import os
import signal
import sys
import warnings
from typing import Annotated, Any, TextIO

import typer

from trueness.cli.failures import INTERRUPTED, as_typed, exit_code, message_of, one_line, say_flags
from trueness.commands.listing import COMMANDS, EXIT_HELP, Commands, stub
from trueness.errors import Terminated, TruenessWarning

app = typer.Typer(
    cls=Commands,
    help="How far can you trust an automatic evaluation metric?",
    epilog=EXIT_HELP,
    pretty_exceptions_enable=False,
)
for _name, _command in COMMANDS.items():
    app.command(_name, help=_command.summary)(stub)


def main() -> None:
    """Run the command line; a foreseen failure is one line on standard error and a status."""
    # what is imported and drawn is hundreds of thousands of objects that stay: to look through them again and again for
    # garbage takes a sixth of a command's time
    gc.set_threshold(200_000, 20, 20)
    _give_memory_back()
    # joblib counts what an interruption has cancelled; nobody has to know
    warnings.filterwarnings("ignore", module=r"joblib\.")
    warnings.showwarning = _show_warning
    _open_closed()
    say_flags({})  # no command runs yet
    # a polite request to end cleans up as an interruption does
    signal.signal(signal.SIGTERM, _terminated)
    try:
        status = _run()
    except (Exception, KeyboardInterrupt) as error:
        code = exit_code(error)
        if code is None:
            raise
        if isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.ENOSPC):
            _forget_output()
        if message := message_of(error):
            sys.stderr.write(f"trueness: {message}\n")
        sys.exit(code)
    sys.exit(status)


LEAST_GIVEN_BACK = 2**20
"""Bytes of an array from which on its memory goes back to the system when the array goes."""

M_MMAP_THRESHOLD = -3
"""Of `mallopt(3)`."""


def _give_memory_back() -> None:
    """Have large arrays let go of their memory; glibc keeps that of up to 32 MiB, a fifth of what large tables take.

    So does Arrow: a pool of its own keeps 30 MiB of a file of 25, unless the user says which one it is to have.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LEAST_GIVEN_BACK)


def _open_closed() -> None:
    """Let standard streams that the caller has closed lead nowhere: otherwise files and pipes take their numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this one
            os.set_inheritable(number, True)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False))


def _terminated(number: int, frame: object) -> None:
    del frame
    raise Terminated(128 + number)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say what a warning says on one line; where in the program it was given helps nobody."""
    del filename, lineno, line
    name = "warning" if issubclass(category, TruenessWarning) else category.__name__
    (file or sys.stderr).write(f"trueness: {name}: {one_line(as_typed(str(message)))}\n")


@functools.cache
def _parser() -> Any:
    """Return what parses the words, built once: a program may call `main` many times."""
    return typer.main.get_command(app)


def _run() -> int:
    try:
        status = _parser()(standalone_mode=False)
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # the parser has caught it
            raise left.__context__ from None
        raise
    if status == INTERRUPTED:  # the parser has caught it
        raise KeyboardInterrupt
    sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _forget_output() -> None:
    """Let nothing more be written to a standard output that takes no more, not even when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version(wanted: bool) -> None:
    if wanted:
        from trueness import __version__

        typer.echo(f"trueness {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, metavar=" ", help="Print the version."),
    ] = False,
) -> None:
    pass
