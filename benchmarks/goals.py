"""What whole commands take beside what they may: processor seconds, seconds of the clock, and memory.

Every command runs in a process of its own, `--runs` times, with loops compiled; shown are medians. Seconds are those of
processors, user and system, of all threads: another program beside changes them little. Files are made first, the same
ones every time (`made.py`). With several sizes of one work the growth is shown: the power of the size that changes with
which seconds and memory grow. Below stand other programs that do the same work, those that are installed. ::

    python benchmarks/goals.py [--large] [--huge] [--imports] [--runs N] [--only PATTERN] [--source SRC ...]

A second table has the first run ever after installation, with no bytecode of the package and no compiled loop. (Pip
writes bytecode when it installs, uv when it is told to: then a first run is like any other, but for loops.)

`--large` adds what takes minutes, `--huge` what takes an hour, up to ten million outputs, `--imports` what is loaded
before a command answers. `--source` measures several versions of the package, each a folder that holds `trueness`, one
below the other.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import fnmatch
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from made import given
from measuring import MIB, Measured, growth, machine, measured

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)")
PACKAGES = ("numpy", "scipy", "numba", "matplotlib")
PEERS = ("judgekeeper", "truescore", "autorank", "nlpstats", "sacrebleu", "rouge-rust")

AUTORANK = """
import sys, pandas as pd
from autorank import autorank
scores = pd.read_csv(sys.argv[1]).pivot(index="input", columns="system", values="human")
print(autorank(scores, alpha=0.05, verbose=False).pvalue)
"""


@dataclasses.dataclass(frozen=True)
class Work:
    """A command, and what it may take.

    Attributes
    ----------
    name : str
    command : str
        What follows ``trueness``, FILE in place of the file.
    file : str
        See `made.py`.
    goal : float or None
        Processor seconds.
    room : int
        MiB; 0 where there is no goal.
    first : float or None
        Processor seconds of a first run, with nothing compiled; None where it is not measured.
    size : int
        What grows among works of one name; 0 where there is one.
    large, huge : bool
        Whether it takes a minute or so, or many.
    """

    name: str
    command: str
    file: str = ""
    goal: float | None = None
    room: int = 0
    first: float | None = None
    size: int = 0
    large: bool = False
    huge: bool = False

    @property
    def title(self) -> str:
        """The name with the size."""
        return f"{self.name}: {self.size:,}" if self.size else self.name


ASKED = "--human human --seed 1"
GROUPED = f"{ASKED} --columns groups=pair"
DARR = "--tables-by pair --level input --coefficient darr"
SMALL, LABELS, ALONE = "16x24x15.csv", "labels.csv", "labels-alone.csv"
JUDGED = f"judge FILE {ASKED}"

WORKS = (
    Work("--help", "--help"),
    Work("check, 384 rows", "check FILE --columns groups=pair", SMALL, 0.4),
    Work("compare --no-tests, 15 metrics, 16 x 24", f"compare FILE {GROUPED} --no-tests", SMALL, 1.0),
    Work("compare, 15 metrics, 16 x 24", f"compare FILE {GROUPED}", SMALL, 1.0, first=2.0),
    Work("judge, 300 labels, 2 judges", JUDGED, LABELS, 1.0, first=1.5),
    Work("compare --out, 15 metrics, 16 x 24", f"compare FILE {GROUPED} --out page.html", SMALL, 3.0),
    Work("demo", "demo --out page.html", "", 4.0, first=6.0),
    *(
        Work(
            "score, ROUGE-1, 2 and L, outputs",
            "score FILE --metrics rouge{1,2,L}_f --no-cache --out scores.parquet",
            f"texts-{outputs}.jsonl",
            size=outputs,
            large=outputs > 10_000,
        )
        for outputs in (1_000, 10_000, 100_000, 1_000_000)
    ),
    Work(
        "check, 18 pairs of languages, 378,000 outputs",
        "check FILE --columns groups=pair",
        "14x1500x8x18.csv",
        room=100,
        large=True,
    ),
    Work("judge, 1,698 x 13 people x 6 judges", JUDGED, "ratings.csv", 5.0, large=True),
    Work(
        "compare, 30 metrics, 20 x 2,000", f"compare FILE {GROUPED}", "20x2000x30.csv", 6.0, 300, large=True
    ),
    *(
        Work(
            f"{command}, 3 metrics, 10 systems, inputs",
            f"{command} FILE {GROUPED}",
            f"10x{inputs}x3.csv",
            20.0 if inputs == 100_000 else None,
            512 if inputs == 100_000 else 0,
            size=inputs,
            large=True,
        )
        for command in ("compare", "judge")
        for inputs in (1_000, 10_000, 100_000)
    ),
    *(
        Work(
            f"compare a folder, 3 metrics, 10 systems, {workers}, inputs",
            f"compare FILE {ASKED} --no-checkpoint {workers}",
            f"10x{inputs}x3.parts",
            size=inputs,
            huge=True,
        )
        for workers in (
            "--workers 1",
            "--workers 2",
            "--engine dask --workers 1",
            "--engine dask --workers 2",
        )
        for inputs in (100_000, 300_000, 1_000_000)
    ),
    *(
        Work(
            f"{command}, 20 inputs, systems",
            f"{command} FILE {GROUPED}",
            f"{systems}x20x1.csv",
            20.0 if systems == 500 else None,
            512 if systems == 500 else 0,
            size=systems,
            large=True,
        )
        for command in ("compare --worth", "systems")
        for systems in (50, 150, 500)
    ),
    Work(
        "systems, 20 inputs, only the highest",
        f"systems FILE {GROUPED}",
        "5000x20x1.csv",
        30.0,
        512,
        size=5_000,
        large=True,
    ),
    *(
        Work(
            f"judge --annotators, {said}, people",
            "judge --annotators FILE --seed 1",
            f"{kind}-{people}x{outputs}.csv",
            30.0 if people == 200 else None,
            512 if people == 200 else 0,
            size=people,
            large=True,
        )
        for kind, outputs, said in (
            ("everyone", 600, "all of 600 outputs"),
            ("people", 300, "a tenth of 300 outputs each"),
        )
        for people in (50, 100, 200)
    ),
    Work(
        "compare --pool, 18 pairs, 378,000 outputs",
        f"compare --pool FILE {GROUPED} {DARR}",
        "12x1750x8x18.csv",
        25.0,
        400,
        large=True,
    ),
)

JUDGE_PEERS = {
    "judgekeeper: 300 labels": "judgekeeper check FILE --judge judge1 --human human",
    "truescore: 300 labels": "truescore agreement FILE --judge judge1 --gold human",
}
ONE_JUDGE = Work("one judge", f"{JUDGED} --judge judge1", ALONE)
ONE_SCORER = Work("one scorer", f"systems FILE {GROUPED} --scorer human", SMALL)

CALLS = (
    ("SciPy: kendall, vectors of", "scipy-kendall", (1_000, 10_000, 100_000)),
    ("nlpstats: permutation test, 25 x 100, resamples", "nlpstats-permutation", (1_000,)),
    ("mt-metrics-eval: soft accuracy, 16 systems, inputs", "mtme-soft-accuracy", (1_000,)),
    ("mt-metrics-eval: calibrated ties, 16 systems, inputs", "mtme-tie-calibration", (100, 1_000)),
    ("sacreBLEU: BLEU, outputs", "sacrebleu-bleu", (1_000,)),
    ("sacreBLEU: chrF, outputs", "sacrebleu-chrf", (1_000,)),
    ("rouge-rust: ROUGE-1, 2 and L, outputs", "rouge-rust", (1_000, 10_000)),
)
"""Calls of `beside.py`, and their sizes.

