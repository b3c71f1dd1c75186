"""How well curves say whether people agree on pairs with a system that had no part in them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.worth.agreement_curve import FITS
from trueness.statistics.worth.scored_pairs import ScoredPairs, UnitCounts

LEAST_CHANCE = 0.001
"""Chances are kept this far from 0 and 1, where one surprise would cost everything."""

GROUPS = 5
"""Of pairs with similar chances, in which these are compared with how often people agreed."""


PARTS = 10
"""Of inputs, each held out at once."""

BLOCK = 1_000_000
"""Predictions whose losses are computed together."""


class HeldOut(NamedTuple):
    """Predictions for pairs of which one system was left out, and the input.

    Attributes
    ----------
    log_loss : dict of str to float
        By curve, and by ``constant``, the share of the other pairs in which people agree: mean of -log(chance of what
        happened). NaN without pairs.
    miscalibration : dict of str to float
        Mean over pairs of how far chances are from the share of agreement in their group of similar chances.
    inputs : bool
        Whether their inputs were left out, too.
    """

    log_loss: dict[str, float]
    miscalibration: dict[str, float]
    inputs: bool


def held_out_curves(
    pairs: ScoredPairs, clusters: IntArray, input_clusters: IntArray | None = None
) -> HeldOut:
    """Predict the pairs of every system, or cluster of them, by curves of the pairs without it.

    Parameters
    ----------
    pairs : ScoredPairs
    clusters : array of shape (N,)
        A number for every system, its own or that of its cluster.
    input_clusters : array of shape (M,), optional
        Of pairs of outputs, the same of inputs. These are dealt to ten parts, or as many as there are: the pairs of a
        system on the inputs of a part are predicted by those without the system on inputs of the other parts.
    """
    units, numbers = np.unique(clusters, return_inverse=True)
    one, other = (numbers.reshape(-1)[of] for of in (pairs.one, pairs.other))
    parts = np.zeros(len(one), dtype=np.intp)
    if input_clusters is not None:
        parts = (np.unique(input_clusters, return_inverse=True)[1].reshape(-1)[pairs.place] % PARTS).astype(
            np.intp
        )
    n_parts = int(parts.max(initial=0)) + 1
    apart = len(np.unique(parts)) > 1
    chances, shares, cells = _without_each(pairs, (one, other), parts, (len(units), n_parts), apart=apart)
    # pairs by what is held out, as they stand among all of them: each once for either system
    size = max(1, len(one))
    places = [(side * n_parts + parts) * size + np.arange(len(one)) for side in (one, other)]
    held = np.concatenate([places[0], places[1][one != other]])
    del places
    held.sort()
    cell, pair = (found.astype(np.int32) for found in np.divmod(held, size))
    del held
    kept = cells[cell]
    cell, pair = cell[kept], pair[kept]
    truth = pairs.agreed[pair]
    log_loss, miscalibration = {}, {}
    for name in (*FITS, "constant"):
        predicted = shares[cell] if name == "constant" else chances[name][cell, pairs.gap[pair]]
        log_loss[name] = _log_loss(predicted, truth) if len(truth) else float("nan")
        miscalibration[name] = _miscalibration(predicted, truth) if len(truth) else float("nan")
    return HeldOut(log_loss, miscalibration, apart)


def _without_each(
    pairs: ScoredPairs,
    systems: tuple[IntArray, IntArray],
    parts: IntArray,
    shape: tuple[int, int],
    *,
    apart: bool,
) -> tuple[dict[str, FloatArray], FloatArray, BoolArray]:
    """Fit the curves of the pairs without each unit of systems and each part of inputs.

    Returns
    -------
    dict of str to array of shape (units * parts, G)
        The chances at every difference, by curve.
    array of shape (units * parts,)
        The share of pairs in which people agree.
    array of bool, shape (units * parts,)
        Whether there are pairs, held out and not.
    """
    n_units, n_parts = shape
    one, other = systems
    whole = pairs.counts(np.ones(len(pairs.gap)))
    by_unit = UnitCounts.of(pairs, systems, n_units)
    by_part = UnitCounts.of(pairs, (parts,), n_parts)
    by_both = UnitCounts.of(pairs, (one * n_parts + parts, other * n_parts + parts), n_units * n_parts)
    chances = {name: np.zeros((n_units * n_parts, len(pairs.gaps))) for name in FITS}
    shares, cells = np.zeros(n_units * n_parts), np.zeros(n_units * n_parts, dtype=bool)
    for cell, (unit, part) in enumerate(itertools.product(range(n_units), range(n_parts))):
        if not by_both.counts[cell].any():
            continue
        counts, agreed = (
            total - units[unit] + ((both[cell] - halves[part]) if apart else 0.0)
            for total, units, halves, both in zip(whole, by_unit, by_part, by_both, strict=True)
        )
        if not counts.sum():
            continue
        cells[cell] = True
        shares[cell] = agreed.sum() / counts.sum()
        for name, fit in FITS.items():
            chances[name][cell] = fit(pairs.gaps, counts, agreed).chances(pairs.gaps)
    return chances, shares, cells


def _log_loss(chances: FloatArray, truth: FloatArray) -> float:
    total = 0.0
    for start in range(0, len(truth), BLOCK):
        here = slice(start, start + BLOCK)
        kept = np.clip(chances[here], LEAST_CHANCE, 1 - LEAST_CHANCE)
        total -= float(np.sum(truth[here] * np.log(kept) + (1 - truth[here]) * np.log(1 - kept)))
    return total / len(truth)


def _miscalibration(chances: FloatArray, truth: FloatArray) -> float:
    order = np.argsort(chances, kind="stable")
    groups = np.array_split(order, min(GROUPS, len(order)))
    return float(sum(abs((chances[g] - truth[g]).sum()) for g in groups) / len(order))
