"""Prediction-powered inference: the mean human score of outputs of which people judged a part and a judge all.

Angelopoulos, Bates, Fannjiang, Jordan and Zrnic (2023), Science 382, 669–674 (PPI); Angelopoulos, Duchi and Zrnic
(2023), arXiv 2311.01453 (PPI++).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray, Pair
from trueness.statistics.certain import student_limits
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import bootstrap_totals, cluster_numbers, cluster_totals
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.judged_share import JudgedShare, judged_shares

PPI_INTERVALS = ("analytic", "bootstrap")
OPTIMAL = "optimal"

SPREADLESS = 1e-12
"""Without a cluster the judge's scores have no spread if less than this share of it is left."""


class PredictionPowered(NamedTuple):
    """A mean human score, or a difference of two, with and without the help of a judge.

    Attributes
    ----------
    estimate, low, high, standard_error : float
        With the judge.
    lam : float
        The weight λ of the judge's scores, from 0 (not used) to 1; NaN for a difference, whose two means have a
        weight each.
    estimate_human, low_human, high_human, standard_error_human : float
        From the labelled outputs alone.
    estimate_judge : float
        The judge's own mean over all outputs, which nothing corrects.
    shift, standard_error_shift : float
        The judge's mean over unlabelled minus that over labelled outputs. Far from 0, labels are no random sample.
    n_labelled, n_unlabelled : int
        Outputs with both scores, and with the judge's alone.
    n_left_out : int
        Outputs that people judged and the judge did not.
    labels_worth : float
        How many labels alone would be as precise: n times the ratio of both variances, where the judge's weight for a
        cluster is the one that the other clusters choose. With a judge that says nothing it is n or a little less; NaN
        with fewer than two labelled clusters.
    resamples : int
        0 for an analytic interval.
    seed : int or None
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    lam: float
    estimate_human: float
    low_human: float
    high_human: float
    standard_error_human: float
    estimate_judge: float
    shift: float
    standard_error_shift: float
    n_labelled: int
    n_unlabelled: int
    n_left_out: int
    labels_worth: float
    resamples: int
    seed: int | None


def ppi_mean(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    lam: float | str = OPTIMAL,
    clusters: ArrayLike | None = None,
    shares: bool | None = None,
    interval: str = "analytic",
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> PredictionPowered:
    """Estimate the mean human score of all outputs from a few human scores and a judge's score of every output.

    With n labelled (L) and N unlabelled outputs (U), human scores Y and judge's scores f,

        estimate = λ mean_U(f) + mean_L(Y − λ f),

    unbiased for every fixed λ whatever the judge's errors are, if the labelled outputs are a random sample. λ = 1 is
    PPI, λ = 0 the mean of the labels, ``optimal`` PPI++: the λ in [0, 1] with the smallest estimated variance. For
    independent outputs the variance is λ² var(f_U) / N + var(Y − λ f) / n, and λ = cov(Y, f) / ((1 + n/N) var(f)) up to
    the estimate of var(f): here it is the one within the variance itself, so that PPI++ is never estimated to be less
    precise than PPI or labels alone. Being the smallest, that estimate is too small: with a judge that says nothing and
    10 labels, the labels would seem to count 1.07 times. `labels_worth` takes weights chosen without the cluster they
    are used for, and is 1/(1 − ρ² N/(n + N)) times n for the judge's correlation ρ with people, up to chance. With
    clusters the variance it is Σ ψ_g² G / (G − 1), where ψ_g sums the estimate's influences
    over the outputs of a cluster. Fewer than two unlabelled outputs teach nothing: λ = 0.

    Where all human scores are 0 or 1, λ is 'optimal' and the interval analytic, the mean is a share, and estimate and
    interval are those of `judged_shares`: the labels are stratified by the judge's scores, and the interval holds the
    shares that a score test does not reject. Without a judge it is Wilson's but for a correction of its
    skewness. λ is then the weight that the labels' regression on the judge's scores gives, and may be negative.

    Parameters
    ----------
    human : array of shape (n + N,)
        Human scores, NaN where there are none.
    judge : array of shape (n + N,)
        The judge's scores. An output without one is left out, and counted if people judged it.
    lam : float or 'optimal'
        Between 0 and 1.
    clusters : array of shape (n + N,), optional
        A label per output; outputs with the same label (of one input, of one document) are not independent.
    shares : bool, optional
        Whether human scores are labels, 0 or 1; by default they are if all that are known are one of these. Say False
        of a part of scores that are others elsewhere.
    interval : {'analytic', 'bootstrap'}
        But for shares, Student's t with (labelled clusters − 1) degrees of freedom, a little wider than the normal
        distribution of the papers for few labels; or percentiles over resampled clusters (without clusters: labelled
        and unlabelled outputs apart), with λ as it is, which is right to first order. In simulations with normal scores
        and the optimal λ, analytic 95% intervals held the truth in 91% of cases with 5 labels, 94% with 10 or more.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    PredictionPowered
        NaN where there are too few labels: one for an estimate, two for an interval. Without an interval, too, where
        all are alike and are no shares: nothing then tells how far others may be.

    Raises
    ------
    ArgumentError
        If shapes do not agree, `lam` is neither 'optimal' nor in [0, 1], or another argument is outside its values.
    """
    one, other = equal_vectors(human=human, judge=judge)
    settings = _Settings.of(lam, interval, confidence, resamples, rng, shares=shares)
    numbers = None if clusters is None else cluster_numbers(clusters, len(one))
    part = _part(one, other, numbers, settings.lam)
    found = _result([part], [1.0], settings, part.lam)
    if not settings.of_shares(one, other):
        return found
    return _with_shares(found, [_shares(one, other, numbers, settings)])


def label_gain(
    human: ArrayLike,
    judge: ArrayLike,
    n_labelled: int,
    *,
    lam: float | str = OPTIMAL,
    clusters: ArrayLike | None = None,
) -> float:
    """Say of outputs that all have a label how many labels each would count for, were only some drawn at random.

    What `ppi_mean` gives as ``labels_worth / n_labelled``, from the variances that it has on average over all ways to
    draw n of the T outputs (as if each were drawn with probability s = n/T), and so without the chance of one draw.
    With y and f the scores less their means and Y_g the sum of y over a cluster, they are, all times s T²,

        labels alone: (1 − s) Σ y² + s Σ Y_g²;  with the judge: that − 2 λ Σ y f + λ² Σ f² / (1 − s).

    Without clusters and with the best λ, (1 − s) Σ y f / Σ f², this is 1 / (1 − ρ² (1 − s)).

    Parameters
    ----------
    human, judge : arrays of shape (T,)
        An output that lacks one of them is left out.
    n_labelled : int
        Outputs that would be labelled.
    lam : float or 'optimal'
        As `ppi_mean` takes it.
    clusters : array of shape (T,), optional

    Returns
    -------
    float
        NaN where it is undefined: no output would be labelled, people say the same of all, or nothing is left of the
        variance.

    Raises
    ------
    ArgumentError
        If shapes do not agree, or `lam` is neither 'optimal' nor in [0, 1].
    """
    one, other = equal_vectors(human=human, judge=judge)
    weight = _Settings.of(lam, "analytic", 0.95, 0, None).lam
    known = ~(np.isnan(one) | np.isnan(other))
    total = int(known.sum())
    if not 0 < n_labelled <= total:
        return float("nan")
    y, f = one[known] - one[known].mean(), other[known] - other[known].mean()
    numbers = np.arange(total) if clusters is None else cluster_numbers(clusters, len(one))[known]
    s = n_labelled / total
    alone = (1 - s) * (y @ y) + s * float(np.square(cluster_totals(y[:, None], numbers)).sum())
    spread = f @ f
    if weight is None:
        weight = float(np.clip((1 - s) * (y @ f) / spread, 0.0, 1.0)) if spread > 0 else 0.0
    if total - n_labelled < 2:  # as there: so few teach nothing
        weight = 0.0
    added = -2 * weight * (y @ f) + weight**2 * spread / (1 - s) if weight else 0.0
    return (
        float(alone / (alone + added)) if alone > 0 and alone + added > SPREADLESS * alone else float("nan")
    )


def ppi_difference(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    lam: float | str = OPTIMAL,
    clusters: ArrayLike | None = None,
    shares: bool | None = None,
    interval: str = "analytic",
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> PredictionPowered:
    """Estimate by how much the mean human score of one system is above that of another.

    The difference of two `ppi_mean`, each with its own λ. That both systems worked on the same inputs is used: an
    input's outputs form a cluster.

    Parameters
    ----------
    human, judge : arrays of shape (2, M)
        Scores of the two systems for M inputs, NaN where there are none.
    lam, shares, interval, confidence, resamples, rng
        As `ppi_mean`.
    clusters : array of shape (M,), optional
        A label per input; default every input its own.

    Returns
    -------
    PredictionPowered
        The first system minus the second; counts are over both.

    Raises
    ------
    ArgumentError
        As `ppi_mean`.
    """
    one, other = given_numbers(human), given_numbers(judge)
    if one.ndim != 2 or len(one) != 2 or one.shape != other.shape:
        raise ArgumentError(
            f"`human` and `judge` must have shape (2, M), two systems by inputs; they have {one.shape} "
            f"and {other.shape}."
        )
    (found,) = ppi_differences(
        one,
        other,
        [(0, 1)],
        lam=lam,
        clusters=clusters,
        shares=shares,
        interval=interval,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )
    return found


def ppi_differences(
    human: FloatArray,
    judge: FloatArray,
    pairs: Iterable[Pair],
    *,
    lam: float | str = OPTIMAL,
    clusters: ArrayLike | None = None,
    shares: bool | None = None,
    interval: str = "analytic",
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> list[PredictionPowered]:
    """Return the differences of pairs of systems, each as `ppi_difference`; every system is summed up once.

    Parameters
    ----------
    human, judge : arrays of shape (N, M)
        Scores of N systems for M inputs, NaN where there are none.
    pairs : iterable of (int, int)
        Of each, the first system minus the second.
    lam, clusters, shares, interval, confidence, resamples, rng
        As `ppi_difference`.

    Raises
    ------
    ArgumentError
        As `ppi_mean`.
    """
    settings = _Settings.of(lam, interval, confidence, resamples, rng, shares=shares)
    numbers = cluster_numbers(clusters, human.shape[1])
    parts = [_part(y, f, numbers, settings.lam) for y, f in zip(human, judge, strict=True)]
    of_shares = [settings.of_shares(y, f) for y, f in zip(human, judge, strict=True)]
    known = [
        _shares(y, f, numbers, settings) if labels else None
        for y, f, labels in zip(human, judge, of_shares, strict=True)
    ]
    differences = []
    for pair in pairs:
        found = _result([parts[k] for k in pair], [1.0, -1.0], settings, float("nan"))
        both = [share for share in (known[k] for k in pair) if share is not None]
        differences.append(_with_shares(found, both) if len(both) == len(pair) else found)
    return differences


@dataclasses.dataclass(frozen=True)
class _Settings:
    lam: float | None
    """None for the optimal one."""
    interval: str
    confidence: float
    resamples: int
    seed: int | None
    shares: bool | None
    """Whether human scores are labels; None for what they look like."""

    @classmethod
    def of(
        cls,
        lam: float | str,
        interval: str,
        confidence: float,
        resamples: int,
        rng: Rng,
        *,
        shares: bool | None = None,
    ) -> _Settings:
        check_choice("interval", interval, PPI_INTERVALS)
        drawn = interval == "bootstrap"
        weight = None
        if lam != OPTIMAL:
            if isinstance(lam, str) or not 0 <= lam <= 1:
                raise ArgumentError(f"`lam` must be 'optimal' or lie between 0 and 1; it is {lam!r}.")
            weight = float(lam)
        return cls(
            lam=weight,
            interval=interval,
            confidence=check_proportion("confidence", confidence),
            resamples=check_integer("resamples", resamples, minimum=1) if drawn else 0,
            seed=resolve_seed(rng) if drawn else None,
            shares=shares,
        )

    def of_shares(self, human: FloatArray, judge: FloatArray) -> bool:
        """Return whether all labels are 0 or 1, two of them at least, and nothing else is asked for."""
        if self.shares is False or self.lam is not None or self.interval != "analytic":
            return False
        known = human[~np.isnan(human) & ~np.isnan(judge)]
        return len(known) > 1 and bool(np.isin(known, (0.0, 1.0)).all())


class _Shares(NamedTuple):
    """A share with the judge's help, from the labels alone, and the weight that the judge has."""

    judged: JudgedShare
    alone: JudgedShare
    lam: float


