"""How many inputs it takes to apply to others."""

from __future__ import annotations

import pytest

from trueness.decisions.independent_inputs import INPUTS, independent_inputs


@pytest.mark.parametrize(
    ("count", "fewest", "answer"),
    [(10, {}, "yes"), (9, {}, "no"), (10, {"fewest": 11}, "no")],
)
def test_fewer_inputs_than_it_takes_are_a_need_that_is_not_met(count, fewest, answer):
    found = independent_inputs(count, **fewest)
    assert (found.measure, found.need, found.answer) == (INPUTS, True, answer)
