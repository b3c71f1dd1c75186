"""Tables for readers and for programs; the only place that rounds.

CSV and JSON keep every field of the rows at full precision. Markdown and HTML show the columns of a `TableSpec`,
rounded, and so do LaTeX and typst, in files beside this one.
"""

from __future__ import annotations

import dataclasses
import json
import math
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from trueness.columns.registry import heading_of, types_of
from trueness.columns.results import CORRELATION
from trueness.decisions.decision import CANNOT_TELL
from trueness.reporting.writing.escaping import csv_line, csv_text, markdown, unbroken
from trueness.reporting.writing.heads import heads
from trueness.reporting.writing.orientation import LOWER
from trueness.reporting.writing.packing import packed
from trueness.reporting.writing.shown_names import shown
from trueness.result import Row, fields_of, jsonable
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.study.number_words import decimal
from trueness.study.words import MEDIAN, answer_words

Format = Literal[
    "text",
    "correlation",
    "interval",
    "pvalue",
    "statistic",
    "count",
    "share",
    "shares",
    "counts",
    "threshold",
    "place",
    "mark",
    "light",
    "words",
]

THOUSANDS = "\u202f"
"""Stands between thousands of counts: a narrow space at which no line breaks."""

DAGGER = "†"
"""Behind values of a column that the caption says something of."""

MISSING = "–"
"""What stands for a value that is undefined."""

SCORER_KEYS = ("metric", "rival", "scorer")
"""Fields of rows that name a scorer."""

Key = str | tuple[str, str]
"""What a column shows: a field of a row, or two for an interval."""

LOW, HIGH = "low", "high"
"""How the names of limits end."""

SETTING_KEYS: tuple[Key, ...] = (
    *("level", "coefficient", "over", "n_systems", "n_inputs", "n_cells", "n_tests"),
    *("n_undefined", "n_undefined_resamples", ("margin_low", "margin_high")),
)
"""Fields of rows that say what a finding rests on."""


def keys_of(row: type) -> Iterator[Key]:
    """Yield what the columns of a table of all fields are: fields of its rows, ``low`` and ``high`` as one."""
    names = list(types_of(row))
    for name in names:
        start = name.removesuffix(LOW)
        if name.endswith(LOW) and start + HIGH in names:
            yield name, start + HIGH
        elif not (name.endswith(HIGH) and name.removesuffix(HIGH) + LOW in names):
            yield name


def format_of(row: type, key: Key) -> Format:
    """Return how a column is printed, by the kind that the fields of its rows carry."""
    hints = types_of(row)
    if isinstance(key, tuple):
        if int in (hints[key[0]], *typing.get_args(hints[key[0]])):
            return "counts"
        return "shares" if "share" in getattr(hints[key[0]], "__metadata__", ()) else "interval"
    kinds = [kind for kind in getattr(hints[key], "__metadata__", ()) if kind in _ONE]
    if kinds:
        return typing.cast("Format", kinds[0])
    members = {hints[key], *typing.get_args(hints[key])}
    ways: tuple[tuple[Any, Format], ...] = (
        (bool, "mark"),
        (CANNOT_TELL, "words"),
        ("at_most", "words"),
        (int, "count"),
        (float, "correlation"),
    )
    return next((way for member, way in ways if member in members), "text")


@dataclasses.dataclass(frozen=True)
class Column:
    """One column of a printed table.

    Attributes
    ----------
    key : str or tuple of (str, str)
        The field of the row; two for an interval.
    heading : str
    format : str
        How values are rounded (see `cell`).
    marked : frozenset of str
        Names of scorers whose lower scores are better, printed with the mark of `orientation`.
    medians : frozenset of str
        Names of metrics whose system scores are medians, printed with the mark of `marks` at the system level.
    above : tuple of str
        Headings that it shares with its neighbours, the widest first.
    bold, dagger : str
        The fields that say whether a value is set bold, and whether a dagger stands behind it; none for neither.
    """

    key: Key
    heading: str
    format: Format = "text"
    marked: frozenset[str] = frozenset()
    medians: frozenset[str] = frozenset()
    above: tuple[str, ...] = ()
    bold: str = ""
    dagger: str = ""

    @property
    def is_number(self) -> bool:
        """Whether the column is set flush right."""
        return self.format not in ("text", "mark", "light", "words")

    @property
    def whole_heading(self) -> str:
        """All headings in one, where there is one line for them."""
        return ", ".join(filter(None, (*self.above, self.heading)))


