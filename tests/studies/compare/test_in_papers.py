"""Comparisons by facets and over tables have the table of a paper as one comparison does."""

from __future__ import annotations

from tests.studies.pool.test_decided import QUICK, table

import trueness


def test_facets_and_pools_have_one_too(pocket):
    by = trueness.facets(pocket, human=["coverage", "redundancy"], level="system", coefficient="pearson")
    frame = by.paper_table(backend="pandas")
    assert {"coverage_system_pearson", "redundancy_system_pearson"} <= set(frame.columns)
    assert by.paper_table(style=True).columns.get_level_values(0).unique().tolist() == [
        "coverage",
        "redundancy",
    ]
    pooled = trueness.pool({name: table((0.1, 1.5), seed=seed) for seed, name in enumerate("ab", 1)}, **QUICK)
    frame = pooled.paper_table(backend="pandas")
    assert sorted(frame["metric"]) == sorted(pooled.metrics)
    assert any(name.startswith("Average_") for name in frame.columns)
