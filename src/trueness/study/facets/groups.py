"""Groups of inputs, or of systems, as facets: their labels, and a table for each that is large enough."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.study.facets.facet_kind import ALL, Facet, FacetKind, Facets
from trueness.study.setting import Selection, setting, whole

SMALLEST = 10


@dataclasses.dataclass(frozen=True)
class ByGroups(Selection):
    """By which groups results are given."""

    by: str | None = setting(
        None, "Grouping column, e.g. language: results for each of its groups, and for all together."
    )
    smallest_group: int = setting(
        SMALLEST, "Groups of fewer inputs (or systems) are left out, and named.", check=whole(1)
    )


@dataclasses.dataclass(frozen=True)
class Groups(FacetKind):
    """Groups of inputs, or of systems, by a column; and all of them together."""

    one: ClassVar[str] = "group"
    several: ClassVar[str] = "groups"
    inside: ClassVar[str] = "in"
    agreeing: ClassVar[str] = "in"

    @classmethod
    def asked(cls, by: str, table: ScoreTable) -> Self | None:
        """Return the groups by a column of the table."""
        return cls(by) if by in table.input_groups or by in table.system_groups else None

    @property
    def named(self) -> str:
        """With the column."""
        return f"groups by '{self.by}'"

    @property
    def contrasted(self) -> str:
        """The column."""
        return f"‘{self.by}’"

    def done(self, n: int, units: str) -> str:
        """Return for which groups a comparison was done."""
        return f"for all {units} and in each of {n} groups by {self.by}"

    def facets(self, table: ScoreTable, humans: Sequence[str], smallest: int) -> Facets:
        """Return all together and the groups that are large enough (raises as `group_tables`)."""
        (human,) = humans
        found = group_tables(table, self.by, smallest)
        return Facets(
            table, {name: Facet(one, human) for name, one in found.tables.items()}, found.small, found.of
        )


class GroupTables(NamedTuple):
    """What `group_tables` returns.

    Attributes
    ----------
    of : {'inputs', 'systems'}
        What the groups are of.
    tables : mapping of str to ScoreTable
        All together, under `ALL`, and the groups in the order of their names.
    small : mapping of str to int
        Groups that are left out, with their sizes.
    """

    of: Literal["inputs", "systems"]
    tables: Mapping[str, ScoreTable]
    small: Mapping[str, int]


def group_labels(table: ScoreTable, column: str) -> NDArray[Any]:
    """Return the label of every output, shape (N, M).

    Raises
    ------
    UnknownNameError
        If there is no such grouping column.
    """
    shape = table.shape[1:]
    if column in table.input_groups:
        return np.broadcast_to(np.array(table.input_groups[column], dtype=object), shape)
    if column in table.system_groups:
        return np.broadcast_to(np.array(table.system_groups[column], dtype=object)[:, None], shape)
    raise unknown_name("grouping column", column, (*table.input_groups, *table.system_groups))


def group_tables(table: ScoreTable, column: str, smallest: int = SMALLEST) -> GroupTables:
    """Return a table for each group of a column that is large enough, and one of all outputs.

    The column itself is in none of them: what it divides is divided.

    Parameters
    ----------
    table : ScoreTable
    column : str
        A grouping column of inputs or of systems.
    smallest : int
        How many inputs, or systems, a group needs.

    Raises
    ------
    UnknownNameError
        If there is no such grouping column.
    DataError
        If fewer than two groups are large enough, or a group is called as all together are.
    """
    labels = group_labels(table, column)
    of_inputs = column in table.input_groups
    along, names = (labels[0], table.inputs) if of_inputs else (labels[:, 0], table.systems)
    sizes = {str(one): int(np.sum(along == one)) for one in sorted(set(along)) if one}
    word = "inputs" if of_inputs else "systems"
    large = Groups(column).large(sizes, smallest, word)
    rest = dataclasses.replace(
        table,
        input_groups={name: values for name, values in table.input_groups.items() if name != column},
        system_groups={name: values for name, values in table.system_groups.items() if name != column},
    )
    tables = {ALL: rest}
    for one in large:
        members = [name for name, label in zip(names, along, strict=True) if label == one]
        part = rest.select(inputs=members) if of_inputs else rest.select(systems=members)
        tables[one] = dataclasses.replace(part, name=f"{table.name} {one}")
    return GroupTables(word, tables, {one: size for one, size in sizes.items() if size < smallest})  # type: ignore[arg-type]
