"""The alternative annotator test, of whether a metric or judge may stand in for an annotator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion
from trueness.statistics.annotators.intraclass_correlation import rating_matrix
from trueness.statistics.annotators.partial_conjunction import fewest_false
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import student_pvalue
from trueness.statistics.corrections import adjust
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ties import RELATIVE_TOLERANCE

EPSILONS = {"experts": 0.2, "skilled": 0.15, "crowd": 0.1}
"""What an annotator's cost is worth, by who they are: how much better than the judge they must be to stay."""

ALIGNMENTS = ("rmse", "accuracy")
"""Minus the root mean squared distance to the other annotators' ratings, or the share of them that are equal."""

SMALL_SAMPLES = ("skip", "wilcoxon")
"""What happens to an annotator with too few units for the t test."""

Alignment = Callable[[float, FloatArray], float]
"""Given a label and the ratings of the other annotators, how well it fits them; larger is better."""

PASSES_FROM = 0.5
"""The winning rate from which on a judge passes."""


class AnnotatorOutcome(NamedTuple):
    """The comparison of a judge with one annotator, both against the others.

    Attributes
    ----------
    annotator : str
    n_items, n_units : int
        Outputs that this annotator, another one and the judge have labelled; the independent units among them.
    judge_share, annotator_share : float
        Share of outputs where the judge (the annotator) fits the others at least as well; ties count for both.
    statistic : float
        t, or the smaller rank sum for Wilcoxon's test; NaN where nothing was tested, or exactly.
    pvalue, pvalue_adjusted : float
        That the annotator is better by epsilon or more; after Benjamini-Yekutieli over annotators.
    judge_wins : bool
        Whether that is rejected.
    test : {'t', 'wilcoxon', 'exact', 'skipped'}
        ``skipped``: too few units. ``exact``: every unit says the same, so that there is no t.
    """

    annotator: str
    n_items: int
    n_units: int
    judge_share: float
    annotator_share: float
    statistic: float
    pvalue: float
    pvalue_adjusted: float
    judge_wins: bool
    test: str


class AlternativeAnnotatorTest(NamedTuple):
    """Whether a judge may stand in for annotators.

    Attributes
    ----------
    winning_rate : float
        Share of the tested annotators that the judge wins against, in [0, 1]; NaN where none could be tested.
    winning_low, winning_high : float
        Limits of the share of these annotators that it truly wins against, each with confidence 1 - q
        (see `fewest_false`).
    advantage : float
        Average advantage probability: mean over tested annotators of `judge_share`.
    passes : bool or None
        Whether the winning rate is at least one half; None where it is undefined.
    epsilon : float
    n_tested, n_skipped : int
        Annotators with a p-value, and with too few units.
    n_dropped : int
        Outputs left out: without a label by the judge, or with fewer than two ratings.
    annotators : tuple of AnnotatorOutcome
    """

    winning_rate: float
    winning_low: float
    winning_high: float
    advantage: float
    passes: bool | None
    epsilon: float
    n_tested: int
    n_skipped: int
    n_dropped: int
    annotators: tuple[AnnotatorOutcome, ...]


