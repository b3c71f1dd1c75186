from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.studies.judge.hidden_labels import hidden_labels


@given(st.integers(0, 10**9), st.floats(0.01, 0.99), st.integers(2, 40))
def test_each_system_keeps_its_share(seed, share, n):
    human = np.arange(3.0 * n).reshape(3, n)
    human[2, : n - 2] = np.nan
    found = hidden_labels(human, share, seed)
    kept = ~np.isnan(found)
    assert kept[:2].sum(axis=1).tolist() == [max(2, round(share * n))] * 2
    assert kept[2].sum() == 2
    np.testing.assert_array_equal(found[kept], human[kept])
    np.testing.assert_array_equal(found, hidden_labels(human, share, seed))


def test_every_output_is_kept_equally_often():
    human = np.zeros((2, 10))
    kept = sum((~np.isnan(hidden_labels(human, 0.3, seed))).astype(int) for seed in range(2000))
    assert np.all(np.abs(kept / 2000 - 0.3) < 0.05)  # five standard errors
    both = [~np.isnan(hidden_labels(human, 0.3, seed)) for seed in range(2000)]
    together = np.mean([one[0, 0] & one[1, 0] for one in both])
    assert together == pytest.approx(0.09, abs=0.035)  # systems are drawn apart


def test_refusals():
    with pytest.raises(ArgumentError, match="`share`"):
        hidden_labels(np.zeros((1, 2)), 1.0, 1)
    with pytest.raises(ArgumentError, match="`seed`"):
        hidden_labels(np.zeros((1, 2)), 0.5, -1)
    assert hidden_labels(np.zeros((1, 0)), 0.5, 1).shape == (1, 0)
