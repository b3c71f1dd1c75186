"""Kill commands at random moments, give them again, and compare with a run that was left alone.

::

    python -m hardening.kills [--of NAME ...] [--kills N] [--seed N] [--jobs N]

After a kill no file of results may be there but a whole one, and every file of kept work must be sound. The second run
has to end well, print and write what the undisturbed one does, byte for byte, and leave no other files. Only parts of
files that the kill has left stay (see `trueness.data.files.whole_file.replacing`). Of a model nothing is asked again
but what was under way.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import functools
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from hardening.kills.commands import AT_ONCE, COMMANDS, MODULES, OWN, STUDIED, write_data
from hardening.kills.copies import Copies, Copy
from hardening.kills.model import Model

ROOT = Path(__file__).parents[2]
PATIENCE = 1800.0
"""Seconds that any run may take."""

_KNOWN = re.compile(
    r" \(replaced\)|^[\d,]+ outputs by .*?(?=^note: |\Z)|^[\d,]+ translations? made.*?(?=^signature)",
    re.MULTILINE | re.DOTALL,
)
"""What is printed about what was in a cache, and what not, or that a file was there already."""

_OWN = ("first/", *OWN)
_PYTHONPATH = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])


class Run(NamedTuple):
    """How a run ended: its status, seconds, what it printed, the content of all files it left, by path, what it asked.

    Of a model it and all runs before it in its folder have asked so often.
    """

    status: int
    seconds: float
    out: str
    err: str
    files: dict[str, bytes]
    asked: int = 0


class Kill(NamedTuple):
    """What a kill did: whether it met a run that had not ended, what that run had begun to write, what went wrong."""

    met: bool
    wrote: bool
    wrong: tuple[str, ...]


class Place(NamedTuple):
    """A command, what it reads, and the model that it asks."""

    name: str
    data: Path
    model: Model

    def alone(self, folder: Path) -> subprocess.Popen[str]:
        """Start it in a process of its own, in a new folder."""
        shutil.copytree(self.data, folder)
        with (folder / "first" / "out").open("w") as out, (folder / "first" / "err").open("w") as err:
            return subprocess.Popen(
                [sys.executable, "-m", "trueness", *COMMANDS[self.name]],
                cwd=folder,
                env={
                    **os.environ,
                    **self._environment(folder),
                    "PYTHONPATH": os.pathsep.join([str(folder / "first"), _PYTHONPATH]),
                    MODULES: str(folder / "first" / "modules"),
                },
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                text=True,
                start_new_session=True,
            )

    def copied(self, folder: Path, copies: Copies) -> Copy:
        """Start it in a copy, in a folder that is made if it is not there."""
        if not folder.exists():
            shutil.copytree(self.data, folder)
        return copies.started(folder, list(COMMANDS[self.name]), self._environment(folder))

    def ended(self, folder: Path, process: subprocess.Popen[str] | Copy) -> Run:
        """Wait, and return how it ended."""
        begun = time.monotonic()
        status = process.wait(PATIENCE)
        seconds = time.monotonic() - begun
        out, err = (
            (folder / "first" / name).read_text(encoding="utf-8", errors="replace") for name in ("out", "err")
        )
        files = {
            name: path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not (name := path.relative_to(folder).as_posix()).startswith(_OWN)
        }
        return Run(status, seconds, out, err, files, self.model.asked_by(folder.name))

    def _environment(self, folder: Path) -> dict[str, str]:
        return {
            "TRUENESS_CACHE": str(folder / "cache"),
            "TRUENESS_JUDGE_URL": self.model.url,
            "TRUENESS_JUDGE_KEY": folder.name,
        }


def main(words: list[str] | None = None) -> int:
    """Run, print, and return 1 where anything went wrong."""
    options = _options(words)
    print(
        f"{'command':10}{'kills':>7}{'in time':>9}{'had written':>13}{'wrong':>7}{'seconds':>9}", flush=True
    )
    failed = 0
    with tempfile.TemporaryDirectory(prefix="kills-") as temporary, closing(Model()) as model:
        prepare(Path(temporary, "data"))
        for name in options.of or COMMANDS:
            begun = time.monotonic()
            place = Place(name, Path(temporary, "data"), model)
            plain, copies = undisturbed(place, Path(temporary, name))
            draws = random.Random(f"{options.seed}:{name}")
            moments = [_moment(draws) * plain.seconds for _ in range(options.kills)]
            folders = [Path(temporary, f"{name}-{k}") for k in range(options.kills)]
            kill = functools.partial(killed, place, plain, copies)
            with closing(copies), concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                kills = list(pool.map(kill, folders, moments))
            met, wrote, wrong = (sum(bool(kill[k]) for kill in kills) for k in range(3))
            failed += wrong
            seconds = time.monotonic() - begun
            print(f"{name:10}{len(kills):7}{met:9}{wrote:13}{wrong:7}{seconds:9.0f}", flush=True)
            for said, count in Counter(one for kill in kills for one in kill.wrong).most_common():
                print(f"    {count} x {said}", flush=True)
    return int(failed > 0)


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardening.kills", description="Kill commands at random moments."
    )
    parser.add_argument("--of", action="append", choices=list(COMMANDS), help="by default all")
    parser.add_argument("--kills", type=int, default=50, help="of each command")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(words)


def _moment(rng: random.Random) -> float:
    """Return a share of a run's time: half of them anywhere, half in the last third, where results are written."""
    return rng.random() if rng.random() < 0.5 else 1 - rng.random() / 3


