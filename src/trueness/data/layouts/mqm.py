"""Read error annotations of machine translation (MQM) as Google publishes them: one error per line, with severity."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import Layout
from trueness.data.files.open_file import lines_of, open_text
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import ArgumentError, FormatError, counted, listing

MQM_WEIGHTS: Mapping[str, float] = {
    "Major": 5,
    "Minor": 1,
    "Neutral": 0,
    "No-error": 0,
    "Major/Non-translation": 25,
    "Minor/Fluency/Punctuation": 0.1,
}
"""Penalty of an error by severity and, where it depends on it, category (Freitag et al., 2021, TACL 9)."""

SCORER = "mqm_penalty"
"""What the scorer is called; not ``mqm``, which is the name of the negated penalties in mt-metrics-eval."""

COLUMNS = ("system", "doc", "seg_id", "rater", "category", "severity")
"""The columns that are read; the texts and what else there is are not."""

SEGMENTS = ("seg_id", "globalSegId")
"""What the column of segments may be called; the second, by Marot and since 2024."""

CHECK = "hotw-test"
"""The severity of what is no error, but a check whether raters attend."""


def read_mqm(
    path: str | Path, *, weights: Mapping[str, float] | str | None = None, name: str | None = None
) -> ScoreTable:
    """Read error annotations: per segment and rater the sum of the errors' penalties, 0 where there is no error.

    The one scorer is ``mqm_penalty``, human, **lower is better**; the raters are its annotators, and its score is the
    mean of those who rated a segment. Test sets of mt-metrics-eval hold the same negated, as ``mqm``. Inputs are called
    by ``seg_id``, the segment's number in the test set, with the group ``document``. The files do not say which systems
    are people; all are kept. Errors of severity ``HOTW-test``, which were put in to see whether raters attend, are left
    out, with a note.

    Parameters
    ----------
    path : str or Path
        A file such as ``mqm_newstest2020_ende.tsv``, compressed or not: tabs, a header with at least `COLUMNS`, no
        quoting. Segments may be called ``globalSegId``, as Marot calls them.
    weights : mapping of str to float, or str, optional
        Penalties, also as text, ``'Major=5,Minor=1'``, by ``SEVERITY``, ``SEVERITY/CATEGORY`` or
        ``SEVERITY/CATEGORY/SUBCATEGORY``; the longest that fits an error counts, in any case, a ``!`` at the end of a
        part being nothing. By default `MQM_WEIGHTS`. They replace the default as a whole.
    name : str, optional
        What the table is called; by default after the file.

    Raises
    ------
    FormatError
        If a column is missing, a line has another number of fields than the header, a name is empty, an error has
        a severity without a weight, or a segment is in two documents.
    ArgumentError
        If a weight is not a finite number.
    """
    given = MQM_WEIGHTS if weights is None else _weights(weights)
    known = {_key(severity): float(penalty) for severity, penalty in given.items()}
    penalties: dict[tuple[str, str, str], list[float]] = {}
    first: dict[tuple[str, str, str], int] = {}
    document_of: dict[str, tuple[str, int]] = {}
    checks = 0
    for row, (system, document, segment, rater, category, severity) in _lines(path):
        if _key(severity) == CHECK:
            checks += 1
            continue
        weight = _weight(known, severity, category)
        if weight is None:
            raise FormatError(
                f"the weight of an error of severity '{severity}' and category '{category}' is missing.",
                path=str(path),
                row=row,
                column="severity",
                remedy=f"Weights: {listing(given, 12)}. Say all of them: --mqm-weights 'Major=5,Minor=1,…' (in Python: "
                "mqm_weights=).",
            )
        before, at = document_of.setdefault(segment, (document, row))
        if before != document:
            raise FormatError(
                f"segment {segment} is of document '{document}' here and of '{before}' in row {at}.",
                path=str(path),
                row=row,
                column="seg_id",
                remedy="seg_id has to number the segments of the whole test set.",
            )
        key = (system, segment, rater)
        first.setdefault(key, row)
        penalties.setdefault(key, []).append(weight)
    records: Iterator[tuple[int, dict[str, Any]]] = (
        (
            first[key],
            {
                "system": key[0],
                "input": key[1],
                "annotator": key[2],
                "document": document_of[key[1]][0],
                SCORER: math.fsum(errors),
            },
        )
        for key, errors in penalties.items()
    )
    layout = Layout(
        system="system",
        input="input",
        annotator="annotator",
        groups={"document": ("document", "input")},
        scores={SCORER: (SCORER, None)},
        declared=frozenset([SCORER]),
    )
    table = table_from_rows(rows_from_records(records, str(path)), layout=layout, role="human", name=name)
    stated = ", ".join(f"{key} {weight:g}" for key, weight in given.items())
    tests = (
        (f"{counted(checks, 'row')} left out, checks whether raters attend (HOTW-test)",) if checks else ()
    )
    notes = (
        f"{SCORER} is the sum of the errors' penalties, mean over raters: {stated}",
        *tests,
        *table.notes,
    )
    return dataclasses.replace(table.with_orientation(lower_is_better=[SCORER]), notes=notes)


def _weights(given: Mapping[str, float] | str) -> dict[str, float]:
    """Return penalties by what they are of.

    Raises
    ------
    ArgumentError
        If one is not a finite number.
    """
    if isinstance(given, str):
        pairs = [part.rpartition("=") for part in given.split(",") if part.strip()]
        found: dict[str, Any] = {name.strip(): number.strip() for name, _, number in pairs}
    else:
        found = dict(given)
    for name, penalty in found.items():
        try:
            found[name] = float(penalty)
        except (TypeError, ValueError):
            found[name] = math.nan
        if not name or not math.isfinite(found[name]):
            raise ArgumentError(
                f"`mqm_weights` gives '{name}' {penalty!r}; a penalty is a finite number, as in 'Major=5,Minor=1'."
            )
    return found


def is_mqm(header: str) -> bool:
    """Whether the first line of a file is the header of such annotations."""
    return set(COLUMNS) <= set(_named(header.rstrip("\r\n").split("\t")))


def _named(header: list[str]) -> list[str]:
    """Return the names of columns, those of segments as it was called first."""
    used = next((name for name in SEGMENTS if name in header), "")
    return [SEGMENTS[0] if name == used else name for name in header]


def _lines(path: str | Path) -> Iterator[tuple[int, list[str]]]:
    """Yield row number and the cells of `COLUMNS` of every line."""
    with open_text(path, newline="\n") as file:  # a return within a text ends no line
        lines = enumerate((line.rstrip("\r\n") for line in lines_of(file, path)), start=1)
        _, header_line = next(lines, (1, ""))
        header = _named(header_line.split("\t"))
        missing = [column for column in COLUMNS if header.count(column) != 1]
        if missing:
            raise FormatError(
                f"the header needs one column of each name: {listing(missing)}.",
                path=str(path),
                row=1,
                remedy=f"Columns: {listing(header, 20)}.",
            )
        places = [header.index(column) for column in COLUMNS]
        for row, line in lines:
            fields = line.split("\t")
            if len(fields) != len(header):
                raise FormatError(
                    f"the line has {len(fields)} fields, the header {len(header)}.",
                    path=str(path),
                    row=row,
                    remedy="Is the file cut off? Fields are separated by tabs, and unquoted.",
                )
            cells = [fields[place].strip() for place in places]
            if not all(cells[:4]):
                empty = COLUMNS[cells.index("")]
                raise FormatError(
                    "the cell is empty, but every row needs a name here.",
                    path=str(path),
                    row=row,
                    column=empty,
                )
            yield row, cells


def _key(severity_and_category: str) -> str:
    parts = severity_and_category.split("/")
    return "/".join(part.strip().rstrip("!").casefold() for part in parts)


def _weight(known: Mapping[str, float], severity: str, category: str) -> float | None:
    """Return the penalty by the most specific key, None where there is none."""
    parts = _key(f"{severity}/{category}").split("/")
    keys = ("/".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((known[key] for key in keys if key in known), None)