def _shares(human: FloatArray, judge: FloatArray, clusters: IntArray | None, settings: _Settings) -> _Shares:
    scored = ~np.isnan(judge)
    human, judge = human[scored], judge[scored]
    numbers = None if clusters is None else clusters[scored]
    judged, alone = judged_shares(human, judge, numbers, settings.confidence)
    labelled = ~np.isnan(human)
    centred = judge[labelled] - judge[labelled].mean()
    spread = float(centred @ centred)
    slope = float(centred @ human[labelled]) / spread if spread > 0 else 0.0
    return _Shares(judged, alone, slope * float(np.mean(~labelled)))


def _with_shares(found: PredictionPowered, parts: list[_Shares]) -> PredictionPowered:
    """Return a result with the intervals of shares in place of Student's; of a difference those of `_apart`."""
    judged, alone = [part.judged for part in parts], [part.alone for part in parts]
    limits, limits_alone = (one[0] if len(one) == 1 else _apart(*one) for one in (judged, alone))
    return found._replace(
        estimate=limits.estimate,
        low=limits.low,
        high=limits.high,
        standard_error=limits.standard_error,
        lam=parts[0].lam if len(parts) == 1 else found.lam,
        low_human=limits_alone.low,
        high_human=limits_alone.high,
        standard_error_human=limits_alone.standard_error,
    )


