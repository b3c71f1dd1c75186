from __future__ import annotations

import dataclasses

import pytest
from tests.drawn_marks import cells as squares_of
from tests.drawn_marks import inside, said
from tests.small_comparisons import systemless_comparison

from trueness.errors import ArgumentError, DataError
from trueness.reporting.figures.palette import BLUE, ORANGE
from trueness.studies.compare.pvalue_matrix import _pvalue, pvalue_matrix
from trueness.studies.compare.study import compare


def cells(figure):
    return {(row["metric"], row["rival"], row["level"]): row for row in figure.rows()}


def again(comparison, **settings):
    settings = {"rng": 1, "resamples": 99, "coefficient": "pearson", **settings}
    return compare(comparison.table, **settings)


@pytest.mark.parametrize("beside", [None, "both"])
def test_a_two_sided_test_fills_both_directions(three, beside):
    found = cells(pvalue_matrix(three, "pearson", beside=beside))
    tests = [row for row in (three.beside if beside else three.tests) if row.coefficient == "pearson"]
    assert len(found) == 2 * len(tests)
    for row in tests:
        here, there = (
            found[row.metric, row.rival, row.level],
            found[row.rival, row.metric, row.level],
        )
        assert here["pvalue"] == there["pvalue"] == row.pvalue
        assert here["estimate"] == -there["estimate"] == row.estimate
        assert here["significant"] + there["significant"] == row.significant
        assert here["significant"] == (row.significant and row.estimate > 0)
        assert here["significant_adjusted"] == (row.verdict == "better")
        assert there["significant_adjusted"] == (row.verdict == "worse")


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_a_one_sided_test_fills_each_cell_from_its_own_row(three, alternative):
    comparison = again(three, alternative=alternative)
    found = cells(pvalue_matrix(comparison, "pearson"))
    assert len(found) == len(comparison.tests) == 3 * 2 * 2
    for row in comparison.tests:
        better, worse = (row.metric, row.rival) if alternative == "greater" else (row.rival, row.metric)
        cell = found[better, worse, row.level]
        assert cell["pvalue"] == row.pvalue
        assert cell["significant_adjusted"] == (row.verdict in ("better", "worse"))


@pytest.mark.parametrize(
    ("alternative", "heads"),
    [
        ("two-sided", ["better than low ↓", "worse than low ↓"]),
        ("greater", ["better than low ↓"]),
        ("less", ["worse than low ↓"]),
    ],
)
def test_a_baseline_has_columns_of_its_own(three, alternative, heads):
    figure = pvalue_matrix(again(three, baseline="low", alternative=alternative), "pearson")
    assert len(figure.rows()) == 2 * 2 * len(heads)
    axes = figure.draw().axes[0]
    assert said(axes, "top") == heads
    assert said(axes, "left") == ["good", "bad"]


def drawn(axes, order, **look):
    """Return which cells have a look, as pairs of names."""
    return {(order[row], order[column]) for column, row in squares_of(axes, **look)}


def test_what_is_drawn_is_what_the_data_say(three):
    significant = [
        dataclasses.replace(
            row,
            significant=True,
            significant_adjusted=(row.level == "input"),
            estimate=k % 2 - 0.5,
            verdict="better",
        )
        for k, row in enumerate(three.tests)
    ]
    figure = pvalue_matrix(dataclasses.replace(three, tests=tuple(significant)), "pearson")
    canvas = figure.draw()
    order = [name.removesuffix(" ↓") for name in said(canvas.axes[0], "left")]
    for axes, level in zip(canvas.axes, three.settings.levels, strict=True):
        here = [row for row in figure.rows() if row["level"] == level]
        blue, orange = drawn(axes, order, fill=BLUE), drawn(axes, order, edge=ORANGE)
        assert blue == {(row["metric"], row["rival"]) for row in here if row["significant"]}
        assert orange == {(row["metric"], row["rival"]) for row in here if row["significant_adjusted"]}
        assert len(blue) == 3
    assert "System level: 3 significant before correction, 0 after." in figure.caption
    assert "Input level: 3 significant before correction, 3 after." in figure.caption


def test_undefined_pairs_are_marked(hostile):
    figure = pvalue_matrix(hostile, "pearson")
    undefined = [row for row in figure.rows() if row["undefined"]]
    assert {"constant"} == set.intersection(*({row["metric"], row["rival"]} for row in undefined))
    assert len(undefined) == 2 * 2 * (len(hostile.metrics) - 1)
    hatched = [squares_of(axes, hatched=True) for axes in figure.draw().axes]
    assert sum(map(len, hatched)) == len(undefined)
    assert f"{len(undefined)} of {len(figure.rows())} cells are undefined" in figure.caption


