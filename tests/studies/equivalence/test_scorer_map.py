from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.statistics.equivalence.scorer_components import scorer_components
from trueness.studies.equivalence.scorer_map import scorer_map


def test_places_are_the_components_of_oriented_scores(judged_table):
    table = judged_table()
    found = scorer_map(table)
    names = ("relevance", "good", "twin", "poor", "errors")
    assert [(place.scorer, place.role) for place in found.places] == [
        (name, "human" if name == "relevance" else "metric") for name in names
    ]
    wanted = scorer_components(np.stack([table.oriented(name).ravel() for name in names]))
    np.testing.assert_allclose([(place.first, place.second) for place in found.places], wanted.coordinates)
    assert found.explained == pytest.approx(tuple(wanted.explained))
    assert found.n_outputs == 120


def test_conditions_lie_near_what_they_differ_little_from(judged_table):
    table = judged_table()
    against = {"same": judged_table(), "far": judged_table(2, noise=3).select(scorers=["good", "errors"])}
    found = scorer_map(table, against=against)
    assert [(p.scorer, p.condition) for p in found.places if p.condition == "far"] == [
        ("good", "far"),
        ("errors", "far"),
    ]
    place = {(p.scorer, p.condition): np.array([p.first, p.second]) for p in found.places}
    for name in ("good", "twin", "poor", "errors"):
        np.testing.assert_allclose(place[name, ""], place[name, "same"], atol=1e-8)
    assert np.linalg.norm(place["good", ""] - place["good", "far"]) > 1


def test_conditions_that_lack_systems_narrow_the_map(judged_table):
    part = judged_table(1).select(systems=[f"s{k}" for k in range(8)])
    assert scorer_map(judged_table(), against={"part": part}).n_outputs == 80


def test_chosen_scorers(judged_table):
    found = scorer_map(judged_table(), human="relevance", metrics=["good", "poor"])
    assert [place.scorer for place in found.places] == ["relevance", "good", "poor"]
    assert len(found.rows()) == 3


def test_two_scorers_make_no_map(judged_table):
    with pytest.raises(DataError, match="three scorers at least"):
        scorer_map(judged_table(), metrics="good")
