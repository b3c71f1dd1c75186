"""One self-contained HTML file for the result of any study, and its tables in a notebook."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from trueness.data.texts.texts import Texts
from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure
from trueness.reporting.manifest import Manifest, manifest_of
from trueness.reporting.page import curled, page_html
from trueness.reporting.study_methods import find_methods
from trueness.reporting.view import View
from trueness.reporting.views import find_view
from trueness.reporting.write_atomically import write_atomically
from trueness.reporting.writing import html_tables, tables
from trueness.reporting.writing.shown_names import showing_names_of
from trueness.reporting.writing.tables import more_words
from trueness.reporting.writing.templates import environment
from trueness.result import Result, Row
from trueness.sources.origin import Origin
from trueness.sources.source import Source
from trueness.study.study import StudyResult


def write_report(
    result: StudyResult,
    path: str | Path,
    *,
    title: str | None = None,
    sources: Iterable[Source | str | Path] = (),
    reading: Mapping[str, Any] | None = None,
    data: Mapping[str, Origin] | None = None,
    texts: Texts | None = None,
) -> Path:
    """Write the result of any study as one HTML file that needs nothing else: no network, no fonts.

    The same result gives the same bytes. `read_manifest` reads the page as it reads a manifest.

    Parameters
    ----------
    result : StudyResult
        What `compare`, `systems`, `equivalence`, `annotators`, `judge`, `pool`, `plan` or `certify` returns.
    path : str or Path
        Where to write; a file there is replaced, whole or not at all.
    title : str, optional
        The heading; by default made from the data's name.
    sources : iterable of Source, str or Path
        Where the scores came from, in the order in which they were read, for the manifest; a string or path is a file.
    reading : mapping, optional
        Arguments given to `read_scores`, for the manifest.
    data : mapping of str to Origin, optional
        Where the data came from, by their part in the study, in place of `sources` and `reading`.
    texts : Texts, optional
        What was scored, so that outputs behind a comparison can be read on its page; the manifest does not name them.

    Returns
    -------
    Path

    Raises
    ------
    DataError
        If a source is not there, or none of the texts is an output of the comparison.
    ArgumentError
        If `result` is that of no study, `reading` has an unknown key, or texts are given for the page of another study.
    OSError
        If the folder does not exist or cannot be written.
    """
    view = find_view(result) if texts is None else find_view(result).with_texts(texts)
    if not isinstance(result, StudyResult):  # what repeats a study has no place for it
        raise ArgumentError(f"`result` must be what a study returns; it is a {type(result).__name__}.")
    named = list(sources)
    alone = (
        {"scores": Origin.of(named, reading)} if named or result.data else {}
    )  # some studies draw all they need
    origins = alone if data is None else data
    return write_atomically(path, report_html(result, manifest_of(result, origins), view=view, title=title))


def report_html(
    result: StudyResult, manifest: Manifest, *, view: View[Any] | None = None, title: str | None = None
) -> str:
    """Return the page of a result as HTML (see `write_report`)."""
    shown = find_view(result) if view is None else view
    manifest = dataclasses.replace(manifest, form=dataclasses.replace(shown.form, title=title))
    with showing_names_of(result):
        return page_html(shown.page(result, title), result, manifest)


def report_anew(result: StudyResult, recorded: Manifest) -> str:
    """Return the page that a repeated study makes in place of one, in its form.

    What a page says of where it was made, of versions and places of files, is as recorded.

    Parameters
    ----------
    result : StudyResult
        What was found now.
    recorded : Manifest
        Of the page.

    Raises
    ------
    ArgumentError
        If the form is one that no page of this study has.
    """
    manifest = dataclasses.replace(
        manifest_of(result, recorded.data), software=recorded.software, tables=recorded.tables
    )
    view = find_view(result).in_form(recorded.form)
    view.prepare(result)
    return report_html(result, manifest, view=view, title=recorded.form.title)


NOTEBOOK_WIDTH = 120
"""Letters of a line for which tables of a notebook are made."""


def result_html(result: Result) -> str:
    """Return the first screen of a result as HTML for a notebook.

    Parameters
    ----------
    result : Result
    """
    from trueness.reporting.terminal import IN_PYTHON, SHOWN_CAUTIONS

    view = find_view(result)
    with showing_names_of(result):
        shown = view.first_table(result, NOTEBOOK_WIDTH)
        return (
            environment()
            .get_template("notebook.html.j2")
            .render(
                answers=[curled(text) for text in result.answers],
                cautions=[one for one in result.cautions if one.severity == "warning"][:SHOWN_CAUTIONS],
                tables=[
                    (html_tables.to_html(rows, spec, caption=spec.title), more_words(spec, IN_PYTHON.rows))
                    for spec, rows in shown
                    if rows
                ],
                signature=str(result.signature),
            )
        )


def result_text(result: Result, width: int = 80) -> str:
    """Return the first screen of a result as a terminal shows it.

    Parameters
    ----------
    result : Result
    width : int
        Letters of a line, at least 20.

    Raises
    ------
    ArgumentError
        If the width is smaller.
    """
    from rich.console import Console

    from trueness.reporting.terminal import IN_PYTHON, print_study

    check_integer("width", width, minimum=20)
    view = find_view(result)
    written = io.StringIO()
    with showing_names_of(result):
        shown = view.first_table(result, width)
        there = {spec.name for spec, _ in shown}
        more = [spec.name for spec, rows in view.tables(result) if rows and spec.name not in there]
        print_study(Console(file=written, width=width), result, shown, more=more, elsewhere=IN_PYTHON)
    return written.getvalue()


def result_rows(result: Result, table: str) -> list[Row]:
    """Return the rows of any table of a result, also of one that a first screen or a page makes of others.

    Parameters
    ----------
    result : Result
    table : str
        ``paper``, ``matrix``, or one of the result's own `TABLES`.

    Raises
    ------
    ArgumentError
        If there is no such table; the message names those there are.
    """
    made = {spec.name: rows for spec, rows in find_view(result).tables(result)}
    check_choice("table", table, tuple(dict.fromkeys([*result.TABLES, *made])))
    return tables.as_rows(result.rows_of(table) if table in result.TABLES else made[table])


def result_methods(result: Result) -> Methods:
    """Return what a paper has to say of a study: text, LaTeX and BibTeX of a methods paragraph, and a checklist.

    Parameters
    ----------
    result : Result

    Raises
    ------
    ArgumentError
        If it is not what a study returns.
    """
    if not isinstance(result, StudyResult):
        raise ArgumentError(f"`result` must be what a study returns, not a {type(result).__name__}.")
    with showing_names_of(result):
        return find_methods(result).methods(result)


def result_figure(result: Result, name: str | None = None) -> Figure:
    """Return one figure of a result's page.

    Parameters
    ----------
    result : Result
    name : str, optional
        By default the first. Its first words are enough, such as ``intervals`` for ``intervals-pearson``: of several
        that begin so the first is taken. So is any part that no other name has, such as ``scatter``.

    Raises
    ------
    ArgumentError
        If there is no such figure, or the result has none; the message names those there are.
    """
    view = find_view(result)
    view.prepare(result)
    figures = {figure.name: figure for figure in view.drawn(result)}
    if not figures:
        raise ArgumentError("this result has no figures.")
    return figures[_whole_name(next(iter(figures)) if name is None else name, tuple(figures))]


def _whole_name(name: str, names: Sequence[str]) -> str:
    """Return which of several names is meant.

    Raises
    ------
    ArgumentError
        If none is, or if it is a part of several that is not their beginning.
    """
    words = [one for one in names if f"{one}-".startswith(f"{name}-")]
    parts = [one for one in names if name and name in one]
    if name in names or not (words or len(parts) == 1):
        return check_choice("name", name, names)
    return (words or parts)[0]
