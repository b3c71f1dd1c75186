"""Compare ways to finish the two-way jackknife: how much excess is taken away, with what degrees of freedom.

``python reproductions/default_inference/finishing.py [--tables 4000]``. Scores of systems whose inputs are as
good as infinitely many: people see the quality, two metrics the quality with noise of one size, so that
neither is better; quality and noise are normal, or Student's t with 2.5 degrees of freedom, or normal with
two systems 6 standard deviations below. *Excess* is the share of Efron and Stein's second-order term that is
taken from the variance over systems, *kurtosis* the share of the kurtosis of contributions that the degrees
of freedom count. Sizes are means over two noises, and power is against a rival with more noise.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from trueness.statistics.jackknife import two_way_jackknife as jackknife
from trueness.statistics.score_arrays import ScoreArrays

ALPHAS = (0.05, 0.01, 0.001)
NULL = ((0.5, 0.5), (1.5, 1.5))
ALTERNATIVE = (0.3, 0.8)
KINDS = ("normal", "outliers", "two bad systems")
WAYS = tuple(itertools.product((0.0, 0.5, 1.0), (0.0, 0.5, 1.0)))
FIRST, SECOND = np.array([0]), np.array([1])


def scores(kind: str, n: int, noises: tuple[float, float], rng: np.random.Generator) -> ScoreArrays:
    """Draw scores of systems."""

    def draw() -> np.ndarray:
        return rng.standard_t(2.5, n) if kind == "outliers" else rng.standard_normal(n)

    quality = draw()
    if kind == "two bad systems":
        quality[:2] -= 6
    metrics = [quality + noise * draw() for noise in noises]
    return ScoreArrays.of(np.array(metrics)[:, :, None], (quality + 0.05 * rng.standard_normal(n))[:, None])


def pvalues(
    kind: str, n: int, noises: tuple[float, float], coefficient: str, tables: int
) -> dict[tuple[float, float], np.ndarray]:
    """Return the two-sided p-values of every way, on the same tables."""
    rng = np.random.default_rng([n, KINDS.index(kind)])
    found: dict[tuple[float, float], list[float]] = {way: [] for way in WAYS}
    for _ in range(tables):
        arrays = scores(kind, n, noises, rng)
        ready = jackknife.two_way_jackknife(arrays, arrays.group((0, 1)), ("system",), (coefficient,))
        for way in WAYS:
            jackknife.HALVED_SHARE, jackknife.KURTOSIS_SHARE = way
            precision = ready["system", coefficient].of_pairs(FIRST, SECOND)
            found[way].append(float(2 * min(precision.greater()[0], precision.less()[0])))
    return {way: np.array(values) for way, values in found.items()}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--systems", type=int, nargs="+", default=[6, 10, 16, 25])
    parser.add_argument("--coefficients", nargs="+", default=["pearson", "kendall"])
    given = parser.parse_args()
    print(
        "| coefficient | systems | excess | kurtosis | "
        + " | ".join(f"{kind}: size at {', '.join(map(str, ALPHAS))}; power" for kind in KINDS)
        + " |"
    )
    print("|---|---:|---:|---:|" + "---|" * len(KINDS))
    for coefficient, n in itertools.product(given.coefficients, given.systems):
        cells: dict[tuple[float, float], list[str]] = {way: [] for way in WAYS}
        for kind in KINDS:
            null = [pvalues(kind, n, noises, coefficient, given.tables) for noises in NULL]
            other = pvalues(kind, n, ALTERNATIVE, coefficient, given.tables)
            for way in WAYS:
                p = np.concatenate([one[way] for one in null])
                p, q = p[np.isfinite(p)], other[way][np.isfinite(other[way])]
                sizes = " ".join(f"{np.mean(p <= alpha):.4f}" for alpha in ALPHAS)
                cells[way].append(f"{sizes}; {np.mean(q <= 0.05):.2f}")
        for way, cell in cells.items():
            if way[0] and coefficient == "pearson":
                continue  # nothing is taken away from it
            print(f"| {coefficient} | {n} | {way[0]} | {way[1]} | " + " | ".join(cell) + " |", flush=True)


if __name__ == "__main__":
    main()
