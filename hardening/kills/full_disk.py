"""Fill the disk that results are written to: a command says so, leaves no part of a file, and runs when there is room.

::

    sudo python -m hardening.kills.full_disk [--of NAME ...] [--kilobytes N]

The folder of the results is a file system of its own in memory (``mount -t tmpfs``), for which it takes root on Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from hardening.kills.__main__ import Place, Run, differences, prepare, undisturbed
from hardening.kills.commands import COMMANDS
from hardening.kills.copies import Copies
from hardening.kills.model import Model
from trueness.cli.failures import OUTSIDE


def main(words: list[str] | None = None) -> int:
    """Run, print, and return 1 where anything went wrong."""
    options = _options(words)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="full-") as temporary, closing(Model()) as model:
        prepare(Path(temporary, "data"))
        for name in options.of or COMMANDS:
            place = Place(name, Path(temporary, "data"), model)
            plain, copies = undisturbed(place, Path(temporary, name))
            with closing(copies):
                wrong = filled(place, plain, copies, Path(temporary, f"{name}-full"), options.kilobytes)
            failed += bool(wrong)
            print(f"{name:14}{'; '.join(wrong) or 'as it should be'}", flush=True)
    return int(failed > 0)


def _options(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardening.kills.full_disk", description="Fill the disk that results are written to."
    )
    parser.add_argument("--of", action="append", choices=list(COMMANDS), help="by default all")
    parser.add_argument("--kilobytes", type=int, default=4, help="that the disk holds")
    return parser.parse_args(words)


def filled(place: Place, plain: Run, copies: Copies, folder: Path, kilobytes: int) -> list[str]:
    """Run a command where its results find so little room, and again with room; return what is wrong."""
    shutil.copytree(place.data, folder)
    with _small(folder / "out", kilobytes):
        first = place.ended(folder, place.copied(folder, copies))
    wrong = problems(first, plain)
    again = place.ended(folder, place.copied(folder, copies))
    if again.status:
        wrong.append(f"with room it ends with status {again.status}: {again.err[-500:]}")
    else:
        wrong += [f"with room it {said}" for said in differences(plain, again)]
    shutil.rmtree(folder)
    return wrong


def problems(first: Run, plain: Run) -> list[str]:
    """Return what is wrong with a run on a full disk."""
    wrong = []
    if "Traceback" in first.err:
        wrong.append(f"it ends with a traceback: {first.err[-500:]}")
    elif first.status not in (0, OUTSIDE):
        wrong.append(f"it ends with status {first.status}, not {OUTSIDE}: {first.err[-500:]}")
    elif first.status and "no space left on device" not in " ".join(first.err.split()):
        wrong.append(f"it does not say what is wrong: {first.err[-500:]}")
    lacking = sorted(name for name in plain.files.keys() - first.files.keys() if name.startswith("out/"))
    if lacking and not first.status:
        wrong.append(f"it ends well without {', '.join(lacking)}")
    for name, content in first.files.items():
        if name.startswith("out/") and content != plain.files.get(name):
            wrong.append(f"{name} is there and not whole")
    return wrong


@contextlib.contextmanager
def _small(folder: Path, kilobytes: int) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], check=True)  # noqa: S607 - of the system
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S607 - of the system


if __name__ == "__main__":
    sys.exit(main())
