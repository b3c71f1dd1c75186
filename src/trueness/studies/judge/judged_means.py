"""Mean human scores of systems with a judge's help: every system, all together, and every pair of systems.

Where every output has a human score, all but a random share of them can be hidden, as if people had judged fewer.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.errors import DataError, UnsupportedMethodError, check_integer, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain
from trueness.statistics.judging.linear_calibration import least_squares_line
from trueness.statistics.judging.prediction_powered import (
    PredictionPowered,
    label_gain,
    ppi_differences,
    ppi_mean,
)
from trueness.statistics.judging.rogan_gladen import rogan_gladen
from trueness.statistics.ties import common_denominator
from trueness.studies.judge.rows import ALL_SYSTEMS, JudgedDifference, JudgedMean, Prevalence
from trueness.studies.judge.settings import RANKS, JudgeSettings

FEWEST = 2
"""Labels that a system keeps at least; fewer have no spread."""

_STREAM = 7001
"""Sets this draw apart from all others of the same seed."""


class JudgedMeans(NamedTuple):
    """What `judged_means` returns.

    Attributes
    ----------
    means : list of JudgedMean
    differences : list of JudgedDifference
    shift : float
        Of all systems together: the judge's mean over unlabelled minus that over labelled outputs, in its standard
        errors; NaN where all or none are labelled.
    """

    means: list[JudgedMean]
    differences: list[JudgedDifference]
    shift: float


class Span(NamedTuple):
    """The least and the largest value there can be.

    Attributes
    ----------
    low, high : float
    """

    low: float
    high: float

    @classmethod
    def of_labels(cls, labels: Sequence[str], people: FloatArray) -> Span | None:
        """Return the range of labels, which are numbered from 0 on; None of scores, whose scale is not known.

        Parameters
        ----------
        labels : sequence of str
            Of people, the worst first; none of numbers.
        people : array of any shape
            What single people gave.
        """
        if labels:
            return cls(0.0, len(labels) - 1.0)
        return cls(0.0, 1.0) if np.isin(people[~np.isnan(people)], (0.0, 1.0)).all() else None

    def cut(self, *values: float) -> tuple[float, ...]:
        """Return values, those beyond the range as its ends."""
        return tuple(float(np.clip(value, self.low, self.high)) for value in values)


SAME_OVERLAP = 0.5
"""From which share of what either gave on ratings of people and of a judge are taken for one scale."""


class Ratings(NamedTuple):
    """From where to where ratings go.

    Attributes
    ----------
    low, high : float
    """

    low: float
    high: float

    @classmethod
    def of(cls, values: FloatArray) -> Ratings | None:
        """Return the range of scores; None of none, and of scores that have no common step up to a sixtieth."""
        if common_denominator(values) is None:
            return None
        return cls(float(np.nanmin(values)), float(np.nanmax(values)))

    def within(self, other: Ratings) -> bool:
        """Whether no rating lies beyond those of another."""
        return other.low <= self.low and self.high <= other.high

    def overlap(self, other: Ratings) -> float:
        """Return which share both gave of the range that either gave, 0 to 1."""
        both = min(self.high, other.high) - max(self.low, other.low)
        either = max(self.high, other.high) - min(self.low, other.low)
        return max(both, 0.0) / either if either > 0 else 1.0


def same_scale(human: FloatArray, judge: FloatArray, settings: JudgeSettings) -> bool:
    """Return whether a judge is taken to rate on the human's scale (see `JudgeSettings.scale`).

    Parameters
    ----------
    human, judge : arrays
        Scores as given, NaN where there are none.
    settings : JudgeSettings
    """
    if settings.scale != "auto":
        return settings.scale == "same"
    people, given = Ratings.of(human), Ratings.of(judge)
    if people is None or given is None:
        return False
    # few labels seldom reach both ends of a scale, and a generous judge leaves what people gave: inside is too strict
    return given.within(people) or people.overlap(given) >= SAME_OVERLAP


def on_human_scale(human: FloatArray, judge: FloatArray, *, same: bool) -> FloatArray:
    """Return a judge's scores in the unit of the human's: as given, or by the least-squares line."""
    if same:
        return judge
    intercept, slope = least_squares_line(human, judge)
    if np.isnan(slope):  # a judge that says the same of every output predicts their mean
        return np.where(np.isnan(judge), np.nan, float(np.nanmean(human)))
    return intercept + slope * judge


def ranks_of(judge: FloatArray) -> FloatArray:
    """Return the ranks of a judge's scores among all that it gave, ties sharing theirs; NaN where it gave none."""
    from scipy.stats import rankdata

    found = np.full(judge.shape, np.nan)
    known = ~np.isnan(judge)
    found[known] = rankdata(judge[known])
    return found


