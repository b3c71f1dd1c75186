"""Within which bounds a difference counts as none: as given, or from the single annotators behind a human dimension."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Pair
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.equivalence.annotator_margin import margin_of_correlations
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.equivalence.rows import MarginRow
from trueness.studies.equivalence.settings import EquivalenceSettings
from trueness.study.selection import score_arrays

BoundsOf = Callable[[Pair, Key], Bounds]
"""Given a pair of positions and a (level, coefficient), returns the bounds."""


def bounds_of(settings: EquivalenceSettings, rows: Iterable[MarginRow], names: tuple[str, ...]) -> BoundsOf:
    """Return the bounds of a pair: as given, or the smaller margin of its metrics (of the baseline alone).

    Parameters
    ----------
    settings : EquivalenceSettings
    rows : iterable of MarginRow
        Margins of one human's annotators.
    names : tuple of str
        The metrics by their positions; of conditions, the second of a pair is beyond them.
    """
    given = settings.bounds
    if given is not None:
        return lambda _, __: given
    known = {(row.metric, row.level, row.coefficient): row.margin for row in rows}

    def of(pair: Pair, key: Key) -> Bounds:
        one = settings.baseline is not None or pair[1] >= len(names)
        members = [pair[1] if settings.baseline is not None else pair[0]] if one else list(pair)
        margin = float(np.min([known[names[k], key[0], key[1]] for k in members]))  # NaN if one is
        return Bounds(-margin, margin)

    return of


def annotator_margins(
    table: ScoreTable,
    human: str,
    metrics: tuple[str, ...],
    settings: EquivalenceSettings,
) -> tuple[MarginRow, ...]:
    """Return the margin of every metric at every level and coefficient (Braun et al. 2022, section 3.3).

    There is none where the margin was given as a number.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    human : str
        A dimension with at least two annotators.
    metrics : tuple of str
    settings : EquivalenceSettings
        Says levels, coefficients, how system scores come about, and the kind of margin: the standard deviation (divided
        by A - 1) of the A annotators' correlations with the metric, or their largest difference.

    Raises
    ------
    DataError
        If there are fewer than two annotators behind the human.
    """
    if not isinstance(settings.margin, str):
        return ()
    annotations = table.annotations.get(human)
    if annotations is None or len(annotations.annotators) < 2:
        raise DataError(
            f"a margin from annotators needs two or more behind '{human}', and the data hold "
            f"{'one' if annotations else 'none'}. Give a number as margin (--margin 0.05)."
        )
    table = table.sorted_by_name()  # the folds of held-out calibration are dealt in this order
    drawn = table.annotations[human]
    listed = [drawn.annotators.index(name) for name in annotations.annotators]
    sign = 1.0 if table.scorer(human).higher_is_better else -1.0
    found: dict[Key, list[FloatArray]] = {}
    whole = score_arrays(table, human, metrics, settings, None)
    for ratings in drawn.values:
        arrays = dataclasses.replace(whole, human=sign * ratings)
        for key, of_metrics in Correlations(arrays, settings.keys).points.items():
            found.setdefault(key, []).append(of_metrics)
    rows = []
    for (level, coefficient), correlations in found.items():
        stacked = np.array(correlations)
        margins = margin_of_correlations(stacked, settings.margin)
        rows += [
            MarginRow(
                metric=name,
                human=human,
                level=level,
                coefficient=coefficient,
                margin=float(margins[k]),
                correlations=tuple(map(float, stacked[listed, k])),
            )
            for k, name in enumerate(metrics)
        ]
    return tuple(rows)
