"""Cells that are lists of numbers, the ratings of several people for one output: what becomes of their values."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

from numpy.typing import NDArray

from trueness.data.cells.columns import typed_columns
from trueness.data.cells.numbers import MISSING_WORDS
from trueness.data.cells.raw_rows import Chunk, RawRows, is_number, shown_cell
from trueness.data.cells.resolve_columns import JUDGE_WORDS, METRIC_WORDS, MODEL_WORDS
from trueness.errors import FormatError, listing

_OF_METRIC, _OF_JUDGE = (
    re.compile(words, re.IGNORECASE) for words in (METRIC_WORDS, f"{MODEL_WORDS}|{JUDGE_WORDS}")
)
_OF_PEOPLE = re.compile(r"human|people|expert|annotat|(?<!auto)rater|worker|crowd", re.IGNORECASE)

MOST_CELLS, LEAST_FILLED = 20_000_000, 0.01
"""A table of more cells is refused if a smaller share of them is filled."""

MOST_RATINGS = 50
"""A list that is written as text has so many ratings at most; a longer one is of other things, such as all inputs."""

REMEDY = "Write the ratings of every row as a list of numbers, with null for one that is missing."


def value_name(name: str, k: int) -> str:
    """Return the column of the k-th value, counted from 1, of lists: whether it is of a person says their name.

    What has the names of metrics are several of these (precision, recall); of models, runs; all others, annotators.
    """
    if _OF_PEOPLE.search(name):
        return f"{name}@{k}"
    if _OF_METRIC.search(name):
        return f"{name}_{k}"
    return f"{name}@run{k}" if _OF_JUDGE.search(name) else f"{name}@{k}"


def are_numbers(values: Sequence[Any]) -> bool:
    """Return whether all values are numbers or missing, and there are some."""
    return bool(values) and all(value is None or isinstance(value, (Real, Decimal)) for value in values)


def values_among_lists(cell: Any) -> list[Any] | None:
    """Return the values of a cell in a column of lists of numbers; None where it can be no such list.

    Words may stand in a list, or in its place: if they are said to mean that there is no score they do.
    """
    if isinstance(cell, str):
        written = _written(cell)
        return written if written is not None else None if is_number(cell) else [cell]
    if isinstance(cell, list):
        return None if any(isinstance(value, (list, dict)) for value in cell) else cell
    return [] if cell is None else None


def check_filled(
    n_rows: int, n_columns: int, given: int, source: str, row: int | None = None, column: str | None = None
) -> None:
    """Refuse rows that fill next to nothing of the table they make, which fills the memory.

    Raises
    ------
    FormatError
        If it would have more than `MOST_CELLS`, and less than `LEAST_FILLED` of them are there.
    """
    if n_rows * n_columns > MOST_CELLS and given < LEAST_FILLED * n_rows * n_columns:
        raise FormatError(
            f"{n_rows:,} rows have {n_columns:,} keys between them and fill less than "
            f"{LEAST_FILLED:.0%} of such a table.",
            path=source,
            row=row,
            column=column,
            remedy="Write the same keys in every row: what differs from row to row belongs into values.",
        )


def with_written_lists(raw: RawRows, may_be: Callable[[str], bool]) -> RawRows:
    """Return rows with a column for each value of lists that are written as text: ``"[3, 5, 5]"``, of all rows.

    A column is of such lists if most of its first cells are.

    Parameters
    ----------
    raw : RawRows
    may_be : callable
        Whether a column may hold ratings, by its name.

    Raises
    ------
    FormatError
        If a cell of such a column is a number.
    """
    chunks = iter(raw.chunks)
    first = next(chunks, None)
    if first is None:
        return dataclasses.replace(raw, chunks=())
    found = {
        place: name
        for place, name in enumerate(raw.names)
        if may_be(name) and _are_lists(first.columns[place])
    }
    if not found:
        return dataclasses.replace(raw, chunks=itertools.chain([first], chunks))
    kept = [first, *chunks]  # how long the longest list is has to be known
    lists = {place: _all_values(kept, place, name, raw.source) for place, name in found.items()}
    longest = {place: max(len(cell) for part in parts for cell in part) for place, parts in lists.items()}
    too_long = {place: found[place] for place, length in longest.items() if length > MOST_RATINGS}
    read = {place: name for place, name in found.items() if place not in too_long}
    told = {
        f"lists of more than {MOST_RATINGS} numbers are no ratings": too_long,
        "lists of numbers, written as text, were read as lists": read,
    }
    columns = [
        one
        for place, name in enumerate(raw.names)
        for one in ([value_name(name, k + 1) for k in range(longest[place])] if place in read else [name])
    ]
    return dataclasses.replace(
        raw,
        names=tuple(columns),
        chunks=[
            Chunk(chunk.rows, list(_spread(chunk, {place: lists[place][k] for place in read}, longest)))
            for k, chunk in enumerate(kept)
        ],
        notes=(*raw.notes, *(f"{what}: {listing(names.values())}" for what, names in told.items() if names)),
    )


_LOOKED_AT = 1000
"""So many cells of a column are its first."""


def _are_lists(cells: Sequence[Any] | NDArray[Any]) -> bool:
    """Return whether most cells are lists of numbers, written as text."""
    texts = [
        cell
        for cell in itertools.islice(cells, _LOOKED_AT)
        if isinstance(cell, str) and cell.strip().casefold() not in MISSING_WORDS
    ]
    lists = sum(are_numbers(_written(text) or ()) for text in texts)
    return 2 * lists > len(texts)


def _all_values(chunks: Sequence[Chunk], place: int, name: str, source: str) -> list[list[list[Any]]]:
    """Return the values of every cell of a column, chunk by chunk."""
    found: list[list[list[Any]]] = []
    for rows, columns in chunks:
        found.append([])
        for row, cell in zip(rows, columns[place], strict=True):
            values = values_among_lists(cell)
            if values is None:
                raise FormatError(
                    f"the value is {shown_cell(cell)}, but most are lists of numbers.",
                    path=source,
                    row=int(row),
                    column=name,
                    remedy=f"{REMEDY} Or leave the column out: --columns {typed_columns(('ignore', name))}.",
                )
            found[-1].append(values)
    return found


def _spread(
    chunk: Chunk, lists: Mapping[int, list[list[Any]]], longest: Mapping[int, int]
) -> Iterator[Sequence[Any] | NDArray[Any]]:
    for place, cells in enumerate(chunk.columns):
        if place not in lists:
            yield cells
            continue
        yield from (
            [values[k] if k < len(values) else None for values in lists[place]] for k in range(longest[place])
        )


_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_ITEM = re.compile(rf"""{_NUMBER}|None|null|nan|NaN|[Tt]rue|[Ff]alse|'[^'\\]*+'|"[^"\\]*+\"""")
_LIST = re.compile(
    rf"\s*+\[\s*+(?:(?:{_ITEM.pattern})\s*+(?:,\s*+(?:{_ITEM.pattern})\s*+)*+(?:,\s*+)?)?\]\s*+"
)
"""A list of numbers, words and nothing, as Python and JSON write it."""


def _written(text: str) -> list[Any] | None:
    """Return the values of a list that is written as text; None for any other text."""
    if text.lstrip()[:1] != "[" or _LIST.fullmatch(text) is None:
        return None
    return [_value(found.group()) for found in _ITEM.finditer(text)]


def _value(item: str) -> Any:
    if item[0] in "'\"":
        return item[1:-1]
    word = item.casefold()
    return (
        {"none": None, "null": None, "nan": None, "true": True, "false": False}[word]
        if word.isalpha()
        else float(item)
    )
