"""Print a study in the wanted form, and leave with the right status."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import ALL_TABLES, TO_FORMATS
from trueness.cli.showing import console, leave, plain_json, write, write_json
from trueness.errors import ArgumentError, check_choice
from trueness.reporting.terminal import BY_OPTION, ON_THE_PAGE, Elsewhere, print_study, printable

if TYPE_CHECKING:
    from trueness.reporting.terminal import Study
    from trueness.reporting.view import View
    from trueness.reporting.writing.tables import TableSpec
    from trueness.study.study import StudyResult

Table = tuple["TableSpec", Sequence[Any]]
"""What a table shows, and its rows."""

Written = Mapping[str, "Path | Sequence[Path]"]
"""What has been written, and where: one file or several."""


def checked_printing(given: dict[str, Any], tables: Sequence[str]) -> dict[str, Any]:
    """Return the output options, checked before any work is done.

    Parameters
    ----------
    given : dict
        Holds ``json``, ``to`` and ``table``.
    tables : sequence of str
        The names there are.

    Raises
    ------
    ArgumentError
        If there is no such form of output or no such table, all tables are asked for in a form that holds one, or
        two forms are asked for.
    """
    to = check_choice("to", given["to"], TO_FORMATS)
    if given["json"] and to not in ("terminal", "json"):
        raise ArgumentError(f"`json` and `to`='{to}' name two forms of output; give one of them.")
    if given["table"] is not None:
        check_choice("table", given["table"], (*tables, ALL_TABLES))
    if given["table"] == ALL_TABLES and not (given["json"] or to in ("terminal", "json")):
        raise ArgumentError(f"`table`='{ALL_TABLES}' is for the terminal and for JSON; name one table.")
    return given


def show_study(
    study: Study,
    found: Mapping[str, Table],
    given: Mapping[str, Any],
    *,
    shown: Sequence[str],
    alone: str,
    printed: Callable[[str, int], Sequence[Table]] | None = None,
    written: Written | None = None,
    elsewhere: Elsewhere = BY_OPTION,
) -> None:
    """Print a study as the output options say: findings, cautions, tables and signature; or a table or all as data.

    Parameters
    ----------
    study : Study
    found : mapping of str to (TableSpec, rows)
    given : mapping
        Holds ``json``, ``to``, ``table`` and ``strict``.
    shown : sequence of str
        Tables on a terminal where none is named.
    alone : str
        The table in JSON, CSV, LaTeX and Markdown where none is named.
    printed : callable, optional
        Given the name of a table and the width of the terminal, returns what is printed there, by default the table.
    written : mapping of str to Path or sequence of Path, optional
        What has been written where: said last on a terminal, first in a JSON object that holds everything.
    elsewhere : Elsewhere
        How tables that are not printed are asked for.
    """
    from trueness.reporting.writing import tables

    to = "json" if given["json"] else given["to"]
    named = given["table"]
    if to == "terminal":
        screen = console()
        names = tuple(found) if named == ALL_TABLES else (named,) if named else shown
        parts = (printed(name, screen.width) if printed else (found[name],) for name in names)
        several = [table for part in parts for table in part]
        there = {spec.name for spec, _ in several}
        more = () if named else [name for name, (_, rows) in found.items() if rows and name not in there]
        print_study(screen, study, several, more=more, elsewhere=elsewhere)
        _say_written(written or {})
    elif to == "json" and named == ALL_TABLES:
        write_json({**_as_text(written or {}), **study.to_dict()})
    else:
        spec, rows = found[named or alone]
        if to == "json":
            write(plain_json(tables.to_json(rows, spec, signature=study.signature)))
        else:
            writer = {"csv": tables.to_csv, "latex": tables.to_latex, "markdown": tables.to_markdown}[to]
            write(writer(rows, spec))
    leave(study, strict=given["strict"])


def show_result(
    result: StudyResult,
    view: View[Any],
    given: Mapping[str, Any],
    *,
    written: Written | None = None,
    shown: Sequence[str] | None = None,
) -> None:
    """Print the result of a study as its view and the output options say (see `show_study`).

    Parameters
    ----------
    result : StudyResult
    view : View
    given, written
        As in `show_study`.
    shown : sequence of str, optional
        Tables on a terminal where none is named, in place of the view's.
    """
    from trueness.reporting.writing.shown_names import showing_names_of

    with showing_names_of(result):
        found = {spec.name: (spec, rows) for spec, rows in view.tables(result)}
        show_study(
            result,
            found,
            given,
            shown=view.shown_of(result) if shown is None else shown,
            alone=view.alone_of(result),
            printed=functools.partial(view.printed if given["table"] else view.printed_unasked, result),
            written=written,
            elsewhere=BY_OPTION
            if shown is None
            else ON_THE_PAGE,  # a command that prints no table has no option
        )


def _as_text(written: Written) -> dict[str, str | list[str]]:
    return {
        kind: str(paths) if isinstance(paths, Path) else [str(path) for path in paths]
        for kind, paths in written.items()
    }


def _say_written(written: Written) -> None:
    from rich.text import Text

    width = max(map(len, written), default=0)
    lines = [
        f"{kind:<{width}}  {printable(str(path))}"
        for kind, paths in written.items()
        for path in ([paths] if isinstance(paths, Path) else paths)
    ]
    if lines:
        console().print(Text("\n".join(["", *lines]), overflow="fold"))
