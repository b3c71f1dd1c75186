"""The thresholds within which metrics' scores tie, under one rule for all of them, and kept once found."""

from __future__ import annotations

import math

import numpy as np

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.pairs.held_out_calibration import cross_validated_accuracy
from trueness.statistics.pairs.score_differences import check_threshold
from trueness.statistics.pairs.tie_calibration import calibrate_ties
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

CALIBRATIONS = ("calibrated", "held-out", "none")
"""``calibrated``: the threshold with which a metric is most accurate on the data; ``held-out``: for every input the one
calibrated on other inputs; ``none``: only equal scores tie. Or a number, the same threshold for every metric."""

FOLDS = 10
"""Folds of held-out calibration, fewer where there are fewer inputs or clusters."""


def check_tie_calibration(value: str | float) -> str:
    """Return where tie thresholds come from, a number as text.

    Raises
    ------
    ArgumentError
        If it is neither among `CALIBRATIONS` nor a number of at least 0.
    """
    if isinstance(value, str) and value in CALIBRATIONS:
        return value
    try:
        return f"{check_threshold('tie_calibration', float(value)):.17g}"
    except (ArgumentError, TypeError, ValueError):
        raise ArgumentError(
            f"`tie_calibration` must be one of {', '.join(CALIBRATIONS)}, or a number of at least 0; it "
            f"is {value!r}."
        ) from None


def tie_thresholds(arrays: ScoreArrays, group: CellGroup, level: str) -> FloatArray:
    """Return the tie threshold of each metric of a group, in units of its scores, on the cells of the group.

    Thresholds are found once, on the data as they are: a resample keeps them.

    Parameters
    ----------
    arrays : ScoreArrays
        Says where thresholds come from.
    group : CellGroup
    level : {'input', 'global', 'per_system'}

    Returns
    -------
    array of shape (K, 1) or (K, M)
        For held-out calibration one per input, NaN where the other inputs have no pairs. Zero for a metric without
        pairs.

    Raises
    ------
    UnsupportedMethodError
        If held-out calibration is asked for at another level than input, or there is one input (or cluster) only.
    """
    shared = group.cells.tobytes()
    found = [_kept(arrays, group, metric, level, shared) for metric in group.metrics]
    return np.stack(found)


def mean_threshold(thresholds: FloatArray) -> FloatArray:
    """Return one threshold per metric to show, shape (K,): over inputs the mean of those there are."""
    known = ~np.isnan(thresholds)
    total: FloatArray = np.where(known, thresholds, 0.0).sum(axis=1)
    count = known.sum(axis=1)
    return np.asarray(np.divide(total, count, out=np.full(len(thresholds), np.nan), where=count > 0))


def _kept(arrays: ScoreArrays, group: CellGroup, metric: int, level: str, shared: bytes) -> FloatArray:
    key = (metric, level, shared)
    if key not in arrays.found_thresholds:
        arrays.found_thresholds[key] = _found(arrays, group, metric, level)
    return arrays.found_thresholds[key]


def _found(arrays: ScoreArrays, group: CellGroup, metric: int, level: str) -> FloatArray:
    rule = arrays.tie_calibration
    if rule == "none":
        return np.zeros(1)
    if rule not in CALIBRATIONS:
        return np.array([float(rule)])
    x = np.where(group.cells, arrays.metrics[metric], np.nan)
    z = np.where(group.cells, arrays.human, np.nan)
    if rule == "calibrated":
        epsilon = calibrate_ties(x, z, level).epsilon
        return np.array([0.0 if math.isnan(epsilon) else epsilon])
    units = arrays.n_inputs if arrays.clusters is None else len(np.unique(arrays.clusters))
    if level != "input" or units < 2:
        where = "two inputs or clusters at least" if level == "input" else "the input level"
        raise UnsupportedMethodError(
            f"held-out calibration of ties needs {where}: calibrate on the data (--tie-calibration calibrated) or name "
            "a threshold."
        )
    held_out = cross_validated_accuracy(
        x, z, folds=min(FOLDS, units), clusters=arrays.clusters, rng=arrays.fold_seed
    )
    return np.asarray(held_out.epsilons[held_out.folds])
