"""Draw labels whose truth is known: how often intervals hold it.

Writes coverage.csv beside this file (``--out FOLDER`` elsewhere) and prints where an interval holds the
truth in less than 93.5% or more than 96.5% of tables. ``--tables 100`` is a quick look.
"""

from __future__ import annotations

import argparse
import csv
import itertools
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import joblib
import numpy as np

from trueness.errors import TruenessError
from trueness.statistics.judging.label_agreement import LABEL_MEASURES, label_agreement, label_measures
from trueness.statistics.judging.label_difference import label_difference
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.statistics.judging.rogan_gladen import rogan_gladen

SHOWN = (
    "kappa",
    "mcc",
    "balanced_accuracy",
    "accuracy",
    "tpr",
    "tnr",
    "ppv",
    "rate_bias",
    "ppi",
    "labels_alone",
    "rogan_gladen",
    "difference",
)


class Truth(NamedTuple):
    """How labels come about: outputs, of how many per input, how alike these are, share of positives, and the judge."""

    outputs: int
    per_input: int
    alike: float
    positives: float
    tpr: float
    tnr: float

    def draw(self, rng: np.random.Generator, more: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return labels, verdicts and inputs of the outputs and of so many more."""
        inputs = np.arange((self.outputs + more) // self.per_input)
        clusters = np.repeat(inputs, self.per_input)
        human = rng.random(len(clusters)) < self._share(rng, self.positives, len(inputs))[clusters]
        hits, alarms = (self._share(rng, rate, len(inputs))[clusters] for rate in (self.tpr, 1 - self.tnr))
        return human, rng.random(len(clusters)) < np.where(human, hits, alarms), clusters

    def _share(self, rng: np.random.Generator, mean: float, size: int) -> np.ndarray:
        if not self.alike or mean in (0, 1):
            return np.full(size, mean)
        spread = 1 / self.alike - 1
        return rng.beta(mean * spread, (1 - mean) * spread, size)

    def values(self) -> dict[str, float]:
        """Return what is true of every measure."""
        p, tpr, tnr = self.positives, self.tpr, self.tnr
        joint = np.array([[(1 - p) * tnr, (1 - p) * (1 - tnr), p * (1 - tpr), p * tpr]])
        found = {name: float(value[0]) for name, value in label_measures(joint, 1).items()}
        return {**found, "ppi": p, "labels_alone": p, "rogan_gladen": p, "difference": 0.0}


SIZES = ((30, 1, 0.0), (100, 1, 0.0), (300, 1, 0.0), (100, 5, 0.2), (300, 5, 0.2))
SHARES = (0.5, 0.1, 0.03)
JUDGES = ((0.9, 0.8), (0.6, 0.9), (0.99, 0.99))
MORE = 900


def truths() -> list[Truth]:
    """Return all with three positives or more to be expected."""
    found = (Truth(*size, share, *rates) for size, share, rates in itertools.product(SIZES, SHARES, JUDGES))
    return [one for one in found if one.outputs * one.positives >= 3]


def coverage(truth: Truth, tables: int, seed: int) -> dict[str, tuple[float, int]]:
    """Return how often each interval holds what is true, and in how many tables it exists."""
    true = truth.values()
    held: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for k in range(tables):
        rng = np.random.default_rng([seed, k])
        human, judge, clusters = (part.astype(float) for part in truth.draw(rng, MORE))
        few = slice(truth.outputs)
        found = label_agreement(human[few], judge[few], clusters=clusters[few])
        limits = {name: found.intervals[name] for name in LABEL_MEASURES}
        labels = np.where(np.arange(len(human)) < truth.outputs, human, np.nan)
        grouped = clusters if truth.per_input > 1 else None
        powered = ppi_mean(labels, judge, clusters=grouped)
        limits["ppi"] = (powered.low, powered.high)
        limits["labels_alone"] = (powered.low_human, powered.high_human)
        limits["rogan_gladen"] = corrected(labels, judge, grouped)
        if k % 4 == 0:
            # a second judge as good as the first, with errors of its own
            rates = np.where(human == 1, truth.tpr, 1 - truth.tnr)
            other = (rng.random(len(human)) < rates).astype(float)
            if not truth.alike:
                apart = label_difference(
                    human[few], judge[few], other[few], clusters=clusters[few], resamples=1, rng=1
                )
                limits["difference"] = (apart.low, apart.high)
        for name, (low, high) in limits.items():
            if not np.isnan(low):
                known[name] += 1
                held[name] += low <= true[name] <= high
    return {name: (held[name] / known[name] if known[name] else np.nan, known[name]) for name in SHOWN}


def corrected(labels: np.ndarray, judge: np.ndarray, clusters: np.ndarray | None) -> tuple[float, float]:
    """Return the limits of the share that a judge's verdicts and rates of error tell; NaN where there are none."""
    try:
        found = rogan_gladen(labels, judge, clusters=clusters)
    except TruenessError:  # no label of a kind, a judge no better than chance, or no share fits
        return np.nan, np.nan
    return found.low, found.high


def main(arguments: list[str] | None = None) -> list[str]:
    """Simulate, write the tables and return the lines about what fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args(arguments)
    failing = []
    with (asked.out / "coverage.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*Truth._fields, "measure", "coverage", "tables"])
        known_truths = truths()
        tasks = [joblib.delayed(coverage)(truth, asked.tables, asked.seed) for truth in known_truths]
        done = joblib.Parallel(n_jobs=asked.workers, return_as="generator")(tasks)
        for truth, found in zip(known_truths, done, strict=True):
            for name, (share, known) in found.items():
                if known < asked.tables / 8:
                    continue
                writer.writerow([*truth, name, f"{share:.4f}", known])
                doubt = 2 * np.sqrt(0.05 * 0.95 / known)
                if not 0.935 - doubt <= share <= 0.965 + doubt:
                    failing.append(f"{name} {share:.3f} with {truth}")
            file.flush()
    print(f"{len(failing)} intervals outside .935 to .965 by more than two standard errors:")
    for line in failing:
        print(" ", line)
    return failing


if __name__ == "__main__":
    main()
