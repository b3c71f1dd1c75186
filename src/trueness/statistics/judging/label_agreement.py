"""Agreement of two raters on labels: what a confusion matrix says, with intervals that hold where labels are rare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_integer, check_proportion
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.certain import WITHIN_ONE, WITHIN_TWO, Certain, Scale, student_reach
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS, of_units
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals, renumbered
from trueness.statistics.judging.design_effect import design_effect, shared_size
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.two_way_totals import CrossedTotals, Parts, crossed_totals, interaction

LABEL_MEASURES = (
    *("kappa", "weighted_kappa", "mcc", "balanced_accuracy", "accuracy"),
    *("tpr", "tnr", "ppv", "npv", "rate_bias"),
)
"""Measures in the order in which they are listed."""

SHARES = {"accuracy": None, "tpr": 0, "tnr": 1, "ppv": 2, "npv": 3}
"""Measures that are a share of outputs, whose interval is that of `share_interval`."""

OF_BOTH_LABELS = {"kappa", "weighted_kappa", "mcc", "balanced_accuracy"}
"""Measures of which nothing is known where people give one label only, though kappa is then 0."""

FROM_MINUS_ONE = {"kappa", "weighted_kappa", "mcc", "rate_bias"}
"""Measures from -1 to 1; the others are from 0 to 1."""

PSEUDO_OUTPUTS = 2.0
"""So many outputs, spread evenly over the confusion matrix, are added for an interval of other measures; of clusters so
many times their size to the power of `PSEUDO_POWER`."""

PSEUDO_POWER = 0.75
"""Between outputs that are independent, of which two are added, and clusters that are alike, of which two would be."""

KURTOSIS = 2.0
"""Degrees of freedom are this many times (Σ u²)² / Σ u⁴ over the clusters' influences u, at most clusters − 1. Of
normal influences 3 would give the number of clusters; in simulations with rare labels 2 covers better."""


class LabelAgreement(NamedTuple):
    """How two raters agree on labels.

    Attributes
    ----------
    confusion : array of shape (K, K)
        Outputs by the first rater's label (row) and the second's (column).
    estimates : dict of str to float
        Each of `LABEL_MEASURES`; NaN where it is undefined.
    intervals : dict of str to Interval
    constant : dict of str to float
        The same of a second rater that always gives the first's most frequent label.
    n_outputs, n_clusters : int
    applies_to_systems : bool
        Whether intervals are of other systems, too, or of other outputs of these.
    """

    confusion: FloatArray
    estimates: dict[str, float]
    intervals: dict[str, Interval]
    constant: dict[str, float]
    n_outputs: int
    n_clusters: int
    applies_to_systems: bool = False


def label_agreement(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    n_labels: int = 2,
    positive: int | None = None,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    measures: Sequence[str] = LABEL_MEASURES,
) -> LabelAgreement:
    """Compare the labels of two raters.

    ``kappa`` is Cohen's (1960), ``weighted_kappa`` his with quadratic weights (1968), ``mcc`` Gorodkin's (2004) R_K,
    with two labels Matthews' correlation; ``balanced_accuracy`` the mean over the first rater's labels of the share
    that the second gives the same; ``tpr`` and ``tnr`` the shares of the first's positive and other outputs that the
    second calls so; ``ppv`` and ``npv`` the same with the raters exchanged; ``rate_bias`` the second's share of
    positives minus the first's.

    Shares have the interval of `share_interval`. All others have Student's t of linearised clusters at the confusion
    matrix with `PSEUDO_OUTPUTS` added evenly (as Agresti and Coull 1998 do for one share), so that a judge without
    errors has an interval, too; the degrees of freedom are few where few clusters carry the variance (see `KURTOSIS`).
    Where people give one label only, there is no interval of kappa.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        Numbers of labels, 0 to K − 1; outputs with a NaN are left out.
    n_labels : int
        K, at least 2.
    positive : int, optional
        Which label is the positive one; by default the last.
    clusters : array of shape (n,), optional
        A label per output; outputs with the same one are not independent.
    systems : array of shape (n,), optional
        A label per output: its system. Of three or more, intervals are of other systems, too (see `two_way_totals`).
    confidence : float
    measures : sequence of str
        Whose intervals are computed; default all.

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    DataError
        If a value is no number of a label.
    """
    one, other = equal_vectors(human=human, judge=judge)
    size = check_integer("n_labels", n_labels, minimum=2)
    positive = size - 1 if positive is None else check_integer("positive", positive, minimum=0)
    if positive >= size:
        raise ArgumentError(f"`positive` must be below the number of labels, {size}; it is {positive}.")
    check_proportion("confidence", confidence)
    cells, known = label_cells(one, other, size)
    totals = unit_totals(
        cells[known],
        cluster_numbers(clusters, len(one))[known],
        None if systems is None else cluster_numbers(systems, len(one))[known],
    )
    return agreement_of_totals(totals, positive, confidence, measures)


def unit_totals(
    values: FloatArray, clusters: IntArray, systems: IntArray | None = None
) -> FloatArray | CrossedTotals:
    """Return sums of quantities of outputs over clusters, or over systems and clusters where these are enough.

    Parameters
    ----------
    values : array of shape (n, C)
    clusters, systems : arrays of shape (n,)
        Any numbers.

    Returns
    -------
    array of shape (G, C), or CrossedTotals
        These with three systems or more.
    """
    if systems is not None:
        crossed = crossed_totals(values, systems, clusters)
        if crossed.applies_to_systems:
            return crossed
    return cluster_totals(values, renumbered(clusters))


def label_cells(human: FloatArray, judge: FloatArray, n_labels: int) -> tuple[FloatArray, BoolArray]:
    """Return in which cell of the confusion matrix each output is, shape (n, K²), and which outputs are in one, (n,).

    Raises
    ------
    DataError
        If a value is neither NaN nor a whole number from 0 to K − 1.
    """
    for name, values in (("human", human), ("judge", judge)):
        odd = values[~np.isnan(values) & ~np.isin(values, np.arange(n_labels))]
        if odd.size:
            raise DataError(
                f"`{name}` must hold numbers of labels, 0 to {n_labels - 1}; it holds {odd[0]:g}."
            )
    known = ~(np.isnan(human) | np.isnan(judge))
    place = np.where(known, human, 0) * n_labels + np.where(known, judge, 0)
    return (place[:, None] == np.arange(n_labels**2)).astype(np.float64) * known[:, None], known


def agreement_of_totals(
    totals: FloatArray | CrossedTotals,
    positive: int,
    confidence: float,
    measures: Sequence[str] = LABEL_MEASURES,
) -> LabelAgreement:
    """Return what `label_agreement` does from the counts of each cluster, shape (G, K²), or of `unit_totals`."""
    by_cluster = totals.by_input if isinstance(totals, CrossedTotals) else totals
    size = round(np.sqrt(by_cluster.shape[1]))
    whole = by_cluster.sum(axis=0)
    found = {name: float(values[0]) for name, values in label_measures(whole[None], positive).items()}
    constant = np.zeros((size, size))
    table = whole.reshape(size, size)
    if whole.sum():
        constant[:, int(np.argmax(table.sum(axis=1)))] = table.sum(axis=1)
    dumb = {
        name: float(values[0]) for name, values in label_measures(constant.reshape(1, -1), positive).items()
    }
    intervals = {name: measure_interval(totals, name, positive, confidence) for name in measures}
    crossed = isinstance(totals, CrossedTotals)
    return LabelAgreement(
        confusion=table,
        estimates=found,
        intervals=intervals,
        constant=dumb,
        n_outputs=round(whole.sum()),
        n_clusters=len(by_cluster),
        applies_to_systems=crossed,
    )


def measure_interval(
    totals: FloatArray | CrossedTotals, name: str, positive: int, confidence: float
) -> Interval:
    """Return the interval of one of `LABEL_MEASURES`; NaN where it is undefined, or nothing is known of it."""
    by_cluster = totals.by_input if isinstance(totals, CrossedTotals) else totals
    whole = by_cluster.sum(axis=0)
    size = round(np.sqrt(len(whole)))
    one_label = int(np.sum(whole.reshape(size, size).sum(axis=1) > 0)) < 2
    undefined = np.isnan(label_measures(whole[None], positive)[name][0])
    if undefined or (one_label and name in OF_BOTH_LABELS):
        return Interval(np.nan, np.nan)
    if name not in SHARES:
        return linearised_interval(totals, _measure(name, positive), confidence)
    if not isinstance(totals, CrossedTotals):
        return share_interval(*_share_counts(totals, name, positive), confidence)
    counts, sizes = _share_counts(totals.values, name, positive)
    return crossed_share_interval(counts, sizes, totals.systems, totals.inputs, confidence)


def _measure(name: str, positive: int) -> Callable[[FloatArray], FloatArray]:
    return lambda counts: label_measures(counts, positive)[name]


def label_measures(counts: FloatArray, positive: int) -> dict[str, FloatArray]:
    """Return each of `LABEL_MEASURES` for confusion matrices, rows of shape (B, K²); NaN where it is undefined."""
    size = round(np.sqrt(counts.shape[1]))
    table = counts.reshape(-1, size, size)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = table / table.sum(axis=(1, 2), keepdims=True)
        rows, columns = share.sum(axis=2), share.sum(axis=1)
        diagonal = np.diagonal(share, axis1=1, axis2=2)
        same = diagonal.sum(axis=1)
        chance = np.sum(rows * columns, axis=1)
        gap = np.square(np.subtract.outer(np.arange(size), np.arange(size)))
        apart = np.einsum("bij,ij->b", share, gap)
        expected = np.einsum("bi,bj,ij->b", rows, columns, gap)
        spread = (1 - np.sum(rows**2, axis=1)) * (1 - np.sum(columns**2, axis=1))
        recalls = np.where(rows > 0, diagonal / rows, np.nan)
        there = rows > 0
        hit, said, true = diagonal[:, positive], columns[:, positive], rows[:, positive]
        both_not = 1 - said - true + hit
        return {
            "kappa": np.where(chance < 1 - 1e-12, (same - chance) / (1 - chance), np.nan),
            "weighted_kappa": np.where(expected > 1e-12, 1 - apart / expected, np.nan),
            "mcc": np.where(spread > 1e-12, (same - chance) / np.sqrt(spread), np.nan),
            "balanced_accuracy": np.where(
                there.sum(axis=1) > 1, np.nansum(recalls, axis=1) / there.sum(axis=1), np.nan
            ),
            "accuracy": same,
            "tpr": np.where(true > 0, hit / true, np.nan),
            "tnr": np.where(true < 1, both_not / (1 - true), np.nan),
            "ppv": np.where(said > 0, hit / said, np.nan),
            "npv": np.where(said < 1, both_not / (1 - said), np.nan),
            "rate_bias": said - true,
        }


def _share_counts(totals: FloatArray, name: str, positive: int) -> tuple[FloatArray, FloatArray]:
    """Return per cluster how many outputs a share counts, and of how many."""
    size = round(np.sqrt(totals.shape[1]))
    table = totals.reshape(-1, size, size)
    everything = table.sum(axis=(1, 2))
    if name == "accuracy":
        return np.trace(table, axis1=1, axis2=2), everything
    true, said, hit = (
        table[:, positive].sum(axis=1),
        table[:, :, positive].sum(axis=1),
        table[:, positive, positive],
    )
    neither = everything - true - said + hit
    found = {
        "tpr": (hit, true),
        "tnr": (neither, everything - true),
        "ppv": (hit, said),
        "npv": (neither, everything - said),
    }
    return found[name]


def share_interval(counts: FloatArray, sizes: FloatArray, confidence: float) -> Interval:
    """Return Clopper and Pearson's interval of a share over clusters, for the number of outputs that they are worth.

    That is their number divided by the `design_effect`, and by (t' / t)² with the quantiles t' and t of Student's
    distributions for so many clusters and so many outputs (Korn and Graubard 1998, Survey Methodology
    24). Of independent outputs it holds the truth with the confidence or more whatever the share, which Wilson's does
    not: of 10 outputs and a share of .99 with .90. NaN where all outputs, two or more, are of one cluster: nothing is
    known of others.

    Parameters
    ----------
    counts, sizes : arrays of shape (G,)
        Per cluster, how many outputs count, and of how many. A cluster of size 0 is none.
    confidence : float
    """
    there = sizes > 0
    counts, sizes = counts[there], sizes[there]
    n, clusters = float(sizes.sum()), len(sizes)
    if not n or (clusters < 2 and n > 1):
        return Interval(np.nan, np.nan)
    share = float(counts.sum()) / n
    if sizes.max() <= 1:
        return _binomial_interval(share, n, n, confidence)
    return _binomial_interval(
        share, n / _cluster_effect(counts, sizes, share), n, confidence, freedom=clusters - 1.0
    )


def crossed_share_interval(
    counts: FloatArray, sizes: FloatArray, systems: IntArray, inputs: IntArray, confidence: float
) -> Interval:
    """Return the interval of a share over other systems and other inputs.

    As `share_interval`, with a design effect of the two-way variance: that of clusters of inputs, and what systems
    differ by beyond the noise that both have in common (see `two_way_totals`). Of the systems n_i of all n outputs that
    a share is of tell as much as (sum n_i)^2 / sum n_i^2 equal ones (Kish 1965), one less than which bounds the degrees
    of freedom: where a label is rare, most of it may come from one of them. NaN where three systems or more are
    compared and fewer have any such output. With fewer than three it is of other inputs.

    Parameters
    ----------
    counts, sizes : arrays of shape (P,)
        Per system and input, how many outputs count, and of how many.
    systems, inputs : arrays of shape (P,)
    confidence : float

    References
    ----------
    Kish (1965), Survey sampling. Korn and Graubard (1998), Survey Methodology 24.
    """
    there = sizes > 0
    crossed = crossed_totals(np.stack([counts, sizes], axis=1)[there], systems[there], inputs[there])
    counts, sizes = crossed.by_input.T
    n, clusters = float(sizes.sum()), len(sizes)
    if not crossed.applies_to_systems and len(np.unique(systems)) >= FEWEST_SYSTEMS:
        return Interval(np.nan, np.nan)
    if not crossed.applies_to_systems or clusters < 2:
        return share_interval(counts, sizes, confidence)
    share = float(counts.sum()) / n
    plain = share * (1 - share) / n
    effect = _cluster_effect(counts, sizes, share) if sizes.max() > 1 else 1.0
    hits, outputs = crossed.by_system.T
    most = float(outputs.sum() ** 2 / np.sum(outputs**2)) - 1
    if not plain > 0:
        return _binomial_interval(share, n / effect, n, confidence, freedom=min(clusters - 1.0, most))
    apart = (crossed.values[:, 0] - share * crossed.values[:, 1]) / n
    without = (hits.sum() - hits) / (n - outputs)
    (variance,), (freedom,) = of_units(without[:, None])
    parts = Parts(
        systems=float(variance),
        systems_freedom=float(freedom),
        inputs=effect * plain,
        inputs_freedom=clusters - 1.0,
        noise=interaction(apart, crossed),
        n_systems=crossed.n_systems,
        n_inputs=clusters,
    )
    whole, together = parts.together()
    return _binomial_interval(share, n / max(1.0, whole / plain), n, confidence, freedom=min(together, most))


def _cluster_effect(counts: FloatArray, sizes: FloatArray, share: float) -> float:
    """Return the design effect of two clusters or more."""
    n, clusters = float(sizes.sum()), len(sizes)
    plain = share * (1 - share) / n
    between = float(np.sum(np.square((counts - share * sizes) / n))) * clusters / (clusters - 1)
    rarer = int(min(np.sum(counts > 0), np.sum(counts < sizes)))
    return design_effect(between / plain if plain > 0 else np.nan, rarer, sizes)


def _binomial_interval(
    share: float, worth: float, n: float, confidence: float, freedom: float | None = None
) -> Interval:
    from scipy.special import betaincinv

    level = (1 + confidence) / 2
    if freedom is not None:
        worth /= (student_reach(freedom, confidence) / student_reach(n - 1, confidence)) ** 2
    hits = share * worth
    low = float(betaincinv(hits, worth - hits + 1, 1 - level)) if share > 0 else 0.0
    high = float(betaincinv(hits + 1, worth - hits, level)) if share < 1 else 1.0
    return Interval(low, high)


def difference_scale(measure: str) -> Scale:
    """Return where the limits of a difference of two values of a measure are cut: it goes as far as both values do.

    Parameters
    ----------
    measure : str
        One of `LABEL_MEASURES`.
    """
    return WITHIN_TWO if measure in FROM_MINUS_ONE else WITHIN_ONE


def linearised_value(
    totals: FloatArray | CrossedTotals,
    measure: Callable[[FloatArray], FloatArray],
    confidence: float = 0.95,
    *,
    blocks: int = 1,
    pseudo: float = PSEUDO_OUTPUTS,
    scale: Scale = WITHIN_ONE,
) -> Certain | None:
    """Return a function of counts, linearised at the counts with `pseudo` added evenly; None of one cluster.

    Parameters
    ----------
    totals : array of shape (G, C), or CrossedTotals
        The counts of each cluster: the cells of one confusion matrix, or of several side by side. Of counts of systems
        and clusters the error is of other systems, too, which are left out one by one (see `two_way_totals`).
    measure : callable
        From counts of shape (B, C) to values of shape (B,).
    confidence : float
    blocks : int
        Of how many confusion matrices the counts are.
    pseudo : float
        To each of them. Labels that the first rater never gives get none.
    scale : Scale
        Where limits are cut: of a difference see `difference_scale`.
    """
    crossed = totals if isinstance(totals, CrossedTotals) else None
    totals = totals.by_input if isinstance(totals, CrossedTotals) else totals
    clusters, cells = totals.shape
    if clusters < 2:
        return None
    possible = _possible(totals.sum(axis=0), blocks)
    # of clusters: two outputs among as many as all are worth, and then all counted again as they were
    worth = shared_size(totals.sum(axis=1) / blocks) ** PSEUDO_POWER
    added = worth * pseudo * blocks / cells * possible
    at = totals.sum(axis=0) + added
    slopes = _slopes(measure, at, possible)
    influence = totals @ slopes
    influence = influence - influence.mean()
    pieces = max(1, round(pseudo * blocks))
    of_added = np.full(pieces, worth * float(added @ slopes**2) / pieces)
    squares = np.concatenate([influence**2, of_added])
    of_clusters = float(np.sum(influence**2)) * clusters / (clusters - 1)
    variance = of_clusters + float(of_added.sum())
    estimate = float(measure(at[None])[0])
    freedom = kurtosis_freedom(squares, clusters) if variance > 0 else clusters - 1.0
    if crossed is not None and crossed.applies_to_systems:
        with np.errstate(invalid="ignore", divide="ignore"):
            without = measure(at - crossed.by_system)
        if not np.isfinite(without).all():  # one system holds all there is of a label
            without = crossed.by_system @ slopes * crossed.n_systems / (crossed.n_systems - 1)
        (of_systems,), (systems_freedom,) = of_units(without[:, None])
        parts = Parts(
            systems=float(of_systems),
            systems_freedom=float(systems_freedom),
            inputs=of_clusters,
            inputs_freedom=freedom,
            noise=interaction(crossed.values @ slopes, crossed),
            n_systems=crossed.n_systems,
            n_inputs=clusters,
        )
        variance, freedom = parts.together(float(of_added.sum()))
    error = float(np.sqrt(max(variance, 0.0)))
    return Certain.measured(estimate, error, float(freedom), confidence, scale=scale)


def kurtosis_freedom(squares: FloatArray, clusters: int) -> float:
    """Return degrees of freedom of a variance that is a sum of squared influences (see `KURTOSIS`)."""
    return min(clusters - 1, max(1.0, KURTOSIS * float(squares.sum() ** 2 / np.sum(squares**2))))


def linearised_interval(
    totals: FloatArray | CrossedTotals,
    measure: Callable[[FloatArray], FloatArray],
    confidence: float,
    *,
    blocks: int = 1,
    pseudo: float = PSEUDO_OUTPUTS,
    scale: Scale = WITHIN_ONE,
) -> Interval:
    """Return Student's t interval of a function of counts (see `linearised_value`); NaN of fewer than two clusters."""
    found = linearised_value(totals, measure, confidence, blocks=blocks, pseudo=pseudo, scale=scale)
    return Interval(np.nan, np.nan) if found is None else found.limits


def _possible(whole: FloatArray, blocks: int) -> BoolArray:
    """Return the cells in rows of labels that the first rater gives, shape (C,)."""
    size = round(np.sqrt(len(whole) / blocks))
    rows = whole.reshape(blocks, size, size).sum(axis=2) > 0
    return np.repeat(rows.ravel(), size)


def _slopes(measure: Callable[[FloatArray], FloatArray], at: FloatArray, possible: BoolArray) -> FloatArray:
    """Return the slopes of a function of counts by central differences, 0 where no output can be."""
    step = min(1e-5 * float(at.sum()), 0.5 * float(at[possible].min()))
    moves = np.diag(possible * step)
    return np.asarray((measure(at + moves) - measure(at - moves)) / (2 * step))
