"""A corrected correlation may be quoted where it has an interval, and is not beyond 1."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.quote_without_noise import quote_without_noise

NAN = math.nan


@pytest.mark.parametrize(
    ("corrected", "uncapped", "units", "answer", "reason"),
    [
        ((0.8, 0.2, 0.9), 0.8, 6, "yes", "uncapped"),
        ((-0.8, -1.0, -0.2), -0.8, 6, "yes", "uncapped"),
        ((1.0, 0.5, 1.0), 1.01, 16, "no", "uncapped"),
        ((-1.0, -1.0, -0.5), -1.01, 16, "no", "uncapped"),
        ((0.8, NAN, NAN), 0.8, 16, "cannot_tell", "corrected"),
        ((NAN, NAN, NAN), NAN, 16, "cannot_tell", "uncapped"),
        ((0.8, 0.2, 0.9), 0.8, 5, "cannot_tell", "units"),
    ],
)
def test_answers(corrected, uncapped, units, answer, reason):
    found = quote_without_noise(
        "bleu",
        corrected,
        uncapped=uncapped,
        units=units,
        applies_to="other systems",
        level="system",
        coefficient="pearson",
        confidence=0.9,
    )
    assert (found.answer, found.reason, found.about) == (answer, reason, "bleu")
    assert found.promise.startswith("In 90% of studies")