class More(NamedTuple):
    """What a table of a first screen is without.

    Attributes
    ----------
    what : str
        ``and 12 more rows``.
    table : str
        The table that has it.
    """

    what: str
    table: str


@dataclasses.dataclass(frozen=True)
class TableSpec:
    """What a table shows.

    Attributes
    ----------
    name : str
        Short and stable; names files and anchors.
    title : str
    caption : str
        One or two sentences that explain the columns.
    columns : tuple of Column
    data : str
        One sentence on what the table rests on; said where it stands alone.
    label : str
        For cross-references, letters, digits and hyphens; by default the name.
    note : str
        What a reader of these rows has to know; stands behind the caption, and below the table on a terminal, which
        prints no captions.
    more : More or None
        What these rows are without, where they are a first few.
    dispensable : tuple of tuples of keys
        Columns that a narrow terminal leaves out, and says so, the least important first; those of one tuple together.
    kept : int or None
        Rows that a page holds of each part of the table; None for all.
    at_once : int or None
        Rows of a part that a page shows before it is asked for more; None for as many as it usually does.
    row : type or None
        The dataclass of its rows, where they are of one kind.
    """

    name: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    data: str = ""
    label: str = ""
    note: str = ""
    more: More | None = None
    dispensable: tuple[tuple[Key, ...], ...] = ()
    kept: int | None = None
    at_once: int | None = None
    row: type | None = None

    @classmethod
    def of(
        cls,
        row: type,
        name: str,
        title: str,
        caption: str,
        columns: Iterable[Key] | None = None,
        *,
        dispensable: tuple[tuple[Key, ...], ...] = (),
    ) -> TableSpec:
        """Return a table of rows of one kind: headings are as declared, how a column is printed follows from its field.

        Parameters
        ----------
        row : type
            The dataclass of the rows.
        name, title, caption : str
        columns : iterable of keys, optional
            Fields of the rows; two for an interval. By default all, in the order of the rows (see `keys_of`).
        dispensable : tuple of tuples of keys
        """
        keys = keys_of(row) if columns is None else columns
        shown = (Column(key, heading_of(row, key), format_of(row, key)) for key in keys)
        return cls(name, title, caption, tuple(shown), dispensable=dispensable, row=row)

    @property
    def noted_caption(self) -> str:
        """The caption, and what a reader of these rows has to know."""
        return f"{self.caption} {self.note}".strip()

    @property
    def standalone_caption(self) -> str:
        """The caption of the table away from its report."""
        return f"{self.data} {self.noted_caption}".strip()

    def without(self, *keys: Key) -> TableSpec:
        """Return the table without some columns, for rows that all share their value."""
        return dataclasses.replace(
            self, columns=tuple(column for column in self.columns if column.key not in keys)
        )

    def renamed(self, old: str, new: str) -> TableSpec:
        """Return the table with one text for another in every heading."""
        return self._with(lambda column: {"heading": column.heading.replace(old, new)})

    def marking(self, names: frozenset[str], medians: frozenset[str] = frozenset()) -> TableSpec:
        """Return the table with marks: of scorers whose lower scores are better, of metrics scored by medians."""
        changes = {"marked": names, "medians": medians}
        return self._with(lambda column: changes if column.key in SCORER_KEYS else {})

    def _with(self, changes: Callable[[Column], dict[str, Any]]) -> TableSpec:
        columns = (dataclasses.replace(column, **changes(column)) for column in self.columns)
        return dataclasses.replace(self, columns=tuple(columns))


