"""Files of which none names its inputs: a column that all have says which rows are about the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from trueness.data.cells.names import as_name
from trueness.data.cells.raw_rows import RawRows, shown_cell, source_stem
from trueness.errors import KeyMismatchError

LEAST_SHARED = 0.5
"""Of the different cells of the file with fewer so many stand in the other, where a column is about the same things."""


class _Column(NamedTuple):
    name: str
    cells: tuple[list[str], ...]

    @property
    def is_shared(self) -> bool:
        """Whether the files have cells in common, and more than one."""
        first, *others = (set(cells) - {""} for cells in self.cells)
        return all(
            len(first & other) > 1 and len(first & other) >= LEAST_SHARED * min(len(first), len(other))
            for other in others
        )

    @property
    def is_key(self) -> bool:
        return all("" not in cells and len(set(cells)) == len(cells) for cells in self.cells)

    @property
    def is_alike(self) -> bool:
        return all(cells == self.cells[0] for cells in self.cells)


def shared_key(files: Sequence[RawRows], scores: Collection[str]) -> str | None:
    """Return the column by which rows of files are joined; None where rows of one number are about the same.

    It is the first that all files have, with another cell in every row, and with the same cells in all files.

    Parameters
    ----------
    files : sequence of RawRows
        Two or more.
    scores : collection of str
        Columns that are no names.

    Raises
    ------
    KeyMismatchError
        If another column that all files have shows that rows of one number are not about the same.
    """
    names = [
        name for name in files[0].names if name not in scores and all(name in one.names for one in files)
    ]
    columns = [one for one in _cells(files, names) if one.is_shared]
    found = next((one.name for one in columns if one.is_key), None)
    moved = next((one for one in columns if not one.is_alike), None)
    if found is not None or moved is None:
        return found
    row = next(k for k, cells in enumerate(zip(*moved.cells, strict=False)) if len(set(cells)) > 1)
    told = " and ".join(
        f"{shown_cell(cells[row])} in '{source_stem(one.source)}'"
        for one, cells in zip(files, moved.cells, strict=True)
    )
    raise KeyMismatchError(
        f"the files lack names of inputs, and the orders of their rows differ: '{moved.name}' of row {row + 1} is "
        f"{told}. Add a column 'input' to each, that names what every row is about."
    )


def _cells(files: Sequence[RawRows], names: Sequence[str]) -> list[_Column]:
    """Return the cells of columns that are names in every row of every file."""
    found: dict[str, list[list[str]]] = {name: [] for name in names}
    for one in files:
        cells: dict[str, list[str]] = {name: [] for name in names}
        for chunk in one.chunks:
            for name, column in zip(one.names, chunk.columns, strict=True):
                if name in cells:
                    cells[name] += [
                        as_name(cell) if isinstance(cell, str | int | float) or cell is None else ""
                        for cell in column
                    ]
        for name, some in cells.items():
            found[name].append(some)
    return [_Column(name, tuple(some)) for name, some in found.items()]
