"""Print what was wrong with the former default inference of comparisons, then and now.

``python reproductions/default_inference/problems.py [1 2 ...]``. The former default: percentile intervals
from resampled systems and inputs, and the studentised permutation of systems. Now: the two-way jackknife for
both. Numbers of tables are small, so that all of it takes minutes; the certification (`trueness plan --certify`) has
more. Data of problems 3, 4 and 7 lie in the folder that TRUENESS_TEST_DATA names, as for
`reproductions/deutsch2021`.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "deutsch2021"))
from scores import SOURCES, load

from trueness import compare
from trueness.data.scores.score_table import ScoreTable
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.registry import interval_method, pair_test
from trueness.methods.two_way_jackknife import jackknifed
from trueness.sources.dataset_scores import dataset_scores
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.quality_model import QualityModel
from trueness.studies.certify.scenario import metrics_of_quality

FORMER = {"test": "studentized_permutation", "interval": "percentile"}
NOW = {"test": "two_way_jackknife", "interval": "two_way_jackknife"}
TESTS = {"then": ("studentized_permutation", "systems"), "now": ("two_way_jackknife", "both")}
INTERVALS = {"then": ("percentile", "both"), "now": ("two_way_jackknife", "both")}
RESAMPLES = 399

Draw = Callable[[np.random.Generator], ScoreArrays]


def pocket() -> ScoreTable:
    """Return the bundled benchmark, scored."""
    return dataset_scores("pocket")


def drawn(model: object, n_systems: int, n_inputs: int, families: int = 1) -> Draw:
    """Return what draws tables of two metrics from a model; families are told."""

    def draw(rng: np.random.Generator) -> ScoreArrays:
        (scores,) = model.draw(n_systems, n_inputs, rng)  # type: ignore[attr-defined]
        told = None if families == 1 else np.arange(n_systems) // families
        return ScoreArrays.of(scores[1:], scores[0], system_clusters=told)

    return draw


def size(draw: Draw, test: str, over: str, level: str, coefficient: str, tables: int) -> float:
    """Return how often a test rejects at .05."""
    rng = np.random.default_rng(1)
    key = (level, coefficient)
    hits = []
    for number in range(tables):
        differences = Differences(draw(rng), [(0, 1)], [key], resamples=RESAMPLES, seed=number)
        hits.append(pair_test(test).findings(differences, over, [key])[key, (0, 1)].two_sided <= 0.05)
    return float(np.mean(hits))


def coverage(
    draw: Draw, truth: float, interval: str, over: str, level: str, tables: int
) -> tuple[float, float]:
    """Return how often the first metric's interval holds a value, and its mean width."""
    rng = np.random.default_rng(2)
    key = (level, "pearson")
    held, width = [], []
    for number in range(tables):
        arrays = draw(rng)
        first = ScoreArrays.of(arrays.metrics[:1], arrays.human)
        given = Correlations(first, [key], resamples=RESAMPLES, seed=number)
        (limits,) = interval_method(interval).limits(given, over)[key]
        held.append(limits.low <= truth <= limits.high)
        width.append(limits.high - limits.low)
    return float(np.mean(held)), float(np.mean(width))


def population(model: object, n_inputs: int, systems: int = 4000, tables: int = 25) -> float:
    """Return the correlation at the system level over very many systems, on as many inputs."""
    rng = np.random.default_rng(3)
    found = []
    for _ in range(tables):
        (scores,) = model.draw(systems, n_inputs, rng)  # type: ignore[attr-defined]
        found.append(correlate(scores[1], scores[0], "system", "pearson").estimate)
    return float(np.mean(found))


def problem_1(tables: int) -> None:
    """No power in the tail."""
    del tables
    table = pocket()
    for name, methods in (("then", FORMER), ("now", NOW)):
        result = compare(
            table,
            human="coverage",
            level="system",
            coefficient="pearson",
            beside=(),
            correction="holm",
            rng=1,
            **methods,
        )
        row = next(row for row in result.tests if {row.metric[:3], row.rival[:3]} == {"met", "ter"})
        separated = sum(row.verdict in ("better", "worse") for row in result.tests)
        print(f"  {name:5s} METEOR and TER: {row.verdict}, p after Holm {row.pvalue_adjusted:.2g}")
        print(f"        pairs that survive Holm: {separated} of {len(result.tests)}")


def problem_2(tables: int) -> None:
    """Slow."""
    del tables
    table = pocket()
    for name, methods in (("then", FORMER), ("now", NOW)):
        compare(
            table, human="coverage", rng=1, beside=(), resamples=99, **methods
        )  # what is compiled is compiled
        start = time.perf_counter()
        compare(table, human="coverage", rng=1, beside=("both",) if name == "then" else (), **methods)
        print(
            f"  {name:5s} compare, {len(table.scorers) - 1} metrics, 16 systems: {time.perf_counter() - start:.1f} s"
        )


