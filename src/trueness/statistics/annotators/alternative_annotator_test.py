"""The alternative annotator test, of whether a metric or judge may stand in for an annotator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion
from trueness.statistics.annotators.intraclass_correlation import rating_matrix
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.corrections import adjust
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
        t, or the smaller rank sum for Wilcoxon's test; NaN where nothing was tested.
    pvalue, pvalue_adjusted : float
        That the annotator is better by epsilon or more; after Benjamini-Yekutieli over annotators.
    judge_wins : bool
        Whether that is rejected.
    test : {'t', 'wilcoxon', 'skipped', 'undefined'}
        ``skipped``: too few units. ``undefined``: every unit says the same and nothing speaks against the judge, so
        there is no t.
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
    advantage : float
        Average advantage probability: mean over tested annotators of `judge_share`.
    passes : bool or None
        Whether the winning rate is at least one half; None where it is undefined.
    epsilon : float
    n_tested, n_skipped, n_undefined : int
        Annotators with a p-value, with too few units, and with outcomes that are all the same.
    n_dropped : int
        Outputs left out: without a label by the judge, or with fewer than two ratings.
    annotators : tuple of AnnotatorOutcome
    """

    winning_rate: float
    advantage: float
    passes: bool | None
    epsilon: float
    n_tested: int
    n_skipped: int
    n_undefined: int
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

    Differences from the authors' program: where all d are equal there is no t. If they are epsilon or more, p is 1;
    otherwise the annotator counts as undefined, not as won with p = 0, and takes no part in the correction nor in the
    winning rate. Fits within 1e-12 of each other tie.

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
    judge = np.asarray(labels, dtype=np.float64).reshape(-1)
    if np.shape(labels) != np.shape(ratings)[1:] or np.isinf(judge).any():
        raise ArgumentError(
            f"`labels` must be finite and of the shape of one annotator's ratings, {np.shape(ratings)[1:]}, "
            f"not {np.shape(labels)}."
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
                f"`clusters` must hold one label per output, shape {np.shape(labels)}, not {cluster_labels.shape}."
            )
        units = np.unique(cluster_labels, return_inverse=True)[1].reshape(-1)
    usable = ~np.isnan(judge) & (np.sum(~np.isnan(table), axis=0) >= 2)
    raw = [
        _one_annotator(judge, table, usable, h, names[h], units, alignment, margin, minimum_units, small)
        for h in range(len(table))
    ]
    adjusted = adjust([outcome.pvalue for outcome in raw], "by")
    outcomes = tuple(
        outcome._replace(pvalue_adjusted=float(p), judge_wins=bool(p <= q))
        for outcome, p in zip(raw, adjusted, strict=True)
    )
    tested = [outcome for outcome in outcomes if outcome.test in ("t", "wilcoxon")]
    rate = float(np.mean([outcome.judge_wins for outcome in tested])) if tested else math.nan
    return AlternativeAnnotatorTest(
        rate,
        float(np.mean([outcome.judge_share for outcome in tested])) if tested else math.nan,
        rate >= PASSES_FROM if tested else None,
        margin,
        len(tested),
        sum(outcome.test == "skipped" for outcome in outcomes),
        sum(outcome.test == "undefined" for outcome in outcomes),
        int(np.sum(~usable & ~np.isnan(table).all(axis=0))),
        outcomes,
    )


def _margin(epsilon: float | str) -> float:
    if isinstance(epsilon, str):
        return EPSILONS[check_choice("epsilon", epsilon, EPSILONS)]
    if not 0 <= epsilon < 1:
        raise ArgumentError(f"`epsilon` must be from 0 to below 1, not {epsilon!r}.")
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
) -> AnnotatorOutcome:
    items = usable & ~np.isnan(table[h])
    others = np.delete(table[:, items], h, axis=0)
    judge_fit, own_fit = (_fit(values[items], others, alignment) for values in (judge, table[h]))
    tolerance = RELATIVE_TOLERANCE * np.maximum(1.0, np.maximum(np.abs(judge_fit), np.abs(own_fit)))
    judge_good = judge_fit >= own_fit - tolerance
    own_good = own_fit >= judge_fit - tolerance
    d = own_good.astype(np.float64) - judge_good
    groups = np.unique(units[items], return_inverse=True)[1].reshape(-1)
    n_units = int(groups.max(initial=-1)) + 1
    test, (statistic, pvalue) = "skipped", (math.nan, math.nan)
    if n_units >= minimum_units:
        test, (statistic, pvalue) = "t", _t_test(d, groups, margin)
    elif small == "wilcoxon" and n_units >= 2:
        test, (statistic, pvalue) = "wilcoxon", _wilcoxon(d, groups, margin)
    if test != "skipped" and math.isnan(pvalue):
        test = "undefined"
    return AnnotatorOutcome(
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
    from scipy.special import stdtr

    n_groups = int(groups.max()) + 1
    sums = np.bincount(groups, d - d.mean())
    error = math.sqrt(n_groups / (n_groups - 1) * float(sums @ sums)) / len(d)
    if error <= RELATIVE_TOLERANCE:  # every unit says the same
        return _certain(float(d.mean()), margin)
    t = (float(d.mean()) - margin) / error
    return t, float(stdtr(n_groups - 1, t))


def _wilcoxon(d: FloatArray, groups: NDArray[np.intp], margin: float) -> tuple[float, float]:
    from scipy.stats import wilcoxon

    means = np.bincount(groups, d) / np.bincount(groups)
    shifted = means - margin
    shifted = np.where(np.abs(shifted) <= RELATIVE_TOLERANCE, 0.0, shifted)
    if np.ptp(means) <= RELATIVE_TOLERANCE:
        return _certain(float(means[0]), margin)
    found = wilcoxon(shifted, alternative="less", method="approx")
    return float(found.statistic), float(found.pvalue)


def _certain(mean: float, margin: float) -> tuple[float, float]:
    """Return statistic and p-value where every unit says the same: none, unless nothing speaks for the judge."""
    return (math.inf, 1.0) if mean >= margin else (math.nan, math.nan)
