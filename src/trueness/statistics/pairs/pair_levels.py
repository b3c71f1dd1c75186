"""Coefficients over pairs at a level: which computation stands behind a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Protocol

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import CoefficientFacts, check_level_of, coefficient_facts
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.column_pair_levels import InputAccuracy, PooledDifferences, RelativeRankings
from trueness.statistics.pairs.grouped_accuracy import GroupedAccuracy
from trueness.statistics.pairs.soft_accuracy_level import SoftAccuracy
from trueness.statistics.pairs.system_pair_levels import SystemPairCoefficients
from trueness.statistics.pairs.unlimited_pearson import UnlimitedPearson
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


class PairLevel(Protocol):
    """Some coefficients of a group's metrics at a level, ready for resamples."""

    def level_values(self, weights: Weights) -> LevelValues:
        """Return coefficients, each of shape (B, K), NaN where undefined."""


@dataclasses.dataclass(frozen=True)
class PairLevels:
    """Coefficients over pairs, ready for resamples."""

    parts: tuple[PairLevel, ...]
    coefficients: tuple[str, ...]

    def level_values(self, weights: Weights) -> LevelValues:
        """Return coefficients and how many units of an average have none, each of shape (B, K)."""
        values: dict[str, FloatArray] = {}
        undefined: dict[str, FloatArray] = {}
        for part in self.parts:
            found = part.level_values(weights)
            values |= {name: value for name, value in found.values.items() if name in self.coefficients}
            undefined |= found.n_undefined
        return LevelValues(values, {name: undefined[name] for name in values})

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        """Return coefficients, each of shape (B, K)."""
        found = self.level_values(weights).values
        return {name: np.broadcast_to(value, (weights.size, value.shape[1])) for name, value in found.items()}


def pair_levels(
    arrays: ScoreArrays, group: CellGroup, level: str, coefficients: Collection[str]
) -> PairLevels:
    """Return coefficients over pairs ready for resamples; those that share work are one part.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
        Which are over pairs (`CoefficientFacts.pairs`).

    Raises
    ------
    UnsupportedMethodError
        If one does not exist at the level.
    """
    for name in coefficients:
        check_level_of(name, level)
    facts = [coefficient_facts(name) for name in coefficients]
    bases = {base_name(found) for found in facts}
    parts: list[PairLevel] = []
    if bases & {"acc_eq", "tau_eq"}:
        accuracy = InputAccuracy.of(arrays, group) if level == "input" else None
        parts.append(accuracy or GroupedAccuracy.of(arrays, group, level))
    if bases & {"pairwise_accuracy", "gap_tau"}:
        ranges = gap_ranges(facts)
        parts.append(SystemPairCoefficients(arrays, group, "pairwise_accuracy" in bases, ranges))
    if "spa" in bases:
        parts.append(SoftAccuracy.of(arrays, group))
    if "unlimited_pearson" in bases:
        parts.append(UnlimitedPearson.of(arrays, group))
    if "pdp" in bases:
        parts.append(PooledDifferences.of(arrays, group))
    parts += [
        RelativeRankings.of(arrays, group, found.options["threshold"], found.name)
        for found in facts
        if base_name(found) == "darr"
    ]
    return PairLevels(tuple(parts), tuple(coefficients))


def base_name(facts: CoefficientFacts) -> str:
    """Return a coefficient's name without options."""
    return facts.name.partition(":")[0]


def gap_ranges(facts: Collection[CoefficientFacts]) -> dict[str, tuple[float, float]]:
    """Return the range of score gaps of each coefficient that has one, by its name."""
    return {
        found.name: (found.options["low"], found.options["high"])
        for found in facts
        if base_name(found) == "gap_tau"
    }
