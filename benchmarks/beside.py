"""One piece of work, done here and by another package in one process; what both took is printed as JSON.

    python benchmarks/beside.py NAME [SIZE]

Imports, compiling and the first call are not counted. Ends with 3 where the other package is not installed.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from rouge import NothingToCompareError, Pairs
from rust_peers import forget, rouge_rust, sacrebleu

REPEATS = 3


class Pair(NamedTuple):
    """Two calls that find the same numbers, and as functions of what they return, these numbers."""

    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    same: Callable[[Any], Any] = np.asarray


def scipy_kendall(size: int) -> Pair:
    import scipy.stats

    from trueness.stats import kendall

    x, z = np.random.default_rng(0).integers(0, 1000, (2, size)).astype(float)
    return Pair(lambda: kendall(x, z), lambda: scipy.stats.kendalltau(x, z).statistic)


def nlpstats_permutation(size: int) -> Pair:
    """Return a test of two metrics at the system level, 25 x 100; p-values differ by what is drawn."""
    from made import scores
    from nlpstats.correlations.permutation import permutation_test as theirs

    from trueness.stats import permutation_test

    human, (x, y) = scores(25, 100, 2, np.random.default_rng(0))
    return Pair(
        lambda: permutation_test(x, y, human, "system", "pearson", swap="systems", resamples=size, rng=1),
        lambda: theirs(x, y, human, "system", "pearson", "systems", n_resamples=size),
        lambda found: round(float(found.pvalue), 1),
    )


def paired(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return scores by a metric and a human of 16 systems on inputs."""
    from made import scores

    human, (metric,) = scores(16, size, 1, np.random.default_rng(0))
    return metric, human


def mtme_soft_accuracy(size: int) -> Pair:
    """Return the soft pairwise accuracy of a metric of 16 systems, with the peer's coins."""
    from mt_metrics_eval.pce import compute_one_minus_pce, compute_pairwise_p_values

    from trueness.stats import soft_pairwise_accuracy

    metric, human = paired(size)
    asked = {"resamples": 1000, "compatible": True}
    return Pair(
        lambda: soft_pairwise_accuracy(metric, human, rng=np.random.default_rng(4), **asked).estimate,
        lambda: compute_one_minus_pce(*(compute_pairwise_p_values(one, 1000, 4) for one in (human, metric))),
    )


def mtme_tie_calibration(size: int) -> Pair:
    """Return the threshold with which a metric ties as people do, and the accuracy with it."""
    from mt_metrics_eval.tau_optimization import TauSufficientStats, tau_optimization

    from trueness.stats import calibrate_ties

    metric, human = paired(size)
    return Pair(
        lambda: calibrate_ties(metric, human).accuracy,
        lambda: tau_optimization(metric.T, human.T, TauSufficientStats.acc_23).best_tau,
    )


def of_texts(made: tuple[Callable[[], Any], Callable[[], Any], Callable[[Any], Any]]) -> Pair:
    """Return calls of `rust_peers`, of which ours alone returns an array."""
    mine, theirs, numbers = made
    return Pair(mine, theirs, lambda found: found if isinstance(found, np.ndarray) else numbers(found))


def texts(size: int) -> Pairs:
    """Return outputs of the bundled benchmark with a reference each, no two of them equal."""
    from trueness import load_dataset_texts
    from trueness.metrics import plain_work

    # as in the midst of much work, where nothing is counted plainly any more
    plain_work._done.update(dict.fromkeys(("rouge", "rouge words", "bleu", "chrf"), 10**12))  # noqa: SLF001
    rows = load_dataset_texts("pocket").rows
    chosen = [rows[k % len(rows)] for k in range(size)]
    return Pairs(
        [f"{row.output} {k}" for k, row in enumerate(chosen)],
        [(f"{row.references[0]} {k}",) for k, row in enumerate(chosen)],
    )


WORKS: dict[str, Callable[[int], Pair]] = {
    "scipy-kendall": scipy_kendall,
    "nlpstats-permutation": nlpstats_permutation,
    "mtme-soft-accuracy": mtme_soft_accuracy,
    "mtme-tie-calibration": mtme_tie_calibration,
    "rouge-rust": lambda size: of_texts(rouge_rust(texts(size))),
    "sacrebleu-chrf": lambda size: of_texts(sacrebleu(texts(size), "chrF")),
    "sacrebleu-bleu": lambda size: of_texts(sacrebleu(texts(size), "BLEU")),
}


def seconds(call: Callable[[], Any]) -> float:
    """Return the fewest processor seconds of some calls."""
    found = []
    for _ in range(REPEATS):
        forget()
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return min(found)


def main() -> int:
    name, size = sys.argv[1], int(sys.argv[2])
    try:
        pair = WORKS[name](size)
    except (ImportError, NothingToCompareError) as error:
        print(error, file=sys.stderr)
        return 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the other package
        apart = np.max(np.abs(np.asarray(pair.same(pair.ours())) - np.asarray(pair.same(pair.theirs()))))
        found = {"ours": seconds(pair.ours), "theirs": seconds(pair.theirs), "apart": float(apart)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
