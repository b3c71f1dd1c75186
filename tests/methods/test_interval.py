"""What all intervals share, and none."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.fisher_interval import FISHER
from trueness.methods.interval import NO_INTERVAL


def test_no_interval_is_undefined_throughout(arrays):
    found = NO_INTERVAL.limits(Correlations(arrays, [("system", "pearson")]), "both")
    assert len(found["system", "pearson"]) == 3
    assert np.isnan(found["system", "pearson"]).all()


def test_one_that_rests_on_no_samples_refuses_them():
    with pytest.raises(UnsupportedMethodError, match="Fisher's interval does not rest on resamples"):
        FISHER.of_samples(np.ones(3), 0.5, (), 0.95)
