"""The trial of learned metrics on benchmarks, in its quick form: ridge reaches on SummEval what is expected of it."""

from __future__ import annotations

import argparse
import csv

import pytest


@pytest.fixture(scope="module")
def reproduce(program):
    return program("reproductions/learned/reproduce.py")


def asked(learners, repeats):
    return argparse.Namespace(learners=learners, repeats=repeats, over="inputs", units=128, draws=2)


def test_noise_is_not_called_a_gain(reproduce):
    assert reproduce.wins("noise", 6, 1, (8, 12, 4))["any"] <= 1


def test_rows_replace_older_ones_and_are_corrected_together(reproduce, tmp_path):
    def row(learner, pvalue, difference="0.1"):
        return {
            "data": "A",
            "human": "x",
            "over": "inputs",
            "learner": learner,
            "difference": difference,
            "pvalue": pvalue,
        }

    path = tmp_path / "found.csv"
    reproduce.together(path, [row("ridge", "0.02"), row("mean", "0.9")])
    reproduce.together(path, [row("network", "0.001", "-0.2"), row("mean", "0.03")])
    with path.open() as file:
        found = {one["learner"]: (one["pvalue_adjusted"], one["verdict"]) for one in csv.DictReader(file)}
    # Holm by hand: 3 x .001, 2 x .02, and not less than that
    assert found == {
        "ridge": ("0.040", "better"),
        "mean": ("0.040", "better"),
        "network": ("0.003", "worse"),
    }


def test_the_page_has_the_table_of_the_recorded_rows(reproduce):
    recorded = "\n".join(reproduce.printed_table(reproduce.HERE / "reproduced.csv"))
    assert recorded.count("\n") == 34
    assert recorded in (reproduce.HERE / "README.md").read_text(encoding="utf-8")


def test_recorded_metrics_of_a_benchmark(reproduce, test_data):
    name, table, humans = next(
        one for one in reproduce.benchmarks(test_data / "data", None, "REALSumm") if one[0] == "REALSumm abs"
    )
    rows = reproduce.tried(name, table, humans, asked("mean", 1))
    assert rows[0]["singles"] == len(table.scorers) - len(humans)
    assert -1 < float(rows[0]["estimate"]) < 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:'rougeL_precision' compares sentence by sentence")
def test_ridge_on_summeval(reproduce, test_data):
    name, table, _ = next(reproduce.benchmarks(test_data / "data", None, "SummEval"))
    assert len(table.names_matching(list(reproduce.FEATURES))) == 105
    rows = reproduce.tried(name, table, reproduce.DIMENSIONS, asked("ridge", 2))
    for row in rows:
        expected = reproduce.expectations()[name, row["human"]]
        assert float(row["estimate"]) > float(expected["ridge"]) - 0.03
        assert float(row["estimate"]) > float(row["chosen"])
