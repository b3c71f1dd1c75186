"""What is beneath agreement on SummEval, REALSumm and DialSummEval: length, system, input, and the noise of inputs.

``python reproductions/claims/beneath.py [--data FOLDER] [--clones FOLDER] [--write]``

Pearson's r over outputs, and what is left of it where the length of outputs, their system or their input is given
(`trueness.partial`); r as it would be with perfect annotators (`trueness.annotators`); r of system scores, and what it
would be with unlimited inputs; whether the three benchmarks differ by more than their errors (`trueness.pool`). Exits
with 1 if something else comes out than beneath.csv has, with 2 if a benchmark is not at hand. Takes a quarter of a
minute of processor time.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import gzip
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "deutsch2021")]
import benchmarks  # noqa: E402 - beside this program
from benchmarks import LackingError, Places  # noqa: E402
from scores import in_test_data  # noqa: E402 - of the neighbour

from trueness import (  # noqa: E402
    Scorer,
    ScoreTable,
    annotators,
    compare,
    load_dataset_texts,
    partial,
    pool,
    read_scores,
    score,
)

RECORDED = HERE / "beneath.csv"
TOLERANCE = 0.0015
PEOPLE = "people"
LENGTH = "length"
GIVEN = (LENGTH, "system", "input")
UNLIMITED = "unlimited inputs"
PERFECT = "perfect annotators"
ACROSS = "another benchmark"
RESAMPLES = 999
SEED = 1
SCORED = ("rouge1_recall", "rouge2_recall", "rouge1_f", "bleu", LENGTH)
"""What is computed from the texts of SummEval and REALSumm, with all references."""

RECORDED_METRICS = {
    "rouge-1": "ROUGE-1",
    "rouge-2": "ROUGE-2",
    "rouge-l": "ROUGE-L",
    "METEOR": "METEOR",
    "moverscore": "MoverScore",
    "bertscore_r": "BERTScore",
}
"""What all three have recorded; DialSummEval's names."""

BESIDE = ("bartscore_s_h", "questeval")
"""Of DialSummEval, which two metrics of the source text are asked besides."""


class Line(NamedTuple):
    """What is left of an agreement, or what it would be."""

    data: str
    human: str
    metric: str
    given: str
    before: float
    estimate: float
    low: float
    high: float
    pvalue: float
    adjusted: float
    explains: str


def of_partial(table: ScoreTable, data: str, human: str, metrics: tuple[str, ...]) -> Iterator[Line]:
    """Yield what is left of metrics' agreement over outputs."""
    for row in partial(table, human=human, metrics=metrics, given=GIVEN).partial:
        yield Line(
            *(data, human, row.metric, row.given, row.before, row.estimate, row.low, row.high),
            *(row.pvalue, row.pvalue_adjusted, row.explains),
        )


def from_texts(places: Places) -> Iterator[Line]:
    """Yield partial agreement on SummEval (relevance) and REALSumm."""
    for name, human in (("summeval", "relevance"), ("realsumm", "litepyramid_recall")):
        mirror = None if places.of_data(name) is None else places.data
        table = score(load_dataset_texts(name, mirror=mirror), SCORED)
        yield from of_partial(table, table.name, human, SCORED)


def dialogues(places: Places) -> ScoreTable:
    """Return DialSummEval without the reference, with the number of words of every output.

    Raises
    ------
    LackingError
        If it is not there.
    """
    folder = places.of_data("dialsummeval") or places.of_clone("DialSummEval")
    table = read_scores(folder, format="dialsummeval")
    path = next(iter(sorted(folder.glob("human_judgment.jsonl*"))))
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    words = {(row["model_id"], str(row["id"])): len(row["summary"].split()) for row in rows}
    lengths = [[words[system, one] for one in table.inputs] for system in table.systems]
    return dataclasses.replace(
        table,
        scorers=(*table.scorers, Scorer(LENGTH, "metric")),
        values=np.concatenate([table.values, np.array([lengths], dtype=float)]),
    )


def in_common(table: ScoreTable, human: str, names: dict[str, str]) -> ScoreTable:
    """Return the metrics that all benchmarks have, under one name, and people."""
    table = table.select(scorers=[human, *names])
    new = {**names, human: PEOPLE}
    scorers = tuple(dataclasses.replace(one, name=new[one.name]) for one in table.scorers)
    return dataclasses.replace(table, scorers=scorers, annotations={})


