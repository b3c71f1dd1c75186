"""What is taken for independent among inputs: documents where inputs are parts of them, unless it is said otherwise."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from trueness.data.cells.columns import plain_name
from trueness.data.cells.resolve_columns import SOURCE_IDS, SOURCE_NAMES, WHOLE_NAMES
from trueness.data.scores.score_table import ScoreTable

FEWEST_SOURCES = 10
"""Fewer questions, prompts or sources than these are kinds of inputs, such as three instructions for all of them."""

EACH_INPUT = "none"
"""Said in place of a column: every input is a unit of its own, whatever the data say of wholes."""

SelectionT = TypeVar("SelectionT")


def whole_column(data: Any) -> str | None:
    """Return the grouping column that says of which documents inputs are parts; None where each is one of its own.

    Parameters
    ----------
    data : ScoreTable, mapping of tables, or dataclass that holds some
        Of several tables all have to have the same.
    """
    found = {_whole_column(table) for table in _tables(data)}
    return found.pop() if len(found) == 1 else None


def _whole_column(table: ScoreTable) -> str | None:
    for name, labels in table.input_groups.items():
        plain, size = plain_name(name), len(set(labels))
        whole = plain in WHOLE_NAMES
        # a source of one word is where an output is from, not what it was made for
        source = plain in SOURCE_IDS or (plain in SOURCE_NAMES and any(" " in label for label in labels))
        if (whole and 1 < size < len(labels)) or (source and FEWEST_SOURCES <= size < len(labels)):
            return name
    return None


def _tables(data: Any) -> Iterator[ScoreTable]:
    """Yield the score tables that a study's data hold."""
    if isinstance(data, ScoreTable):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from _tables(part)
    elif dataclasses.is_dataclass(data):
        for field in dataclasses.fields(data):
            yield from _tables(getattr(data, field.name))


class Units(NamedTuple, Generic[SelectionT]):
    """A selection whose clusters are settled, and what was said of them.

    Parts of a document are alike. Taken for independent they make intervals too narrow, and what is decided breaks its
    promise; so documents are the units where nothing is said.

    Attributes
    ----------
    selection : Selection
        `clusters` is None where every input is a unit.
    refused : bool
        Whether it was said that every input is a unit (`EACH_INPUT`).
    """

    selection: SelectionT
    refused: bool = False

    @classmethod
    def of(cls, selection: SelectionT, column: Callable[[], str | None]) -> Units[SelectionT]:
        """Settle the clusters of a selection; one without any stays as it is.

        Parameters
        ----------
        selection : Selection
        column : callable
            Returns the grouping column to take where nothing is said, or None.
        """
        said = getattr(selection, "clusters", "")
        if said == EACH_INPUT:
            return Units(dataclasses.replace(selection, clusters=None), refused=True)  # type: ignore[type-var]
        if said is None and (name := column()) is not None:
            return Units(dataclasses.replace(selection, clusters=name))  # type: ignore[type-var]
        return Units(selection)

    def said(self, selection: SelectionT) -> SelectionT:
        """Return the selection of a result as it was asked for, so that it repeats the result."""
        if not self.refused:
            return selection
        return dataclasses.replace(selection, clusters=EACH_INPUT)  # type: ignore[type-var]
