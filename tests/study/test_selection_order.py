"""The same data in another order of rows give the same numbers: what is drawn is drawn in the order of names."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.studies.annotators.study import annotators
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.studies.equivalence.resolved_pairs import resolved_pairs
from trueness.studies.equivalence.study import equivalence
from trueness.studies.judge.study import judge
from trueness.studies.plan.study import plan_from_pilot
from trueness.studies.pool.study import pool
from trueness.studies.systems.study import systems
from trueness.study.selection import score_arrays

DRAWN: dict[str, Any] = {"rng": 3, "resamples": 39}
ONE = {"coefficient": "kendall"}
"""Where another study of the same kind is asked for all coefficients."""
OPPOSITE = {"better": "worse", "worse": "better"}
SIDES = (("metric", "rival"), ("system", "rival_system"), ("system", "other"))
EXCHANGED = (
    ("pvalue_greater", "pvalue_less"),
    ("estimate_metric", "estimate_rival"),
    ("estimate_system", "estimate_rival"),
)


def table(*, gaps: bool = False, seed: int = 1, n: int = 8, m: int = 12) -> ScoreTable:
    """Make a table with annotators, groups, a corpus score, a metric that falls, and names out of order."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    ratings = np.clip(np.round(3 + quality + 0.7 * rng.normal(size=(3, n, m))), 1, 5)
    metrics = np.stack([quality + scale * rng.normal(size=(n, m)) for scale in (0.4, 0.8, 3.0)])
    metrics[2] *= -1
    counts = np.stack([rng.integers(1, 9, (n, m)), np.full((n, m), 10)], axis=2).astype(float)
    metrics = np.concatenate([metrics, counts[None, :, :, 0] / 10])
    if gaps:
        ratings[rng.random(ratings.shape) < 0.15] = np.nan
        metrics[1][rng.random((n, m)) < 0.1] = np.nan
        metrics[3][rng.random((n, m)) < 0.1] = np.nan
    people = Annotations(("zoe", "adam", "mo"), ratings / 3)  # thirds: their sums depend on the order
    names = ("good", "fair", "errors", "share")
    return ScoreTable(
        (Scorer("relevance", "human"), *(Scorer(name, "metric", name != "errors") for name in names)),
        tuple(f"s{k}" for k in rng.permutation(n)),
        tuple(f"d{k}" for k in rng.permutation(m)),
        np.concatenate([people.mean()[None], metrics]),
        annotations={"relevance": people},
        input_groups={"document": tuple(f"g{k // 3}" for k in range(m))},
        system_groups={"family": tuple("ab"[k % 2] for k in range(n))},
        corpus={"share": CorpusStatistics("percentage", counts)},
    )


def shuffled(
    given: ScoreTable, seed: int, *, rows: bool = True, columns: bool = True, scorers: bool = False
) -> ScoreTable:
    """Return the same data with systems, inputs, annotators and perhaps scorers in another order."""
    rng = np.random.default_rng(seed)
    s, i, j = (
        rng.permutation(size) if chosen else np.arange(size)
        for size, chosen in zip(given.shape, (scorers, rows, columns), strict=True)
    )
    people = {}
    for name, one in given.annotations.items():
        a = rng.permutation(len(one.annotators))
        people[name] = Annotations(tuple(one.annotators[k] for k in a), one.values[np.ix_(a, i, j)])
    return dataclasses.replace(
        given,
        scorers=tuple(given.scorers[k] for k in s),
        systems=tuple(given.systems[k] for k in i),
        inputs=tuple(given.inputs[k] for k in j),
        values=given.values[np.ix_(s, i, j)],
        annotations=people,
        input_groups={name: tuple(labels[k] for k in j) for name, labels in given.input_groups.items()},
        system_groups={name: tuple(labels[k] for k in i) for name, labels in given.system_groups.items()},
        corpus={name: part.part(i.tolist(), j.tolist()) for name, part in given.corpus.items()},
    )


