"""The first screen of a page on ranges says what its means and contrasts say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy.stats import kendalltau
from tests.small_comparisons import shown_interval

import trueness
from trueness.studies.ranges.view import RangeView


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.ranges(pocket, human="coverage", rng=1, permutations=50, resamples=50)


def mean_tau(table, pairs):
    """The mean tau-b among all outputs of an input, over pairs of scorers and inputs."""
    return np.mean(
        [
            kendalltau(table.oriented(one)[:, j], table.oriented(other)[:, j]).statistic
            for one, other in pairs
            for j in range(len(table.inputs))
        ]
    )


def test_the_numbers_are_those_of_the_outputs(found):
    every, top, beyond, people = RangeView().head(found).tiles
    names = found.metrics
    pairs = [(one, other) for k, one in enumerate(names) for other in names[k + 1 :]]
    assert every.value == f"{mean_tau(found.table, pairs):.2f}"
    assert people.value == f"{mean_tau(found.table, [(one, 'coverage') for one in names]):.2f}"
    row = next(
        one for one in found.means if (one.range, one.kind, one.rival) == ("T", "cumulative", "(all metrics)")
    )
    assert (top.value, top.interval) == (f"{row.estimate:.2f}", shown_interval(row.low, row.high))
    whole = found.means[0]
    change = (row.estimate - whole.estimate) - (row.expected - whole.expected)
    assert beyond.value == f"{change:.2f}".replace("-", "−")


def test_without_people_and_without_a_top_bin(found):
    alone = dataclasses.replace(found, selection=dataclasses.replace(found.selection, human=None))
    assert len(RangeView().head(alone).tiles) == 3
    empty = tuple(
        dataclasses.replace(row, estimate=math.nan) if row.range == "T" else row for row in found.means
    )
    tiles = RangeView().head(dataclasses.replace(found, means=empty)).tiles
    assert [tile.label for tile in tiles] == [
        "Metrics agree",
        "Change beyond width",
        "Metrics with ‘coverage’",
    ]
    assert "top bin" not in tiles[2].text
