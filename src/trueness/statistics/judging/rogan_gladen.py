"""The share of outputs that people would call positive, from a judge's imperfect binary verdicts.

Its interval is not the estimate plus and minus some standard errors, which are too small where a judge errs on few of
the labelled outputs, and no percentiles, which know nothing of errors that were not seen: it is those shares that a
score test does not reject, whose standard error is that of the likeliest truth with that share.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import DataError, UnsupportedMethodError, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_quantile
from trueness.statistics.judging.bracketed_roots import illinois_roots, newton_roots
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals
from trueness.statistics.judging.design_effect import PRIOR_CLUSTERS, design_effect
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.judged_share import MOST_SHRUNK, TRACE

GRID = 201
"""Shares of 0 to 1 that are tested before a limit is sought between two of them."""

WITHIN = 1e-14
"""What is 0 is found to this."""

FARTHEST = 60.0
"""The multiplier of the constraint is within ± sinh of it."""


class RoganGladen(NamedTuple):
    """A corrected prevalence.

    Attributes
    ----------
    estimate : float
        The share of positives among the unlabelled outputs, within [0, 1].
    low, high : float
        The lowest and the highest share that a score test does not reject.
    sensitivity, specificity : float
        TPR and TNR of the judge on the labelled outputs.
    observed : float
        The share of unlabelled outputs that the judge calls positive, which nothing corrects.
    n_positive, n_negative, n_unlabelled : int
        Labelled outputs that people call positive and negative, and unlabelled ones.
    """

    estimate: float
    low: float
    high: float
    sensitivity: float
    specificity: float
    observed: float
    n_positive: int
    n_negative: int
    n_unlabelled: int


def rogan_gladen(
    human: ArrayLike, judge: ArrayLike, *, clusters: ArrayLike | None = None, confidence: float = 0.95
) -> RoganGladen:
    """Correct the share of positives that a judge finds for its errors on labelled outputs.

    With p the judge's share of positives among the N unlabelled outputs, TPR and TNR from n1 positive and n0 negative
    labels (Rogan and Gladen 1978, Am. J. Epidemiol. 107, 71–76),

        θ = (p + TNR − 1) / (TPR + TNR − 1), cut to [0, 1].

    The judge has to make its errors at the same rates on both samples; the shares of positives may differ.

    The interval holds the shares θ that the data do not reject. T = p − θ TPR − (1 − θ)(1 − TNR) is 0 on average where
    θ is true; it is a sum of three independent shares with known weights, whose variance

        V = p (1 − p) / N + θ² TPR (1 − TPR) / n1 + (1 − θ)² TNR (1 − TNR) / n0

    is taken at the likeliest p, TPR and TNR for which T is 0 (a score test; Martín Andrés, Álvarez Hernández and
    Herranz Tejedor 2011, Stat. Methods Med. Res. 20). θ is rejected where T / sqrt(V) is beyond ±z + g (z² − 1) / 6,
    with g the skewness of T there (Gart and Nam 1988, Biometrics 44; Laud 2017, Pharmaceutical Statistics 16).

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        0 or 1; `human` NaN where there is no label. An output without a verdict of the judge is left out.
    clusters : array of shape (n,), optional
        A label per output. Every sample is worth its size divided by its `design_effect` (Rao and Scott 1992,
        Biometrics 48); V takes in how the three shares vary together over clusters, and Student's t with
        Satterthwaite's degrees of freedom takes the place of the normal distribution.
    confidence : float

    Raises
    ------
    DataError
        If a value is neither 0, 1 nor NaN, or there are no positive labels, no negative labels, or no unlabelled
        outputs.
    UnsupportedMethodError
        If TPR + TNR <= 1 in the data: then the judge's verdicts say nothing about the labels, or the opposite. If every
        share is rejected: the judge calls so few, or so many, unlabelled outputs positive that it must make other
        errors on them.
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    """
    one, other = equal_vectors(human=human, judge=judge)
    check_proportion("confidence", confidence)
    for name, values in (("human", one), ("judge", other)):
        odd = values[~np.isnan(values) & ~np.isin(values, (0.0, 1.0))]
        if odd.size:
            raise DataError(
                f"`{name}` must hold 0, 1 or NaN; it holds {odd[0]:g}. Turn scores into labels by a "
                "threshold."
            )
    numbers = cluster_numbers(clusters, len(one))
    scored = ~np.isnan(other)
    samples = np.stack([scored & which for which in (np.isnan(one), one == 1, one == 0)], axis=1)
    # what counts in each: called positive, called positive, called negative
    hits = samples & np.stack([other == 1, other == 1, other == 0], axis=1)
    n_unlabelled, n_positive, n_negative = (int(count) for count in samples.sum(axis=0))
    for name, count in (
        ("positive label", n_positive),
        ("negative label", n_negative),
        ("unlabelled output", n_unlabelled),
    ):
        if not count:
            raise DataError(f"a correction needs at least one {name} with a verdict of the judge.")
    observed, sensitivity, specificity = (float(share) for share in hits.sum(axis=0) / samples.sum(axis=0))
    if sensitivity + specificity <= 1:
        raise UnsupportedMethodError(
            f"TPR {sensitivity:.3f} + TNR {specificity:.3f} is at most 1: on the labelled outputs the "
            "judge is as good as chance, or worse. Turn its verdicts round, or leave it out."
        )
    estimate = float(np.clip((observed + specificity - 1) / (sensitivity + specificity - 1), 0, 1))
    shares = _ThreeShares.of(hits.astype(np.float64), samples.astype(np.float64), numbers)
    limits = _limits(shares, estimate, (1 + confidence) / 2)
    if limits is None:
        raise UnsupportedMethodError(
            f"the judge calls {observed:.3f} of the unlabelled outputs positive, of the labelled ones "
            f"{sensitivity:.3f} of the positive and {1 - specificity:.3f} of the negative: every share "
            "of positives from 0 to 1 contradicts one of them. It seems to make other errors on the "
            "unlabelled outputs; label some of those."
        )
    return RoganGladen(
        estimate=estimate,
        low=limits[0],
        high=limits[1],
        sensitivity=sensitivity,
        specificity=specificity,
        observed=observed,
        n_positive=n_positive,
        n_negative=n_negative,
        n_unlabelled=n_unlabelled,
    )


class _ThreeShares(NamedTuple):
    """The judge's share of positives, its TPR and its TNR: arrays of shape (3,), but for `together`.

    Attributes
    ----------
    hits, sizes
        Counts divided by design effects.
    degrees
        Degrees of freedom, infinite where every output of a sample is a cluster of its own.
    together : array of shape (3, 3)
        Covariance over clusters divided by the variances on the diagonal of both, 0 there.
    shared : int
        Clusters with outputs of several samples.
    """

    hits: FloatArray
    sizes: FloatArray
    degrees: FloatArray
    together: FloatArray
    shared: int

    @classmethod
    def of(cls, hits: FloatArray, samples: FloatArray, numbers: IntArray) -> _ThreeShares:
        """Sum over clusters what is given of n outputs, shape (n, 3)."""
        found, sizes = cluster_totals(hits, numbers), cluster_totals(samples, numbers)
        counts, whole = found.sum(axis=0), sizes.sum(axis=0)
        apart = (found - counts / whole * sizes) / whole
        effects, degrees = np.ones(3), np.full(3, np.inf)
        for k in range(3):
            here = sizes[:, k] > 0
            groups = int(here.sum())
            if groups == whole[k]:
                continue
            single = counts[k] * (whole[k] - counts[k]) / whole[k] ** 3
            effect = np.nan
            if single > 0 and groups > 1:
                effect = float(apart[here, k] @ apart[here, k]) * groups / (groups - 1) / single
            both = (found[:, k] > 0).sum(), (found[:, k] < sizes[:, k]).sum()
            effects[k] = design_effect(effect, int(min(both)), sizes[here, k])
            degrees[k] = groups - 1 + PRIOR_CLUSTERS
        together = apart.T @ apart
        spread = np.sqrt(np.diag(together))
        with np.errstate(invalid="ignore", divide="ignore"):
            alike = np.where(np.outer(spread, spread) > 0, together / np.outer(spread, spread), 0.0)
        np.fill_diagonal(alike, 0.0)
        shared = int(((sizes > 0).sum(axis=1) > 1).sum())
        return cls(
            hits=counts / effects, sizes=whole / effects, degrees=degrees, together=alike, shared=shared
        )

    def rejected(self, share: FloatArray, level: float) -> FloatArray:
        """Return how far beyond its bounds the test is, at each of T shares; below 0 where it does not reject."""
        weights = np.stack([np.ones_like(share), -share, 1 - share])
        likeliest = self._likeliest(weights)
        sizes = self.sizes[:, None]
        apart = (weights * self.hits[:, None] / sizes).sum(axis=0) - (1 - share)
        single = likeliest * (1 - likeliest) / sizes
        parts = weights**2 * single
        variance = parts.sum(axis=0)
        skewness = (weights**3 * single * (1 - 2 * likeliest) / sizes).sum(axis=0) / variance**1.5
        spread = weights * np.sqrt(single)
        likeness = np.einsum("kt,kl,lt->t", spread, self.together, spread) / variance
        statistic = apart / np.sqrt(variance * (1 + likeness * self.shared / (self.shared + PRIOR_CLUSTERS)))
        with np.errstate(divide="ignore"):
            quantile = student_quantile(variance**2 / (parts**2 / self.degrees[:, None]).sum(axis=0), level)
        beyond = [
            sign * statistic
            - np.maximum(quantile + np.maximum(sign * skewness, -MOST_SHRUNK) * (quantile**2 - 1) / 6, 0.0)
            for sign in (1, -1)
        ]
        return np.asarray(np.maximum(*beyond))

    def _likeliest(self, weights: FloatArray) -> FloatArray:
        """Return the likeliest three shares, (3, T), whose weighted sum is the third weight.

        With x of n in a sample, and a multiplier m, x - n r = m w r (1 - r): a quadratic equation in r.
        """
        hits, sizes = self.hits[:, None] + TRACE, self.sizes[:, None] + 2 * TRACE

        def at(multiplier: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
            """Return r and the root of its equation, which is minus r (1 - r) by the slope of r in m w."""
            slope = multiplier * weights
            linear = sizes + slope
            root = np.sqrt(np.maximum(linear**2 - 4 * slope * hits, 0.0))
            return np.where(linear >= 0, 2 * hits / (linear + root), (linear - root) / (2 * slope)), root

        def missing(log_multiplier: FloatArray, rows: IntArray) -> tuple[FloatArray, FloatArray]:
            w, multiplier = weights[:, rows], np.sinh(log_multiplier)
            r, root = at(multiplier, w)
            value = (w * r).sum(axis=0) - w[2]
            return value, np.arcsinh(multiplier + value / (w**2 * r * (1 - r) / root).sum(axis=0))

        with np.errstate(invalid="ignore", divide="ignore"):
            start = np.zeros(weights.shape[1])
            found = newton_roots(missing, (start - FARTHEST, start + FARTHEST), start, WITHIN)
            return at(np.sinh(found), weights)[0]


def _limits(shares: _ThreeShares, estimate: float, level: float) -> tuple[float, float] | None:
    """Return the lowest and the highest share that is not rejected, None where all are."""
    grid = np.unique(np.append(np.linspace(0, 1, GRID), estimate))
    kept = np.flatnonzero(shares.rejected(grid, level) <= 0)
    if not kept.size:
        return None
    ends = np.array([[kept[0], max(kept[0] - 1, 0)], [kept[-1], min(kept[-1] + 1, len(grid) - 1)]])
    inner, outer = grid[ends].T
    between = np.minimum(inner, outer), np.maximum(inner, outer)
    found = illinois_roots(lambda share, _: shares.rejected(share, level), *between, WITHIN)
    low, high = np.where(inner == outer, outer, found)
    return float(low), float(high)
