"""Read the human scores of DUC from the user's own copy: coverage from matching units, linguistic quality from letters.

NIST compared each peer summary with a model in ISI's environment SEE: an assessor marked the peer's units (PUs) that
express content of the model, and estimated in per cent (E) which part of the model's units (MUs) they express together.
Beside it the peer got a letter from A to E for each of several questions of linguistic quality. Tables with a heading
have one line for each such comparison. NIST's own ``short.results.table`` has one line for each summary, with the mean
over the model's units of how much of each the peer expresses, under some lines of explanation.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.cells.columns import Layout
from trueness.data.files.open_file import open_text
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.scores.mark_references import mark_references
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import DuplicateKeyError, FormatError, counted, listing

LETTER_GRADES = {"A": 100.0, "B": 75.0, "C": 50.0, "D": 25.0, "E": 0.0}
"""Per cent of the letters that DUC's assessors gave for linguistic quality (Graham 2015, section 3.1)."""

COVERAGE, QUALITY = "coverage", "linguistic_quality"
ADJUSTED = "length_adjusted_coverage"


class ResultsLine(NamedTuple):
    """Where a line of NIST's ``short.results.table`` has what, counted from 0; None where it has it not.

    Attributes
    ----------
    peer, coverage : int
        The second is a mean, from 0 to 1.
    adjusted : int or None
        The same less a penalty for what is longer than asked for.
    lengths : bool
        Whether the second field is ``M`` for a summary of many documents, of a length that the fourth has, and the
        third names the document where it is of one.
    """

    peer: int
    coverage: int
    adjusted: int | None
    lengths: bool


RESULTS_LINES = {
    33: ResultsLine(peer=8, coverage=27, adjusted=30, lengths=True),
    34: ResultsLine(peer=8, coverage=28, adjusted=31, lengths=True),
    23: ResultsLine(peer=7, coverage=20, adjusted=None, lengths=False),
}
"""Of DUC 2002, 2003 and 2004, told apart by their numbers of fields. The files are not public; SacreROUGE (Deutsch and
Roth 2020) says what stands where, and another program has a line of 2002."""

_DOCSET = re.compile(r"[Dd]\d{2,}[A-Za-z]?")
_SHARE = re.compile(r"-?\d*\.\d+")

_NAMES: dict[str, tuple[str, ...]] = {
    "input": ("docset", "topic", "input", "cluster"),
    "system": ("peer", "system", "summarizer", "peer_id"),
    "who": ("assessor", "model", "judge", "model_id"),
    "matching": ("matching_pus", "marked_pus", "matching", "pus"),
    "extent": ("e", "extent", "coverage_estimate"),
    "units": ("mus", "model_units", "units"),
}
"""What columns are called, in small letters with underscores."""

MOST_WORDS = 15
"""A line that begins like a set of documents, and has more fields, is no explanation."""

_COUNTED = ("matching", "extent", "units")
_QUESTION = re.compile(r"(?:q|quality_?)\d+")


def read_duc(*paths: str | Path, keep: Keep = "peers", name: str | None = None) -> ScoreTable:
    """Read tables of human scores as DUC 2001 to 2004 have them.

    Each file is a table with a heading; columns are separated by tabs, commas, bars or blanks. A line is about one peer
    summary, ``peer``, of one set of documents, ``docset``, and where there is a column ``assessor`` or ``model`` the
    lines of a summary are its annotators. What else the heading names says what the table holds:

    - ``matching_pus``, ``e`` and ``mus``: `coverage` is the number of matching peer units times E over that of model
      units, in per cent (Graham 2015, equation 1);
    - ``q1``, ``q2`` and so on: `linguistic_quality` is the mean of the letters A (100 per cent) to E (0); a question
      without a letter (``-``, ``NA`` or nothing) is left out of it.

    Both may stand in one table. Other columns are passed over. NIST's ``short.results.table`` of 2002 to 2004 is read,
    too: `coverage` is its mean coverage in per cent, `length_adjusted_coverage` the same less a penalty for length
    (2002 and 2003). A set of documents whose summaries have a length is an input for each, ``D061.050``. Which grades
    its numbers stand for is not public: quality is left out.

    The mean of both, ``mean(coverage,linguistic_quality)``, is
    the human assessment score of Graham (2015, equation 2). The texts themselves, in the folders ``models`` and
    ``peers``, are read by `read_texts`.

    Parameters
    ----------
    *paths : str or Path
        The files, compressed or not.
    keep : {'peers', 'all'}
        Whether people, whose names are letters, are left out, with a note, or kept; then the group ``type`` of systems
        says ``peer`` or ``reference``.
    name : str, optional
        What the table is called.

    Raises
    ------
    FormatError
        If a heading lacks the columns of a table, a line has another number of fields, a count or an estimate is no
        number or outside its range, or a grade is no letter from A to E.
    DuplicateKeyError
        If an assessor judged a summary twice.
    KeyMismatchError, DataError
        If files do not cover the same summaries, or disagree.
    """
    people: set[str] = set()
    tables = [_read(path, keep, people, name or "DUC") for path in paths]
    table = merge(*tables)
    if keep == "all":
        return mark_references(table, people)
    if not people:
        return table
    note = f"{counted(len(people), 'human summarizer')} left out (keep='all' keeps them)"
    return dataclasses.replace(table, notes=(*table.notes, note))