def of_noise(tables: dict[str, ScoreTable]) -> Iterator[Line]:
    """Yield system-level r without the noise of inputs, and over benchmarks the average and what another would show."""
    metrics = [*RECORDED_METRICS.values()]
    for name, table in tables.items():
        done = compare(
            table,
            human=PEOPLE,
            metrics=metrics,
            level="system",
            coefficient=["pearson", "unlimited_pearson"],
            tests=False,
        )
        for metric in metrics:
            before, one = (
                done.estimate(metric, "system", coefficient)
                for coefficient in ("pearson", "unlimited_pearson")
            )
            yield Line(
                *(name, PEOPLE, metric, UNLIMITED, before.estimate, one.estimate, one.low, one.high),
                *(math.nan, math.nan, ""),
            )
    for coefficient in ("pearson", "unlimited_pearson"):
        found = pool(tables, human=PEOPLE, metrics=metrics, level="system", coefficient=coefficient)
        for row in found.across:
            yield Line(
                *("all three", PEOPLE, row.metric, f"{ACROSS}, {coefficient}", row.estimate, row.spread),
                *(row.next_low, row.next_high, row.pvalue, math.nan, ""),
            )


def of_people(tables: dict[str, ScoreTable], humans: dict[str, str]) -> Iterator[Line]:
    """Yield r of both levels as it would be with people whose ratings have no noise, where three rated every output."""
    for name, table in tables.items():
        metrics = [
            one
            for one in (*RECORDED_METRICS, *RECORDED_METRICS.values(), *BESIDE)
            if one in table.scorer_names
        ]
        done = annotators(
            table, human=humans[name], metrics=metrics, coefficient="pearson", resamples=RESAMPLES, rng=SEED
        )
        for row in done.attenuation:
            yield Line(
                *(name, humans[name], row.metric, f"{PERFECT}, {row.level}", row.correlation, row.estimate),
                *(row.low, row.high, math.nan, math.nan, f"reliability {row.reliability:.3f}"),
            )


def lines(places: Places) -> Iterator[Line]:
    """Yield all.

    Raises
    ------
    LackingError
        If a benchmark is not there.
    """
    table = dialogues(places)
    for human in ("coherence", "consistency", "fluency", "relevance"):
        yield from of_partial(table, "DialSummEval", human, (*RECORDED_METRICS, *BESIDE, LENGTH))
    yield from from_texts(places)
    same = {name: name for name in RECORDED_METRICS.values()}
    summaries = benchmarks.summeval(places)
    yield from of_people(
        {"SummEval": summaries, "DialSummEval": table},
        {"SummEval": "expert_relevance", "DialSummEval": "consistency"},
    )
    yield from of_noise(
        {
            "SummEval": in_common(summaries, "expert_relevance", same),
            "REALSumm": in_common(benchmarks.realsumm(places), "litepyramid_recall", same),
            "DialSummEval": in_common(table, "relevance", RECORDED_METRICS),
        }
    )


def as_row(line: Line) -> dict[str, str]:
    """Return a line as it is recorded."""
    return {
        key: f"{value:.3f}" if isinstance(value, float) else value for key, value in line._asdict().items()
    }


def differing(found: list[dict[str, str]], recorded: list[dict[str, str]]) -> list[str]:
    """Return what differs from what is recorded; p-values are compared by their third digit, too."""

    def same(own: str, known: str) -> bool:
        try:
            return own == known or abs(float(own) - float(known)) <= TOLERANCE
        except ValueError:
            return False

    if len(found) != len(recorded):
        return [f"{len(found)} lines, not {len(recorded)}"]
    return [
        f"{own['data']} {own['human']} {own['metric']} {own['given']}: {key} {own[key]}, not {known[key]}"
        for own, known in zip(found, recorded, strict=True)
        for key in known
        if not same(own[key], known[key])
    ]


def main() -> int:
    """Compute, print, and compare with what is recorded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=in_test_data(), help="What TRUENESS_TEST_DATA has as data."
    )
    parser.add_argument("--clones", type=Path, default=Path("build/clones"), help="Clones of repositories.")
    parser.add_argument("--write", action="store_true", help="Record what comes out.")
    given = parser.parse_args()
    try:
        rows = [as_row(line) for line in lines(Places(given.data, given.clones))]
    except LackingError as error:
        sys.stderr.write(f"DialSummEval: {error}\n")
        return 2
    sys.stdout.write("".join(f"{' '.join(row.values())}\n" for row in rows))
    if given.write:
        with RECORDED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, Line._fields, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return 0
    with RECORDED.open(encoding="utf-8", newline="") as file:
        wrong = differing(rows, list(csv.DictReader(file)))
    sys.stdout.write("".join(f"differs: {line}\n" for line in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
