"""The texts of the pocket benchmark, which comes with the package."""

from __future__ import annotations

from trueness.data.texts import Texts
from trueness.data.texts_from_rows import texts_from_rows


def pocket_texts() -> Texts:
    """Return the outputs of the pocket benchmark with articles, references, coverage and redundancy."""
    from trueness.data.pocket import load_pocket_texts

    return texts_from_rows(load_pocket_texts(), name="pocket", lower_is_better=("redundancy",))
