"""Pearson's r of systems' means with unlimited inputs: what the noise of the inputs at hand adds is taken off.

The mean of a system over M inputs is its mean over all inputs there could be, and noise. Noise of the metric and of the
human makes correlations of means smaller; noise that both share, as where a hard input makes an output bad in the eyes
of both, makes them larger. Pearson's r is a ratio of sums over pairs of systems,

    r = S_xz / sqrt(S_xx S_zz),  S_xz = sum over i < k of (x_i - x_k)(z_i - z_k),

x_i and z_i the means of system i. On average noise adds C_ii + C_kk - C_ik - C_ki to the product of a pair, with C_ik
the covariance of the noise of x_i with that of z_k. Here it is taken off, for S_xx and S_zz alike. With scores of all
systems for M inputs this is the covariance between systems less that of the interaction of systems and inputs over M,
as the analysis of variance has it.

C_ik is estimated from the inputs that both systems have. Let input j count w_ij times in the mean of i, of the sum a_i,
and let e_ij and f_kj be how far x_ij and z_kj lie from these means. Then

    C_ik = sum_j w_ij w_kj e_ij f_kj / (a_i a_k) * Q / (Q - R_ik / a_i - R_ki / a_k + Q^2 / (a_i a_k)),

Q = sum_j w_ij w_kj and R_ik = sum_j w_ij^2 w_kj, so that its mean is the covariance where noise is as large for every
input; w is 1 or 0, 0 where an output lacks a score. What inputs are like by themselves, hard or easy, is in all four
terms and cancels where systems share them; where every system has inputs of its own C_ik is 0, and it is taken off.
Inputs of a cluster are one, with w their number and their mean as score. A system with one of them has noise of unknown
size, and a sum with that system is undefined.

References
----------
Spearman (1904), American Journal of Psychology 15; Searle, Casella and McCulloch (1992), Variance Components.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_values import LevelValues
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import RELATIVE_TOLERANCE

NAME = "unlimited_pearson"


@dataclasses.dataclass(frozen=True)
class UnlimitedPearson:
    """Scores of outputs, of which pairs of systems are made anew for every draw of inputs.

    Attributes
    ----------
    metrics : array of shape (K, N, M)
        0 in cells not used.
    human : array of shape (N, M)
    cells : array of shape (N, M)
    clusters : array of shape (M,)
        The number of each input's cluster, from 0.
    """

    metrics: FloatArray
    human: FloatArray
    cells: BoolArray
    clusters: IntArray

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup) -> UnlimitedPearson:
        """Take the outputs that all have scores of."""
        metrics, human = arrays.exact
        labels = np.arange(arrays.n_inputs) if arrays.clusters is None else arrays.clusters
        numbers = np.unique(labels, return_inverse=True)[1].reshape(-1)
        filled = np.where(group.cells, metrics[list(group.metrics)], 0.0)
        return cls(filled, np.where(group.cells, human, 0.0), group.cells, numbers)

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficient under each resample, cut at 1 and -1."""
        n_systems, n_inputs = self.cells.shape
        systems = np.ones((1, n_systems)) if weights.systems is None else weights.systems
        inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs
        different, which = np.unique(inputs, axis=0, return_inverse=True)
        which = np.broadcast_to(which.reshape(-1), (weights.size,))
        systems = np.broadcast_to(systems, (weights.size, n_systems))
        values = np.empty((weights.size, len(self.metrics)))
        for place, counts in enumerate(different):
            here = which == place
            values[here] = np.clip(self.uncut(systems[here], counts), -1.0, 1.0)
        return LevelValues({NAME: values}, {NAME: np.zeros(values.shape)})

    def uncut(self, systems: FloatArray, inputs: FloatArray) -> FloatArray:
        """Return estimates for counts of systems, (B, K), which may lie beyond 1.

        NaN where the variance of either scorer's means is no larger than what noise adds.

        Parameters
        ----------
        systems : array of shape (B, N)
        inputs : array of shape (M,)
            Counts.
        """
        given = _Means.of(self, inputs)
        counts = systems * given.present
        human = given.sums(counts, -1, -1)
        found = np.empty((len(systems), len(self.metrics)))
        for k in range(len(self.metrics)):
            squares = given.sums(counts, k, k) * human
            # a metric that is the human has exactly 1
            found[:, k] = given.sums(counts, k, -1) / np.sqrt(squares)
        found[counts.sum(axis=1) < MINIMUM_OBSERVATIONS] = np.nan
        return found

    def signal(self) -> float:
        """Return how many times the variance of the human's noise the variance between systems is; NaN if undefined."""
        given = _Means.of(self, np.ones(self.cells.shape[1]))
        counts = given.present[None].astype(np.float64)
        (known,), (whole,) = (given.sums(counts, -1, -1, noise=taken) for taken in (True, False))
        return np.inf if known >= whole else float(known / (whole - known))


