"""Pairs of a crowd of annotators are announced, those of a few are not spoken of."""

from __future__ import annotations

from trueness.studies.annotators.pairs_cost import pairs_cost


def test_a_crowd_is_announced_and_a_few_are_not():
    assert not pairs_cost(200, 5).said
    said = pairs_cost(500, 5).said
    assert said.startswith("500 annotators make 124,750 pairs: roughly")
    assert "--without" in said
    assert "GiB" not in said


def test_of_many_distinct_ratings_fewer_are_a_crowd():
    assert not pairs_cost(13, 100).said
    assert pairs_cost(200, 100).said.startswith("200 annotators make 19,900 pairs: roughly")
