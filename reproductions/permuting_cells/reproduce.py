"""Simulate what permuting cells, and permuting systems, says of two metrics that are equally good.

Two metrics X and Y are drawn from one distribution, so neither is better, and a test at .05 should reject in
5 of 100 data sets. Each metric may favour some systems: a bias per system and metric. ::

    human   z_ij = q_i + d_j + e                quality q_i ~ N(0, .5^2), easiness d_j ~ N(0, 1)
    metric  x_ij = .7 q_i + .5 d_j + b_i + e    bias b_i ~ N(0, sd^2), for X and Y apart; e ~ N(0, 1) per cell

for system i and input j. ``python reproductions/permuting_cells/reproduce.py --write`` puts the table into
docs/permuting_cells.md.

A test of one data set costs O(resamples * systems * inputs), some tenths of a second; memory stays below some
tens of megabytes per worker.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import itertools
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from trueness.parallel import Execution, Progress, available_workers, executing
from trueness.statistics.array_types import BoolArray
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

SYSTEMS = (10, 25)
BIASES = (0.0, 0.2, 0.5)
LEVELS = ("system", "input")
SWAPS = ("cells", "systems")
STANDARDIZE = ("level", "cells")
N_INPUTS = 100
ALPHA = 0.05

PAGE = Path(__file__).parents[2] / "docs" / "permuting_cells.md"
START, END = "<!-- table: start -->", "<!-- table: end -->"


@dataclasses.dataclass(frozen=True)
class Rejections:
    """How often one test rejected.

    Attributes
    ----------
    n_systems : int
    bias : float
        Standard deviation of the systems' biases.
    level, swap, standardize : str
    count, runs : int
        Data sets with p <= .05, and all.
    """

    n_systems: int
    bias: float
    level: str
    swap: str
    standardize: str
    count: int
    runs: int

    @property
    def rate(self) -> float:
        """Share of data sets with p <= .05."""
        return self.count / self.runs

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the rate."""
        return math.sqrt(self.rate * (1 - self.rate) / self.runs)


def generate(n_systems: int, bias: float, rng: np.random.Generator, n_inputs: int = N_INPUTS) -> ScoreArrays:
    """Draw two exchangeable metrics and a human, each of shape (n_systems, n_inputs)."""
    quality = rng.normal(0, 0.5, (n_systems, 1))
    easiness = rng.normal(0, 1, (1, n_inputs))
    favours = rng.normal(0, 1, (2, n_systems, 1)) * bias
    noise = rng.normal(0, 1, (3, n_systems, n_inputs))
    human = quality + easiness + noise[2]
    return ScoreArrays.of(0.7 * quality + 0.5 * easiness + favours + noise[:2], human)


def rejected(arrays: ScoreArrays, levels: Sequence[str], resamples: int, seed: int) -> BoolArray:
    """Return whether each test rejects, of shape (swaps, ways to standardise, levels)."""
    found = np.zeros((len(SWAPS), len(STANDARDIZE), len(levels)), dtype=bool)
    for (s, swap), (t, standardize) in itertools.product(enumerate(SWAPS), enumerate(STANDARDIZE)):
        plan = PermutationPlan.choose(swap, arrays.n_systems, arrays.n_inputs, resamples, seed)
        counted = executing(Execution(workers=1))(permutation_exceedances)(
            arrays, [(0, 1)], plan, levels, ("pearson",), standardize=standardize
        )
        for k, level in enumerate(levels):
            found[s, t, k] = counted[level, "pearson"].pvalue("two-sided")[0] <= ALPHA
    return found


def one_run(
    n_systems: int,
    bias: float,
    repeat: int,
    *,
    n_inputs: int,
    levels: Sequence[str],
    resamples: int,
    seed: int,
) -> BoolArray:
    """Draw one data set and return which tests reject (see `rejected`)."""
    # keyed by the condition itself, so that leaving one out does not change the others
    stream = np.random.SeedSequence(seed, spawn_key=(n_systems, round(1000 * bias), repeat))
    rng = np.random.default_rng(stream)
    arrays = generate(n_systems, bias, rng, n_inputs)
    return rejected(arrays, levels, resamples, int(rng.integers(2**32)))


