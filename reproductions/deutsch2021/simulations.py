"""Print Table 1 and Figure 3 of Deutsch, Dror & Roth (2021), their two simulation studies, beside what comes out here.

Table 1: how often an interval from half of systems and inputs holds the correlation of the other half. Figure 3: how
often tests find ROUGE-1 better than ROUGE-1 of some of each summary's tokens. Beside the paper's methods stand those of
this package, and beside the table's target of .95 that of a valid interval, .834 (see `held_out_coverage`).

Table 1 takes minutes on two processors at the paper's 1000 repetitions, Figure 3 much longer: `--runs` takes fewer,
`--tests` some of the tests.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scores import SEED, SOURCES, TAC08, Source, at_hand, in_test_data, load

from trueness import Scorer, ScoreTable, Texts, get_metric, load_dataset_texts
from trueness.simulation import degrade, degraded_power, fitted_scenarios, held_out_coverage, rejection_rates

LEVELS = ("system", "input")
PERCENTS = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
PAPER = {
    "fisher": "Fisher",
    "bootstrap_systems": "Boot-Systems",
    "bootstrap_inputs": "Boot-Inputs",
    "bootstrap_both": "Boot-Both",
    "permute_cells": "Perm-Both",
    "williams": "Williams",
}
"""What the paper calls the methods of its simulations."""

INTERVALS = ("fisher", "bootstrap_systems", "bootstrap_inputs", "bootstrap_both")
"""The paper's own, among which it puts the best in bold face."""

FURTHER_INTERVALS = ("bca_both", "jackknife", "prediction")
PUBLISHED_TESTS = ("bootstrap_both", "permute_cells", "williams")
TESTS = (*PUBLISHED_TESTS, "studentized_permutation", "permute_systems", "sign_flip")
SIZE_PERCENTS = (5, 50, 90)
"""Where Figure 3 is repeated with the two metrics made alike, so that every rejection is a false alarm."""

REPLICATE_COVERAGE = math.erf(1.959963984540054 / 2)
"""Share of replicates of equal size that a valid 95% interval of normal theory holds, 2 Phi(1.96 / sqrt 2) - 1."""

DEGRADED = "rouge1_f"
OTHER_METRICS = ("ROUGE-1", "ROUGE-2", "BERTScore")


