"""Columns of labels that come one after another."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

COLUMNS = {
    "settled_after": Meaning("After how many labels it was settled; None while it is not."),
    "more_low": Meaning(
        "Between which numbers of further labels it is likely settled, in 80% of the truths that labels may come from; "
        "None where no number is enough.",
        "More labels",
    ),
    "n_left_out": Meaning("Labels of inputs of which another output counts.", "Not counted"),
    "n_waiting": Meaning("Outputs that were drawn and wait for a label, or for one before them."),
    "n_pool": Meaning("Outputs that may be drawn, or were."),
    "turn": Meaning("When the output was drawn."),
    "drawn_with": Meaning(
        "With which chance, given all draws before, one was drawn that judges label like this one."
    ),
}