def with_symbol(spec: TableSpec, coefficient: str) -> TableSpec:
    """Return a table of rows of one coefficient with its symbol at the head of columns, where they have one."""
    if not coefficient or not any(CORRELATION in column.heading for column in spec.columns):
        return spec  # what is measured need not be a correlation, as in decisions
    return spec.renamed(CORRELATION, coefficient_facts(coefficient).symbol)


def correlation(value: float | None, digits: int = 3) -> str:
    """Return a correlation or a difference, ``0.600``; no negative zero."""
    if value is None or math.isnan(value):
        return MISSING
    return decimal(value, digits)


def interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """Return an interval, ``[0.089, 0.840]``."""
    if low is None or high is None or (math.isnan(low) and math.isnan(high)):
        return MISSING
    return f"[{correlation(low, digits)}, {correlation(high, digits)}]"


def pvalue(value: float | None) -> str:
    """Return a p-value, ``.042`` or ``<.001``.

    A value is called smaller than .001 only if it is: the smallest p-value of 999 resamples prints as .001.
    One near .05 gets the digits that tell on which side it lies.
    """
    if value is None or math.isnan(value):
        return MISSING
    if value < 0.001:
        return "<.001"
    digits = 3
    while digits < 7 and float(f"{value:.{digits}f}") == 0.05 != value:
        digits += 1
    return f"{value:.{digits}f}".removeprefix("0")


def smallest_pvalue(resamples: int) -> str:
    """Return the smallest p-value that so many resamples can give: ``1/10000 = .0001``."""
    value = 1 / (1 + resamples)
    return f"1/{1 + resamples} = {value:.2g}".replace("= 0.", "= .")


def share(value: float | None) -> str:
    """Return a share as a percentage, ``32%``."""
    return MISSING if value is None or math.isnan(value) else f"{100 * value:.0f}%"


def shares(low: float | None, high: float | None) -> str:
    """Return a range of shares, ``4%–21%``, within 0% and 100%."""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return MISSING
    return f"{share(max(0.0, low))}–{share(min(1.0, high))}"


def counts(low: float | None, high: float | None) -> str:
    """Return a range of whole numbers, ``2–5``; one alone where both are the same, or there is no upper end."""
    if low is not None and high is None:
        return f"{count(low)}+"
    return count(low) if low == high else f"{count(low)}–{count(high)}"


def statistic(value: float | None) -> str:
    """Return a test statistic, ``2.31``."""
    return correlation(value, 2)


def threshold(value: float | None) -> str:
    """Return a threshold in units of scores, which may be of any size, with three significant digits, ``0.0125``."""
    return MISSING if value is None or math.isnan(value) else f"{value:.3g}"


def place(value: float | None) -> str:
    """Return a place in an order, ``3``, or ``3.5`` where two share it."""
    return MISSING if value is None or math.isnan(value) else f"{round(value, 2):g}"


def count(value: float | None) -> str:
    """Return a whole number, with a narrow space between thousands from 10,000 on."""
    if value is None or math.isnan(value):
        return MISSING
    return f"{int(value):,}".replace(",", THOUSANDS) if abs(value) >= 10_000 else str(int(value))


_ONE: dict[str, Callable[[Any], str]] = {
    "correlation": correlation,
    "pvalue": pvalue,
    "statistic": statistic,
    "count": count,
    "share": share,
    "threshold": threshold,
    "place": place,
    "mark": lambda value: "yes" if value else "no",
    "light": str,
    "words": answer_words,
    "text": lambda value: MISSING if value is None else shown(_text(value)),
}


def _text(value: Any) -> str:
    return _joined(value) if isinstance(value, tuple) else str(value)


