"""Labels in place of numbers: which words of a column are labels, in which order, and what numbers stand for them."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import typed_columns
from trueness.data.cells.missing import LIKE_NO_LABEL, missing_pattern
from trueness.data.cells.packed_numbers import PackedNumbers
from trueness.data.cells.raw_rows import shown_cell
from trueness.errors import ArgumentError, FormatError, counted, listing, suggest

MOST_LABELS, FEWEST_EACH = 12, 2
"""A column with more different words is text, unless these are declared, or stand there so often on average."""

MOST_UNDECLARED = 1000
"""Different words of a column after which nobody looks whether they are labels that nobody declared."""

MOST_SHOWN, LONGEST_SHOWN = 40, 700
"""Labels, and letters of them, that an option in a message may hold."""

MOST_SLIPS, TIMES_A_SLIP = 2, 5
"""A label that stands there no more often may be a slip of typing, where every other is so many times as frequent."""

MOST_WORDS = 4
"""A cell of more words is no label."""

NO_LABELS = frozenset({"", "nan", "na", "n/a", "#n/a", "<na>", "n.a.", "none", "null", "-", "?", "missing"})
"""What stands for a missing label in a column of labels, in any case and with blanks around it."""

KNOWN_ORDERS = (
    *(("fail", "pass"), ("failed", "passed"), ("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y")),
    *(
        ("incorrect", "correct"),
        ("wrong", "right"),
        ("wrong", "correct"),
        ("bad", "good"),
        ("negative", "positive"),
    ),
    *(("reject", "accept"), ("rejected", "accepted"), ("unsafe", "safe"), ("unacceptable", "acceptable")),
    *(("unfaithful", "faithful"), ("hallucinated", "faithful"), ("inconsistent", "consistent")),
    *(("unsupported", "supported"), ("irrelevant", "relevant"), ("unhelpful", "helpful")),
    *(("fail", "partial", "pass"), ("incorrect", "partial", "correct"), ("no", "partial", "yes")),
    *(("low", "medium", "high"), ("poor", "fair", "good", "excellent"), ("bad", "ok", "good")),
    *(("lose", "tie", "win"), ("loss", "tie", "win"), ("model_b", "tie", "model_a")),
    ("strongly disagree", "disagree", "neutral", "agree", "strongly agree"),
    ("strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree"),
    *(
        ("very poor", "poor", "fair", "good", "very good", "excellent"),
        ("very bad", "bad", "ok", "good", "very good"),
    ),
    ("very bad", "bad", "neutral", "good", "very good"),
    ("very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"),
    *(
        ("never", "rarely", "sometimes", "often", "always"),
        ("very low", "low", "medium", "high", "very high"),
    ),
    ("not at all", "slightly", "moderately", "very", "extremely"),
    ("much worse", "worse", "about the same", "better", "much better"),
)
"""Labels whose order nobody has to say, the worse first."""

KNOWN_WITH: tuple[tuple[tuple[str, ...], frozenset[str]], ...] = (
    (("f", "d", "c", "b", "a"), frozenset({"f"})),  # without F they may be choices of a question
    (("i", "p", "c"), frozenset({"i", "c"})),
)
"""Letters whose order is known where others are there, too: grades, and incorrect, partial, correct."""

SPELLINGS = (
    (("yes", "true", "y", "t"), ("no", "false", "n", "f")),
    (("pass", "passed"), ("fail", "failed")),
)
"""Spellings of one label where a column has several: words, then their first letters; each beside its opposite."""

_OTHER_LETTER = {"y": "n", "n": "y", "t": "f", "f": "t"}
"""Beside which letter there is no doubt what a letter stands for."""

Order = tuple[str, ...]


class Spelt(Order):
    """Labels in an order, some of which have several spellings.

    Parameters
    ----------
    labels : iterable of str
        Of each label the spelling that it is called by.
    spellings : mapping of str to str
        Other spellings, and the label that each is of.
    """

    spellings: Mapping[str, str]

    def __new__(cls, labels: Iterable[str], spellings: Mapping[str, str] | None = None) -> Self:
        """Return the order."""
        order = super().__new__(cls, labels)
        order.spellings = dict(spellings or {})
        return order


class Unordered(Spelt):
    """Labels that have no order, as they were listed."""


def label_orders(given: str | Iterable[str] | None) -> tuple[Order, ...]:
    """Return declared orders of labels from their spelling, the worst first: ``'fail<pass'``, ``'C<B<A'``.

    Labels without an order have ``|`` between them: ``'billing|refund|other'``. Spellings of one label have ``=``
    between them, the one that it is called by first: ``'no=n<yes=y'``.

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
            raise ArgumentError(f"`labels` takes orders of labels such as 'fail<pass'; it is {text!r}.")
        for one in text.split(";"):
            kind = Unordered if "|" in one and "<" not in one else Spelt
            ways = [
                [" ".join(way.split()) for way in label.split("=")]
                for label in one.split("<" if kind is Spelt else "|")
            ]
            order = kind((label for label, *_ in ways), {way: label for label, *more in ways for way in more})
            keys = [label_key(way) for label in ways for way in label]
            if len(order) < 2 or "" in keys or len(set(keys)) < len(keys):
                raise ArgumentError(
                    "`labels` takes two or more different labels: 'fail<pass', the worst first, or with "
                    f"'|' if their order means nothing; it is {one!r}."
                )
            found.append(order)
    keys = [key for order in found for key in places(order)]
    if len(set(keys)) < len(keys):
        raise ArgumentError(
            f"`labels` names a label in two orders: {listing(map(spelt, found))}. Give it one place."
        )
    return tuple(found)


