"""Draw labels, and let estimators of people's mean compete: what each saves, and where it fails.

Shares: post-stratified by the judge (`ppi_mean` of labels, the maximum likelihood estimate and so the efficient one),
prediction-powered as for numbers, and corrected by the judge's rates of error (`rogan_gladen`). Ratings from 1 to 5:
prediction-powered with the judge's scores as they are, with their ranks, and post-stratified by them. *Saves* is the
mean squared error of labels alone over that of the estimator. Writes estimators.csv beside this file (``--out FOLDER``
elsewhere).
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from corrected import Hard
from scipy.stats import rankdata
from scipy.stats import t as student

from trueness.errors import TruenessError
from trueness.statistics.judging.judged_share import judge_strata
from trueness.stats import ppi_mean, rogan_gladen

Floats = np.ndarray
Found = tuple[float, float, float]
"""Estimate and limits."""


class Estimator(NamedTuple):
    """A name, and what makes an estimate with limits from human scores (NaN where there are none) and a judge's."""

    name: str
    ask: Callable[[Floats, Floats], Found]


def labels_alone(human: Floats, judge: Floats) -> Found:
    """Return the mean of the labels, of shares with the limits of a score test."""
    found = ppi_mean(human, judge)
    return found.estimate_human, found.low_human, found.high_human


def with_judge(human: Floats, judge: Floats) -> Found:
    """Return what the package says."""
    found = ppi_mean(human, judge)
    return found.estimate, found.low, found.high


def as_numbers(human: Floats, judge: Floats) -> Found:
    """Return PPI++ with Student's t, as though labels were numbers like others."""
    found = ppi_mean(human, judge, shares=False)
    return found.estimate, found.low, found.high


def by_rates(human: Floats, judge: Floats) -> Found:
    """Return Rogan and Gladen's share of the outputs without a label; nothing where it is refused."""
    try:
        found = rogan_gladen(human, judge)
    except TruenessError:
        return np.nan, np.nan, np.nan
    return found.estimate, found.low, found.high


def on_a_line(human: Floats, judge: Floats) -> Found:
    """Return PPI++ with the judge brought to people's scale by a straight line, as the package does."""
    known = ~np.isnan(human)
    slope, start = np.polyfit(judge[known], human[known], 1)
    return as_numbers(human, start + slope * judge)


def by_ranks(human: Floats, judge: Floats) -> Found:
    """Return the same with ranks, which use no label, in place of scores."""
    return on_a_line(human, rankdata(judge))


def stratified(human: Floats, judge: Floats) -> Found:
    """Return the mean post-stratified by the judge's scores, with the errors of its influence function."""
    known = ~np.isnan(human)
    strata, y = judge_strata(judge, known), human[known]
    sizes = np.bincount(strata) / len(strata)
    seen = np.bincount(strata[known], minlength=len(sizes))
    means = np.bincount(strata[known], y, minlength=len(sizes)) / seen
    estimate = float(sizes @ means)
    left = (sizes / seen)[strata[known]] * (y - means[strata[known]])
    freedom = max(len(y) - len(sizes), 1)
    variance = left @ left * len(y) / freedom + sizes @ (means - estimate) ** 2 / len(strata)
    reach = float(student.ppf(0.975, freedom) * np.sqrt(variance))
    return estimate, estimate - reach, estimate + reach


SHARES = (
    Estimator("labels alone", labels_alone),
    Estimator("post-stratified", with_judge),
    Estimator("PPI++", as_numbers),
    Estimator("Rogan-Gladen", by_rates),
)
RATINGS = (
    Estimator("labels alone", labels_alone),
    Estimator("PPI++, line", on_a_line),
    Estimator("PPI++, ranks", by_ranks),
    Estimator("post-stratified", stratified),
)


class Rated(NamedTuple):
    """Labels from 1 to 5 of so many outputs, twenty times as many without, and a judge's scores.

    The judge sees quality with noise of half its spread and gives that, rounded to people's ratings, its exponential
    (``skewed``), or nothing of it (``useless``).
    """

    judge: str
    labels: int

    @property
    def name(self) -> str:
        """Return the row's name."""
        return f"ratings: {self.judge}, {self.labels} labels"

    def draw(self, rng: np.random.Generator) -> tuple[Floats, Floats, float]:
        """Return labels, scores, and the mean that labels have on average, which is 3 for symmetry."""
        size = 21 * self.labels
        quality = rng.normal(size=size)
        human = np.clip(np.rint(3 + quality + 0.5 * rng.normal(size=size)), 1, 5)
        seen = quality + 0.5 * rng.normal(size=size)
        said = {
            "on people's scale": np.clip(np.rint(3 + seen), 1, 5),
            "continuous": seen,
            "skewed": np.exp(1.2 * seen),
            "useless": rng.normal(size=size),
        }[self.judge]
        human[self.labels :] = np.nan
        return human, said, 3.0


class Labelled(NamedTuple):
    """A case of corrected.py, whose truth is the share of positives among outputs without a label."""

    case: Hard

    @property
    def name(self) -> str:
        """Return the row's name."""
        return f"labels: {self.case.name}"

    def draw(self, rng: np.random.Generator) -> tuple[Floats, Floats, float]:
        """Return labels, verdicts and the share."""
        human, judge, _ = self.case.draw(rng)
        return human, judge, self.case.positives


CASES: tuple[tuple[Labelled | Rated, tuple[Estimator, ...]], ...] = (
    *(
        (Labelled(case), SHARES)
        for case in (
            Hard("good judge, half positive", positives=0.5),
            Hard("good judge, 10% positive"),
            Hard("good judge, 20 labels, half positive", labels=20, positives=0.5),
            Hard("poor judge (.65, .6), half positive", positives=0.5, tpr=0.65, tnr=0.6),
            Hard("nearly perfect judge, 10% positive", tpr=0.98, tnr=0.99),
            Hard("labels of another mix (half positive, others 20%)", positives=0.2, labelled_positives=0.5),
            Hard("finds .8 where there are labels, .9 elsewhere", positives=0.5, tpr=0.8, tpr_moved=0.1),
        )
    ),
    *(
        (Rated(judge, labels), RATINGS)
        for judge in ("on people's scale", "continuous", "skewed", "useless")
        for labels in (10, 30, 100)
    ),
)


def measured(tables: int) -> Iterator[dict[str, str]]:
    """Yield a row per case and estimator."""
    for number, (case, estimators) in enumerate(CASES):
        rng = np.random.default_rng([number, 2026])
        found = np.empty((tables, len(estimators), 3))
        truth = np.empty((tables, 1))
        for k in range(tables):
            human, judge, truth[k] = case.draw(rng)
            found[k] = [one.ask(human, judge) for one in estimators]
        errors = np.nanmean((found[..., 0] - truth) ** 2, axis=0)
        for k, one in enumerate(estimators):
            low, high = found[:, k, 1:].T
            there = ~np.isnan(low)
            yield {
                "case": case.name,
                "estimator": one.name,
                "tables": str(int(there.sum())),
                "saves": f"{errors[0] / errors[k]:.2f}",
                "holds": f"{np.mean((low <= truth[:, 0])[there] & (truth[:, 0] <= high)[there]):.3f}",
                "width": f"{np.median((high - low)[there]):.3f}",
            }


def main() -> None:
    """Print and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    given = parser.parse_args()
    rows = []
    for row in measured(given.tables):
        rows.append(row)
        print("  ".join(row.values()), flush=True)
    with (given.out / "estimators.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
