"""The first of a pair is better, worse or not separated, in the direction that was looked for."""

import math

import pytest

from trueness.decisions.differs import pair_verdict


@pytest.mark.parametrize(
    ("difference", "pvalue", "alternative", "verdict"),
    [
        (0.1, 0.05, "two-sided", "better"),
        (-0.1, 0.05, "two-sided", "worse"),
        (0.1, 0.051, "two-sided", "not separated"),
        (-0.1, 0.01, "greater", "not separated"),
        (0.1, 0.01, "greater", "better"),
        (0.1, 0.01, "less", "not separated"),
        (-0.1, 0.01, "less", "worse"),
        (0.0, 0.01, "greater", "not separated"),
        (0.0, 0.01, "two-sided", "not separated"),
        (math.nan, 0.01, "two-sided", "undefined"),
        (0.1, math.nan, "two-sided", "undefined"),
    ],
)
def test_verdicts(difference, pvalue, alternative, verdict):
    assert pair_verdict(difference, pvalue, 0.05, alternative) == verdict