def _apart(one: JudgedShare, other: JudgedShare) -> JudgedShare:
    """Return a difference of two shares with the limits that theirs give it (Zou and Donner 2008, their equation 11).

    As far as both vary together over clusters, that cancels.
    """
    shared = min(len(one.influences), len(other.influences))  # the last clusters may lack one of both
    spread = float(np.sqrt(one.influences @ one.influences * (other.influences @ other.influences)))
    rho = float(one.influences[:shared] @ other.influences[:shared]) / spread if spread > 0 else 0.0
    estimate = one.estimate - other.estimate

    def half(first: float, second: float) -> float:
        return float(np.sqrt(max(0.0, first**2 + second**2 - 2 * rho * first * second)))

    return JudgedShare(
        estimate=estimate,
        low=estimate - half(one.estimate - one.low, other.high - other.estimate),
        high=estimate + half(one.high - one.estimate, other.estimate - other.low),
        standard_error=half(one.standard_error, other.standard_error),
        influences=np.empty(0),
    )


@dataclasses.dataclass(frozen=True)
class _Part:
    """One mean: the labels' mean, the judge's shift d = mean_U(f) − mean_L(f), and what each cluster adds to them.

    The influences carry the small-sample factors of their variances, which are plain sums of squares so.
    """

    mean: float
    shift: float
    judge: float
    lam: float
    of_mean: FloatArray
    of_shift: FloatArray
    others: FloatArray
    """Per cluster: λ as all other clusters choose it."""
    totals: FloatArray
    """Per cluster: Σ_L Y, Σ_L f, n, Σ_U f, N."""
    strata: IntArray | None
    labelled_units: int
    n_left_out: int


