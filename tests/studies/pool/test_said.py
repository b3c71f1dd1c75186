"""What is said of a pool and of its tables."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.tables.compare_tables import compare_tables

NAN = np.nan
QUICK = {"rng": 1, "resamples": 99, "level": "system", "coefficient": "pearson"}


def table(n=12, seed=1, names=("x", "y"), m=4):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, m))
    metrics = human + rng.normal(size=(len(names), n, m))
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in names))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def said(found, code):
    return [caution for caution in found.cautions if caution.code == code]


def test_what_is_not_pooled_is_a_warning():
    tables = {"a": table(), "b": table(names=("x",)), "c": table(names=("x", "y", "z"))}
    tables["d"] = dataclasses.replace(tables["a"], scorers=(Scorer("other"), *tables["a"].scorers[1:]))
    found = compare_tables(tables, **QUICK)
    (lacking,) = said(found, "metrics_not_pooled")
    assert lacking.severity == "warning"
    assert "2 metric(s)" in lacking.message
    assert "'y' in 'b'; 'z' in 'a', 'b'" in lacking.message
    (left_out,) = said(found, "tables_left_out")
    assert left_out.message == "1 of 4 tables have no part: 'd': no scorer declared human."
    assert [caution.severity for caution in found.cautions] == sorted(
        (caution.severity for caution in found.cautions), reverse=True
    )


def test_tables_are_fixed_if_there_are_several():
    assert len(said(compare_tables({"a": table(), "b": table(seed=2)}, **QUICK), "tables_are_fixed")) == 1
    assert said(compare_tables({"a": table()}, **QUICK), "tables_are_fixed") == []


def test_what_is_said_of_single_tables_is_gathered():
    tables = {"a": table(n=6), "b": table(n=7, seed=2), "c": table(n=12, seed=3)}
    (few,) = said(compare_tables(tables, **QUICK), "few_systems")
    assert few.message.startswith("In 'a', 'b'; of 'a': There are 6 systems.")
    (few,) = said(compare_tables({"a": table(n=6)}, **QUICK), "few_systems")
    assert few.message.startswith("There are 6 systems.")
    (few,) = said(compare_tables({"a": table(n=6), "b": table(n=6, seed=2)}, **QUICK), "few_systems")
    assert few.message.startswith("In all tables: There are 6 systems.")


def test_declared_orientations_that_differ():
    tables = {"a": table(), "b": table(seed=2).with_orientation(lower_is_better=["y"])}
    (caution,) = said(compare_tables(tables, **QUICK), "orientation_differs")
    assert "'y'. Is one wrong?" in caution.message


def test_too_few_resamples_for_the_correction():
    tables = {"a": table(names="uvwxyz", seed=3), "b": table(names="uvwxyz", seed=4)}
    few = compare_tables(tables, **{**QUICK, "resamples": 20})
    assert len(said(few, "too_few_resamples")) == 1
    assert said(compare_tables(tables, **{**QUICK, "resamples": 999}), "too_few_resamples") == []


def test_resamples_without_a_value():
    """Two distinct scores among four systems: many draws of systems hold one of them only."""
    small = table(n=4, m=1)
    values = small.values.copy()
    values[1, :, 0] = [0, 0, 0, 1]
    tables = {"a": dataclasses.replace(small, values=values), "b": table(seed=2)}
    found = compare_tables(tables, **QUICK, test="bootstrap", over="systems")
    row = found.estimate("x", "system", "pearson")
    assert row.n_undefined_resamples > 0.05 * row.resamples
    assert len(said(found, "undefined_resamples")) >= 2  # of the metric, and of its difference
