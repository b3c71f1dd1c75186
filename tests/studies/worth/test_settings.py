"""Settings of the worth of differences."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.worth.settings import WorthSettings


def test_defaults():
    settings = WorthSettings.of()
    assert (settings.difference, settings.curve, settings.human_ties) == (None, "logistic", "exclude")
    assert settings.resamples == 999
    assert settings.tie_calibration == "none"


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf")])
def test_a_difference_is_a_positive_size(wrong):
    with pytest.raises(ArgumentError, match="`difference` must be positive and finite"):
        WorthSettings.of(difference=wrong)


def test_other_words_are_refused():
    with pytest.raises(ArgumentError, match="curve"):
        WorthSettings.of(curve="probit")
    with pytest.raises(ArgumentError, match="human_ties"):
        WorthSettings.of(human_ties="drop")