def printed_coverages() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the paper's Table 1: coverage at the system and the input level by data set and interval, of QAEval."""
    with (Path(__file__).parent / "published.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["quantity"] == "coverage"]
    printed = {(row["dataset"], row["scorer"], row["level"]): row["published"] for row in rows}
    return {
        (source.name, name): (printed[source.name, paper, "system"], printed[source.name, paper, "input"])
        for source in (*SOURCES, TAC08)
        for name, paper in PAPER.items()
        if name in INTERVALS
    }


def coverages(
    source: Source,
    data: Path | None,
    *,
    metrics: Sequence[str] = ("QAEval",),
    intervals: Sequence[str] = INTERVALS,
    splits: int = 1000,
    resamples: int = 1000,
    workers: int | None = None,
) -> Any:
    """Return the coverages of Table 1 for one data set."""
    return held_out_coverage(
        load(source, data),
        human=source.human,
        metrics=metrics,
        intervals=intervals,
        levels=LEVELS,
        coefficients=("pearson",),
        splits=splits,
        resamples=resamples,
        rng=SEED,
        workers=workers,
    )


def table_1(
    data: Path | None, splits: int, resamples: int, workers: int | None, metrics: Sequence[str]
) -> list[dict[str, Any]]:
    """Print Table 1, the paper's bold face as a star, and return its rows."""
    rows, printed = [], printed_coverages()
    for source in at_hand(data):
        start = time.perf_counter()
        found = coverages(
            source,
            data,
            metrics=metrics,
            intervals=(*INTERVALS, *FURTHER_INTERVALS),
            splits=splits,
            resamples=resamples,
            workers=workers,
        )
        print(f"\n{source.name}: {splits} splits, {time.perf_counter() - start:.0f} s")
        print(
            f"{'metric':<12}{'interval':<20}{'system':>8} {'paper':>7}{'input':>8} {'paper':>7}{'widths':>14}"
        )
        # bold face is among the paper's own; what this package adds has no part in it
        bold = {
            (row.metric, row.interval, row.level) for row in found.among(INTERVALS).coverages if row.closest
        }
        by_key = {(row.metric, row.interval, row.level): row for row in found.coverages}
        for metric, interval in dict.fromkeys((row.metric, row.interval) for row in found.coverages):
            published = printed.get((source.name, interval), ("", "")) if metric == "QAEval" else ("", "")
            line = f"{metric:<12}{interval:<20}"
            for level, paper in zip(LEVELS, published, strict=True):
                star = "*" if (metric, interval, level) in bold else " "
                line += f"{by_key[metric, interval, level].coverage:>8.3f}{star}{paper:>7}"
            widths = (by_key[metric, interval, level].width for level in LEVELS)
            print(line + "".join(f"{width:>7.2f}" for width in widths))
        rows += [
            {"dataset": source.name, **dataclasses.asdict(row)}
            | {"closest": (row.metric, row.interval, row.level) in bold}
            for row in found.coverages
        ]
    print(
        "\n* closest to .95 below 1, and significantly different from the paper's other intervals (one-tailed z)"
    )
    print(f"A valid 95% interval covers a replicate of equal size in about {REPLICATE_COVERAGE:.3f}.")
    return rows


def judged_texts(data: Path | None, texts: Path | None) -> tuple[ScoreTable, Texts]:
    """Return what people say of SummEval's outputs, and the texts, whose systems have the same names."""
    table = load(SOURCES[0], data)
    systems = tuple(name.removesuffix(".txt") for name in table.systems)
    return dataclasses.replace(table, systems=systems), load_dataset_texts("summeval", mirror=texts)


def powers(table: ScoreTable, texts: Texts, percents: Sequence[float] = PERCENTS, **given: Any) -> Any:
    """Return the powers of Figure 3, of ROUGE-1 by one reference; Williams' test at the input level as published.

    Parameters
    ----------
    table, texts
        See `judged_texts`.
    percents : sequence of float
    **given
        `tests`, `trials`, `resamples` and `workers` of `degraded_power`.
    """
    return degraded_power(
        table,
        percents,
        metric=DEGRADED,
        human=SOURCES[0].human,
        texts=texts,
        n_references=1,
        levels=LEVELS,
        coefficients=("pearson",),
        as_published=True,
        rng=SEED,
        **given,
    )


def figure_3(data: Path | None, texts: Path | None, **given: Any) -> list[dict[str, Any]]:
    """Print Figure 3 and return its points: ROUGE-1 of one reference on SummEval's expert relevance."""
    table, read = judged_texts(data, texts)
    start = time.perf_counter()
    found = powers(table, read, **given)
    print(f"\nFigure 3: {given['trials']} trials, {time.perf_counter() - start:.0f} s")
    for level in LEVELS:
        tests = list(dict.fromkeys(point.test for point in found.points if point.level == level))
        print(
            f"\n{level} level\n{'per cent':>8}{'difference':>12}" + "".join(f"{test:>24}" for test in tests)
        )
        for percent in PERCENTS:
            here = {p.test: p for p in found.points if (p.level, p.percent) == (level, percent)}
            cells = "".join(f"{here[test].power:>24.3f}" for test in tests)
            print(f"{percent:>8}{next(iter(here.values())).difference:>12.3f}{cells}")
    return found.rows()


def false_alarms(data: Path | None, texts: Path | None, **given: Any) -> list[dict[str, Any]]:
    """Print how often the tests of Figure 3 reject where there is nothing to find, and return the rates.

    A two-way model is fitted to people, ROUGE-1 and its degraded form; both metrics take on the average of their
    variances (see `fitted_scenarios`).
    """
    table, read = judged_texts(data, texts)
    rows = [table.systems.index(name) for name in read.systems]
    columns = [table.inputs.index(name) for name in read.inputs]
    people = table.matrix(SOURCES[0].human)[np.ix_(rows, columns)]
    by_name = {(row.system, row.input): row for row in read.rows}
    written = [by_name[system, name] for system in read.systems for name in read.inputs]
    outputs, references = [row.output for row in written], [row.references[:1] for row in written]
    scorers = (Scorer("people", "human"), Scorer("whole"), Scorer("degraded"))
    scenarios = []
    for percent in SIZE_PERCENTS:
        scores = [
            degrade(get_metric(DEGRADED), outputs, references, k, rng=SEED).reshape(1, *people.shape)
            for k in (100, percent)
        ]
        both = ScoreTable(
            scorers,
            read.systems,
            read.inputs,
            np.concatenate([people[None], *scores]),
            name=f"ROUGE-1 and {percent}% of it",
        )
        scenarios.append(fitted_scenarios(both, "people", ("whole", "degraded"))[0].scenario)
    start = time.perf_counter()
    found = rejection_rates(
        scenarios,
        tests=given["tests"],
        levels=LEVELS,
        coefficients=("pearson",),
        runs=given["trials"],
        resamples=given["resamples"],
        alternative="greater",
        seed=SEED,
        workers=given["workers"],
    ).rates
    print(
        f"\nThe same where both metrics agree equally well with people: {time.perf_counter() - start:.0f} s"
    )
    for level in ("system", "input"):
        tests = list(dict.fromkeys(rate.test for rate in found if rate.level == level))
        print(f"\n{level} level\n{'per cent':>8}" + "".join(f"{test:>24}" for test in tests))
        for percent, scenario in zip(SIZE_PERCENTS, scenarios, strict=True):
            here = {
                rate.test: rate for rate in found if (rate.level, rate.scenario) == (level, scenario.name)
            }
            print(f"{percent:>8}" + "".join(f"{here[test].rate:>24.3f}" for test in tests))
    return [dataclasses.asdict(rate) for rate in found]


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "study", choices=("table1", "figure3", "size"), help="size: false alarms of Figure 3's tests"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=in_test_data("deutsch2021"),
        help="folder with fabbri2020 and bhandari2020",
    )
    parser.add_argument("--texts", type=Path, default=in_test_data(), help="folder with summeval/data.pkl")
    parser.add_argument("--runs", type=int, default=1000, help="splits, trials or tables")
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--tests", nargs="+", default=list(TESTS), choices=TESTS, help="of figure3 and size")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path, help="write the rows there as JSON lines")
    given = parser.parse_args()
    if given.study == "table1":
        metrics = ("QAEval", *OTHER_METRICS)
        rows = table_1(given.data, given.runs, given.resamples, given.workers, metrics)
    else:
        rows = (figure_3 if given.study == "figure3" else false_alarms)(
            given.data,
            given.texts,
            tests=given.tests,
            trials=given.runs,
            resamples=given.resamples,
            workers=given.workers,
        )
    if given.out is not None:
        given.out.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
