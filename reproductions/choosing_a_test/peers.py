"""Put other programs beside this one on two questions: is one metric better than another, and do two systems differ.

Needs nlpstats and autorank (docs/peers.md says which; versions are printed). First, what
each says of ``--scores FILE --human NAME --metrics X,Y``, with its seconds. Then tables in which there is
nothing to find, or something, are drawn again and again: how often each program says at .05 that there is. Writes
peers.csv beside this file (``--out FOLDER`` elsewhere).
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import importlib.metadata
import io
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from autorank import autorank
from nlpstats.correlations.bootstrap import bootstrap
from nlpstats.correlations.permutation import permutation_test
from nlpstats.correlations.williams import williams_test

from trueness import Scorer, ScoreTable, compare, read_scores, systems
from trueness.simulation import certified_scenarios

ALPHA = 0.05
RESAMPLES = 199
RESAMPLES_OF_SYSTEMS = 999
SIZE = "16 systems, 100 inputs"
NOTHING = (
    "alike without bias",
    "alike, bias .5",
    "quality of three dimensions",
    "slopes vary over inputs",
    "families of 4",
    "two bad systems",
)
SOMETHING = ("far: r .97 against .35",)
Matrices = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Scores of a metric, of its rival and of people, systems x inputs."""


def permuted(method: str) -> Callable[[Matrices], float]:
    """Return nlpstats' permutation test that swaps systems, inputs or both."""

    def pvalue(drawn: Matrices) -> float:
        return float(permutation_test(*drawn, "system", "pearson", method, n_resamples=RESAMPLES).pvalue)

    return pvalue


def overlapping(drawn: Matrices) -> float:
    """Return 0 where nlpstats' bootstrap intervals of the two correlations do not overlap, else 1."""
    x, y, z = drawn
    one, other = (
        bootstrap(scores, z, "system", "pearson", "both", n_resamples=RESAMPLES) for scores in (x, y)
    )
    return float(max(one.lower, other.lower) <= min(one.upper, other.upper))


def by_default(drawn: Matrices) -> float:
    """Return the p-value of this program's default."""
    found = compare(table_of(drawn), human="human", level="system", coefficient="pearson")
    return float(found.tests[0].pvalue)


def williams(drawn: Matrices) -> float:
    """Return nlpstats' p-value of the test of Williams."""
    return float(williams_test(*drawn, "system", "pearson").pvalue)


METRIC_TESTS: dict[str, Callable[[Matrices], float]] = {
    "trueness, default": by_default,
    "nlpstats, permuting both": permuted("both"),
    "nlpstats, permuting systems": permuted("systems"),
    "nlpstats, permuting inputs": permuted("inputs"),
    "nlpstats, Williams": williams,
    "nlpstats, intervals apart": overlapping,
}


def table_of(drawn: Sequence[np.ndarray], documents: np.ndarray | None = None) -> ScoreTable:
    """Return matrices of a metric, its rival and people, or of people alone, as a table."""
    *metrics, people = drawn
    named = (Scorer("human", role="human"), *(Scorer(name) for name in "xy"[: len(metrics)]))
    return ScoreTable(
        scorers=named,
        systems=tuple(f"s{k:02}" for k in range(len(people))),
        inputs=tuple(f"d{k:03}" for k in range(people.shape[1])),
        values=np.stack([people, *metrics]),
        input_groups={} if documents is None else {"document": tuple(map(str, documents))},
    )


def any_by_autorank(scores: np.ndarray, _: np.ndarray) -> bool:
    """Return whether autorank says that systems differ."""
    frame = pd.DataFrame(scores.T, columns=[f"s{k}" for k in range(len(scores))])
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # of its own dependencies
        found = autorank(frame, alpha=ALPHA, verbose=False)
    return bool(found.pvalue < ALPHA)


def any_by_default(scores: np.ndarray, documents: np.ndarray) -> bool:
    """Return whether this program finds a pair of systems that differ, told of the documents that inputs belong to."""
    given = {"clusters": "document"} if len(set(documents)) < len(documents) else {}
    found = systems(
        table_of([scores], documents), scorers="human", resamples=RESAMPLES_OF_SYSTEMS, rng=1, **given
    )
    return any(pair.pvalue_adjusted <= ALPHA for pair in found.pairs)


SYSTEM_TESTS: dict[str, Callable[[np.ndarray, np.ndarray], bool]] = {
    "trueness, default": any_by_default,
    "autorank": any_by_autorank,
}


def alike_systems(rng: np.random.Generator, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return scores of six systems of equal quality on a hundred inputs, and the documents of inputs."""
    documents = np.arange(100) // (5 if "document" in kind else 1)
    noise = rng.normal(size=(6, 100)) + rng.normal(size=100)
    if "document" in kind:  # a document suits some systems and not others
        noise += rng.normal(size=(6, documents.max() + 1))[:, documents]
    return (np.clip(np.round(3 + noise), 1, 5) if "Likert" in kind else noise), documents


KINDS = ("normal scores", "Likert scores", "five inputs of a document alike")


def real_data(asked: argparse.Namespace) -> None:
    """Print what each program says of two metrics and people, and in how many seconds."""
    table = read_scores(asked.scores)
    x, y = asked.metrics.split(",")
    drawn = tuple(table.matrix(name) for name in (x, y, asked.human))
    size = " x ".join(map(str, drawn[0].shape))
    print(f"{x} against {y}, by {asked.human}, {size} systems and inputs, Pearson's r of systems:")
    for name, test in METRIC_TESTS.items():
        began = time.perf_counter()
        pvalue = test(drawn)
        words = "intervals overlap" if "apart" in name and pvalue else f"p = {pvalue:.4f}"
        print(f"    {name:28} {words:20} {time.perf_counter() - began:6.2f} s")


def main(arguments: list[str] | None = None) -> None:
    """Print how often each program finds something, and write peers.csv."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scores", type=Path)
    parser.add_argument("--human")
    parser.add_argument("--metrics")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args(arguments)
    print(
        "beside:",
        ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("nlpstats", "autorank")),
    )
    if asked.scores is not None:
        real_data(asked)
    scenarios = {one.name: one for one in certified_scenarios("standard")}
    with (asked.out / "peers.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["truth", "program", "says at .05 that there is a difference", "tables"])

        def tell(truth: str, found: Counter[str], names: Iterable[str]) -> None:
            print(truth)
            for name in names:
                share = found[name] / asked.tables
                rows.writerow([truth, name, f"{share:.4f}", asked.tables])
                print(f"    {name:28} {share:.3f}")
            file.flush()

        for truth in (*NOTHING, *SOMETHING):
            scenario = scenarios[f"{truth}; normal scores; {SIZE}"]
            found: Counter[str] = Counter()
            for k in range(asked.tables):
                arrays = scenario.draw(np.random.default_rng([asked.seed, k]))
                np.random.seed(k)  # noqa: NPY002 - nlpstats draws from the global state
                for name, test in METRIC_TESTS.items():
                    found[name] += test((arrays.metrics[0], arrays.metrics[1], arrays.human)) <= ALPHA
            tell(f"two metrics; {truth}", found, METRIC_TESTS)
        for kind in KINDS:
            found = Counter()
            for k in range(asked.tables):
                drawn = alike_systems(np.random.default_rng([asked.seed, k]), kind)
                for name, differ in SYSTEM_TESTS.items():
                    found[name] += differ(*drawn)
            tell(f"six systems alike; {kind}", found, SYSTEM_TESTS)


if __name__ == "__main__":
    main()
