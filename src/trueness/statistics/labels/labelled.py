"""Arrays of scores for coefficients of labels: people's scores as 0 and 1, metrics' scores as they are or as calls."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from trueness.errors import DataError, UnsupportedMethodError, listing
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import CoefficientFacts, coefficient_facts
from trueness.statistics.engine.resample import Weights
from trueness.statistics.labels.call_threshold import cross_fitted_thresholds
from trueness.statistics.pairs.held_out_calibration import deal_folds
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

FOLDS = 10
"""Parts of the inputs, or of their clusters, each called with a threshold chosen on the others; fewer where there are
fewer."""

FOLD_SEED = 0
"""Which inputs are in which part depends on their number alone."""

AS_THEY_ARE = Weights(None, None)


def labelled(arrays: ScoreArrays, group: CellGroup, coefficient: str) -> ScoreArrays:
    """Return the arrays whose plain AUC is a coefficient of labels, on the data as they are.

    People's scores become 1 for positive outputs and 0 for others, for balanced accuracy metrics' scores become calls
    (see `called`).

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        Metrics whose scores are needed, and the cells on which thresholds are chosen.
    coefficient : str
        Of labels (`CoefficientFacts.labels`).

    Raises
    ------
    DataError
        If people gave more than two different scores and the name does not say from which on they are positive.
    UnsupportedMethodError
        If thresholds have to be chosen on other inputs, and there is one input, or one cluster of them.
    """
    kept = arrays.found_labelled
    place = (coefficient, group.metrics, group.cells.tobytes())
    if place not in kept:
        facts = coefficient_facts(coefficient)
        metrics = arrays.metrics
        if facts.called:
            metrics = np.full(arrays.metrics.shape, np.nan)
            metrics[list(group.metrics)] = called(arrays, group, facts, AS_THEY_ARE)[0]
        kept[place] = dataclasses.replace(
            arrays,
            metrics=metrics,
            human=human_labels(arrays, facts),
            corpus={},
            negated=frozenset(),
            aggregate="mean",
            aggregates={},
        )
    return kept[place]


def human_labels(arrays: ScoreArrays, facts: CoefficientFacts) -> FloatArray:
    """Return people's scores as 0 and 1, NaN where missing.

    Parameters
    ----------
    arrays : ScoreArrays
    facts : CoefficientFacts
        Its option ``cut`` is the least score that is positive, or the largest where lower is better; without it there
        have to be two different scores, of which the better one is positive.

    Raises
    ------
    DataError
        If there are more.
    """
    cut, known = facts.options["cut"], arrays.judged
    own = -1.0 if arrays.human_negated else 1.0
    if math.isnan(cut):
        values = np.unique(arrays.human[known])
        if len(values) > 2:
            shown = [f"{own * value:g}" for value in values]
            raise DataError(
                f"{facts.name} needs two labels, and people gave {len(values)} different scores: {listing(shown)}. Say "
                f"from which on they are positive, such as --coefficient {facts.name}:cut={shown[-1]}."
            )
        positive = arrays.human == values[-1] if len(values) else known
    else:
        positive = arrays.human >= own * cut
    return np.where(known, np.asarray(positive, dtype=np.float64), np.nan)


def called(arrays: ScoreArrays, group: CellGroup, facts: CoefficientFacts, weights: Weights) -> FloatArray:
    """Return which outputs a group's metrics call positive in every resample: those with scores from a threshold on.

    That is the given one, or for every input the one with the highest balanced accuracy on the inputs of the other
    `FOLDS` - 1 parts, so that no input has a say in the threshold that calls it. It is chosen anew in every resample.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    facts : CoefficientFacts
        With calls.
    weights : Weights
        B resamples.

    Returns
    -------
    array of shape (B or 1, K, N, M)
        NaN where there is no score, or no threshold as other inputs lack a label.

    Raises
    ------
    DataError
        As `human_labels`.
    UnsupportedMethodError
        If there is one input, or one cluster of them.
    """
    scores = arrays.metrics[list(group.metrics)][None]
    thresholds = call_thresholds(arrays, group, facts, weights)[:, :, None, :]
    calls = (scores >= thresholds).astype(np.float64)
    return np.where(np.isnan(scores) | np.isnan(thresholds), np.nan, calls)


def call_thresholds(
    arrays: ScoreArrays, group: CellGroup, facts: CoefficientFacts, weights: Weights
) -> FloatArray:
    """Return from which score on each metric calls outputs of each input positive, shape (B or 1, K, M).

    Parameters
    ----------
    arrays, group, facts, weights
        As for `called`.

    Raises
    ------
    DataError, UnsupportedMethodError
        As `called`.
    """
    given = facts.options["threshold"]
    if not math.isnan(given):
        # on the metric's own scale; where lower is better, scores up to it are called positive
        own = [-given if metric in arrays.negated else given for metric in group.metrics]
        return np.tile(np.array(own)[None, :, None], (1, 1, arrays.n_inputs))
    units = arrays.n_inputs if arrays.clusters is None else len(np.unique(arrays.clusters))
    if units < 2:
        raise UnsupportedMethodError(
            "a threshold is chosen on other inputs, and there is one alone, or one cluster of them: name a threshold "
            "(--coefficient balanced_accuracy:threshold=.5)."
        )
    fold = deal_folds(arrays.n_inputs, min(FOLDS, units), FOLD_SEED, arrays.clusters)
    human = human_labels(arrays, facts)
    found = [
        cross_fitted_thresholds(arrays.metrics[metric], human, group.cells, fold, weights)
        for metric in group.metrics
    ]
    return np.stack(found, axis=1)


def shown_threshold(arrays: ScoreArrays, group: CellGroup, metric: int, coefficient: str) -> float:
    """Return the threshold from which on a metric calls outputs positive, on its own scale.

    The given one, or the median over inputs of those chosen on other inputs; NaN for coefficients without calls, and
    where it is beyond all scores.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    metric : int
        Its position in the arrays.
    coefficient : str

    Raises
    ------
    DataError, UnsupportedMethodError
        As `called`.
    """
    facts = coefficient_facts(coefficient)
    if not facts.called:
        return float("nan")
    alone = dataclasses.replace(group, metrics=(metric,))
    found = call_thresholds(arrays, alone, facts, AS_THEY_ARE)
    known = found[~np.isnan(found)]
    middle = float(np.median(known)) if len(known) else float("nan")
    own = -middle if metric in arrays.negated else middle
    return own if math.isfinite(own) else float("nan")
