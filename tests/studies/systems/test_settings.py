"""Settings of a comparison of systems: defaults, and what is refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.registry import SYSTEM_TESTS
from trueness.studies.systems.settings import SystemSettings


def test_defaults_and_what_is_left_out():
    settings = SystemSettings.of(rng=3, test=None, alpha=None)
    assert settings == SystemSettings(seed=3)
    assert (settings.test, settings.correction, settings.zeros) == ("permutation", "holm", "pratt")
    assert SystemSettings.of(rng=1, correction="benjamini-yekutieli").correction == "by"


def test_which_tests_draw():
    drawn = {test: SystemSettings(test=test).resampled for test in SYSTEM_TESTS}
    assert drawn == {"permutation": True, "bootstrap": True, "t": False, "wilcoxon": False, "rank_sum": False}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"test": "williams"}, "`test` must be one of 'permutation'"),
        ({"aggregate": "sum"}, "`aggregate`"),
        ({"zeros": "zsplit"}, "`zeros`"),
        ({"alternative": "both"}, "`alternative`"),
        ({"correction": "holms"}, "`correction` must be one of .* Did you mean 'holm'"),
        ({"alpha": 5}, "`alpha`"),
        ({"confidence": 95}, "`confidence`"),
        ({"resamples": 0}, "`resamples`"),
        ({"resamples": 10**9}, "at most 10,000,000"),
        ({"seed": -1}, "`seed`"),
        ({"missing": "fill"}, "`missing`"),
        ({"means": "some"}, "`means`"),
    ],
)
def test_values_outside_are_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        SystemSettings(**given)


def test_medians_are_not_for_the_t_test():
    with pytest.raises(UnsupportedMethodError, match=r"means\. For medians use"):
        SystemSettings(test="t", aggregate="median")
    assert SystemSettings(test="wilcoxon", aggregate="median").aggregate == "median"