def alternative_annotator_test(
    labels: ArrayLike,
    ratings: ArrayLike,
    *,
    alignment: str | Alignment = "rmse",
    epsilon: float | str = "crowd",
    q: float = 0.05,
    minimum_units: int = 30,
    small: str = "skip",
    clusters: ArrayLike | None = None,
    annotators: Sequence[str] | None = None,
) -> AlternativeAnnotatorTest:
    """Test whether a judge represents the other annotators as well as each annotator in turn does.

    For every annotator h and output, the fit S of the judge's label and of h's rating to the remaining ratings is
    compared. d is 1 where h fits better, -1 where the judge does, 0 where neither. The null hypothesis that the mean
    of d is epsilon or more is tested by a one-sided t test; over annotators p-values are adjusted by Benjamini and
    Yekutieli. The judge passes if it wins against half of the annotators or more (Calderon, Reichart and Dror 2025,
    The alternative annotator test for LLM-as-a-judge, ACL, section 3).

    Differences from the authors' program: where all d are equal there is no t, and p is exact instead of 0: if n units
    all have the mean v below epsilon, at most (1 - epsilon) / (1 - v) of all units can have it under the null
    hypothesis, and p is this to the n. Fits within 1e-12 of each other tie.

    Parameters
    ----------
    labels : array of shape (...)
        The judge's, on the annotators' scale; NaN where there is none.
    ratings : array of shape (A, ...)
        NaN where an annotator gave nothing.
    alignment : {'rmse', 'accuracy'} or callable
        A callable gets a label and the array of the other ratings.
    epsilon : float or {'experts', 'skilled', 'crowd'}
        From 0 to below 1, or who the annotators are: 0.2, 0.15, 0.1. The default is the strictest of the three.
    q : float
        False discovery rate.
    minimum_units : int
        Units from which on the t test is used, at least 2.
    small : {'skip', 'wilcoxon'}
        Below that: leave the annotator out, or use Wilcoxon's signed-rank test (which assumes symmetry that d does
        not have), and say so.
    clusters : array of shape (...), optional
        Labels of outputs that are not independent, of one input for example. The standard error is then that of sums
        over clusters, with one degree of freedom less than there are clusters; the published test takes all outputs
        for independent. With Wilcoxon's test the units are means of d over clusters.
    annotators : sequence of str, optional
        Names; default 1, 2, ....

    Returns
    -------
    AlternativeAnnotatorTest

    Raises
    ------
    ArgumentError
        If shapes do not agree, values are infinite, or an option is outside its values.
    """
    table = rating_matrix(ratings)
    judge = given_numbers(labels).reshape(-1)
    if np.shape(labels) != np.shape(ratings)[1:] or np.isinf(judge).any():
        raise ArgumentError(
            "`labels` must be finite and of the shape of one annotator's ratings, "
            f"{np.shape(ratings)[1:]}; they have {np.shape(labels)}."
        )
    names = tuple(str(k + 1) for k in range(len(table))) if annotators is None else tuple(annotators)
    if len(names) != len(table):
        raise ArgumentError(f"`annotators` holds {len(names)} names for {len(table)} annotators.")
    margin = _margin(epsilon)
    check_proportion("q", q)
    check_integer("minimum_units", minimum_units, minimum=2)
    check_choice("small", small, SMALL_SAMPLES)
    if not callable(alignment):
        check_choice("alignment", alignment, ALIGNMENTS)
    units = np.arange(len(judge))
    if clusters is not None:
        cluster_labels = np.asarray(clusters)
        if cluster_labels.shape != np.shape(labels):
            raise ArgumentError(
                f"`clusters` must hold one label per output, shape {np.shape(labels)}; it is "
                f"{cluster_labels.shape}."
            )
        units = np.unique(cluster_labels, return_inverse=True)[1].reshape(-1)
    usable = ~np.isnan(judge) & (np.sum(~np.isnan(table), axis=0) >= 2)
    found = [
        _one_annotator(judge, table, usable, h, names[h], units, alignment, margin, minimum_units, small)
        for h in range(len(table))
    ]
    raw = [outcome for outcome, _ in found]
    adjusted = adjust([outcome.pvalue for outcome in raw], "by")
    outcomes = tuple(
        outcome._replace(pvalue_adjusted=float(p), judge_wins=bool(p <= q))
        for outcome, p in zip(raw, adjusted, strict=True)
    )
    tested = [outcome for outcome in outcomes if outcome.test != "skipped"]
    rate = float(np.mean([outcome.judge_wins for outcome in tested])) if tested else math.nan
    lost = [worse for outcome, worse in found if outcome.test != "skipped"]
    return AlternativeAnnotatorTest(
        winning_rate=rate,
        winning_low=(
            fewest_false([outcome.pvalue for outcome in tested], q) / len(tested) if tested else math.nan
        ),
        winning_high=1 - fewest_false(lost, q) / len(tested) if tested else math.nan,
        advantage=float(np.mean([outcome.judge_share for outcome in tested])) if tested else math.nan,
        passes=rate >= PASSES_FROM if tested else None,
        epsilon=margin,
        n_tested=len(tested),
        n_skipped=sum(outcome.test == "skipped" for outcome in outcomes),
        n_dropped=int(np.sum(~usable & ~np.isnan(table).all(axis=0))),
        annotators=outcomes,
    )


def fits_as_well(labels: ArrayLike, ratings: ArrayLike, alignment: str | Alignment = "rmse") -> FloatArray:
    """Return where a judge fits the other annotators at least as well as each in turn does, shape (A, ...).

    Parameters
    ----------
    labels : array of shape (...)
        NaN where there is none.
    ratings : array of shape (A, ...)
    alignment : {'rmse', 'accuracy'} or callable

    Returns
    -------
    array of shape (A, ...)
        1 or 0; NaN where the judge, this annotator or all others gave nothing.
    """
    table = rating_matrix(ratings)
    judge = given_numbers(labels).reshape(-1)
    usable = ~np.isnan(judge) & (np.sum(~np.isnan(table), axis=0) >= 2)
    found = np.full(table.shape, np.nan)
    for h in range(len(table)):
        items = usable & ~np.isnan(table[h])
        found[h, items] = _good(judge, table, items, h, alignment)[0]
    return found.reshape(np.shape(ratings))


