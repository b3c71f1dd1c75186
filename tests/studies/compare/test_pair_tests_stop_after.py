"""Tests that end early: the same conclusions from fewer draws, said in settings, signature and table."""

from __future__ import annotations

import numpy as np
import pytest

from trueness import compare
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.settings import Settings


def table_of(n_systems=14):
    rng = np.random.default_rng(4)
    human = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, 10))
    noise = np.array([0.3, 2.0, 2.0, 2.1])[:, None, None] * rng.normal(size=(4, n_systems, 10))
    return ScoreTable(
        tuple(Scorer(name, role="human" if name == "human" else "metric") for name in ("human", *"abcd")),
        tuple(f"s{k}" for k in range(n_systems)),
        tuple(f"i{k}" for k in range(10)),
        np.concatenate([human[None], human + noise]),
    )


def run(table, **given):
    return compare(
        table,
        human="human",
        test="permutation",
        resamples=3000,
        rng=3,
        interval="none",
        **{"beside": "both"} | given,
    )


def test_rows_have_the_pvalues_and_the_draws_of_each_pair():
    table = table_of()
    whole, early = run(table), run(table, stop_after=10)
    assert early.settings.stop_after == 10
    assert "stop=10" in str(early.signature).replace(":", "=")
    assert "stop" not in str(whole.signature)
    assert {row.resamples for row in whole.tests} == {3000}
    for one, other in zip((*whole.tests, *whole.beside), (*early.tests, *early.beside), strict=True):
        assert (one.metric, one.rival, one.level, one.over) == (
            other.metric,
            other.rival,
            other.level,
            other.over,
        )
        if other.resamples == 3000 and other.pvalue < 10 / 3001:
            assert one.pvalue == other.pvalue
        assert abs(one.pvalue - other.pvalue) <= 5 * one.pvalue * np.sqrt((1 - one.pvalue) / 10) + 1e-12
        assert not np.isnan([other.pvalue_greater, other.pvalue_less]).any()
    assert min(row.resamples for row in early.tests) < 300
    assert sum(row.resamples for row in early.tests) < sum(row.resamples for row in whole.tests) / 2
    for comparison, shown in ((whole, False), (early, True)):
        for spec, _ in comparison_tables(comparison)[2:4]:
            assert ("Draws" in [column.heading for column in spec.columns]) == shown
            assert ("up to 3000 random arrangements, until 10 on each side" in spec.caption) == shown


def test_few_arrangements_are_enumerated_all_the_same():
    comparison = run(table_of(6), stop_after=2, test_over="systems", beside=())
    assert {(row.resamples, row.exact) for row in comparison.tests} == {(64, True)}


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_both_orders_of_a_pair(alternative):
    early = run(table_of(), stop_after=10, alternative=alternative, family="per_metric")
    by_pair = {(row.metric, row.rival, row.level, row.coefficient): row for row in early.tests}
    for (a, b, *key), row in by_pair.items():
        turned = by_pair[b, a, *key]
        assert (row.pvalue_greater, row.resamples) == (turned.pvalue_less, turned.resamples)


def test_what_it_cannot_be():
    with pytest.raises(ArgumentError, match="stop_after"):
        Settings(stop_after=0)
    with pytest.raises(UnsupportedMethodError, match="stop_after"):
        Settings(test="bootstrap", test_over="both", beside=(), stop_after=10)
    assert Settings.from_dict(Settings(stop_after=20).to_dict()).stop_after == 20


@pytest.mark.slow
def test_real_metrics_need_a_fraction_of_the_draws(test_data):
    """SummEval as scored by Deutsch et al. (2021): most pairs of its ROUGE variants are far from separated."""
    folder = test_data / "data" / "deutsch2021" / "fabbri2020"
    table = read_scores(folder / "relevance.jsonl.gz", folder / "rouge.jsonl.gz")
    given = {
        "rng": 3,
        "interval": "none",
        "resamples": 4999,
        "level": "system",
        "coefficient": "kendall",
        "beside": (),
    }
    early = compare(table, human="expert_relevance", metrics=["*f1*"], stop_after=20, **given)
    assert np.mean([row.resamples for row in early.tests]) < 0.6 * 4999
