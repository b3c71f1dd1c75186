"""Results as tables in a terminal, and progress of long work."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from trueness.errors import series
from trueness.parallel import TextProgress, Watch
from trueness.reporting.writing.shown_names import shown
from trueness.reporting.writing.tables import (
    DAGGER,
    MISSING,
    THOUSANDS,
    Column,
    TableSpec,
    as_rows,
    cell,
    has_dagger,
    in_every_row,
    more_words,
)
from trueness.study.lights import ANSWERS, split_at_lights

if TYPE_CHECKING:
    from rich.console import Console

    from trueness.decisions.decision import Answer
    from trueness.result import Row, Signature


class Caution(Protocol):
    """What a reader has to know."""

    @property
    def severity(self) -> str:
        """``warning`` or ``note``."""

    @property
    def message(self) -> str:
        """One sentence."""


class Study(Protocol):
    """A result with findings and cautions in words."""

    @property
    def answers(self) -> Sequence[str]:
        """Those of the conclusions that a first screen shows."""

    @property
    def conclusions(self) -> Sequence[str]:
        """Findings, a short paragraph each, the answers first."""

    @property
    def cautions(self) -> Sequence[Caution]:
        """What a reader has to know."""

    @property
    def signature(self) -> Signature:
        """One line from which the study can be redone."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON-ready values."""


LONGEST = 500
"""Rows that `rich` lays out; tables of more are printed line by line (see `_print_plain`)."""

SHOWN_CAUTIONS = 2
"""Warnings on a first screen; the rest, and notes, can be asked for."""

LIGHT_STYLES: dict[Answer | None, str] = {
    "yes": "bold green",
    "no": "bold red",
    "cannot_tell": "bold yellow",
    None: "",
}
"""Colours of lights; what is no light has none."""

RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"

LONG = 24
"""From this length on a text is worth a column of its own; half of it is how far a text may shrink."""


def print_table(
    console: Console,
    spec: TableSpec,
    rows: Sequence[Any],
    *,
    rest: str = "--to csv holds all",
    whole: str = "--table {table}",
    complete: bool = False,
) -> None:
    """Print a table that fits the terminal: numbers stay whole, texts fold.

    Columns with one value throughout become a line above. A table that still does not fit becomes one per level and
    coefficient. If even these do not, its dispensable columns are left out, as few as will do, and named below. If that
    does not help, every row becomes a block of lines, one per column. A table that was asked for leaves out nothing:
    the columns for which there is no room stand in a table below, and its caption says what they mean.

    Parameters
    ----------
    console : Console
    spec : TableSpec
    rows : sequence
    rest : str
        Where the columns are that are left out.
    whole : str
        Where the rows are that are left out, with ``{table}`` for the name of the table that has them.
    complete : bool
        Whether the reader asked for this table: all columns, and the caption.
    """
    from rich.text import Text

    said = _letters_of(console)
    spec = dataclasses.replace(
        spec,
        columns=tuple(
            dataclasses.replace(column, heading=column.whole_heading.translate(said), above=())
            for column in spec.columns
        ),
    )
    found = as_rows(rows)
    daggers = [any(has_dagger(row, column) for row in found) for column in spec.columns]
    cells = [
        [
            printable(cell(row, column)).translate(said) + _dagger(row, column).translate(said) * marked
            for column, marked in zip(spec.columns, daggers, strict=True)
        ]
        for row in found
    ]
    names = [column.heading for column in spec.columns]
    same = [
        k
        for k in range(1, len(spec.columns))
        if len(cells) > 1
        and len({line[k] for line in cells}) == 1
        and len(cells[0][k]) < LONG
        and (
            spec.columns[k].format != "text" or names.count(names[k]) == 1
        )  # of which it is would not be seen
    ]
    columns = [column for k, column in enumerate(spec.columns) if k not in same]
    shared = [f"{spec.columns[k].heading}: {cells[0][k]}" for k in same if cells[0][k] not in ("", MISSING)]
    cells = [[text for k, text in enumerate(line) if k not in same] for line in cells]
    fits = _width(columns, cells) <= console.width
    by_level = [column.key for column in columns if column.key in ("level", "coefficient")]
    kept = list(range(len(columns))) if fits else _kept(columns, cells, spec.dispensable, console.width)
    if not fits and by_level:
        parts = _by_level(spec, rows)
        if not kept or len(parts) < len(rows):  # tables of one row each are worse than a column less
            for part_spec, part in parts:
                bare = dataclasses.replace(part_spec, caption="", note="", more=None)
                print_table(console, bare, part, rest=rest, complete=complete)
            _print_note(console, spec, whole, complete=complete)
            return
    console.print(Text(shown(spec.title), style="bold"))
    if shared:
        console.print(Text(in_every_row(shared), style="dim"))
    if not kept or (complete and len(cells) == 1 and len(kept) < len(columns)):
        _print_blocks(console, columns, cells)
        _print_note(console, spec, whole, complete=complete)
        return
    left_out = [column for k, column in enumerate(columns) if k not in kept]
    columns, cells = [columns[k] for k in kept], [[line[k] for k in kept] for line in cells]
    _print_columns(console, columns, cells)
    if left_out and complete and len(cells) <= LONGEST:
        lengths = range(1, len(columns))
        told_apart = (k for k in lengths if len({tuple(line[:k]) for line in cells}) == len(cells))
        below = dataclasses.replace(
            spec,
            title="The same rows",
            columns=(*columns[: next(told_apart, len(columns))], *left_out),
            dispensable=(),
            caption="",
            note="",
            more=None,
        )
        print_table(console, below, rows, complete=True)
    elif left_out:
        named = " · ".join(column.heading for column in left_out)
        console.print(Text(f"Not shown at this width: {named} ({rest})\n", style="dim"))
    _print_note(console, spec, whole, complete=complete)


