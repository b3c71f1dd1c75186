"""The correlation of the best is quoted where little of it is luck."""

import math

import pytest

from trueness.decisions.quote_best import quote_best

HERE = {"applies_to": "other systems", "coefficient": "pearson", "confidence": 0.95}


@pytest.mark.parametrize(
    ("middle", "units", "answer", "reason"),
    [
        (0.88, 16, "yes", "luck"),
        (0.80, 16, "no", "luck"),
        (0.88, 7, "cannot_tell", "units"),
        (math.nan, 16, "cannot_tell", "luck"),
    ],
)
def test_what_decides(middle, units, answer, reason):
    found = quote_best("a", 0.9, (middle, 0.6, 0.95), units=units, **HERE)
    assert (found.answer, found.reason) == (answer, reason)
    reached = found.of("elsewhere")
    assert (reached.low, reached.high, reached.bar) == (0.6, 0.95, -1.0)  # no correlation falls short of it
    assert found.promise.startswith("In 95%")
