"""How many outputs settle a question: a narrow range, else the number at the estimate, else that it is far."""

from __future__ import annotations

import math

import pytest

from trueness.statistics.judging.labels_to_settle import LabelsToSettle
from trueness.study.settled_words import takes_to_settle


@pytest.mark.parametrize(
    ("needed", "said"),
    [
        (LabelsToSettle(120, 333, 1111), "likely takes 120 to 1,200 to settle it"),
        (
            LabelsToSettle(120, 333, math.inf),
            "takes about 340 to settle it if the estimate is right, and 120 at least",
        ),
        (LabelsToSettle(80, 333, math.inf), "takes about 340 to settle it if the estimate is right"),
        (
            LabelsToSettle(80, math.inf, math.inf),
            "takes far more to settle it: the estimate is close to what is asked",
        ),
        (
            LabelsToSettle(80, 10_001, math.inf),
            "takes far more to settle it: the estimate is close to what is asked",
        ),
    ],
)
def test_numbers_are_said_as_far_as_they_are_known(needed, said):
    assert takes_to_settle(needed, 100) == said