def judged_means(
    name: str,
    systems: tuple[str, ...],
    human: FloatArray,
    judge: FloatArray,
    clusters: IntArray,
    settings: JudgeSettings,
    *,
    same: bool,
    whole: FloatArray | None = None,
    grouped: bool = False,
    listed: Sequence[str] | None = None,
    span: Span | None = None,
) -> JudgedMeans:
    """Return prediction-powered means of every system and of all, and differences of all pairs.

    A judge that does not rate on the human's scale is brought to it by one straight line for all systems, fitted to
    the labelled outputs; the prediction-powered mean corrects whatever that line gets wrong, to first order. With the
    scale 'ranks' the line is of the judge's ranks among all outputs, which use no label: where scores are skewed they
    go better with people's.

    Parameters
    ----------
    name : str
        The judge.
    systems : tuple of str
    human, judge : arrays of shape (N, M)
        Scores as given, NaN where there are none.
    clusters : array of shape (M,)
        A number per input.
    settings : JudgeSettings
    same : bool
        Whether the judge rates on the human's scale.
    whole : array of shape (N, M), optional
        In a demonstration, all human scores, of which `human` keeps a part.
    grouped : bool
        Whether several inputs share a cluster; then outputs of one system are not independent either.
    listed : sequence of str, optional
        The systems in the order in which rows are to name them; by default that of the scores.
    span : Span, optional
        Beyond which no mean can lie, where that is known: estimates and limits are cut to it.
    """
    judge = on_human_scale(human, ranks_of(judge) if settings.scale == RANKS else judge, same=same)
    known = human if whole is None else whole
    asked: dict[str, Any] = {
        "lam": settings.lam,
        "shares": bool(np.isin(known[~np.isnan(known)], (0.0, 1.0)).all()),
        "interval": settings.interval,
        "confidence": settings.confidence,
        "resamples": settings.resamples,
        "rng": settings.seed,
    }
    means = []
    place = {system: k for k, system in enumerate(systems)}
    order = [place[system] for system in listed or systems]
    limits = span or Span(-np.inf, np.inf)
    for k in order:
        found = ppi_mean(human[k], judge[k], clusters=clusters if grouped else None, **asked)
        row = _mean_row(name, systems[k], found, None if whole is None else whole[k], limits)
        if whole is not None:
            row = _expected(row, whole[k], judge[k], clusters if grouped else None, settings)
        means.append(row)
    n_systems = len(systems)
    found = ppi_mean(human.ravel(), judge.ravel(), clusters=np.tile(clusters, n_systems), **asked)
    shift = found.shift / found.standard_error_shift if found.standard_error_shift > 0 else float("nan")
    if n_systems > 1:
        row = _mean_row(name, ALL_SYSTEMS, found, whole, limits)
        if whole is not None:
            row = _expected(row, whole.ravel(), judge.ravel(), np.tile(clusters, n_systems), settings)
        means.append(row)
    pairs = list(itertools.combinations(order, 2))
    # always one way round, and turned afterwards: to the last digit the same for any order
    apart = ppi_differences(
        human, judge, [(min(pair), max(pair)) for pair in pairs], clusters=clusters, **asked
    )
    differences = [
        _difference_row(name, (systems[a], systems[b]), found, limits, turned=a > b)
        for (a, b), found in zip(pairs, apart, strict=True)
    ]
    return JudgedMeans(means, differences, shift)


def _difference_row(
    name: str, systems: tuple[str, str], found: PredictionPowered, limits: Span, *, turned: bool
) -> JudgedDifference:
    width = limits.high - limits.low
    value, low, high, value_human, low_human, high_human = Span(-width, width).cut(
        *(found.estimate, found.low, found.high, found.estimate_human, found.low_human, found.high_human)
    )
    values = Certain.between(value, (low, high))
    of_labels = Certain.between(value_human, (low_human, high_human))
    if turned:
        values, of_labels = values.turned(), of_labels.turned()
    return JudgedDifference(
        metric=name,
        system=systems[0],
        other=systems[1],
        **values.shown(),
        estimate_human=of_labels.value,
        low_human=of_labels.low,
        high_human=of_labels.high,
        n_labelled=found.n_labelled,
        n_unlabelled=found.n_unlabelled,
    )


