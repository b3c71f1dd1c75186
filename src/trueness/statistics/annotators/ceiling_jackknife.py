"""The two-way jackknife of correlations that are averaged over the annotators held out.

The mean over annotators, with the human scores those of the others, of a metric's correlation is one statistic of the
systems and inputs; so is that of the annotators' own. Without a unit it is the mean of the correlations without it, and
so it is without two, far ones (`far_units`) among them. What follows from these is what follows for one correlation
(`two_way_jackknife`). Units are those that anybody rated; an annotator's correlation does not change without one that
this annotator did not rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.jackknife.replicates import Replicates, beside
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


def all_units(tables: Sequence[ScoreArrays], people: FloatArray | None = None) -> CellGroup:
    """Return the outputs on which anything is correlated.

    Parameters
    ----------
    tables : sequence of ScoreArrays
        One per annotator held out, for example (see `human_ceiling.held_out_arrays`).
    people : array of shape (A, N, M), optional
        Ratings that are correlated pair by pair.
    """
    cells = np.zeros(tables[0].human.shape, dtype=bool)
    if people is not None:
        cells |= np.sum(~np.isnan(people), axis=0) > 1
    for arrays in tables:
        for group in arrays.single_groups():
            cells |= group.cells
    return CellGroup((), cells, cells, cells)


def same_units(group: CellGroup, units: CellGroup) -> bool:
    """Return whether a group has outputs of all systems and inputs that any has."""
    return all(np.array_equal(group.cells.any(axis=a), units.cells.any(axis=a)) for a in (0, 1))


def scorer_replicates(
    arrays: ScoreArrays, level: str, coefficients: Sequence[str], units: CellGroup
) -> dict[str, list[tuple[CellGroup, Replicates]]]:
    """Return the correlations of all scorers with the human without systems, without inputs and without both.

    Parameters
    ----------
    arrays : ScoreArrays
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : sequence of str
        Those that exist at the level.
    units : CellGroup
        Whose systems and inputs are left out.

    Returns
    -------
    dict of str to list of (CellGroup, Replicates)
        Those of the scorers with the same outputs; no scorer without an output is in any.
    """
    groups = [group for group in arrays.single_groups() if group.cells.any()]
    found = [two_way_replicates(arrays, group, level, coefficients, units) for group in groups]
    return {name: [(g, one[name]) for g, one in zip(groups, found, strict=True)] for name in coefficients}


def of_all_scorers(n_scorers: int, groups: Sequence[tuple[CellGroup, Replicates]]) -> Replicates:
    """Return the replicates of all scorers, NaN of those that are in no group.

    Parameters
    ----------
    n_scorers : int
    groups : sequence of (CellGroup, Replicates)
        One or more.
    """
    columns = [scorer for group, _ in groups for scorer in group.metrics]

    def spread(values: ArrayT, nothing: float) -> ArrayT:
        found = np.full((*values.shape[:-1], n_scorers), nothing, dtype=values.dtype)
        found[..., columns] = values
        return found

    together = beside([replicates for _, replicates in groups])
    return together.mapped(lambda values: spread(values, np.nan), lambda own: spread(own, 0))


def mean_of_held_out(held_out: Sequence[Replicates]) -> Replicates | None:
    """Return means over annotators of the correlations of K metrics, and of the annotators beside each.

    A metric's mean is over the annotators for whom both it and the annotator have a correlation, and so is the ceiling
    beside it: the first K are metrics, the others the ceilings. Two units are far if they are for anybody: they may be
    so whoever is held out.

    Parameters
    ----------
    held_out : sequence of Replicates
        Of each annotator, the first of 1 + K scorers, and of the metrics; all of the same units.

    Returns
    -------
    Replicates or None
        None where no annotator has a correlation.
    """
    known = [one for one in held_out if not np.isnan(one.whole[0])]
    if not known:
        return None
    usable = [np.tile(~np.isnan(one.whole[1:]), 2) for one in known]
    n_usable = np.sum(usable, axis=0)
    count = np.where(n_usable > 0, n_usable, np.nan)

    def mean(values: FloatArray) -> FloatArray:
        parts = zip(usable, np.split(values, len(known), axis=-1), strict=True)
        return np.asarray(sum(np.where(there, _twofold(part), 0.0) for there, part in parts) / count)

    def of_any(own: BoolArray) -> BoolArray:
        parts = zip(usable, np.split(own, len(known), axis=-1), strict=True)
        return np.asarray(np.any([_twofold(part) & there for there, part in parts], axis=0))

    return beside(known).mapped(mean, of_any)


ArrayT = TypeVar("ArrayT", FloatArray, BoolArray)


def _twofold(values: ArrayT) -> ArrayT:
    """Return metrics, and the annotator as often: (..., 1 + K) to (..., 2 K)."""
    k = values.shape[-1] - 1
    return np.concatenate([values[..., 1:], np.repeat(values[..., :1], k, axis=-1)], axis=-1)
