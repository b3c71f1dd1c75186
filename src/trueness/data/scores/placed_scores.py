"""The numbers of rows in their places: a matrix for every scorer, and for every annotator, or a list of outputs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

import numpy as np

from trueness.data.cells.columns import are_runs
from trueness.data.cells.names import IntArray
from trueness.data.cells.packed_numbers import PackedNumbers
from trueness.data.scores.listed_values import ListedValues, is_listed
from trueness.data.scores.read_columns import ReadColumns
from trueness.data.scores.score_table import Annotations, FloatArray, Role, Scorer
from trueness.errors import DataError, FormatError

MEAN_TOLERANCE = 1e-6
"""How far a human dimension may lie from the mean of the annotators given beside it."""


Kept = IntArray | slice
"""Positions of rows; a slice of all of them makes no copies."""


@dataclasses.dataclass(frozen=True)
class Places:
    """Where the numbers of rows stand in a table.

    Attributes
    ----------
    systems, inputs : tuple of str
        N systems, M inputs.
    cell : array of int
        Of every row that is kept: system * M + input.
    kept : array of int, or slice
        The rows that are kept.
    """

    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    cell: IntArray
    kept: Kept

    @property
    def size(self) -> int:
        """The number of outputs there could be."""
        return len(self.systems) * len(self.inputs)


def placed_scores(
    read: ReadColumns, places: Places, source: str, role: Role | None, known: Mapping[str, Scorer]
) -> tuple[tuple[Scorer, ...], FloatArray, dict[str, Annotations]]:
    """Return scorers, their values (S, N, M), and annotations.

    Parameters
    ----------
    read : ReadColumns
        Whose numbers are taken out of it.
    places : Places
    source : str
        The file, for messages.
    role : {'human', 'metric'}, optional
        Of scorers without annotators.
    known : mapping of str to Scorer
        What is known of scorers already.

    Raises
    ------
    FormatError
        If a scorer that is known has no column.
    DataError
        As `check_annotator_mean`.
    """
    cells = _listed(read, places)
    plain: dict[str, PackedNumbers[np.float64]] = {}
    rated: dict[str, dict[str, FloatArray]] = {}
    for scorer, who, numbers in _placed(read, places, cells):
        if who is None:
            plain[scorer] = PackedNumbers.of(numbers)
        else:
            rated.setdefault(scorer, {})[who] = numbers
    scorers = []
    for name in dict.fromkeys([*known, *plain, *rated]):
        if name not in plain and name not in rated:
            raise FormatError("the scorer lacks a column.", path=source, column=name)
        usual: Role | None = role
        if name in rated:
            usual = "metric" if are_runs(rated[name]) else "human"
        scorers.append(known.get(name, Scorer(name, usual)))
    n, m = len(places.systems), len(places.inputs)
    if cells is not None:
        listed = ListedValues(n, m, cells, [plain[scorer.name] for scorer in scorers])
        return tuple(scorers), cast("FloatArray", listed), {}
    annotations = {}
    values = np.empty((len(scorers), n, m))
    for place, scorer in enumerate(scorer.name for scorer in scorers):
        # what has found its place is let go, or a table would be in memory twice
        matrix = plain.pop(scorer).whole().reshape(n, m) if scorer in plain else None
        if scorer in rated:
            people = Annotations(
                tuple(rated[scorer]), np.stack([one.reshape(n, m) for one in rated[scorer].values()])
            )
            annotations[scorer] = people
            if matrix is not None:
                check_annotator_mean(scorer, matrix, people, places.systems, places.inputs, source)
        values[place] = annotations[scorer].mean() if matrix is None else matrix
    values.flags.writeable = False
    return tuple(scorers), values, annotations


def _listed(read: ReadColumns, places: Places) -> IntArray | None:
    """Return the cells of the outputs there are, ascending, where they are to be listed; None where they are not."""
    layout = read.layout
    several = layout.annotator is not None or any(who is not None for _, who in layout.scores.values())
    if several or read.statistics:
        return None
    planes = len(read.names[layout.scorer].labels) if layout.scorer else len(read.numbers)
    filled = len(places.cell) * (1 if layout.scorer else planes)
    if not is_listed(planes * places.size, filled):
        return None
    ascending = bool(np.all(places.cell[1:] > places.cell[:-1]))
    return places.cell if ascending else np.unique(places.cell)


class _Placed(NamedTuple):
    """Numbers of a scorer, or of an annotator of it, all in their places."""

    scorer: str
    who: str | None
    numbers: FloatArray


def _placed(read: ReadColumns, places: Places, cells: IntArray | None) -> Iterator[_Placed]:
    """Yield plain scores per scorer, ratings per scorer and annotator; each (N * M,), or one for each of the cells."""
    size, cell = places.size, places.cell
    if cells is not None:
        size, cell = len(cells), cell if cells is cell else np.searchsorted(cells, cell)
    in_order = cells is cell or np.array_equal(cell, np.arange(size))  # then columns are taken as they are
    for scorer, who, rows, values in _by_annotator(read, places):
        if in_order and len(values) == size:
            yield _Placed(scorer, who, values)
            continue
        numbers = np.full(size, np.nan)
        numbers[cell[rows]] = values
        yield _Placed(scorer, who, numbers)


_Column = tuple[str, str | None, Kept, FloatArray]
"""A scorer, an annotator of it, the positions of rows among those kept, and their numbers."""


def _by_annotator(read: ReadColumns, places: Places) -> Iterator[_Column]:
    """Yield the numbers of every scorer, of each annotator by itself where a column names annotators."""
    annotator = read.names[read.layout.annotator] if read.layout.annotator else None
    for scorer, who, rows, values in _by_scorer(read, places):
        if who is not None or annotator is None:
            yield scorer, who, rows, values
            continue
        codes = annotator.codes[places.kept][rows]
        given = np.unique(codes[~np.isnan(values)])
        # those who never rated this dimension stay out of it
        for code in given if len(given) else np.unique(codes):
            mine = np.flatnonzero(codes == code)
            theirs = mine if isinstance(rows, slice) else rows[mine]
            yield scorer, annotator.labels[code] or None, theirs, values[mine]


def _by_scorer(read: ReadColumns, places: Places) -> Iterator[_Column]:
    """Yield the numbers of every scorer, in columns of their own or in one."""
    layout, kept = read.layout, places.kept
    if layout.score and layout.scorer:
        codes, values = read.names[layout.scorer].codes[kept], read.numbers[layout.score][kept]
        order = np.argsort(codes, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1):
            yield read.names[layout.scorer].labels[codes[rows[0]]], None, rows, values[rows]
        return
    # let go one by one, or all would be held beside the table; labels are looked at again
    taken = read.numbers.__getitem__ if read.orders else read.numbers.pop
    for column in tuple(read.numbers):
        scorer, who = layout.scores[column]
        yield scorer, who, slice(None), taken(column)[kept]


def check_annotator_mean(
    scorer: str,
    matrix: FloatArray,
    people: Annotations,
    systems: tuple[str, ...],
    inputs: tuple[str, ...],
    source: str,
) -> None:
    """Check that a human dimension is the mean of its annotators wherever these gave something.

    Raises
    ------
    DataError
        If it differs by more than `MEAN_TOLERANCE`, or is missing where annotators gave something.
    """
    mean = people.mean()
    wrong = ~np.isnan(mean) & ~(np.abs(mean - matrix) <= MEAN_TOLERANCE)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise DataError(
            f"{source}: '{scorer}' is {matrix[i, j]:g} for system '{systems[i]}', input '{inputs[j]}', "
            f"but the mean of its annotators is {mean[i, j]:g} (cells that differ: {int(wrong.sum())}). "
            f"Remove the column '{scorer}' to use the mean, or rename it if it is something else."
        )
