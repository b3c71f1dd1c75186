"""Scores of a size that double precision can compute with; others are refused, since results would be wrong."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ties import LARGEST_WHOLE

LARGEST = 1e100
"""Scores are squared and summed: beyond this size that would overflow."""

SMALLEST = 1e-100
"""Below this size the squares of scores are zero."""

FEWEST_STEPS = 100
"""A range of fewer neighbouring numbers was rounded too coarsely: ties appear that were none."""


def check_sizes(table: ScoreTable, names: Iterable[str]) -> None:
    """Check that scores are of a size that correlations and differences can be computed of.

    Parameters
    ----------
    table : ScoreTable
    names : iterable of str
        The scorers used.

    Raises
    ------
    DataError
        If a score is larger than `LARGEST`, all are smaller than `SMALLEST` and not zero, or all are so large and so
        near to each other that reading them rounded them to fewer than `FEWEST_STEPS` different numbers.
    """
    for name in names:
        scores = table.matrix(name)
        present = scores[~np.isnan(scores)]
        if not present.size:
            continue
        largest = float(np.abs(present).max())
        if largest > LARGEST:
            raise DataError(
                f"scorer '{name}' has scores larger than {LARGEST:g}, whose squares are infinite: every correlation "
                "would be undefined. Divide them by a constant."
            )
        if 0 < largest < SMALLEST:
            raise DataError(
                f"all scores of '{name}' are below {SMALLEST:g}: their squares are zero to a computer, "
                "and correlations wrong. Multiply them by a constant."
            )
        _check_steps(name, present, largest)


def _check_steps(name: str, present: FloatArray, largest: float) -> None:
    if largest <= LARGEST_WHOLE and np.all(present == np.rint(present)):
        return
    step, spread = float(np.spacing(largest)), float(np.ptp(present))
    if 0 < spread < FEWEST_STEPS * step:
        raise DataError(
            f"scores of '{name}' are as large as {largest:.3g} and differ by no more than {spread:.3g}, "
            f"but a computer has only every {step:.2g} there. Ties and correlations are lost to "
            "rounding. Subtract from all of them, where they are written, what they have in common."
        )
