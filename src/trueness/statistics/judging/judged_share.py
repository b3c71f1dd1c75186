"""The share of positives among outputs of which people labelled a part and a judge scored all.

The labels are post-stratified by what the judge says (Holt and Smith 1979, JRSS A 142): within a stratum the labelled
outputs tell the share of positives, all outputs tell how large the stratum is. That is the maximum likelihood estimate,
and, for a judge with two labels, the prediction-powered mean with the weight that the labels choose. Its interval is
not the estimate plus and minus some standard errors, which are 0 where a judge errs on none of the labelled outputs: it
is those shares that a score test does not reject, whose standard error is that of the likeliest truth with that share.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_quantile
from trueness.statistics.judging.bracketed_roots import illinois_roots, newton_roots
from trueness.statistics.judging.cluster_totals import cluster_totals
from trueness.statistics.judging.design_effect import design_effect

STRATA = 5
"""A judge with more different scores has so many strata, of equal size."""

TRACE = 1e-9
"""Added to every count, so that a stratum may hold what no labelled output of it showed."""

MOST_SHRUNK = 1.0
"""Up to this skewness a quantile is moved towards 0: beyond it the expansion has no meaning."""

WIDEST = 60
"""Steps of log λ after which a limit is the end of the scale."""


class JudgedShare(NamedTuple):
    """A share of positives with a judge's help.

    Attributes
    ----------
    estimate, low, high, standard_error : float
    influences : array of shape (G,)
        What every cluster adds to the estimate.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    influences: FloatArray


class StratumCounts(NamedTuple):
    """Labelled positive, labelled other and unlabelled outputs of each stratum, arrays of shape (B, K)."""

    positive: FloatArray
    other: FloatArray
    unlabelled: FloatArray

    def of(self, rows: IntArray) -> StratumCounts:
        """Return some of the B."""
        return StratumCounts(*(part[rows] for part in self))


def judged_shares(
    human: FloatArray, judge: FloatArray, clusters: IntArray | None, confidence: float
) -> tuple[JudgedShare, JudgedShare]:
    """Estimate the share of positives with the judge's help, and from the labels alone.

    Parameters
    ----------
    human : array of shape (n,)
        1 for positive outputs and 0 for others, NaN where people gave no label; two labels at least.
    judge : array of shape (n,)
        Scores.
    clusters : array of shape (n,), optional
        Cluster numbers. The variance is multiplied by the `design_effect` of the estimate (Rao and Scott 1984, Annals
        of Statistics 12), and Student's t takes the place of the normal distribution.
    confidence : float
    """
    labelled = ~np.isnan(human)
    strata = judge_strata(judge, labelled)
    parts = [_Part.of(human, one, clusters, confidence) for one in (strata, np.zeros_like(strata))]
    size = max(part.counts.shape[1] for part in parts)
    counts = StratumCounts(
        *np.stack([np.pad(part.counts, ((0, 0), (0, size - part.counts.shape[1]))) for part in parts], axis=1)
    )
    limits = share_limits(
        counts, np.array([part.quantile for part in parts]), np.array([part.effect for part in parts])
    )
    judged, alone = (
        JudgedShare(
            estimate=part.estimate,
            low=float(low),
            high=float(high),
            standard_error=part.standard_error,
            influences=part.influences,
        )
        for part, low, high in zip(parts, *limits, strict=True)
    )
    return judged, alone


