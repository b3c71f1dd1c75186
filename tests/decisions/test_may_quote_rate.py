"""A rate may be quoted where the whole interval of its bias lies within the margin."""

import math

import pytest

from trueness.decisions.may_quote_rate import may_quote_rate


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (-0.05, 0.05, "yes"),
        (-0.06, 0.01, "cannot_tell"),
        (0.06, 0.1, "no"),
        (-0.1, -0.06, "no"),
        (math.nan, math.nan, "cannot_tell"),
    ],
)
def test_the_whole_interval_lies_within(low, high, answer):
    found = may_quote_rate(
        measure="rate_bias",
        estimate=(low + high) / 2,
        low=low,
        high=high,
        margin=0.05,
        n_outputs=100,
        applies_to="other inputs",
        about="judge",
    )
    assert (found.answer, found.reason, found.bar, found.side) == (answer, "rate_bias", 0.05, "within")
    assert found.promise.startswith("In 97.5% of studies")
