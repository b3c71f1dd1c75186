"""The reproduction of Bhandari et al. (2020): what it looks up is there, and what has to agree does."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "bhandari2020"


@pytest.fixture(scope="module")
def modules():
    """The scripts of the folder, as a user runs them from there."""
    sys.path.insert(0, str(FOLDER))
    try:
        import certify_width
        import reproduce
    finally:
        sys.path.remove(str(FOLDER))
    return reproduce, certify_width


@pytest.fixture(scope="module")
def found(modules, test_data, tmp_path_factory):
    reproduce, _ = modules
    folder = test_data / "data" / "realsumm"
    texts = reproduce.articles(folder, tmp_path_factory.mktemp("texts") / "texts.jsonl")
    return reproduce.ranges(
        reproduce.scores(folder),
        texts=texts,
        metrics=reproduce.METRICS,
        human=reproduce.HUMAN,
        permutations=100,
        applies_to="inputs",
        rng=reproduce.SEED,
    )


def test_everything_that_has_to_agree_does(modules, found):
    rows, fine = modules[0].compared(found)
    assert fine, [row for row in rows if row["agrees"] != "yes"]
    assert len(rows) > 20


def test_the_recorded_sizes_are_near_the_level_where_they_should_be(modules):
    with (FOLDER / "certified.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["applies_to"] == "systems,inputs"]
    _, certify = modules
    assert {row["truth"] for row in rows} == {*certify.HOLDS, *certify.FAILS}
    for row in rows:
        shares = [float(row[test]) for test in certify.TESTS]
        if row["null"] == "holds" and "ties" not in row["truth"]:
            assert max(shares) <= 0.12  # three standard errors of 100 tables above .05
        if row["null"] == "fails":
            assert max(shares) > 0.9


def test_a_simulated_table_is_tested_in_both_ways(modules):
    import numpy as np

    _, certify = modules
    found = certify.rejected(certify.HOLDS["normal"](np.random.default_rng(1)), 1)
    assert {name: len(tests) for name, tests in found.items()} == {"systems,inputs": 5, "inputs": 5}
