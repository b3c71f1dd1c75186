"""Print what Bhandari et al. (2020) claim about scoring ranges, what REALSumm's scores say, and why they differ.

Metrics also Disagree in the Low Scoring Range: Revisiting Summarization Evaluation Metrics. COLING, 5702-5711.

The paper's tables are of hundreds of generated summaries for TAC and CNN/DailyMail: ``generated.py`` makes such ones.
The text from which this was written has lost its digits. Here its claims are put to 24 systems' summaries of 100
articles with the six metrics that were recorded for them, with people's scores beside. Needs the folder that
TRUENESS_TEST_DATA names, or ``--data``, with ``abs.pkl``, ``ext.pkl`` and ``data.pkl`` (the articles). Exits with 1
if a number that has to agree does not. Takes about a minute on two processors and below 1 GiB.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from trueness import (
    RangesResult,
    ScoreTable,
    Texts,
    drop_duplicate_systems,
    load_dataset_texts,
    ranges,
    read_scores,
    read_texts,
    write_report,
)
from trueness.data.files.restricted_pickle import (
    load,  # not public: the only pickle here that is no data set's
)

HERE = Path(__file__).parent
SEED = 2020
ALL_METRICS = "(all metrics)"
"""What a row calls the mean over pairs of metrics."""

METRICS = (
    *("bert_recall_score", "mover_score", "js-2"),
    *("rouge_1_recall", "rouge_2_recall", "rouge_l_recall"),
)


def in_test_data(*parts: str) -> Path | None:
    """Return a place in the folder that TRUENESS_TEST_DATA names, if it does."""
    folder = os.environ.get("TRUENESS_TEST_DATA")
    return None if folder is None else Path(folder, "data", *parts)


def scores(folder: Path) -> ScoreTable:
    """Return REALSumm's recorded scores; of two systems with one output for every input one is kept."""
    return drop_duplicate_systems(read_scores(folder / "abs.pkl", folder / "ext.pkl"))


def articles(folder: Path, path: Path) -> Texts:
    """Write references, as the scores used them, and articles as JSON lines, and read them as texts."""
    references = {
        row.input: row.references[0] for row in load_dataset_texts("realsumm", mirror=folder.parent).rows
    }
    sources = {str(name): entry["src"] for name, entry in load(folder / "data.pkl").items()}
    with path.open("w", encoding="utf-8") as file:
        for name, lines in references.items():
            reference = " ".join(lines.split())
            row = {"system": "reference", "input": name, "output": reference, "references": [reference]}
            file.write(json.dumps(row | {"source": sources[name]}) + "\n")
    return read_texts(path)


def mean(found: RangesResult, name: str, rival: str = ALL_METRICS, field: str = "estimate") -> float:
    """Return a number of a mean over pairs; the range's name and its kind, such as ``T single``."""
    wanted, kind = name.split()
    row = next(r for r in found.means if (r.range, r.kind, r.rival) == (wanted, kind, rival))
    return float(getattr(row, field))


def fall(found: RangesResult, names: str) -> float:
    """Return how much lower agreement is in the second range: ``LMT cumulative to L single``."""
    first, second = names.split(" to ")
    return mean(found, first) - mean(found, second)


def share_of_fall(found: RangesResult, rival: str) -> float:
    """Return how much of the fall of agreement from all outputs to the top third its width explains."""
    row = next(r for r in found.contrasts if (r.contrast, r.rival) == ("fall", rival))
    return row.expected / row.estimate


def largest_difference(found: RangesResult, rival: str) -> float:
    """Return by how much agreement in a range differs most from what its width explains."""
    return max(abs(r.difference) for r in found.means if r.rival == rival)


def disagreement(found: RangesResult, outputs: str, name: str) -> float:
    """Return the share of pairs of outputs in opposite orders, the mean over pairs of metrics."""
    wanted, kind = name.split()
    return next(
        r.estimate
        for r in found.disagreement
        if (r.outputs, r.range, r.kind, r.metric) == (outputs, wanted, kind, ALL_METRICS)
    )


