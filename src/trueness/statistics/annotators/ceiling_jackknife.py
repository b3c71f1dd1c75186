"""The two-way jackknife of correlations that are averaged over the annotators held out.

The mean over annotators, with the human scores those of the others, of a metric's correlation is one statistic of the
systems and inputs; so is that of the annotators' own. Without a unit it is the mean of the correlations without it, and
so it is without two, far ones (`far_units`) among them. What follows from these is what follows for one correlation
(`two_way_jackknife`). Units are those that anybody rated; an annotator's correlation does not change without one that
this annotator did not rate.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.jackknife.far_units import FarUnits, of_pairs
from trueness.statistics.jackknife.two_way_folds import Folds, two_way_folds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


def all_units(held_out: Sequence[ScoreArrays]) -> CellGroup:
    """Return the outputs on which anything is correlated, whoever is held out.

    Parameters
    ----------
    held_out : sequence of ScoreArrays
        Per annotator (see `human_ceiling.held_out_arrays`).
    """
    cells = np.zeros(held_out[0].human.shape, dtype=bool)
    for arrays in held_out:
        for group in arrays.single_groups():
            cells |= group.cells
    return CellGroup((), cells, cells, cells)


def same_units(group: CellGroup, units: CellGroup) -> bool:
    """Return whether a group has outputs of all systems and inputs that any has."""
    return all(np.array_equal(group.cells.any(axis=a), units.cells.any(axis=a)) for a in (0, 1))


@dataclasses.dataclass(frozen=True)
class ScorerFolds:
    """Correlations of scorers without units, with scorers on other outputs in one.

    Attributes
    ----------
    folds : Folds or None
        Of all scorers, NaN of those without an output; None where none has one.
    parts : tuple of (CellGroup, Folds)
        Of the scorers with the same outputs.
    """

    folds: Folds | None
    parts: tuple[tuple[CellGroup, Folds], ...]


def scorer_folds(
    arrays: ScoreArrays, level: str, coefficients: Sequence[str], units: CellGroup
) -> dict[str, ScorerFolds]:
    """Return the correlations of all scorers with the human without systems, without inputs and without both.

    Parameters
    ----------
    arrays : ScoreArrays
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : sequence of str
        Those that exist at the level.
    units : CellGroup
        Whose systems and inputs are left out.
    """
    groups = [group for group in arrays.single_groups() if group.cells.any()]
    found = [two_way_folds(arrays, group, level, coefficients, units) for group in groups]
    return {
        name: _together(arrays.n_metrics, [(g, f[name]) for g, f in zip(groups, found, strict=True)])
        for name in coefficients
    }


def _together(n_scorers: int, parts: Sequence[tuple[CellGroup, Folds]]) -> ScorerFolds:
    if not parts:
        return ScorerFolds(None, ())
    first = parts[0][1]
    if len(parts) == 1 and parts[0][0].metrics == tuple(range(n_scorers)):
        return ScorerFolds(first, tuple(parts))

    def put(arrays: Sequence[FloatArray]) -> FloatArray:
        found = np.full((*arrays[0].shape[:-1], n_scorers), np.nan)
        for (group, _), values in zip(parts, arrays, strict=True):
            found[..., list(group.metrics)] = values
        return found

    both = put([_both(folds) for _, folds in parts])
    folds = dataclasses.replace(
        first,
        entries=min(folds.entries for _, folds in parts),
        whole=put([folds.whole for _, folds in parts]),
        systems=put([folds.systems for _, folds in parts]),
        inputs=put([folds.inputs for _, folds in parts]),
        both=lambda: iter([both.copy()] if both.shape[1] else []),
        noise_factor=min(folds.noise_factor for _, folds in parts),
        two=np.moveaxis(put([np.moveaxis(folds.two, 0, -1) for _, folds in parts]), -1, 0),
        far=_far_together(n_scorers, parts),
    )
    return ScorerFolds(folds, tuple(parts))


def _far_together(n_scorers: int, parts: Sequence[tuple[CellGroup, Folds]]) -> FarUnits | None:
    """Return what far units change of the scorers of all groups; of scorers of another group a pair says nothing."""
    found = [folds.far for _, folds in parts if folds.far is not None]
    if len(found) < len(parts):
        return None
    beside = FarUnits.beside(found)
    columns = [k for group, _ in parts for k in group.metrics]
    without = np.full((len(beside.without), n_scorers), np.nan)
    own = np.zeros((3, *without.shape), dtype=bool)
    without[:, columns], own[:, :, columns] = beside.without, beside.own
    return FarUnits(without, own, beside.pairs)


def _both(folds: Folds) -> FloatArray:
    """Return all blocks in one, of shape (N, R, K)."""
    blocks = list(folds.both())
    if not blocks:
        return np.empty((folds.n_systems, 0, len(folds.whole)))
    return np.concatenate(blocks, axis=1)


class CeilingFolds:
    """Means over annotators of the correlations of K metrics, and of the annotators beside each, without units.

    A metric's mean is over the annotators for whom both it and the annotator have a correlation, and so is the ceiling
    beside it: the first K columns are metrics, the others the ceilings.

    Parameters
    ----------
    n_metrics : int
        K.
    """

    def __init__(self, n_metrics: int) -> None:
        self._count = np.zeros(2 * n_metrics)
        self._last: Folds | None = None
        self._entries: list[int] = []
        self._noise_factors: list[float] = []
        self._sums: list[FloatArray] = []
        self._held_out: list[Folds] = []

    def add(self, folds: Folds | None) -> None:
        """Add those of one annotator, the first of the 1 + K scorers; all must have the same units."""
        if folds is None or np.isnan(folds.whole[0]):
            return
        usable = np.tile(~np.isnan(folds.whole[1:]), 2)
        pairs_last = np.moveaxis(folds.two, 0, -1)
        parts = [
            np.where(usable, _beside(values), 0.0)
            for values in (folds.whole, folds.systems, folds.inputs, _both(folds), pairs_last)
        ]
        sums = self._sums
        self._sums = [one + other for one, other in zip(sums, parts, strict=True)] if sums else parts
        self._count += usable
        self._entries.append(folds.entries)
        self._noise_factors.append(folds.noise_factor)
        self._last = folds
        self._held_out.append(folds)

    def folds(self) -> Folds | None:
        """Return the means; None where no annotator has a correlation."""
        if self._last is None:
            return None
        count = np.where(self._count > 0, self._count, np.nan)
        whole, systems, inputs, both, two = (total / count for total in self._sums)
        return dataclasses.replace(
            self._last,
            entries=min(self._entries),
            whole=whole,
            systems=systems,
            inputs=inputs,
            both=lambda: iter([both.copy()] if both.shape[1] else []),
            # at the global level it depends on how many outputs there are: the least takes least away
            noise_factor=min(self._noise_factors),
            two=np.moveaxis(two, -1, 0),
            far=self._far(count),
        )

    def _far(self, count: FloatArray) -> FarUnits | None:
        """Return what two units change in the means that lie far for anybody: they may do so whoever is held out."""
        known = [(folds.far, folds) for folds in self._held_out if folds.far is not None]
        if len(known) < len(self._held_out):
            return None
        pairs = np.unique(np.concatenate([far.pairs for far, _ in known], axis=1), axis=1)
        without = np.zeros((pairs.shape[1], len(count)))
        own = np.zeros((3, *without.shape), dtype=bool)
        for far, folds in known:
            usable = np.tile(~np.isnan(folds.whole[1:]), 2)
            found = of_pairs(far, pairs, folds.systems, folds.whole)
            without += np.where(usable, _beside(found.without), 0.0)
            own |= _beside(found.own) & usable
        return FarUnits(without / count, own, pairs)


ArrayT = TypeVar("ArrayT", FloatArray, BoolArray)


def _beside(values: ArrayT) -> ArrayT:
    """Return metrics, and the annotator as often: (..., 1 + K) to (..., 2 K)."""
    k = values.shape[-1] - 1
    return np.concatenate([values[..., 1:], np.repeat(values[..., :1], k, axis=-1)], axis=-1)
