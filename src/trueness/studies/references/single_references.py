"""Scores against each single reference of an input, from texts."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError
from trueness.metrics.scoring.score import score
from trueness.parallel import TextProgress
from trueness.statistics.array_types import FloatArray


def single_references(
    texts: Texts, metrics: Sequence[str], table: ScoreTable, progress: TextProgress | None = None
) -> tuple[FloatArray, tuple[str, ...]]:
    """Score every output against each reference by itself.

    Parameters
    ----------
    texts : Texts
    metrics : sequence of str
        That need references.
    table : ScoreTable
        Whose systems and inputs, by name and in that order, the scores are for.
    progress : callable, optional

    Returns
    -------
    array of shape (K, N, M, R)
        Larger is better; NaN where there is no text, or fewer references.
    tuple of str
        The metrics' names.

    Raises
    ------
    DataError
        If there are no references, or no text is of a system and an input of the table.
    """
    most = max((len(row.references) for row in texts.rows), default=0)
    if most < 2:
        raise DataError(
            f"{texts.name}: drawing references takes outputs with two or more, and each has one at most."
        )
    place = {name: k for k, name in enumerate(table.systems)}
    spot = {name: k for k, name in enumerate(table.inputs)}
    kept = [row for row in texts.rows if row.system in place and row.input in spot]
    if not kept:
        raise DataError(
            f"{texts.name}: texts and scores must have the same names of systems and inputs. The texts' "
            f"first are '{texts.rows[0].system}' and '{texts.rows[0].input}', the scores' "
            f"'{table.systems[0]}' and '{table.inputs[0]}'."
        )
    found: FloatArray | None = None
    names: tuple[str, ...] = ()
    for k in range(most):
        rows = [
            dataclasses.replace(row, references=(row.references[k],), human={}, ratings={})
            for row in kept
            if len(row.references) > k
        ]
        scored = score(
            dataclasses.replace(texts, rows=tuple(rows), lower_is_better=()), list(metrics), progress
        )
        if found is None:
            names = scored.scorer_names
            found = np.full((len(names), len(place), len(spot), most), np.nan)
        here = np.ix_([place[name] for name in scored.systems], [spot[name] for name in scored.inputs])
        for m, name in enumerate(names):
            found[m, :, :, k][here] = scored.oriented(name)
    return np.asarray(found), names