def _good(
    judge: FloatArray, table: FloatArray, items: BoolArray, h: int, alignment: str | Alignment
) -> tuple[BoolArray, BoolArray]:
    """Return where the judge fits the others at least as well as annotator h, and where h does as the judge."""
    others = np.delete(table[:, items], h, axis=0)
    judge_fit, own_fit = (_fit(values[items], others, alignment) for values in (judge, table[h]))
    tolerance = RELATIVE_TOLERANCE * np.maximum(1.0, np.maximum(np.abs(judge_fit), np.abs(own_fit)))
    return judge_fit >= own_fit - tolerance, own_fit >= judge_fit - tolerance


def _margin(epsilon: float | str) -> float:
    if isinstance(epsilon, str):
        return EPSILONS[check_choice("epsilon", epsilon, EPSILONS)]
    if not 0 <= epsilon < 1:
        raise ArgumentError(f"`epsilon` must be from 0 to below 1; it is {epsilon!r}.")
    return float(epsilon)


def _one_annotator(
    judge: FloatArray,
    table: FloatArray,
    usable: BoolArray,
    h: int,
    name: str,
    units: NDArray[np.intp],
    alignment: str | Alignment,
    margin: float,
    minimum_units: int,
    small: str,
) -> tuple[AnnotatorOutcome, float]:
    """Return the comparison, and the p-value that the annotator is better by less than epsilon."""
    items = usable & ~np.isnan(table[h])
    judge_good, own_good = _good(judge, table, items, h, alignment)
    d = own_good.astype(np.float64) - judge_good
    groups = np.unique(units[items], return_inverse=True)[1].reshape(-1)
    n_units = int(groups.max(initial=-1)) + 1
    test, (statistic, pvalue), worse = "skipped", (math.nan, math.nan), math.nan
    if n_units >= minimum_units or (small == "wilcoxon" and n_units >= 2):
        means = np.bincount(groups, d) / np.bincount(groups)
        if np.ptp(means) <= RELATIVE_TOLERANCE:  # every unit says the same
            test = "exact"
            pvalue, worse = (
                _exact(float(means[0]), margin, n_units),
                _exact(-float(means[0]), -margin, n_units),
            )
        elif n_units >= minimum_units:
            test, (statistic, pvalue) = "t", _t_test(d, groups, margin)
            worse = 1 - pvalue
        else:
            test, (statistic, pvalue) = "wilcoxon", _wilcoxon(means, margin)
            worse = 1 - pvalue
    outcome = AnnotatorOutcome(
        annotator=name,
        n_items=len(d),
        n_units=n_units,
        judge_share=float(judge_good.mean()) if len(d) else math.nan,
        annotator_share=float(own_good.mean()) if len(d) else math.nan,
        statistic=statistic,
        pvalue=pvalue,
        pvalue_adjusted=math.nan,
        judge_wins=False,
        test=test,
    )
    return outcome, worse


def _fit(labels: FloatArray, others: FloatArray, alignment: str | Alignment) -> FloatArray:
    """Return how well each label fits the other ratings of its output, shape (items,)."""
    given = ~np.isnan(others)
    if callable(alignment):
        return np.array(
            [
                alignment(float(label), column[there])
                for label, column, there in zip(labels, others.T, given.T, strict=True)
            ],
            dtype=np.float64,
        )
    count = np.maximum(given.sum(axis=0), 1)
    if alignment == "accuracy":
        return np.asarray(np.sum(given & (others == labels), axis=0) / count)
    return np.asarray(-np.sqrt(np.where(given, np.square(others - labels), 0.0).sum(axis=0) / count))


def _t_test(d: FloatArray, groups: NDArray[np.intp], margin: float) -> tuple[float, float]:
    """Return t and the p-value that the mean of d is `margin` or more; units are sums over groups."""
    n_groups = int(groups.max()) + 1
    sums = np.bincount(groups, d - d.mean())
    error = math.sqrt(n_groups / (n_groups - 1) * float(sums @ sums)) / len(d)
    t = (float(d.mean()) - margin) / error
    return t, student_pvalue(t, n_groups - 1, "less")


def _wilcoxon(means: FloatArray, margin: float) -> tuple[float, float]:
    from scipy.stats import wilcoxon

    shifted = means - margin
    shifted = np.where(np.abs(shifted) <= RELATIVE_TOLERANCE, 0.0, shifted)
    found = wilcoxon(shifted, alternative="less", method="approx")
    return float(found.statistic), float(found.pvalue)


def _exact(value: float, margin: float, n_units: int) -> float:
    """Return the p-value of n units that all have a value, in [−1, 1], against a mean of the margin or more."""
    return 1.0 if value >= margin else float(((1 - margin) / (1 - value)) ** n_units)