def turned(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row about two metrics or systems with the first by name first; one-sided ones are there both ways."""
    row = dict(row)
    if row.get("test") in ("wilcoxon", "rank_sum"):
        row.pop("statistic", None)  # counts what speaks for the first
    if {"annotator", "other"} <= set(row):
        row["annotator"], row["other"] = sorted(
            (row["annotator"], row["other"])
        )  # agreement has no direction
    for first, second in SIDES:
        if row.get(first, "") <= row.get(second, "~") or row.get("alternative", "two-sided") != "two-sided":
            continue
        if "verdict_human" not in row and not {"estimate", "low", "high"} <= set(row):
            continue
        row[first], row[second] = row[second], row[first]
        for name in ("verdict", "verdict_human", "verdict_metric"):
            if name in row:
                row[name] = OPPOSITE.get(row[name], row[name])
        for one, other in EXCHANGED:
            if {one, other} <= set(row):
                row[one], row[other] = row[other], row[one]
        signed = {"estimate": ("low", "high"), "estimate_human": ("low_human", "high_human")}
        for name, (low, high) in signed.items():
            if {name, low, high} <= set(row):
                row[name] = minus(row[name])
                row[low], row[high] = minus(row[high]), minus(row[low])
        if {"equivalence_low", "equivalence_high"} <= set(row):
            low, high = row["equivalence_low"], row["equivalence_high"]
            row["equivalence_low"], row["equivalence_high"] = minus(high), minus(low)
        if "statistic" in row:
            row["statistic"] = minus(row["statistic"])
    return row


def minus(value: float | None) -> float | None:
    return None if value is None else 0.0 - value


def rows_of(content: Any, place: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return all rows of a result in JSON, whatever table they are in; of cautions the codes, of sentences none."""
    if isinstance(content, dict):
        plain = {name: value for name, value in content.items() if not isinstance(value, dict | list)}
        lists = {
            name: sorted(map(str, value))
            for name, value in content.items()
            if isinstance(value, list)
            and name != "conclusions"
            and not any(isinstance(v, dict) for v in value)
        }
        if "severity" in plain:
            plain = {"code": plain["code"]}
        found = [(place, turned({**plain, **lists}))]
        for name, value in content.items():
            if isinstance(value, dict) or (isinstance(value, list) and name not in lists):
                found += rows_of(value, f"{place}/{name}")
        return found
    return [row for one in content if isinstance(one, dict) for row in rows_of(one, place)]


def numbers(result: Any) -> Counter[str]:
    """Return the rows of a result without their order; NaN is None here, and every other bit of a number counts."""
    return Counter(
        f"{place} {sorted((k, v + 0.0 if isinstance(v, float) else v) for k, v in row.items())}"
        for place, row in rows_of(result.to_dict())
    )


def against_other(given: ScoreTable, **asked: Any) -> Any:
    return equivalence(given, against={"later": table(seed=4)}, **asked)


def with_another(given: ScoreTable, **asked: Any) -> Any:
    return pool({"one": given, "two": table(seed=4)}, **asked)


def partly_labelled(given: ScoreTable, **asked: Any) -> Any:
    """Validate judges where about half of the outputs are labelled, the same ones in any order."""
    hidden = {(name, f"d{k}") for k in range(0, 12, 2) for name in given.systems if name != "s3"}
    labels = np.array([[(name, item) not in hidden for item in given.inputs] for name in given.systems])
    values = given.values.copy()
    values[given.index("relevance")] = np.where(labels, given.matrix("relevance"), np.nan)
    return judge(dataclasses.replace(given, values=values, annotations={}), **asked)


LEVELS = ("system", "input", "global")
STUDIES: dict[str, tuple[Any, dict[str, Any]]] = {
    "compare": (compare, {**DRAWN, "level": LEVELS, "test": "permutation"}),
    "compare recommended": (compare, {**DRAWN}),
    "compare clusters": (
        compare,
        {
            **DRAWN,
            "clusters": "document",
            "over": "inputs",
            "test_over": "inputs",
            "aggregate": "mean",
            **ONE,
        },
    ),
    "compare bootstrap": (compare, {**DRAWN, "test": "bootstrap", "interval": "bca", "margin": 0.1}),
    "compare one-sided": (compare, {**DRAWN, "alternative": "greater", "family": "per_metric", **ONE}),
    "compare stop": (
        compare,
        {**DRAWN, "test": "permutation", "stop_after": 5, "test_over": "both", "aggregate": "mean", **ONE},
    ),
    "compare sign flips": (compare, {**DRAWN, "test": "sign_flip", **ONE}),
    "compare pairs": (
        compare,
        {**DRAWN, "level": "input", "coefficient": ("acc_eq", "tau_eq"), "tie_calibration": "held-out"},
    ),
    "compare spa": (compare, {**DRAWN, "level": "system", "coefficient": ("spa", "pairwise_accuracy")}),
    "correlate": (compare, {**DRAWN, "level": LEVELS, "tests": False, "missing": "complete"}),
    "tables": (with_another, {**DRAWN, "coefficient": ("pearson", "kendall"), "overall": True}),
    "annotators": (annotators, {**DRAWN, "level": ("system", "input"), "minimum_units": 5}),
    "annotators clusters": (
        annotators,
        {**DRAWN, "clusters": "document", "combination": "standardized", **ONE},
    ),
    "judge": (judge, {**DRAWN, "interval": "bootstrap", "judges": ["good", "errors"]}),
    "judge labels": (
        partly_labelled,
        {**DRAWN, "interval": "bootstrap", "clusters": "document", "judges": ["good", "share"]},
    ),
    "systems": (systems, {**DRAWN, "people": ("s1", "s3")}),
    "systems bootstrap": (systems, {**DRAWN, "test": "bootstrap", "clusters": "document"}),
    "systems one-sided": (systems, {**DRAWN, "alternative": "greater"}),
    "systems t": (systems, {**DRAWN, "test": "t"}),
    "systems wilcoxon": (systems, {**DRAWN, "test": "wilcoxon"}),
    "systems rank_sum": (systems, {**DRAWN, "test": "rank_sum"}),
    "equivalence": (equivalence, {**DRAWN, "margin": 0.1, "metrics": ["good", "errors", "share"]}),
    "equivalence annotators": (
        equivalence,
        {**DRAWN, "margin": "sd", "level": "input", "coefficient": "acc_eq", "tie_calibration": "held-out"},
    ),
    "equivalence matched": (
        against_other,
        {**DRAWN, "margin": 0.1, "clusters": "document", "metrics": ["fair", "errors"], **ONE},
    ),
    "equivalence unmatched": (against_other, {**DRAWN, "margin": 0.1, "matched": False}),
    "equivalence outputs": (
        equivalence,
        {**DRAWN, "margin": 0.1, "over": "outputs", "level": "global", **ONE},
    ),
    "resolved pairs": (resolved_pairs, {**DRAWN, "level": "system"}),
    "plan": (
        plan_from_pilot,
        {"rng": 3, "metrics": ["good", "fair"], "runs": 2, "resamples": 39, "systems": [6], "inputs": [8]},
    ),
}


@functools.cache
def small(gaps: bool) -> ScoreTable:
    return table(gaps=gaps, n=7, m=9)


@functools.cache
def answered(study: str, gaps: bool) -> Any:
    """Return what a study says of the small table, asked once."""
    ask, asked = STUDIES[study]
    return ask(small(gaps), **asked)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("study", STUDIES)
def test_another_order_of_systems_inputs_and_annotators_moves_no_bit(study, gaps):
    ask, asked = STUDIES[study]
    first, found = small(gaps), numbers(answered(study, gaps))
    assert len(found) > 3
    assert numbers(ask(shuffled(first, 5 + gaps), **asked)) == found


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(0, 2**20), st.booleans(), st.booleans(), st.booleans())
def test_any_order(seed, rows, columns, gaps):
    first = table(gaps=gaps, seed=seed % 7, n=6, m=7)
    moved = shuffled(first, seed, rows=rows, columns=columns)
    assert moved.fingerprint == first.fingerprint
    asked = {**DRAWN, "test": "permutation", "clusters": "document", "over": "both", "level": LEVELS}
    assert numbers(compare(moved, **asked)) == numbers(compare(first, **asked))
    assert numbers(annotators(moved, **DRAWN)) == numbers(annotators(first, **DRAWN))


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize(
    "study", ["compare", "compare recommended", "compare bootstrap", "equivalence", "tables"]
)
def test_another_order_of_metrics_turns_signs_only(study, gaps):
    # sums of floating-point numbers are the only thing that may differ: columns of a product, interpolated quantiles
    ask, asked = STUDIES[study]
    one, other = answered(study, gaps), ask(shuffled(small(gaps), 7, scorers=True), **asked)
    mine, theirs = ({identity(row): turned(row) for row in result.rows()} for result in (one, other))
    assert mine.keys() == theirs.keys()
    for key, row in mine.items():
        for name, value in row.items():
            same = theirs[key][name]
            if not isinstance(value, float):
                assert same == value, (key, name)
            elif (
                name.startswith("pvalue")
                and "equivalence" not in name
                and "two_way" not in str(row.get("test"))
            ):
                # counted, not computed
                assert same == value or (np.isnan(same) and np.isnan(value)), (key, name)
            else:
                assert same == pytest.approx(value, abs=1e-11, nan_ok=True), (key, name)