def undisturbed(place: Place, folder: Path) -> tuple[Run, Copies]:
    """Run a command twice where nothing is, and return the second, in a copy, and what copies are made of.

    The first is a process of its own, and compiles what is not compiled yet.

    Raises
    ------
    RuntimeError
        If one does not end well, or if the two are not the same.
    """
    alone, copied = (folder.with_name(f"{folder.name}-plain{k}") for k in range(2))
    first = place.ended(alone, place.alone(alone))
    if first.status:
        raise RuntimeError(f"{place.name} ends with status {first.status}: {first.err[-2000:]}")
    modules = (alone / "first" / "modules").read_text(encoding="utf-8").split()
    copies = Copies(modules, {**os.environ, "PYTHONPATH": _PYTHONPATH})
    second = place.ended(copied, place.copied(copied, copies))
    if problems := differences(first, second):
        raise RuntimeError(f"two runs of {place.name} are not the same: {problems}: {second.err[-2000:]}")
    return second, copies


def killed(place: Place, plain: Run, copies: Copies, folder: Path, seconds: float) -> Kill:
    """Kill a command after some seconds, give it again, and say what is wrong then."""
    process = place.copied(folder, copies)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    first = place.ended(folder, process)
    wrong = [f"after the kill {said}" for said in _unsound(folder, first, plain)]
    again = place.ended(folder, place.copied(folder, copies))
    if again.status:
        wrong.append(f"the second run ends with status {again.status}: {again.err[-500:]}")
    else:
        # a part that the kill has left lies there for a day, for nobody can be sure that its writer is gone
        left = {name for name in first.files if name.endswith(".part")}
        again = again._replace(files={k: held for k, held in again.files.items() if k not in left})
        wrong += [f"the second run: {said}" for said in differences(plain, again)]
        if again.asked > plain.asked + AT_ONCE:
            wrong.append(f"a model is asked {again.asked - plain.asked} times again")
    shutil.rmtree(folder)
    return Kill(first.status == -signal.SIGKILL, bool(first.files), tuple(wrong))


def differences(plain: Run, found: Run) -> list[str]:
    """Return what a run printed or left otherwise than another; how kept scores lie in a database is its own affair."""
    said = []
    if _KNOWN.sub("", plain.out).split() != _KNOWN.sub("", found.out).split():  # lines may end elsewhere
        said.append("prints something else")
    for name in sorted(plain.files.keys() | found.files.keys()):
        if name not in plain.files:
            said.append(f"leaves {_without_random(name)}")
        elif name not in found.files:
            said.append(f"does not write {name}")
        elif _content(name, plain.files[name]) != _content(name, found.files[name]):
            said.append(f"writes another {name}")
    return said


def _content(name: str, content: bytes) -> bytes:
    """Return what has to be the same: not how a database lies on the disk, nor how long a scenario took."""
    if name.endswith(".sqlite"):
        return b""
    return re.sub(rb'"seconds": *[0-9.e+-]+', b"", content) if name.startswith("kept/") else content


def _unsound(folder: Path, first: Run, plain: Run) -> list[str]:
    """Return what is wrong with files that a killed run has left: results not whole, kept work damaged."""
    said = []
    for name, content in first.files.items():
        if name.endswith(".sqlite"):
            with closing(sqlite3.connect(folder / name)) as file:
                ((state,),) = file.execute("PRAGMA integrity_check")
            if state != "ok":
                said.append(f"{name} is damaged: {state}")
        elif name.startswith("out/") and not name.endswith(".part") and content != plain.files.get(name):
            said.append(f"{name} is there and not whole")
    return said


def prepare(folder: Path) -> None:
    """Write what commands read, in a new folder."""
    folder.mkdir()
    write_data(folder)
    studied = [sys.executable, "-m", "trueness", *STUDIED]
    environment = {**os.environ, "PYTHONPATH": _PYTHONPATH}
    subprocess.run(studied, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)


def _without_random(name: str) -> str:
    """Return the name of a file, the random part of one that is being written left out."""
    stem, _, end = name.rpartition(".")
    return f"{stem[:-16]}….{end}" if end == "part" else name


if __name__ == "__main__":
    sys.exit(main())