def _part(human: FloatArray, judge: FloatArray, clusters: IntArray | None, lam: float | None) -> _Part:
    scored = ~np.isnan(judge)
    labelled, unlabelled = scored & ~np.isnan(human), scored & np.isnan(human)
    n, more = int(labelled.sum()), int(unlabelled.sum())
    numbers = np.arange(len(human)) if clusters is None else clusters
    mean = _mean(human[labelled])
    judge_labelled, judge_unlabelled = _mean(judge[labelled]), _mean(judge[unlabelled])
    at_mean = np.where(labelled, human - mean, 0.0) / max(n, 1)
    at_labelled = np.where(labelled, judge - judge_labelled, 0.0) / max(n, 1)
    at_unlabelled = np.where(unlabelled, judge - judge_unlabelled, 0.0) / max(more, 1)
    units = _n_different(numbers[labelled])
    if clusters is None:
        small, large = _factor(n), _factor(more)
    else:
        small = large = _factor(_n_different(numbers[scored]))
    influences = np.stack([small * at_mean, large * at_unlabelled - small * at_labelled], axis=1)
    of_mean, of_shift = cluster_totals(influences, numbers).T
    others: FloatArray | None = None
    if more < 2 or (lam is None and (units < 2 or not np.any(of_shift))):
        weight = 0.0
    elif lam is None:
        together, spread = of_mean @ of_shift, of_shift @ of_shift
        weight = float(np.clip(-together / spread, 0.0, 1.0))
        left = spread - of_shift**2
        left = np.where(left > SPREADLESS * spread, left, np.inf)  # the others then say nothing of the judge
        others = np.clip(-(together - of_mean * of_shift) / left, 0.0, 1.0)
    else:
        weight = lam
    given = [
        np.where(labelled, human, 0.0),
        np.where(labelled, judge, 0.0),
        labelled,
        np.where(unlabelled, judge, 0.0),
        unlabelled,
    ]
    return _Part(
        mean=mean,
        shift=judge_unlabelled - judge_labelled,
        judge=_mean(judge[scored]),
        lam=weight,
        of_mean=of_mean,
        of_shift=of_shift,
        others=np.full(len(of_shift), weight) if others is None else others,
        totals=cluster_totals(np.stack(given, axis=1).astype(np.float64), numbers),
        strata=np.asarray(labelled + 2 * unlabelled, dtype=np.intp) if clusters is None else None,
        labelled_units=units,
        n_left_out=int(np.sum(~scored & ~np.isnan(human))),
    )