def identity(row: dict[str, Any]) -> tuple[str, ...]:
    row = turned(row)
    return tuple(str(row.get(name)) for name in ("metric", "rival", "level", "coefficient", "test", "over"))


def test_what_is_shown_stays_in_the_order_of_the_data():
    first = shuffled(table(), 11)
    found = compare(first, **DRAWN)
    assert found.table.systems == first.systems
    assert tuple(dict.fromkeys(row.metric for row in found.estimates)) == ("good", "fair", "errors", "share")
    for name, values in found.system_scores.items():
        if name != "share":
            assert values == pytest.approx(first.oriented(name).mean(axis=1))
    ranked = systems(first, **DRAWN)
    assert tuple(row.system for row in ranked.standing if row.scorer == "good") == first.systems
    ends = [(first.systems.index(row.system), first.systems.index(row.rival_system)) for row in ranked.pairs]
    assert all(a < b for a, b in ends)
    of_good = [pair for pair, row in zip(ends, ranked.pairs, strict=True) if row.scorer == "good"]
    assert of_good == sorted(of_good)
    judged = judge(first, **DRAWN)
    assert tuple(row.system for row in judged.means if row.metric == "good")[:-1] == first.systems
    people = first.annotations["relevance"].annotators
    study = annotators(first, **DRAWN)
    assert study.annotators == people
    assert tuple(dict.fromkeys(row.annotator for row in study.held_out)) == people
    assert tuple(dict.fromkeys((row.annotator, row.other) for row in study.pairs)) == (
        (people[0], people[1]),
        (people[0], people[2]),
        (people[1], people[2]),
    )