def simulate(
    *,
    runs: int = 400,
    resamples: int = 499,
    seed: int = 2021,
    systems: Sequence[int] = SYSTEMS,
    biases: Sequence[float] = BIASES,
    levels: Sequence[str] = LEVELS,
    n_inputs: int = N_INPUTS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Rejections]:
    """Return the rejection rates of every test under every condition.

    Parameters
    ----------
    runs : int
        Data sets per condition.
    resamples : int
    seed : int
        Determines every number, whatever the number of workers.
    systems, biases, levels : sequences
        Numbers of systems, standard deviations of the biases, levels. Leaving some out does not change the others.
    n_inputs : int
    workers : int, optional
        Processors to use; default all.
    progress : callable, optional
        Called with (data sets done, all).
    """
    import joblib

    conditions = list(itertools.product(systems, biases))
    jobs = [(*condition, repeat) for condition in conditions for repeat in range(runs)]
    # processes: one data set is many small steps, which threads would take in turns
    pending = joblib.Parallel(n_jobs=workers or available_workers(), return_as="generator", batch_size=10)(
        joblib.delayed(one_run)(*job, n_inputs=n_inputs, levels=tuple(levels), resamples=resamples, seed=seed)
        for job in jobs
    )
    shape = (len(SWAPS), len(STANDARDIZE), len(levels))
    counts = np.zeros((len(conditions), *shape), dtype=int)
    for done, found in enumerate(pending):
        counts[done // runs] += found
        if progress is not None:
            progress(done + 1, len(jobs))
    return [
        Rejections(n_systems, bias, level, swap, standardize, int(counts[c, s, t, k]), runs)
        for (c, (n_systems, bias)), (k, level), (s, swap), (t, standardize) in itertools.product(
            enumerate(conditions), enumerate(levels), enumerate(SWAPS), enumerate(STANDARDIZE)
        )
    ]


def table(found: Sequence[Rejections], *, runs: int, resamples: int, seed: int) -> str:
    """Return the rates as a Markdown table with a line that says how to get them again."""
    heads = [f"{swap} ({standardize})" for swap in SWAPS for standardize in STANDARDIZE]
    size = f"{runs:,} data sets per row, {resamples:,} resamples per test, seed {seed}"
    lines = [
        f"| level | systems | bias sd | {' | '.join(heads)} |",
        f"|---|---:|---:|{'---:|' * len(heads)}",
        *_lines(found),
        "",
        f"{size}; ± is the Monte-Carlo standard error.",
    ]
    return "\n".join(lines)


def _lines(found: Sequence[Rejections]) -> Iterator[str]:
    order = sorted(found, key=lambda row: (LEVELS.index(row.level), row.n_systems, row.bias))
    for (level, n_systems, bias), rows in itertools.groupby(
        order, key=lambda row: (row.level, row.n_systems, row.bias)
    ):
        rates = " | ".join(f"{row.rate:.3f} ± {row.error:.3f}" for row in rows)
        yield f"| {level} | {n_systems} | {bias:g} | {rates} |"


def write_into(page: Path, text: str) -> None:
    """Replace what stands between the two marks of a page.

    Raises
    ------
    ValueError
        If the page does not have both marks, in order.
    """
    content = page.read_text(encoding="utf-8")
    before, start, rest = content.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise ValueError(f"{page}: the table goes between '{START}' and '{END}', which are not both there.")
    page.write_text(f"{before}{START}\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=400, help="data sets per condition")
    parser.add_argument("--resamples", type=int, default=499)
    parser.add_argument("--seed", type=int, default=2021)
    parser.add_argument("--inputs", type=int, default=N_INPUTS)
    parser.add_argument(
        "--level", choices=LEVELS, help="one level only; the system level is ten times faster"
    )
    parser.add_argument(
        "--workers", type=int, help="processors to use (default: all); does not change the numbers"
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/permuting_cells.md")
    given = parser.parse_args()
    if given.write and (given.level or given.inputs != N_INPUTS):
        parser.error("the page shows both levels and 100 inputs: --write goes without --level and --inputs")
    show = functools.partial(print, end="\r", flush=True, file=sys.stderr)
    found = simulate(
        runs=given.runs,
        resamples=given.resamples,
        seed=given.seed,
        levels=[given.level] if given.level else LEVELS,
        n_inputs=given.inputs,
        workers=given.workers,
        progress=lambda done, total: show(f"{done} of {total} data sets"),
    )
    text = table(found, runs=given.runs, resamples=given.resamples, seed=given.seed)
    print(text)
    if given.write:
        write_into(PAGE, text)


if __name__ == "__main__":
    main()
