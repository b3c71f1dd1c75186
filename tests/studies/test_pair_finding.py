"""What a test says about a pair reaches the rows of both directions."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.pair_finding import PairFinding
from trueness.studies.pairwise import pairwise_tests
from trueness.studies.settings import Settings


def test_it_is_frozen():
    found = PairFinding(np.nan, 0.1, 0.9, 0.2, 0, 99, exact=False, low=-0.1, high=0.3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.low = 0.0


def test_both_directions_of_a_pair_mirror_each_other():
    rng = np.random.default_rng(1)
    arrays = ScoreArrays.of(rng.normal(size=(2, 5, 6)), rng.normal(size=(5, 6)), ("a", "b"))
    settings = Settings(
        coefficients=("acc_eq", "spa"), alternative="greater", correction="none", resamples=99, beside=()
    )
    rows = {(row.coefficient, row.metric): row for row in pairwise_tests(arrays, settings)}
    for coefficient in ("acc_eq", "spa"):
        one, other = rows[coefficient, "a"], rows[coefficient, "b"]
        assert one.estimate == -other.estimate
        assert (one.low, one.high) == (-other.high, -other.low)
        assert (one.pvalue_greater, one.pvalue_less) == (other.pvalue_less, other.pvalue_greater)
