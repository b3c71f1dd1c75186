"""Time resampling side by side with nlpstats 0.0.1, on REALSumm (25 systems x 100 inputs), one worker each.

nlpstats computes the correlation of every resample anew with SciPy; trueness computes those of many resamples
in one matrix product. Both answer three questions: a metric's interval (ROUGE-2, over systems and inputs), a
pair's test that swaps systems (ROUGE-2 against ROUGE-1), and the one that swaps systems and then inputs, which
is what nlpstats calls ``both``.

Time of nlpstats: O(resamples * inputs * cost of a coefficient) at the input level, O(resamples * systems *
inputs) at the system level. Time of trueness: at the input level O(resamples * inputs * systems^2) for rank
coefficients and O(resamples * inputs * systems) for Pearson's r, at the system level O(resamples * systems *
(inputs + systems)), with far smaller constants. Memory of both: the results, O(resamples); beyond that some
tens of megabytes here for tiles of 512 resamples, and a copy of the scores in nlpstats.

nlpstats gets few resamples (``--peer-resamples``) since it is slow; times are per resample, so a ratio is that
at equal numbers of them. Ratios depend on the machine: run it on yours. ::

    python benchmarks/resampling.py [--data FOLDER] [--json]

The scores come from ``--data`` (abs.pkl and ext.pkl of REALSumm), from the folder that TRUENESS_TEST_DATA
names, or are downloaded. Exits with 2, and says why, if they or nlpstats are not there.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import itertools
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from trueness import ScoreTable, TruenessError, correlate, load_dataset, read_scores
from trueness.statistics.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.permutation import permutation_exceedances
from trueness.statistics.resample import PermutationPlan
from trueness.statistics.score_arrays import ScoreArrays

HUMAN, METRIC, RIVAL = "litepyramid_recall", "rouge_2_recall", "rouge_1_recall"
LEVELS = ("system", "input")
COEFFICIENTS = ("pearson", "spearman", "kendall")
SWAPS = {"systems": "systems", "both": "rows_then_columns"}
"""What nlpstats calls a swap, and what trueness calls the same one."""
SEED = 2021


@dataclasses.dataclass(frozen=True)
class Timing:
    """Seconds per resample of both programs for one question.

    Attributes
    ----------
    question, level, coefficient : str
    ours, peer : float
        Seconds per resample.
    ours_resamples, peer_resamples : int
    """

    question: str
    level: str
    coefficient: str
    ours: float
    peer: float
    ours_resamples: int
    peer_resamples: int

    @property
    def ratio(self) -> float:
        """How many times longer nlpstats takes."""
        return self.peer / self.ours


class NothingToCompareError(Exception):
    """The peer or the data are not there, or the two programs do not compute the same thing."""


def load_peer() -> Any:
    """Return nlpstats' module of correlations.

    Raises
    ------
    NothingToCompareError
        If it is not installed.
    """
    try:
        return importlib.import_module("nlpstats.correlations")
    except ImportError as error:
        raise NothingToCompareError(
            f"nlpstats is not there ({error}): pip install nlpstats==0.0.1."
        ) from error


def load_scores(data: Path | None) -> ScoreTable:
    """Return REALSumm's scores.

    Raises
    ------
    NothingToCompareError
        If they cannot be read.
    """
    if data is None and os.environ.get("TRUENESS_TEST_DATA"):
        data = Path(os.environ["TRUENESS_TEST_DATA"]) / "data" / "realsumm"
    try:
        return load_dataset("realsumm") if data is None else read_scores(data / "abs.pkl", data / "ext.pkl")
    except (OSError, TruenessError) as error:
        raise NothingToCompareError(f"REALSumm's scores are not there: {error}") from error


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def check_same(peer: Any, arrays: ScoreArrays) -> None:
    """Check that both programs compute the same correlations of these scores.

    Raises
    ------
    NothingToCompareError
        If they do not, to 1e-9.
    """
    x, z = arrays.metrics[0], arrays.human
    for level, coefficient in itertools.product(LEVELS, COEFFICIENTS):
        ours = correlate(x, z, level, coefficient).estimate
        theirs = float(peer.correlate(x, z, level, coefficient))
        if abs(ours - theirs) > 1e-9:
            raise NothingToCompareError(f"{level} {coefficient}: trueness says {ours}, nlpstats {theirs}.")


def measure(peer: Any, table: ScoreTable, resamples: int, peer_resamples: int) -> list[Timing]:
    """Time all questions, one after the other."""
    x, y, z = (table.oriented(name) for name in (METRIC, RIVAL, HUMAN))
    arrays = ScoreArrays.of(np.stack([x, y]), z, (METRIC, RIVAL))
    check_same(peer, arrays)
    np.random.seed(SEED)  # noqa: NPY002 - nlpstats draws from the global state
    timings = []
    for level, coefficient in itertools.product(LEVELS, COEFFICIENTS):
        # a new plan has no draws in store, and a first small run loads what is loaded once
        def interval(count: int, level: str = level, coefficient: str = coefficient) -> object:
            single = ScoreArrays.of(x, z)
            plan = bootstrap_plan(single, "both", count, SEED)
            return bootstrap(single, [single.group((0,))], plan, (level,), (coefficient,), workers=1)

        def peer_interval(level: str = level, coefficient: str = coefficient) -> object:
            return peer.bootstrap(x, z, level, coefficient, "both", n_resamples=peer_resamples)

        interval(10)
        ours = seconds(lambda: interval(resamples)) / resamples
        theirs = seconds(peer_interval) / peer_resamples
        timings.append(Timing("interval, both", level, coefficient, ours, theirs, resamples, peer_resamples))
        for peer_swap, swap in SWAPS.items():

            def test(
                count: int, swap: str = swap, level: str = level, coefficient: str = coefficient
            ) -> object:
                plan = PermutationPlan.choose(swap, arrays.n_systems, arrays.n_inputs, count, SEED)
                pair = ScoreArrays.of(np.stack([x, y]), z)
                return permutation_exceedances(
                    pair, [(0, 1)], plan, (level,), (coefficient,), standardize="cells", workers=1
                )

            def peer_test(
                swap: str = peer_swap, level: str = level, coefficient: str = coefficient
            ) -> object:
                return peer.permutation_test(x, y, z, level, coefficient, swap, n_resamples=peer_resamples)

            test(10)
            ours = seconds(lambda: test(resamples)) / resamples
            theirs = seconds(peer_test) / peer_resamples
            question = f"test, {peer_swap}"
            timings.append(Timing(question, level, coefficient, ours, theirs, resamples, peer_resamples))
    return timings


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with REALSumm's abs.pkl and ext.pkl")
    parser.add_argument("--resamples", type=int, default=9999, help="of trueness")
    parser.add_argument("--peer-resamples", type=int, default=100, help="of nlpstats")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    try:
        timings = measure(load_peer(), load_scores(given.data), given.resamples, given.peer_resamples)
    except NothingToCompareError as error:
        print(f"benchmark not run: {error}", file=sys.stderr)
        return 2
    if given.json:
        rows = [dataclasses.asdict(timing) | {"ratio": timing.ratio} for timing in timings]
        print(
            json.dumps(
                {"machine": platform.platform(), "python": platform.python_version(), "rows": rows}, indent=1
            )
        )
        return 0
    print(f"{'question':<15} {'level':<7} {'coefficient':<11} {'trueness':>12} {'nlpstats':>12} {'ratio':>8}")
    for timing in timings:
        print(
            f"{timing.question:<15} {timing.level:<7} {timing.coefficient:<11} {1e6 * timing.ours:>9.1f} µs "
            f"{1e6 * timing.peer:>9.0f} µs {timing.ratio:>7.0f}x"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
