"""Levels of Holm's method are those at which his adjusted p-values reject."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from trueness.statistics.stepped_levels import stepped_levels


@pytest.mark.parametrize("seed", range(20))
def test_what_is_rejected_at_its_level_is_rejected_by_holm(seed):
    pvalues = np.random.default_rng(seed).beta(0.3, 2, size=8)
    levels = stepped_levels(8, 0.05, lambda level: pvalues <= level)
    rejected = multipletests(pvalues, alpha=0.05, method="holm")[0]
    assert (pvalues <= levels).tolist() == rejected.tolist()


def test_levels_of_a_small_family_by_hand():
    pvalues = np.array([0.04, 0.001, 0.6, 0.02])
    levels = stepped_levels(4, 0.05, lambda level: pvalues <= level)
    assert levels == pytest.approx([0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3])
    assert stepped_levels(0, 0.05, lambda level: pvalues[:0] <= level).tolist() == []
