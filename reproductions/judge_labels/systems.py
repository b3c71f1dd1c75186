"""Draw labels of several systems whose truth is known: how often intervals of other systems and other inputs hold it.

People and a judge see the same quality of an output and pass it above a threshold of their own; the judge likes some
systems, and some inputs, more than people do. Systems and inputs are drawn anew for every table, and the truth is what
infinitely many of both give, by the bivariate normal distribution. Writes systems.csv beside this file (``--out
FOLDER`` elsewhere) and prints where an interval fails. ``--tables 100`` is a quick look.
"""

from __future__ import annotations

import argparse
import csv
import itertools
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from trueness.statistics.interval import Interval
from trueness.statistics.judging.label_agreement import label_agreement, label_measures
from trueness.statistics.judging.label_difference import label_difference

MEASURES = ("kappa", "mcc", "balanced_accuracy", "accuracy", "tpr", "tnr", "ppv", "rate_bias", "difference")
ALLOWED = 0.025
"""A 95% interval may lie below the truth in such a share of tables, and above it in as many."""

INPUT, OUTPUT, NOISE, TASTE_OF_INPUT = 0.5, 0.5, 0.4, 0.2
"""Standard deviations of quality over inputs and over single outputs, of what one rater sees in an output, and of the
judge's taste for inputs."""


class Truth(NamedTuple):
    """How labels come about: systems, inputs, how much systems differ, the judge's taste for them, and rates.

    `quality` and `taste` are standard deviations over systems, `positives` and `rate` what people and the judge pass.
    """

    systems: int
    inputs: int
    quality: float
    taste: float
    positives: float
    rate: float

    def spreads(self) -> tuple[float, float, float]:
        """Return the variance of what both see, and of all that people and the judge go by."""
        common = self.quality**2 + INPUT**2 + OUTPUT**2
        return common, common + NOISE**2, common + NOISE**2 + self.taste**2 + TASTE_OF_INPUT**2

    def bars(self) -> tuple[float, float]:
        """Return the thresholds of people and of the judge."""
        from scipy.special import ndtri

        _, people, judge = self.spreads()
        return (
            float(-ndtri(self.positives)) * people**0.5,
            float(-ndtri(self.rate)) * judge**0.5,
        )

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return labels of people and of two judges that are alike, each of shape (systems, inputs)."""
        shape = (self.systems, self.inputs)
        seen = (
            self.quality * rng.standard_normal((self.systems, 1))
            + INPUT * rng.standard_normal((1, self.inputs))
            + OUTPUT * rng.standard_normal(shape)
        )
        bar, of_judge = self.bars()
        human = seen + NOISE * rng.standard_normal(shape) > bar
        judges = [
            seen
            + NOISE * rng.standard_normal(shape)
            + self.taste * rng.standard_normal((self.systems, 1))
            + TASTE_OF_INPUT * rng.standard_normal((1, self.inputs))
            > of_judge
            for _ in range(2)
        ]
        return human.astype(float), *(judge.astype(float) for judge in judges)

    def values(self) -> dict[str, float]:
        """Return what is true of every measure."""
        from scipy.stats import multivariate_normal

        common, people, judge = self.spreads()
        cov = [[people, common], [common, judge]]
        both = float(multivariate_normal(cov=cov).cdf([-bar for bar in self.bars()]))  # symmetric: both above
        p, q = self.positives, self.rate
        joint = np.array([[1 - p - q + both, q - both, p - both, both]])
        found = {name: float(value[0]) for name, value in label_measures(joint, 1).items()}
        return {**found, "difference": 0.0}


def truths() -> list[Truth]:
    """Return systems alike and very different, a judge without tastes and with some, half positive and a tenth."""
    return [
        Truth(*size, quality, taste, positives, rate)
        for size, quality, taste, (positives, rate) in itertools.product(
            ((4, 100), (6, 50), (6, 150), (16, 60)), (0.2, 1.0, 2.0), (0.0, 0.5), ((0.5, 0.6), (0.1, 0.1))
        )
    ]


def coverage(truth: Truth, tables: int, seed: int) -> dict[str, tuple[int, int, int]]:
    """Return how often each interval lies below what is true and above it, and in how many tables it exists."""
    true = truth.values()
    below: Counter[str] = Counter()
    above: Counter[str] = Counter()
    known: Counter[str] = Counter()
    inputs = np.tile(np.arange(truth.inputs), truth.systems)
    systems = np.repeat(np.arange(truth.systems), truth.inputs)
    for k in range(tables):
        human, judge, other = (part.ravel() for part in truth.draw(np.random.default_rng([seed, k])))
        found = label_agreement(human, judge, clusters=inputs, systems=systems)
        limits = dict(found.intervals)
        if k % 4 == 0:
            apart = label_difference(
                human, judge, other, clusters=inputs, systems=systems, resamples=1, rng=1
            )
            limits["difference"] = Interval(apart.low, apart.high)
        for name in MEASURES:
            low, high = limits.get(name, (np.nan, np.nan))
            if not np.isnan(low):
                known[name] += 1
                below[name] += high < true[name]
                above[name] += low > true[name]
    return {name: (below[name], above[name], known[name]) for name in MEASURES}


def main(arguments: list[str] | None = None) -> list[str]:
    """Simulate, write the table and return the lines about what fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args(arguments)
    failing = []
    with (asked.out / "systems.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*Truth._fields, "measure", "true", "below", "above", "tables"])
        for truth in truths():
            true = truth.values()
            for name, (below, above, known) in coverage(truth, asked.tables, asked.seed).items():
                if known < asked.tables / 8:
                    continue
                shares = below / known, above / known
                writer.writerow([*truth, name, f"{true[name]:.4f}", *(f"{one:.4f}" for one in shares), known])
                doubt = 2 * np.sqrt(ALLOWED * (1 - ALLOWED) / known)
                if max(shares) > ALLOWED + doubt:
                    failing.append(f"{name} below {shares[0]:.3f}, above {shares[1]:.3f} with {truth}")
            file.flush()
    print(f"{len(failing)} intervals that miss on one side by more than .025 and two standard errors:")
    for line in failing:
        print(" ", line)
    return failing


if __name__ == "__main__":
    main()
