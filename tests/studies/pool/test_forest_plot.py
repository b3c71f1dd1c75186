"""The forest of a pool: a line a table of the metric that is highest on average."""

from __future__ import annotations

import dataclasses

from tests.studies.pool.test_across_tables import ALIKE
from tests.studies.pool.test_decided import QUICK

from trueness.studies.pool.forest_plot import forest_plot, forest_rows
from trueness.studies.pool.study import pool


def test_a_forest_is_of_the_metric_that_the_verdict_is_about():
    found = pool(ALIKE, **QUICK)
    (row,) = forest_rows(found)
    best = max(found.estimates, key=lambda one: one.estimate)
    assert row.metric == best.metric
    assert best.metric in found.answers[0]
    # random effects may order metrics otherwise
    turned = tuple(dataclasses.replace(one, estimate=-one.estimate) for one in found.across)
    (same,) = forest_rows(dataclasses.replace(found, across=turned))
    assert same.metric == best.metric
    figure = forest_plot(found, row)
    assert {one["table"] for one in figure.data} == set(ALIKE)
    assert f"Agreement of {row.metric} with people, table by table" in figure.svg
    assert "I²" in figure.caption
    assert found.plot("forest").name == figure.name