@dataclasses.dataclass(frozen=True)
class _Means:
    """Means of systems, and how far inputs lie from them.

    Attributes
    ----------
    means : array of shape (K + 1, N)
        The human's are last.
    residuals : array of shape (K + 1, N, C)
        Of the sums of each cluster of inputs.
    factors : array of shape (N, N)
        What sums of their products are multiplied with to be covariances of means; NaN where noise is unknown.
    present : array of shape (N,)
        Which systems have outputs.
    """

    means: FloatArray
    residuals: FloatArray
    factors: FloatArray
    present: BoolArray

    @classmethod
    def of(cls, given: UnlimitedPearson, inputs: FloatArray) -> _Means:
        scores = np.concatenate([given.metrics, given.human[None]])
        counts = inputs * given.cells
        sizes = counts.sum(axis=1)
        present = sizes > 0
        each = np.where(present, sizes, 1.0)
        means = (counts * scores).sum(axis=2) / each
        apart = counts * (scores - means[:, :, None])
        if given.clusters.max(initial=-1) + 1 < len(given.clusters):
            member = np.eye(given.clusters.max() + 1)[given.clusters]
            counts, apart = counts @ member, apart @ member
        # Q, R and what is left of the covariance of noise when means are taken off
        shared, cubes = counts @ counts.T, np.square(counts) @ counts.T
        product = np.outer(each, each)
        left = shared - cubes / each[:, None] - cubes.T / each[None, :] + np.square(shared) / product
        known = left > RELATIVE_TOLERANCE * shared
        unknown = np.where(shared > 0, np.nan, 0.0)
        factors = np.divide(shared, left * product, out=unknown, where=known)
        return cls(means, apart, factors, present)

    def sums(self, counts: FloatArray, first: int, second: int, *, noise: bool = True) -> FloatArray:
        """Return S of two scorers for counts of systems, (B,); NaN for that of one where it is not positive.

        Parameters
        ----------
        counts : array of shape (B, N)
        first, second : int
        noise : bool
            Whether what noise adds is taken off.
        """
        a, b = (self.means[side] for side in (first, second))
        products = (a[:, None] - a) * (b[:, None] - b)
        added: FloatArray = np.zeros_like(products)
        if noise:
            covariance = self.factors * (self.residuals[first] @ self.residuals[second].T)
            own = np.diag(covariance)
            added = own[:, None] + own - covariance - covariance.T
            np.fill_diagonal(added, 0.0)
        # a system that does not count does not make a sum unknown
        lost = np.isnan(added)
        total = _of_pairs(counts, np.where(lost, 0.0, products - added))
        if lost.any():
            total[_of_pairs(counts, lost.astype(np.float64)) > 0] = np.nan
        if first == second:
            rounding = RELATIVE_TOLERANCE * _of_pairs(counts, np.where(lost, 0.0, products + np.abs(added)))
            total[total <= rounding] = np.nan
        return total


def _of_pairs(counts: FloatArray, values: FloatArray) -> FloatArray:
    """Return the sums over pairs of systems, each as often as it counts, (B,)."""
    return np.asarray(np.sum((counts @ values) * counts, axis=1))
