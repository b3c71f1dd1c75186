"""The table of a paper, of several tables."""

from __future__ import annotations

import pytest
from tests.studies.pool.test_view import pooled

from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.pool.paper import AVERAGE, pool_paper
from trueness.studies.pool.view import PoolView


@pytest.fixture(scope="module")
def found():
    return pooled(overall=True)


def test_averages_and_every_table_stand_side_by_side(found):
    spec, rows = pool_paper(found, PaperForm())
    above = dict.fromkeys(column.above for column in spec.columns[1:])
    assert list(above) == [(AVERAGE,), ("en-de",), ("zh-en",), ("he-en",)]
    for row in rows:
        key = (row["metric"], "system", "pearson")
        assert row["Average_system_pearson"] == found.estimate(*key).estimate
        for table in found.tables:
            (task,) = [
                one
                for one in found.tasks
                if (one.metric, one.level, one.coefficient, one.table) == (*key, table)
            ]
            assert row[f"{table}_system_pearson"] == task.estimate
            assert row[f"{table}_system_pearson_n"] == {"en-de": 8, "zh-en": 6, "he-en": 7}[table]
    values = [row["Average_system_pearson"] for row in rows]
    assert values == sorted(values, reverse=True)


def test_daggers_and_ranks_are_of_averages(found):
    spec, rows = pool_paper(found, PaperForm(beside=("ranks", "interval")))
    decision = next(
        one for one in found.decisions if (one.rule, one.coefficient) == ("may_be_best", "pearson")
    )
    ruled_out = set(found.metrics) - set(decision.names)
    assert {row["metric"] for row in rows if row["Average_system_pearson_marked"]} == ruled_out != set()
    assert not any(row["en-de_system_pearson_marked"] for row in rows)
    headings = [column.heading for column in spec.columns if column.above == (AVERAGE,)]
    assert headings.count("Ranks") == 2
    assert (
        "averaged over language pairs and in each, with two-sided 95% two-way jackknife intervals"
        in spec.caption
    )


def test_without_tests_nothing_is_marked():
    spec, rows = pool_paper(pooled(baseline="metric0"), PaperForm())
    assert "†" not in spec.caption
    assert not any(row["Average_system_pearson_marked"] for row in rows)


def test_the_view_makes_it_as_it_is_asked_for(found):
    _, rows = PoolView(PaperForm(names=("metric0=Ours",))).table(found, "paper")
    assert {row["name"] for row in rows} == {"Ours", "metric1", "metric2"}
