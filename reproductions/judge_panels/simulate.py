"""Draw runs and panels of judges whose truth is known: how often intervals hold it.

Writes coverage.csv beside this file (``--out FOLDER`` elsewhere) and prints where an interval holds the truth in less
than 93.5% or more than 96.5% of tables. ``--tables 100`` is a quick look.
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

from trueness.statistics.judging.panel import Panel, agreement_gain, effective_judges, panel_agreement
from trueness.statistics.judging.repeated_runs import repeated_runs

MANY = 1_000_000
"""Outputs from which a truth without a formula is computed."""


class Runs(NamedTuple):
    """Runs of one judge: outputs, of how many per input, how alike these are, runs, of what, and their ICC.

    `kind` is ``labels`` (a share of positives that varies between outputs), ``normal`` or ``heavy`` (scores whose parts
    between and within outputs have Student's t distribution with 5 degrees of freedom).
    """

    outputs: int
    per_input: int
    alike: float
    runs: int
    kind: str
    positives: float
    icc: float

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return scores of shape (R, n) and the inputs of the outputs."""
        n = self.outputs
        inputs = np.arange(n) // self.per_input
        # an output has the value of its input, or one of its own
        source = np.where(rng.random(n) < self.alike, inputs, n + np.arange(n))
        if self.kind == "labels":
            if self.icc == 1:
                share = (rng.random(2 * n) < self.positives).astype(float)
            else:
                spread = 1 / self.icc - 1
                share = rng.beta(self.positives * spread, (1 - self.positives) * spread, 2 * n)
            return (rng.random((self.runs, n)) < share[source]).astype(float), inputs
        between, within = (
            rng.standard_normal(size) if self.kind == "normal" else rng.standard_t(5, size)
            for size in (2 * n, (self.runs, n))
        )
        return np.sqrt(self.icc) * between[source] + np.sqrt(1 - self.icc) * within, inputs

    def true(self) -> dict[str, float]:
        """Return what is true."""
        flips = 2 * self.positives * (1 - self.positives) * (1 - self.icc)
        return {"flip_rate": flips if self.kind == "labels" else np.nan, "icc": self.icc}

    def intervals(self, rng: np.random.Generator) -> dict[str, tuple[float, float]]:
        """Return the intervals of one table."""
        runs, inputs = self.draw(rng)
        found = repeated_runs(runs, clusters=inputs)
        return {
            "flip_rate": tuple(map(float, found.flip_rate.limits)),
            "icc": tuple(map(float, found.icc.limits)),
        }


class Judges(NamedTuple):
    """A panel: outputs, of how many per input, how alike these are, judges, of what, how often they err, how alike.

    Of labels a judge errs with what is common to all with the probability `shared`, and by itself otherwise. Of scores
    its error has a part `shared` of common variance. `last` is how much more often, or more, the last one errs.
    """

    outputs: int
    per_input: int
    alike: float
    judges: int
    kind: str
    positives: float
    error: float
    shared: float
    last: float

    def errors(self) -> np.ndarray:
        """Return each judge's rate of error, or standard deviation of it."""
        return np.array([self.error] * (self.judges - 1) + [self.error * self.last])

    def draw(self, rng: np.random.Generator, outputs: int | None = None) -> Panel:
        """Return a panel beside people."""
        n, k = outputs or self.outputs, self.judges
        inputs = np.arange(n) // self.per_input
        source = np.where(rng.random(n) < self.alike, inputs, n + np.arange(n))
        if self.kind == "labels":
            human = rng.random(n) < self.positives
            common = rng.random(2 * n)[source]  # below its rate every judge that goes with the others errs
            coins = np.where(rng.random((k, n)) < self.shared, common, rng.random((k, n)))
            wrong = coins < self.errors()[:, None]
            return Panel((human ^ wrong).astype(float), human.astype(float), inputs, 2)
        human = rng.standard_normal(2 * n)[source]
        common = rng.standard_normal(2 * n)[source]
        own = rng.standard_normal((k, n))
        noise = np.sqrt(self.shared) * common + np.sqrt(1 - self.shared) * own
        return Panel(human + self.errors()[:, None] * noise, human, inputs, 0)

    def true(self) -> dict[str, float]:
        """Return what is true, from very many independent outputs."""
        whole = self._replace(per_input=1, alike=0.0).draw(np.random.default_rng(99), MANY // self.judges)
        found = effective_judges(whole)
        last = whole.without(self.judges - 1)
        return {
            "n_effective": found.number.value,
            "correlation": found.correlation.value,
            "panel": panel_agreement(whole, 0.95).value,
            "gain": agreement_gain(whole, whole, 0.95, None, 1).value,
            "dropped": agreement_gain(whole, last, 0.95).value,
        }

    def intervals(self, rng: np.random.Generator) -> dict[str, tuple[float, float]]:
        """Return the intervals of one table."""
        panel = self.draw(rng)
        found = effective_judges(panel)
        values = {
            "panel": panel_agreement(panel, 0.95),
            "gain": agreement_gain(panel, panel, 0.95, None, 1),
            "dropped": agreement_gain(panel, panel.without(self.judges - 1), 0.95),
        }
        limits = {name: (one.low, one.high) for name, one in values.items()}
        return {
            "n_effective": tuple(map(float, found.number.limits)),
            "correlation": tuple(map(float, found.correlation.limits)),
            **limits,
        }


SIZES = ((30, 1, 0.0), (100, 1, 0.0), (300, 1, 0.0), (300, 5, 0.3))


def truths() -> list[Runs | Judges]:
    """Return all that is simulated."""
    runs = [
        Runs(*size, count, "labels", share, icc)
        for size, count, share, icc in itertools.product(SIZES, (2, 3, 5), (0.5, 0.03), (0.6, 0.95, 1.0))
        if size[0] * share >= 3
    ]
    runs += [
        Runs(*size, count, kind, 0.5, icc)
        for size, count, kind, icc in itertools.product(SIZES, (2, 5), ("normal", "heavy"), (0.0, 0.6, 0.95))
    ]
    panels = [
        Judges(*size, k, "labels", share, error, shared, last)
        for size, k, share, error, shared, last in itertools.product(
            SIZES, (3, 5), (0.5, 0.03), (0.15,), (0.0, 0.6, 1.0), (1.0, 2.0)
        )
        if size[0] * share >= 3 and not (shared == 1.0 and last == 2.0)
    ]
    panels += [
        Judges(*size, k, "scores", 0.5, 0.8, shared, last)
        for size, k, shared, last in itertools.product(SIZES, (3, 5), (0.0, 0.5, 0.98), (1.0, 2.0))
    ]
    return [*runs, *panels]


def coverage(truth: Runs | Judges, tables: int, seed: int) -> dict[str, tuple[float, float, int]]:
    """Return what is true, how often each interval holds it, and in how many tables it exists."""
    true = truth.true()
    held: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for k in range(tables):
        for name, (low, high) in truth.intervals(np.random.default_rng([seed, k])).items():
            if not (np.isnan(low) or np.isnan(true[name])):
                known[name] += 1
                held[name] += low - 1e-9 <= true[name] <= high + 1e-9
    return {name: (true[name], held[name] / known[name], known[name]) for name in known}


def main(arguments: list[str] | None = None) -> list[str]:
    """Simulate, write the table and return the lines about what fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args(arguments)
    failing = []
    with (asked.out / "coverage.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["truth", "value", "true", "coverage", "tables"])
        known = truths()
        tasks = [joblib.delayed(coverage)(truth, asked.tables, asked.seed) for truth in known]
        done = joblib.Parallel(n_jobs=asked.workers, return_as="generator")(tasks)
        for truth, found in zip(known, done, strict=True):
            for name, (true, share, number) in found.items():
                writer.writerow([repr(truth), name, f"{true:.4f}", f"{share:.4f}", number])
                doubt = 2 * np.sqrt(0.05 * 0.95 / number)
                if not 0.935 - doubt <= share <= 0.965 + doubt:
                    failing.append(f"{name} {share:.3f} of {number} with {truth}")
            file.flush()
    print(f"{len(failing)} intervals outside .935 to .965 by more than two standard errors:")
    for line in failing:
        print(" ", line)
    return failing


if __name__ == "__main__":
    main()
