"""Several judges of the same outputs: what most of them say, and how many independent ones they are worth."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.certain import FISHER, PLAIN, Certain, Scale
from trueness.statistics.judging.label_agreement import label_measures, linearised_value, unit_totals
from trueness.statistics.judging.summed_value import summed_value
from trueness.statistics.judging.two_way_totals import CrossedTotals, Measure

MOST_SUBSETS = 256
"""Of more subsets of a size only those of neighbours in the order of members are looked at."""

PSEUDO_OUTPUTS = 2
"""So many outputs on which members err independently are added for the interval of an effective number, so that
members that never differed on few outputs have one, too."""

ROUNDING = 1e-9
"""Intervals of agreement and of what is made of it that are no wider have no width but what sums were rounded by."""


class Panel(NamedTuple):
    """Members of a panel beside people, on outputs that all of them judged.

    Attributes
    ----------
    members : array of shape (k, n)
        Scores, larger is better, or numbers of labels; without NaN.
    human : array of shape (n,)
    clusters : array of shape (n,)
        Numbers 0 to G - 1.
    n_labels : int
        0 for scores.
    systems : array of shape (n,), optional
        A number per output: its system. Of three or more, everything is of other systems, too (see `two_way_totals`).
    """

    members: FloatArray
    human: FloatArray
    clusters: IntArray
    n_labels: int
    systems: IntArray | None = None

    @property
    def measure(self) -> str:
        """By what agreement with people is measured: Cohen's kappa of labels, Pearson's r of scores."""
        return "kappa" if self.n_labels else "pearson"

    def without(self, member: int) -> Panel:
        """Return the panel of all others."""
        return self._replace(members=np.delete(self.members, member, axis=0))

    def alone(self, member: int) -> Panel:
        """Return the panel of one."""
        return self._replace(members=self.members[member : member + 1])

    @property
    def hits(self) -> float:
        """Outputs with a label other than people's commonest that a member gives, too, on average over members."""
        values, counts = np.unique(self.human, return_counts=True)
        rarer = self.human != values[np.argmax(counts)]
        return float(np.mean(np.sum((self.members == self.human) & rarer, axis=1)))

    @property
    def constant(self) -> BoolArray:
        """Whether each member gives every output the same label or score."""
        return np.asarray(np.ptp(self.members, axis=1) == 0)

    def totals(self, values: FloatArray) -> FloatArray | CrossedTotals:
        """Return sums of quantities of outputs over clusters, and over systems where there are enough."""
        return unit_totals(values, self.clusters, self.systems)

    def sums(self, size: int) -> FloatArray:
        """Return what sums `agreement` is a function of, per output, on average over all subsets of so many members.

        A subset gives the label that most of its members give, where several are as frequent each with equal weight;
        of scores the mean.
        """
        if self.n_labels:
            votes = majority_votes(self.members, self.n_labels, size)
            truth = self.human[:, None] == np.arange(self.n_labels)
            return np.asarray((truth[:, :, None] * votes[:, None, :]).reshape(len(votes), -1))
        x, y = self.members - self.members.mean(axis=1, keepdims=True), self.human - self.human.mean()
        k = len(x)
        mean = x.mean(axis=0)
        spread = x.var(axis=0, ddof=1) if k > 1 else np.zeros_like(mean)
        square = (
            mean**2 + (1 - size / k) * spread / size
        )  # of the mean of `size` members drawn without replacement
        sums = np.empty((len(y), 6))  # filled column by column: of many outputs all at once are much
        sums[:, 0], sums[:, 1], sums[:, 2] = 1.0, y, y**2
        sums[:, 3], sums[:, 4], sums[:, 5] = mean, square, mean * y
        return sums

    def agreement(self, sums: FloatArray) -> FloatArray:
        """Return the agreement with people for rows of sums, shape (B,)."""
        if self.n_labels:
            return label_measures(sums, self.n_labels - 1)["kappa"]
        with np.errstate(invalid="ignore", divide="ignore"):
            y, yy, x, xx, xy = (sums[:, k] / sums[:, 0] for k in range(1, 6))
            spread = (yy - y**2) * (xx - x**2)
            return np.where(spread > 0, (xy - x * y) / np.sqrt(spread), np.nan)


