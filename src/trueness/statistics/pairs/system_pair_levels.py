"""Coefficients over pairs of systems' scores, under resampled systems and inputs: pairwise accuracy, tau by score gap.

A system drawn twice is no pair with its copy: a pair of different systems counts the product of their counts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.resample import Weights
from trueness.statistics.engine.system_columns import SystemColumns
from trueness.statistics.level_values import LevelValues
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import RELATIVE_TOLERANCE

GapRanges = Mapping[str, tuple[float, float]]
"""Name of a coefficient to the range of gaps it is over, as shares of all pairs."""

COMPILED_FROM = 2**22
"""Pairs in all draws of a call from which on loading what is compiled takes less time than it saves."""

COUNT_TOLERANCE = 1e-9
"""A share of the pairs is reached within this share of them: products of shares and whole numbers are rounded."""


@dataclasses.dataclass(frozen=True)
class SystemPairCoefficients:
    """Scores of systems; they change with the inputs drawn, and how often a pair counts with the systems drawn.

    Attributes
    ----------
    arrays : ScoreArrays
    group : CellGroup
    accuracy : bool
        Whether pairwise accuracy is wanted.
    ranges : GapRanges
    """

    arrays: ScoreArrays
    group: CellGroup
    accuracy: bool
    ranges: GapRanges

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficients under each resample."""
        columns = SystemColumns.of(self.arrays, self.group, weights)
        present = columns.present
        found = system_pair_coefficients(
            np.where(present[:, None, :], columns.x, 0.0),
            np.where(present, columns.z, 0.0),
            columns.systems * present,
            self.ranges,
            accuracy=self.accuracy,
        )
        values = columns.undefined_where_lost(found)
        return LevelValues(values, {name: np.zeros(value.shape) for name, value in values.items()})


def system_pair_coefficients(
    x: FloatArray, z: FloatArray, weights: FloatArray, ranges: GapRanges, *, accuracy: bool
) -> dict[str, FloatArray]:
    """Return coefficients over pairs of systems for many draws at once.

    Parameters
    ----------
    x : array of shape (B, K, N) or (1, K, N)
        Scores; equal ones tie.
    z : array of shape (B, N) or (1, N)
    weights : array of shape (B, N) or (1, N)
        Counts of systems, 0 for one without scores.
    ranges : GapRanges
        For each range the pairs are taken from the metric's ``low`` quantile of gaps ``|x_i - x_k|`` to its ``high``
        quantile, both included: a quantile is the smallest gap with that share of the pairs at or below it, and zero
        for a share of 0. Every draw has quantiles of its own.
    accuracy : bool
        Whether ``pairwise_accuracy`` is wanted: the share of pairs whose differences have one sign.

    Returns
    -------
    dict of str to array of shape (B, K)
        NaN where there are no pairs, and for tau-b where all pairs tie in metric or human.
    """
    size = max(len(x), len(z), len(weights))
    n_metrics = x.shape[1]
    result: dict[str, FloatArray] = {}
    args = (np.ascontiguousarray(x), np.ascontiguousarray(z), np.ascontiguousarray(weights))
    if accuracy:
        result["pairwise_accuracy"] = np.empty((size, n_metrics))
        many = size * n_metrics * x.shape[2] ** 2 // 2 >= COMPILED_FROM
        fill = compiled(fill_system_accuracy) if many else _fill_by_numpy
        fill(*args, result["pairwise_accuracy"])
    for name, (low, high) in ranges.items():
        result[name] = np.empty((size, n_metrics))
        compiled(fill_gap_tau)(*args, low, high, RELATIVE_TOLERANCE, COUNT_TOLERANCE, result[name])
    return result


def fill_system_accuracy(x: FloatArray, z: FloatArray, weights: FloatArray, accuracy: FloatArray) -> None:
    """Fill the share of pairs whose differences have one sign, (B, K); written for compilation."""
    n_systems = z.shape[1]
    for b in range(accuracy.shape[0]):
        own_x = b if x.shape[0] > 1 else 0
        own_z = b if z.shape[0] > 1 else 0
        own_w = b if weights.shape[0] > 1 else 0
        for metric in range(accuracy.shape[1]):
            right = 0.0
            whole = 0.0
            for i in range(n_systems):
                count = weights[own_w, i]
                if count == 0.0:
                    continue
                for k in range(i + 1, n_systems):
                    both = count * weights[own_w, k]
                    whole += both
                    step_x = x[own_x, metric, i] - x[own_x, metric, k]
                    step_z = z[own_z, i] - z[own_z, k]
                    same = (step_x > 0 and step_z > 0) or (step_x < 0 and step_z < 0)
                    if same or (step_x == 0 and step_z == 0):
                        right += both
            accuracy[b, metric] = right / whole if whole > 0 else np.nan


