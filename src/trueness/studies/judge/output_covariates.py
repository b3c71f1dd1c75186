"""What is known of an output beside its scores: how long it is, and where it stood when it was judged."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.errors import DataError, unknown_name
from trueness.metrics.length import Length
from trueness.statistics.ties import FloatArray

LENGTH = "length"
"""The covariate, and the scorer that is taken for it where there are no texts."""


class Covariate(NamedTuple):
    """A number per output.

    Attributes
    ----------
    name : str
    per : str
        What a slope is shown per, such as ``100 words``.
    unit : float
        How many of the values' unit that is.
    values : array of shape (N, M)
        NaN where unknown.
    """

    name: str
    per: str
    unit: float
    values: FloatArray


def output_covariates(table: ScoreTable, texts: Texts | None, position: str | None) -> list[Covariate]:
    """Return length, where it is known, and position, where it is asked for.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts, optional
        Their lengths in words between blanks; without them those of the scorer ``length``, if the table has one.
    position : str, optional
        A scorer, or a grouping column of systems or inputs whose labels are numbers.

    Raises
    ------
    DataError
        If texts and table share no output, or a label of the position is no number.
    UnknownNameError
        If there is no such scorer or column.
    """
    found = []
    if texts is not None:
        found.append(Covariate(LENGTH, "100 words", 100.0, _lengths(table, texts)))
    elif LENGTH in table.scorer_names:
        found.append(Covariate(LENGTH, "100 words", 100.0, table.matrix(LENGTH)))
    if position is not None:
        found.append(Covariate(position, "place", 1.0, _position(table, position)))
    return found


def _lengths(table: ScoreTable, texts: Texts) -> FloatArray:
    systems = {name: i for i, name in enumerate(table.systems)}
    inputs = {name: j for j, name in enumerate(table.inputs)}
    here = [row for row in texts.rows if row.system in systems and row.input in inputs]
    if not here:
        raise DataError(
            f"{texts.name}: no text is of a system and an input of the scores. Their names have to agree: the texts' "
            f"first is system '{texts.rows[0].system}', input '{texts.rows[0].input}'; the scores' first is system "
            f"'{table.systems[0]}', input '{table.inputs[0]}'."
        )
    values = np.full(table.shape[1:], np.nan)
    lengths = Length().score([row.output for row in here], [()] * len(here), [None] * len(here))
    values[[systems[row.system] for row in here], [inputs[row.input] for row in here]] = lengths
    return values


def _position(table: ScoreTable, name: str) -> FloatArray:
    if name in table.scorer_names:
        return table.matrix(name)
    shape = table.shape[1:]
    if name in table.input_groups:
        return np.broadcast_to(_numbers(name, table.input_groups[name]), shape).copy()
    if name in table.system_groups:
        return np.broadcast_to(_numbers(name, table.system_groups[name])[:, None], shape).copy()
    known = (*table.scorer_names, *table.input_groups, *table.system_groups)
    raise unknown_name("scorer or grouping column", name, known)


def _numbers(name: str, labels: tuple[str, ...]) -> FloatArray:
    found = []
    for label in labels:
        try:
            found.append(float(label) if label else np.nan)
        except ValueError:
            raise DataError(f"column '{name}' holds '{label}', which is no number: no position.") from None
    return np.array(found, dtype=np.float64)
