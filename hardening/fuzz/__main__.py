"""Fuzz all that reads files: cases drawn by number, each run in a process whose time and memory are bounded.

::

    python -m hardening.fuzz [--target NAME ...] [--seconds S] [--first N] [--jobs N] [--failures FOLDER]
    python -m hardening.fuzz --target NAME --case N

A case fails if it raises what is no error of the package, crashes, takes too long, holds too much memory, or if a
number is silently wrong where the right one is known. How long is a matter of processors: a busy machine makes no case
fail. Each has a number from which it is made again. Files of failed
cases are kept in FOLDER, with what was raised.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import functools
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from hardening.fuzz.child import ENDLESS, MIB, put, replay, rng_of
from hardening.fuzz.seeds import Seed
from hardening.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "hardening.fuzz.child")
PATIENCE = 300.0
"""Seconds without a word from the process after which it hangs: it waits, for what computes is ended before."""

START = 600.0
"""Seconds until the first word: everything is imported, and sound files are read, on a busy machine too."""

EXAMPLES = 3
"""Cases that are kept of each way to fail."""


@dataclasses.dataclass
class Report:
    """What was found about a target."""

    name: str
    first: int = 0
    cases: int = 0
    seconds: float = 0.0
    peak: int = 0
    failures: dict[tuple[str, str, str], list[dict[str, Any]]] = dataclasses.field(default_factory=dict)

    @property
    def n_failures(self) -> int:
        """How many cases failed."""
        return sum(map(len, self.failures.values()))

    def add(self, failure: dict[str, Any]) -> None:
        """Note a failure beside those that fail in the same way."""
        error = failure["error"].partition(":")[0] if failure["kind"] == "foreign" else failure["error"]
        self.failures.setdefault((failure["kind"], error, failure["place"].partition(":")[0]), []).append(
            failure
        )


def main(words: list[str] | None = None) -> int:
    """Run, print, and return 1 where anything failed."""
    options = _options(words)
    names = options.target or list(TARGETS)
    if options.case is not None:
        return replay(names[0], options.case)
    share = options.seconds * options.jobs / len(names)
    print(f"{'target':14}{'from':>8}{'cases':>9}{'failures':>10}{'seconds':>9}{'peak MiB':>10}", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for report in pool.map(lambda name: fuzz(name, max(1.0, share), options.first), names):
            failed += report.n_failures
            print(
                f"{report.name:14}{report.first:8}{report.cases:9}{report.n_failures:10}"
                f"{report.seconds:9.1f}{report.peak / MIB:10.0f}",
                flush=True,
            )
            _show(report, options.failures)
    return int(failed > 0)


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardening.fuzz", description="Fuzz all that reads files."
    )
    parser.add_argument("--target", action="append", choices=list(TARGETS), help="by default all")
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="for all targets together, once they have started"
    )
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first case; other numbers, other cases"
    )
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument(
        "--failures", type=Path, default=ROOT / "fuzz-failures", help="where failed cases are kept"
    )
    parser.add_argument("--case", type=int, help="run this case of the target alone")
    return parser.parse_args(words)


def fuzz(name: str, seconds: float, first: int) -> Report:
    """Run cases of a target for some seconds, in one process after another should they end.

    What a process imports and reads before its first case is no time of the cases.
    """
    report, number = Report(name, first), first
    while report.seconds < seconds:
        with _Child(name, number) as child:
            before, begun = report.seconds, 0.0
            while message := child.next(PATIENCE if begun else START):
                if "unsound" in message:
                    report.add({"fail": -1, "kind": "unsound", "error": message["unsound"], "place": ""})
                    return report
                if "fail" in message:
                    report.add(message)
                    continue
                begun = begun or time.monotonic()
                report.seconds = before + time.monotonic() - begun
                report.peak = max(report.peak, message["peak"])
                if report.seconds >= seconds:
                    return report
                number = message["case"]
                report.cases += 1
            report.add({"fail": number, "place": "", "trace": "", **child.ended()})
            if not begun:
                return report  # it does not even start
            report.seconds = before + time.monotonic() - begun
            number += 1
    return report


class _Child:
    """A process that runs cases, and what it says."""

    def __init__(self, name: str, first: int) -> None:
        self._from, to = os.pipe()
        path = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        plain = {
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MALLOC_ARENA_MAX": "1",
            "PYTHONPATH": path,
        }
        self._process = subprocess.Popen(
            [*COMMAND, name, str(first), str(to)],
            pass_fds=[to],
            env={**os.environ, **plain},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to)
        self._rest, self._hangs = b"", False
        self._lines: Iterator[bytes] = iter(())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._from)

    def next(self, patience: float) -> dict[str, Any] | None:
        """Return what it says next; None if it has ended or hangs."""
        line = next(self._lines, None)
        used = processor_seconds(self._process.pid)
        while line is None:
            if not select.select([self._from], [], [], patience)[0]:
                before, used = used, processor_seconds(self._process.pid)
                if used > before:  # it computes, on a machine that others keep busy
                    continue
                self._hangs = True
                return None
            read = os.read(self._from, 2**16)
            if not read:
                return None
            *lines, self._rest = (self._rest + read).split(b"\n")
            self._lines = iter(lines)
            line = next(self._lines, None)
        return dict(json.loads(line))

    def ended(self) -> dict[str, str]:
        """Return how it came to an end."""
        if self._hangs:
            self._process.kill()
            return {"kind": "timeout", "error": f"nothing for {PATIENCE:.0f} s"}
        code = self._process.wait()
        if code == -signal.SIGXCPU:
            return {"kind": "timeout", "error": f"no end after {ENDLESS} s of processors"}
        return {"kind": "crash", "error": signal.Signals(-code).name if code < 0 else f"exit status {code}"}


def processor_seconds(pid: int) -> float:
    """Return how long a process has computed, 0 where the system does not say."""
    try:
        fields = (
            Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and of children that have ended


def _show(report: Report, folder: Path) -> None:
    for (kind, error, place), failures in sorted(report.failures.items(), key=lambda item: -len(item[1])):
        example = failures[0]
        print(f"    {len(failures)} x {kind}: {error} {place}".rstrip()[:1500])
        if kind == "unsound":
            continue
        if example["error"] != error:
            print(f"        {example['error'][:200]}")
        print(f"        again: make fuzz FUZZ_TARGET={report.name} FUZZ_CASE={example['fail']}", flush=True)
        for failure in failures[:EXAMPLES]:
            _keep(report.name, failure, folder)


@functools.cache
def _sound(name: str) -> list[Seed]:
    return TARGETS[name].seeds()


def _keep(name: str, failure: dict[str, Any], folder: Path) -> None:
    number = failure["fail"]
    _, changed, files = TARGETS[name].case(_sound(name), rng_of(name, number))
    place = folder / f"{name}-{number}"
    put(place, files)
    said = f"{failure['kind']}: {failure['error']}\n'{changed}' was changed\n\n{failure.get('trace', '')}"
    (place / "failure.txt").write_text(said, encoding="utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
