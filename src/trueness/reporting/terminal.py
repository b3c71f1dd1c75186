"""Results as tables in a terminal, and progress of long work."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from trueness.parallel import Progress
from trueness.reporting.tables import TableSpec, as_rows, cell

if TYPE_CHECKING:
    from rich.console import Console

    from trueness.studies.compare import Comparison

TextProgress = Callable[[str, int, int], None]
"""Called with what is worked on, how much of it is done and how much there is."""


def print_table(console: Console, spec: TableSpec, rows: Sequence[Any]) -> None:
    """Print a table that fits the terminal: numbers stay whole, texts fold.

    Where it does not fit, every row becomes a block of lines, one per column.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    cells = [[printable(cell(row, column)) for column in spec.columns] for row in as_rows(rows)]
    widths = [
        max(len(column.heading), *(len(line[k]) for line in cells), 0)
        for k, column in enumerate(spec.columns)
    ]
    console.print(Text(spec.title, style="bold"))
    # texts may shrink to a dozen letters, numbers may not
    needed = sum(
        width if column.is_number else min(width, 12)
        for width, column in zip(widths, spec.columns, strict=True)
    )
    if needed + 2 * len(widths) > console.width:
        _print_blocks(console, spec, cells)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in spec.columns:
        table.add_column(
            Text(column.heading),
            justify="right" if column.is_number else "left",
            no_wrap=column.is_number,
            overflow="fold",
        )
    for line in cells:
        table.add_row(*(Text(text) for text in line))
    console.print(table)


def _print_blocks(console: Console, spec: TableSpec, cells: list[list[str]]) -> None:
    from rich.text import Text

    label = max(len(column.heading) for column in spec.columns)
    for line in cells:
        console.print(Text(line[0], style="bold"), overflow="fold")
        for column, text in zip(spec.columns[1:], line[1:], strict=True):
            console.print(Text(f"  {column.heading:<{label}}  {text}"), overflow="fold")
    console.print()


def print_comparison(
    console: Console, comparison: Comparison, specs: Sequence[tuple[TableSpec, Sequence[Any]]]
) -> None:
    """Print findings first, then cautions, then the tables, then the signature."""
    from rich.text import Text

    for sentence in comparison.conclusions:
        console.print(Text(printable(sentence)), soft_wrap=False)
    console.print()
    for caution in comparison.cautions:
        style = "bold yellow" if caution.severity == "warning" else "dim"
        console.print(Text.assemble((f"{caution.severity}: ", style), printable(caution.message)))
    console.print()
    for spec, rows in specs:
        if rows:
            print_table(console, spec, rows)
    console.print(Text(printable(str(comparison.signature)), style="dim"), overflow="fold")


def printable(text: str) -> str:
    """Return a text without characters that would steer the terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


@contextlib.contextmanager
def shown_progress(
    *, quiet: bool = False
) -> Iterator[tuple[Callable[[str], Progress | None], TextProgress | None]]:
    """Show progress on standard error while the block runs, if that is a terminal.

    Yields
    ------
    tuple
        What `compare` takes as `watch`, and what `score` and `fetch` take as `progress`.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield (lambda _: None), None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, Any] = {}

        def update(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(printable(name), total=total)
            bars.update(tasks[name], completed=done, total=total)

        def watch(name: str) -> Callable[[int, int], None]:
            return lambda done, total: update(name, done, total)

        yield watch, update
