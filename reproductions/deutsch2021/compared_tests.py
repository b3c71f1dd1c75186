"""Print which pairs of metrics Perm-Both and the studentised permutation of systems judge differently.

Two-sided p-values, not corrected, of every coefficient asked for, at both levels, on both data sets of Deutsch, Dror &
Roth (2021). For docs/choosing_a_test.md.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scores import SEED, SOURCES, load

from trueness import compare

STUDENTISED = "studentized_permutation"
OTHER_TESTS = ("permutation", "sign_flip")


def significant(rows: Iterable[Any], level: str, coefficient: str) -> dict[tuple[str, str], float]:
    """Return the p-values of all pairs at a level."""
    return {
        (row.metric, row.rival): row.pvalue
        for row in rows
        if (row.level, row.coefficient) == (level, coefficient)
    }


def named(pair: tuple[str, str], estimate: float) -> str:
    """Return a pair, the metric with the higher correlation first."""
    first, second = pair if estimate >= 0 else pair[::-1]
    return f"{first} > {second}"


def compared(data: Path | None, coefficients: Sequence[str], resamples: int, workers: int | None) -> None:
    """Print counts of significant pairs, and the pairs on which the tests disagree."""
    for source in SOURCES:
        table = load(source, data)
        given = {
            "human": source.human,
            "level": ("system", "input"),
            "coefficient": coefficients,
            "interval": "none",
            "test_over": "systems",
            "alternative": "two-sided",
            "standardize": "level",
            "correction": "none",
            "family": "all",
            "resamples": resamples,
            "workers": workers,
            "rng": SEED,
        }
        main = compare(table, test=STUDENTISED, beside="both", **given)
        others = {test: compare(table, test=test, beside=(), **given).tests for test in OTHER_TESTS}
        estimates = {(row.level, row.coefficient, row.metric, row.rival): row.estimate for row in main.tests}
        for level, coefficient in main.settings.keys:
            studentised = significant(main.tests, level, coefficient)
            published = significant(main.beside, level, coefficient)
            counts = {"Perm-Both": published, "studentised": studentised} | {
                test: significant(rows, level, coefficient) for test, rows in others.items()
            }
            said = ", ".join(
                f"{name} {sum(p <= 0.05 for p in found.values())}" for name, found in counts.items()
            )
            print(f"\n## {source.name}, {level} level, {coefficient}: {said} of {len(studentised)} pairs\n")
            print("| better > worse | Perm-Both | studentised |\n|---|---:|---:|")
            for pair, pvalue in studentised.items():
                if (pvalue <= 0.05) != (published[pair] <= 0.05):
                    words = named(pair, estimates[level, coefficient, *pair])
                    print(f"| {words} | {published[pair]:.4f} | {pvalue:.4f} |")


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = os.environ.get("TRUENESS_TEST_DATA")
    folder = None if default is None else Path(default) / "data" / "deutsch2021"
    parser.add_argument("--data", type=Path, default=folder, help="folder with fabbri2020 and bhandari2020")
    parser.add_argument("--coefficients", nargs="+", default=["pearson", "kendall"])
    parser.add_argument("--resamples", type=int, default=9999)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    compared(given.data, given.coefficients, given.resamples, given.workers)


if __name__ == "__main__":
    main()
