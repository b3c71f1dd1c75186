"""Three correlations: rounding is forgiven, contradiction is not."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.correlation_triple import check_triple


def test_holds_the_determinant_of_the_matrix():
    triple = check_triple(0.3, 0.4, 0.5, 100)
    assert triple.determinant == pytest.approx(np.linalg.det([[1, 0.3, 0.4], [0.3, 1, 0.5], [0.4, 0.5, 1]]))
    assert bool(triple.defined)
    assert not triple.identical


def test_rounding_is_forgiven():
    triple = check_triple(1 + 1e-15, 1 - 1e-14, 1 - 1e-13, 10)
    assert (triple.r12, triple.r13, triple.r23, triple.determinant) == (1, 1, 1, 0)
    assert bool(triple.identical)
    # With r23 short of 1 by d, the others may differ by sqrt(2d): taking r23 for 1 must not refuse that.
    short = 1e-12
    apart = check_triple(0.5, 0.5 + 0.9 * np.sqrt(2 * short * 0.75), 1 - short, 10)
    assert (apart.determinant, apart.r23) == (0, 1)


@pytest.mark.parametrize(
    "correlations", [(0.9, -0.9, 0.9), (0.6, 0.59, 1.0), (1.0, 0.5, 0.6), (-0.8, -0.8, -0.8)]
)
def test_contradiction_is_refused(correlations):
    with pytest.raises(ArgumentError, match="Compute all three on the complete cases"):
        check_triple(*correlations, 10)


def test_the_first_contradiction_is_named():
    with pytest.raises(ArgumentError, match=r"= 0\.6, 0\.59, 1 are impossible"):
        check_triple([0.3, 0.6, 0.9], [0.4, 0.59, -0.9], [0.5, 1.0, 0.9], 10)


def test_nan_is_undefined_but_no_contradiction():
    triple = check_triple([0.9, np.nan, 0.5], [np.nan, -0.9, 0.4], [0.9, 0.9, 0.3], [10, 10, 3])
    assert not triple.defined.any()
