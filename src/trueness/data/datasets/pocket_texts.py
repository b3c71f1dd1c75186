"""The texts of the pocket benchmark, which comes with the package."""

from __future__ import annotations

import dataclasses

from trueness.data.texts import Texts
from trueness.data.texts_from_rows import texts_from_rows

NOTE = (
    "a small teaching benchmark, no evidence about metrics: coverage and redundancy are computed from an annotation of "
    "the texts by their own author, no one read the outputs (docs/pocket.md)"
)


def pocket_texts() -> Texts:
    """Return the outputs of the pocket benchmark with articles, references, coverage and redundancy."""
    from trueness.data.pocket import load_pocket_texts

    texts = texts_from_rows(load_pocket_texts(), name="pocket", lower_is_better=("redundancy",))
    return dataclasses.replace(texts, notes=(*texts.notes, NOTE))
