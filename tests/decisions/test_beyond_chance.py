"""What guesses may reach as well is never shown to agree with people."""

import pytest

from trueness.decisions.beyond_chance import beyond_chance
from trueness.decisions.decision import Ground


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.51, 0.6, "yes"),
        (0.50, 0.6, "cannot_tell"),
        (0.4, 0.6, "cannot_tell"),
        (0.4, 0.50, "no"),
        (float("nan"), float("nan"), "cannot_tell"),
    ],
)
def test_the_whole_interval_has_to_lie_above_chance(low, high, answer):
    agreement = Ground(measure="agreement", estimate=0.5, low=low, high=high, bar=0.5, side="above")
    found = beyond_chance(agreement, applies_to="other inputs", about="j", broken=0.05)
    assert (found.rule, found.answer, found.about, found.bar) == ("beyond_chance", answer, "j", 0.5)
    assert found.promise == "In 95% of studies one that guesses gets no yes."
