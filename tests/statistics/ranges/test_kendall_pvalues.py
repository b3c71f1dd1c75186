"""P-values of single correlations, against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from trueness.statistics.ranges.binned_taus import ScorePairs, binned_taus, members
from trueness.statistics.ranges.kendall_pvalues import kendall_pvalues
from trueness.statistics.ranges.output_levels import output_levels


@pytest.mark.parametrize("digits", [1, 9])
@pytest.mark.parametrize("outputs", [9, 60])
def test_they_are_scipys_with_and_without_ties(outputs, digits):
    rng = np.random.default_rng(outputs)
    scores = np.round(rng.normal(size=(3, outputs, 5)) + rng.normal(size=(outputs, 5)), digits)
    bins, pairs = output_levels(scores, bins=2).bins, ScorePairs.among(3)
    found = binned_taus(scores, bins, 2, pairs)
    pvalues = kendall_pvalues(found, scores, bins, 2, pairs)
    for j in range(5):
        for r, inside in enumerate(members(bins[:, j], 2)):
            for c, (a, b) in enumerate(zip(*pairs, strict=True)):
                if inside.sum() < 3:
                    assert np.isnan(pvalues[r, c, j])
                    continue
                expected = kendalltau(scores[a, inside, j], scores[b, inside, j]).pvalue
                np.testing.assert_allclose(pvalues[r, c, j], expected, rtol=1e-9)


def test_no_order_of_three_outputs_is_significant():
    scores = np.array([[1.0, 2, 3], [1, 2, 3]])[:, :, None]
    bins, pairs = np.zeros((3, 1), dtype=np.intp), ScorePairs.among(2)
    pvalues = kendall_pvalues(binned_taus(scores, bins, 1, pairs), scores, bins, 1, pairs)
    assert pvalues[0, 0, 0] == pytest.approx(2 / 6)  # two of six orders are as extreme
