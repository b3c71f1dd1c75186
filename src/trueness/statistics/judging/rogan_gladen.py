"""The share of outputs that people would call positive, from a judge's imperfect binary verdicts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import (
    DataError,
    UnsupportedMethodError,
    check_integer,
    check_proportion,
)
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import bootstrap_totals, cluster_numbers, cluster_totals
from trueness.statistics.judging.equal_vectors import equal_vectors


class RoganGladen(NamedTuple):
    """A corrected prevalence.

    Attributes
    ----------
    estimate : float
        The share of positives among the unlabelled outputs, within [0, 1].
    low, high : float
        Bootstrap percentiles.
    low_analytic, high_analytic : float
        The delta method's interval, cut at 0 and 1. It treats outputs as independent.
    sensitivity, specificity : float
        TPR and TNR of the judge on the labelled outputs.
    observed : float
        The share of unlabelled outputs that the judge calls positive, which nothing corrects.
    n_positive, n_negative, n_unlabelled : int
        Labelled outputs that people call positive and negative, and unlabelled ones.
    n_undefined_resamples, resamples : int
        Resamples without positives, negatives or unlabelled outputs, or with TPR + TNR <= 1, left out of the
        percentiles; and all.
    seed : int
    """

    estimate: float
    low: float
    high: float
    low_analytic: float
    high_analytic: float
    sensitivity: float
    specificity: float
    observed: float
    n_positive: int
    n_negative: int
    n_unlabelled: int
    n_undefined_resamples: int
    resamples: int
    seed: int


def rogan_gladen(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> RoganGladen:
    """Correct the share of positives that a judge finds for its errors on labelled outputs.

    With p the judge's share of positives among the N unlabelled outputs, TPR and TNR from n1 positive and n0 negative
    labels, and J = TPR + TNR − 1 (Rogan and Gladen 1978, Am. J. Epidemiol. 107, 71–76),

        θ = (p + TNR − 1) / J, cut to [0, 1];
        var(θ) = (p (1 − p) / N + θ² TPR (1 − TPR) / n1 + (1 − θ)² TNR (1 − TNR) / n0) / J²

    by the delta method. The judge has to make its errors at the same rates on both samples; the shares of positives
    may differ. The bootstrap resamples the labelled and the unlabelled outputs.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        0 or 1; `human` NaN where there is no label. An output without a verdict of the judge is left out.
    clusters : array of shape (n,), optional
        A label per output; whole clusters are resampled, with their labelled and unlabelled outputs. Without
        clusters both samples keep their size.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    DataError
        If a value is neither 0, 1 nor NaN, or there are no positive labels, no negative labels, or no unlabelled
        outputs.
    UnsupportedMethodError
        If TPR + TNR <= 1 in the data: then the judge's verdicts say nothing about the labels, or the opposite.
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    """
    one, other = equal_vectors(human=human, judge=judge)
    check_proportion("confidence", confidence)
    check_integer("resamples", resamples, minimum=1)
    seed = resolve_seed(rng)
    for name, values in (("human", one), ("judge", other)):
        odd = values[~np.isnan(values) & ~np.isin(values, (0.0, 1.0))]
        if odd.size:
            raise DataError(
                f"`{name}` must hold 0, 1 or NaN, not {odd[0]:g}. Turn scores into labels by a threshold."
            )
    scored = ~np.isnan(other)
    positive, negative = scored & (one == 1), scored & (one == 0)
    unlabelled = scored & np.isnan(one)
    said = np.where(scored, other, 0.0)
    parts = (positive & (said == 1), positive, negative & (said == 0), negative, unlabelled & (said == 1))
    counts = np.stack([*parts, unlabelled], axis=1).astype(np.float64)
    whole = counts.sum(axis=0)
    for name, count in (
        ("positive label", whole[1]),
        ("negative label", whole[3]),
        ("unlabelled output", whole[5]),
    ):
        if not count:
            raise DataError(f"there is no {name} with a verdict of the judge: nothing can be corrected.")
    sensitivity, specificity, observed = whole[0] / whole[1], whole[2] / whole[3], whole[4] / whole[5]
    if sensitivity + specificity <= 1:
        raise UnsupportedMethodError(
            f"TPR {sensitivity:.3f} + TNR {specificity:.3f} is not above 1: on the labelled outputs the judge does no "
            "better than chance, and no correction exists. Turn its verdicts round or do without it."
        )
    estimate = float(_corrected(whole[None])[0])
    numbers = cluster_numbers(clusters, len(one))
    strata = np.asarray(scored.astype(int) + unlabelled, dtype=np.intp) if clusters is None else None
    samples = _corrected(bootstrap_totals(cluster_totals(counts, numbers), resamples, seed, strata))
    limits = bootstrap_interval(samples, estimate, confidence=confidence)
    half = _half_width(sensitivity, specificity, observed, whole, confidence)
    unclipped = (observed + specificity - 1) / (sensitivity + specificity - 1)
    return RoganGladen(
        estimate=estimate,
        low=float(limits.low),
        high=float(limits.high),
        low_analytic=float(np.clip(unclipped - half, 0, 1)),
        high_analytic=float(np.clip(unclipped + half, 0, 1)),
        sensitivity=float(sensitivity),
        specificity=float(specificity),
        observed=float(observed),
        n_positive=int(whole[1]),
        n_negative=int(whole[3]),
        n_unlabelled=int(whole[5]),
        n_undefined_resamples=int(np.isnan(samples).sum()),
        resamples=resamples,
        seed=seed,
    )


def _corrected(totals: FloatArray) -> FloatArray:
    """Return θ for rows of counts (TP, positives, TN, negatives, called positive, unlabelled); NaN if undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        sensitivity, specificity, observed = (totals[:, k] / totals[:, k + 1] for k in (0, 2, 4))
        youden = sensitivity + specificity - 1
        found = np.clip((observed + specificity - 1) / youden, 0.0, 1.0)
    return np.where(youden > 0, found, np.nan)  # NaN is not above 0 either


def _half_width(
    sensitivity: float, specificity: float, observed: float, whole: FloatArray, confidence: float
) -> float:
    from scipy.special import ndtri

    youden = sensitivity + specificity - 1
    theta = (observed + specificity - 1) / youden
    variance = (
        observed * (1 - observed) / whole[5]
        + theta**2 * sensitivity * (1 - sensitivity) / whole[1]
        + (1 - theta) ** 2 * specificity * (1 - specificity) / whole[3]
    ) / youden**2
    return float(ndtri((1 + confidence) / 2) * np.sqrt(variance))
