"""Permuting cells rejects equally good metrics that favour some systems; permuting systems does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script(program):
    return program("reproductions/permuting_cells/reproduce.py")


def rate(found, level, swap):
    return next(row.rate for row in found if (row.level, row.swap, row.standardize) == (level, swap, "level"))


def test_cells_reject_far_more_than_systems_where_metrics_favour_systems(script):
    found = script.simulate(
        runs=50, resamples=99, systems=(10,), biases=(0.5,), levels=("system",), workers=1
    )
    # about .61 and .05; the bounds are four standard errors away
    assert rate(found, "system", "cells") > 0.33
    assert rate(found, "system", "systems") < 0.18


@pytest.mark.slow
def test_both_tests_keep_their_level_without_a_favourite(script):
    found = script.simulate(
        runs=100, resamples=99, systems=(10,), biases=(0.0,), levels=("system",), workers=1
    )
    assert rate(found, "system", "cells") < 0.15
    assert rate(found, "system", "systems") < 0.17


def test_leaving_conditions_and_levels_out_changes_no_number(script):
    one = {"runs": 2, "resamples": 49, "workers": 1}
    alone = script.simulate(systems=(10,), biases=(0.5,), levels=("system",), **one)
    among = script.simulate(systems=(5, 10), biases=(0.0, 0.5), **one)
    assert alone == [row for row in among if (row.n_systems, row.bias, row.level) == (10, 0.5, "system")]


def test_metrics_are_exchangeable_and_biased_as_said(script):
    data = [script.generate(25, 0.5, np.random.default_rng(seed)) for seed in range(60)]
    assert data[0].metrics.shape == (2, 25, 100)
    means = np.stack([arrays.metrics.mean(axis=2) for arrays in data])  # (data set, metric, system)
    difference = (means[:, 0] - means[:, 1]).ravel()
    # two biases of variance .25, two means of 100 cells of variance 1
    assert difference.var() == pytest.approx(2 * 0.25 + 2 / 100, rel=0.1)
    assert abs(difference.mean()) < 4 * np.sqrt(0.52 / difference.size)


def test_the_table_has_a_row_per_condition_and_its_errors(script):
    found = [
        script.Rejections(10, 0.2, level, swap, standardize, 4, 16)
        for level in script.LEVELS
        for swap in script.SWAPS
        for standardize in script.STANDARDIZE
    ]
    text = script.table(found, runs=16, resamples=99, seed=1)
    rows = [line for line in text.splitlines() if line.startswith(("| system", "| input"))]
    # the error of 4 in 16 is sqrt(.25 * .75 / 16)
    assert rows == [f"| {level} | 10 | 0.2 |{' 0.250 ± 0.108 |' * 4}" for level in script.LEVELS]


def test_the_table_goes_between_the_marks_and_nowhere_else(script, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{script.START}\nold\n{script.END}\nafter\n", encoding="utf-8")
    script.write_into(page, "new")
    assert page.read_text(encoding="utf-8") == f"before\n{script.START}\nnew\n{script.END}\nafter\n"
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="not both there"):
        script.write_into(page, "new")


def test_the_page_holds_the_table_of_the_defaults(script):
    content = script.PAGE.read_text(encoding="utf-8")
    assert content.count(script.START) == content.count(script.END) == 1
    n_rows = len(script.LEVELS) * len(script.SYSTEMS) * len(script.BIASES)
    assert sum(line.startswith(("| system |", "| input |")) for line in content.splitlines()) == n_rows


@pytest.mark.slow
def test_more_inputs_make_cells_reject_more(script):
    few, many = (
        script.simulate(
            runs=60, resamples=99, systems=(10,), biases=(0.2,), levels=("system",), n_inputs=n, workers=1
        )
        for n in (25, 400)
    )
    # about .14 and .63: more data shrink the noise, not the bias
    assert rate(many, "system", "cells") - rate(few, "system", "cells") > 0.2
