"""Sentences about several tables."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.tables.compare_tables import compare_tables


def table(n, m, seed, noise=(0.1, 0.2, 3.0)):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 1)) + 0.3 * rng.normal(size=(n, m))
    metrics = human + np.array(noise)[:, None, None] * rng.normal(size=(len(noise), n, m))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}", "metric") for k in range(len(noise))))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


@pytest.fixture(scope="module")
def tables():
    return {name: table(12, 4, seed) for name, seed in (("a", 1), ("b", 2))}


def test_a_sentence_for_every_level_and_coefficient(tables):
    chosen = {"rng": 1, "resamples": 499, "overall": True, "coefficient": ["pearson", "pairwise_accuracy"]}
    found = compare_tables(tables, **chosen)
    text = found.conclusions
    assert len(text) == len(found.keys) + 1 == 5
    best = found.matrix([("system", "pearson")])[0]
    assert text[0].startswith(
        f"'{best['metric']}' has the highest average over 2 tables of Pearson's r at the system level: "
        f"{best['estimate']:.2f} ["
    )
    apart = sum(
        row.verdict in ("better", "worse")
        for row in found.tests
        if (row.level, row.coefficient) == ("system", "pearson")
    )
    assert f"The test separates {apart} of 3 pairs after Holm correction" in text[0]
    assert "share of rightly ordered pairs of systems, 132 pairs of 2 tables" in text[1]
    assert "mean of all pooled values over 2 tables" in text[3]
    assert (
        text[4] == "Intervals are 95% and speak of other systems and other inputs, in each of these tables."
    )


def test_what_is_not_there_is_not_said(tables):
    found = compare_tables(tables, rng=1, interval="none", tests=False, level="system", coefficient="kendall")
    (sentence,) = found.conclusions
    assert sentence.endswith(".")
    assert "separates" not in sentence
    assert "[" not in sentence


def test_one_input_varies_nothing():
    found = compare_tables({"a": table(12, 1, 1)}, rng=1, resamples=49, level="system", coefficient="kendall")
    assert (
        found.conclusions[-1]
        == "Intervals are 95% and speak of other systems on these inputs, in this table."
    )


def test_no_value_at_all():
    flat = table(5, 3, 1)
    values = flat.values.copy()
    values[1:] = 0.5
    flat = ScoreTable(flat.scorers, flat.systems, flat.inputs, values)
    found = compare_tables({"a": flat}, rng=1, interval="none", level="system", coefficient="pearson")
    assert found.conclusions == (
        "No metric has a value: average over one table of Pearson's r at the system level.",
    )
