"""Draw verdicts for which Rogan and Gladen's correction is hard, or wrong: how often its interval holds the truth.

Few labels, rare positives, judges hardly better than chance; judges that are lenient on some inputs; and what the
correction cannot know: a judge that errs otherwise on outputs without a label. Beside it the interval of Lang and
Reiczigel (2014, Preventive Veterinary Medicine 113), which takes outputs for independent. Writes corrected.csv beside
this file (``--out FOLDER`` elsewhere).
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri
from simulate import corrected


class Hard(NamedTuple):
    """So many labels and other outputs, a share of positives among either, TPR and TNR, and outputs of one input.

    An input is lenient or strict: its TPR and false positive rate are both moved by `lenient`, up or down. Labels are
    of whole inputs (`apart`), or spread over all.
    """

    name: str
    labels: int = 100
    more: int = 900
    positives: float = 0.1
    labelled_positives: float | None = None
    tpr: float = 0.9
    tnr: float = 0.8
    per_input: int = 1
    lenient: float = 0.0
    apart: bool = True
    tpr_moved: float = 0.0

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return labels (NaN where there are none), verdicts and inputs."""
        inputs = np.arange(self.labels + self.more) // self.per_input
        outputs = len(inputs)
        known = np.arange(outputs) < self.labels
        if not self.apart:
            known = np.arange(outputs) % (outputs // self.labels) == 0
        among = self.positives if self.labelled_positives is None else self.labelled_positives
        truth = rng.random(outputs) < np.where(known, among, self.positives)
        moved = self.lenient * rng.choice([-1.0, 1.0], inputs[-1] + 1)[inputs]
        hits = self.tpr + moved + np.where(known, 0.0, self.tpr_moved)
        judge = rng.random(outputs) < np.where(truth, hits, 1 - self.tnr + moved)
        return np.where(known, truth, np.nan), judge.astype(float), inputs


CASES = (
    Hard("good judge, half positive", positives=0.5),
    Hard("20 labels, half positive", labels=20, positives=0.5),
    Hard(
        "20 labels of either kind, none positive among the others",
        labels=40,
        positives=0.0,
        labelled_positives=0.5,
    ),
    Hard("1% positive, 300 labels", labels=300, positives=0.01),
    Hard("99% positive, 300 labels", labels=300, positives=0.99),
    Hard("hardly better than chance (.55, .55)", positives=0.5, tpr=0.55, tnr=0.55),
    Hard("hardly better than chance, 10% positive", tpr=0.55, tnr=0.55),
    Hard("finds all, and calls most positive (1, .2)", tpr=1.0, tnr=0.2),
    Hard("without an error", positives=0.3, tpr=1.0, tnr=1.0),
    Hard("labels of another mix (half positive)", positives=0.05, labelled_positives=0.5),
    Hard("50 more outputs only", more=50, positives=0.3),
    Hard(
        "lenient on some inputs, labelled apart", positives=0.5, tpr=0.75, tnr=0.75, per_input=5, lenient=0.2
    ),
    Hard(
        "lenient on some inputs, labelled in all",
        labels=200,
        more=800,
        positives=0.5,
        tpr=0.75,
        tnr=0.75,
        per_input=5,
        lenient=0.2,
        apart=False,
    ),
    Hard("finds .8 where there are labels, .9 elsewhere", labels=300, positives=0.5, tpr=0.8, tpr_moved=0.1),
)


def lang_reiczigel(human: np.ndarray, judge: np.ndarray) -> tuple[float, float]:
    """Return the 95% interval of Lang and Reiczigel, with their pseudo-counts and shift."""
    z = float(ndtri(0.975))
    parts = (judge[np.isnan(human)], judge[human == 1], 1 - judge[human == 0])
    added = (z**2, 2.0, 2.0)
    n = [len(part) + more for part, more in zip(parts, added, strict=True)]
    p, tpr, tnr = ((part.sum() + more / 2) / size for part, more, size in zip(parts, added, n, strict=True))
    share = (p + tnr - 1) / (tpr + tnr - 1)
    of_tpr, of_tnr = tpr * (1 - tpr) / n[1], tnr * (1 - tnr) / n[2]
    moved = share + 2 * z**2 * (share * of_tpr - (1 - share) * of_tnr)
    variance = (p * (1 - p) / n[0] + share**2 * of_tpr + (1 - share) ** 2 * of_tnr) / (tpr + tnr - 1) ** 2
    low, high = np.clip(moved + np.array([-z, z]) * np.sqrt(variance), 0, 1)
    return float(low), float(high)


def checked(case: Hard, tables: int, seed: int) -> dict[str, str | int]:
    """Return how often both intervals hold the truth where there is one, and how wide they are."""
    found = []
    for k in range(tables):
        human, judge, inputs = case.draw(np.random.default_rng([seed, k]))
        limits = corrected(human, judge, inputs if case.per_input > 1 else None)
        if not np.isnan(limits[0]):
            found.append((*limits, *lang_reiczigel(human, judge)))
    limits_found = np.array(found)
    low, high = limits_found[:, ::2], limits_found[:, 1::2]
    held = np.mean((low <= case.positives) & (case.positives <= high), axis=0)
    width = np.mean(high - low, axis=0)
    names = ("holds", "Lang-Reiczigel holds", "width", "Lang-Reiczigel width")
    numbers = {name: f"{value:.3f}" for name, value in zip(names, (*held, *width), strict=True)}
    return {"case": case.name, "tables": tables, "with an interval": len(found), **numbers}


def main() -> None:
    """Write and print all cases."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path(__file__).parent)
    given = asked.parse_args()
    with (given.out / "corrected.csv").open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for case in CASES:
            row = checked(case, given.tables, given.seed)
            if writer is None:
                writer = csv.DictWriter(file, list(row), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
            print("; ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
