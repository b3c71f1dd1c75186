"""The figure of ranks of a pool shows its table of ranks."""

from __future__ import annotations

from tests.studies.pool.test_decided import QUICK, table

from trueness.studies.pool.ranks_plot import ranked_keys
from trueness.studies.pool.study import pool
from trueness.study.number_words import systems_in_all
from trueness.study.rows import as_row

TABLES = {name: table((0.1, 1.5, 0.2), seed=seed) for seed, name in enumerate("ab", 1)}


def test_its_data_are_the_rows_of_the_table():
    found = pool(TABLES, **QUICK)
    expected = sorted((as_row(row) for row in found.ranks), key=lambda row: -row["estimate"])
    drawn = found.plot("ranks")
    assert (drawn.name, drawn.data) == ("ranks-pearson-system", expected)
    assert systems_in_all(one.systems for one in TABLES.values()) in drawn.caption
    assert ranked_keys(found) == [("system", "pearson")]


def test_with_a_baseline_nobody_is_ranked():
    assert ranked_keys(pool(TABLES, **QUICK, baseline="m1")) == []