def cell(row: Row, column: Column) -> str:
    """Return what a column shows of a row, rounded, not escaped."""
    if isinstance(column.key, tuple):
        first, second = (row[key] for key in column.key)
        ways = {"shares": shares, "counts": counts}
        return ways.get(column.format, interval)(first, second)
    text = _ONE[column.format](row[column.key])
    if column.medians and row.get("level") == "system" and row[column.key] in column.medians:
        text += MEDIAN
    return f"{text}{LOWER}" if column.marked and row[column.key] in column.marked else text


def is_bold(row: Row, column: Column) -> bool:
    """Return whether a value is set bold."""
    return bool(column.bold and row[column.bold])


def has_dagger(row: Row, column: Column) -> bool:
    """Return whether a dagger stands behind a value; `cell` leaves it to who sets the table."""
    return bool(column.dagger and row[column.dagger])


def empty_columns(rows: Iterable[Any], spec: TableSpec) -> list[Key]:
    """Return the keys of the columns in which every value is undefined."""
    left = list(spec.columns)
    for row in rows:
        if not left:
            break
        # of hundreds of thousands of rows only what is asked of each
        keys = (
            key for column in left for key in (column.key if isinstance(column.key, tuple) else [column.key])
        )
        own = dict(row) if isinstance(row, Mapping) else {key: getattr(row, key) for key in keys}
        left = [column for column in left if cell(own, column) == MISSING]
    return [column.key for column in left]


def without_shared(rows: Iterable[Any], spec: TableSpec) -> tuple[TableSpec, list[str]]:
    """Return the table without what its findings rest on where that is one value, and that: ``Inputs: 100``.

    Findings stay even if they are all the same, and a single row keeps its columns.
    """
    found = as_rows(rows)
    if len(found) < 2:
        return spec, []
    same = {
        column.key: f"{column.heading}: {cell(found[0], column)}"
        for column in spec.columns
        if column.key in SETTING_KEYS and len({cell(row, column) for row in found}) == 1
    }
    return spec.without(*same), [text for text in same.values() if not text.endswith(f": {MISSING}")]


def in_every_row(shared: Sequence[str]) -> str:
    """Return what all rows of a table have in common as one line; empty for nothing."""
    return f"In every row: {' · '.join(shared)}" if shared else ""


def as_rows(rows: Iterable[Any]) -> list[Row]:
    """Return row dataclasses, or mappings, as dicts."""
    return [dict(row) if isinstance(row, Mapping) else fields_of(row) for row in rows]


def more_words(spec: TableSpec, where: str) -> str:
    """Return what a first table is without, with where it is, and its note; empty where there is nothing to say.

    Parameters
    ----------
    spec : TableSpec
    where : str
        How the whole table is asked for, with ``{table}`` for its name.
    """
    more = "" if spec.more is None else f"{spec.more.what} ({where.format(table=spec.more.table)})"
    return ". ".join(filter(None, (more, spec.note)))


def to_csv(rows: Iterable[Any], spec: TableSpec) -> str:
    """Return every field of the rows as CSV, at full precision; an undefined value is an empty cell.

    A text that a spreadsheet would take for a formula (first character ``= + - @``, tab or line break, blanks and
    apostrophes aside) gets a leading apostrophe. JSON keeps texts as they are.

    Parameters
    ----------
    rows : iterable of row dataclasses or mappings
    spec : TableSpec
        Names the header where there is no row.
    """
    found = as_rows(rows)
    lines = [csv_line(csv_text(name) for name in _fields(found, spec))]
    lines += [csv_line(_csv_value(value) for value in row.values()) for row in found]
    return "".join(lines)


def _fields(rows: Sequence[Row], spec: TableSpec) -> list[str]:
    if rows:
        return list(rows[0])
    return [
        key
        for column in spec.columns
        for key in ((column.key,) if isinstance(column.key, str) else column.key)
    ]


