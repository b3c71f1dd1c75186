from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.studies.compare.study import compare
from trueness.studies.compare.system_scatter import system_scatter


def test_data_are_the_system_means_of_the_comparison(three):
    rows = system_scatter(three, "pearson").rows()
    assert len(rows) == 3 * 6
    for metric in three.metrics:
        here = [row for row in rows if row["metric"] == metric]
        assert tuple(row["system"] for row in here) == three.table.systems
        assert [row["score_metric"] for row in here] == three.system_scores[metric].tolist()
        assert [row["score_human"] for row in here] == three.system_scores[three.human].tolist()


def test_the_printed_correlation_is_that_of_the_points(three):
    figure = system_scatter(three, "pearson")
    for metric in three.metrics:
        here = [row for row in figure.rows() if row["metric"] == metric]
        r = np.corrcoef([row["score_metric"] for row in here], [row["score_human"] for row in here])[0, 1]
        assert f"Pearson's r: {r:.2f}".replace("-", "−") in figure.svg


def test_points_are_drawn_where_the_data_are(three):
    figure = system_scatter(three, "pearson")
    rows = figure.rows()
    for k, axes in enumerate(figure.draw().axes):
        x, y = axes.lines[0].get_data()
        assert list(x) == [row["score_metric"] for row in rows[k * 6 : k * 6 + 6]]
        assert list(y) == [row["score_human"] for row in rows[k * 6 : k * 6 + 6]]


def test_negated_metrics_are_named(three):
    assert "Negated, because lower is better (↓): 'low'." in system_scatter(three, "pearson").caption


def test_an_undefined_correlation_is_said(hostile):
    assert "Pearson's r: undefined" in system_scatter(hostile, "pearson").svg


def test_missing_means_are_counted_not_dropped(three):
    means = {name: values.copy() for name, values in three.system_scores.items()}
    means["good"][2] = np.nan
    means["bad"][:] = np.nan
    figure = system_scatter(dataclasses.replace(three, system_scores=means), "pearson")
    assert sum(math.isnan(row["score_metric"]) for row in figure.rows()) == 7
    assert "7 points cannot be drawn" in figure.caption
    assert ">undefined<" in figure.svg


def test_metrics_can_be_chosen(three):
    figure = system_scatter(three, "kendall", metrics=["bad"])
    assert {row["metric"] for row in figure.rows()} == {"bad"}
    assert len(figure.draw().axes) == 1
    with pytest.raises(UnknownNameError, match="'good'"):
        system_scatter(three, "pearson", metrics=["goood"])
    with pytest.raises(DataError):
        system_scatter(three, "pearson", metrics=[])
    with pytest.raises(ArgumentError):
        system_scatter(three, "gamma")


def test_no_correlation_is_printed_that_was_not_computed(three):
    comparison = compare(three.table, level="input", coefficient="pearson", resamples=20, rng=0, tests=False)
    figure = system_scatter(comparison, "pearson")
    assert "Pearson's r" not in figure.caption
    assert "Pearson's r:" not in figure.svg


def test_scores_that_are_not_means_are_called_so(three, counted):
    found = counted()
    figure = system_scatter(found, "pearson")
    assert figure.title.startswith("System scores")
    assert "against its score by the metric" in figure.caption
    assert "System scores of 'alpha', 'beta' are corpus scores" in figure.caption
    row = next(row for row in figure.rows() if row["metric"] == "alpha")
    assert row["score_metric"] == found.system_scores["alpha"][0]
    assert system_scatter(found, "pearson", metrics=["delta"]).title.startswith("System means")
    assert system_scatter(three, "pearson").title.startswith("System means")
