"""What people say where a judge says so: human scores in bins of the judge's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_integer
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.judging.cluster_totals import bootstrap_totals_of, cluster_numbers
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.two_way_totals import over_systems, two_way_value


class ReliabilityBin(NamedTuple):
    """Outputs to which the judge gave similar scores.

    Attributes
    ----------
    judge_low, judge_high : float
        The smallest and largest score of the judge in the bin.
    mean_judge, mean_human : float
    human_interval : Interval
        Of the mean human score, percentiles over resampled clusters.
    n_outputs : int
    """

    judge_low: float
    judge_high: float
    mean_judge: float
    mean_human: float
    human_interval: Interval
    n_outputs: int


class ReliabilityTable(NamedTuple):
    """A table of bins and what it sums up to.

    Attributes
    ----------
    bins : tuple of ReliabilityBin
        By ascending score of the judge.
    calibration_error : float
        The expected calibration error: Σ (outputs in bin / n) |mean of judge − mean of human|, in the unit of the
        human scores. It means something only if the judge uses the human's scale, or was brought to it. Chance alone
        makes it positive.
    calibration_error_interval : Interval
        The bootstrap's quantiles reflected at the estimate, cut at 0: resampling adds as much chance once more, which
        the reflection takes off; an interval that ends below the estimate says that chance explains it. Bins stay as
        they are. In simulations 95% intervals held the true error in 87% to 94%
        of cases, least where it was hardly more than chance gives. Over systems and clusters it is Student's t about
        the estimate less what resampling adds.
    n_outputs : int
    n_undefined_resamples, resamples : int
        Resamples in which a bin is empty still count, without that bin; undefined are those without any output.
    seed : int
    """

    bins: tuple[ReliabilityBin, ...]
    calibration_error: float
    calibration_error_interval: Interval
    n_outputs: int
    n_undefined_resamples: int
    resamples: int
    seed: int


def reliability_table(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    bins: int = 10,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> ReliabilityTable:
    """Cut a judge's scores into bins of about equal size and compare the means of both in each.

    Equal scores of the judge stay in one bin; a judge with no more than `bins` different scores has a bin for each.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        Outputs with a NaN are left out.
    bins : int
        At most so many.
    clusters : array of shape (n,), optional
        A label per output; default every output its own.
    systems : array of shape (n,), optional
        A label per output: its system. Of three or more, the interval of the calibration error is of other systems,
        too (see `two_way_totals`); that of a bin's mean is of these.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional

    References
    ----------
    Naeini, Cooper and Hauskrecht (2015), AAAI, for the calibration error, here of scores in place of probabilities;
    bins of equal size after Nguyen and O'Connor (2015), EMNLP.

    Raises
    ------
    ArgumentError
        If shapes do not agree, or another argument is outside its values.
    """
    (found,) = reliability_tables(
        [(human, judge)],
        bins=bins,
        clusters=clusters,
        systems=systems,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )
    return found


def reliability_tables(
    pairs: Sequence[tuple[ArrayLike, ArrayLike]],
    *,
    bins: int = 10,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> list[ReliabilityTable]:
    """Return the tables of several judges of the same outputs: what `reliability_table` returns, drawn once for all.

    Parameters
    ----------
    pairs : sequence of (human, judge)
        One or more; arrays of shape (n,), such as the human scores and those of each judge.
    bins, clusters, systems, confidence, resamples, rng
        As in `reliability_table`.

    Raises
    ------
    ArgumentError
        As `reliability_table`.
    """
    check_integer("bins", bins, minimum=1)
    seed = resolve_seed(rng)
    vectors = [equal_vectors(human=human, judge=judge) for human, judge in pairs]
    numbers = cluster_numbers(clusters, len(vectors[0][0]))
    binned = [_binned(human, judge, bins, numbers) for human, judge in vectors]
    totals = [one.totals() for one in binned]
    whole = [one.sum(axis=0) for one in totals]
    drawn = bootstrap_totals_of(totals, resamples, seed)
    del totals  # of many clusters they are much
    return [
        _table(*one, systems, confidence, resamples, seed) for one in zip(binned, whole, drawn, strict=True)
    ]


class _Binned(NamedTuple):
    """Outputs with both scores, and the bins they are in."""

    y: FloatArray
    f: FloatArray
    known: BoolArray
    numbers: IntArray
    place: IntArray
    size: int

    def totals(self) -> FloatArray:
        """Return count, Σ human and Σ judge of every bin, side by side, for each cluster."""
        units = self.numbers[self.known]
        n = int(units.max(initial=-1)) + 1
        of_units = [
            np.bincount(units * self.size + self.place, weights, n * self.size).reshape(n, self.size)
            for weights in (None, self.y, self.f)
        ]
        return np.concatenate(of_units, axis=1)

    def gaps(self) -> FloatArray:
        """Return 1 and, in the column of its bin, judge minus human of every output."""
        found = np.zeros((len(self.y), 1 + self.size))
        found[:, 0] = 1.0
        found[np.arange(len(found)), 1 + self.place] = self.f - self.y
        return found


def _binned(human: FloatArray, judge: FloatArray, bins: int, numbers: IntArray) -> _Binned:
    known = ~(np.isnan(human) | np.isnan(judge))
    whole = bool(known.all())  # without a copy of each
    y, f = (human, judge) if whole else (human[known], judge[known])
    place = _bin_numbers(f, bins)
    return _Binned(
        y=y,
        f=f,
        known=known,
        numbers=numbers,
        place=place,
        size=int(place.max(initial=-1)) + 1,
    )


def _table(
    binned: _Binned,
    whole: FloatArray,
    drawn: FloatArray,
    systems: ArrayLike | None,
    confidence: float,
    resamples: int,
    seed: int,
) -> ReliabilityTable:
    y, f, place, size = binned.y, binned.f, binned.place, binned.size
    counts, human_sums, judge_sums = (drawn[:, k * size : (k + 1) * size] for k in range(3))
    with np.errstate(invalid="ignore", divide="ignore"):
        bin_means = human_sums / counts
    estimate = float(_error(whole[:size].sum(), whole[2 * size :] - whole[size : 2 * size]))
    samples = _error(counts.sum(axis=1), judge_sums - human_sums)
    limits = bootstrap_interval(samples, estimate, method="basic", confidence=confidence)
    crossed = over_systems(binned.gaps(), systems, binned.numbers, binned.known)
    if crossed is not None:
        of_chance = float(np.nanmean(samples)) - estimate
        wide = two_way_value(crossed, lambda rows: _error(rows[:, 0], rows[:, 1:]), confidence)
        limits = Interval(wide.low - of_chance, wide.high - of_chance)
    rows = []
    for k in range(size):
        mine = place == k
        of_judge, mean = f[mine], float(y[mine].mean())
        rows.append(
            ReliabilityBin(
                judge_low=float(of_judge.min()),
                judge_high=float(of_judge.max()),
                mean_judge=float(of_judge.mean()),
                mean_human=mean,
                human_interval=bootstrap_interval(bin_means[:, k], mean, confidence=confidence),
                n_outputs=len(of_judge),
            )
        )
    return ReliabilityTable(
        bins=tuple(rows),
        calibration_error=estimate,
        calibration_error_interval=Interval(
            float(np.maximum(limits.low, 0.0)), float(np.maximum(limits.high, 0.0))
        ),
        n_outputs=len(y),
        n_undefined_resamples=int(np.isnan(samples).sum()),
        resamples=resamples,
        seed=seed,
    )


def _bin_numbers(values: FloatArray, bins: int) -> IntArray:
    """Return a bin per value: the different values by turns, a new bin where about 1/bins of all are below."""
    levels, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    if len(levels) <= bins:
        return np.asarray(place, dtype=np.intp)
    # a level belongs where the middle of its values lies
    middle = np.cumsum(counts) - counts / 2
    wanted = np.minimum((middle * bins / len(values)).astype(np.intp), bins - 1)
    return np.asarray(np.unique(wanted, return_inverse=True)[1][place], dtype=np.intp)


def _error(counts: FloatArray, gaps: FloatArray) -> FloatArray:
    """Return calibration errors from numbers of outputs, (B,), and sums of judge minus human in bins, (B, bins)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.abs(gaps).sum(axis=-1) / counts)