def majority_votes(labels: FloatArray, n_labels: int, size: int | None = None) -> FloatArray:
    """Return which label most members of a subset give, on average over subsets, shape (n, K).

    Parameters
    ----------
    labels : array of shape (k, n)
        Numbers of labels without NaN.
    n_labels : int
        K.
    size : int, optional
        Members of a subset; by default all. Of more than `MOST_SUBSETS` subsets those of neighbours are taken.

    Raises
    ------
    ArgumentError
        If there are not so many members.
    """
    k, n = labels.shape
    size = k if size is None else size
    if not 1 <= size <= k:
        raise ArgumentError(f"`size` must be 1 to {k}, the number of members; it is {size}.")
    given = (labels[:, :, None] == np.arange(n_labels)).astype(np.float64)
    found, number = np.zeros((n, n_labels)), 0
    for subset in _subsets(k, size):
        counts = given[subset].sum(axis=0)
        most = counts == counts.max(axis=1, keepdims=True)
        found += most / most.sum(axis=1, keepdims=True)
        number += 1
    return found / number


def _subsets(k: int, size: int) -> Iterator[list[int]]:
    if math.comb(k, size) <= MOST_SUBSETS:
        yield from map(list, itertools.combinations(range(k), size))
    else:
        yield from ([(start + step) % k for step in range(size)] for start in range(k))


def panel_agreement(panel: Panel, confidence: float, size: int | None = None) -> Certain:
    """Return how well a panel, or on average a subset of so many members, agrees with people.

    Intervals of kappa as `linearised_interval`, of Pearson's r by leaving out one cluster at a time, on Fisher's scale;
    where the systems are told and three or more, these are left out, too (see `two_way_value`).

    Parameters
    ----------
    panel : Panel
    confidence : float
    size : int, optional
        By default all.
    """
    totals = panel.totals(panel.sums(len(panel.members) if size is None else size))
    if panel.n_labels:
        return _of_labels(panel, totals, confidence)
    return value_of_totals(totals, panel.agreement, confidence, scale=FISHER)


def value_of_totals(
    totals: FloatArray | CrossedTotals,
    measure: Measure,
    confidence: float,
    *,
    scale: Scale = PLAIN,
) -> Certain:
    """Return a function of sums with its interval over other inputs, or over other systems and other inputs.

    The limits are NaN where they have no width beyond `ROUNDING`.

    Parameters
    ----------
    totals : array of shape (G, C), or CrossedTotals
        See `unit_totals`.
        Of values whose size does not depend on the unit of scores.
    measure, confidence, scale
        As `summed_value`.
    """
    found = summed_value(totals, measure, confidence, scale=scale)
    if not found.width <= ROUNDING:
        return found
    # outputs that are all alike tell nothing of others
    return dataclasses.replace(
        found, low=np.nan, high=np.nan, pvalue=1.0 if abs(found.value) <= ROUNDING else np.nan
    )


def agreement_gain(
    panel: Panel, other: Panel, confidence: float, size: int | None = None, other_size: int | None = None
) -> Certain:
    """Return by how much a panel agrees better with people than another, or than a subset, on the same outputs.

    The interval leaves out one cluster at a time (see `summed_value`), and one system where these are told and three or
    more, so that what both have in common cancels.

    Parameters
    ----------
    panel, other : Panel
        Of the same outputs.
    confidence : float
    size, other_size : int, optional
        Of subsets (see `panel_agreement`).

    Raises
    ------
    ArgumentError
        If they are not of the same outputs and labels.
    """
    if panel.n_labels != other.n_labels or not np.array_equal(panel.human, other.human):
        raise ArgumentError("`panel` and `other` must be of the same outputs and the same labels.")
    one, two = panel.sums(size or len(panel.members)), other.sums(other_size or len(other.members))
    width = one.shape[1]

    def difference(sums: FloatArray) -> FloatArray:
        return panel.agreement(sums[:, :width]) - panel.agreement(sums[:, width:])

    return value_of_totals(panel.totals(np.concatenate([one, two], axis=1)), difference, confidence)