def spelt(order: Order) -> str:
    """Return an order as `label_orders` reads it."""
    ways = spellings_of(order)
    labels = ["=".join([label, *(way for way, of in ways.items() if of == label)]) for label in order]
    return ("|" if isinstance(order, Unordered) else "<").join(labels)


def spellings_of(order: Order) -> Mapping[str, str]:
    """Return other spellings of the labels of an order, and which label each is of."""
    return order.spellings if isinstance(order, Spelt) else {}


def places(order: Order) -> dict[str, int]:
    """Return the place of every label of an order, 0 for the first, by all of its spellings (see `label_key`)."""
    ways = {label: label for label in order} | dict(spellings_of(order))
    return {label_key(way): order.index(label) for way, label in ways.items()}


def label_key(label: str) -> str:
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
    rows : tuple of int
        The first row of every label.
    """

    labels: tuple[str, ...]
    codes: NDArray[np.int64]
    first: tuple[int, Any]
    rows: tuple[int, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each label stands there."""
        return tuple(np.bincount(self.codes[self.codes >= 0], minlength=len(self.labels)).tolist())

    @property
    def slips(self) -> tuple[int, ...]:
        """Which labels may be slips of typing: so few of each, beside so many of all others."""
        few = [k for k, count in enumerate(self.counts) if count <= MOST_SLIPS]
        rest = [count for count in self.counts if count > MOST_SLIPS]
        seen = len(few) <= len(rest) > 1 and min(rest) >= TIMES_A_SLIP * max(
            (self.counts[k] for k in few), default=0
        )
        return tuple(few) if seen and not any(LIKE_NO_LABEL.match(self.labels[k]) for k in few) else ()


class LabelTally:
    """The labels of a column as its cells arrive; it gives up where there are too many different ones.

    Parameters
    ----------
    declared : sequence of tuple of str
        From `label_orders`: what these name are labels, however many there are.
    """

    def __init__(self, declared: Sequence[Order] = ()) -> None:
        self._declared = {key for order in declared for key in places(order)}
        self._known: dict[str, int] = {}
        self._as_spelt: dict[str, int] = {}
        self._spelt: list[str] = []
        self._rows: list[int] = []
        self._n_undeclared = self._n_cells = 0
        self._wordy = False
        self.given_up = False

    def code(self, cell: Any, row: int) -> int:
        """Return the number of the label of a cell in a row, -1 for a missing one or where the column holds none."""
        if self.given_up or not isinstance(cell, str):
            self.given_up = True
            return -1
        if cell in self._as_spelt:
            self._n_cells += 1
            return self._as_spelt[cell]
        key = label_key(cell)
        if key in NO_LABELS:
            return -1
        self._n_cells += 1
        if key not in self._known:
            if key not in self._declared:
                self._wordy |= len(key.split()) > MOST_WORDS or not any(map(str.isalpha, key))
                # beside a declared label even a sentence is a label, of what is missing
                if (self._wordy and not self._declared) or self._n_undeclared == MOST_UNDECLARED:
                    self.given_up = True
                    return -1
                self._n_undeclared += 1
            self._known[key] = len(self._spelt)
            self._spelt.append(" ".join(cell.split()))
            self._rows.append(row)
        if len(self._as_spelt) < MOST_UNDECLARED:
            self._as_spelt[cell] = self._known[key]
        return self._known[key]

    @property
    def spelt(self) -> tuple[str, ...]:
        """The labels so far, as they are spelt; none once there are too many."""
        return () if self.given_up else tuple(self._spelt)

    def column(self, codes: PackedNumbers[np.int64], first: tuple[int, Any]) -> LabelColumn | None:
        """Return the column, None where it is one of text."""
        many = self._n_undeclared > MOST_LABELS and self._n_cells < FEWEST_EACH * len(self._spelt)
        meant = not self._declared.isdisjoint(self._known)
        if self.given_up or not self._spelt or ((many or self._wordy) and not meant):
            return None
        return LabelColumn(tuple(self._spelt), codes.whole(), first, tuple(self._rows))


