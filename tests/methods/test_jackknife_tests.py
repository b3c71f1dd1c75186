"""The jackknife t test against the plain function, and the two-way one against its formula."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from trueness.methods.differences import Differences
from trueness.methods.jackknife_tests import JACKKNIFE, TWO_WAY_JACKKNIFE
from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.pseudo_values import pair_pseudo_values

PAIRS = [(0, 1), (1, 2)]
KEYS = [("system", "pearson"), ("input", "kendall")]


@pytest.mark.parametrize("over", JACKKNIFE.overs)
def test_it_is_the_plain_function(arrays, over):
    found = JACKKNIFE.findings(Differences(arrays, PAIRS, KEYS), over, KEYS)
    for level, name in KEYS:
        expected = jackknife_test(arrays, PAIRS, over, (level,), (name,))[level, name]
        for p, pair in enumerate(PAIRS):
            assert found[(level, name), pair].two_sided == expected.two_sided[p]


def test_two_ways_add_their_variances(arrays):
    found = TWO_WAY_JACKKNIFE.findings(Differences(arrays, PAIRS, KEYS), "both", KEYS)
    for key in KEYS:
        systems, inputs = (
            pair_pseudo_values(arrays, PAIRS, over, key[:1], key[1:])[key][0].values
            for over in ("systems", "inputs")
        )
        for p, pair in enumerate(PAIRS):
            variance = systems[:, p].var(ddof=1) / 9 + inputs[:, p].var(ddof=1) / 8
            statistic = systems[:, p].mean() / np.sqrt(variance)
            assert found[key, pair].greater == pytest.approx(t.sf(statistic, 8))
            assert found[key, pair].two_sided == pytest.approx(2 * t.sf(abs(statistic), 8))
