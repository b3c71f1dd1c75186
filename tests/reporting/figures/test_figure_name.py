from __future__ import annotations

from trueness.reporting.figures.figure import figure_name


def test_only_letters_digits_and_hyphens():
    assert (
        figure_name("margin-curve", "gap_tau:low=0.1,high=0.3", "per_system")
        == "margin-curve-gap-tau-low-0-1-high-0-3-per-system"
    )
    assert figure_name("A", " b ") == "a-b"
