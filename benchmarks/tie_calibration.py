"""Time tie calibration against the number of pairs, beside trying every threshold on all pairs.

    python benchmarks/tie_calibration.py [--most 10000000] [--brute 20000]

Scores are simulated: systems of normal quality, human scores from 0 to 25 in whole points, a metric with continuous
scores. Brute force looks at all pairs once for every candidate threshold, P² comparisons; it stops at `--brute` pairs,
where it takes seconds and grows with the square. Times are of the processor, on one thread. Both must find the same
accuracy.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from trueness.statistics.pairs.tie_calibration import calibrate_ties

N_SYSTEMS = 20


def simulated(n_inputs: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return metric and human scores of 20 systems."""
    quality = rng.normal(size=(N_SYSTEMS, 1)) + rng.normal(size=(N_SYSTEMS, n_inputs))
    human = np.clip(np.round(5 * (quality + rng.normal(size=quality.shape)) + 12), 0, 25)
    return quality + rng.normal(size=quality.shape), human


def brute_force(x: np.ndarray, z: np.ndarray) -> float:
    """Return the best accuracy at the input level: every difference as a threshold, all pairs for each."""
    i, k = np.triu_indices(len(x), 1)
    step = (x[i] - x[k]).ravel()
    sign_z = np.sign(z[i] - z[k]).ravel()
    sign_x = np.sign(step)
    best = 0.0
    for epsilon in (0.0, *np.abs(step)):
        tied = np.abs(step) <= epsilon
        best = max(best, float(np.mean(np.where(tied, 0.0, sign_x) == sign_z)))
    return best


def main() -> None:
    """Print a table of processor times."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--most", type=int, default=10_000_000, help="largest number of pairs")
    parser.add_argument("--brute", type=int, default=20_000, help="largest number of pairs for brute force")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"{'inputs':>8} {'pairs':>12} {'seconds':>9} {'ns per pair':>12} {'brute force':>12}")
    per_input = N_SYSTEMS * (N_SYSTEMS - 1) // 2
    n_inputs = 10
    while n_inputs * per_input <= given.most:
        x, z = simulated(n_inputs, rng)
        start = time.process_time()
        found = calibrate_ties(x, z)
        seconds = time.process_time() - start
        slow = ""
        if found.n_pairs <= given.brute:
            start = time.process_time()
            best = brute_force(x, z)
            slow = f"{time.process_time() - start:.2f}"
            if not np.isclose(best, found.accuracy):
                raise SystemExit(f"{n_inputs} inputs: {found.accuracy} is not {best}.")
        rate = 1e9 * seconds / found.n_pairs
        print(f"{n_inputs:>8,} {found.n_pairs:>12,} {seconds:>9.3f} {rate:>12.0f} {slow:>12}")
        n_inputs = int(n_inputs * 3.2)


if __name__ == "__main__":
    main()
