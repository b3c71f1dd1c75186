"""Labels in place of numbers: which words of a column are labels, in which order, and what numbers stand for them."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.raw_rows import shown_cell
from trueness.errors import ArgumentError, FormatError, listing

MOST_LABELS = 12
"""A column with more different words is text."""

MOST_WORDS = 4
"""A cell of more words is no label."""

NO_LABELS = frozenset({"", "nan", "na", "n/a", "#n/a", "<na>", "n.a.", "none", "null", "-", "?", "missing"})
"""What stands for a missing label in a column of labels, in any case and with blanks around it."""

KNOWN_ORDERS = (
    *(("fail", "pass"), ("failed", "passed"), ("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y")),
    *(("incorrect", "correct"), ("wrong", "right"), ("bad", "good"), ("negative", "positive")),
    *(("reject", "accept"), ("rejected", "accepted"), ("unsafe", "safe"), ("unacceptable", "acceptable")),
    *(("unfaithful", "faithful"), ("hallucinated", "faithful"), ("inconsistent", "consistent")),
    *(("unsupported", "supported"), ("irrelevant", "relevant"), ("unhelpful", "helpful")),
    *(("fail", "partial", "pass"), ("incorrect", "partial", "correct"), ("no", "partial", "yes")),
    *(("low", "medium", "high"), ("poor", "fair", "good", "excellent"), ("bad", "ok", "good")),
    *(("lose", "tie", "win"), ("loss", "tie", "win"), ("model_b", "tie", "model_a")),
)
"""Labels whose order nobody has to say, the worse first."""

Order = tuple[str, ...]


class Unordered(Order):
    """Labels that have no order, as they were listed."""

    __slots__ = ()


def label_orders(given: str | Iterable[str] | None) -> tuple[Order, ...]:
    """Return declared orders of labels from their spelling, the worst first: ``'fail<pass'``, ``'C<B<A'``.

    Labels without an order have ``|`` between them: ``'billing|refund|other'``.

    Parameters
    ----------
    given : str or iterable of str, optional
        Orders; several stand in one text with semicolons between.

    Raises
    ------
    ArgumentError
        If one is no text, has fewer than two labels, an empty one or one twice, or two orders share a label.
    """
    if given is None:
        return ()
    found: list[Order] = []
    for text in [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given):
        if not isinstance(text, str):
            raise ArgumentError(f"`labels` takes orders of labels such as 'fail<pass', not {text!r}.")
        for one in text.split(";"):
            kind = Unordered if "|" in one and "<" not in one else tuple
            order = kind(label.strip() for label in one.split("<" if kind is tuple else "|"))
            keys = [_key(label) for label in order]
            if len(order) < 2 or "" in keys or len(set(keys)) < len(keys):
                raise ArgumentError(
                    "`labels` takes two labels or more, all different, the worst first, with '<' between them, such "
                    f"as 'fail<pass', or '|' if they have no order; not {one!r}."
                )
            found.append(order)
    keys = [_key(label) for order in found for label in order]
    if len(set(keys)) < len(keys):
        raise ArgumentError(
            f"`labels` names a label in two orders: {listing(map(spelt, found))}. Give it one place."
        )
    return tuple(found)


def spelt(order: Order) -> str:
    """Return an order as `label_orders` reads it."""
    return ("|" if isinstance(order, Unordered) else "<").join(order)


def _key(label: str) -> str:
    """Return what spellings of one label have in common."""
    return " ".join(label.split()).casefold()


@dataclasses.dataclass(frozen=True)
class LabelColumn:
    """A column of labels before their order is known.

    Attributes
    ----------
    labels : tuple of str
        As first spelt, in the order in which they turn up.
    codes : array of shape (rows,)
        Which label a row has; -1 for none.
    first : tuple of int and cell
        The first row with a label, for messages.
    """

    labels: tuple[str, ...]
    codes: NDArray[np.int64]
    first: tuple[int, Any]


class LabelTally:
    """The labels of a column as its cells arrive; it gives up where there are too many different ones."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._spelt: list[str] = []
        self.given_up = False

    def code(self, cell: Any) -> int:
        """Return the number of a cell's label, -1 for a missing one or where the column holds no labels."""
        if self.given_up or not isinstance(cell, str):
            self.given_up = True
            return -1
        key = _key(cell)
        if key in NO_LABELS:
            return -1
        if key not in self._known:
            wordy = len(key.split()) > MOST_WORDS
            if wordy or len(self._known) == MOST_LABELS or not any(map(str.isalpha, key)):
                self.given_up = True
                return -1
            self._known[key] = len(self._spelt)
            self._spelt.append(" ".join(cell.split()))
        return self._known[key]

    def column(self, codes: Sequence[NDArray[np.int64]], first: tuple[int, Any]) -> LabelColumn | None:
        """Return the column, None where it is one of text."""
        if self.given_up or not self._spelt:
            return None
        return LabelColumn(tuple(self._spelt), np.concatenate(codes), first)


