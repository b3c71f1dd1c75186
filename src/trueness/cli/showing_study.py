"""Print a study in the wanted form, and leave with the right status."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import ALL_TABLES, CONCLUSIONS, METHODS, TO_FORMATS
from trueness.cli.showing import console, leave, plain_json, say_next, write, write_json
from trueness.errors import ArgumentError, check_choice, series
from trueness.reporting.terminal import BY_OPTION, ON_THE_PAGE, print_sentences, print_study, printable

if TYPE_CHECKING:
    from trueness.reporting.citation import Methods
    from trueness.reporting.view import View
    from trueness.reporting.writing.tables import TableSpec
    from trueness.study.study import StudyResult

Table = tuple["TableSpec", Sequence[Any]]
"""What a table shows, and its rows."""

METHODS_FORMATS = ("terminal", "json", "latex")
"""How a methods paragraph is printed."""

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
        check_choice("table", given["table"], (*tables, CONCLUSIONS, METHODS, ALL_TABLES))
    if given["table"] == ALL_TABLES and not (given["json"] or to in ("terminal", "json")):
        raise ArgumentError(f"`table`='{ALL_TABLES}' is for the terminal and for JSON; name one table.")
    if given["table"] == CONCLUSIONS and (given["json"] or to != "terminal"):
        raise ArgumentError(
            f"`table`='{CONCLUSIONS}' is for the terminal; in JSON it is a part of `table`='{ALL_TABLES}'."
        )
    if given["table"] == METHODS and to not in METHODS_FORMATS:
        raise ArgumentError(f"`table`='{METHODS}' is for {series(METHODS_FORMATS, 'or')}, not for {to}.")
    return given


def show_result(
    result: StudyResult,
    view: View[Any],
    given: Mapping[str, Any],
    *,
    written: Written | None = None,
    following: str = "",
    only_page: bool = False,
) -> None:
    """Print the result of a study as its view and the output options say, and leave with its status.

    On a terminal that is the first screen; or a table that is named, or all; as data one table, or all.

    Parameters
    ----------
    result : StudyResult
    view : View
    given : mapping
        Holds ``json``, ``to``, ``table`` and ``strict``.
    written : mapping of str to Path or sequence of Path, optional
        What has been written where: said last on a terminal, first in a JSON object that holds everything.
    following : str
        The command that comes next: said on the first screen.
    only_page : bool
        Whether the command prints no table: all of them are on the page that it writes.
    """
    from trueness.reporting.writing.shown_names import showing_names_of

    with showing_names_of(result):
        found = {spec.name: (spec, rows) for spec, rows in view.tables(result)}
        to = "json" if given["json"] else given["to"]
        if given["table"] == METHODS:
            _write_methods(result.methods(), to)
        elif to == "terminal":
            _print(result, view, found, given["table"], only_page=only_page)
            _say_written(written or {})
            if following and not given["table"]:
                say_next(following)
        elif to == "json" and given["table"] == ALL_TABLES:
            write_json({**_as_text(written or {}), **result.to_dict()})
        else:
            name = given["table"] or view.alone_of(result)
            if not found[name][1]:
                sys.stderr.write(f"note: {printable(view.empty_words(name))}\n")
            _write_table(result, to, *found[name])
    leave(result, strict=given["strict"])


def _print(
    result: StudyResult, view: View[Any], found: Mapping[str, Table], named: str | None, *, only_page: bool
) -> None:
    screen = console()
    if named == CONCLUSIONS:
        print_sentences(screen, result.conclusions)
    elif named is not None:
        names = tuple(found) if named == ALL_TABLES else (named,)
        several = [table for name in names for table in view.printed(result, name, screen.width)]
        if not any(rows for _, rows in several):
            print_sentences(screen, [view.empty_words(named)])
        print_study(screen, result, several, named=True, whole=named == ALL_TABLES)
    else:
        several = [] if only_page else list(view.first_table(result, screen.width))
        there = {spec.name for spec, _ in several}
        more = [name for name, (_, rows) in found.items() if rows and name not in there]
        print_study(screen, result, several, more=more, elsewhere=ON_THE_PAGE if only_page else BY_OPTION)


def _write_methods(methods: Methods, to: str) -> None:
    """Write what a paper has to say: as it is pasted, the paragraph for LaTeX, or all of it as JSON."""
    if to == "json":
        write_json(
            {
                "text": methods.text,
                "latex": methods.latex,
                "bibtex": methods.bibtex,
                "checklist": {one.asked: one.said for one in methods.checklist},
            }
        )
    else:
        write(methods.latex if to == "latex" else str(methods))


def _write_table(result: StudyResult, to: str, spec: TableSpec, rows: Sequence[Any]) -> None:
    """Write one table as data; the warnings go to standard error, since nobody looks for them beside numbers."""
    from trueness.reporting.writing import tables
    from trueness.reporting.writing.shown_names import shown

    warnings = [one for one in result.cautions if one.severity == "warning"]
    for one in warnings:
        sys.stderr.write(f"warning: {printable(shown(one.message))}\n")
    if to == "json":
        codes = list(dict.fromkeys(one.code for one in warnings))
        write(plain_json(tables.to_json(rows, spec, signature=result.signature, warnings=codes)))
    else:
        write(_written(to, rows, spec))


def _written(to: str, rows: Sequence[Any], spec: TableSpec) -> str:
    from trueness.reporting.writing import html_tables, latex_tables, tables, typst_tables

    if to == "html":
        return html_tables.to_html(rows, spec, caption=spec.standalone_caption, alone=True)
    writer = {
        "csv": tables.to_csv,
        "latex": latex_tables.to_latex,
        "markdown": tables.to_markdown,
        "typst": typst_tables.to_typst,
    }[to]
    return writer(rows, spec)


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