def _mean_row(
    name: str, system: str, found: PredictionPowered, whole: FloatArray | None, limits: Span
) -> JudgedMean:
    estimate, low, high, low_human, high_human = limits.cut(
        *(found.estimate, found.low, found.high, found.low_human, found.high_human)
    )
    return JudgedMean(
        metric=name,
        system=system,
        estimate=estimate,
        low=low,
        high=high,
        lam=found.lam,
        estimate_human=found.estimate_human,
        low_human=low_human,
        high_human=high_human,
        estimate_judge=found.estimate_judge,
        estimate_all=float("nan") if whole is None else float(np.nanmean(whole)),
        labels_worth=found.labels_worth,
        n_labelled=found.n_labelled,
        n_unlabelled=found.n_unlabelled,
    )


def _expected(
    row: JudgedMean, human: FloatArray, judge: FloatArray, clusters: IntArray | None, settings: JudgeSettings
) -> JudgedMean:
    """Return a row of a demonstration with what labels are worth on average, not in the one draw that is shown."""
    gain = label_gain(human, judge, row.n_labelled, lam=settings.lam, clusters=clusters)
    return dataclasses.replace(row, labels_worth=row.n_labelled * gain)


def prevalences(
    name: str,
    systems: tuple[str, ...],
    human: FloatArray,
    verdicts: FloatArray,
    clusters: IntArray,
    settings: JudgeSettings,
    *,
    listed: Sequence[str] | None = None,
) -> list[Prevalence]:
    """Return corrected shares of positives of every system and of all, with the reason where there is none.

    Parameters
    ----------
    human, verdicts : arrays of shape (N, M)
        0 or 1, NaN where there is none.
    name, systems, clusters, settings, listed
        As `judged_means`.
    """
    rows = []
    place = {system: k for k, system in enumerate(systems)}
    parts = [
        (system, human[place[system]], verdicts[place[system]], clusters) for system in listed or systems
    ]
    if len(systems) > 1:
        parts.append((ALL_SYSTEMS, human.ravel(), verdicts.ravel(), np.tile(clusters, len(systems))))
    for system, labels, said, units in parts:
        try:
            found = rogan_gladen(labels, said, clusters=units, confidence=settings.confidence)
        except (DataError, UnsupportedMethodError) as error:
            rows.append(_no_prevalence(name, system, labels, said, str(error)))
            continue
        rows.append(
            Prevalence(
                metric=name,
                system=system,
                estimate=found.estimate,
                low=found.low,
                high=found.high,
                observed=found.observed,
                sensitivity=found.sensitivity,
                specificity=found.specificity,
                n_positive=found.n_positive,
                n_negative=found.n_negative,
                n_unlabelled=found.n_unlabelled,
                reason="",
            )
        )
    return rows


def _no_prevalence(name: str, system: str, labels: FloatArray, said: FloatArray, reason: str) -> Prevalence:
    known = ~np.isnan(said)
    positive, negative, open_ = known & (labels == 1), known & (labels == 0), known & np.isnan(labels)

    def share(values: FloatArray) -> float:
        return float(values.mean()) if values.size else float("nan")

    undefined = float("nan")
    return Prevalence(
        metric=name,
        system=system,
        estimate=undefined,
        low=undefined,
        high=undefined,
        observed=share(said[open_]),
        sensitivity=share(said[positive]),
        specificity=share(1 - said[negative]),
        n_positive=int(positive.sum()),
        n_negative=int(negative.sum()),
        n_unlabelled=int(open_.sum()),
        reason=reason,
    )


def hidden_labels(human: FloatArray, share: float, seed: int) -> FloatArray:
    """Return the human scores with all but a random share of each system's made NaN.

    Parameters
    ----------
    human : array of shape (N, M)
        NaN where there is no label.
    share : float
        Between 0 and 1; each system keeps this share of its labels, rounded, at least two.
    seed : int

    Raises
    ------
    ArgumentError
        If `share` is not between 0 and 1, or `seed` no whole number of at least 0.
    """
    check_proportion("share", share)
    source = np.random.SeedSequence(check_integer("seed", seed, minimum=0), spawn_key=(_STREAM,))
    found = np.full(human.shape, np.nan)
    words = source.generate_state(max(human.size, 1), np.uint64)[: human.size].reshape(human.shape)
    for row, (scores, lots) in enumerate(zip(human, words, strict=True)):
        labelled = np.flatnonzero(~np.isnan(scores))
        kept = labelled[np.argsort(lots[labelled], kind="stable")]
        kept = kept[: max(FEWEST, round(share * len(labelled)))]
        found[row, kept] = scores[kept]
    return found
