"""Run the tests of every case that attacks have found, and say of each whether it is mended.

::

    python -m hardening.cases [WORDS]

With words only cases whose description has them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Case(NamedTuple):
    """Something that went wrong once.

    Attributes
    ----------
    what : str
    tests : tuple of str
        Files, or a file and a test of it, ``path::name``.
    """

    what: str
    tests: tuple[str, ...]


def cases() -> list[Case]:
    """Return all that are listed in ``cases.toml``."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["case"]
    return [Case(one["what"], tuple(one["tests"])) for one in listed]


def main(words: Iterable[str]) -> int:
    """Run, print, and return 1 where a test fails, is skipped or is not there."""
    text = " ".join(words)
    chosen = [case for case in cases() if text in case.what]
    wanted = dict.fromkeys(test for case in chosen for test in case.tests)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", f"--junitxml={report}", *wanted]
        subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        ended = outcomes(report.read_text(encoding="utf-8")) if report.is_file() else {}
    wrong = 0
    for case in chosen:
        passed, others = count(case, ended)
        wrong += passed == 0 or others > 0
        said = f"{passed} passed" + (f", {others} NOT" if others else "")
        print(f"{said if passed else 'NOT SHOWN':>14}  {case.what}", flush=True)
    return int(wrong > 0 or not chosen)


def outcomes(report: str) -> dict[str, list[bool]]:
    """Return by ``path::name`` whether each run of a test has passed, from a report in JUnit's format."""
    found: dict[str, list[bool]] = {}
    for one in ET.fromstring(report).iter("testcase"):  # noqa: S314 - written by the run above
        path = f"{one.get('classname', '').replace('.', '/')}.py"
        name = one.get("name", "").partition("[")[0]
        found.setdefault(f"{path}::{name}", []).append(len(one.findall("*")) == 0)
    return found


def count(case: Case, ended: Mapping[str, list[bool]]) -> tuple[int, int]:
    """Return how many runs of a case's tests have passed, and how many have not; a test that is not there has not."""
    passed = others = 0
    for test in case.tests:
        runs = [
            run
            for name, all_ in ended.items()
            for run in all_
            if name == test or name.startswith(f"{test}::")
        ]
        passed += sum(runs)
        others += len(runs) - sum(runs) if runs else 1
    return passed, others


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