mt-metrics-eval is measured where PYTHONPATH has a checkout of github.com/google-research/mt-metrics-eval: what has its
name in the registry of packages is another program.
"""


@dataclasses.dataclass(frozen=True)
class Bench:
    """Where works are run, and how often.

    Attributes
    ----------
    folder : Path
        For files.
    sources : list of Path
        Versions of the package.
    runs : int
    """

    folder: Path
    sources: list[Path]
    runs: int

    def program(self, command: str, file: str) -> list[str]:
        """Return the words of a command, with the path of its file, which is written where it is not there."""
        path = given(self.folder, file) if file else ""
        return [path if word == "FILE" else word for word in shlex.split(command)]

    def run(self, work: Work, source: Path, runs: int, *options: str, fresh: bool = False) -> Measured:
        """Run a command of a version; `fresh` has it compile everything anew, bytecode too."""
        program = [sys.executable, *options, "-m", "trueness", *self.program(work.command, work.file)]
        if not fresh:
            return measured(program, runs, {"PYTHONPATH": str(source)}, folder=self.folder)
        found = []
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as installed:
                bare = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source / "trueness", Path(installed) / "trueness", ignore=bare)
                environment = {"PYTHONPATH": installed, "NUMBA_CACHE_DIR": installed}
                found.append(measured(program, 1, environment, folder=self.folder))
        failed = [one for one in found if one.failed]
        return failed[0] if failed else sorted(found, key=lambda one: one.seconds)[runs // 2]


def table(works: Iterable[Work], bench: Bench, *, first: bool = False) -> None:
    """Print a line per work and version, and the growth of those of several sizes."""
    head = "first run" if first else "work"
    print(f"\n| {head} | goal | CPU s | wall s | goal | MiB | |\n|---|--:|--:|--:|--:|--:|---|")
    sizes: dict[str, list[tuple[int, Measured]]] = collections.defaultdict(list)
    for work in works:
        for source in bench.sources:
            version = f" ({source.parent.name})" if len(bench.sources) > 1 else ""
            found = bench.run(work, source, bench.runs, fresh=first)
            goal, room = (work.first, 0) if first else (work.goal, work.room)
            met = (goal is None or found.seconds <= goal) and (not room or found.peak <= room * MIB)
            verdict = found.printed if found.failed else "" if goal is None else "met" if met else "missed"
            cells = [
                f"{work.title}{version}",
                "" if goal is None else f"{goal:g}",
                f"{found.seconds:.2f}",
                f"{found.wall:.1f}",
                f"{room}" if room else "",
                f"{found.peak / MIB:.0f}" + (f", worker {found.worker / MIB:.0f}" if found.worker else ""),
                verdict,
            ]
            print(f"| {' | '.join(cells)} |", flush=True)
            if work.size and not found.failed:
                sizes[f"{work.name}{version}"].append((work.size, found))
    for name, values in sizes.items():
        if len(values) > 1:
            seconds = growth([(size, one.seconds) for size, one in values])
            memory = growth([(size, one.peak) for size, one in values])
            print(f"{name}: seconds grow with the power {seconds:.2f}, memory with {memory:.2f}")


def beside(bench: Bench, pattern: str) -> None:
    """Print what other programs take for the same: whole commands, then calls in one process (`beside.py`)."""
    print(
        f"\n{machine(PEERS)}\n\n| the same work | here, CPU s | there | ratio | apart |\n|---|--:|--:|--:|--:|"
    )
    source = bench.sources[-1]
    autorank = [sys.executable, "-c", AUTORANK, *bench.program("FILE", SMALL)]
    peers = [(name, ONE_JUDGE, bench.program(words, ALONE)) for name, words in JUDGE_PEERS.items()]
    peers.append(("autorank: 16 systems, 24 inputs", ONE_SCORER, autorank))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for name, work, (called, *words) in peers:
        if not fnmatch.fnmatchcase(name, pattern):
            continue
        program = shutil.which(called, path=path)
        theirs = None if program is None else measured([program, *words], bench.runs, folder=bench.folder)
        if theirs is None or theirs.failed:
            why = "not installed" if theirs is None else theirs.printed[:80]
            print(f"| {name} | | {why} | | |", flush=True)
            continue
        ours = bench.run(work, source, bench.runs)
        ratio = theirs.seconds / ours.seconds
        print(f"| {name} | {ours.seconds:.2f} | {theirs.seconds:.2f} | {ratio:.2f} | |", flush=True)
    importable = os.pathsep.join(filter(None, [str(source), os.environ.get("PYTHONPATH")]))
    for name, call, sizes in CALLS:
        for size in sizes if fnmatch.fnmatchcase(name, pattern) else ():
            words = [sys.executable, str(HERE / "beside.py"), call, str(size)]
            found = measured(words, 1, {"PYTHONPATH": importable}, folder=bench.folder)
            if found.failed:
                print(f"| {name} {size:,} | | {found.printed[:80]} | | |", flush=True)
                continue
            took = json.loads(found.printed.splitlines()[-1])
            numbers = f"{took['ours']:.4f} | {took['theirs']:.4f} | {took['theirs'] / took['ours']:.2f}"
            print(f"| {name} {size:,} | {numbers} | {took['apart']:.0e} |", flush=True)


def imports(works: Iterable[Work], bench: Bench) -> None:
    """Print the seconds of imports, and the packages that take most of them."""
    for work in works:
        own: collections.Counter[str] = collections.Counter()
        printed = bench.run(work, bench.sources[-1], 1, "-X", "importtime").printed
        for microseconds, name in IMPORTED.findall(printed):
            own[name.split(".")[0]] += int(microseconds)
        most = ", ".join(f"{name} {time / 1e6:.2f}" for name, time in own.most_common(8))
        print(f"imports of {work.name}: {own.total() / 1e6:.2f} s; {most}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true", help="what takes minutes, too")
    parser.add_argument(
        "--huge", action="store_true", help="what takes an hour, too: up to ten million outputs"
    )
    parser.add_argument("--imports", action="store_true", help="what is imported, too")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="*", help="a pattern of names")
    parser.add_argument("--source", type=Path, nargs="+", default=[SOURCE])
    asked = parser.parse_args()
    print(machine(PACKAGES))
    with tempfile.TemporaryDirectory() as parent:
        bench = Bench(Path(parent), [source.resolve() for source in asked.source], asked.runs)
        chosen = [
            work
            for work in WORKS
            if (asked.large or not work.large)
            and (asked.huge or not work.huge)
            and fnmatch.fnmatchcase(work.name, asked.only)
        ]
        for source in bench.sources:  # bytecode
            bench.run(WORKS[0], source, 1)
        table(chosen, bench)
        if first := [work for work in chosen if work.first]:
            table(first, bench, first=True)
        beside(bench, asked.only)
        if asked.imports:
            imports([work for work in chosen if not (work.size or work.large)], bench)


if __name__ == "__main__":
    main()
