"""Processor seconds and peak memory of whole commands: how long a person waits, and what a machine has to have.

Every command runs in a process of its own, `--runs` times; shown are the fewest processor seconds (user and system, of
all threads) and the peak memory of that run. Files are made first, the same ones every time. With several sizes of one
work the growth is shown: the exponent of seconds, and of memory, in the size that changes. ::

    python benchmarks/answers.py [--large] [--first] [--imports] [--runs N] [--only PATTERN] [--source SRC ...]

`--large` adds what takes minutes, `--first` what the first run after installation takes, with nothing compiled,
`--imports` what is loaded before a command answers. `--source` measures other versions of the package, each a folder
that holds `trueness`, side by side.
"""

from __future__ import annotations

import argparse
import collections
import csv
import dataclasses
import fnmatch
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
MIB = 2**20
IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)")

KENDALL = """
import time, numpy as np, scipy.stats
from trueness.statistics.coefficients import kendall
x, z = np.random.default_rng(0).integers(0, 1000, (2, {n})).astype(float)
kendall(x[:5], z[:5]), scipy.stats.kendalltau(x[:5], z[:5])
starts = [time.process_time()]
found = kendall(x, z); starts.append(time.process_time())
peer = scipy.stats.kendalltau(x, z).statistic; starts.append(time.process_time())
print(f"ours {{starts[1] - starts[0]:.4f}} s, SciPy {{starts[2] - starts[1]:.4f}} s, apart {{abs(found - peer):.0e}}")
"""


@dataclasses.dataclass(frozen=True)
class Work:
    """A command whose seconds and memory are measured.

    Attributes
    ----------
    name : str
    arguments : tuple of str
        What follows the interpreter.
    size : int
        What grows among works of one name; 0 where there is one.
    large : bool
    """

    name: str
    arguments: tuple[str, ...]
    size: int = 0
    large: bool = False


@dataclasses.dataclass(frozen=True)
class Measured:
    """Processor seconds, bytes of memory at the peak, and what was printed."""

    seconds: float
    peak: int
    printed: str


