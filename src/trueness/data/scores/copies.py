"""Scores that are others again: on another scale, or as the mean of the annotators given beside them."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import FloatArray, ScoreTable

COPY = 1 - 1e-9
"""From this correlation on, up to rounding, scores are others on another scale."""

FEWEST_DIFFERENT, FEWEST_GRADED, FEWEST_CALLED = 6, 50, 200
"""So many outputs with a score of their own, with one of three or more grades, with one of two labels make chance no
explanation of scores that equal others."""

MOST_DECIMALS = 6
"""Means that are written with more are compared as they are."""

LOOKED_AT = 200
"""So many outputs are looked at before all are."""


def is_copy(table: ScoreTable, name: str, other: str) -> bool:
    """Return whether scores are another scorer's, up to scale and sign, on all outputs that both score.

    A judge that is right throughout a few outputs is no copy: with two labels there have to be `FEWEST_CALLED` outputs,
    with more grades `FEWEST_GRADED`, and where most outputs have a score of their own `FEWEST_DIFFERENT`.

    Parameters
    ----------
    table : ScoreTable
    name, other : str
    """
    x, z = _both(table.matrix(name), table.matrix(other))
    return _enough(z) and _on_a_line(x, z)


def annotators_means(table: ScoreTable) -> dict[str, str]:
    """Return the scorers without a role that are the mean of annotators in the table, each with the score of these.

    The mean may be rounded to some decimals, or on another scale. Whole numbers have to be the mean itself.

    Parameters
    ----------
    table : ScoreTable
    """
    people = {
        name: given.mean()
        for name, given in table.annotations.items()
        if len(given.annotators) > 1 and table.scorer(name).role == "human" and not table.scorer(name).nominal
    }
    return {
        one.name: human
        for one in table.scorers
        if people and one.role is None and one.name not in table.annotations
        for human in [_mean_of(table.matrix(one.name), people)]
        if human is not None
    }


def _mean_of(scores: FloatArray, people: dict[str, FloatArray]) -> str | None:
    for human, mean in people.items():
        x, z = _both(scores, mean)
        few = slice(None, None, max(1, len(x) // LOOKED_AT))  # tells most others apart in no time
        if len(x) and all(_alike(x[some], z[some]) for some in (few, slice(None))) and _enough(z):
            return human
    return None


def _alike(x: FloatArray, z: FloatArray) -> bool:
    return _on_a_line(x, z) or _rounded(x, z) or bool(np.array_equal(x, z))


def _both(one: FloatArray, two: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the scores of the outputs that have both."""
    x, z = one.ravel(), two.ravel()
    known = ~np.isnan(x) & ~np.isnan(z)
    return (x, z) if known.all() else (x[known], z[known])


def _enough(z: FloatArray) -> bool:
    """Return whether so many outputs are scored that chance does not explain a copy."""
    if len(z) < FEWEST_DIFFERENT:
        return False
    different = len(np.unique(z))
    fewest = FEWEST_CALLED if different < 3 else FEWEST_GRADED
    return different > 1 and (2 * different > len(z) or len(z) >= fewest)


def _on_a_line(x: FloatArray, z: FloatArray) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        of_x, of_z = x - x.mean(), z - z.mean()
        size = np.sqrt(np.sum(of_x * of_x) * np.sum(of_z * of_z))
        alike = abs(np.sum(of_x * of_z))
    return bool(size > 0 and np.isfinite(size) and alike >= COPY * size)


def _rounded(x: FloatArray, z: FloatArray) -> bool:
    """Return whether scores with one decimal or more are others, rounded to these."""
    for decimals in range(MOST_DECIMALS + 1):
        unit = 10.0**-decimals
        if np.allclose(x, np.round(x, decimals), rtol=0, atol=1e-9):
            return decimals > 0 and bool(np.all(np.abs(x - z) <= unit / 2 + 1e-9))
    return False
