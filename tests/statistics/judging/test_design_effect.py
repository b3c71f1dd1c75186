"""The design effect to reckon with, between what was found and what is to be expected."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.judging.design_effect import design_effect, shared_size


def test_what_is_found_counts_by_the_clusters_that_tell_it():
    sizes = np.full(20, 4.0)
    assert design_effect(np.nan, 0, sizes) == 2.0  # the middle of 1 and 4
    assert design_effect(1.0, 2, sizes) == design_effect(np.nan, 2, sizes) == 1.5
    assert design_effect(3.0, 10**6, sizes) == pytest.approx(3.0, abs=1e-4)
    assert design_effect(0.2, 10**6, sizes) == pytest.approx(1.0, abs=1e-4)


def test_outputs_that_share_nothing_have_none():
    assert design_effect(np.nan, 0, np.ones(7)) == 1.0


def test_the_size_is_that_of_an_outputs_cluster():
    assert shared_size(np.array([1.0, 3.0])) == (1 + 3 * 3) / 4