def is_duc(start: str) -> bool:
    """Return whether a file that starts so is a table of DUC: its heading says docset and peer, and what was judged.

    Or a line is one of NIST's ``short.results.table``, whatever stands above it.

    Other names of these columns are common in other tables, so that only ``--format duc`` reads them.
    """
    lines = [line for line in start.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if any(results_line(line.split()) is not None for line in lines):
        return True
    heading = next(iter(lines), "")
    names = {_plain(field) for field in _splitter(heading)(heading)}
    counted = all(names & set(_NAMES[what]) for what in _COUNTED)
    return (
        "docset" in names
        and bool(names & {"peer", "peer_id"})
        and (counted or any(_QUESTION.fullmatch(name) for name in names))
    )


class _Heading:
    """What the columns of a table hold, by its first line."""

    def __init__(self, line: str, path: str | Path, row: int) -> None:
        self.split = _splitter(line)
        names = [_plain(field) for field in self.split(line)]
        self.size = len(names)
        self.at = {what: names.index(own) for what, known in _NAMES.items() for own in known if own in names}
        self.questions = [k for k, field in enumerate(names) if _QUESTION.fullmatch(field)]
        self.counted = all(what in self.at for what in _COUNTED)
        self._path = path
        if not {"input", "system"} <= self.at.keys() or not (self.counted or self.questions):
            raise FormatError(
                f"the heading names {listing(names, 20)}: a table of DUC has a docset, a peer, and matching_pus, e and "
                "mus, or q1, q2, ….",
                path=str(path),
                row=row,
                remedy="Put names of columns into the first line that say what they hold.",
            )

    def fields(self, line: str, row: int) -> list[str]:
        """Return the fields of a line."""
        fields: list[str] = self.split(line)
        if len(fields) != self.size:
            raise FormatError(
                f"the line has {len(fields)} fields, the heading {self.size}.", path=str(self._path), row=row
            )
        return fields

    def scores(self, fields: list[str], row: int) -> dict[str, float | None]:
        """Return what a line says, by the column of its score."""
        who = f"@{fields[self.at['who']]}" if "who" in self.at else ""
        found: dict[str, float | None] = {}
        if self.counted:
            found[f"{COVERAGE}{who}"] = _coverage(
                [fields[self.at[what]] for what in _COUNTED], self._path, row
            )
        if self.questions:
            found[f"{QUALITY}{who}"] = _quality([fields[k] for k in self.questions], self._path, row)
        return found


def results_line(fields: list[str]) -> ResultsLine | None:
    """Return where a line of NIST's ``short.results.table`` has what; None for another line."""
    known = RESULTS_LINES.get(len(fields))
    if known is None or not _DOCSET.fullmatch(fields[0]):
        return None
    return (
        known if all(_SHARE.fullmatch(one) for one in fields[known.coverage : known.coverage + 3]) else None
    )


Judged = tuple[int, str, str, dict[str, float | None]]
"""The row of a line, its peer, its input, and its scores by column."""


def _of_comparisons(path: str | Path, lines: list[tuple[int, str]]) -> Iterator[Judged]:
    heading = _Heading(lines[0][1], path, lines[0][0])
    for row, line in lines[1:]:
        fields = heading.fields(line, row)
        system, input_ = (fields[heading.at[what]] for what in ("system", "input"))
        yield row, system, input_, heading.scores(fields, row)


def _of_results(path: str | Path, lines: list[tuple[int, str]]) -> Iterator[Judged]:
    """Yield the lines of NIST's table; what it explains them with is passed over."""
    sizes = {len(line.split()) for _, line in lines if results_line(line.split()) is not None}
    for row, line in lines:
        fields = line.split()
        at = results_line(fields)
        if at is None or len(sizes) > 1:
            if _DOCSET.fullmatch(fields[0]) and len(fields) > MOST_WORDS:
                expected = " or ".join(map(str, sorted(sizes)))
                raise FormatError(
                    f"the line has {len(fields)} fields; one of results has {expected}, mean coverage among them.",
                    path=str(path),
                    row=row,
                )
            continue
        input_ = fields[0]
        if at.lengths:
            input_ = f"{fields[0]}.{fields[3]}" if fields[1] == "M" else fields[2]
        places = {COVERAGE: at.coverage} | ({} if at.adjusted is None else {ADJUSTED: at.adjusted})
        for k in places.values():
            if not _SHARE.fullmatch(fields[k]):
                raise FormatError(
                    f"field {k + 1} must be a decimal number such as 0.250; it is '{fields[k]}'.",
                    path=str(path),
                    row=row,
                )
        yield row, fields[at.peer], input_, {name: 100 * float(fields[k]) for name, k in places.items()}


def _read(path: str | Path, keep: Keep, people: set[str], name: str) -> ScoreTable:
    lines = list(_lines(path))
    if not lines:
        raise FormatError("lines are missing.", path=str(path))
    of_results = any(results_line(line.split()) is not None for _, line in lines)
    records: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
    for row, system, input_, found in (_of_results if of_results else _of_comparisons)(path, lines):
        if not any(letter.isdigit() for letter in system):
            people.add(system)
            if keep == "peers":
                continue
        _, record = records.setdefault((system, input_), (row, {"system": system, "input": input_}))
        if not found.keys().isdisjoint(record):
            raise DuplicateKeyError(
                f"{path}: row {row}: peer '{system}' is judged a second time for '{input_}' by the same assessor, or "
                f"by "
                "nobody in particular. Give each judgement once, with an assessor."
            )
        record |= found
    if not records:
        raise FormatError("judgements of peers are missing.", path=str(path))
    raw = rows_from_records(list(records.values()), str(path))
    scores: dict[str, tuple[str, str | None]] = {}
    for column in raw.names:
        if column not in ("system", "input"):
            kind, _, who = column.partition("@")
            scores[column] = (kind, who or None)
    layout = Layout(system="system", input="input", scores=scores, declared=frozenset(scores))
    return table_from_rows(raw, layout=layout, role="human", name=name)


def _lines(path: str | Path) -> Iterator[tuple[int, str]]:
    with open_text(path) as file:
        for row, line in enumerate(file, start=1):
            stripped = line.strip("\r\n")
            if stripped.strip() and not stripped.lstrip().startswith("#"):
                yield row, stripped


def _splitter(heading: str) -> Any:
    """Return what splits a line: by the first of tab, comma and bar that the heading has, else by blanks."""
    mark = next((one for one in ("\t", ",", "|") if one in heading), None)
    if mark is None:
        return str.split
    return lambda line: [field.strip() for field in line.split(mark)]


def _plain(field: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", field.strip().lower()).strip("_")


def _coverage(fields: list[str], path: str | Path, row: int) -> float | None:
    """Return the coverage score in per cent, None where one of the three is not given."""
    if any(_is_missing(field) for field in fields):
        return None
    values = []
    for what, field in zip(_COUNTED, fields, strict=True):
        try:
            value = float(field.removesuffix("%"))
        except ValueError:
            value = float("nan")
        low, high = {"matching": (0, 1e6), "extent": (0, 100), "units": (1, 1e6)}[what]
        if not low <= value <= high:
            raise FormatError(
                f"'{field}' must be a number from {low:g} to {high:g}.",
                path=str(path),
                row=row,
                column=_NAMES[what][0],
            )
        values.append(value)
    matching, extent, units = values
    return matching * extent / units


def _quality(grades: list[str], path: str | Path, row: int) -> float | None:
    """Return the mean of letters in per cent, None where there is none."""
    known = [grade.upper() for grade in grades if not _is_missing(grade)]
    for grade in known:
        if grade not in LETTER_GRADES:
            raise FormatError(f"'{grade}' must be a grade from A to E.", path=str(path), row=row)
    return sum(LETTER_GRADES[grade] for grade in known) / len(known) if known else None


def _is_missing(field: str) -> bool:
    return field.strip().lower() in ("", "-", "na", "n/a", "none")