def _n_different(numbers: IntArray) -> int:
    return int(np.count_nonzero(np.bincount(numbers)))


def _mean(values: FloatArray) -> float:
    return float(values.mean()) if values.size else float("nan")


def _factor(n: int) -> float:
    return float(np.sqrt(n / (n - 1))) if n > 1 else float("nan")


def _result(parts: list[_Part], signs: list[float], settings: _Settings, lam: float) -> PredictionPowered:
    signed = list(zip(parts, signs, strict=True))
    estimate = sum(sign * (part.mean + _moved(part)) for part, sign in signed)
    plain = sum(sign * part.mean for part, sign in signed)
    with_judge = sum(sign * (part.of_mean + _pulled(part)) for part, sign in signed)
    crossed = sum(sign * (part.of_mean + _pulled(part, crossed=True)) for part, sign in signed)
    alone = sum(sign * part.of_mean for part, sign in signed)
    units = min(part.labelled_units for part in parts)
    error, error_human = _error(with_judge, units), _error(alone, units)
    error_crossed = _error(crossed, units)
    n_labelled = int(sum(part.totals[:, 2].sum() for part in parts))
    limits, limits_human = (
        _analytic(value, spread, units, settings.confidence)
        for value, spread in ((estimate, error), (plain, error_human))
    )
    if settings.interval == "bootstrap" and units > 1:
        limits = _bootstrapped(signed, float(estimate), settings, alone=False)
        limits_human = _bootstrapped(signed, float(plain), settings, alone=True)
    drift = sum(sign * part.of_shift for part, sign in signed)
    return PredictionPowered(
        estimate=float(estimate),
        low=float(limits.low),
        high=float(limits.high),
        standard_error=error,
        lam=lam,
        estimate_human=float(plain),
        low_human=float(limits_human.low),
        high_human=float(limits_human.high),
        standard_error_human=error_human,
        estimate_judge=float(sum(sign * part.judge for part, sign in signed)),
        shift=float(sum(sign * part.shift for part, sign in signed)),
        standard_error_shift=_error(drift, units),
        n_labelled=n_labelled,
        n_unlabelled=int(sum(part.totals[:, 4].sum() for part in parts)),
        n_left_out=sum(part.n_left_out for part in parts),
        resamples=settings.resamples,
        seed=settings.seed,
        labels_worth=n_labelled * (error_human / error_crossed) ** 2 if error_crossed > 0 else float("nan"),
    )


def _moved(part: _Part) -> float:
    return part.lam * part.shift if part.lam else 0.0  # without unlabelled outputs the shift is undefined


def _pulled(part: _Part, *, crossed: bool = False) -> FloatArray:
    """Return what the judge adds to each cluster's influence, by one weight or by those that the others choose."""
    weights = part.others if crossed else np.asarray(part.lam)
    return weights * part.of_shift if np.any(weights) else np.zeros_like(part.of_mean)


def _error(influences: FloatArray | float, units: int) -> float:
    return float(np.sqrt(np.sum(np.square(influences)))) if units > 1 else float("nan")


def _analytic(estimate: float, error: float, units: int, confidence: float) -> Interval:
    if units < 2 or not error > 0:
        return Interval(np.nan, np.nan)
    return Interval(*student_limits(estimate, error, units - 1, confidence))


def _bootstrapped(
    signed: list[tuple[_Part, float]], estimate: float, settings: _Settings, *, alone: bool
) -> Interval:
    """Return percentiles of the estimate over resampled clusters; the parts share the clusters and so the draws."""
    values: NDArray[np.float64] = np.zeros(settings.resamples)
    parts = [part for part, _ in signed]
    if all(part.strata is None for part in parts):  # totals of very many clusters have to be drawn together
        together = np.concatenate([part.totals for part in parts], axis=1)
        each = np.split(
            bootstrap_totals(together, settings.resamples, settings.seed or 0), len(parts), axis=1
        )
    else:
        each = [
            bootstrap_totals(part.totals, settings.resamples, settings.seed or 0, part.strata)
            for part in parts
        ]
    for (part, sign), drawn in zip(signed, each, strict=True):
        human, judge, n, other, more = drawn.T
        with np.errstate(invalid="ignore", divide="ignore"):
            found = human / n
            if part.lam and not alone:
                found = found + part.lam * (other / more - judge / n)
        values += sign * found
    return bootstrap_interval(values, estimate, confidence=settings.confidence)