def _of_labels(panel: Panel, sums: FloatArray | CrossedTotals, confidence: float) -> Certain:
    counts = sums.values if isinstance(sums, CrossedTotals) else sums
    value = float(panel.agreement(counts.sum(axis=0)[None])[0]) if len(counts) else float("nan")
    if np.isnan(value):
        return Certain.unknown()
    found = linearised_value(sums, panel.agreement, confidence)
    return Certain.unknown(value) if found is None else Certain.between(value, found.limits, found.pvalue)


class EffectiveJudges(NamedTuple):
    """How many independent judges a panel is worth.

    Attributes
    ----------
    number : Certain
        1 where all err together, k where they err independently, more where errors make up for each other; NaN where
        nobody errs, or where a member gives every output the same: what it errs by says nothing of the others' errors.
        Limits are NaN, as those of the correlation, with one cluster.
    correlation : Certain
        Mean over pairs of members of the correlation of their errors, NaN where none is defined.
    correlations : array of shape (k, k)
        NaN where a member never errs, or always.
    """

    number: Certain
    correlation: Certain
    correlations: FloatArray


def effective_judges(panel: Panel, confidence: float = 0.95) -> EffectiveJudges:
    """Return how many independent judges, as good as the members are on average, a panel is worth.

    With C the covariance matrix of the members' errors it is k trace(C) / sum(C): the variance of one error, on
    average, over the variance of the mean error. With equal variances and correlations that is the design effect of
    Kish (1965), k / (1 + (k - 1) rho). An error is, of labels, whether a member gives another label than people; of
    scores, what is left of a member's score after a straight line on people's.

    Intervals leave out one cluster at a time, and one system where these are told and three or more, with
    `PSEUDO_OUTPUTS` added on which members err independently.

    Parameters
    ----------
    panel : Panel
        Two members or more.
    confidence : float

    Raises
    ------
    ArgumentError
        If there is one member only, or an argument is outside its values.
    """
    k = len(panel.members)
    if k < 2:
        raise ArgumentError("`panel` must have two members or more.")
    check_proportion("confidence", confidence)
    if panel.constant.any():
        return EffectiveJudges(
            number=Certain.unknown(),
            correlation=Certain.unknown(),
            correlations=np.full((k, k), np.nan),
        )
    values, covariance = _moments(panel)
    sums = panel.totals(values)
    whole = values.sum(axis=0)[None]
    spread = covariance(whole)[0]
    added = _independent(values.mean(axis=0), np.diag(spread), panel) if len(values) else whole[:0]
    supported: FloatArray | CrossedTotals
    if isinstance(sums, CrossedTotals):  # added to all that is left where a unit is left out
        n_clusters, supported, more = sums.n_inputs, sums, PSEUDO_OUTPUTS * added
    else:
        n_clusters, more = len(sums), np.zeros_like(added)
        supported = np.concatenate([sums, *([added] * PSEUDO_OUTPUTS)])

    def number(rows: FloatArray) -> FloatArray:
        matrix = covariance(rows)
        diagonal = np.trace(matrix, axis1=1, axis2=2)
        everything = matrix.sum(axis=(1, 2))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where((diagonal > 0) & (everything > 0), k * diagonal / everything, np.nan)

    def correlation(rows: FloatArray) -> FloatArray:
        return _mean_correlation(covariance(rows))

    limits = value_of_totals(
        supported, lambda rows: number(rows + more), confidence, scale=Scale(np.log, np.exp)
    )
    of_pairs = value_of_totals(supported, lambda rows: correlation(rows + more), confidence, scale=FISHER)
    found = Certain.unknown(float(number(whole)[0]))
    correlated = Certain.unknown(float(correlation(whole)[0]))
    if n_clusters > 1:  # of one cluster nothing is known of others
        if not np.isnan(limits.low):
            low, high = min(found.value, max(1.0, limits.low)), max(found.value, limits.high)
            found = Certain.between(found.value, (low, high))
        if not np.isnan(of_pairs.low):
            low, high = min(correlated.value, of_pairs.low), max(correlated.value, of_pairs.high)
            correlated = Certain.between(correlated.value, (low, high))
    return EffectiveJudges(
        number=found,
        correlation=correlated,
        correlations=_correlations(spread),
    )


