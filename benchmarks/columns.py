"""Time both ways of counting concordant pairs of columns, and whole resamples of few and of very many systems.

First the two ways of `column_cost` side by side, for columns of N entries of K metrics: products of
matrices, O(N^2) per column and resample, and walks through sorted entries, O(N log N). With every pair of times, the
model's choice; both ways give the same whole numbers, which is checked. Then the bootstrap and the permutation test of
the input level with as many systems, by the way that the model chooses. Times are of one thread. ::

    python benchmarks/columns.py [--systems N ...] [--metrics K ...]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

from trueness.parallel import Execution, executing
from trueness.statistics.engine import permuted_averages, prepared_columns
from trueness.statistics.engine.column_cost import walked, walked_cells, walked_swaps
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling import permuted_levels
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

NAMES = ("pearson", "spearman", "kendall")
DRAWS = 256
LONGEST_PRODUCT = 1000
"""Entries of a column beyond which products of all pairs take minutes, and gigabytes."""


def scores(n_metrics: int, n_systems: int, n_inputs: int) -> ScoreArrays:
    """Return scores of systems that differ, the human's on a scale of 15 values."""
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(n_systems, 1))
    human = np.clip(np.rint(3 * (quality + rng.normal(size=(n_systems, n_inputs))) + 8), 1, 15)
    return ScoreArrays.of(quality + rng.normal(size=(n_metrics, n_systems, n_inputs)), human)


def seconds(call: Callable[[], object]) -> tuple[float, object]:
    """Return the least time of two calls, after one that compiles, and what was returned."""
    found = call()
    least = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        found = call()
        least = min(least, time.perf_counter() - start)
    return least, found


def both_ways(kind: str, n_metrics: int, n_systems: int) -> str:
    """Time a question with walks and with products, and name the model's choice."""
    arrays = scores(n_metrics, n_systems, 1 if n_systems > 100 else 8)
    pairs = [(0, k) for k in range(1, n_metrics)]
    place, name, choice = {
        "bootstrap": (prepared_columns, "walked", walked(n_systems, n_metrics)),
        "swap systems": (permuted_averages, "walked_swaps", walked_swaps(n_systems, len(pairs))),
        "swap cells": (permuted_levels, "walked_cells", walked_cells(n_systems, len(pairs))),
    }[kind]

    def run() -> object:
        if kind == "bootstrap":
            plan = bootstrap_plan(arrays, "systems", DRAWS, 1)
            (part,) = executing(Execution(workers=1))(bootstrap)(
                arrays, arrays.single_groups(), plan, ("input",), NAMES
            )
            return {key: value.tobytes() for key, value in part.values.items()}
        swap = kind.removeprefix("swap ")
        test = PermutationPlan.choose(swap, n_systems, arrays.n_inputs, DRAWS, 1)
        found = executing(Execution(workers=1))(permutation_exceedances)(
            arrays, pairs, test, ("input",), NAMES
        )
        return {key: (value.greater.tolist(), value.less.tolist()) for key, value in found.items()}

    kept = getattr(place, name)
    times = []
    values = []
    for way in (True, False) if n_systems <= LONGEST_PRODUCT else (True,):
        setattr(place, name, lambda *_, way=way: way)
        took, found = seconds(run)
        times.append(
            1e6 * took / (DRAWS * arrays.n_inputs * max(1, len(pairs) if kind != "bootstrap" else n_metrics))
        )
        values.append(found)
    setattr(place, name, kept)
    if any(found != values[0] for found in values):
        sys.exit(f"{kind}, {n_metrics} metrics, {n_systems} systems: the two ways differ")
    product = f"{times[1]:9.2f}" if len(times) > 1 else "        -"
    return f"{kind:<13} {n_metrics:>3} {n_systems:>6} {times[0]:9.2f} {product}  {'walk' if choice else 'product'}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--systems", type=int, nargs="+", default=[16, 50, 100, 200, 400, 1000, 5000])
    parser.add_argument("--metrics", type=int, nargs="+", default=[2, 14])
    given = parser.parse_args()
    print("microseconds per resample, input, and metric or pair: Pearson, Spearman and Kendall")
    print(f"{'question':<13} {'K':>3} {'N':>6} {'walk':>9} {'product':>9}  the model's choice")
    for kind in ("bootstrap", "swap systems", "swap cells"):
        for n_metrics in given.metrics:
            for n_systems in given.systems:
                print(both_ways(kind, n_metrics, n_systems), flush=True)


if __name__ == "__main__":
    main()