def write(path: Path, head: list[str], rows: Iterable[list[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(head)
        out.writerows(rows)


def write_named(path: Path) -> None:
    """Write the file that a name says: labels, ratings, or a table of systems x inputs x metrics x pairs."""
    made = {"labels": labels, "ratings": ratings}
    if path.stem in made:
        made[path.stem](path)
    else:
        table(path, *map(int, path.stem.split("x")))


def given(folder: Path, name: str) -> str:
    """Return the path of a file, written by another process: what it takes would count as a command's memory."""
    path = folder / f"{name}.csv"
    if not path.exists():
        subprocess.run([sys.executable, __file__, "--write", str(path)], check=True)
    return str(path)


def table(path: Path, systems: int, inputs: int, metrics: int, pairs: int = 1) -> None:
    """Write scores of systems of different quality, the human's from 1 to 5; of several language pairs side by side."""
    import numpy as np

    rng = np.random.default_rng(7)

    def rows() -> Iterator[list[object]]:
        for pair in range(pairs):
            true = np.sort(rng.normal(size=systems))[:, None] * 0.6 + rng.normal(size=(1, inputs)) * 0.5
            human = np.clip(np.rint(true + rng.normal(size=true.shape) * 0.8 + 3), 1, 5)
            noise = 0.7 + 0.1 * np.arange(metrics)[:, None, None]
            scores = np.round(true + rng.normal(size=(metrics, *true.shape)) * noise, 5)
            for i in range(systems):
                for j in range(inputs):
                    yield [f"s{pair}-{i}", f"i{pair}-{j}", f"p{pair}", human[i, j], *scores[:, i, j]]

    return write(path, ["system", "input", "pair", "human", *(f"metric{k}" for k in range(metrics))], rows())


def labels(path: Path) -> None:
    """Write 300 labels of people and of two judges that are sometimes wrong."""
    import numpy as np

    rng = np.random.default_rng(3)
    right = rng.random(300) < 0.4
    said = [right, *(right ^ (rng.random(300) < wrong) for wrong in (0.15, 0.2))]
    words = np.where(said, "pass", "fail").T.tolist()
    write(
        path,
        ["system", "input", "human", "judge1", "judge2"],
        ([f"s{k % 3}", f"i{k // 3}", *given] for k, given in enumerate(words)),
    )


def ratings(path: Path) -> None:
    """Write ratings of 1,698 outputs by 13 people and 6 judges."""
    import numpy as np

    rng = np.random.default_rng(4)
    noise = np.array([0.8] * 13 + [0.7 + 0.2 * k for k in range(6)])
    given = np.clip(
        np.rint(3 + rng.normal(size=(1698, 1)) + rng.normal(size=(1698, 19)) * noise), 1, 5
    ).tolist()
    head = ["input", *(f"human@p{k}" for k in range(13)), *(f"judge{k}" for k in range(6))]
    write(path, head, ([f"i{k}", *row] for k, row in enumerate(given)))


def works(folder: Path, *, large: bool) -> Iterator[Work]:
    """Yield what is measured; its files are written first."""
    run = ("-m", "trueness")
    asked = ("--human", "human", "--seed", "1")
    grouped = ("--columns", "groups=pair")
    small = given(folder, "16x24x15")
    yield Work("--help", (*run, "--help"))
    yield Work("check, 384 rows", (*run, "check", small, *grouped))
    compared = (*run, "compare", small, *asked, *grouped)
    yield Work("compare --no-tests, 15 metrics, 16 x 24", (*compared, "--no-tests"))
    yield Work("compare, 15 metrics, 16 x 24", compared)
    yield Work("judge, 300 labels, 2 judges", (*run, "judge", given(folder, "labels"), *asked))
    page = str(folder / "page.html")
    yield Work("compare --out, 15 metrics, 16 x 24", (*compared, "--out", page))
    yield Work("demo", (*run, "demo", "--out", page))
    for n in (1_000, 10_000, 100_000):
        yield Work("kendall, vectors of", ("-c", KENDALL.format(n=n)), n)
    if not large:
        return
    yield Work(
        "judge, 1,698 x 13 people x 6 judges", (*run, "judge", given(folder, "ratings"), *asked), large=True
    )
    many = given(folder, "20x2000x30")
    yield Work("compare, 30 metrics, 20 x 2,000", (*run, "compare", many, *asked, *grouped), large=True)
    for inputs in (1_000, 10_000, 100_000):
        path = given(folder, f"10x{inputs}x3")
        for question, scored in (("compare", "metrics"), ("judge", "judges")):
            arguments = (*run, question, path, *asked, *grouped)
            yield Work(f"{question}, 3 {scored}, 10 systems, inputs", arguments, inputs, large=True)
    for systems in (50, 150, 500):
        path = given(folder, f"{systems}x20x1")
        arguments = (*run, "compare", "--worth", path, *asked, *grouped)
        yield Work("compare --worth, 1 metric, 20 inputs, systems", arguments, systems, large=True)
    path = given(folder, "12x1750x8x18")
    darr = ("--tables-by", "pair", "--level", "input", "--coefficient", "darr")
    arguments = (*run, "compare", "--pool", path, *asked, *grouped, *darr)
    yield Work("compare --pool, 18 pairs, 378,000 outputs", arguments, large=True)


def measured(
    arguments: Iterable[str], source: Path, runs: int, *, room: str | None = None, traced: bool = False
) -> Measured:
    """Run the interpreter several times and return the run of the fewest processor seconds."""
    environment = {**os.environ, "PYTHONPATH": str(source), "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    best: Measured | None = None
    for _ in range(runs):
        if room is not None:
            environment["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(dir=room)
        command = [sys.executable, *(["-X", "importtime"] if traced else []), *arguments]
        with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            printed = out.read()
        if process.returncode:
            last = printed.strip().splitlines()[-1:]
            return Measured(math.nan, 0, f"status {process.returncode}: {' '.join(last)}")
        peak = used.ru_maxrss if sys.platform == "darwin" else used.ru_maxrss * 1024
        found = Measured(used.ru_utime + used.ru_stime, peak, printed)
        if best is None or found.seconds < best.seconds:
            best = found
    assert best is not None
    return best


def said(found: Measured) -> str:
    if math.isnan(found.seconds):
        return "fails"
    return f"{found.seconds:8.2f} s {found.peak / MIB:6.0f} MiB"


def growth(values: list[tuple[int, float]]) -> str:
    """Return the exponent between the two largest sizes."""
    (one, low), (other, high) = values[-2:]
    return f"{math.log(high / low) / math.log(other / one):.2f}"


def shown(
    chosen: Iterable[Work], sources: list[Path], one: Callable[[Work, Path], Measured], title: str
) -> None:
    """Print a line per work, the versions side by side, and the growth of those of several sizes."""
    print(f"\n{title:52}" + "".join(f"{source.parent.name[:20]:>22}" for source in sources), flush=True)
    sizes: dict[tuple[str, Path], list[tuple[int, Measured]]] = collections.defaultdict(list)
    for work in chosen:
        name = f"{work.name}: {work.size:,}" if work.size else work.name
        found = [one(work, source) for source in sources]
        print(f"{name:52}" + "".join(f"{said(each):>22}" for each in found), flush=True)
        for source, each in zip(sources, found, strict=True):
            fails = math.isnan(each.seconds)
            if fails or work.arguments[0] == "-c":
                print(f"  {source.parent.name}: {each.printed.strip()[:150]}")
            elif work.size:
                sizes[work.name, source].append((work.size, each))
    for (name, source), values in sizes.items():
        if len(values) > 1:
            seconds = growth([(size, each.seconds) for size, each in values])
            memory = growth([(size, each.peak) for size, each in values])
            print(f"{name} ({source.parent.name}): seconds grow with the power {seconds}, memory {memory}")


def imports(work: Work, source: Path) -> Measured:
    """Return the seconds of imports, and the packages that take most of them, in place of what is printed."""
    found = measured(work.arguments, source, 1, traced=True)
    own: collections.Counter[str] = collections.Counter()
    for microseconds, name in IMPORTED.findall(found.printed):
        own[name.split(".")[0]] += int(microseconds)
    most = ", ".join(f"{name} {time / 1e6:.2f}" for name, time in own.most_common(8))
    print(f"  {work.name}: {most}")
    return dataclasses.replace(found, seconds=own.total() / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true", help="what takes minutes, too")
    parser.add_argument("--first", action="store_true", help="the first run, with nothing compiled, too")
    parser.add_argument("--imports", action="store_true", help="what is imported, too")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="*", help="a pattern of names")
    parser.add_argument("--source", type=Path, nargs="+", default=[SOURCE])
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)  # what the process that writes is told
    asked = parser.parse_args()
    if asked.write:
        write_named(asked.write)
        return
    sources = [source.resolve() for source in asked.source]
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "matplotlib"))
    print(
        f"{platform.platform()}, {os.cpu_count()} processors, Python {platform.python_version()}, {versions}"
    )
    with tempfile.TemporaryDirectory() as parent:
        chosen = [
            work
            for work in works(Path(parent), large=asked.large)
            if fnmatch.fnmatchcase(work.name, asked.only)
        ]
        single = [work for work in chosen if not work.size and not work.large]
        for source in sources:  # bytecode, and what is compiled of small files
            measured(("-m", "trueness", "--help"), source, 1)
        shown(chosen, sources, lambda work, source: measured(work.arguments, source, asked.runs), "commands")
        if asked.first:
            shown(
                single,
                sources,
                lambda work, source: measured(work.arguments, source, 1, room=parent),
                "first run",
            )
        if asked.imports:
            shown(single, sources, imports, "imports alone")


if __name__ == "__main__":
    main()
