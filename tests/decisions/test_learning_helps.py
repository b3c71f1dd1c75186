"""Learning helps where the gain is shown, and of other systems only where these are independent."""

import pytest

from trueness.decisions.learning_helps import learning_helps


@pytest.mark.parametrize(
    ("gain", "pvalue", "systems", "alike", "answer"),
    [
        ((0.1, 0.05, 0.15), 0.01, None, 0, "yes"),
        ((0.1, 0.05, 0.15), 0.20, None, 0, "cannot_tell"),
        ((-0.1, -0.15, -0.05), 0.01, None, 0, "no"),
        ((0.1, -0.05, 0.25), 0.01, None, 0, "cannot_tell"),
        ((0.1, 0.05, 0.15), 0.01, 16, 0, "yes"),
        ((0.1, 0.05, 0.15), 0.01, 9, 0, "cannot_tell"),
        ((0.1, 0.05, 0.15), 0.01, 16, 1, "cannot_tell"),
        ((0.1, 0.05, 0.15), 0.01, None, 1, "yes"),  # other inputs of these systems
    ],
)
def test_what_decides(gain, pvalue, systems, alike, answer):
    found = learning_helps(
        "ridge",
        "quality",
        gain,
        pvalue,
        systems=systems,
        alike=alike,
        applies_to="somewhere",
        alpha=0.05,
        level="global",
        coefficient="spearman",
    )
    assert (found.answer, found.facet) == (answer, "quality")
    shown = found.of("gain")
    assert (shown.estimate, shown.low, shown.high) == gain