def test_the_most_influential_system_is_the_one_that_moves_the_correlation():
    first = shuffled(table(), 12)
    found = compare(first, **DRAWN, coefficient="pearson", level="system", tests=False)
    row = next(row for row in found.sensitivity if row.metric == "good")
    x, z = (first.oriented(name).mean(axis=1) for name in ("good", "relevance"))
    moved = [
        abs(np.corrcoef(np.delete(x, k), np.delete(z, k))[0, 1] - np.corrcoef(x, z)[0, 1])
        for k in range(len(x))
    ]
    assert row.most_influential == first.systems[int(np.argmax(moved))]


def test_arrays_are_in_the_order_of_names():
    first = table(gaps=True)
    arrays = score_arrays(first, "relevance", ("errors", "share"), Settings(), "document")
    ordered = first.sorted_by_name()
    assert list(ordered.systems) == sorted(first.systems)
    for k, name in enumerate(("errors", "share")):
        np.testing.assert_array_equal(arrays.metrics[k], ordered.oriented(name))
    place = [first.inputs.index(name) for name in sorted(first.inputs)]
    assert list(np.unique(np.array(first.input_groups["document"])[place], return_inverse=True)[1]) == list(
        arrays.clusters
    )
    rows = [first.systems.index(name) for name in sorted(first.systems)]
    np.testing.assert_array_equal(arrays.corpus[1].values, first.corpus["share"].values[np.ix_(rows, place)])