def same_labels(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two orders hold the same labels at the same places, ``yes`` and ``true`` being one."""

    def word(label: str) -> str:
        key = label_key(label)
        return next((family[0] for pair in SPELLINGS for family in pair if key in family), key)

    return [word(label) for label in one] == [word(label) for label in other]


def order_of(labels: Sequence[str], declared: Sequence[Order]) -> Order | None:
    """Return the order that labels belong to, a declared one before those known; None where there is none."""
    return _within(labels, declared) or known_order(labels)


class Ordered(NamedTuple):
    """What stands for the labels of a column.

    Attributes
    ----------
    values : array of shape (rows,)
        0 for the worst label, 1 for the next, and so on; NaN where there is none.
    order : tuple of str
    outside : mapping of str to int
        Labels that a declared order does not name, taken for missing, and how often they stand there.
    merged : tuple of str
        Spellings that nobody declared, taken for one label with another: ``'y' (19) as 'yes' (68)``.
    """

    values: NDArray[np.float64]
    order: Order
    outside: Mapping[str, int]
    merged: tuple[str, ...] = ()


def numbers_of_labels(
    columns: Mapping[str, LabelColumn],
    declared: Sequence[Order],
    meant: Container[str | None] = (),
    own: Mapping[str, Order] | None = None,
) -> tuple[dict[str, Ordered], dict[str, LabelColumn]]:
    """Return the numbers that stand for labels, 0 for the worst, 1 for the next, and so on, and their order.

    Beside them stand the columns of which no order is known, whose words may be no labels.

    Columns with a label in common are brought to one order, that of all their labels: one column may happen to lack a
    label that another has. A label that is not in a declared order which has others of its column is missing.

    Parameters
    ----------
    columns : mapping of str to LabelColumn
    declared : sequence of tuple of str
        From `label_orders`.
    meant : container of str
        Columns said to hold scores. Any other of labels without a known order is left out as text if the first has more
        than one word.
    own : mapping of str to tuple of str, optional
        Orders that the file declares of its columns; what the user declares comes before them.
    """
    said = {way: label for order in declared for way, label in spellings_of(order).items()}
    counts = Counter[str]()
    for column in columns.values():
        counts.update(dict(zip(map(label_key, column.labels), column.counts, strict=True)))
    fixed = {key for order in declared for key in places(order)}
    seen = {name: _same_words(_together(name, columns), counts, fixed) for name in columns}
    plain = {name: _respelt(column, said | seen[name]) for name, column in columns.items()}
    found, unknown = {}, {}
    for name, column in plain.items():
        order = _order_of_column(name, plain, declared, own or {})
        if order is None:
            if name not in meant and len(str(column.first[1]).split()) > 1:
                continue
            unknown[name] = column
            continue
        place = places(order)
        values = np.array([*(place.get(label_key(label), np.nan) for label in column.labels), np.nan])
        outside = {
            label: int(np.count_nonzero(column.codes == k))
            for k, label in enumerate(column.labels)
            if label_key(label) not in place
        }
        if seen[name]:
            kind = Unordered if isinstance(order, Unordered) else Spelt
            order = kind(order, {**spellings_of(order), **seen[name]})
        merged = _merged(columns[name], seen[name])
        found[name] = Ordered(values[column.codes], order, outside, merged)  # code -1 is the last
    return found, unknown


def _same_words(labels: Sequence[str], counts: Mapping[str, int], fixed: Container[str]) -> dict[str, str]:
    """Return spellings that are those of one label without doubt, and how it is called: as declared, or most often.

    A letter stands for a word that is there, or whose opposite is, unless another label begins with it, and the letter
    of the opposite is missing: ``n`` beside ``no`` and ``neutral`` may be either.
    """
    keys = {label_key(label) for label in labels}
    found: dict[str, str] = {}
    for family, other in (sides for one, two in SPELLINGS for sides in ((one, two), (two, one))):
        here = [
            way
            for way in family
            if way in keys
            and (
                len(way) > 1
                or _OTHER_LETTER[way] in keys
                or not any(key.startswith(way) for key in keys.difference(family))
            )
        ]
        words = [way for way in here if len(way) > 1]
        told_apart = [way for way in here if way in fixed]
        if not words and not told_apart:
            against = [way for way, of in zip(family, other, strict=True) if of in keys]
            words = [way for way in against if len(way) > 1 and way[0] in here]
        if here and words and len(told_apart) < 2:
            word = max(told_apart or words, key=lambda way: counts[way])
            found |= {way: word for way in here if way != word}
    return found


def _respelt(column: LabelColumn, spellings: Mapping[str, str]) -> LabelColumn:
    """Return a column whose labels are called by one spelling each."""
    ways = {label_key(way): label for way, label in spellings.items()}
    labels = [ways.get(label_key(label), label) for label in column.labels]
    if labels == [*column.labels]:
        return column
    first = {label_key(label): k for k, label in reversed(list(enumerate(labels)))}
    kept = sorted(first.values())
    code = np.array([*(kept.index(first[label_key(label)]) for label in labels), -1])
    return dataclasses.replace(
        column,
        labels=tuple(labels[k] for k in kept),
        codes=code[column.codes],
        rows=tuple(column.rows[k] for k in kept),
    )


def _merged(column: LabelColumn, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Return what `Ordered.merged` says of a column as its cells are spelt."""
    count = {label_key(label): n for label, n in zip(column.labels, column.counts, strict=True)}
    return tuple(
        f"'{way}' ({count[label_key(way)]:,}) as '{label}' ({count.get(label_key(label), 0):,})"
        for way, label in spellings.items()
        if label_key(way) in count
    )


def _order_of_column(
    name: str, columns: Mapping[str, LabelColumn], declared: Sequence[Order], own: Mapping[str, Order]
) -> Order | None:
    """Return the order of a column's labels: what the user says, then the file, then what is known."""
    together, labels = _together(name, columns), columns[name].labels
    for wanted in (together, labels):
        if (order := _within(wanted, declared)) is not None:
            return order
    keys = {label_key(label) for label in labels}
    shared = [len(keys & set(places(order))) for order in declared]
    if any(shared):
        return declared[shared.index(max(shared))]
    if name in own and (order := _within(labels, [own[name]])) is not None:
        return order
    return known_order(together) or known_order(labels)


def known_order(labels: Sequence[str]) -> Order | None:
    """Return the order of labels that nobody has to say; None where it may be another."""
    keys = {label_key(label) for label in labels}
    letters = [order for order, needed in KNOWN_WITH if needed <= keys]
    return _within(labels, (*KNOWN_ORDERS, *letters))


def _within(labels: Sequence[str], orders: Sequence[Order]) -> Order | None:
    """Return the first order that has all labels."""
    keys = {label_key(label) for label in labels}
    return next((order for order in orders if keys <= set(places(order))), None)


def unordered(name: str, column: LabelColumn, source: str) -> FormatError:
    """Return the error of a column of labels whose order is not known; the message shows how to say it."""
    if column.slips:
        return _slip(name, column, source)
    row, cell = column.first
    as_input, as_system, as_group, out = (
        typed_columns((key, name)) for key in ("input", "system", "groups", "ignore")
    )
    uses = (
        f"--columns {as_input} if it names the input, {as_system} if it names the system, {as_group} if it is a "
        f"grouping, --columns {out} if it is no score"
    )
    if len(column.labels) == 1:
        problem, remedy = f"{shown_cell(cell)} is not a number.", f"Say {uses}."
    else:
        problem = (
            f"{shown_cell(cell)} is not a number, and the order of the column's {len(column.labels)} labels is not "
            f"known: {listing(column.labels, MOST_LABELS)}."
        )
        empty = no_labels_among(column.labels)
        none = f"Do some mean that there is no label? Say --missing-values '{empty}'. " if empty else ""
        remedy = f"{none}{order_remedy(column.labels)}; or {uses}."
    return FormatError(problem, path=source, row=row, column=name, remedy=remedy)


def _slip(name: str, column: LabelColumn, source: str) -> FormatError:
    """Return the error of a label that so few cells have that it may be a slip of typing."""
    slips = column.slips
    k, others = slips[0], [place for place in range(len(column.labels)) if place not in slips]
    label, rest = column.labels[k], [column.labels[place] for place in others]
    beside = ", ".join(
        f"'{column.labels[place]}' ({column.counts[place]:,})" for place in others[:MOST_LABELS]
    )
    times = "stands here alone" if column.counts[k] == 1 else f"stands in {column.counts[k]} rows alone"
    more = f" So do {listing([column.labels[place] for place in slips[1:]])}." if len(slips) > 1 else ""
    missing = ",".join(
        f"{name}={pattern}" for place in slips if (pattern := missing_pattern(column.labels[place]))
    )
    way = (
        f" Correct it; or if it means that there is no label: --missing-values '{missing}'; if these are remarks: "
        f"--columns {typed_columns(('ignore', name))}."
    )
    one_more = " If it is one more label, say the order of all: --labels 'WORST<…<BEST'."
    order = one_more if known_order(rest) else f" {order_remedy(rest)}."
    return FormatError(
        f"{shown_cell(label)} {times}, beside {beside}.{more}",
        path=source,
        row=column.rows[k],
        column=name,
        remedy=f"{suggest(label, rest).strip()}{way}{order}".strip(),
    )


def no_labels_among(labels: Sequence[str]) -> str:
    """Return patterns of those labels that read as if there were none, as `Missing` takes them; empty for none."""
    found = [label for label in labels if LIKE_NO_LABEL.match(label)]
    return ",".join(filter(None, map(missing_pattern, found))) if len(found) < len(labels) else ""


def order_remedy(labels: Sequence[str]) -> str:
    """Return how to say an order that only the user knows: with a blank for it, and none that is guessed."""
    unordered = "|".join(labels)
    plain = not any(set(label) & set("|<;='") for label in labels)
    short = len(labels) <= MOST_SHOWN and len(unordered) <= LONGEST_SHOWN
    none = f"; that they have none: --labels '{unordered}'" if plain and short else ""
    keys = sorted(map(label_key, labels))
    respelt = any(len(one) == 1 and later.startswith(one) for one, later in itertools.pairwise(keys))
    ways = ", spellings of one label with = between them ('no=n<yes=y')" if respelt else ""
    return f"Say the order, the worst first and the best last{ways}: --labels 'WORST<…<BEST'{none}"


def _together(name: str, columns: Mapping[str, LabelColumn]) -> list[str]:
    """Return the labels of all columns that share one with a column, directly or by way of others."""
    known = {label_key(label): label for label in columns[name].labels}
    while True:
        size = len(known)
        for other in columns.values():
            if any(label_key(label) in known for label in other.labels):
                known |= {label_key(label): label for label in other.labels}
        if len(known) == size:
            return list(known.values())


def shown_order(order: Order) -> str:
    """Return what stands for what: ``fail = 0, pass = 1``."""
    return ", ".join(f"{label} = {k}" for k, label in enumerate(order))


def label_notes(
    given: Mapping[str, Ordered], declared: Sequence[Order], own: Iterable[Order] = ()
) -> list[str]:
    """Return which columns were read as labels and what stands for what, one note per order, and what is missing."""
    notes = []
    orders = {name: one.order for name, one in given.items()}
    for order in dict.fromkeys(orders.values()):
        names = [name for name, one in orders.items() if one == order]
        if isinstance(order, Unordered):
            notes.append(f"labels of {listing(names)} were read as {listing(order)}, without an order")
            continue
        said = "as declared" if order in declared else "as the file declares" if order in tuple(own) else ""
        if any(order == one and spellings_of(one) for one in declared):
            said = f"{said}: {spelt(declared[list(declared).index(order)])}"
        how = said or f"another order: --labels '{'<'.join(reversed(order))}'"
        notes.append(f"labels of {listing(names)} were read as {shown_order(order)} ({how})")
    for name, one in given.items():
        if one.merged:
            notes.append(
                f"spellings of one label in '{name}': {', '.join(one.merged)} (an order of all tells them apart: "
                "--labels 'WORST<…<BEST')"
            )
        if one.outside:
            outside = ", ".join(f"'{label}' ({count})" for label, count in one.outside.items())
            total = sum(one.outside.values())
            notes.append(
                f"{counted(total, 'label')} of '{name}' outside --labels taken for missing: {outside}"
            )
    return notes
