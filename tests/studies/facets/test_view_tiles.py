"""The first screen of a page on several human scores says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.facets.view import FacetsView


def table(n_metrics=3):
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(10, 1)) + rng.normal(size=(10, 24))
    people = [quality + rng.normal(size=quality.shape) for _ in range(2)]
    metrics = [quality + (0.3 + 4 * k) * rng.normal(size=quality.shape) for k in range(n_metrics)]
    names = "abc"[:n_metrics]
    return ScoreTable(
        (Scorer("one", "human"), Scorer("two", "human"), *map(Scorer, names)),
        tuple(f"s{k}" for k in range(10)),
        tuple(f"d{k}" for k in range(24)),
        np.stack([*people, *metrics]),
    )


def compared(**options):
    given = {"human": ["one", "two"], "level": "global", "coefficient": "pearson", "rng": 1, "metrics": "*"}
    return trueness.facets(table(), **given | options)


@pytest.fixture(scope="module")
def found():
    return compared()


def test_the_highest_by_each_with_its_interval(found):
    head = FacetsView().head(found)
    assert found.conclusions[0] == (
        "'a' may be the best by both human scores (global level, Pearson's r). The other 2 are ruled out by at least "
        "one. 'a' has the highest agreement by both."
    )
    assert [tile.label for tile in head.tiles] == [
        "Highest by ‘one’, global level",
        "Highest by ‘two’, global level",
    ]
    for tile, comparison in zip(head.tiles, found.comparisons.values(), strict=True):
        row = max(comparison.estimates, key=lambda row: row.estimate)
        left = len(comparison.decided("may_be_best", "global", "pearson").names)
        said = f"Pearson's r {row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]; {left} of 3 may be the best"
        assert (tile.value, tile.text) == (row.metric, said)


def test_without_tests_nothing_is_decided():
    found = compared(tests=False)
    first, *each = found.conclusions
    assert first == "'a' has the highest agreement by both human scores (global level, Pearson's r)."
    assert all(said.startswith("By ") for said in each)
    assert not any("better" in tile.text for tile in FacetsView().head(found).tiles)


def test_one_that_is_not_shown_to_agree_and_one_that_is_unknown(found):
    def changed(**values):
        one = found.comparisons["one"]
        rows = tuple(dataclasses.replace(row, **values) for row in one.estimates)
        return dataclasses.replace(
            found, comparisons={**found.comparisons, "one": dataclasses.replace(one, estimates=rows)}
        )

    assert FacetsView().head(changed(low=-0.5)).tiles[0].text.endswith("; not shown to agree")
    unknown = FacetsView().head(changed(estimate=math.nan, low=math.nan, high=math.nan))
    assert [tile.label for tile in unknown.tiles] == ["Highest by ‘two’, global level"]


def test_one_metric_is_compared_with_none():
    alone = trueness.facets(table(1), human=["one", "two"], level="global", coefficient="pearson", rng=1)
    assert all("others" not in tile.text for tile in FacetsView().head(alone).tiles)
