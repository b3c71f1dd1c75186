"""Precision, recall and F of rows from the counts of their pairs: over references, rounded as ROUGE-1.5.5 or not."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.metric import FloatArray
from trueness.metrics.rouge.counts import Counts, power
from trueness.metrics.rouge.pairs import IntArray, TextPairs
from trueness.metrics.rouge.variant import RougeVariant


class Parts(NamedTuple):
    """Precision, recall and F.

    Attributes
    ----------
    precision, recall, f : array of shape (n,)
    """

    precision: FloatArray
    recall: FloatArray
    f: FloatArray


def combine(counts: Counts, pairs: TextPairs, variant: RougeVariant) -> Parts:
    """Return the scores of rows.

    In exact mode P and R are rounded to five decimals, F is computed from these and rounded again; means over
    references are means of such numbers and are not rounded again. In modern mode nothing is rounded.

    Parameters
    ----------
    counts : Counts
        Of pairs.
    pairs : TextPairs
        The pairs, which say to which row each belongs.
    variant : RougeVariant
        Its `refs` says how several references become one score:

        - ``pooled``: hits and totals are summed over references, then divided (``-f A`` of ROUGE-1.5.5);
        - ``best``: the reference with the highest recall (``-f B``). In exact mode recalls are compared as
          ROUGE-1.5.5 does and the first of equals wins; in modern mode the one of equals with the highest precision,
          so that the order of references does not matter; in google mode the first of those with the highest F;
        - ``mean``: the mean of the scores against each reference;
        - ``jackknife``: the mean over all sets that leave one reference out of the best score in the set (Lin 2004,
          section 2.1); with a single reference the score against it.

        Its `alpha` is the weight of precision in F = PR / ((1 - alpha) P + alpha R).

    Returns
    -------
    Parts
        Of shape (rows,) each. NaN in exact mode where W meets a reference without words: ROUGE-1.5.5 dies there,
        whatever `refs` says.
    """
    exact = variant.mode == "exact"
    if len(pairs.row) == pairs.rows:  # one reference each, of which there is nothing to combine
        parts = _parts(counts, variant)
    elif variant.refs == "pooled":
        parts = _parts(_pooled(counts, pairs), variant)
    else:
        single = _parts(counts, variant)
        if variant.refs == "mean":
            parts = Parts(
                *(pairs.sum_rows(values) / pairs.sum_rows(np.ones_like(values)) for values in single)
            )
        else:
            choice = _choice_recall(counts, single, variant)
            tie_break = single.precision if variant.mode == "modern" else np.zeros_like(choice)
            parts = _best(single, choice, tie_break, pairs, leave_one_out=variant.refs == "jackknife")
    if exact and variant.kind == "W":
        died = pairs.sum_rows((counts.recall_totals == 0).astype(np.float64)) > 0
        parts = Parts(*(np.where(died, np.nan, values) for values in parts))
    return parts


def _pooled(counts: Counts, pairs: TextPairs) -> Counts:
    """Return the counts of rows: those of their pairs summed."""
    return Counts(
        recall_hits=pairs.sum_rows(counts.recall_hits),
        recall_totals=pairs.sum_rows(counts.recall_totals),
        precision_hits=pairs.sum_rows(counts.precision_hits),
        precision_totals=pairs.sum_rows(counts.precision_totals),
        root=counts.root,
    )


def _parts(counts: Counts, variant: RougeVariant) -> Parts:
    """Return the scores for counts, one by one."""
    precision = _ratio(counts.precision_hits, counts.precision_totals, counts.root)
    recall = _ratio(counts.recall_hits, counts.recall_totals, counts.root)
    if variant.mode == "exact":
        precision, recall = five_decimals(precision), five_decimals(recall)
    weighted = (1 - variant.alpha) * precision + variant.alpha * recall
    f = np.divide(precision * recall, weighted, out=np.zeros_like(weighted), where=weighted > 0)
    return Parts(precision, recall, five_decimals(f) if variant.mode == "exact" else f)


def _ratio(hits: FloatArray, totals: FloatArray, root: float) -> FloatArray:
    """Return (hits / totals) ** root, 0 where there is nothing to hit."""
    ratio = np.divide(hits, totals, out=np.zeros_like(hits), where=totals > 0)
    return ratio if root == 1 else power(ratio, root)


def _choice_recall(counts: Counts, single: Parts, variant: RougeVariant) -> FloatArray:
    """Return that by which the best reference is chosen.

    F in google mode, recall in the others; in exact mode before rounding for L and W only.
    """
    if variant.mode == "google":
        return single.f
    if variant.mode == "exact" and counts.choice_totals is not None:
        return _ratio(counts.recall_hits, counts.choice_totals, counts.root)
    if variant.mode == "exact" and variant.kind == "L":
        return _ratio(counts.recall_hits, counts.recall_totals, counts.root)
    return single.recall


def _best(
    single: Parts, choice: FloatArray, tie_break: FloatArray, pairs: TextPairs, *, leave_one_out: bool
) -> Parts:
    """Return each row's scores against the reference chosen, or the mean of these over sets that leave one out."""
    best = _first_best(choice, tie_break, pairs)
    chosen = Parts(*(values[best] for values in single))
    if not leave_one_out:
        return chosen
    # Without its best reference a row has its second best, without any other still the best.
    n = np.bincount(pairs.row, minlength=pairs.rows)
    others = choice.copy()
    others[best] = -1.0
    second = _first_best(others, tie_break, pairs)
    return Parts(
        *(np.where(n == 1, values[best], ((n - 1) * values[best] + values[second]) / n) for values in single)
    )


def _first_best(choice: FloatArray, tie_break: FloatArray, pairs: TextPairs) -> IntArray:
    """Return the pair of each row with the highest choice value, among equals with the highest tie break, the first."""
    if not len(choice):
        return np.zeros(0, dtype=np.int64)
    highest = _highest(choice, np.ones(len(choice), dtype=np.bool_), pairs)
    candidates = choice == highest[pairs.row]
    candidates &= tie_break == _highest(tie_break, candidates, pairs)[pairs.row]
    places = np.flatnonzero(candidates)
    first: IntArray = places[np.searchsorted(pairs.row[places], np.arange(pairs.rows))]
    return first


def _highest(values: FloatArray, among: NDArray[np.bool_], pairs: TextPairs) -> FloatArray:
    starts = np.searchsorted(pairs.row, np.arange(pairs.rows))
    highest: FloatArray = np.maximum.reduceat(np.where(among, values, -np.inf), starts)
    return highest


def five_decimals(values: FloatArray) -> FloatArray:
    """Return numbers rounded to five decimals as C's ``printf("%.5f")`` does: by the exact value of the binary number.

    ``numpy.round`` first multiplies by 10⁵, which turns numbers just beside a half into halves. Here those that come
    that close are rounded one by one.

    Parameters
    ----------
    values : array
        From -1000 to 1000; NaN stays NaN.
    """
    scaled = values * 1e5
    whole = np.rint(scaled)
    rounded: FloatArray = whole / 1e5
    near_half = np.abs(np.abs(scaled - whole) - 0.5) < 1e-6
    rounded[near_half] = [round(value, 5) for value in values[near_half].tolist()]
    return rounded
