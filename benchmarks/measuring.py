"""What a process takes: processor seconds, seconds of the clock, and the most memory it and one below it held."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

MIB = 2**20


@dataclasses.dataclass(frozen=True)
class Measured:
    """What runs of one command took, each number the median over them.

    Attributes
    ----------
    seconds : float
        Of processors, by all threads and processes, in user and system; NaN where the command failed.
    wall : float
        Of the clock.
    peak : float
        Bytes that the command's process held at most.
    worker : float
        Bytes that any process it started held at most, looked at now and then; 0 without one, or where that is unknown.
    printed : str
        Of the last run, both streams.
    """

    seconds: float
    wall: float
    peak: float
    worker: float
    printed: str

    @property
    def failed(self) -> bool:
        """Whether the command ended with another status than 0."""
        return math.isnan(self.seconds)


def measured(
    program: Sequence[str],
    runs: int,
    environment: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
) -> Measured:
    """Run a program several times, in a folder."""
    found = []
    for _ in range(runs):
        with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
            given = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **(environment or {})}
            given.pop("PYTHONDONTWRITEBYTECODE", None)
            start = time.perf_counter()
            process = subprocess.Popen(program, stdout=out, stderr=out, env=given, cwd=folder)
            watched = _Descendants(process.pid)
            _, status, used = os.wait4(process.pid, 0)
            worker = watched.ended()
            wall = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            printed = out.read()
        if process.returncode:
            last = " ".join(printed.strip().splitlines()[-1:])
            return Measured(math.nan, wall, math.nan, math.nan, f"status {process.returncode}: {last}")
        peak = used.ru_maxrss if sys.platform == "darwin" else used.ru_maxrss * 1024
        found.append((used.ru_utime + used.ru_stime, wall, peak, worker))
    seconds, walls, peaks, workers = map(statistics.median, zip(*found, strict=True))
    return Measured(seconds, walls, peaks, workers, printed)


class _Descendants:
    """Looks at the processes below one, four times a second, until it has ended."""

    def __init__(self, process: int) -> None:
        self._process, self._over, self._most = process, threading.Event(), 0.0
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def ended(self) -> float:
        """Return the most bytes that one of them held."""
        self._over.set()
        self._looking.join()
        return self._most

    def _look(self) -> None:
        while not self._over.wait(0.25):
            below = self._children(self._process)
            while below:
                process = below.pop()
                below += self._children(process)
                with contextlib.suppress(OSError, StopIteration):  # one that has just ended
                    lines = Path(f"/proc/{process}/status").read_text().splitlines()
                    held = next(line for line in lines if line.startswith("VmHWM:"))
                    self._most = max(self._most, 1024.0 * int(held.split()[1]))

    @staticmethod
    def _children(process: int) -> list[int]:
        found: list[int] = []
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
        return found


def growth(values: Sequence[tuple[int, float]]) -> float:
    """Return the power with which values grow between the two largest sizes."""
    (one, low), (other, high) = values[-2:]
    return math.log(high / low) / math.log(other / one)


def machine(packages: Iterable[str]) -> str:
    """Return what the numbers are of: system, processors, and versions of Python and what is installed of packages."""
    found = []
    for name in packages:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} -")
    told = [platform.platform(), f"{os.cpu_count()} processors", f"Python {platform.python_version()}"]
    return ", ".join([*told, *found])
