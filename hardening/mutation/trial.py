"""Running the tests of a file against a mutant, in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

PASSED = 0
FAILED = 1
LOG = "log"
"""What the last run of tests in a workspace printed."""
_NO_TESTS = 5


class Outcome(NamedTuple):
    """How the tests ended.

    Attributes
    ----------
    status : str
        ``survived``, ``killed``, ``timeout`` or ``crash``.
    seconds : float
    """

    status: str
    seconds: float


def workspace(folder: Path) -> Path:
    """Copy what tests need, so that the source that others work on is never changed."""
    for name in ("src", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def load_libraries() -> None:
    """Import what every run of tests needs: processes made from this one then have it."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ[variable] = "1"
    import hypothesis
    import numba
    import pytest
    import scipy.stats

    del hypothesis, numba, pytest, scipy


def start(folder: Path, tests: Sequence[str], *, compiled_in: Path | None) -> int:
    """Start the tests of a workspace in a process made from this one, and return its number.

    Parameters
    ----------
    folder : Path
        The workspace.
    tests : sequence of str
        Test files, relative to it.
    compiled_in : Path, optional
        Where compiled code is kept; None for a fresh folder, since Numba does not see that a function which a compiled
        one calls has changed.
    """
    child = os.fork()
    if child:
        return child
    status = FAILED
    try:
        with tempfile.TemporaryDirectory(prefix="numba-") as fresh:
            status = _run(folder, tests, str(compiled_in or fresh))
    except BaseException:  # noqa: BLE001 - whatever it is, this process must not go on as its parent
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run(folder: Path, tests: Sequence[str], compiled_in: str) -> int:
    import numba
    import pytest

    os.setsid()  # so that what tests start ends with them
    os.environ["NUMBA_CACHE_DIR"] = compiled_in
    numba.config.CACHE_DIR = compiled_in  # type: ignore[attr-defined]
    os.chdir(folder)
    log = os.open(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(target, stream)
    sys.dont_write_bytecode = True
    sys.path[:] = [
        str(folder / "src"),
        *(path for path in sys.path if path not in {"", str(ROOT), str(ROOT / "src")}),
    ]
    os.environ["PYTHONPATH"] = str(folder / "src")
    return int(
        pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-m", "not slow", *tests])
    )


def wait(child: int, most: float) -> Outcome:
    """Wait for a process that `start` has started, and end it, with all it has started, after so many seconds."""
    begun = time.monotonic()
    while time.monotonic() - begun < most:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return Outcome(_named(status), time.monotonic() - begun)
        time.sleep(0.02)
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Outcome("timeout", most)


def _named(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "crash"
    code = os.WEXITSTATUS(status)
    return "survived" if code in (PASSED, _NO_TESTS) else "killed"
