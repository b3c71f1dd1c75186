"""Soft pairwise accuracy under resampled systems and inputs, from the moments of its permutation null.

The p-value that system i is better than system k is that of a sum of paired differences d whose signs are thrown. That
sum has mean zero and variance sum(d²), and for more than a handful of inputs it is normal in all but name. So

    p_ik = 1 - Phi(sum(d) / sqrt(sum(d²))),

which is what `soft_pairwise_accuracy` draws signs for: as many draws as one likes bring the two together up to the
normal approximation. On simulated scores of 12 systems, 20 sets each, the two accuracies (the drawn one with 4,999 or
more sign vectors) differed by

    inputs                               10            30           100          1,000
    scores from 1 to 5         mean .005  max .014   .001  .003   .001  .002   .000  .001
    continuous scores          mean .004  max .011   .001  .002   .000  .001   .000  .001
    very skewed scores         mean .009  max .036   .005  .012   .001  .003   .000  .001

where the drawn one counts ties as one half; where it counts them in full, as published, by up to .027, .007, .004 and
.001 for scores from 1 to 5. Here ties count one half, p_ik + p_ki = 1, so that the order of systems does not matter;
and p is the same function of the data for an estimate, a resample and a permutation: resampled inputs weigh both sums.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.resample import Weights
from trueness.statistics.level_values import LevelValues
from trueness.statistics.pairs.fixed_column_accuracy import BLOCK, pair_products
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


@dataclasses.dataclass(frozen=True)
class SoftAccuracy:
    """Scores of the outputs of all systems for the inputs that lack none.

    Attributes
    ----------
    scores : array of shape (K + 1, N, C)
        Of K metrics and the human.
    columns : array of shape (C,)
        Which inputs these are.
    systems : array of shape (N,)
        Which systems these are, of all.
    """

    scores: FloatArray
    columns: np.ndarray
    systems: np.ndarray

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup) -> SoftAccuracy:
        """Take the inputs for which every system that has outputs at all has one."""
        systems, columns = complete_part(group.cells)
        metrics, human = arrays.exact
        scores = np.concatenate([metrics[list(group.metrics)], human[None]])
        return cls(scores[:, systems][:, :, columns], columns, systems)

    def level_values(self, weights: Weights) -> LevelValues:
        """Return the coefficient under each resample; NaN without two systems or without inputs."""
        n_systems, n_inputs = self.scores.shape[1:]
        systems = np.ones((1, n_systems)) if weights.systems is None else weights.systems[:, self.systems]
        inputs = np.ones((1, n_inputs)) if weights.inputs is None else weights.inputs[:, self.columns]
        products = pair_products(systems)
        drawn = np.broadcast_to(inputs.sum(axis=1) > 0, (weights.size,)) if n_inputs else np.zeros(1, bool)
        whole = products.sum(axis=1)
        n_metrics = len(self.scores) - 1
        result = np.full((weights.size, n_metrics), np.nan)
        # p-values of one block of pairs of all scorers at a time
        n_pairs, size = products.shape[1], len(inputs)
        step = max(1, BLOCK // (4 * size + n_inputs))
        total = np.zeros((weights.size, n_metrics))
        i, k = np.triu_indices(n_systems, 1)
        for start in range(0, n_pairs, step):
            here = slice(start, start + step)
            human = pair_pvalues(self.scores[-1], i[here], k[here], inputs)
            for place in range(n_metrics):
                apart = np.abs(pair_pvalues(self.scores[place], i[here], k[here], inputs) - human)
                if len(apart) == 1:
                    total[:, place] += products[:, here] @ apart[0]
                else:
                    shared = np.broadcast_to(products[:, here], apart.shape)
                    total[:, place] += np.einsum("bp,bp->b", shared, apart)
        there = np.broadcast_to(whole > 0, (weights.size,)) & drawn
        whole = np.broadcast_to(whole, (weights.size,))
        result[there] = 1.0 - total[there] / whole[there, None]
        return LevelValues({"spa": result}, {"spa": np.zeros(result.shape)})


def complete_part(cells: BoolArray) -> tuple[np.ndarray, np.ndarray]:
    """Return the systems with outputs, and the inputs for which all of these have one."""
    systems = np.flatnonzero(cells.any(axis=1))
    return systems, np.flatnonzero(cells[systems].all(axis=0)) if len(systems) else systems


def pair_pvalues(scores: FloatArray, i: np.ndarray, k: np.ndarray, inputs: FloatArray) -> FloatArray:
    """Return the p-values that systems i are better than systems k, shape (B, P).

    Parameters
    ----------
    scores : array of shape (N, C)
    i, k : arrays of shape (P,)
    inputs : array of shape (B, C)
        Counts.
    """
    step = scores[i] - scores[k]
    return normal_pvalues(inputs @ step.T, inputs @ np.square(step).T)


def normal_pvalues(sums: FloatArray, squares: FloatArray) -> FloatArray:
    """Return 1 - Phi(sum / sqrt(squares)), one half where all differences are zero."""
    from scipy.special import ndtr

    root = np.sqrt(np.maximum(squares, 0.0))
    ratio = np.divide(sums, root, out=np.zeros(np.broadcast_shapes(sums.shape, root.shape)), where=root > 0)
    return np.asarray(ndtr(-ratio))
