"""A difference may be relied on where people agree often enough, for sure."""

import pytest

from trueness.decisions.people_prefer import people_prefer


@pytest.mark.parametrize(
    ("low", "high", "systems", "alike", "answer", "reason"),
    [
        (0.82, 0.95, 16, 0, "yes", "share"),
        (0.70, 0.95, 16, 0, "cannot_tell", "share"),
        (0.50, 0.79, 16, 0, "no", "share"),
        (0.82, 0.95, 9, 0, "cannot_tell", "systems"),
        (0.82, 0.95, 16, 2, "cannot_tell", "systems_alike"),
    ],
)
def test_what_decides(low, high, systems, alike, answer, reason):
    found = people_prefer(
        "bleu",
        ((low + high) / 2, low, high),
        facet="systems",
        systems=systems,
        alike=alike,
        applies_to="other systems of these kinds",
        confidence=0.95,
    )
    assert (found.answer, found.reason, found.about, found.facet) == (answer, reason, "bleu", "systems")
    assert found.promise.startswith("In 97.5%")