def _csv_value(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        value = _joined(value) if all(isinstance(one, str) for one in value) else json.dumps(jsonable(value))
    return csv_text(value) if isinstance(value, str) else repr(value)


def _joined(names: tuple[str, ...]) -> str:
    return "; ".join(names)


def to_json(
    rows: Iterable[Any], spec: TableSpec, *, signature: object = None, warnings: Sequence[str] | None = None
) -> str:
    """Return the rows as a JSON list of objects at full precision, texts verbatim, undefined values null.

    Parameters
    ----------
    rows : iterable of row dataclasses or mappings
    spec : TableSpec
    signature : object, optional
        Added to every row as text.
    warnings : sequence of str, optional
        Codes of the warnings about these rows, added to every row.
    """
    del spec  # every field is written
    extra: dict[str, Any] = {} if signature is None else {"signature": str(signature)}
    if warnings is not None:
        extra["warnings"] = list(warnings)
    lines = (json.dumps(jsonable(row | extra), ensure_ascii=False, allow_nan=False) for row in as_rows(rows))
    body = ",\n".join(lines)
    return f"[\n{body}\n]\n" if body else "[]\n"


def to_markdown(rows: Iterable[Any], spec: TableSpec) -> str:
    """Return a Markdown table of the spec's columns, rounded, and below it the caption as Pandoc reads it."""
    lines = [
        [markdown(column.whole_heading) for column in spec.columns],
        ["---:" if column.is_number else ":---" for column in spec.columns],
        *([_markdown_cell(row, column) for column in spec.columns] for row in as_rows(rows)),
    ]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{table}\nTable: {markdown(spec.standalone_caption)}\n"


def _markdown_cell(row: Row, column: Column) -> str:
    text = markdown(cell(row, column))
    return (f"**{text}**" if is_bold(row, column) else text) + DAGGER * has_dagger(row, column)


def to_html(
    rows: Iterable[Any],
    spec: TableSpec,
    *,
    caption: str | None = None,
    shared: Sequence[str] = (),
    most: int | None = None,
    alone: bool = False,
) -> str:
    """Return an HTML table of the spec's columns, rounded, every text escaped.

    Parameters
    ----------
    rows : iterable of row dataclasses or mappings
    spec : TableSpec
    caption : str, optional
        Instead of the spec's.
    shared : sequence of str
        What all rows have in common, shown below the caption (see `without_shared`).
    most : int, optional
        Rows that are there at once; the others are compressed, for the script of a page to show (see `packing`).
    alone : bool
        Whether it says itself how it is set, to be pasted where there is no style of a page of this package.
    """
    cells = [
        [_Set(cell(row, column), is_bold(row, column), has_dagger(row, column)) for column in spec.columns]
        for row in as_rows(rows)
    ]
    said = spec.caption if caption is None else caption
    return _html(spec.columns, cells, said, said, shared=shared, most=most, alone=alone)


class _Set(NamedTuple):
    """A text, and how it is set."""

    text: str
    bold: bool = False
    dagger: bool = False


def cells_html(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], *, caption: str, label: str = ""
) -> str:
    """Return an HTML table of texts as they are, every one escaped (see `to_html`).

    The label is what it is called where several have one caption.
    """
    plain = [[_Set(text) for text in line] for line in cells]
    return _html(columns, plain, caption, label or caption)


def _html(
    columns: Sequence[Column],
    cells: Sequence[Sequence[_Set]],
    caption: str,
    label: str,
    *,
    shared: Sequence[str] = (),
    most: int | None = None,
    alone: bool = False,
) -> str:
    from trueness.reporting.writing.templates import environment

    return (
        environment()
        .get_template("table.html.j2")
        .render(
            columns=columns,
            heads=heads(columns),
            rows=cells,
            most=len(cells) if most is None else most,
            packed=packed,
            whole=[
                unbroken(max((len(line[k].text) for line in cells), default=0)) for k in range(len(columns))
            ],
            caption=caption,
            label=label,
            alone=alone,
            shared=in_every_row(shared),
        )
    )
