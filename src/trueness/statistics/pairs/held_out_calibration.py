"""Pairwise accuracy of a metric on inputs that had no part in calibrating its ties."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import Rng, resolve_seed
from trueness.statistics.pairs.output_groups import OutputGroups, check_matrices
from trueness.statistics.pairs.pairwise_accuracy import mean_accuracy, outcomes_of
from trueness.statistics.pairs.tie_calibration import best_thresholds

FOLD_STREAM = 101
"""Keeps what a seed draws for folds apart from what it draws for resamples."""


class HeldOutAccuracy(NamedTuple):
    """Pairwise accuracy under thresholds calibrated on other inputs.

    Attributes
    ----------
    accuracy : float
        Mean over inputs of acc_eq, each under the threshold of its fold, in [0, 1]; NaN without pairs.
    epsilons : array of shape (K,)
        The threshold of each fold, calibrated on the other folds, in units of the scores; NaN where those have no
        pairs.
    folds : array of shape (M,)
        The fold of each input, from 0.
    n_undefined : int
        Inputs without a pair, or without a threshold, left out.
    seed : int
        The seed behind the folds.
    """

    accuracy: float
    epsilons: FloatArray
    folds: IntArray
    n_undefined: int
    seed: int


def cross_validated_accuracy(
    x: ArrayLike,
    z: ArrayLike,
    *,
    folds: int = 10,
    clusters: ArrayLike | None = None,
    rng: Rng = None,
) -> HeldOutAccuracy:
    """Return acc_eq at the input level with epsilon calibrated by cross-validation over inputs.

    Inputs are dealt at random to folds. For each fold epsilon is calibrated on the inputs of all other folds and
    applied to its own; the result is the mean over all inputs. So no input chooses the threshold it is judged by.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing.
    folds : int
        Number of folds K, from 2 to the number of inputs (or of clusters).
    clusters : array of shape (M,), optional
        Labels of inputs that stay in one fold: segments of one document share more than chance.
    rng : int or numpy.random.Generator, optional
        The same seed deals the same folds to every metric.

    Returns
    -------
    HeldOutAccuracy

    Raises
    ------
    ArgumentError
        If shapes differ or do not hold one label per input, scores are infinite, `folds` is not a whole number from 2
        to the number of inputs or clusters, or `rng` is unusable.

    References
    ----------
    The bias it removes: Perrella et al. (2024), Guardians of the machine translation meta-evaluation: sentinel metrics
    fall in!, ACL.
    """
    first, second = check_matrices(x, z)
    seed = resolve_seed(rng)
    fold = deal_folds(first.shape[1], folds, seed, clusters)
    groups = OutputGroups.of(first, second, "input")
    elsewhere = (fold[None, :] != np.arange(folds)[:, None]).astype(np.int64)
    thresholds = np.array([best.threshold for best in best_thresholds(groups, elsewhere)])
    correct = np.zeros(groups.n_groups, dtype=np.int64)
    for k in np.flatnonzero(~np.isnan(thresholds)):
        epsilon = groups.scale.difference(float(thresholds[k]))
        outcomes = outcomes_of(groups, epsilon)
        correct = np.where(fold == k, outcomes.concordant + outcomes.tied_both, correct)
    judged = np.where(np.isnan(thresholds)[fold], 0, groups.n_pairs)
    mean = mean_accuracy(correct, judged)
    epsilons = np.asarray(groups.scale.difference(thresholds))
    return HeldOutAccuracy(
        accuracy=mean.estimate, epsilons=epsilons, folds=fold, n_undefined=mean.n_undefined, seed=seed
    )


def deal_folds(n_inputs: int, folds: int, seed: int, clusters: ArrayLike | None = None) -> IntArray:
    """Deal inputs, or whole clusters of them, to folds whose numbers of inputs or clusters differ by at most one.

    Parameters
    ----------
    n_inputs : int
    folds : int
    seed : int
    clusters : array of shape (M,), optional
        Labels.

    Returns
    -------
    array of shape (M,)
        Fold numbers from 0.

    Raises
    ------
    ArgumentError
        If `folds` is not a whole number from 2 to the number of units, or there is not one label per input.
    """
    unit = np.arange(n_inputs)
    if clusters is not None:
        labels = np.asarray(clusters)
        if labels.shape != (n_inputs,):
            raise ArgumentError(
                f"`clusters` must hold {n_inputs} labels, one per input; its shape is {labels.shape}."
            )
        unit = np.unique(labels, return_inverse=True)[1].reshape(-1)
    n_units = int(unit.max(initial=-1)) + 1
    if check_integer("folds", folds, minimum=2) > n_units:
        raise ArgumentError(
            f"`folds` must be at most {n_units}, the number of inputs or clusters; it is {folds}."
        )
    # a random key per unit; units in the order of their keys are a random permutation
    keys = np.random.SeedSequence(seed, spawn_key=(FOLD_STREAM,)).generate_state(n_units, np.uint64)
    fold = np.empty(n_units, dtype=np.intp)
    fold[np.argsort(keys, kind="stable")] = np.arange(n_units) % folds
    return np.asarray(fold[unit])
