"""Fisher's interval of metrics against the formula, and what speaks against it."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.fisher_interval import FISHER
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.fisher import fisher, fisher_warnings


def test_limits_are_the_formula_with_as_many_units(arrays):
    keys = [("system", "pearson"), ("input", "kendall"), ("global", "spearman"), ("system", "gamma")]
    shared = [~np.isnan(metric + arrays.human) for metric in arrays.metrics]
    found = FISHER.limits(Correlations(arrays, keys, confidence=0.9), "both")
    for level, name in keys[:3]:
        for k, interval in enumerate(found[level, name]):
            estimate = correlate(arrays.metrics[k], arrays.human, level, name).estimate
            n = shared[k].sum() if level == "global" else 9
            assert interval == pytest.approx(tuple(fisher(estimate, n, name, 0.9)))
    assert np.isnan(found["system", "gamma"]).all()


def test_differences_have_none(arrays):
    assert FISHER.of_differences(Differences(arrays, [(0, 1)], [("system", "pearson")]), "both") == {}


def test_what_is_cited_and_doubted():
    assert FISHER.sources(["pearson", "gamma"]) == ("fisher-1921-probable",)
    assert FISHER.sources(["kendall"])[1:] == ("bonett-wright-2000-sample",)
    assert FISHER.doubts(0.97, 5, "kendall") == tuple(fisher_warnings(0.97, 5, "kendall")) != ()
    assert FISHER.doubts(0.97, 5, "gamma") == ()
