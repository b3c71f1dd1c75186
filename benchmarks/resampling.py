"""Time resampling side by side with nlpstats 0.0.1, on REALSumm (25 systems x 100 inputs), one thread each.

nlpstats computes the correlation of every resample anew with SciPy; trueness handles many resamples side by side.
Both answer four questions: one metric's interval (over systems and inputs), six metrics' intervals, the test of one
pair (swapping systems and then inputs, which nlpstats calls ``both``), and the tests of all 15 pairs of six metrics.
At the global level the human scores are taken as they are, nearly all of them different, and rounded to five values
as on a Likert scale, which changes what ties cost.

Time of nlpstats: O(resamples * inputs * cost of a coefficient) at the input level, O(resamples * systems * inputs)
elsewhere, and as often as there are metrics or pairs: it is timed for one, and that time is multiplied. Time of
trueness: at the input level O(resamples * inputs * systems) and, for Kendall's tau, O(resamples * inputs * systems^2)
in matrix products; at the system level O(resamples * systems * (inputs + systems)); at the global level O(resamples *
outputs), with a factor of log(outputs) for Kendall's tau. Memory of both: the results, O(resamples); beyond that a
budget of 512 MiB in trueness (some megabytes here), and a copy of the scores in nlpstats.

Every call draws its resamples. Compiling is timed beside: ``compile`` is how much longer a first, small run took,
with no compiled code in store. nlpstats gets few resamples (``--peer-resamples``) since it is slow; times are per
resample, so a ratio is that at equal numbers of them. Each time is the least of ``--repeats`` runs. With every
question, values of both programs are compared on identical resamples, to 1e-12. Ratios depend on the machine: run it
on yours. ::

    python benchmarks/resampling.py [--data FOLDER] [--level LEVEL ...] [--json]

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
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="trueness-benchmark-")  # before Numba is imported

import numpy as np

from trueness import ScoreTable, TruenessError, load_dataset, read_scores
from trueness.parallel import Execution, executing
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.resampling.permuted_levels import permuted_levels
from trueness.statistics.score_arrays import ScoreArrays

HUMAN = "litepyramid_recall"
METRICS = (
    "rouge_2_recall",
    "rouge_1_recall",
    "rouge_l_recall",
    "bert_recall_score",
    "mover_score",
    "js-2",
)
LEVELS = ("system", "input", "global")
COEFFICIENTS = ("pearson", "spearman", "kendall")
SWAP = "rows_then_columns"
"""What nlpstats calls ``both``."""
SEED = 2021
CHECKED = 10
"""Resamples on which the values of both programs are compared."""


@dataclasses.dataclass(frozen=True)
class Timing:
    """Seconds per resample of both programs for one question.

    Attributes
    ----------
    question, level, coefficient, human : str
        The human scores are ``continuous`` or ``likert``.
    ours, peer : float
        Seconds per resample.
    compile : float
        Seconds that a first run took longer.
    ours_resamples, peer_resamples : int
    """

    question: str
    level: str
    coefficient: str
    human: str
    ours: float
    peer: float
    compile: float
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


def seconds(call: Callable[[], object], repeats: int = 1) -> float:
    """Return how long a call takes, the least of some runs."""
    least = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return least


def intervals(x: np.ndarray, z: np.ndarray, level: str, coefficient: str, resamples: int) -> np.ndarray:
    """Return bootstrap values (B, K) of K metrics over systems and inputs, drawn anew."""
    arrays = ScoreArrays.of(x, z)
    plan = bootstrap_plan(arrays, "both", resamples, SEED)
    (group,) = arrays.single_groups()
    (found,) = executing(Execution(workers=1))(bootstrap)(arrays, [group], plan, (level,), (coefficient,))
    return found.values[level, coefficient]


def tests(x: np.ndarray, z: np.ndarray, level: str, coefficient: str, resamples: int) -> object:
    """Run the permutation tests of all pairs of metrics."""
    arrays = ScoreArrays.of(x, z)
    plan = PermutationPlan.choose(SWAP, arrays.n_systems, arrays.n_inputs, resamples, SEED)
    pairs = list(itertools.combinations(range(len(x)), 2))
    return executing(Execution(workers=1))(permutation_exceedances)(
        arrays, pairs, plan, (level,), (coefficient,), standardize="cells"
    )


def check_same(peer: Any, x: np.ndarray, z: np.ndarray, level: str, coefficient: str) -> None:
    """Check that both programs find the same values on identical resamples and identical swaps.

    Raises
    ------
    NothingToCompareError
        If they do not, to 1e-12.
    """
    arrays = ScoreArrays.of(x[:2], z)
    drawn = bootstrap_plan(arrays, "both", CHECKED, SEED).tile(0)
    values = intervals(x[:2], z, level, coefficient, CHECKED)
    plan = PermutationPlan.choose(SWAP, *z.shape, CHECKED, SEED)
    coins = TileCoins(plan, 0)
    (ready,) = permuted_levels(
        arrays, arrays.group((0, 1)), np.array([[0, 1]]), plan, level, (coefficient,), "cells"
    )
    sides = ready.under(coins)
    scores = np.stack([(matrix - np.nanmean(matrix)) / np.nanstd(matrix) for matrix in x[:2]])
    assert drawn.systems is not None
    assert drawn.inputs is not None
    assert coins.systems is not None
    assert coins.inputs is not None
    for b in range(CHECKED):
        rows = np.repeat(np.arange(z.shape[0]), drawn.systems[b].astype(int))
        columns = np.repeat(np.arange(z.shape[1]), drawn.inputs[b].astype(int))
        swapped = np.outer(coins.systems[b], coins.inputs[b]) < 0
        pairs = [
            (values[b, k], peer.correlate(x[k][rows][:, columns], z[rows][:, columns], level, coefficient))
            for k in range(2)
        ]
        for k in range(2):
            permuted = np.where(swapped, scores[1 - k], scores[k])
            pairs.append((sides[k][coefficient][b, 0], peer.correlate(permuted, z, level, coefficient)))
        for ours, theirs in pairs:
            if not np.isclose(ours, float(theirs), rtol=0, atol=1e-12, equal_nan=True):
                raise NothingToCompareError(
                    f"{level} {coefficient}: trueness says {ours}, nlpstats {theirs}."
                )


def measure(
    peer: Any, table: ScoreTable, levels: Sequence[str], resamples: int, peer_resamples: int, repeats: int
) -> Iterator[Timing]:
    """Time all questions, one after the other."""
    x = np.stack([table.oriented(name) for name in METRICS])
    continuous = table.oriented(HUMAN)
    humans = {"continuous": continuous, "likert": np.rint(4 * continuous)}
    np.random.seed(SEED)  # noqa: NPY002 - nlpstats draws from the global state
    for level, coefficient, (kind, z) in itertools.product(levels, COEFFICIENTS, humans.items()):
        if kind == "likert" and level != "global":
            continue
        few = peer_resamples if level == "input" else 10 * peer_resamples

        def peer_interval(
            z: np.ndarray = z, level: str = level, name: str = coefficient, few: int = few
        ) -> object:
            return peer.bootstrap(x[0], z, level, name, "both", n_resamples=few)

        def peer_test(
            z: np.ndarray = z, level: str = level, name: str = coefficient, few: int = few
        ) -> object:
            return peer.permutation_test(x[0], x[1], z, level, name, "both", n_resamples=few)

        for own, theirs, questions in (
            (intervals, peer_interval, {"interval of one metric": 1, "intervals of six": 6}),
            (tests, peer_test, {"test of one pair": 2, "tests of 15 pairs": 6}),
        ):
            one = seconds(theirs, repeats) / few
            for question, n_metrics in questions.items():
                times = one * (n_metrics if own is intervals else n_metrics * (n_metrics - 1) // 2)

                def run(
                    count: int,
                    own: Callable[..., object] = own,
                    z: np.ndarray = z,
                    level: str = level,
                    name: str = coefficient,
                    n_metrics: int = n_metrics,
                ) -> object:
                    return own(x[:n_metrics], z, level, name, count)

                first = seconds(lambda run=run: run(10))  # type: ignore[misc]
                compiling = first - seconds(lambda run=run: run(10))  # type: ignore[misc]
                ours = seconds(lambda run=run: run(resamples), repeats) / resamples  # type: ignore[misc]
                if n_metrics < 6:
                    check_same(peer, x, z, level, coefficient)
                yield Timing(question, level, coefficient, kind, ours, times, compiling, resamples, few)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with REALSumm's abs.pkl and ext.pkl")
    parser.add_argument("--level", nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--resamples", type=int, default=10_000, help="of trueness")
    parser.add_argument("--peer-resamples", type=int, default=20, help="of nlpstats; elsewhere 10 times that")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    from threadpoolctl import threadpool_limits

    layout = "{:<23} {:<7} {:<9} {:<11} {:>12} {:>12} {:>8} {:>9}"
    rows = []
    try:
        if not given.json:
            print(
                layout.format(
                    *["question", "level", "coef.", "human", "trueness", "nlpstats", "ratio", "compile"]
                )
            )
        with threadpool_limits(limits=1):
            found = measure(
                load_peer(),
                load_scores(given.data),
                given.level,
                given.resamples,
                given.peer_resamples,
                given.repeats,
            )
            for timing in found:
                rows.append(dataclasses.asdict(timing) | {"ratio": timing.ratio})
                if not given.json:
                    print(
                        layout.format(
                            timing.question,
                            timing.level,
                            timing.coefficient,
                            timing.human,
                            f"{1e6 * timing.ours:.1f} µs",
                            f"{1e6 * timing.peer:.0f} µs",
                            f"{timing.ratio:.0f}x",
                            f"{timing.compile:.1f} s",
                        ),
                        flush=True,
                    )
    except NothingToCompareError as error:
        print(f"benchmark not run: {error}", file=sys.stderr)
        return 2
    if given.json:
        print(
            json.dumps(
                {"machine": platform.platform(), "python": platform.python_version(), "rows": rows}, indent=1
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
