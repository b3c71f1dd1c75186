"""Find which correction of the tests of all pairs of metrics holds the family's error, and which finds most.

    python reproductions/choosing_a_correction/reproduce.py [--tables 200] [--seed 1]

Metrics are scores of systems: a quality, noise that all metrics share and noise of their own. Metrics with noise of
one size have equal correlations with the quality. In families, as of the variants of one metric, three metrics
share nearly all noise. Pairs are tested by the jackknife over systems on Fisher's scale, with Student's t of N - 1
degrees of freedom, and corrected in four ways. The family-wise error is the share of tables with a rejection of a
true hypothesis; after the stroke stands the share of the false ones that are rejected. The last two columns have
the error of the tests alone, over all true pairs, at 0.05 and at 0.05 / 105, where Bonferroni's correction would
decide: where that is above 0.00048 no correction can hold the family's error as the tests stand.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable

import numpy as np
from scipy.special import stdtr

from trueness.statistics.jackknife.max_t import max_t
from trueness.statistics.shaffer import shaffer
from trueness.stats import adjust

ALPHA = 0.05
KINDS = {
    "all equal": ([0.6] * 15, False),
    "all equal, families": ([0.6] * 15, True),
    "7 equal, 8 others": ([0.4] * 7 + [0.1, 0.2, 0.6, 0.9, 1.3, 1.8, 2.5, 4.0], False),
    "3 groups of 5": ([0.2] * 5 + [0.8] * 5 + [3.0] * 5, False),
    "5 groups, families": ([0.15] * 3 + [0.35] * 3 + [0.8] * 3 + [1.6] * 3 + [4.0] * 3, True),
}
"""Size of the noise of each of 15 metrics, in standard deviations of the quality; whether three each are a family."""


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw normal values."""
    return rng.standard_normal(shape)


def heavy(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw values of Student's t with 4 degrees of freedom, which now and then lie far out."""
    return rng.standard_t(4, shape) / np.sqrt(2)


def scores(
    noise: np.ndarray,
    n_systems: int,
    draw: Callable[..., np.ndarray],
    rng: np.random.Generator,
    *,
    families: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores of metrics, shape (K, N), and the quality of the systems, shape (N,)."""
    quality = draw(rng, (n_systems,))
    common, own = draw(rng, (n_systems,)), draw(rng, (len(noise), n_systems))
    if families:
        of_family = np.repeat(draw(rng, (len(noise) // 3, n_systems)), 3, axis=0)
        own = np.sqrt(0.9) * of_family + np.sqrt(0.1) * own
    return quality + noise[:, None] * (np.sqrt(0.5) * own + np.sqrt(0.5) * common), quality


def left_out(x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return Fisher's z of every metric's correlation, shape (K,), and without each system, shape (N, K)."""
    x, z = x - x.mean(axis=1, keepdims=True), z - z.mean()
    n = len(z)

    def of(cut: float, xs: np.ndarray, zs: np.ndarray) -> np.ndarray:
        # sums of products of deviations, less what a system with deviations xs, zs takes from them
        sxz, sxx, szz = (
            (a * b).sum(axis=-1)[..., None] - cut * c * d
            for a, b, c, d in ((x, z, xs, zs), (x, x, xs, xs), (z[None], z[None], zs, zs))
        )
        return np.arctanh(sxz / np.sqrt(sxx * szz))

    return of(0.0, np.zeros((len(x), 1)), np.zeros(1))[:, 0], of(n / (n - 1), x, z[None]).T


def corrected(x: np.ndarray, z: np.ndarray, pairs: list[tuple[int, int]], seed: int) -> dict[str, np.ndarray]:
    """Return the p-values of all pairs by correction."""
    whole, without = left_out(x, z)
    n = len(z)
    first, second = np.array(pairs).T
    between = without[:, first] - without[:, second]
    between = np.sqrt((n - 1) / n) * (between - between.mean(axis=0))
    t = (whole[first] - whole[second]) / np.sqrt(np.square(between).sum(axis=0))
    p = 2 * stdtr(n - 1, -np.abs(t))
    return {
        "none": p,
        "Holm": adjust(p, "holm"),
        "Shaffer S1": shaffer(p, pairs, static=True),
        "Shaffer S2": shaffer(p, pairs),
        "max-t": max_t(t, between, degrees=n - 1, pairs=pairs, draws=999, seed=seed),
    }


def main() -> None:
    """Print a table of rates."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--tables", type=int, default=200, help="simulated tables of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    pairs = list(itertools.combinations(range(15), 2))
    first, second = np.array(pairs).T
    names = ["Holm", "Shaffer S1", "Shaffer S2", "max-t"]
    print(
        "family-wise error / share found".ljust(42)
        + "".join(name.rjust(15) for name in names)
        + "   tests alone"
    )
    for draw, n_systems in itertools.product((normal, heavy), (16, 25)):
        for kind, (noise, families) in KINDS.items():
            sizes = np.array(noise)
            true = sizes[first] == sizes[second]
            rng = np.random.default_rng([given.seed, n_systems])
            errors: dict[str, list[bool]] = {name: [] for name in names}
            found: dict[str, list[float]] = {name: [] for name in names}
            alone = []
            for table in range(given.tables):
                adjusted = corrected(*scores(sizes, n_systems, draw, rng, families=families), pairs, table)
                for name in names:
                    rejected = adjusted[name] <= ALPHA
                    errors[name].append(bool((rejected & true).any()))
                    if not true.all():
                        found[name].append(float(rejected[~true].mean()))
                alone.append([(adjusted["none"][true] <= ALPHA / m).mean() for m in (1, len(pairs))])
            cells = [
                f"{np.mean(errors[name]):.3f}" + (f" / {np.mean(found[name]):.3f}" if found[name] else "")
                for name in names
            ]
            size, tail = np.mean(alone, axis=0)
            label = f"{draw.__name__}, {n_systems} systems, {kind}".ljust(42)
            print(label + "".join(cell.rjust(15) for cell in cells) + f"   {size:.3f} {tail:.5f}", flush=True)
    print(f"Twice the standard error of an error of 0.05: {2 * np.sqrt(0.05 * 0.95 / given.tables):.3f}")


if __name__ == "__main__":
    main()
