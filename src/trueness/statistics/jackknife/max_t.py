"""Tests of many pairs at once whose dependence is known from what every unit contributes: max-t, step by step.

Holm's correction allows for any dependence. Differences of correlations between the same metrics depend strongly on
each other, and how follows from the influence of every system and input on each of them: drawing a normal weight
per unit and adding up weighted influences gives joint draws of the statistics under the null hypotheses (the
multiplier bootstrap). What the largest of them reaches is the yardstick for the largest of the data, then for the
next among those that are left.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.array_types import FloatArray, IntArray, Pair
from trueness.statistics.certain import student_pvalue
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.shaffer import step_down

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

DRAWS = 9999
"""Draws of the multipliers if no number is given."""

TILE = 256
"""Draws at once, which bounds memory, with a stream of random numbers of their own."""

STREAM = 20_050_094
"""Sets these streams apart from those of resamples with the same seed."""


def max_t(
    statistics: ArrayLike,
    systems: ArrayLike,
    inputs: ArrayLike | None = None,
    *,
    degrees: ArrayLike,
    pairs: Sequence[Pair] | None = None,
    by_metric: bool = False,
    draws: int = DRAWS,
    seed: int = 0,
) -> FloatArray:
    """Return two-sided p-values of t statistics, adjusted for being one family by their joint distribution.

    Parameters
    ----------
    statistics : array_like of shape (P,)
        Differences in standard errors; NaN where a test is undefined, which is then no member of the family.
    systems : array_like of shape (N, P)
        What each system contributes to the differences: the difference without it, less the mean of these; or
        pseudo-values. They are centred here. The scale of a pair's contributions plays no part, as long as `inputs`
        have the same: the sum of their squares over units is to be in proportion to the variance that the units
        bring.
    inputs : array_like of shape (M, P), optional
        The same of inputs, or of clusters of them. The interaction of systems and inputs is taken to follow the same
        dependence between pairs as the two together.
    degrees : float or array_like of shape (P,)
        Degrees of freedom of each statistic, infinite for a normal one.
    pairs : sequence of (int, int), optional
        What each statistic compares, by positions from 0; every unordered pair once. With them the logic of equality
        is used as well (see Notes), and `by_metric` can be.
    by_metric : bool
        Whether the contributions are those to K metrics, of shapes (N, K) and (M, K), from which those to a pair
        (k, l) are taken as differences of columns. This needs less memory, and all pairs to be of the same outputs.
    draws : int
        B, at least 1.
    seed : int
        Seed of the multipliers, which are drawn unit by unit in the order given.

    Returns
    -------
    array of shape (P,)
        Adjusted p-values, NaN where the statistic is. A pair on its own has its p-value of Student's t, up to the
        error of the draws and never more than it.

    Raises
    ------
    ArgumentError
        If shapes do not fit, a number is out of range, or the contributions to a defined statistic are undefined or
        all equal.

    Notes
    -----
    Each statistic t is taken to the normal scale by its p-value p of Student's t; the draws are normal
    with the correlations of the contributions. So every pair keeps its own degrees of freedom, and no pair counts
    for more than another. In the order of rising p-values, the j-th has

        q_j = min( (1 + #{draws whose largest among pairs j, j + 1, ... reaches it}) / (1 + B),  m_j p_j ),

    and its adjusted p-value is the largest of q_1, ..., q_j. The first term is the step-down of Romano and Wolf
    (2005) with the multipliers of Chernozhukov, Chetverikov and Kato (2013). The second is a bound on what it
    estimates: with m_j hypotheses that can be true once those before are false, the chance that any of them reaches
    p_j is at most m_j p_j whatever their dependence. m_j is Holm's number, or where `pairs` are given that of
    Shaffer's second procedure (`shaffer`). Both terms bound the same chance, that of the true hypotheses,
    so taking the smaller one at each step keeps the family-wise error, which choosing between two finished
    corrections would not. No correction by Holm or Shaffer rejects more; and p-values far below 1 / (1 + B), which
    decide among thousands of pairs, stay as they are.

    Correlations of many statistics are estimated from few systems, which makes them look more alike than they are:
    with 16 systems and 15 metrics of equal quality, the estimates as they are would reject in .15 of tables at .05.
    So they are shrunk, by the estimate of Schäfer and Strimmer (2005) for how far, towards what holds if the
    correlations of metrics vary independently and alike (two differences then correlate by 1/2 if they share a
    metric, and the largest is Tukey's studentised range); towards independence where no `pairs` are given.
    ``reproductions/choosing_a_correction`` has the error found by simulation.

    References
    ----------
    Romano and Wolf (2005), Exact and approximate stepdown methods for multiple hypothesis
    testing, Journal of the American Statistical Association 100:94-108. Chernozhukov, Chetverikov and Kato (2013),
    Gaussian approximations and multiplier bootstrap for maxima of sums of high-dimensional random vectors, The
    Annals of Statistics 41:2786-2819. Westfall and Young (1993), Resampling-based multiple testing, Wiley. Schäfer
    and Strimmer (2005), A shrinkage approach to large-scale covariance matrix estimation and implications for
    functional genomics, Statistical Applications in Genetics and Molecular Biology 4(1), article 32.

    Examples
    --------
    >>> first = np.random.default_rng(1).normal(size=(60, 1))
    >>> max_t([2.0, 2.0], np.hstack([first, first]), degrees=59).round(3).tolist()  # Holm has .1, one pair .05
    [0.072, 0.072]
    """
    from scipy.special import ndtri

    draws = check_integer("draws", draws, minimum=1)
    seed = check_integer("seed", seed, minimum=0)
    t = np.asarray(statistics, dtype=np.float64)
    if t.ndim != 1 or np.isinf(t).any():
        raise ArgumentError(
            "`statistics` must be finite numbers, one per pair; NaN where a test is undefined."
        )
    freedom = np.broadcast_to(np.asarray(degrees, dtype=np.float64), t.shape)
    if not (freedom[~np.isnan(t)] > 0).all():
        raise ArgumentError("`degrees` must be above 0.")
    if pairs is not None and len(pairs) != t.size:
        raise ArgumentError(f"`pairs` needs one pair per statistic: {len(pairs)} for {t.size} statistics.")
    if by_metric and pairs is None:
        raise ArgumentError("`by_metric` takes the `pairs` that the statistics compare.")
    contributions = [_centred("systems", systems)]
    if inputs is not None:
        contributions.append(_centred("inputs", inputs))
    n_columns = {len(part.T) for part in contributions}
    wanted = t.size if pairs is None or not by_metric else 1 + max((max(pair) for pair in pairs), default=-1)
    if len(n_columns) > 1 or (min(n_columns) < wanted if by_metric else n_columns != {wanted}):
        shapes = " and ".join(str(part.shape) for part in contributions)
        raise ArgumentError(
            f"`systems` and `inputs` need one column per {'metric' if by_metric else 'pair'}, {wanted} in all: "
            f"they have shapes {shapes}."
        )
    pvalues: FloatArray = student_pvalue(t, freedom)
    order = np.argsort(pvalues, kind="stable")[: int((~np.isnan(t)).sum())]
    adjusted: FloatArray = np.full(t.shape, np.nan)
    if not order.size:
        return adjusted
    compared = None if pairs is None else np.array(pairs, dtype=np.intp)[order]
    joint = _JointDraws.of(np.concatenate(contributions), order, compared, by_metric=by_metric)
    reached = joint.reaching(-ndtri(pvalues[order] / 2), draws, seed)
    shares: FloatArray = np.ones(t.shape)
    shares[order] = (1 + reached) / (1 + draws)
    if pairs is not None:
        return step_down(pvalues, pairs, shares)
    steps = np.minimum(shares[order], np.arange(order.size, 0, -1) * pvalues[order])
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return adjusted


@dataclasses.dataclass(frozen=True)
class _JointDraws:
    """What draws statistics with the dependence of their contributions, in the order of the pairs' p-values.

    Attributes
    ----------
    contributions : array of shape (U, C)
        Of units to metrics, or to pairs.
    columns : arrays of shape (P,), one or two
        Of each pair, or of its metric and rival.
    scale : array of shape (P,)
        Standard deviation of weighted sums.
    targets : arrays of shape (P,), one or two
        Which values of their own make up the independent part of a draw: that of the pair, or of its metric and
        rival.
    shrinkage : float
        The share of the independent part in the variance.
    """

    contributions: FloatArray
    columns: tuple[IntArray, ...]
    scale: FloatArray
    targets: tuple[IntArray, ...]
    shrinkage: float

    @classmethod
    def of(
        cls, contributions: FloatArray, order: IntArray, pairs: IntArray | None, *, by_metric: bool
    ) -> _JointDraws:
        """Return the draws of pairs, by their columns or as differences of those of metrics.

        Raises
        ------
        ArgumentError
            If what contributes to a pair is undefined or does not vary.
        """
        own = np.arange(order.size)
        targets = (own,) if pairs is None else (pairs[:, 0], pairs[:, 1])
        columns = targets if by_metric else (order,)
        scale = np.sqrt(_sums_of_squares(contributions, columns))
        if not (scale > 0).all():
            place = int(order[~(scale > 0)].min())
            raise ArgumentError(
                f"what units contribute to statistic {place} is undefined or the same for all; make the statistic "
                "NaN, as an undefined test is."
            )
        return cls(
            contributions=contributions,
            columns=columns,
            scale=scale,
            targets=targets,
            shrinkage=_shrinkage(contributions, columns, scale, targets),
        )

    def reaching(self, thresholds: FloatArray, draws: int, seed: int) -> IntArray:
        """Return how many draws have a statistic of this size or more among those from each pair on.

        Parameters
        ----------
        thresholds : array of shape (P,)
            Falling.
        draws, seed : int
        """
        reached: IntArray = np.zeros(thresholds.size, dtype=np.intp)
        # pairs run from the largest p-value down, so that the largest draw so far is that among those still to come
        columns = tuple(column[::-1] for column in self.columns)
        targets = tuple(target[::-1] for target in self.targets)
        factor = (np.sqrt(1 - self.shrinkage) / self.scale)[::-1, None]
        limits = thresholds[::-1, None]
        n_own = 1 + max(int(target.max()) for target in targets)
        for tile, start in enumerate(range(0, draws, TILE)):
            size = min(TILE, draws - start)
            weights = random_stream(seed, STREAM, tile, 0).standard_normal((size, len(self.contributions)))
            values = _between(self.contributions.T @ weights.T, columns)
            values *= factor
            if self.shrinkage > 0:
                own = random_stream(seed, STREAM, tile, 1).standard_normal((size, n_own)).T
                values += _between(own * np.sqrt(self.shrinkage / len(targets)), targets)
            np.abs(values, out=values)
            largest = values[0]
            for row in values[1:]:  # several times as fast as np.maximum.accumulate along this axis
                largest = np.maximum(row, largest, out=row)
            reached += np.count_nonzero(values >= limits, axis=1)[::-1]
        return reached


def _between(rows: FloatArray, places: Sequence[IntArray]) -> FloatArray:
    """Return rows by their places, or the differences of rows where there are two places each; a new array."""
    found = rows[places[0]]
    if len(places) > 1:
        found -= rows[places[1]]
    return found


def _sums_of_squares(contributions: FloatArray, columns: Sequence[IntArray]) -> FloatArray:
    """Return the sum of squares over units of what they contribute to every pair, shape (P,)."""
    parts = [
        np.square(_between(contributions.T, [column[start : start + TILE] for column in columns])).sum(axis=1)
        for start in range(0, columns[0].size, TILE)
    ]
    return np.concatenate(parts)


def _shrinkage(
    contributions: FloatArray, columns: Sequence[IntArray], scale: FloatArray, targets: Sequence[IntArray]
) -> float:
    """Return how far the correlations r of pairs are to be shrunk towards their targets t.

    The estimate is the sum of the variances of all r over the sum of (r - t)^2, at most 1 (Schäfer and Strimmer
    2005, equation 8). r is a sum over units of products w = a a' of scaled contributions, and its variance U times
    that of w. All sums over pairs of pairs follow from few columns: that of r^2 is the squared norm of A A', that
    of the squares of w is the sum over units of the squares of their sums of a^2, and with targets B'B that of r t
    is the squared norm of A B'.
    """
    n_units, n_pairs = len(contributions), columns[0].size
    # norms do not change under a rotation of units
    few = contributions
    if n_units > contributions.shape[1]:
        few = np.asarray(np.linalg.qr(contributions, mode="r"))
    gram = np.zeros((len(few), len(few)))
    n_own = 1 + max(int(target.max()) for target in targets)
    with_targets = np.zeros((n_own, len(few)))
    per_unit = np.zeros(n_units)
    for start in range(0, n_pairs, TILE):
        here = slice(start, start + TILE)
        picked = [column[here] for column in columns]
        rows = _between(few.T, picked) / scale[here, None]
        gram += rows.T @ rows
        for sign, target in zip((1.0, -1.0), targets, strict=False):
            np.add.at(with_targets, target[here], sign / np.sqrt(len(targets)) * rows)
        per_unit += np.square(_between(contributions.T, picked) / scale[here, None]).sum(axis=0)
    squares, products = float(np.square(gram).sum()), float(np.square(with_targets).sum())
    if len(targets) == 1:
        of_targets = float(n_pairs)
    else:
        met = np.bincount(np.concatenate(targets), minlength=n_own)
        of_targets = float(np.square(met / 2).sum()) + n_pairs / 2
    variance = n_units / (n_units - 1) * (float(np.square(per_unit).sum()) - squares / n_units)
    distance = squares - 2 * products + of_targets
    return 1.0 if distance <= variance else max(0.0, variance / distance)


def _centred(argument: str, contributions: ArrayLike) -> FloatArray:
    """Return what units contribute, less its mean over them."""
    found = np.asarray(contributions, dtype=np.float64)
    if found.ndim != 2 or len(found) < 2:
        raise ArgumentError(
            f"`{argument}` must be a matrix of two or more units by pairs or metrics; its shape is "
            f"{found.shape}."
        )
    return np.asarray(found - found.mean(axis=0))