def test_title_and_caption_state_the_test(three):
    assert "swapping whole systems, 64 arrangements" in pvalue_matrix(three, "pearson").caption or (
        "swapping whole systems, 99 resamples" in pvalue_matrix(three, "pearson").caption
    )
    figure = pvalue_matrix(three, "pearson", beside="both")
    for part in ("Perm-Both", "99 resamples", "two-sided", "Holm correction over all tests", "at most 0.05"):
        assert part in figure.caption
    assert "Perm-Both" in figure.svg.split("</desc>")[1]


def test_names_tell_figures_apart(three):
    names = {
        pvalue_matrix(three, coefficient, beside=beside).name
        for coefficient in ("pearson", "kendall")
        for beside in (None, "both")
    }
    assert len(names) == 4


def test_what_was_not_tested_is_refused(three):
    with pytest.raises(ArgumentError, match="inputs"):
        pvalue_matrix(three, "pearson", beside="inputs")
    with pytest.raises(DataError, match="tests to draw need"):
        pvalue_matrix(again(three, tests=False), "pearson")


@pytest.mark.parametrize(
    ("pvalue", "text"),
    [
        (0.0001, "<.001"),
        (0.001, ".001"),
        (0.0494, ".049"),
        (0.0996, ".10"),
        (0.5, ".50"),
        (0.996, ".99"),
        (1.0, "1"),
        (float("nan"), "–"),
    ],
)
def test_pvalues_are_short_and_never_rounded_to_certainty(pvalue, text):
    assert _pvalue(pvalue, 0.05) == text


@pytest.mark.parametrize(
    ("pvalue", "alpha", "text"),
    [(0.0496, 0.05, ".0496"), (0.0504, 0.05, ".0504"), (0.05, 0.05, ".050"), (0.0998, 0.1, ".0998")],
)
def test_a_pvalue_close_to_alpha_shows_on_which_side_it_lies(pvalue, alpha, text):
    assert _pvalue(pvalue, alpha) == text


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_the_number_in_a_cell_is_the_p_that_colours_it(three, alternative):
    comparison = again(three, alternative=alternative, level="system")
    figure = pvalue_matrix(comparison, "pearson")
    axes = figure.draw().axes[0]
    order = [name.removesuffix(" ↓") for name in said(axes, "left")]
    shown = {(order[round(y)], order[round(x)]): text for (x, y), text in inside(axes).items()}
    assert shown == {(row["metric"], row["rival"]): _pvalue(row["pvalue"], 0.05) for row in figure.rows()}
    if alternative == "two-sided":
        assert all(shown[a, b] == shown[b, a] for a, b in shown)
    assert f"{'two' if alternative == 'two-sided' else 'one'}-sided p-value" in figure.caption


def test_a_family_per_metric_has_one_cell_per_test(three):
    comparison = again(three, family="per_metric")
    found = cells(pvalue_matrix(comparison, "pearson"))
    assert len(pvalue_matrix(comparison, "pearson").rows()) == len(comparison.tests) == len(found)
    for row in comparison.tests:
        assert found[row.metric, row.rival, row.level]["pvalue_adjusted"] == row.pvalue_adjusted


def test_data_without_systems_claim_nothing_about_them(systemless):
    caption = pvalue_matrix(systemless, "kendall").caption
    assert "two-way jackknife t test, two-sided" in caption
    assert "system" not in caption
    drawn = systemless_comparison(test="permutation")
    assert "swapping items" in pvalue_matrix(drawn, "kendall").caption


@pytest.mark.parametrize("settings", [{}, {"baseline": "gamma"}, {"alternative": "greater"}])
def test_pairs_without_a_test_are_hatched_and_explained(counted, settings):
    found = counted(**settings)
    figure = pvalue_matrix(found, "pearson", beside="both")
    tested = [row for row in figure.rows() if row["level"] == "system"]
    assert not {"alpha", "beta"} & {row[key] for row in tested for key in ("metric", "rival")}
    system, at_input = (squares_of(axes, hatched=True) for axes in figure.draw().axes)
    cells = 6 if "baseline" in settings else 12
    assert len(system) == cells - len(tested)
    assert not at_input
    assert "Hatched at the system level: this test is undefined for metrics" in figure.caption
    assert ">undefined<" in figure.svg
    whole = pvalue_matrix(found, "pearson")
    assert "Hatched" not in whole.caption
    assert not any(squares_of(axes, hatched=True) for axes in whole.draw().axes)


def test_a_level_without_any_test_is_said(counted):
    figure = pvalue_matrix(counted(aggregate="median"), "pearson", beside="both")
    assert "System level: this test is undefined there." in figure.caption
