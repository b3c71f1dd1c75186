"""The first screen of a page on learned metrics says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import pytest

from trueness import learn, load_dataset_texts, score
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.rows import WorthRow
from trueness.studies.learn.view import LearningView


@pytest.fixture(scope="module")
def result():
    table = score(load_dataset_texts("pocket"), ["rouge1_f", "chrf", "length"])
    return learn(table, human=["coverage", "redundancy"], repeats=1, rng=1, brief=True)


def test_the_numbers_are_those_of_the_first_place(result):
    learned, single, difference = LearningView().head(result).tiles
    rows = {row.scorer: row for row in result.scores if (row.human, row.over) == ("coverage", "inputs")}
    test = next(
        row for row in result.tests if (row.human, row.over, row.rival) == ("coverage", "inputs", BEST_SINGLE)
    )
    for tile, row in ((learned, rows[test.metric]), (single, rows[BEST_SINGLE]), (difference, test)):
        shown = f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]".replace("-", "−")
        assert f"{tile.value} {tile.interval}" == shown
    assert learned.label == f"Learned: ‘{test.metric}’"
    assert difference.text.startswith(f"{test.verdict}: p = ")


def test_what_a_label_counts_is_told_where_it_is_known(result):
    row = WorthRow("coverage", "ridge", 5, 80, 1.26, 1.1, 1.5, 0, "")
    tile = LearningView().head(dataclasses.replace(result, worth=(row,))).tiles[3]
    assert (tile.value, tile.interval) == ("1.3 times", "[1.10, 1.50]")
    unknown = dataclasses.replace(row, worth=math.nan)
    assert len(LearningView().head(dataclasses.replace(result, worth=(unknown,))).tiles) == 3
    chosen = dataclasses.replace(row, scorer=BEST_SINGLE)
    assert len(LearningView().head(dataclasses.replace(result, worth=(chosen,))).tiles) == 3


def test_where_no_part_has_a_correlation_there_is_no_number(result):
    undefined = tuple(
        dataclasses.replace(row, estimate=math.nan, verdict="undefined") for row in result.tests
    )
    assert LearningView().head(dataclasses.replace(result, tests=undefined)).tiles == ()
