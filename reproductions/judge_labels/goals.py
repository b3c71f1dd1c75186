"""Check what `judge --table goals` promises: so many labels, on data whose truth is known, also where it should fail.

For kappa of labels, and Pearson's r of scores: with the number of labels that is right for a truth, how often the
interval lies beyond the bar (80% is promised) and how wide it is (half a width of .05 is promised); and how often the
limits about the number that a pilot gives hold the right one (80% are promised). Labels are independent, rare, or five
to an input and alike, with inputs named (`--clusters`) or not; scores are normal or skewed. Writes goals.csv beside
this file (``--out FOLDER`` elsewhere).
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from simulate import Truth

from trueness.errors import DataError
from trueness.methods.correlations import Correlations
from trueness.methods.registry import interval_method
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.labels_needed import LabelsNeeded, labels_needed
from trueness.statistics.judging.scores_needed import scores_needed
from trueness.statistics.score_arrays import ScoreArrays

BAR, WIDTH, POWER = 0.6, 0.05, 0.8
LARGE = 400_000
"""Outputs that the right number is taken from."""

RESAMPLES = 199
CORRELATION = 0.75
HALF, TENTH, RARE = (0.5, 0.86, 0.86), (0.1, 0.8, 0.97), (0.03, 0.8, 0.99)
"""Share of positives, and of positives and negatives that the judge finds: kappa .72, .73 and .74."""


class Case(NamedTuple):
    """Pilots of so many outputs, so many of them to an input, so alike; whether inputs are named.

    Labels have `rates`; scores, which have none, correlate by .75 and are normal, or to the power of e.
    """

    name: str
    pilot: int
    rates: tuple[float, float, float] | None = None
    per_input: int = 1
    alike: float = 0.0
    named: bool = True
    skewed: bool = False

    def draw(self, outputs: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return people's labels or scores, the judge's, and what counts as a unit."""
        inputs = -(-outputs // self.per_input)
        if self.rates is not None:
            truth = Truth(inputs * self.per_input, self.per_input, self.alike, *self.rates)
            human, judge, units = (part.astype(float) for part in truth.draw(rng))
        else:
            units = np.repeat(np.arange(inputs), self.per_input)
            shared = rng.normal(size=(3, inputs))[:, units]
            given = np.sqrt(self.alike) * shared + np.sqrt(1 - self.alike) * rng.normal(size=(3, len(units)))
            common = np.sqrt(CORRELATION) * given[0]
            human, judge = (common + np.sqrt(1 - CORRELATION) * own for own in given[1:])
            if self.skewed:
                human, judge = np.exp(human), np.exp(judge)
        return human, judge, units if self.named else np.arange(len(units))

    def needed(self, drawn: tuple[np.ndarray, ...], goal: str, resamples: int, seed: int) -> LabelsNeeded:
        """Return how many a pilot says are needed."""
        find = scores_needed if self.rates is None else labels_needed
        human, judge, units = drawn
        return find(human, judge, clusters=units, power=POWER, resamples=resamples, rng=seed, **GOALS[goal])

    def limits(self, drawn: tuple[np.ndarray, ...]) -> tuple[float, float]:
        """Return the interval that `judge` would give."""
        human, judge, units = drawn
        if self.rates is not None:
            low, high = label_agreement(human, judge, clusters=units).intervals["kappa"]
        else:
            groups = units if len(np.unique(units)) < len(units) else None
            arrays = ScoreArrays.of(judge[None, None], human[None], clusters=groups)
            given = Correlations(arrays, [("global", "pearson")], resamples=1, seed=1)
            low, high = JACKKNIFE.limits(given, "inputs")["global", "pearson"][0][:2]
        return float(low), float(high)


CASES = (
    Case("half positive, pilot of 100", 100, HALF),
    Case("half positive, pilot of 300", 300, HALF),
    Case("10% positive, pilot of 100", 100, TENTH),
    Case("10% positive, pilot of 300", 300, TENTH),
    Case("3% positive, pilot of 300", 300, RARE),
    Case("3% positive, pilot of 1,000", 1000, RARE),
    Case("half positive, five alike an input, named, pilot of 300", 300, HALF, 5, 0.4),
    Case("half positive, five alike an input, not named, pilot of 300", 300, HALF, 5, 0.4, named=False),
    Case("scores, normal, pilot of 100", 100),
    Case("scores, normal, pilot of 300", 300),
    Case("scores, skewed, pilot of 300", 300, skewed=True),
    Case("scores, five alike an input, named, pilot of 300", 300, None, 5, 0.6),
    Case("scores, five alike an input, not named, pilot of 300", 300, None, 5, 0.6, named=False),
)


def checked(case: Case, tables: int, seed: int = 0) -> dict[str, Any]:
    """Return what is promised in one case, and what comes of it."""
    whole = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 1])
    # the right number rests on the units there are, whether or not a user names them
    large = case._replace(named=True).draw(LARGE, whole[0]), case.draw(LARGE, whole[1])
    right, told = ({goal: case.needed(one, goal, 1, 1).number for goal in GOALS} for one in large)
    reached: dict[str, list[float]] = {goal: [] for goal in GOALS}
    held: dict[str, list[bool]] = {goal: [] for goal in GOALS}
    undefined = 0
    for k in range(tables):
        rng = np.random.default_rng([seed, 2, k])
        low, _ = case.limits(case.draw(int(told["bar"]), rng))
        reached["bar"].append(low >= BAR)
        low, high = case.limits(case.draw(int(told["width"]), rng))
        reached["width"].append((high - low) / 2)
        pilot = case.draw(case.pilot, np.random.default_rng([seed, 3, k]))
        try:
            limits = {goal: case.needed(pilot, goal, RESAMPLES, k).interval for goal in GOALS}
        except DataError:
            undefined += 1
            continue
        for goal, one in limits.items():
            held[goal].append(one.low <= right[goal] <= one.high)
    return {
        "case": case.name,
        "tables": tables,
        "labels for the bar": round(told["bar"]),
        "beyond the bar": f"{np.mean(reached['bar']):.3f}",
        "labels for the width": round(told["width"]),
        "half width": f"{np.mean(reached['width']):.4f}",
        "right for the bar": round(right["bar"]),
        "limits hold, bar": f"{np.mean(held['bar']):.3f}",
        "right for the width": round(right["width"]),
        "limits hold, width": f"{np.mean(held['width']):.3f}",
        "pilots without a number": undefined,
    }


GOALS: dict[str, dict[str, float]] = {"bar": {"bar": BAR}, "width": {"half_width": WIDTH}}
JACKKNIFE = interval_method("two_way_jackknife")


def main() -> None:
    """Write and print all cases."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--out", type=Path, default=Path(__file__).parent)
    given = asked.parse_args()
    rows = [checked(case, given.tables) for case in CASES]
    with (given.out / "goals.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for row in rows:
        print("; ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
