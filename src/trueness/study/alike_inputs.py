"""Whether inputs that stand together are alike, as parts of one document are, and what is said of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing
from trueness.statistics.alike_pairs import alike_pairs
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.study.annotators_dealt import BY_CHANCE
from trueness.study.rows import Caution

FEWEST_GROUPS = 5
"""Columns with fewer labels are no documents."""

MOST_GROUP_PAIRS = 200_000


def name_the_column(table: ScoreTable) -> str:
    """Return the sentence that says what to do where inputs that stand together are alike.

    Parameters
    ----------
    table : ScoreTable
    """
    columns = list(table.input_groups)
    return (
        "Name the column that says which belong together "
        f"(--clusters {columns[0] if len(columns) == 1 else 'COLUMN'})."
    )


def alike_inputs(table: ScoreTable, scorers: Iterable[str]) -> tuple[Caution, ...]:
    """Return a warning where by some scorer systems fare alike on inputs that stand together; else nothing.

    What is looked at of an output is its score less the mean of its system and that of its input: paired tests of
    systems bear that inputs of one document are hard for all.

    Parameters
    ----------
    table : ScoreTable
        Whose inputs are taken for independent.
    scorers : iterable of str
    """
    names = tuple(scorers)
    found = [
        name for name in names if inputs_alike(table, _gaps(table.matrix(name))) * len(names) < BY_CHANCE
    ]
    if not found:
        return ()
    message = (
        f"By {listing(found)}, systems fare alike on neighbouring inputs, as on parts of one document. Taken for "
        f"independent, they make p-values too small: the answers above may not hold. {name_the_column(table)}"
    )
    return (Caution("alike_inputs", "warning", message),)


def _gaps(scores: FloatArray) -> FloatArray:
    """Return scores less the mean of their input; NaN of inputs with a single score, which says nothing of systems."""
    there = ~np.isnan(scores)
    counts = there.sum(axis=0)
    means = np.nansum(scores, axis=0) / np.maximum(counts, 1)
    return np.where(there & (counts > 1), scores - means, np.nan)


def inputs_alike(table: ScoreTable, gaps: FloatArray) -> float:
    """Return the p-value that inputs side by side in the order of their names, or of one label, are independent.

    Parameters
    ----------
    table : ScoreTable
        Whose grouping columns of inputs are looked at, where they have some labels.
    gaps : array of shape (N, M)
        What is looked at of inputs.
    """
    order = np.array(sorted(range(len(table.inputs)), key=lambda j: natural(table.inputs[j])), dtype=np.intp)
    found = [alike_pairs(gaps, order[:-1], order[1:])]
    for labels in table.input_groups.values():
        numbers = np.unique(labels, return_inverse=True)[1]
        sizes = np.bincount(numbers)
        if len(sizes) >= FEWEST_GROUPS and 0 < int(np.sum(sizes * (sizes - 1))) // 2 <= MOST_GROUP_PAIRS:
            found.append(alike_pairs(gaps, *_pairs_within(numbers)))
    known = [one for one in found if not math.isnan(one)]
    return min(1.0, len(known) * min(known)) if known else math.nan


def _pairs_within(numbers: IntArray) -> tuple[IntArray, IntArray]:
    pairs = []
    for group in range(int(numbers.max()) + 1):
        inside = np.flatnonzero(numbers == group)
        one, other = np.triu_indices(len(inside), 1)
        pairs.append(np.stack([inside[one], inside[other]]))
    first, second = np.concatenate(pairs, axis=1)
    return np.asarray(first, dtype=np.intp), np.asarray(second, dtype=np.intp)


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return what names are sorted by so that numbers in them stand in their order: ``doc2`` before ``doc10``."""
    parts = re.split(r"(\d+)", name)
    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in parts)
