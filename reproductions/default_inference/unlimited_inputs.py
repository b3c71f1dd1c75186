"""How often the interval of Pearson's r with unlimited inputs holds what it is an estimate of.

``python reproductions/default_inference/unlimited_inputs.py [--tables 1000]``. Scores are a quality of systems, with a
correlation between metric and human that is known, an effect of inputs, and noise of outputs, so large that a share of
the variance of system means is no noise (*reliability*). Normal, or Student's t with 4 degrees of freedom; with 30% of
the outputs missing; with inputs of their own for every system; or with noise of metric and human that correlates by .8.
*Known* is the share of tables with an interval, *holds* of these the share whose interval holds the truth, with how
many lie above it and below it. The last column is the share in which the interval of Pearson's r holds it.

``--rivals`` compares two metrics that agree equally well with people with unlimited inputs, the second with twice the
noise: the share of tables in which a difference is found at .05.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL, TEST
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.score_arrays import ScoreArrays

SIZES = ((8, 20), (16, 10), (16, 40), (40, 100))
CASES = (
    (0.87, 0.67, "normal"),
    (0.87, 0.8, "normal"),
    (0.87, 0.9, "normal"),
    (0.87, 0.98, "normal"),
    (0.5, 0.8, "normal"),
    (0.0, 0.8, "normal"),
    (0.97, 0.9, "normal"),
    (0.87, 0.8, "tails"),
    (0.87, 0.9, "tails"),
    (0.87, 0.8, "missing"),
    (0.87, 0.8, "own inputs"),
    (0.6, 0.67, "shared noise"),
    (0.6, 0.8, "shared noise"),
    (0.6, 0.9, "shared noise"),
)
NAMES = ("unlimited_pearson", "pearson")


def scores(
    truth: float,
    reliability: float,
    kind: str,
    size: tuple[int, int],
    rng: np.random.Generator,
    *,
    rivals: bool,
) -> ScoreArrays:
    """Draw a table of one metric, or of two, and the human."""
    n, m = size
    count = 3 if rivals else 2

    def drawn(shape: tuple[int, ...], together: float) -> np.ndarray:
        """Return effects on the metrics and, last, on the human, with which the others correlate."""
        human = rng.standard_normal((*shape, 1))
        others = together * human + np.sqrt(1 - together**2) * rng.standard_normal((*shape, count - 1))
        both = np.concatenate([others, human], axis=-1)
        return both / np.sqrt(rng.chisquare(4, (*shape, 1)) / 2) if kind == "tails" else both

    judged = m * (0.7 if kind == "missing" else 1.0)
    variance = judged * (1 - reliability) / reliability
    quality = drawn((n,), truth)
    noise = drawn((n, m), 0.8 if kind == "shared noise" else 0.0)
    inputs = drawn((n, m) if kind == "own inputs" else (1, m), 0.5)
    if rivals:
        noise[..., 1] *= np.sqrt(2)
    # of inputs that systems do not share half of the noise is theirs
    parts = (0.5, 0.5) if kind == "own inputs" else (1.0, 1.0)
    values = quality[:, None] + np.sqrt(parts[0] * variance) * noise + np.sqrt(parts[1] * variance) * inputs
    if kind == "own inputs":
        apart = np.full((n, n, m, count), np.nan)
        apart[np.arange(n), np.arange(n)] = values
        values = apart.reshape(n, n * m, count)
    if kind == "missing":
        values[rng.random((n, m)) < 0.3] = np.nan
    return ScoreArrays.of(np.moveaxis(values[..., :-1], 2, 0), values[..., -1])


def coverage(case: tuple[float, float, str], size: tuple[int, int], tables: int) -> str:
    """Return a line of the table."""
    truth = case[0]
    rng = np.random.default_rng([*size, CASES.index(case)])
    found = {name: np.full((tables, 3), np.nan) for name in NAMES}
    for k in range(tables):
        arrays = scores(*case, size, rng, rivals=False)
        keys = [("system", name) for name in NAMES]
        given = Correlations(arrays, keys, resamples=1)
        limits = INTERVAL.limits(given, "both")
        for key in keys:
            (interval,) = limits[key]
            found[key[1]][k] = given.values[0]["system"].values[key[1]][0, 0], interval.low, interval.high
    estimates, low, high = found["unlimited_pearson"].T
    known = ~np.isnan(low)
    plain, plain_low, plain_high = found["pearson"].T
    held = np.mean((plain_low <= truth) & (truth <= plain_high))
    above, below = np.mean(low[known] > truth), np.mean(high[known] < truth)
    return (
        f"{np.nanmean(plain):9.2f} {np.nanmean(estimates):9.2f} {np.nanmedian(estimates):7.2f} "
        f"{np.mean(~np.isnan(estimates)):8.2f} {known.mean():6.2f} {1 - above - below:6.3f} {above:6.3f} {below:6.3f} "
        f"{np.mean(high[known] - low[known]):6.2f} {held:6.3f}"
    )


def rejections(case: tuple[float, float, str], size: tuple[int, int], tables: int) -> str:
    """Return a line of the table of two metrics."""
    rng = np.random.default_rng([*size, CASES.index(case), 1])
    pvalues = {name: np.full(tables, np.nan) for name in NAMES}
    first, second = np.array([0]), np.array([1])
    for k in range(tables):
        arrays = scores(*case, size, rng, rivals=True)
        ready = two_way_jackknife(arrays, arrays.group((0, 1)), ("system",), NAMES)
        for name in NAMES:
            precision = ready["system", name].of_pairs(first, second)
            pvalues[name][k] = TEST.of_precision(precision)[0].two_sided
    return " ".join(
        f"{np.mean(~np.isnan(p)):6.2f} {np.mean(p[~np.isnan(p)] <= 0.05):6.3f}" for p in pvalues.values()
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rivals", action="store_true")
    chosen = parser.parse_args()
    if chosen.rivals:
        print("systems inputs truth reliability kind: share tested and rejected, unlimited_pearson; pearson")
    else:
        print(
            "systems inputs truth reliability kind: mean of Pearson's r; mean, median and share known of the estimate; "
            "share with an interval, holds, above, below, width; Pearson's interval holds"
        )
    for size, case in itertools.product(SIZES, CASES):
        if case[2] == "own inputs" and size == SIZES[-1]:  # 4,000 inputs
            continue
        line = (rejections if chosen.rivals else coverage)(case, size, chosen.tables)
        print(f"{size[0]:3} {size[1]:4} {case[0]:5.2f} {case[1]:5.2f} {case[2]:13} {line}", flush=True)


if __name__ == "__main__":
    main()