def end_of_curve(found: RangesResult, ratio: str, who: str, place: int) -> float:
    """Return a point of a curve of F/N or F'/N: the first, or the last."""
    rows = [r for r in found.ratios if (r.ratio, r.scores) == (ratio, who)]
    return rows[place].estimate


def association(found: RangesResult, name: str, field: str = "estimate") -> float:
    """Return the rank correlation of a property with agreement, or its p-value."""
    row = next(r for r in found.properties if (r.property, r.metric) == (name, ALL_METRICS))
    return float(getattr(row, field))


def filter_bias(found: RangesResult, name: str) -> float:
    """Return by how much the published filter moves a mean."""
    wanted, kind = name.split()
    return next(r.bias for r in found.filtered if (r.range, r.kind, r.rival) == (wanted, kind, ALL_METRICS))


HUMAN = "litepyramid_recall"
LOOK_UP: dict[str, Callable[[RangesResult, str], float]] = {
    "fall of tau": fall,
    "tau with people": lambda found, name: mean(found, name, HUMAN),
    "tau by width": lambda found, name: mean(found, name, ALL_METRICS, "expected"),
    "tau by width, normal": lambda found, name: mean(found, name, ALL_METRICS, "expected_normal"),
    "share of the fall that width explains": share_of_fall,
    "largest difference beyond width": largest_difference,
    "disagreement, one input": lambda found, name: disagreement(found, "one input", name),
    "disagreement, any inputs": lambda found, name: disagreement(found, "any inputs", name),
    "F/N of the highest minus the lowest": lambda found, who: (
        end_of_curve(found, "F/N", who, -1) - end_of_curve(found, "F/N", who, 0)
    ),
    "F'/N of the highest minus the lowest": lambda found, who: (
        end_of_curve(found, "F'/N", who, -1) - end_of_curve(found, "F'/N", who, 0)
    ),
    "rho with agreement": association,
    "p of rho": lambda found, name: association(found, name, "pvalue"),
    "filter: change of tau": filter_bias,
}


def compared(found: RangesResult) -> tuple[list[dict[str, str]], bool]:
    """Return the rows of published.csv with what was found, and whether all that must agree does."""
    rows, fine = [], True
    with (HERE / "published.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            value = LOOK_UP[row["what"]](found, row["of"])
            low, high = (float(row[key]) if row[key] else None for key in ("low", "high"))
            agrees = (low is None or value >= low) and (high is None or value <= high)
            fine = fine and agrees
            rows.append({**row, "reproduced": f"{value:.3f}", "agrees": "yes" if agrees else "NO"})
    return rows, fine


def table_of(rows: list[dict[str, str]]) -> str:
    """Return the comparison as a Markdown table."""
    lines = [
        "| place | what | of | published | reproduced | agrees | cause |",
        "|---|---|---|---|---:|---|---|",
    ]
    keys = ("place", "what", "of", "published", "reproduced", "agrees", "cause")
    lines += ["| " + " | ".join(row[key] for key in keys) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Compute, compare, print; write the page where asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=in_test_data("realsumm"))
    parser.add_argument(
        "--texts", type=Path, default=Path("realsumm_texts.jsonl"), help="Where to write texts."
    )
    parser.add_argument("--out", type=Path, help="Write the page there.")
    parser.add_argument("--permutations", type=int, default=1999)
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where REALSumm's pickles are (--data), or set TRUENESS_TEST_DATA")
    found = ranges(
        scores(options.data),
        texts=articles(options.data, options.texts),
        metrics=METRICS,
        human=HUMAN,
        permutations=options.permutations,
        rng=SEED,
    )
    rows, fine = compared(found)
    sys.stdout.write("\n".join(found.conclusions) + "\n\n" + table_of(rows) + f"\n{found.signature}\n")
    if options.out is not None:
        write_report(found, options.out)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
