"""The jackknife t test of a difference between two correlations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import Key
from trueness.statistics.certain import student_pvalue
from trueness.statistics.jackknife.pseudo_values import (
    PairPseudoValues,
    PairPvalues,
    pair_pseudo_values,
    t_statistics,
)
from trueness.statistics.score_arrays import ScoreArrays


def jackknife_test(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    over: str,
    levels: Sequence[str],
    coefficients: Sequence[str],
) -> dict[Key, PairPvalues]:
    """Test r(X, Z) against r(Y, Z) by the mean of their pseudo-values, with Student's t of U - 1 degrees of freedom.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of the compared metrics.
    over : {'systems', 'inputs'}
        The U units left out one at a time, and so what the conclusion generalises to.
    levels, coefficients : sequences of str

    Returns
    -------
    dict of (level, coefficient) to PairPvalues
        A p-value is undefined where all units contribute the same.

    Raises
    ------
    ArgumentError
        If `over` is unknown.
    UnsupportedMethodError
        If there are fewer than four units.

    Notes
    -----
    Over systems, it rejects a true null hypothesis at .05 in .035 to .055 of simulated tables of normal scores with 100
    inputs; of data like published ones in up to .11 with Pearson's r (``docs/choosing_a_test.md``).

    References
    ----------
    Tukey (1958), Bias and confidence in not-quite large samples.
    """
    found = pair_pseudo_values(arrays, pairs, over, levels, coefficients)
    return {
        key: PairPvalues.joined(pairs, [(group, _tested(group)) for group in groups])
        for key, groups in found.items()
    }


def _tested(pseudo: PairPseudoValues) -> PairPvalues:
    units, n_pairs = pseudo.values.shape
    statistic = t_statistics(pseudo.values)
    less = student_pvalue(statistic, units - 1, "less")
    greater = student_pvalue(statistic, units - 1, "greater")
    return PairPvalues(
        observed=pseudo.observed,
        statistic=statistic,
        greater=greater,
        less=less,
        two_sided=2 * np.minimum(less, greater),
        resamples=np.zeros(n_pairs, dtype=np.intp),
        exact=np.zeros(n_pairs, dtype=bool),
        undefined=np.zeros(n_pairs, dtype=np.intp),
    )
