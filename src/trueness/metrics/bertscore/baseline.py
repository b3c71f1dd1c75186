"""What BERTScore gives for unrelated texts, by which scores are rescaled: a file in the form of bert_score."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from trueness.data.files.open_file import lines_of, open_text
from trueness.errors import FormatError
from trueness.metrics.metric import FloatArray

_REMEDY = "A file of baselines is one of bert_score's rescale_baseline: a first line LAYER,P,R,F, then one for a layer."


def read_baseline(path: str | Path, layer: int) -> FloatArray:
    """Return the baselines of precision, recall and F of a layer.

    Parameters
    ----------
    path : str or Path
        A file of bert_score's ``rescale_baseline``.
    layer : int

    Raises
    ------
    FormatError
        If it is not such a file, or has not that layer.
    """
    with open_text(path) as text:
        rows = list(csv.reader(lines_of(text, path)))
    if not rows or [name.strip().upper() for name in rows[0]] != ["LAYER", "P", "R", "F"]:
        raise FormatError("the first line must be LAYER,P,R,F.", path=str(path), row=1, remedy=_REMEDY)
    for number, row in enumerate(rows[1:], 2):
        try:
            given, *values = map(float, row)
        except ValueError:
            raise FormatError(
                "every value must be a number.", path=str(path), row=number, remedy=_REMEDY
            ) from None
        if given == layer:
            found = np.array(values)
            if found.shape != (3,) or not (found < 1).all():
                raise FormatError(
                    "three numbers below 1 are needed.", path=str(path), row=number, remedy=_REMEDY
                )
            return found
    raise FormatError(f"the line of layer {layer} is missing.", path=str(path), remedy=_REMEDY)
