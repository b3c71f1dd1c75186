"""Differences pooled over tables within a margin: one table against `compare`, several against their intervals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.studies.compare.study import compare
from trueness.studies.pool.study import pool

FIELDS = (
    *("pvalue", "pvalue_adjusted", "equivalence_low", "equivalence_high"),
    *("pvalue_equivalence", "pvalue_equivalence_adjusted", "smallest_margin"),
)


def table(seed, n=14, m=20):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    first = quality + 0.5 * rng.normal(size=(n, m))
    metrics = np.stack([first, first + 0.05 * rng.normal(size=(n, m)), rng.normal(size=(n, m))])
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in ("one", "twin", "noise")))
    systems, inputs = (tuple(f"{kind}{i}" for i in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([quality[None], metrics]))


@pytest.mark.parametrize(
    "options",
    [
        {"level": ["system", "input"], "coefficient": ["pearson", "kendall"]},
        {"level": "system", "coefficient": "pearson", "applies_to": "systems", "correction": "by"},
        {
            "level": "input",
            "coefficient": "pearson",
            "test": "bootstrap",
            "interval": "none",
            "resamples": 199,
        },
    ],
)
def test_one_table_gives_what_compare_gives(options):
    options = {"margin": 0.1, "rng": 1, **options}
    one, pooled = compare(table(1), **options), pool({"only": table(1)}, **options)
    assert [row.verdict for row in pooled.tests] == [row.verdict for row in one.tests]
    assert "equivalent" in {row.verdict for row in one.tests}
    for field in FIELDS:
        mine, theirs = ([getattr(row, field) for row in found.tests] for found in (pooled, one))
        assert mine == pytest.approx(theirs, rel=1e-9, abs=1e-12), field
    assert any("of 3 pairs" in said and "equivalent within 0.1" in said for said in pooled.conclusions)


def test_equivalence_over_tables_is_told_by_their_interval():
    tables = {f"t{seed}": table(seed) for seed in range(3)}
    options = {"level": ["system", "input"], "coefficient": ["pearson", "pairwise_accuracy"], "rng": 1}
    found = pool(tables, margin=0.02, **options)
    ninety = pool(tables, confidence=0.9, **options)
    for row, interval in zip(found.tests, ninety.tests, strict=True):
        assert (row.equivalence_low, row.equivalence_high) == pytest.approx((interval.low, interval.high))
        inside = interval.low >= -0.02 and interval.high <= 0.02
        assert (row.pvalue_equivalence <= 0.05) == inside
    widths = [
        row.equivalence_high - row.equivalence_low
        for tables in ({"t0": tables["t0"]}, tables)
        for row in pool(tables, margin=0.02, level="system", coefficient="pearson", rng=1).tests
        if (row.metric, row.rival) == ("one", "twin")
    ]
    assert widths[1] < widths[0]  # three tables say more than one


def test_of_the_mean_of_all_only_differences_are_tested():
    tables = {f"t{seed}": table(seed) for seed in range(2)}
    found = pool(tables, margin=0.1, overall=True, level=["system", "input"], coefficient="pearson", rng=1)
    overall = [row for row in found.tests if row.level == "all"]
    assert len(overall) == 3
    assert all(np.isnan(row.pvalue_equivalence) and row.verdict != "equivalent" for row in overall)


def test_a_margin_and_a_permutation_are_refused():
    tables = {f"t{seed}": table(seed) for seed in range(2)}
    with pytest.raises(UnsupportedMethodError, match=r"--margin.*--test two_way_jackknife or bootstrap"):
        pool(tables, margin=0.1, test="permutation")


def test_one_sided_tests_have_a_margin_in_both_orders():
    tables = {f"t{seed}": table(seed) for seed in range(2)}
    found = pool(tables, margin=0.1, alternative="greater", level="system", coefficient="pearson", rng=1)
    rows = {(row.metric, row.rival): row for row in found.tests}
    for one, other in itertools.combinations(("one", "twin", "noise"), 2):
        assert rows[one, other].pvalue_equivalence == pytest.approx(rows[other, one].pvalue_equivalence)
        assert rows[one, other].equivalence_low == pytest.approx(-rows[other, one].equivalence_high)
