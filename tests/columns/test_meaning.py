"""What a column means, and what stands at its head."""

from __future__ import annotations

from trueness.columns.meaning import Meaning


def test_what_is_left_empty_is_the_other_ones():
    shared = Meaning("The agreement.", "Correlation")
    assert Meaning("Later minus earlier.").instead_of(shared) == Meaning(
        "Later minus earlier.", "Correlation"
    )
    assert Meaning(heading="Change").instead_of(shared) == Meaning("The agreement.", "Change")
    assert Meaning("Of a judge.", "Judge").instead_of(shared) == Meaning("Of a judge.", "Judge")
