"""Record what every command prints, or compare two recordings.

::

    python -m hardening.recorded record FOLDER [--only 'compare*'] [--workers 2]
    python -m hardening.recorded compare BEFORE AFTER [--map hardening/recorded/names.toml]

Recording runs each command as a user does, in a folder of its own, and keeps its tables as JSON, its exit status and
what it said on standard error. Comparing ends with 1 where a number, a word or a cell of the first is not found in the
second, and neither the map nor a decision written there explains it.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import fnmatch
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardening.recorded.cells import Differences, NameMap, compare
from hardening.recorded.commands import PREPARED, RECORDINGS, Recording

NAMES = Path(__file__).with_name("names.toml")
_SHOWN = 40


def main(words: Sequence[str]) -> int:
    """Record or compare, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardening.recorded", description=__doc__.split("\n")[0])
    actions = parser.add_subparsers(dest="action", required=True)
    recording = actions.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--only", default="*", help="a pattern of names of recordings")
    recording.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    comparing = actions.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--map", type=Path, default=NAMES if NAMES.exists() else None)
    given = parser.parse_args(words)
    if given.action == "record":
        return record(given.folder, only=given.only, workers=given.workers)
    return said(compared(given.before, given.after, NameMap.read(given.map)))


def record(folder: Path, *, only: str = "*", workers: int = 1) -> int:
    """Run the commands and keep what they print, a file each; return 1 if one printed no tables."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [one for one in RECORDINGS if fnmatch.fnmatchcase(one.name, only)]
    with tempfile.TemporaryDirectory() as room:
        for command in PREPARED.values():
            done = _run(shlex.split(command), Path(room))
            if done.returncode:
                print(f"{command}: status {done.returncode}: {done.stderr}")
                return 1
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            kept = list(pool.map(lambda one: _kept(one, Path(room)), chosen))
    silent = 0
    for one, content in zip(chosen, kept, strict=True):
        (folder / f"{one.name}.json").write_text(
            json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8"
        )
        if not content["tables"]:
            silent += 1
            print(f"{one.name}: no tables, status {content['status']}: {content['said'][-300:]}")
    print(f"{len(chosen)} commands recorded, {silent} of them without tables")
    return int(silent > 0 or not chosen)


def _kept(recording: Recording, room: Path) -> dict[str, Any]:
    done = _run([*recording.arguments, "--json", "--table", "all"], room)
    tables = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    return {"status": done.returncode, "said": done.stderr, "tables": tables}


def _run(arguments: Sequence[str], room: Path) -> subprocess.CompletedProcess[str]:
    data = os.environ["TRUENESS_TEST_DATA"]
    placed = [
        data + argument[len("SHARED") :] if argument.startswith("SHARED") else argument
        for argument in arguments
    ]
    # the processors are shared by the commands: more threads in each would only wait
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "trueness", *placed]
    return subprocess.run(command, cwd=room, env=environment, capture_output=True, text=True, check=False)


def compared(before: Path, after: Path, names: NameMap) -> Differences:
    """Compare two folders of recordings; one that only the first has counts as gone."""
    found = Differences()
    for path in sorted(before.glob("*.json")):
        old = json.loads(path.read_text(encoding="utf-8"))
        other = after / path.name
        if not other.exists():
            found.gone.append(f"{path.stem}: the whole recording")
            continue
        new = json.loads(other.read_text(encoding="utf-8"))
        if old["status"] != new["status"]:
            found.changed.append(f"{path.stem}: exit status {old['status']} -> {new['status']}")
        one = compare(path.stem, old["tables"], new["tables"], names)
        found.equal += one.equal
        found.decided += one.decided
        found.changed += one.changed
        found.gone += one.gone
        found.new += one.new
    return found


def said(found: Differences) -> int:
    """Print what was found, and return the exit status."""
    for title, lines in (("changed", found.changed), ("gone", found.gone), ("new", found.new)):
        for line in lines[:_SHOWN]:
            print(f"{title}: {line[:300]}")
        if len(lines) > _SHOWN:
            print(f"{title}: and {len(lines) - _SHOWN} more")
    for why, cells in found.decided.items():
        print(f"decided: {cells} cells: {why}")
    print(
        f"{found.equal} cells equal, {found.decided.total()} decided, {len(found.changed)} changed, "
        f"{len(found.gone)} gone, {len(found.new)} new"
    )
    return int(bool(found.changed or found.gone) or not found.equal)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
