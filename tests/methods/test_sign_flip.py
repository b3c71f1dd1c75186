"""The sign-flip test against the plain function."""

from __future__ import annotations

import pytest

from trueness.methods.differences import Differences
from trueness.methods.sign_flip import SIGN_FLIP
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test

PAIRS = [(0, 1), (0, 2)]
KEYS = [("system", "pearson"), ("input", "pearson")]


@pytest.mark.parametrize("over", SIGN_FLIP.overs)
def test_it_is_the_plain_function(arrays, over):
    given = Differences(arrays, PAIRS, KEYS, resamples=99, seed=2)
    found = SIGN_FLIP.findings(given, over, KEYS)
    expected = sign_flip_test(arrays, PAIRS, over, ("system", "input"), ("pearson",), resamples=99, seed=2)
    assert [found[key, pair].two_sided for key in KEYS for pair in PAIRS] == [
        expected[key].two_sided[p] for key in KEYS for p in range(2)
    ]
    assert {one.resamples for one in found.values()} == {99}


def test_coefficients_about_pairs_have_no_contributions():
    assert SIGN_FLIP.exists("system", "pearson", "inputs")
    assert not SIGN_FLIP.exists("system", "gap_tau:high=0.3", "systems")
    assert not SIGN_FLIP.exists("system", "pearson", "both")