class _Part(NamedTuple):
    """An estimate with what its limits are made of; `counts` has shape (3, K)."""

    estimate: float
    standard_error: float
    influences: FloatArray
    counts: FloatArray
    quantile: float
    effect: float

    @classmethod
    def of(cls, human: FloatArray, strata: IntArray, clusters: IntArray | None, confidence: float) -> _Part:
        from scipy.special import ndtri

        labelled = ~np.isnan(human)
        n, whole, level = int(labelled.sum()), len(human), (1 + confidence) / 2
        counts = np.stack(
            [
                np.bincount(strata[which], minlength=int(strata.max()) + 1).astype(np.float64)
                for which in (labelled & (human == 1), labelled & (human == 0), ~labelled)
            ]
        )
        seen = counts[0] + counts[1]
        shares, sizes = counts[0] / seen, counts.sum(axis=0) / whole
        estimate = float(sizes @ shares)
        single = (shares[strata] - estimate) / whole
        single[labelled] += (sizes / seen)[strata[labelled]] * (human[labelled] - shares[strata[labelled]])
        alone = float(single @ single)
        influences, effect, quantile = single, 1.0, float(ndtri(level))
        if clusters is not None:
            influences = cluster_totals(single[:, None], clusters)[:, 0]
            groups = len(np.unique(clusters))
            if groups < whole:
                kinds = np.stack([human == 1, human == 0], axis=1).astype(np.float64)
                kinds = cluster_totals(kinds, clusters)
                kinds = kinds[kinds.sum(axis=1) > 0]
                found = np.nan
                if alone > 0 and groups > 1:
                    found = float(influences @ influences) * groups / (groups - 1) / alone
                effect = design_effect(found, int(np.sum(kinds > 0, axis=0).min()), kinds.sum(axis=1))
                quantile = student_quantile(len(kinds) - 1, level)
        error = float(np.sqrt(alone * effect * n / (n - 1)))
        return cls(
            estimate=estimate,
            standard_error=error,
            influences=influences,
            counts=counts,
            quantile=quantile,
            effect=effect,
        )


def judge_strata(judge: FloatArray, labelled: FloatArray) -> IntArray:
    """Return strata of like scores, numbered by the score; those without a labelled output join the next lower one.

    Parameters
    ----------
    judge : array of shape (n,)
        Scores. Up to `STRATA` different ones are a stratum each.
    labelled : array of shape (n,)
        Which outputs people labelled, at least one.
    """
    values, numbers = np.unique(judge, return_inverse=True)
    if len(values) > STRATA:
        edges = np.quantile(judge, np.arange(1, STRATA) / STRATA, method="inverted_cdf")
        numbers = np.searchsorted(np.unique(edges), judge, side="left")
    known = np.unique(numbers[labelled])
    return np.asarray(np.maximum(np.searchsorted(known, numbers, side="right") - 1, 0), dtype=np.intp)


