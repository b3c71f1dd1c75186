"""Texts of an export, with inputs called by the ids that scores use."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from trueness.data.layouts.export_ids import place_of_ids
from trueness.data.texts.texts import Texts


def called_as(texts: Texts, inputs: Collection[str]) -> Texts:
    """Return texts as they are, or with inputs called by another of their ids if more of the names given are such.

    Parameters
    ----------
    texts : Texts
    inputs : collection of str
        What scores call inputs.
    """
    place = place_of_ids(inputs, texts.inputs, [texts.other_ids]) if texts.other_ids else ""
    if not place:
        return texts
    ids = texts.other_ids[place]
    rows = tuple(dataclasses.replace(row, input=ids[row.input]) for row in texts.rows)
    return dataclasses.replace(
        texts, rows=rows, notes=(*texts.notes, f"inputs are called by their '{place}'"), other_ids={}
    )
