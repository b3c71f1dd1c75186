"""Read relevance labels in the form of TREC (qrels): a line says how relevant a document is to a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.layouts.score_lines import read_fields
from trueness.data.layouts.wmt_segments import is_score
from trueness.errors import FormatError

QRELS = "qrels"
"""What the format is called, as its files are."""

LABEL_LINE = ("QUERY", "ITERATION", "DOCUMENT", "RELEVANCE")
"""A line of labels, of people or of a judge (trec.nist.gov/data/qrels_eng)."""

RUN_LINE = ("QUERY", "Q0", "DOCUMENT", "RANK", "SCORE", "RUN")
"""A line of what a system found."""

_UNUSED = ("0", "Q0")
"""What stands in the second field, which no program reads."""

_GRADE = re.compile(r"-?\d{1,2}")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_CALLED = re.compile(r"(?<![a-z])qrels?(?![a-z])", re.IGNORECASE)
_ENDINGS = re.compile(r"(\.(txt|tsv|csv|trec|test|gz|zst))+$", re.IGNORECASE)


def is_qrels(path: Path, start: bytes) -> bool:
    """Return whether a file begins with lines of labels.

    The second field is 0 or Q0; other numbers, such as those of rounds of judging, only where the file is called so.

    Parameters
    ----------
    path : Path
    start : bytes
        How the file begins.
    """
    called = _CALLED.search(path.name) is not None
    return _begins(start, lambda line: _is_label(line, called=called))


def check_is_no_run(path: Path, start: bytes) -> None:
    """Refuse a file of lines of what a system found.

    Raises
    ------
    FormatError
        If it is one: it ranks documents, and nobody judged them in it.
    """
    if _begins(start, _is_found):
        raise FormatError(
            "this is a run of TREC: it ranks documents; labels are needed.",
            path=str(path),
            remedy="Name files of labels (QUERY 0 DOCUMENT RELEVANCE). To compare runs, score each by trec_eval or "
            "ir_measures, with people's labels and with the judge's, and save a table: system,input,human,judge.",
        )


def read_qrels(path: Path) -> tuple[RawRows, ColumnMap]:
    """Read the labels of a file: columns ``query``, ``document``, and one called after the file.

    Where a document was judged several times for a query, as for each of its aspects, the second field tells these
    apart, and is a column ``iteration``.

    Parameters
    ----------
    path : Path

    Returns
    -------
    RawRows
    ColumnMap
        What the columns mean: query and document name the input together.

    Raises
    ------
    FormatError
        If a line has another number of fields.
    """
    queries, iterations, documents, labels = zip(*read_fields(path, LABEL_LINE), strict=True)
    parts = {"query": queries, "document": documents}
    again = len(set(zip(queries, documents, strict=True))) < len(queries)
    if again and len(set(iterations)) > 1:
        parts = {"query": queries, "iteration": iterations, "document": documents}
    name = _name_of(path)
    name = "relevance" if name in parts else name
    chunk = Chunk(range(1, len(labels) + 1), [*parts.values(), labels])
    return RawRows(str(path), (*parts, name), [chunk]), ColumnMap(input=tuple(parts), scorers=(name,))


def _begins(start: bytes, fits: Callable[[Sequence[str]], bool]) -> bool:
    """Return whether all whole lines of the start fit, and there is one."""
    *whole, last = start.decode("utf-8-sig", errors="replace").splitlines(keepends=True) or [""]
    lines = whole or [last]
    return all(fits(line.split()) for line in lines)


def _is_label(line: Sequence[str], *, called: bool) -> bool:
    if len(line) != len(LABEL_LINE):
        return False
    _, second, _, label = line
    if called:
        return bool((second in _UNUSED or _NUMBER.fullmatch(second)) and _NUMBER.fullmatch(label))
    return second in _UNUSED and _GRADE.fullmatch(label) is not None


def _is_found(line: Sequence[str]) -> bool:
    return len(line) == len(RUN_LINE) and line[1] in _UNUSED and line[3].isdecimal() and is_score(line[4])


def _name_of(path: Path) -> str:
    """Return what the labels are called: as the file, or its folder, without what says that it is one of labels."""
    for called in (path.name, path.resolve().parent.name):
        if name := _CALLED.sub("", _ENDINGS.sub("", called)).strip("._- "):
            return name
    return "relevance"
