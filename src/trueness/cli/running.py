"""From the words on the command line to where work runs, and what is said when it is interrupted."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

from trueness.cli.failures import one_line
from trueness.cli.idle_options import KEPT, check_idle
from trueness.cli.options import RUNNING

CHECKPOINTS = "checkpoints"
"""The folder of interrupted runs in the cache folder."""


@contextlib.contextmanager
def running(given: dict[str, Any]) -> Iterator[None]:
    """Let work in the block run as the options of a command say, taking these out of `given`, all but the workers.

    Where the block is left early, what is kept of its work is said on standard error, where also goes what metrics of
    others print in it.

    Raises
    ------
    ArgumentError
        If there is no such engine, a number of workers or bytes is none, or a folder is named for what is not kept.
    """
    from trueness.data.files.kept_file import cache_folder
    from trueness.parallel import Execution, executing

    asked = {key: given.pop(key, None) for key in RUNNING}
    check_idle(asked, KEPT)
    checkpoint = None
    if not asked.pop("no_checkpoint"):
        checkpoint = asked["checkpoint"] or cache_folder() / CHECKPOINTS
    execution = Execution.of(**(asked | {"checkpoint": checkpoint}), workers=given.get("workers"))
    try:
        with executing(execution), prints_aside():
            yield
    except BaseException as error:
        for note in getattr(error, "__notes__", ()):
            sys.stderr.write(f"trueness: {one_line(note)}\n")
        raise


@contextlib.contextmanager
def prints_aside() -> Iterator[None]:
    """Send to standard error what is printed in the block: by metrics of others, and by processes that start in it."""
    with contextlib.redirect_stdout(sys.stderr), _descriptor_aside():
        yield


@contextlib.contextmanager
def _descriptor_aside() -> Iterator[None]:
    """Let the descriptor of standard output lead to standard error: processes and compiled code write there."""
    printed, aside = sys.__stdout__, sys.__stderr__
    if printed is None or aside is None or printed.closed or aside.closed:
        yield
        return
    out, err = printed.fileno(), aside.fileno()
    kept = os.dup(out)
    printed.flush()
    os.dup2(err, out)
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):  # nobody reads standard error any more
            printed.flush()
        os.dup2(kept, out)
        os.close(kept)
