"""Columns of words of which nothing says whether they are scores: all of a file at once, and what settles them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trueness.data.cells.columns import said_columns
from trueness.data.cells.labels import (
    MOST_LABELS,
    LabelColumn,
    Unordered,
    label_key,
    no_labels_among,
    order_remedy,
    spelt,
    unordered,
)
from trueness.errors import FormatError, listing


class UnclearColumn(NamedTuple):
    """A column of words.

    Attributes
    ----------
    name : str
    labels : tuple of str
        The labels that it holds whose order is not known; empty for other words.
    error : FormatError
        What is said of it where it is the only one.
    """

    name: str
    labels: tuple[str, ...]
    error: FormatError


class UnclearColumnsError(FormatError):
    """Columns hold words, and nothing says whether these are scores.

    Parameters
    ----------
    columns : sequence of UnclearColumn
        One or more.
    source : str
        The file.
    """

    def __init__(self, columns: Sequence[UnclearColumn], source: str) -> None:
        self.columns = tuple(columns)
        self.words = tuple(one.name for one in columns if not one.labels)
        self.orders = _joint([one for one in columns if one.labels])
        first = columns[0].error
        if len(columns) == 1:
            super().__init__(
                first.problem, path=first.path, row=first.row, column=first.column, remedy=first.remedy
            )
            return
        uses = "system=COL, input=COL, groups=COL"
        parts, ways = [], []
        if self.words:
            are = "holds" if len(self.words) == 1 else "hold"
            parts.append(f"{listing(self.words, 30)} {are} words")
        for order in self.orders:
            names = self._of(order)
            parts.append(
                f"the order of the {len(order)} labels of {listing(names, 30)} is not known ({listing(order)})"
            )
            if empty := no_labels_among(order):
                ways.append(f"Do some mean that there is no label? Say --missing-values '{empty}'.")
        if len(self.orders) == 1:
            ways.append(f"{order_remedy(self.orders[0])}.")
        elif self.orders:
            ways.append(
                "If they have orders, say each, the worst first and the best last: --labels 'WORST<…<BEST'."
            )
        ignored = shlex.quote(said_columns(("ignore", self.words or self.names)))
        ways.append(f"Leave out what is no score: --columns {ignored}; or say what it names ({uses}).")
        super().__init__(f"{'; '.join(parts)}.", path=source, remedy=" ".join(ways))

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(one.name for one in self.columns)

    @property
    def settled(self) -> list[tuple[str, str]]:
        """Options by which the file is read without them: labels that columns share, the others left out."""
        shared, left_out = self._shared()
        ignored = [("--columns", said_columns(("ignore", left_out)))] if left_out else []
        return [*(("--labels", spelt(order)) for order in shared), *ignored]

    @property
    def doubts(self) -> list[str]:
        """What is to be said where the file is read so, a sentence each without its stop."""
        shared, left_out = self._shared()
        found = []
        for order in shared:
            empty = no_labels_among(order)
            none = f" If some mean that there is no label: --missing-values '{empty}'." if empty else ""
            found.append(
                f"The order of {listing(order)} is not known, so these are labels without one.{none} If they have one: "
                f"--labels 'WORST<…<BEST' in place of {shlex.quote(spelt(order))}"
            )
        found += [
            f"'{one.name}' holds the labels {listing(one.labels)}, in no order that is known, and is left out. If it "
            f"is a grouping: --columns {shlex.quote(f'groups={one.name}')}; if these are verdicts: --labels "
            "'WORST<…<BEST'"
            for one in self.columns
            if one.labels and one.name in left_out
        ]
        if self.words:
            hold = "holds words and is" if len(self.words) == 1 else "hold words and are"
            found.append(
                f"{listing(self.words, 30)} {hold} left out, being no scores. If one names outputs, systems or groups: "
                "--columns input=COL, system=COL, groups=COL"
            )
        return found

    def _shared(self) -> tuple[list[Unordered], list[str]]:
        """Return the labels of several columns each, as people and a judge give them, and the columns of no such."""
        shared = [order for order in self.orders if len(self._of(order)) > 1]
        kept = {name for order in shared for name in self._of(order)}
        return shared, [name for name in self.names if name not in kept]

    def _of(self, order: Unordered) -> list[str]:
        """Return the columns of these labels."""
        keys = set(map(label_key, order))
        return [one.name for one in self.columns if one.labels and set(map(label_key, one.labels)) <= keys]


def check_clear(unknown: Mapping[str, LabelColumn], words: Sequence[FormatError], source: str) -> None:
    """Refuse columns of which nothing says whether they are scores, all at once.

    Parameters
    ----------
    unknown : mapping of str to LabelColumn
        Columns of labels whose order is not known (see `numbers_of_labels`).
    words : sequence of FormatError
        Of columns of other words, each with its column.
    source : str
        The file, for messages.

    Raises
    ------
    UnclearColumnsError
        If there are any.
    FormatError
        If a label is so rare that it may be a slip of typing.
    """
    slip = next((name for name, column in unknown.items() if column.slips), None)
    if slip is not None:
        raise unordered(slip, unknown[slip], source)
    shared = Counter(label_key(label) for column in unknown.values() for label in column.labels)
    found = []
    for name, column in unknown.items():
        # of very many words in one column alone nobody gives an order
        many = len(column.labels) > MOST_LABELS and all(
            shared[label_key(label)] == 1 for label in column.labels
        )
        labels = () if many or len(column.labels) == 1 else column.labels
        found.append(UnclearColumn(name, labels, unordered(name, column, source)))
    found += [UnclearColumn(str(error.column), (), error) for error in words]
    if found:
        raise UnclearColumnsError(found, source)


def _joint(columns: Sequence[UnclearColumn]) -> tuple[Unordered, ...]:
    """Return the labels of columns, those of columns that share one together."""
    found: list[dict[str, str]] = []
    for one in columns:
        mine = {label_key(label): label for label in one.labels}
        for other in [labels for labels in found if labels.keys() & mine.keys()]:
            found.remove(other)
            mine = other | {key: label for key, label in mine.items() if key not in other}
        found.append(mine)
    return tuple(Unordered(labels.values()) for labels in found)
