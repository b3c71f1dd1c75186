"""Two judges of the same outputs: by how much one agrees better with people's labels than the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_choice, check_integer, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, random_stream, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.label_agreement import (
    LABEL_MEASURES,
    difference_scale,
    label_cells,
    label_measures,
    linearised_value,
    unit_totals,
)
from trueness.statistics.judging.two_way_totals import CrossedTotals
from trueness.statistics.ties import RELATIVE_TOLERANCE

TILE = 512
"""Swaps drawn at once."""

STREAM = 7002
"""Sets these swaps apart from all other draws of the same seed."""


class LabelDifference(NamedTuple):
    """A measure of one judge minus that of another.

    Attributes
    ----------
    estimate, low, high : float
    first, second : float
        Of either judge, on the outputs that both judged.
    pvalue : float
        Two-sided; NaN where a measure is undefined.
    n_outputs, n_clusters, n_differ : int
        Outputs that people and both judges labelled, clusters of them, and outputs with different labels of the judges.
    resamples, seed : int
        No resamples where systems vary.
    applies_to_systems : bool
        Whether interval and p-value are of other systems, too.
    """

    estimate: float
    low: float
    high: float
    first: float
    second: float
    pvalue: float
    n_outputs: int
    n_clusters: int
    n_differ: int
    resamples: int
    seed: int
    applies_to_systems: bool


def label_difference(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    measure: str = "kappa",
    n_labels: int = 2,
    positive: int | None = None,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    rng: Rng = None,
) -> LabelDifference:
    """Compare two judges by a measure of `label_agreement`, on the outputs that people and both of them labelled.

    The interval is that of `linearised_interval` with both confusion matrices side by side, so that what the judges
    have in common cancels. The p-value is of a permutation test that swaps the two judges' labels in whole clusters:
    exact where it makes no difference which judge gave which. It is (1 + exceedances) / (1 + B). Of three systems or
    more interval and p-value are Student's t over other systems and other inputs: swaps would be of these alone.

    Parameters
    ----------
    human, first, second : arrays of shape (n,)
        Numbers of labels, 0 to K - 1, NaN where there is none.
    measure : str
        Of `LABEL_MEASURES`.
    n_labels, positive, clusters, systems, confidence
        As `label_agreement`.
    resamples : int
        Swaps, B.
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    DataError
        If a value is no number of a label.
    """
    truth, one, other = equal_vectors(human=human, first=first, second=second)
    check_choice("measure", measure, LABEL_MEASURES)
    check_proportion("confidence", confidence)
    drawn, seed = check_integer("resamples", resamples, minimum=1), resolve_seed(rng)
    place = n_labels - 1 if positive is None else positive
    cells, known = label_cells(truth, one, n_labels)
    cells_other, known_other = label_cells(truth, other, n_labels)
    both = known & known_other
    units = unit_totals(
        np.concatenate([cells[both], cells_other[both]], axis=1),
        cluster_numbers(clusters, len(truth))[both],
        None if systems is None else cluster_numbers(systems, len(truth))[both],
    )
    crossed = isinstance(units, CrossedTotals)
    totals = units.by_input if isinstance(units, CrossedTotals) else units
    size = n_labels**2

    def difference(counts: FloatArray) -> FloatArray:
        sides = (label_measures(counts[:, part], place)[measure] for part in (slice(size), slice(size, None)))
        return next(sides) - next(sides)

    whole = totals.sum(axis=0)[None]
    found = float(difference(whole)[0]) if len(totals) else float("nan")
    first_value, second_value = (
        float(label_measures(whole[:, part], place)[measure][0]) for part in (slice(size), slice(size, None))
    )
    limits, pvalue = Interval(np.nan, np.nan), float("nan")
    if not np.isnan(found):
        value = linearised_value(units, difference, confidence, blocks=2, scale=difference_scale(measure))
        if value is not None:
            limits = value.limits
        if crossed:
            pvalue, drawn = float("nan") if value is None else value.pvalue, 0
        else:
            pvalue = _swapped(totals, size, difference, found, drawn, seed)
    return LabelDifference(
        estimate=found,
        low=float(limits.low),
        high=float(limits.high),
        first=first_value,
        second=second_value,
        pvalue=pvalue,
        n_outputs=int(both.sum()),
        n_clusters=len(totals),
        n_differ=int(np.sum(one[both] != other[both])),
        resamples=drawn,
        seed=seed,
        applies_to_systems=crossed,
    )


def _swapped(
    totals: FloatArray,
    size: int,
    difference: Callable[[FloatArray], FloatArray],
    found: float,
    resamples: int,
    seed: int,
) -> float:
    """Return the share of swaps of whole clusters whose difference is as far from 0."""
    rng = random_stream(seed, STREAM)
    moved = totals[:, size:] - totals[:, :size]
    differ = np.any(moved != 0, axis=1)  # swapping the others changes nothing
    whole, moved = totals.sum(axis=0), moved[differ]
    as_far = 1
    for start in range(0, resamples, TILE):
        lots = rng.integers(0, 2, (min(TILE, resamples - start), len(moved))) @ moved
        values = difference(whole + np.concatenate([lots, -lots], axis=1))
        as_far += int(np.sum(~(np.abs(values) < abs(found) * (1 - RELATIVE_TOLERANCE))))
    return as_far / (1 + resamples)
