"""Print how often tests find a difference that is there: the default beside those it took the place of.

``python reproductions/choosing_a_test/power.py``. Pearson's r, two-sided at .05 and at .001. Power is no merit of a
test that does not hold its size: which do is in docs/choosing_a_test.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import trueness

TESTS = {
    "two_way_jackknife": "two-way jackknife",
    "studentized_permutation": "studentised permutation",
    "permute_systems": "permutation of systems",
    "fisher_permutation": "the same on Fisher's scale",
    "williams": "Williams",
    "bootstrap_both": "paired bootstrap over both",
}
CASES = {
    "bias .2 against .6; normal scores; 16 systems, 100 inputs": "system",
    "bias .2 against .6; normal scores; 25 systems, 20 inputs": "system",
    "bias .2 against .6; heavy_tailed scores; 16 systems, 100 inputs": "system",
    "far: r .97 against .35; normal scores; 16 systems, 100 inputs": "system",
    "far: r .97 against -.8; normal scores; 16 systems, 100 inputs": "system",
    "far with outliers: r .97 against -.8; normal scores; 16 systems, 100 inputs": "system",
    "noise 1 against 1.5; normal scores; 8 systems, 50 inputs": "input",
    "noise 1 against 1.5; normal scores; 25 systems, 20 inputs": "input",
}
ALPHAS = (0.05, 0.001)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=999)
    parser.add_argument("--folder", type=Path, help="where results are kept")
    given = parser.parse_args()
    known = {one.name: one for one in trueness.simulation.certified_scenarios("standard")}
    print(f"| truth | level | {' | '.join(TESTS.values())} |\n|---|---|{'---:|' * len(TESTS)}")
    for name, level in CASES.items():
        found = trueness.simulation.certify(
            [known[name]],
            tests=[test for test in TESTS if level == "system" or test != "williams"],
            intervals=(),
            level=level,
            coefficient="pearson",
            runs=given.tables,
            resamples=given.resamples,
            folder=given.folder,
        )
        power = {
            (rate.test, rate.alpha): rate.rate for rate in found.rates if rate.alternative == "two-sided"
        }
        cells = [
            " ".join(f"{power[test, alpha]:.2f}".lstrip("0") for alpha in ALPHAS)
            if (test, ALPHAS[0]) in power
            else "–"
            for test in TESTS
        ]
        print(f"| {name} | {level} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