def order_of(labels: Sequence[str], declared: Sequence[Order]) -> Order | None:
    """Return the order that labels belong to, a declared one before those known; None where there is none."""
    keys = {_key(label) for label in labels}
    for orders in (declared, KNOWN_ORDERS):
        for order in orders:
            if keys <= {_key(label) for label in order}:
                return order
    return None


def numbers_of_labels(
    columns: Mapping[str, LabelColumn],
    declared: Sequence[Order],
    source: str,
    meant: Container[str | None] = (),
) -> dict[str, tuple[NDArray[np.float64], Order]]:
    """Return the numbers that stand for labels, 0 for the worst, 1 for the next, and so on, and their order.

    Columns with a label in common are brought to one order, that of all their labels: one column may happen to lack a
    label that another has.

    Parameters
    ----------
    columns : mapping of str to LabelColumn
    declared : sequence of tuple of str
        From `label_orders`.
    source : str
        The file, for messages.
    meant : container of str
        Columns said to hold scores. Any other of labels without a known order is left out as text if the first has more
        than one word.

    Raises
    ------
    FormatError
        If no order is known; the message shows how to say it.
    """
    found = {}
    for name, column in columns.items():
        order = order_of(_together(name, columns), declared) or order_of(column.labels, declared)
        if order is None:
            if name not in meant and len(str(column.first[1]).split()) > 1:
                continue
            raise _unordered(name, column, source)
        place = {_key(label): float(k) for k, label in enumerate(order)}
        values = np.array([*(place[_key(label)] for label in column.labels), np.nan])
        found[name] = (values[column.codes], order)  # code -1 is the last
    return found


def _unordered(name: str, column: LabelColumn, source: str) -> FormatError:
    row, cell = column.first
    uses = (
        f"--columns 'input={name}' if it names the input, 'system={name}' if it names the system, 'groups={name}' if "
        f"it is a grouping, --columns 'ignore={name}' if it is no score"
    )
    if len(column.labels) == 1:
        problem, remedy = f"{shown_cell(cell)} is not a number.", f"Say {uses}."
    else:
        shown = "<".join(sorted(column.labels, key=str.casefold))
        problem = (
            f"{shown_cell(cell)} is not a number, and the order of the column's labels is not known: "
            f"{listing(column.labels, MOST_LABELS)}."
        )
        remedy = (
            f"Say it, worst first: --labels '{shown}'; that there is none: --labels '{shown.replace('<', '|')}'; or "
            f"{uses}."
        )
    return FormatError(problem, path=source, row=row, column=name, remedy=remedy)


def _together(name: str, columns: Mapping[str, LabelColumn]) -> list[str]:
    """Return the labels of all columns that share one with a column, directly or by way of others."""
    known = {_key(label): label for label in columns[name].labels}
    while True:
        size = len(known)
        for other in columns.values():
            if any(_key(label) in known for label in other.labels):
                known |= {_key(label): label for label in other.labels}
        if len(known) == size:
            return list(known.values())


def shown_order(order: Order) -> str:
    """Return what stands for what: ``fail = 0, pass = 1``."""
    return ", ".join(f"{label} = {k}" for k, label in enumerate(order))


def label_notes(orders: Mapping[str, Order], declared: Sequence[Order]) -> list[str]:
    """Return which columns were read as labels and what stands for what, one note per order."""
    notes = []
    for order in dict.fromkeys(orders.values()):
        names = [name for name, one in orders.items() if one == order]
        if isinstance(order, Unordered):
            notes.append(
                f"labels of {listing(names)} were read as {listing(order)}, without an order (as declared)"
            )
            continue
        how = "as declared" if order in declared else f"another order: --labels '{'<'.join(reversed(order))}'"
        notes.append(f"labels of {listing(names)} were read as {shown_order(order)} ({how})")
    return notes