def most_worth(number: float, members: int) -> float:
    """Return how many independent judges any number of judges would be worth that err like these.

    With N = k trace(C) / sum(C) for k members, and errors of others that go together with theirs as these do, N of more
    and more members goes to (k - 1) / (k / N - 1); infinite where those there are err independently.

    Parameters
    ----------
    number : float
        What these are worth (see `effective_judges`).
    members : int
        k, two or more.
    """
    left = members / number - 1
    return (members - 1) / left if left > 0 else float("inf")


def _moments(panel: Panel) -> tuple[FloatArray, Callable[[FloatArray], FloatArray]]:
    """Return per output what the covariance of errors is a function of, and that function of rows of sums."""
    k = len(panel.members)
    if panel.n_labels:
        wrong = (panel.members != panel.human).astype(np.float64).T
        values = np.concatenate(
            [
                np.ones((len(wrong), 1)),
                wrong,
                (wrong[:, :, None] * wrong[:, None, :]).reshape(len(wrong), -1),
            ],
            axis=1,
        )

        def of_labels(sums: FloatArray) -> FloatArray:
            with np.errstate(invalid="ignore", divide="ignore"):
                means = sums[:, 1:] / sums[:, :1]
            first, second = means[:, :k], means[:, k:].reshape(-1, k, k)
            return second - first[:, :, None] * first[:, None, :]

        return values, of_labels
    x = (panel.members - panel.members.mean(axis=1, keepdims=True)).T
    both = np.column_stack([panel.human - panel.human.mean(), x])
    values = np.concatenate(
        [np.ones((len(both), 1)), both, (both[:, :, None] * both[:, None, :]).reshape(len(both), -1)], axis=1
    )

    def of_scores(sums: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = sums[:, 1:] / sums[:, :1]
            first, second = means[:, : k + 1], means[:, k + 1 :].reshape(-1, k + 1, k + 1)
            matrix = second - first[:, :, None] * first[:, None, :]
            along = matrix[:, 1:, 0]
            return matrix[:, 1:, 1:] - along[:, :, None] * along[:, None, :] / matrix[:, :1, :1]

    return values, of_scores


def _independent(mean: FloatArray, variances: FloatArray, panel: Panel) -> FloatArray:
    """Return the moments of one output on which members err independently, in the form of `_moments`."""
    k = len(variances)
    if panel.n_labels:
        first = mean[1 : k + 1]
        second = np.outer(first, first)
        np.fill_diagonal(second, first)
        return np.concatenate([[1.0], first, second.ravel()])[None]
    first = mean[1 : k + 2]
    second = mean[k + 2 :].reshape(k + 1, k + 1).copy()
    along, of_human = second[0, 1:], second[0, 0]
    explained = np.outer(along, along) / of_human if of_human > 0 else np.zeros((k, k))
    second[1:, 1:] = explained + np.diag(variances)
    return np.concatenate([[1.0], first, second.ravel()])[None]


def _correlations(covariance: FloatArray) -> FloatArray:
    deviations = np.sqrt(np.maximum(np.diagonal(covariance, axis1=-2, axis2=-1), 0))
    with np.errstate(invalid="ignore", divide="ignore"):
        found = covariance / (deviations[..., :, None] * deviations[..., None, :])
    return np.asarray(np.where(np.isfinite(found), np.clip(found, -1, 1), np.nan))


def _mean_correlation(covariance: FloatArray) -> FloatArray:
    found = _correlations(covariance)
    above = np.triu_indices(covariance.shape[-1], 1)
    values = found[:, above[0], above[1]]
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known.any(axis=1), np.nansum(values, axis=1) / known.sum(axis=1), np.nan))