def _print_columns(console: Console, columns: Sequence[Column], cells: list[list[str]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    contents, headings = _contents(columns, cells), _headings(columns, cells)
    if len(cells) > LONGEST:
        _print_plain(console, columns, headings, cells)
        return
    widest = [max((len(line[k]) for line in cells), default=0) for k in range(len(columns))]
    tall = max(map(len, headings))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for k, (column, heading) in enumerate(zip(columns, headings, strict=True)):
        table.add_column(
            Text("\n".join([""] * (tall - len(heading)) + heading)),
            justify="right" if column.is_number else "left",
            min_width=contents[k],
            no_wrap=contents[k] == widest[k],
            overflow="fold",
        )
    for line in cells:
        table.add_row(
            *(
                Text(text, style=LIGHT_STYLES[ANSWERS.get(text)] if column.format == "light" else "")
                for text, column in zip(line, columns, strict=True)
            )
        )
    console.print(table)


def _dagger(row: Row, column: Column) -> str:
    """Return the sign behind a value, or the room for it: numbers with and without it align."""
    return DAGGER if has_dagger(row, column) else " "


def _print_note(console: Console, spec: TableSpec, whole: str, *, complete: bool) -> None:
    from rich.text import Text

    if complete or any(column.dagger for column in spec.columns):  # what its signs mean is in its caption
        spec = dataclasses.replace(spec, note=spec.noted_caption)
    if said := more_words(spec, whole):
        console.print(Text(f"{shown(said)}\n", style="dim"))


def _print_plain(
    console: Console, columns: Sequence[Column], headings: list[list[str]], cells: list[list[str]]
) -> None:
    """Print a long table as `rich` would, but line by line: laying out 100,000 rows takes it minutes.

    Texts that are wider than what is left for them fold.
    """
    from rich.cells import cell_len, chop_cells
    from rich.text import Text

    tall = max(map(len, headings))
    heads = [[""] * (tall - len(heading)) + heading for heading in headings]
    widths = [
        max(cell_len(text) for text in (*heads[k], *(line[k] for line in cells))) for k in range(len(columns))
    ]
    least = [max(width, *map(cell_len, heads[k])) for k, width in enumerate(_contents(columns, cells))]
    while sum(widths) + 2 * len(widths) > console.width and widths != least:
        widest = max((k for k in range(len(widths)) if widths[k] > least[k]), key=lambda k: widths[k])
        widths[widest] -= 1

    def laid(parts: Sequence[Sequence[str]]) -> list[str]:
        tallest = max(map(len, parts))
        found = []
        for number in range(tallest):
            texts = []
            for part, width, column in zip(parts, widths, columns, strict=True):
                text = part[number] if number < len(part) else ""
                blank = " " * (width - cell_len(text))
                texts.append(blank + text if column.is_number else text + blank)
            found.append(f" {'  '.join(texts)}".rstrip())
        return found

    console.print()
    # from the file on, `rich` has no part in it: what it holds back is written first
    for head in laid(heads):
        console.print(Text(head, style="bold"), no_wrap=True, crop=False, overflow="ignore")
    console.file.write(f" {RULE * (sum(widths) + 2 * (len(widths) - 1))}\n")
    for line in cells:
        parts = [
            [text] if cell_len(text) <= width else chop_cells(text, width)
            for text, width in zip(line, widths, strict=True)
        ]
        console.file.write("\n".join(laid(parts)) + "\n")
    console.file.write("\n")


def _contents(columns: Sequence[Column], cells: list[list[str]]) -> list[int]:
    """Return how wide each column has to be for what it holds, without its heading.

    A text may shrink to a dozen letters; a number, a level, coefficient or measure, and the first column's names
    may not.
    """
    widths = [max((len(line[k]) for line in cells), default=0) for k in range(len(columns))]
    return [
        width if _is_whole(column) or (k == 0 and width < LONG) else min(width, LONG // 2)
        for k, (width, column) in enumerate(zip(widths, columns, strict=True))
    ]


def _is_whole(column: Column) -> bool:
    """Whether what a column holds never breaks: numbers, and words that are typed or looked up as they stand."""
    return column.is_number or column.key in ("level", "coefficient", "measure")


def _headings(columns: Sequence[Column], cells: list[list[str]]) -> list[list[str]]:
    """Return the lines of each heading, which break between words."""
    return [
        textwrap.wrap(column.heading, max(width, *map(len, column.heading.split())))
        for column, width in zip(columns, _contents(columns, cells), strict=True)
    ]


def _width(columns: Sequence[Column], cells: list[list[str]]) -> int:
    """Return how wide a table has to be."""
    pairs = zip(_headings(columns, cells), _contents(columns, cells), strict=True)
    return sum(max(width, *map(len, heading)) for heading, width in pairs) + 2 * len(columns)


def _kept(
    columns: Sequence[Column],
    cells: list[list[str]],
    dispensable: Sequence[Sequence[str | tuple[str, str]]],
    width: int,
) -> list[int]:
    """Return which columns are left when the table fits, fewest left out; none if it never does."""
    kept = list(range(len(columns)))
    for keys in dispensable:
        kept = [k for k in kept if columns[k].key not in keys]
        if _width([columns[k] for k in kept], [[line[k] for k in kept] for line in cells]) <= width:
            return kept
    return []


def _by_level(spec: TableSpec, rows: Sequence[Any]) -> list[tuple[TableSpec, list[Any]]]:
    """Return one table per level and coefficient (one per level where there is none), in the order of the rows.

    The symbol of its coefficient then stands at the head of its columns.
    """
    from trueness.reporting.writing.tables import with_symbol
    from trueness.statistics.resampling.permuted_tables import OVERALL_KEY

    parts: dict[tuple[str, ...], list[Any]] = {}
    for row, values in zip(rows, as_rows(rows), strict=True):
        key = tuple(str(values[name]) for name in ("level", "coefficient") if name in values)
        parts.setdefault(key, []).append(row)
    found = []
    for key, part in parts.items():
        level, *coefficient = key
        said = [text for text in (f"{level} level" if level else "", *coefficient) if text]
        title = ": ".join(text for text in (spec.title, ", ".join(said)) if text)
        one = dataclasses.replace(spec.without("level", "coefficient"), title=title)
        # an average over coefficients has no symbol
        of_one = "coefficient" in as_rows(part[:1])[0] and key != OVERALL_KEY
        found.append((with_symbol(one, key[-1]) if of_one else one, part))
    return found


def _print_blocks(console: Console, columns: Sequence[Column], cells: list[list[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    for line in cells:
        console.print(Text(line[0], style="bold"), overflow="fold")
        block = Table.grid(padding=(0, 2, 0, 0))
        block.add_column(no_wrap=True)
        block.add_column(overflow="fold")
        for column, text in zip(columns[1:], line[1:], strict=True):
            if text:
                block.add_row(Text(f"  {column.heading}"), Text(text))
        console.print(block)
    console.print()


class Elsewhere(NamedTuple):
    """Where the rest is: all findings, all cautions, tables that are not printed, all their columns, and their rows."""

    conclusions: str
    cautions: str
    tables: str
    columns: str
    rows: str


BY_OPTION = Elsewhere(
    conclusions="--table conclusions",
    cautions="--table cautions",
    tables="--table NAME, or all; --out PAGE.html for a page",
    columns="--to csv holds all",
    rows="--table {table}",
)
ON_THE_PAGE = Elsewhere(
    conclusions="on the page",
    cautions="on the page",
    tables="on the page",
    columns="the page has all",
    rows="on the page",
)
IN_PYTHON = Elsewhere(
    conclusions=".conclusions",
    cautions=".cautions",
    tables=".to_frame(table=NAME)",
    columns=".to_frame(table=NAME) has all",
    rows='.to_frame(table="{table}")',
)


def print_study(
    console: Console,
    study: Study,
    specs: Sequence[tuple[TableSpec, Sequence[Any]]],
    *,
    more: Sequence[str] = (),
    named: bool = False,
    whole: bool = False,
    elsewhere: Elsewhere = BY_OPTION,
) -> None:
    """Print the answers first, then tables, then the gravest warnings, where the rest is, and the signature.

    Parameters
    ----------
    console : Console
    study : Study
    specs : sequence of (TableSpec, rows)
    more : sequence of str
        Names of tables that can be asked for beside these.
    named : bool
        Whether the tables were asked for: all of their columns, with captions.
    whole : bool
        Print all findings and all cautions.
    elsewhere : Elsewhere
        How what is not printed is asked for.
    """
    from rich.cells import chop_cells
    from rich.text import Text

    said = study.conclusions if whole else study.answers
    print_sentences(console, said)
    console.print()
    for spec, rows in specs:
        if rows:
            print_table(console, spec, rows, rest=elsewhere.columns, whole=elsewhere.rows, complete=named)
    # a table of them says them once
    cautions = () if not whole and any(spec.name == "cautions" for spec, _ in specs) else study.cautions
    warnings = [one for one in cautions if one.severity == "warning"]
    notes = [one for one in cautions if one.severity != "warning"]
    shown_ones = [*warnings, *notes] if whole else warnings[:SHOWN_CAUTIONS]
    for caution in shown_ones:
        style = "bold yellow" if caution.severity == "warning" else "dim"
        console.print(Text.assemble((f"{caution.severity}: ", style), printable(shown(caution.message))))
    hidden = (
        ()
        if whole
        else (
            (len(study.conclusions) - len(said), "conclusion", elsewhere.conclusions),
            (len(warnings) - len(shown_ones), "warning", elsewhere.cautions),
            (len(notes), "note", elsewhere.cautions),
        )
    )
    if shown_ones:
        console.print()
    for line in _rest(hidden, [name for name in more if name != "cautions"], elsewhere):
        console.print(Text(line, style="dim"))
    for line in chop_cells(printable(f"signature: {study.signature}"), console.width):  # not at the blank
        console.print(Text(line, style="dim"), no_wrap=True)


def print_sentences(console: Console, texts: Sequence[str]) -> None:
    """Print paragraphs, lights in their colours."""
    from rich.text import Text

    for text in texts:
        lit = ((printable(piece), LIGHT_STYLES[answer]) for piece, answer in split_at_lights(shown(text)))
        console.print(Text.assemble(*lit), soft_wrap=False)


def _rest(
    hidden: Sequence[tuple[int, str, str]], tables: Sequence[str], elsewhere: Elsewhere
) -> Iterator[str]:
    """Yield where that is which is not printed: findings, warnings and notes; tables."""
    by_place: dict[str, list[str]] = {}
    for count, word, place in hidden:
        if count > 0:
            by_place.setdefault(place, []).append(f"{count} more {word}{'s' * (count > 1)}")
    if by_place:
        yield f"Also: {'; '.join(f'{series(found)} ({place})' for place, found in by_place.items())}"
    if tables:
        yield f"Tables: {', '.join(tables)} ({elsewhere.tables})"


GREEK: dict[str, str | int | None] = {
    "ρ": "rho",
    "τ": "tau",
    "γ": "gamma",
    "α": "alpha",
    "κ": "kappa",
    "λ": "lambda",
}
"""Letters that name coefficients, and their names, which stand for them where an encoding has no such letters."""


def _letters_of(console: Console) -> dict[int, str | int | None]:
    """Return what stands for Greek letters that a terminal does not take, so that columns are as wide as is printed."""
    try:
        "".join(GREEK).encode(console.encoding)
    except UnicodeEncodeError:
        return str.maketrans(GREEK)
    return {}


def printable(text: str) -> str:
    """Return a text on one line, without characters that would steer the terminal; the space of thousands stays."""
    if text.isprintable():
        return text
    return "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    if letter.isprintable() or letter == THOUSANDS:
        return letter
    return " " if letter in "\n\r\t" else "\N{REPLACEMENT CHARACTER}"


def print_announcement(text: str) -> None:
    """Print on standard error what is said before work starts."""
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True).print(Text.assemble(("before it starts: ", "bold yellow"), printable(text)))


@contextlib.contextmanager
def shown_progress(*, quiet: bool = False) -> Iterator[tuple[Watch, TextProgress | None]]:
    """Show progress on standard error while the block runs: bars on a terminal, now and then a line in a log.

    Yields
    ------
    tuple
        What `compare` takes as `watch`, and what `score` and `fetch` take as `progress`; a total of 0 is unknown.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet:
        yield (lambda _: None), None
        return
    if not console.is_terminal:
        lines = _LinesOfProgress()
        yield (lambda name: functools.partial(lines, name)), lines
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, Any] = {}

        def update(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(printable(name), total=total or None, rate="")
            bars.update(tasks[name], completed=done, total=total or None)
            speed = bars.tasks[bars.task_ids.index(tasks[name])].speed
            bars.update(tasks[name], rate=_rate(speed))

        def watch(name: str) -> Callable[[int, int], None]:
            return lambda done, total: update(name, done, total)

        yield watch, update


LINE_EVERY = 30.0
"""Seconds from one line of progress to the next, and to the first, where no terminal shows bars."""


class _LinesOfProgress:
    """Write how far work is, a line at a time, so that what runs in a build or behind a pipe is seen to live."""

    def __init__(self) -> None:
        self._written = time.monotonic()

    def __call__(self, name: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._written < LINE_EVERY:
            return
        self._written = now
        of = f" of {total:,}" if total else ""
        sys.stderr.write(f"trueness: {printable(name)}, {done:,}{of}\n")
        sys.stderr.flush()


def _rate(per_second: float | None) -> str:
    """Return a speed in words, empty where it is not known yet."""
    if not per_second:
        return ""
    return f"{per_second:,.0f}/s" if per_second >= 10 else f"{per_second:.2g}/s"
