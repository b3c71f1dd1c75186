"""Labels that no lot would draw leave a question open, whichever judge shows it."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.decision import Rule
from trueness.decisions.labels_by_lot import BY_CHANCE, LABELS_BY_LOT, labels_by_lot

RULE = Rule(name="any", question="Is it?", promise="In {share} of studies.", broken=0.05, needs="", source="")


@pytest.mark.parametrize(
    ("pvalues", "answer"),
    [
        ([BY_CHANCE], "yes"),
        ([BY_CHANCE / 2], "cannot_tell"),
        ([BY_CHANCE / 2, 0.5], "yes"),  # one of two judges is that far more often
        ([math.nan, BY_CHANCE / 2], "cannot_tell"),
    ],
)
def test_nothing_is_told_of_labels_that_no_lot_draws(pvalues, answer):
    (need,) = labels_by_lot(pvalues)
    assert (need.measure, need.need) == (LABELS_BY_LOT, True)
    assert RULE.decide([need], applies_to="other inputs").answer == answer


def test_scores_that_can_show_no_choice_ask_for_nothing():
    assert labels_by_lot([]) == labels_by_lot([math.nan]) == ()
