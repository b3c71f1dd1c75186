"""Resamples of systems and inputs beside tables in which these stand as often as they were drawn."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.worth import resampled_curves as module
from trueness.statistics.worth.agreement_curve import isotonic_curve
from trueness.statistics.worth.resampled_curves import drawn_counts, resampled_curves
from trueness.statistics.worth.scored_pairs import output_pairs


def test_units_are_drawn_as_a_whole():
    found = drawn_counts(np.array([0, 0, 1, 2]), 50, 1, 0)
    assert found.shape == (50, 4)
    assert (found[:, 0] == found[:, 1]).all()
    assert (found[:, 1:].sum(axis=1) == 3).all()
    assert (found == drawn_counts(np.array([0, 0, 1, 2]), 50, 1, 0)).all()
    assert (found != drawn_counts(np.array([0, 0, 1, 2]), 50, 1, 1)).any()


def test_a_resample_is_the_table_drawn():
    rng = np.random.default_rng(2)
    x = np.round(rng.normal(size=(5, 8)), 1)
    z = x + rng.normal(size=x.shape)
    pairs = output_pairs(x, z)
    systems, inputs = (drawn_counts(np.arange(n), 6, 3, s) for n, s in ((5, 0), (8, 1)))
    at, chances = np.array([0.5, 2.0]), (0.6, 0.9)
    at_drawn, needed_drawn = resampled_curves(pairs, systems, inputs, at, chances)
    for b in range(6):
        rows = np.repeat(np.arange(5), systems[b].astype(int))
        columns = np.repeat(np.arange(8), inputs[b].astype(int))
        drawn = output_pairs(
            x[np.ix_(rows, columns)], z[np.ix_(rows, columns)]
        )  # copies tie, and are left out
        curve = isotonic_curve(drawn.gaps, *drawn.counts(np.ones(len(drawn.gap))))
        assert at_drawn[b] == pytest.approx(curve.chances(at))
        assert needed_drawn[b] == pytest.approx([curve.needed(chance) for chance in chances])


@pytest.mark.parametrize("settings", [{"BLOCK": 7}, {"EXACT": 0}])
def test_neither_blocks_nor_precision_show(monkeypatch, settings):
    x, z = np.random.default_rng(4).integers(0, 9, (2, 6, 20)).astype(float)
    pairs = output_pairs(x, z, human_ties="half")
    systems, inputs = (drawn_counts(np.arange(n), 9, 5, s) for n, s in ((6, 0), (20, 1)))
    given = pairs, systems, inputs, np.array([0.5, 2.0]), (0.6, 0.9)
    expected = resampled_curves(*given)
    for name, value in settings.items():
        monkeypatch.setattr(module, name, value)
    for one, other in zip(resampled_curves(*given), expected, strict=True):
        np.testing.assert_array_equal(one, other)