def _fill_by_numpy(x: FloatArray, z: FloatArray, weights: FloatArray, accuracy: FloatArray) -> None:
    """Fill the same: sums of whole numbers, which are exact in any order."""
    first, second = np.triu_indices(z.shape[1], 1)
    both = weights[:, first] * weights[:, second]
    whole = both.sum(axis=1)[:, None]
    same = np.sign(x[:, :, first] - x[:, :, second]) == np.sign(z[:, first] - z[:, second])[:, None]
    right = (same.astype(np.float64) @ both[:, :, None])[:, :, 0]
    accuracy[:] = np.nan
    np.divide(right, whole, out=accuracy, where=whole > 0)


def fill_gap_tau(  # noqa: C901, PLR0912, PLR0915 - compiled as one nest of loops
    x: FloatArray,
    z: FloatArray,
    weights: FloatArray,
    low: float,
    high: float,
    relative: float,
    counting: float,
    tau: FloatArray,
) -> None:
    """Fill tau-b over the pairs within a range of gaps, (B, K); written for compilation."""
    n_systems = z.shape[1]
    n_pairs = n_systems * (n_systems - 1) // 2
    gaps = np.zeros(n_pairs)
    order = np.zeros(n_pairs, dtype=np.int64)
    first = np.zeros(n_pairs, dtype=np.int64)
    second = np.zeros(n_pairs, dtype=np.int64)
    place = 0
    for i in range(n_systems):
        for k in range(i + 1, n_systems):
            first[place] = i
            second[place] = k
            place += 1
    for metric in range(tau.shape[1]):
        tolerance = 0.0
        for b in range(tau.shape[0]):
            if b < x.shape[0]:  # gaps that no draw changes are sorted once
                largest = 0.0
                for i in range(n_systems):
                    largest = max(largest, abs(x[b, metric, i]))
                tolerance = relative * largest
                for p in range(n_pairs):
                    gaps[p] = abs(x[b, metric, first[p]] - x[b, metric, second[p]])
                order = np.argsort(gaps)
            own_x = b if x.shape[0] > 1 else 0
            own_z = b if z.shape[0] > 1 else 0
            own_w = b if weights.shape[0] > 1 else 0
            whole = 0.0
            for p in range(n_pairs):
                whole += weights[own_w, first[p]] * weights[own_w, second[p]]
            smallest = 0.0
            greatest = 0.0
            if whole > 0:
                passed = 0.0
                looking = low > 0
                for place in range(n_pairs):
                    p = order[place]
                    count = weights[own_w, first[p]] * weights[own_w, second[p]]
                    if count == 0.0:
                        continue
                    passed += count
                    if looking and passed >= (low - counting) * whole:
                        smallest = gaps[p]
                        looking = False
                    greatest = gaps[p]
                    if passed >= (high - counting) * whole:
                        break
            net = 0.0
            untied_x = 0.0
            untied_z = 0.0
            for p in range(n_pairs):
                if gaps[p] < smallest - tolerance or gaps[p] > greatest + tolerance:
                    continue
                i = first[p]
                k = second[p]
                count = weights[own_w, i] * weights[own_w, k]
                step_x = x[own_x, metric, i] - x[own_x, metric, k]
                step_z = z[own_z, i] - z[own_z, k]
                if step_x != 0:
                    untied_x += count
                if step_z != 0:
                    untied_z += count
                if (step_x > 0 and step_z > 0) or (step_x < 0 and step_z < 0):
                    net += count
                elif step_x != 0 and step_z != 0:
                    net -= count
            defined = whole > 0 and untied_x > 0 and untied_z > 0
            tau[b, metric] = net / np.sqrt(untied_x * untied_z) if defined else np.nan
