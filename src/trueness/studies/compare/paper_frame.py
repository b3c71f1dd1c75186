"""The table of a paper in Python: its numbers as a dataframe, or set as it is printed, for a notebook."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from trueness.errors import ArgumentError, MissingExtraError
from trueness.reporting.view import Table
from trueness.reporting.views import find_view
from trueness.reporting.writing.shown_names import showing_names_of
from trueness.reporting.writing.tables import DAGGER, Column, TableSpec, cell, has_dagger, is_bold
from trueness.result import Row, rows_to_frame
from trueness.studies.compare.paper_form import NAME, PaperForm


@runtime_checkable
class _PaperView(Protocol):
    """A view that has the table of a paper."""

    paper: PaperForm

    def table(self, result: Any, name: str) -> Table:
        """Return one table with its rows."""


def result_paper_table(
    result: Any,
    *,
    show: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    sort: str | None = None,
    style: bool = False,
    backend: str | None = None,
) -> Any:
    """Return the table that is published of a comparison, as a dataframe or set for a notebook.

    It is what ``--table paper`` prints: a line per metric, the best first.

    Parameters
    ----------
    result : CompareResult, FacetsResult or PoolResult
    show : sequence of {'interval', 'error', 'ranks', 'n'}
        What stands beside every value. By default the limits of ranks stand beside the values that sort the table.
    names : mapping of str to str, optional
        Names of your choice, by metric; others are called as papers call them.
    sort : str, optional
        The coefficient that sorts the table, at the first level; or ``name``. By default the first coefficient.
    style : bool
        Whether to return a `pandas.io.formats.style.Styler` in place of numbers: rounded, the highest of a column in
        bold, with daggers and the caption that says what they mean.
    backend : {'pandas', 'polars', 'pyarrow'}, optional
        The dataframe library; by default the first of these that is installed. A Styler is always one of pandas.

    Returns
    -------
    DataFrame or Styler
        The columns of numbers are ``metric`` and ``name``, then what the table shows, in full precision: for a value
        ``system_pearson``, for limits ``system_pearson_low`` and ``system_pearson_high``. Where there are several
        human scores, groups or tables, theirs stand in front.

    Raises
    ------
    ArgumentError
        If the result has no such table, something else is to stand beside values, the table has no such coefficient
        to be sorted by, two metrics would be called the same, or a Styler is asked of another library than pandas.
    UnknownNameError
        If a name is chosen for no metric.
    MissingExtraError
        If no dataframe library is installed, or a Styler is asked for without pandas.
    """
    view = find_view(result)
    if not isinstance(view, _PaperView):
        raise ArgumentError(
            f"`result` must be one of compare, facets or pool; it is a {type(result).__name__}."
        )
    view.paper = PaperForm(tuple(show), names or {}, sort)
    with showing_names_of(result):
        spec, rows = view.table(result, NAME)
        if not style:
            return rows_to_frame([_shown(row, spec.columns) for row in rows], backend)
        if backend not in (None, "pandas"):
            raise ArgumentError(f"`style` is for pandas; `backend` is {backend!r}. Leave one of them out.")
        return _styled(spec, rows)


def _shown(row: Row, columns: Sequence[Column]) -> Row:
    """Return the metric and what the columns show of it, unrounded."""
    keys = (key for one in columns for key in ((one.key,) if isinstance(one.key, str) else one.key))
    return {key: row[key] for key in ("metric", *keys)}


def _styled(spec: TableSpec, rows: Sequence[Row]) -> Any:
    """Return the table as it is printed, with its caption below its name."""
    try:
        import pandas as pd
    except ImportError:
        raise MissingExtraError("`style` needs pandas: pip install pandas.") from None
    names, *values = spec.columns
    above = max((len(one.above) for one in values), default=0)
    # headings may be equal, and a Styler wants columns that differ: the last line of the head, which is hidden, does
    head = [
        (*("",) * (above - len(one.above)), *one.above, one.heading, str(place))
        for place, one in enumerate(values)
    ]
    frame = pd.DataFrame(
        [[cell(row, one) + DAGGER * has_dagger(row, one) for one in values] for row in rows],
        index=pd.Index([cell(row, names) for row in rows], name=names.heading),
        columns=pd.MultiIndex.from_tuples(head),
    )
    bold = pd.DataFrame(
        [["font-weight: bold" if is_bold(row, one) else "" for one in values] for row in rows],
        index=frame.index,
        columns=frame.columns,
    )
    aligned: dict[str, Any] = {"text-align": "right", "white-space": "nowrap"}
    return (
        frame.style.apply(lambda _: bold, axis=None)
        .set_properties(**aligned)
        .format(escape="html")
        .format_index(escape="html", axis=0)
        .format_index(escape="html", axis=1)
        .hide(axis=1, level=-1)
        .set_caption(html.escape(spec.noted_caption))
    )
