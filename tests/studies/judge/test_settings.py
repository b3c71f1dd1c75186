from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.judge.settings import JudgeSettings


def test_defaults_and_what_is_given():
    settings = JudgeSettings.of(rng=4, scale=None, bins=5)
    assert (settings.seed, settings.scale, settings.bins, settings.lam) == (4, "auto", 5, "optimal")
    assert JudgeSettings(**settings.to_dict()) == settings
    assert JudgeSettings.of(rng=1, lam=0).lam == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"scale": "log"}, "`scale`"),
        ({"bins": 0}, "`bins`"),
        ({"lam": -0.1}, "`lam` must be 'optimal' or lie between 0 and 1"),
        ({"lam": "all"}, "`lam`"),
        ({"interval": "none"}, "`interval`"),
        ({"threshold": float("nan")}, "`threshold` must be a number"),
        ({"demonstration": 0}, "`demonstration`"),
        ({"confidence": 1}, "`confidence`"),
        ({"resamples": 0}, "`resamples`"),
        ({"resamples": 10**8}, "at most"),
        ({"seed": -1}, "`seed`"),
    ],
)
def test_values_that_are_not_allowed(given, message):
    with pytest.raises(ArgumentError, match=message):
        JudgeSettings(**given)
