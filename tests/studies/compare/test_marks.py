"""Marks after metrics' names: where they stand, and what explains them."""

from __future__ import annotations

import pytest
from tests.small_comparisons import counted_comparison

from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import as_rows, cell, to_csv, to_json
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.glance import glance
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.marks import MEDIAN_LEGEND, endings, has_medians, legend, note
from trueness.studies.compare.pvalue_matrix import pvalue_matrix
from trueness.studies.compare.system_scatter import system_scatter


@pytest.fixture(scope="module")
def medians():
    return counted_comparison(aggregate="median")


@pytest.fixture(scope="module")
def corpus():
    return counted_comparison()


def test_medians_are_marked_at_the_system_level(medians, corpus):
    assert endings(medians, ["alpha", "gamma"]) == [" [median]", " [median] ↓"]
    assert endings(medians, ["alpha", "gamma"], "input") == ["", " ↓"]
    assert endings(corpus, ["alpha", "gamma"]) == ["", " ↓"]
    assert has_medians(medians)
    assert not has_medians(counted_comparison(aggregate="median", level="input"))


def test_marks_are_explained_where_they_are_used(medians, corpus):
    assert legend(medians, ["alpha"]) == MEDIAN_LEGEND
    assert legend(medians, ["gamma"]).startswith(f"{MEDIAN_LEGEND} ↓ lower is better")
    assert legend(medians, ["alpha"], "input") == ""
    assert "[median]" in note(medians, ["gamma"])
    assert "↓" in note(medians, ["gamma"])
    assert note(corpus, ["alpha"]) == ""


def test_what_scores_of_systems_are_is_said(corpus):
    assert legend(corpus, ["delta", "beta"]) == (
        "System scores of 'beta' are corpus scores, from summed sufficient statistics."
    )
    assert legend(corpus, ["delta"]) == ""
    assert legend(counted_comparison(aggregate="mean"), ["alpha", "beta"]) == (
        "System scores of 'alpha', 'beta' are means of their outputs' scores, not corpus scores."
    )
    assert legend(counted_comparison(level="input"), ["alpha"]) == ""


def test_tables_mark_rows_of_the_system_level_for_readers_only(medians):
    for spec, rows in comparison_tables(medians)[:6]:
        shown = [(row["level"], cell(row, spec.columns[0])) for row in as_rows(rows)]
        assert {level for level, _ in shown} == ({"system", "input"} if spec.name != "beside" else {"input"})
        for level, name in shown:
            assert ("[median]" in name) == (level == "system" and name != "relevance"), spec.name
        if spec.name == "beside":
            continue
        assert "{[}median{]}" in to_latex(rows, spec) or "[median]" in to_latex(rows, spec)
        assert "[median]" not in to_csv(rows, spec)
        assert "[median]" not in to_json(rows, spec)
        assert MEDIAN_LEGEND in spec.caption


def test_figures_and_the_glance_mark_and_explain(medians, corpus):
    for figure in (
        interval_plot(medians, "pearson"),
        pvalue_matrix(medians, "pearson"),
        system_scatter(medians, "pearson"),
    ):
        assert "alpha [median]" in figure.svg
        assert "gamma [median] ↓" in figure.svg
        assert MEDIAN_LEGEND in figure.caption
    assert {line.label for line in glance(medians, "pearson")} == {
        "alpha [median]",
        "beta [median]",
        "gamma [median] ↓",
        "delta [median]",
    }
    assert "'alpha', 'beta' are corpus scores" in interval_plot(corpus, "pearson").caption