def share_limits(
    counts: StratumCounts, quantile: FloatArray, effect: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and the highest share that the skewness-corrected score test does not reject, (B,) each.

    Of a share p, Z = U(p) sqrt(V(p)) with the derivative U of the log likelihood at the likeliest truth that has this
    share, and V the variance of the estimate there: with q_k the size of stratum k and r_k its share of positives,
    V = sum q_k r_k (1 - r_k) / n + sum q_k (r_k - p)^2 / (n + N). p is rejected where Z is beyond ±z + g (z² - 1) / 6,
    with g the skewness of the estimate there, as Gart and Nam (1988, Biometrics 44) and Laud (2017, Pharmaceutical
    Statistics 16) have it. Without the correction the limits of one stratum, and those of outputs that are all
    labelled, are Wilson's.

    Parameters
    ----------
    counts : StratumCounts
    quantile, effect : arrays of shape (B,)
        z, and the design effect.
    """
    twice = StratumCounts(*(np.concatenate([part, part]) for part in counts))
    below = np.arange(2 * len(quantile)) < len(quantile)
    limits = np.where(below, 0.0, 1.0)
    known = np.flatnonzero(np.where(below, twice.positive.sum(axis=1), twice.other.sum(axis=1)) > 0)
    limits[known] = _limits(
        twice.of(known),
        np.tile(quantile, 2)[known],
        np.tile(effect, 2)[known],
        np.where(below, -1.0, 1.0)[known],
    )
    low, high = np.split(limits, 2)
    return np.where(np.isnan(quantile), np.nan, low), np.where(np.isnan(quantile), np.nan, high)


def _limits(given: StratumCounts, quantile: FloatArray, effect: FloatArray, sign: FloatArray) -> FloatArray:
    """Return the limits below (sign -1) or above, walking from the estimates along the likeliest truths."""
    counts = StratumCounts(given.positive + TRACE, given.other + TRACE, given.unlabelled)

    def beyond(log_multiplier: FloatArray, rows: IntArray) -> FloatArray:
        which, side, worth, z = counts.of(rows), sign[rows], effect[rows], quantile[rows]
        joint = _likeliest(which, side * np.exp(log_multiplier))
        variance, third = _moments(joint, which)
        score = np.exp(log_multiplier) * np.sqrt(variance / worth)
        skewness = np.maximum(-side * third / variance**1.5 * np.sqrt(worth), -MOST_SHRUNK)
        return np.asarray(score - z - skewness * (z**2 - 1) / 6)

    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        variance = _moments(_likeliest(counts, np.zeros(quantile.shape)), counts)[0]
        high = np.log(quantile / np.sqrt(variance / effect))
        low = np.minimum(high, 0.0) - 5.0
        within = np.arange(len(quantile))
        for _ in range(WIDEST):
            within = within[beyond(high[within], within) < 0]
            if not within.size:
                break
            low[within], high[within] = high[within], high[within] + 0.5
        found = illinois_roots(beyond, low, high, 1e-7)
        return np.asarray(_likeliest(counts, sign * np.exp(found))[0].sum(axis=1))


def _moments(joint: tuple[FloatArray, FloatArray], counts: StratumCounts) -> tuple[FloatArray, FloatArray]:
    """Return variance and third central moment of the estimate where the shares of all outputs are `joint`."""
    n = (counts.positive + counts.other).sum(axis=1)
    whole = n + counts.unlabelled.sum(axis=1)
    sizes = joint[0] + joint[1]
    shares = joint[0] / sizes
    apart = shares - joint[0].sum(axis=1, keepdims=True)
    within = sizes * shares * (1 - shares)
    variance = within.sum(axis=1) / n + np.sum(sizes * apart**2, axis=1) / whole
    third = (
        np.sum(within * (1 - 2 * shares), axis=1) / n**2
        + 3 * np.sum(within * apart, axis=1) / (n * whole)
        + np.sum(sizes * apart**3, axis=1) / whole**2
    )
    return variance, third


def _likeliest(counts: StratumCounts, multiplier: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return positive and other outputs of each stratum, as shares of all, at the likeliest truth with some share.

    With x positive, z other and N unlabelled outputs of a stratum, and its shares s and t, x log s + z log t +
    N log(s + t) is to be largest while the s sum to p and the t to 1 - p. With multipliers a and b of these two,
    x / s + N / (s + t) = a and z / t + N / (s + t) = b, which is a quadratic equation in x / s. Given b - a, the other
    end of the walk is where all shares sum to 1, which they do for one a; p is then sum s, and a - b is the slope of
    the log likelihood in p.
    """
    total = sum(part.sum(axis=1) for part in counts)
    far = np.abs(multiplier)
    # of a and b the smaller one is found, as of x / s and z / t, and the others are it and the difference
    up = multiplier[:, None] >= 0
    labelled, own = counts.positive + counts.other, np.where(up, counts.positive, counts.other)

    def smaller(lesser: FloatArray, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return x / s or z / t and its slope."""
        more, seen, mine, apart = counts.unlabelled[rows], labelled[rows], own[rows], far[rows, None]
        square, linear = more + seen, more * apart - lesser[:, None] * seen + mine * apart
        constant = lesser[:, None] * mine * apart
        root = np.sqrt(linear**2 + 4 * square * constant)
        small = np.where(linear <= 0, (root - linear) / (2 * square), 2 * constant / (linear + root))
        return small, (seen * small + mine * apart) / root

    def missing(lesser: FloatArray, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return how much the shares sum to above 1; one by their sum is nearly straight."""
        small, slope = smaller(lesser, rows)
        large = small + far[rows, None]
        first, second = own[rows] / small, (labelled[rows] - own[rows]) / large
        whole = (first + second).sum(axis=1)
        steep = ((first / small + second / large) * slope).sum(axis=1)
        return whole - 1, lesser + whole * (whole - 1) / steep

    ends = np.maximum(total - far, total * 1e-12), total
    lesser = newton_roots(missing, ends, (ends[0] + ends[1]) / 2, 1e-12)
    small, _ = smaller(lesser, np.arange(len(total)))
    large = small + far[:, None]
    return counts.positive / np.where(up, small, large), counts.other / np.where(up, large, small)
