"""Time `trueness score` and its memory as texts grow: a thousand summaries, ten thousand, up to a million.

The texts are made of real sentences (those of the bundled benchmark, or of SummEval with ``--data``), drawn anew for
every input: one source of 12 sentences, one reference of 3, 16 systems whose outputs mix sentences of the source with
others. One process scores one file with ``--metrics`` (default: the 96 variants of ROUGE), streams it, and writes
Parquet.
Time is linear in the number of outputs. Memory does not grow with it: a partition of the texts, its scores, and what
SQLite keeps of the keys, which lie on disk.

Printed are seconds in all, outputs per second, and the largest resident memory of the process, without a cache, with an
empty one, and with a full one. ::

    python benchmarks/scoring.py [--sizes 1000 10000 100000 1000000] [--data FOLDER] [--metrics PATTERN] [--json]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from trueness import load_dataset_texts
from trueness.data.datasets.load import summeval_texts

SYSTEMS = 16
SEED = 7


@dataclasses.dataclass(frozen=True)
class Run:
    """One run of the command.

    Attributes
    ----------
    outputs : int
    cache : {'none', 'empty', 'full'}
    seconds : float
        In all, with start-up.
    memory : float
        Largest resident memory in MiB.
    """

    outputs: int
    cache: str
    seconds: float
    memory: float

    @property
    def rate(self) -> float:
        """Outputs per second."""
        return self.outputs / self.seconds


def sentences(data: Path | None) -> list[str]:
    """Return real sentences, each once."""
    texts = load_dataset_texts("pocket") if data is None else summeval_texts(data / "data.pkl")
    lines = {
        line.strip()
        for row in texts.rows
        for text in (row.output, *row.references)
        for line in text.replace(" . ", " .\n").split("\n")
    }
    return sorted(line for line in lines if len(line.split()) > 3)


def rows(pool: list[str], count: int) -> Iterator[dict[str, object]]:
    """Make texts, input by input."""
    rng = np.random.default_rng(SEED)
    for start in range(0, count, SYSTEMS):
        source = [pool[k] for k in rng.integers(len(pool), size=12)]
        reference = [source[k] for k in rng.integers(12, size=2)] + [pool[rng.integers(len(pool))]]
        for system in range(min(SYSTEMS, count - start)):
            chosen = [source[k] for k in rng.integers(12, size=2)] + [pool[rng.integers(len(pool))]]
            yield {
                "system": f"s{system}",
                "input": f"i{start // SYSTEMS}",
                "output": "\n".join(chosen),
                "references": ["\n".join(reference)],
                "source": "\n".join(source),
            }


def run(texts: Path, metrics: str, out: Path, cache: str, folder: Path, count: int) -> Run:
    """Score a file in a process of its own.

    Raises
    ------
    RuntimeError
        If the command fails.
    """
    options = ["--no-cache"] if cache == "none" else ["--cache", str(folder)]
    command = ["score", str(texts), "--metrics", metrics, "--out", str(out), "--json", *options]
    start = time.perf_counter()
    said = (
        os.POSIX_SPAWN_OPEN,
        1,
        str(out.parent / "said.json"),
        os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
        0o600,
    )
    program = [sys.executable, "-c", "from trueness.commands import main; main()", *command]
    child = os.posix_spawn(sys.executable, program, os.environ, file_actions=[said])
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(
            f"trueness {' '.join(command)} failed with status {os.waitstatus_to_exitcode(status)}."
        )
    return Run(count, cache, time.perf_counter() - start, usage.ru_maxrss / 1024)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--data", type=Path, help="folder with SummEval's data.pkl")
    parser.add_argument("--metrics", default="rouge{1,2,3,4,L,W,S4,SU4}_*")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    pool = sentences(given.data)
    runs = []
    if not given.json:
        print(f"{'outputs':>9} {'cache':<6} {'seconds':>9} {'outputs/s':>10} {'memory':>10}")
    for count in given.sizes:
        with tempfile.TemporaryDirectory() as place:
            texts = Path(place) / "texts.jsonl"
            with texts.open("w") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows(pool, count))
            for cache in ("none", "empty", "full"):
                found = run(
                    texts, given.metrics, Path(place) / "scores.parquet", cache, Path(place) / "cache", count
                )
                runs.append(found)
                if not given.json:
                    print(
                        f"{found.outputs:>9} {found.cache:<6} {found.seconds:>9.1f} {found.rate:>10.0f} "
                        f"{found.memory:>6.0f} MiB"
                    )
    if given.json:
        found_rows = [dataclasses.asdict(one) | {"rate": one.rate} for one in runs]
        facts = {"machine": platform.platform(), "python": platform.python_version()}
        print(json.dumps({**facts, "rows": found_rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
