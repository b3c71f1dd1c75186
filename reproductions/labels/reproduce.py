"""Print how often intervals of AUC and of balanced accuracy hold the truth, and how often their tests reject.

Quality of an output = system + input + noise, with variances .2, .3 and .5; people call it positive above a quantile; a
metric is `signal` of it and the rest system, input and noise of its own. Two metrics alike, so that their difference is
0 (of given systems it need not be). Truths are those of a large table. For docs/labels.md.
"""

from __future__ import annotations

import argparse
import zlib
from typing import NamedTuple

import numpy as np
from scipy.stats import norm

from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.registry import interval_method, pair_test
from trueness.statistics.array_types import FloatArray
from trueness.statistics.labels.auc import auc
from trueness.statistics.labels.call_threshold import best_call_thresholds
from trueness.statistics.score_arrays import ScoreArrays

SHARES = (0.2, 0.3, 0.5)
LARGE = 300_000
"""Outputs of the table that truths are taken from."""

METHODS = {
    "auc": (interval_method("two_way_jackknife"), pair_test("two_way_jackknife")),
    "balanced_accuracy": (interval_method("percentile"), pair_test("bootstrap")),
}


class Scenario(NamedTuple):
    """What tables are like."""

    n_systems: int
    n_inputs: int
    positive: float
    signal: float
    marks: str
    over: str


SCENARIOS = (
    *(
        Scenario(1, 100, share, signal, marks, "inputs")
        for share in (0.05, 0.1, 0.5)
        for signal in (0.0, 0.5, 0.9)
        for marks in ("", "ties")
    ),
    *(
        Scenario(8, 50, share, signal, "", over)
        for share in (0.05, 0.3)
        for signal in (0.0, 0.7)
        for over in ("inputs", "both")
    ),
    *(Scenario(16, 100, 0.2, signal, "ties", over) for signal in (0.0, 0.7) for over in ("inputs", "both")),
)


def table(
    scenario: Scenario, rng: np.random.Generator, own: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return scores of two metrics, (2, N, M), and labels; `own` is what systems have of their own, (3, N)."""
    n, m = scenario.n_systems, scenario.n_inputs
    of_systems = rng.normal(size=(3, n)) if own is None else own
    of_inputs = rng.normal(size=(3, m))

    def mixed(k: int) -> FloatArray:
        parts = of_systems[k][:, None], of_inputs[k][None, :], rng.normal(size=(n, m))
        return np.asarray(sum(np.sqrt(share) * part for share, part in zip(SHARES, parts, strict=True)))

    quality, signal = mixed(0), scenario.signal
    metrics = np.array([signal * quality + np.sqrt(1 - signal**2) * mixed(k) for k in (1, 2)])
    labels = (quality > norm.ppf(1 - scenario.positive)).astype(float)
    return np.round(metrics) if scenario.marks else metrics, labels


def truth(scenario: Scenario, coefficient: str, own: FloatArray | None, rng: np.random.Generator) -> float:
    """Return the coefficient of a large table: for balanced accuracy with the best threshold there is."""
    if not scenario.signal and own is None:
        return 0.5
    side = int(np.sqrt(LARGE))
    size = (side, side) if own is None else (scenario.n_systems, LARGE // scenario.n_systems)
    metrics, labels = table(scenario._replace(n_systems=size[0], n_inputs=size[1]), rng, own)
    scores, positive = metrics[0].ravel(), labels.ravel()
    if coefficient == "auc":
        return float(auc(scores, positive, np.ones(scores.shape)))
    order = np.argsort(scores)
    (best,) = best_call_thresholds(scores[order], positive[None, order], 1 - positive[None, order])
    calls = scores >= best
    return float((calls[positive > 0].mean() + 1 - calls[positive == 0].mean()) / 2)


def rates(scenario: Scenario, coefficient: str, tables: int, resamples: int) -> str:
    """Return a row: truth, mean estimate, coverage, misses on both sides, width, size."""
    rng = np.random.default_rng(zlib.crc32(repr((scenario, coefficient)).encode()))
    own = None
    if scenario.over == "inputs":  # these systems
        own = rng.normal(size=(3, scenario.n_systems)) * (scenario.n_systems > 1)
    true = truth(scenario, coefficient, own, rng)
    interval, test = METHODS[coefficient]
    key = ("global", coefficient)
    low, high, found, pvalues = [], [], [], []
    while len(found) < tables:
        metrics, labels = table(scenario, rng, own)
        if not 3 <= labels.sum() <= labels.size - 3:
            continue
        arrays = ScoreArrays.of(metrics, labels)
        given = Correlations(arrays, [key], resamples=resamples, seed=len(found))
        limits = interval.limits(given, scenario.over)[key][0]
        low.append(limits.low)
        high.append(limits.high)
        found.append(given.points[key][0])
        differences = Differences(arrays, [(0, 1)], [key], resamples=resamples, seed=len(found))
        pvalues.append(test.findings(differences, scenario.over, [key])[key, (0, 1)].two_sided)
    below, above = np.mean(np.array(low) > true), np.mean(np.array(high) < true)
    width = np.nanmean(np.array(high) - np.array(low))
    return (
        f"{coefficient:18} {true:.3f} {np.nanmean(found):.3f}  {1 - below - above:.3f} ({below:.3f}/{above:.3f}) "
        f"{width:.2f}  {np.mean(np.array(pvalues) < 0.05):.3f}"
    )


def main() -> None:
    """Print a row per scenario and coefficient."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=399)
    parser.add_argument("--coefficient", nargs="*", default=list(METHODS))
    options = parser.parse_args()
    print("scenario, coefficient, truth, mean estimate, coverage (missed below/above), width, size at .05")
    for coefficient in options.coefficient:
        for scenario in SCENARIOS:
            row = rates(scenario, coefficient, options.tables, options.resamples)
            words = f"{scenario.n_systems}x{scenario.n_inputs} {scenario.positive:g} {scenario.signal:g}"
            print(f"{words} {scenario.marks:5}{scenario.over:7} {row}", flush=True)


if __name__ == "__main__":
    main()
