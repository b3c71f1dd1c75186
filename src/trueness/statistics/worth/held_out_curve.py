"""How well curves say whether people agree on pairs with a system that had no part in them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.worth.agreement_curve import FITS
from trueness.statistics.worth.scored_pairs import ScoredPairs

LEAST_CHANCE = 0.001
"""Chances are kept this far from 0 and 1, where one surprise would cost everything."""

GROUPS = 5
"""Of pairs with similar chances, in which these are compared with how often people agreed."""


PARTS = 10
"""Of inputs, each held out at once."""


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
    one, other = clusters[pairs.one], clusters[pairs.other]
    parts = np.zeros(len(one), dtype=np.intp)
    if input_clusters is not None:
        numbers = np.unique(input_clusters, return_inverse=True)[1]
        parts = numbers[pairs.place] % PARTS
    apart = len(np.unique(parts)) > 1
    predicted: dict[str, list[FloatArray]] = {name: [] for name in (*FITS, "constant")}
    happened: list[FloatArray] = []
    for unit, part in itertools.product(np.unique(clusters), np.unique(parts)):
        with_it, here = (one == unit) | (other == unit), parts == part
        out = with_it & here
        counts, agreed = pairs.counts((~with_it & ~(here & apart)).astype(np.float64))
        if not out.any() or not counts.sum():
            continue
        gaps = pairs.gaps[pairs.gap[out]]
        happened.append(pairs.agreed[out])
        for name, fit in FITS.items():
            predicted[name].append(fit(pairs.gaps, counts, agreed).chances(gaps))
        predicted["constant"].append(np.full(len(gaps), agreed.sum() / counts.sum()))
    if not happened:
        nothing = dict.fromkeys(predicted, float("nan"))
        return HeldOut(nothing, nothing, apart)
    truth = np.concatenate(happened)
    chances = {name: np.concatenate(parts) for name, parts in predicted.items()}
    return HeldOut(
        {name: _log_loss(values, truth) for name, values in chances.items()},
        {name: _miscalibration(values, truth) for name, values in chances.items()},
        apart,
    )


def _log_loss(chances: FloatArray, truth: FloatArray) -> float:
    kept = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    return float(-np.mean(truth * np.log(kept) + (1 - truth) * np.log(1 - kept)))


def _miscalibration(chances: FloatArray, truth: FloatArray) -> float:
    order = np.argsort(chances, kind="stable")
    groups = np.array_split(order, min(GROUPS, len(order)))
    return float(sum(abs((chances[g] - truth[g]).sum()) for g in groups) / len(order))