def problem_3(tables: int) -> None:
    """No regard for inputs in the test."""
    slopes = QualityModel(slope_spread=0.5, quality=1.0, sees=(1.0, 1.0), noises=(0.5, 0.5), human_noise=0.5)
    dimensions = QualityModel(
        directions=((0.8, 0.6, 0.0), (1.0, 0.0, 0.0)), weight_spread=1.0, quality=1.0, biases=(0.0, 0.0)
    )
    for what, model, level, sizes in (
        ("slopes vary over inputs", slopes, "input", ((25, 20), (16, 100))),
        ("quality of three dimensions", dimensions, "system", ((25, 20), (60, 100))),
    ):
        for n, m in sizes:
            found = {
                name: size(drawn(model, n, m), test, over, level, "pearson", tables)
                for name, (test, over) in TESTS.items()
            }
            print(
                f"  size at .05, {what}, {level} level, {n} x {m}: then {found['then']:.3f}, now {found['now']:.3f}"
            )
    for name, arrays in real():
        key = ("input", "pearson")
        group = arrays.group(range(arrays.n_metrics))
        ready = jackknifed(arrays, group, key)
        first, second = np.array(list(itertools.combinations(range(arrays.n_metrics), 2))).T
        # identical metrics have neither variance
        both, systems = (ready.of_pairs(first, second, over).variances for over in ("both", "systems"))
        ratio = np.divide(both, systems, out=np.full(len(both), np.nan), where=systems > 0)
        print(
            f"  {name}: variance over systems and inputs / over systems, input level, median over pairs: "
            f"{np.nanmedian(ratio):.2f}"
        )


def real() -> list[tuple[str, ScoreArrays]]:
    """Return the scores of SummEval and REALSumm, where they are."""
    folder = os.environ.get("TRUENESS_TEST_DATA")
    if folder is None:
        print("  (TRUENESS_TEST_DATA is not set: real data are left out)")
        return []
    found = []
    for source in SOURCES:
        table = load(source, Path(folder) / "data" / "deutsch2021")
        names = [name for name in source.metrics if name in table.scorer_names]
        metrics = np.stack([table.oriented(name) for name in names])
        found.append((source.name, ScoreArrays.of(metrics, table.oriented(source.human), names)))
    return found


def problem_4(tables: int) -> None:
    """Related systems."""
    for each in (4, 2):
        model = QualityModel(family_size=each, family_share=0.9, biases=(0.5, 0.5))
        then = size(drawn(model, 24, 100), "studentized_permutation", "systems", "system", "pearson", tables)
        untold = size(drawn(model, 24, 100), "two_way_jackknife", "both", "system", "pearson", tables)
        told = size(drawn(model, 24, 100, each), "two_way_jackknife", "both", "system", "pearson", tables)
        print(
            f"  size at .05, 24 systems in families of {each}: then {then:.3f}, now {untold:.3f}, "
            f"with --system-clusters {told:.3f}"
        )


def problem_5(tables: int) -> None:
    """No convergence of the default interval."""
    none = metrics_of_quality((0.0, 0.0))
    for n, m in ((25, 20), (60, 20), (150, 20)):
        truth = population(none, m)
        said = []
        for name, (interval, over) in INTERVALS.items():
            held, width = coverage(drawn(none, n, m), truth, interval, over, "system", tables)
            said.append(f"{name} {held:.3f} (width {width:.2f})")
        print(f"  coverage of 95% intervals, no bias, r = {truth:.2f}, {n} x {m}: {', '.join(said)}")


def problem_6(tables: int) -> None:
    """Equivalence counts noise twice."""
    for n, m, margin in ((25, 100, 0.1), (60, 100, 0.05)):
        model = metrics_of_quality((0.0, 0.0))
        rng = np.random.default_rng(4)
        found = {"then": 0, "now": 0}
        key = ("system", "pearson")
        for number in range(tables):
            arrays = drawn(model, n, m)(rng)
            differences = Differences(
                arrays, [(0, 1)], [key], resamples=RESAMPLES, seed=number, confidence=0.9
            )
            for name, (interval, over) in INTERVALS.items():
                limits = interval_method(interval).of_differences(differences, over)[key, (0, 1)]
                found[name] += -margin < limits.low and limits.high < margin
        print(
            f"  share of tables shown equivalent, metrics alike, {n} x {m}, margin {margin}: "
            f"then {found['then'] / tables:.2f}, now {found['now'] / tables:.2f}"
        )


def problem_7(tables: int) -> None:
    """Interval and p-value contradict."""
    del tables
    folder = os.environ.get("TRUENESS_TEST_DATA")
    if folder is None:
        print("  (TRUENESS_TEST_DATA is not set)")
        return
    source = next(one for one in SOURCES if one.name == "SummEval")
    table = load(source, Path(folder) / "data" / "deutsch2021")
    for name, methods in (("then", FORMER), ("now", NOW)):
        result = compare(
            table, human=source.human, correction="none", beside=(), resamples=999, rng=1, **methods
        )
        small = [row for row in result.tests if row.pvalue <= 0.05]
        contrary = sum(row.low < 0 < row.high for row in small)
        missed = sum(row.low > 0 or row.high < 0 for row in result.tests if row.pvalue > 0.05)
        print(
            f"  {name:5s} SummEval, {len(result.tests)} rows: {len(small)} with p <= .05, of which {contrary} have an "
            f"interval with 0 in it; {missed} others have one without"
        )


PROBLEMS: Sequence[Callable[[int], None]] = (
    problem_1,
    problem_2,
    problem_3,
    problem_4,
    problem_5,
    problem_6,
    problem_7,
)


def main() -> None:
    """Print the problems asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("problems", nargs="*", type=int, help="all by default")
    parser.add_argument("--tables", type=int, default=300)
    given = parser.parse_args()
    for number in given.problems or range(1, len(PROBLEMS) + 1):
        problem = PROBLEMS[number - 1]
        print(f"{number}. {problem.__doc__}", flush=True)
        problem(given.tables)


if __name__ == "__main__":
    main()
