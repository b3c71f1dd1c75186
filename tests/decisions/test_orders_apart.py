"""Whether orders are nearer than chance, and which systems are elsewhere; nothing of inputs that belong together."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.independent_inputs import FEWEST, INPUTS
from trueness.decisions.orders_apart import (
    ALIKE,
    UNITS_ALIKE,
    input_needs,
    nearer_than_chance,
    system_elsewhere,
)

GOOD = input_needs(40, 0.5)


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.01, 0.2, "yes"),
        (-0.2, -0.01, "no"),
        (-0.1, 0.1, "cannot_tell"),
        (math.nan, math.nan, "cannot_tell"),
    ],
)
def test_nearer_or_further_than_chance_is_shown_by_an_interval(low, high, answer):
    assert nearer_than_chance("m", 0.0, low, high, needs=GOOD, applies_to="").answer == answer


@pytest.mark.parametrize(
    ("needs", "reason"),
    [
        (input_needs(FEWEST - 1, 0.5), INPUTS),
        (input_needs(40, ALIKE / 2), UNITS_ALIKE),
    ],
)
def test_few_inputs_and_those_that_belong_together_show_nothing(needs, reason):
    for found in (
        nearer_than_chance("m", 0.2, 0.1, 0.3, needs=needs, applies_to=""),
        system_elsewhere("m", ["s"], 0.001, needs=needs, applies_to="", broken=0.05),
    ):
        assert (found.answer, found.reason, found.names) == ("cannot_tell", reason, ())


@pytest.mark.parametrize(("pvalue", "names", "answer"), [(0.01, ("s",), "yes"), (0.2, (), "cannot_tell")])
def test_systems_are_named_where_they_are_shown_to_be_elsewhere(pvalue, names, answer):
    found = system_elsewhere("m", names, pvalue, needs=GOOD, applies_to="", broken=0.05)
    assert (found.answer, found.names) == (answer, names)


def test_where_clusters_are_told_nothing_is_asked_of_neighbours():
    assert [one.measure for one in input_needs(40, None)] == [INPUTS]
