"""Try rules on tables of known truth, and print how often each broke its promise.

::

    python -m hardening.promises [--tables 200] [--rule may_grade] [--seed 0] [--keep]

With ``--keep`` what was found is written to ``kept.csv``, from which ``docs/promises.md`` is made; rows of rules
that were not tried stay. Ends with 1 where a promise is broken that is claimed to hold, or a rule never decides.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import dataclasses
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from hardening.promises.truth import Kept, tried
from hardening.promises.truths import TRUTHS

KEPT = Path(__file__).with_name("kept.csv")


def main(words: Sequence[str]) -> int:
    """Run, print, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardening.promises", description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rule", action="append", default=[])
    parser.add_argument("--truth", default="", help="only truths whose name has these words")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args(words)
    chosen = [
        place
        for place, truth in enumerate(TRUTHS)
        if (not given.rule or truth.rule in given.rule) and given.truth in truth.name
    ]
    found: list[Kept] = []
    with concurrent.futures.ProcessPoolExecutor(given.workers) as pool:
        runs = [pool.submit(_tried, place, given.tables, given.seed) for place in chosen]
        for run in runs:
            found.append(run.result())
            print(line(found[-1]), flush=True)
    if given.keep:
        write(found)
    return int(any(fails(row) for row in found) or not found)


def _tried(place: int, tables: int, seed: int) -> Kept:
    return tried(TRUTHS[place], tables, seed)


def fails(row: Kept) -> bool:
    """Whether a row is a failure: a promise broken where it is claimed, or a rule that never tells anything."""
    decides = next((truth.decides for truth in TRUTHS if truth.key == (row.rule, row.truth, row.size)), False)
    return not row.outside and (not row.holds or (decides and row.told == 0))


def line(row: Kept) -> str:
    """Return a row as it is printed."""
    said = "outside" if row.outside else "FAILS" if fails(row) else "holds"
    return (
        f"{said:8} {row.rule:22} {row.truth:52} {row.size:12} broken {row.broken:.3f} (allowed {row.allowed:.3f}, "
        f"± {row.error:.3f}) tells {row.told:.2f}, {row.tables} tables"
    )


def kept() -> list[Kept]:
    """Return what is stored, in the order of the truths."""
    if not KEPT.is_file():
        return []
    with KEPT.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Kept(
            rule=row["rule"],
            truth=row["truth"],
            size=row["size"],
            tables=int(row["tables"]),
            allowed=float(row["allowed"]),
            broken=float(row["broken"]),
            error=float(row["error"]),
            told=float(row["told"]),
            outside=row["outside"],
        )
        for row in rows
    ]


def write(found: Iterable[Kept]) -> None:
    """Store rows in place of older ones of the same truths; those of truths that are no more are dropped."""
    rows = {(row.rule, row.truth, row.size): row for row in [*kept(), *found]}
    ordered = [rows[truth.key] for truth in TRUTHS if truth.key in rows]
    names = [field.name for field in dataclasses.fields(Kept)]
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for row in ordered:
            values = dataclasses.asdict(row)
            writer.writerow(
                f"{values[name]:.4g}" if isinstance(values[name], float) else values[name] for name in names
            )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
