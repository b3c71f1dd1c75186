"""The forest of a pool: a line a table of the metric that is highest on average."""

from __future__ import annotations

from tests.studies.pool.test_across_tables import ALIKE
from tests.studies.pool.test_decided import QUICK

from trueness.studies.pool.forest_plot import forest_plot, forest_rows
from trueness.studies.pool.study import pool


def test_a_forest_is_of_the_metric_that_is_highest_on_average():
    found = pool(ALIKE, **QUICK)
    (row,) = forest_rows(found)
    assert row.estimate == max(one.estimate for one in found.across)
    figure = forest_plot(found, row)
    assert {one["table"] for one in figure.data} == set(ALIKE)
    assert f"Agreement of {row.metric} with people, table by table" in figure.svg
    assert "I²" in figure.caption
    assert found.plot("forest").name == figure.name
