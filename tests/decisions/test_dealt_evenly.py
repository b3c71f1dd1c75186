"""Strictness that moves systems apart leaves a question open, and so does strictness that nobody knows."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.dealt_evenly import ANNOTATORS_APART, MOST_SHIFT, dealt_evenly
from trueness.decisions.decision import Rule

RULE = Rule(name="any", question="Is it?", promise="In {share} of studies.", broken=0.05, needs="", source="")


@pytest.mark.parametrize(
    ("shift", "met"),
    [(0.0, "yes"), (MOST_SHIFT, "yes"), (0.51, "no"), (math.inf, "no"), (math.nan, "cannot_tell")],
)
def test_half_a_standard_error_is_the_most(shift, met):
    need = dealt_evenly(shift)
    assert (need.measure, need.answer, need.need) == (ANNOTATORS_APART, met, True)
    found = RULE.decide([need], applies_to="other inputs")
    assert found.answer == ("yes" if met == "yes" else "cannot_tell")
    assert found.reason == ANNOTATORS_APART
