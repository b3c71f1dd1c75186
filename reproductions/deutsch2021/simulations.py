"""Print Table 1 and Figure 3 of Deutsch, Dror & Roth (2021), their two simulation studies, beside what comes out here.

Table 1: how often an interval from half of systems and inputs holds the correlation of the other half. Figure 3: how
often tests find ROUGE-1 better than ROUGE-1 of some of each summary's tokens. Beside the paper's methods stand those of
this package, and beside the table's target of .95 that of a valid interval, .834 (see `held_out_coverage`).

Each study takes minutes on two processors at the paper's 1000 repetitions.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from reproduce import SOURCES, load

from trueness import Scorer, ScoreTable, get_metric, load_dataset_texts
from trueness.data.datasets.load import summeval_texts
from trueness.metrics.rouge.rouge import Rouge
from trueness.studies.compare.settings import Settings
from trueness.studies.selection import score_arrays
from trueness.studies.simulation.certified_scenarios import fitted_scenario
from trueness.studies.simulation.degraded_power import PUBLISHED_TESTS, DegradedTexts, degraded_power
from trueness.studies.simulation.held_out_coverage import REPLICATE_COVERAGE, held_out_coverage
from trueness.studies.simulation.rejection_rates import rejection_rates

SEED = 2021
PERCENTS = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
TABLE_1 = {
    ("SummEval", "fisher"): (0.87, 1.00),
    ("SummEval", "bootstrap_systems"): (0.81, 0.73),
    ("SummEval", "bootstrap_inputs"): (0.70, 0.73),
    ("SummEval", "bootstrap_both"): (0.98, 0.93),
    ("REALSumm", "fisher"): (0.85, 1.00),
    ("REALSumm", "bootstrap_systems"): (0.80, 0.72),
    ("REALSumm", "bootstrap_inputs"): (0.68, 0.62),
    ("REALSumm", "bootstrap_both"): (0.94, 0.88),
}
"""Coverage at the system and the summary level, QAEval (the paper's Table 1)."""

TESTS = (*PUBLISHED_TESTS, "studentized_permutation", "permute_systems", "sign_flip")
SIZE_PERCENTS = (5, 50, 90)
"""Where Figure 3 is repeated with the two metrics made alike, so that every rejection is a false alarm."""

OTHER_METRICS = ("ROUGE-1", "ROUGE-2", "BERTScore")


def table_1(
    data: Path | None, splits: int, resamples: int, workers: int | None, metrics: Sequence[str]
) -> list[dict[str, Any]]:
    """Print Table 1 and return its rows."""
    rows = []
    for source in SOURCES:
        table = load(source, data)
        arrays = score_arrays(table, source.human, tuple(metrics), Settings(), None)
        start = time.perf_counter()
        found = held_out_coverage(arrays, splits=splits, resamples=resamples, rng=SEED, workers=workers)
        print(f"\n{source.name}: {splits} splits, {time.perf_counter() - start:.0f} s")
        print(
            f"{'metric':<12}{'interval':<20}{'system':>8}{'paper':>7}{'input':>8}{'paper':>7}{'widths':>14}"
        )
        by_key = {(row.metric, row.interval, row.level): row for row in found.coverages}
        for metric, interval in dict.fromkeys((row.metric, row.interval) for row in found.coverages):
            one, two = (by_key[metric, interval, level] for level in ("system", "input"))
            published = TABLE_1.get((source.name, interval)) if metric == "QAEval" else None
            paper = ("", "") if published is None else tuple(f"{value:.2f}" for value in published)
            print(
                f"{metric:<12}{interval:<20}{one.coverage:>8.3f}{paper[0]:>7}{two.coverage:>8.3f}{paper[1]:>7}"
                f"{one.width:>7.2f}{two.width:>7.2f}"
            )
        rows += [{"dataset": source.name, **row} for row in found.rows()]
    print(f"\nA valid 95% interval covers a replicate of equal size in about {REPLICATE_COVERAGE:.3f}.")
    return rows


def figure_3(data: Path | None, texts: str | None, **given: Any) -> list[dict[str, Any]]:
    """Print Figure 3 and return its points: ROUGE-1 of one reference on SummEval's expert relevance."""
    source = SOURCES[0]
    table = load(source, data)
    read = load_dataset_texts("summeval") if texts is None else summeval_texts(texts)
    metric = get_metric("rouge1_f")
    if not isinstance(metric, Rouge):
        raise TypeError("rouge1_f is no ROUGE metric")
    degraded = DegradedTexts.of(metric, read, 1)
    human = _in_order(table, source.human, degraded)
    start = time.perf_counter()
    found = degraded_power(degraded(100, SEED, 0), human, degraded, PERCENTS, rng=SEED, **given)
    print(f"\nFigure 3: {given['trials']} trials, {time.perf_counter() - start:.0f} s")
    for level in ("system", "input"):
        tests = list(dict.fromkeys(point.test for point in found.points if point.level == level))
        print(
            f"\n{level} level\n{'per cent':>8}{'difference':>12}" + "".join(f"{test:>24}" for test in tests)
        )
        for percent in PERCENTS:
            here = {p.test: p for p in found.points if (p.level, p.percent) == (level, percent)}
            cells = "".join(f"{here[test].power:>24.3f}" for test in tests)
            print(f"{percent:>8}{next(iter(here.values())).difference:>12.3f}{cells}")
    return [*found.rows(), *false_alarms(degraded, human, **given)]


def false_alarms(degraded: DegradedTexts, human: np.ndarray, **given: Any) -> list[dict[str, Any]]:
    """Print how often the tests of Figure 3 reject where there is nothing to find, and return the rates.

    A two-way model is fitted to people, ROUGE-1 and its degraded form; both metrics take on the average of their
    variances (see `fitted_scenario`).
    """
    scorers = (Scorer("people", "human"), Scorer("whole"), Scorer("degraded"))
    scenarios = []
    for percent in SIZE_PERCENTS:
        scores = np.stack([human, degraded(100, SEED, 0), degraded(percent, SEED, 0)])
        table = ScoreTable(
            scorers, degraded.systems, degraded.inputs, scores, name=f"ROUGE-1 and {percent}% of it"
        )
        scenarios.append(fitted_scenario(table, "people", ("whole", "degraded")).scenario)
    start = time.perf_counter()
    found = rejection_rates(
        scenarios,
        tests=given["tests"],
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


def _in_order(table: ScoreTable, human: str, texts: DegradedTexts) -> np.ndarray:
    """Return human scores in the order of texts, whose names may be written in another way."""
    systems = {_plain(name): place for place, name in enumerate(table.systems)}
    inputs = {_plain(name): place for place, name in enumerate(table.inputs)}
    rows = [systems[_plain(name)] for name in texts.systems]
    columns = [inputs[_plain(name)] for name in texts.inputs]
    return np.asarray(table.matrix(human)[np.ix_(rows, columns)])


def _plain(name: str) -> str:
    return name.removesuffix(".txt")


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = os.environ.get("TRUENESS_TEST_DATA")
    folder = None if default is None else Path(default) / "data" / "deutsch2021"
    pickle = None if default is None else str(Path(default) / "data" / "summeval" / "data.pkl")
    parser.add_argument("study", choices=("table1", "figure3"))
    parser.add_argument("--data", type=Path, default=folder, help="folder with fabbri2020 and bhandari2020")
    parser.add_argument("--texts", default=pickle, help="SummEval's texts")
    parser.add_argument("--runs", type=int, default=1000, help="splits or trials")
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path, help="write the rows there as JSON lines")
    given = parser.parse_args()
    if given.study == "table1":
        metrics = ("QAEval", *OTHER_METRICS)
        rows = table_1(given.data, given.runs, given.resamples, given.workers, metrics)
    else:
        rows = figure_3(
            given.data,
            given.texts,
            tests=TESTS,
            trials=given.runs,
            resamples=given.resamples,
            workers=given.workers,
        )
    if given.out is not None:
        given.out.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
