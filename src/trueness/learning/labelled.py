"""Outputs that people judged, with their features: what a learner is given, and how it is split."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError, DataError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficients import weighted_coefficients
from trueness.statistics.engine.resample import random_stream

OVERS = ("inputs", "systems", "both")
"""What is held out: inputs, systems, or systems on inputs neither of which was learned from."""

FEWEST = 4
"""Inputs, or systems, that must be there to be split: a fold, and enough left to choose a penalty on."""

LEVELS = ("global", "input", "system")


class Fold(NamedTuple):
    """One split; rows that are in neither part share an input or a system with the held-out ones.

    Attributes
    ----------
    train, test : arrays of int
        Rows.
    """

    train: IntArray
    test: IntArray


@dataclasses.dataclass(frozen=True)
class Labelled:
    """n outputs with features and human scores.

    Attributes
    ----------
    features : array of shape (n, p)
        More is better for all, as declared; NaN where missing.
    human : array of shape (n, T)
        The score that is to be predicted in column 0, known for all; others that learners of several use, NaN where
        missing. More is better for all.
    systems, inputs : arrays of int, shape (n,)
        Whose output for what it is.
    system_groups, input_groups : arrays of int, shape (n,)
        What is held out as a whole.
    over : {'inputs', 'systems', 'both'}
    level : {'global', 'input', 'system'}
    coefficient : str
    """

    features: FloatArray
    human: FloatArray
    systems: IntArray
    inputs: IntArray
    system_groups: IntArray
    input_groups: IntArray
    over: str = "inputs"
    level: str = "global"
    coefficient: str = "spearman"

    @property
    def target(self) -> FloatArray:
        """What is to be predicted, shape (n,)."""
        return self.human[:, 0]

    def rows(self, chosen: IntArray) -> Labelled:
        """Return some of the outputs."""
        parts = ("features", "human", "systems", "inputs", "system_groups", "input_groups")
        return dataclasses.replace(self, **{name: getattr(self, name)[chosen] for name in parts})

    def columns(self, chosen: IntArray) -> Labelled:
        """Return the outputs with some of the features."""
        return dataclasses.replace(self, features=self.features[:, chosen])

    def folds(self, count: int, seed: int, *key: int) -> list[Fold]:
        """Split groups at random, so that every one is held out once.

        With ``over="both"``, fold k holds out the k-th part of the systems on the k-th part of the inputs, and learns
        from outputs that share neither.

        Parameters
        ----------
        count : int
            As many folds, fewer where there are fewer groups.
        seed : int
        *key : int
            Tells splits of one seed apart.

        Raises
        ------
        DataError
            If there are fewer than two groups.
        """
        sides = [
            (name, labels)
            for name, labels in (("inputs", self.input_groups), ("systems", self.system_groups))
            if self.over in (name, "both")
        ]
        known = [np.unique(labels) for _, labels in sides]
        count = min(count, *(len(groups) for groups in known))
        if count < 2:
            raise DataError(
                f"splitting {' and '.join((name for name, _ in sides))} takes two or more; there is one."
            )
        parts = []
        for side, (groups, (_, labels)) in enumerate(zip(known, sides, strict=True)):
            place = random_stream(seed, 81, side, *key).permutation(len(groups)) % count
            parts.append(place[np.searchsorted(groups, labels)])
        return [
            Fold(
                np.flatnonzero(np.all([part != k for part in parts], axis=0)),
                np.flatnonzero(np.all([part == k for part in parts], axis=0)),
            )
            for k in range(count)
        ]

    def with_inputs(self, count: int, seed: int, *key: int) -> Labelled:
        """Return the outputs for so many groups of inputs, drawn at random.

        Parameters
        ----------
        count : int
        seed : int
        *key : int
        """
        groups = np.unique(self.input_groups)
        drawn = random_stream(seed, 82, *key).permutation(groups)[:count]
        return self.rows(np.flatnonzero(np.isin(self.input_groups, drawn)))

    def agreement(self, scores: FloatArray) -> FloatArray:
        """Return the correlation of each column of scores with the human's, at the level and by the coefficient.

        Parameters
        ----------
        scores : array of shape (n, c)
            NaN where missing.

        Returns
        -------
        array of shape (c,)
            NaN where undefined. At the input level the mean over the inputs where it is defined.
        """
        x, z = np.asarray(scores.T, dtype=np.float64), self.target
        if self.level != "global":
            systems, inputs = (np.unique(one, return_inverse=True)[1] for one in (self.systems, self.inputs))
            shape = int(inputs.max()) + 1, int(systems.max()) + 1
            table = np.full((len(x) + 1, *shape), np.nan)
            table[:, inputs, systems] = np.vstack([x, z])
            # a cell counts where both are known
            x, z = table[:-1], np.broadcast_to(table[-1], table[:-1].shape)
        known = ~(np.isnan(x) | np.isnan(z))
        if self.level == "system":
            count = known.sum(axis=1)
            x, z = (
                np.where(known, one, 0.0).sum(axis=1) / np.where(count > 0, count, np.nan) for one in (x, z)
            )
            known = count > 0
        found = weighted_coefficients(x, z, known.astype(np.float64), (self.coefficient,))[self.coefficient]
        if self.level == "input":
            defined = ~np.isnan(found)
            total = np.where(defined, found, 0.0).sum(axis=1)
            found = total / np.where(defined.any(axis=1), defined.sum(axis=1), np.nan)
        return np.asarray(found)


def check_labelled(outputs: Labelled) -> None:
    """Check that something can be learned.

    Raises
    ------
    ArgumentError
        If what is held out is unknown.
    DataError
        If there are too few inputs or systems, or the human scores are all equal or infinite.
    """
    if outputs.over not in OVERS:
        raise ArgumentError(f"`over` must be one of {', '.join(OVERS)}; it is {outputs.over!r}.")
    counts = {
        "inputs": len(np.unique(outputs.input_groups)),
        "systems": len(np.unique(outputs.system_groups)),
    }
    few = [name for name, n in counts.items() if outputs.over in (name, "both") and n < FEWEST]
    if few:
        n = counts[few[0]]
        others = [name for name in counts if counts[name] >= FEWEST]
        instead = f", or hold out {others[0]} alone (--over {others[0]})" if others else ""
        raise DataError(
            f"holding some {few[0]} out takes {FEWEST} at least; there {'is' if n == 1 else 'are'} {n}. Give "
            f"more{instead}."
        )
    if np.ptp(outputs.target) == 0:
        raise DataError(
            f"all human scores are {outputs.target[0]:g}. Name another human scorer to learn from."
        )
