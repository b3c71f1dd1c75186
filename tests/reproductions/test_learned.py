"""The trial of learned metrics on benchmarks, in its quick form: ridge reaches on SummEval what is expected of it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "learned"


@pytest.fixture(scope="module")
def reproduce():
    spec = importlib.util.spec_from_file_location("learned_reproduce", FOLDER / "reproduce.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_noise_is_not_called_a_gain(reproduce):
    assert reproduce.wins("noise", 6, 1, (8, 12, 4))["any"] <= 1


def test_recorded_metrics_of_a_benchmark(reproduce, test_data):
    name, table, humans = next(
        one for one in reproduce.benchmarks(test_data / "data", None, "REALSumm") if one[0] == "REALSumm abs"
    )
    rows = reproduce.tried(name, table, humans, ("mean",), 1, "inputs")
    assert rows[0]["singles"] == len(table.scorers) - len(humans)
    assert -1 < rows[0]["estimate"] < 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:'rougeL_precision' compares sentence by sentence")
def test_ridge_on_summeval(reproduce, test_data):
    name, table, humans = next(reproduce.benchmarks(test_data / "data", None, "SummEval"))
    rows = reproduce.tried(name, table, humans, ("ridge",), 2, "inputs")
    for row in rows:
        expected = reproduce.expectations()[name, row["human"]]
        assert row["estimate"] > float(expected["ridge"]) - 0.03
        assert row["estimate"] > row["chosen"]
