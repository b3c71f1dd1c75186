"""The paired bootstrap test against the plain function, on the resamples of the differences."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods.differences import Differences
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP, bootstrapped
from trueness.statistics.agreement.significance import paired_bootstrap_pvalues, paired_bootstrap_test

KEYS = [("system", "pearson"), ("input", "kendall")]


@pytest.mark.parametrize("over", PAIRED_BOOTSTRAP.overs)
def test_it_is_the_plain_function(arrays, over):
    found = PAIRED_BOOTSTRAP.findings(
        Differences(arrays, [(0, 1)], KEYS, resamples=99, seed=4), over, KEYS[:1]
    )
    assert list(found) == [(KEYS[0], (0, 1))]
    expected = paired_bootstrap_test(
        *arrays.metrics[:2], arrays.human, "system", "pearson", resamples=99, rng=4, over=over
    )
    assert found[KEYS[0], (0, 1)].two_sided == expected.pvalue


def test_undefined_resamples_are_counted():
    values = np.array([0.1, np.nan, 0.3, -0.2])
    found = bootstrapped(values, 0.1)
    assert (found.undefined, found.resamples) == (1, 4)
    assert found.greater == paired_bootstrap_pvalues(values, 0.1).greater


def test_an_interval_over_the_same_does_not_disagree():
    assert PAIRED_BOOTSTRAP.disagreement("both", "both") == ""
    assert PAIRED_BOOTSTRAP.disagreement("systems", "both") == "{resampled}"
