"""Labels in exports whose format says that they are labels: numbers in their place, however many and long they are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from trueness.data.cells.labels import NO_LABELS, Order, Unordered, label_key, order_of
from trueness.data.cells.raw_rows import is_number
from trueness.errors import FormatError, counted, listing

Records = Sequence[dict[str, Any]]

_SHOWN = 12
"""Labels that a note lists."""


class CodedLabels(NamedTuple):
    """What `coded_labels` returns.

    Attributes
    ----------
    records : list of dict
        The records, with the place of a label in its order instead of it; None where there is none.
    order : tuple of str
        Empty where there are numbers alone, and nothing was changed.
    notes : list of str
    """

    records: list[dict[str, Any]]
    order: Order
    notes: list[str]


def coded_labels(
    records: Records, names: Iterable[str], labels: Iterable[Any], declared: Sequence[Order], what: str
) -> CodedLabels:
    """Return records with numbers for labels, in the order that is declared or known, or in none.

    Parameters
    ----------
    records : sequence of dict
    names : iterable of str
        The fields with labels.
    labels : iterable of str or number
        All labels, also those that no record has: of all files that are read together, so that one number stands for
        one label in all of them.
    declared : sequence of tuple of str
        Orders that the user says. What is not in the one that fits is missing.
    what : str
        What the labels are of, for notes.

    Raises
    ------
    FormatError
        If a label is not Unicode text.
    """
    words = [one for one in labels if isinstance(one, str) and not _is_missing(one) and not is_number(one)]
    if not words:
        return CodedLabels(list(records), (), [])
    found = list(dict.fromkeys(_spelt(one) for one in labels if not _is_missing(one)))
    broken = next((one for one in found if any("\ud800" <= letter <= "\udfff" for letter in one)), None)
    if broken is not None:
        raise FormatError(
            f"the label {broken!r} of {what} must be Unicode text; it holds half of a surrogate pair.",
            remedy="Write it again from its original.",
        )
    order = _order(found, declared)
    place = {label_key(label): k for k, label in enumerate(order)}
    wanted, outside = set(names), Counter[str]()

    def code(cell: Any) -> int | None:
        if _is_missing(cell):
            return None
        number = place.get(label_key(_spelt(cell)))
        if number is None:
            outside[_spelt(cell)] += 1
        return number

    changed = [
        {name: code(cell) if name in wanted else cell for name, cell in record.items()} for record in records
    ]
    return CodedLabels(changed, order, _notes(order, what, outside))


def _order(found: Sequence[str], declared: Sequence[Order]) -> Order:
    """Return the order of labels: the declared one that has most of them, a known one, or none."""
    keys = {label_key(label) for label in found}
    shared = [len(keys & {label_key(label) for label in order}) for order in declared]
    if any(shared):
        return declared[shared.index(max(shared))]
    first: dict[str, str] = {}
    for label in found:
        first.setdefault(label_key(label), label)
    return order_of(found, ()) or Unordered(first.values())


def _notes(order: Order, what: str, outside: Mapping[str, int]) -> list[str]:
    if isinstance(order, Unordered):
        said = f"labels of {what} were read as {listing(order, _SHOWN)}, without an order"
    else:
        said = f"labels of {what} were read as {', '.join(f'{label} = {k}' for k, label in enumerate(order))}"
    notes = [said]
    if outside:
        shown = ", ".join(f"'{label}' ({count})" for label, count in list(outside.items())[:_SHOWN])
        notes.append(
            f"{counted(sum(outside.values()), 'label')} of {what} outside --labels taken for missing: {shown}"
        )
    return notes


def _spelt(label: Any) -> str:
    if isinstance(label, bool):
        return str(label).lower()
    return f"{label:g}" if isinstance(label, float) else str(label)


def _is_missing(label: Any) -> bool:
    if label is None or (isinstance(label, float) and math.isnan(label)):
        return True
    return isinstance(label, str) and label_key(label) in NO_LABELS
