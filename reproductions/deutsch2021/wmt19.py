"""Count the pairs of WMT'19 metrics that Williams' test separates (Deutsch, Dror & Roth 2021, section 5.2).

``python reproductions/deutsch2021/wmt19.py --data FOLDER``, where the folder holds the system-level scores of the
WMT 2019 metrics task as the authors' repository does: DA-syslevel.csv and one METRIC.sys.score or
METRIC.sys.score.gz per metric. By default ``data/wmt19`` in the folder that TRUENESS_TEST_DATA names. Exits with 1
if a number does not agree with published.csv, with 2 if the scores are not there.

Time and memory are negligible: 231 closed-form tests of 16 systems.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import itertools
import os
import sys
from pathlib import Path

import numpy as np

from trueness.stats import pearson, williams

DATASET = "WMT'19 de-en"
LANGUAGES = "de-en"
SHIFT = 0.3
ALPHA = 0.05
WITHOUT_REFERENCE = frozenset(
    {"LASIM", "LP", "UNI", "UNI+", "YiSi-2", "YiSi-2_srl", "ibm1-morpheme", "ibm1-pos4gram"}
)
"""Estimators of quality that took part in the task; the paper's 231 pairs are those of the other 22."""


def read_human(folder: Path) -> dict[str, float]:
    """Return the human score of every system."""
    lines = (folder / "DA-syslevel.csv").read_text(encoding="utf-8").splitlines()
    fields = (line.split() for line in lines)
    return {system: float(score) for languages, score, system in fields if languages == LANGUAGES}


def read_metrics(folder: Path) -> dict[str, dict[str, float]]:
    """Return the scores of every metric: METRIC, LANGUAGES, TESTSET, SYSTEM, SCORE, separated by tabs or blanks."""
    found: dict[str, dict[str, float]] = {}
    for path in sorted(folder.glob("*.sys.score*")):
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        for line in text.splitlines():
            metric, languages, _, system, score, *_ = line.split("\t") if "\t" in line else line.split()
            if languages == LANGUAGES and metric not in WITHOUT_REFERENCE:
                found.setdefault(metric, {})[system] = float(score)
    return found


def williams_counts(folder: Path) -> dict[str, float]:
    """Return the numbers of section 5.2: pairs, significant pairs as they are and with correlations moved down."""
    human = read_human(folder)
    systems = sorted(human)
    z = np.array([human[system] for system in systems])
    scores = [np.array([metric[system] for system in systems]) for metric in read_metrics(folder).values()]
    correlations = [pearson(x, z) for x in scores]
    # the task takes |r|: a metric of errors is turned round
    turned = [x if r > 0 else -x for x, r in zip(scores, correlations, strict=True)]
    strengths = np.abs(correlations)
    pairs = list(itertools.combinations(range(len(scores)), 2))

    def significant(shift: float) -> float:
        count = 0
        for a, b in pairs:
            better, worse = (a, b) if strengths[a] >= strengths[b] else (b, a)
            between = pearson(turned[a], turned[b])
            first, second = strengths[better] - shift, strengths[worse] - shift
            found = williams(first, second, between, len(systems), alternative="greater")
            count += bool(found.pvalue <= ALPHA)
        return float(count)

    return {
        "mean_pearson": float(strengths.mean()),
        "pairs": float(len(pairs)),
        "significant_pairs": significant(0.0),
        "significant_pairs_shifted": significant(SHIFT),
    }


def published() -> dict[str, str]:
    """Return what the paper prints, by quantity."""
    with (Path(__file__).parent / "published.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["quantity"]: row["published"] for row in csv.DictReader(file) if row["dataset"] == DATASET
        }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with DA-syslevel.csv and the metrics' scores")
    given = parser.parse_args()
    folder = given.data or Path(os.environ.get("TRUENESS_TEST_DATA", ".")) / "data" / "wmt19"
    if not (folder / "DA-syslevel.csv").is_file():
        print(f"no DA-syslevel.csv in {folder}: name the folder that holds it (--data)", file=sys.stderr)
        return 2
    found = williams_counts(folder)
    wrong = 0
    for quantity, printed in published().items():
        value = found[quantity]
        agreed = f"{value:.{len(printed.partition('.')[2])}f}" == printed
        wrong += not agreed
        print(f"{quantity:<26} {printed:>6} {value:>9.4g}  {'agrees' if agreed else 'DIFFERS'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
